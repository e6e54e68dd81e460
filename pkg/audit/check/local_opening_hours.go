package check

import (
	"slices"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// localOpeningHours warns where text and markup differ, since hours in text are written in many ways; it fails only where a business with an address
// gives none at all.
func localOpeningHours() Check {
	return Check{
		ID: "local.opening-hours", Weight: 4, Level: Standard,
		Source: "Google Search Central, LocalBusiness structured data (openingHoursSpecification)",
		Link:   "https://developers.google.com/search/docs/appearance/structured-data/local-business",
		Title:  text("Opening hours in text and structured data", "Horaires d'ouverture dans le texte et les données structurées"),
		Why: text("Search engines and assistants can answer “open now?” from the hours on the site. Where text and structured data differ, customers may stand before a closed door.",
			"Moteurs et assistants peuvent répondre à « ouvert maintenant ? » d'après les horaires du site. Si le texte et les données structurées diffèrent, des clients risquent de trouver porte close."),
		Fix: text("Show the hours as text, give the same in openingHoursSpecification, and change both together.",
			"Affichez les horaires en texte, donnez les mêmes dans openingHoursSpecification, et modifiez les deux ensemble."),
		Run: runOpeningHours,
	}
}

func runOpeningHours(f *page.Facts) Finding {
	if !localIntent(f) {
		return notLocal()
	}
	shown, marked := hoursByDay(f, true), hoursByDay(f, false)
	switch {
	case len(shown) > 0 && len(marked) > 0:
		for _, day := range weekdays {
			if shown[day] != "" && marked[day] != "" && shown[day] != marked[day] {
				return warned("Text and structured data give different hours for %s: %s and %s.",
					"Le texte et les données structurées donnent des horaires différents pour %s : %s et %s.",
					dayNames[day], shown[day], marked[day]).seen(f.FinalURL, "openingHoursSpecification", marked[day])
			}
		}
		return passed("The hours in text and structured data agree.", "Les horaires du texte et des données structurées concordent.")
	case len(shown) > 0:
		return warned("The hours were found in the text only, not in structured data.", "Les horaires n'ont été trouvés que dans le texte, pas dans les données structurées.").
			seen(f.FinalURL, "openingHoursSpecification", "none")
	case len(marked) > 0:
		return warned("The hours were found in structured data only, not in the text.",
			"Les horaires n'ont été trouvés que dans les données structurées, pas dans le texte.").seen(f.FinalURL, "opening hours in the text", "none")
	case !whole(f.Main()):
		return unsure(f.Main())
	case travels(f), byAppointment(f):
		return unassessed(page.NotApplicable, "The business works by appointment or at its customers'; it has no opening hours to show.",
			"L'entreprise travaille sur rendez-vous ou chez ses clients ; elle n'a pas d'horaires d'ouverture à montrer.")
	}
	return failed("No opening hours were found on %v.", "Aucun horaire d'ouverture n'a été trouvé sur %v.", anyPage(f)).seen(f.FinalURL, "opening hours", "none")
}

var weekdays = []string{"Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"}

var dayNames = map[string]audit.Text{
	"Mo": text("Monday", "lundi"), "Tu": text("Tuesday", "mardi"), "We": text("Wednesday", "mercredi"), "Th": text("Thursday", "jeudi"),
	"Fr": text("Friday", "vendredi"), "Sa": text("Saturday", "samedi"), "Su": text("Sunday", "dimanche"),
}

// hoursByDay gives the hours of each day as one text, in the order of the day, from the first page that has any of the wanted kind.
func hoursByDay(f *page.Facts, visible bool) map[string]string {
	for _, p := range f.Pages {
		spans := map[string][]string{}
		for _, h := range p.Hours {
			if (h.Source == "text") != visible {
				continue
			}
			for _, day := range h.Days {
				if span := h.Opens + "–" + h.Closes; !slices.Contains(spans[day], span) {
					spans[day] = append(spans[day], span)
				}
			}
		}
		if len(spans) == 0 {
			continue
		}
		byDay := map[string]string{}
		for day, list := range spans {
			slices.Sort(list)
			byDay[day] = strings.Join(list, ", ")
		}
		return byDay
	}
	return nil
}

// byAppointment says whether a page on which hours stand (the submitted one, home, contact, about) says that one comes by appointment.
func byAppointment(f *page.Facts) bool {
	for i, p := range f.Pages {
		if i > 0 && p.Kind != page.KindHome && p.Kind != page.KindContact && p.Kind != page.KindAbout {
			continue
		}
		if !mayName(p.Text.Main, appointmentWords) && !mayName(p.Text.Outside, appointmentWords) {
			continue
		}
		ready := passages(p.Text.Main, p.Text.Outside)
		for _, w := range []string{"by appointment", "sur rendez vous", "sur rdv", "nach vereinbarung", "con cita previa"} {
			if holds(ready, w) {
				return true
			}
		}
	}
	return false
}

// appointmentWords are of each way to say it the word that few texts have: whole pages are folded only where one stands.
var appointmentWords = []string{"appointment", "rendez", "rdv", "r.d.v", "vereinbarung", "previa"}

func mayName(text string, words []string) bool {
	text = strings.ToLower(text)
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(text, w) })
}

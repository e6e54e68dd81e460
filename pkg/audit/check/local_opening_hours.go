package check

import (
	"slices"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// localOpeningHours warns where text and markup differ, since hours in text are written in many ways; it fails only where a business with an address
// gives none at all.
func localOpeningHours() Check {
	return Check{
		ID: "local.opening-hours", Weight: 4, Level: Standard,
		Source: "Google Search Central, LocalBusiness structured data (openingHoursSpecification); schema.org",
		Link:   "https://schema.org/openingHoursSpecification",
		Title:  text("Opening hours, visible and in markup", "Horaires d'ouverture, visibles et balisés"),
		Why: text("“Open now?” is answered from the hours on the site. Where text and markup differ, customers stand before a closed door.",
			"« Ouvert maintenant ? » se répond à partir des horaires du site. Si texte et balisage diffèrent, les clients trouvent porte close."),
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
				return warned("Text and markup give different hours for %s: %s and %s.",
					"Texte et balisage donnent des horaires différents pour %s : %s et %s.",
					day, shown[day], marked[day]).seen(f.FinalURL, "openingHoursSpecification", marked[day])
			}
		}
		return passed("The hours stand in text and markup and agree.", "Les horaires figurent dans le texte et le balisage et concordent.")
	case len(shown) > 0:
		return warned("The hours stand in the text only, not in markup.", "Les horaires ne figurent que dans le texte, pas dans le balisage.")
	case len(marked) > 0:
		return warned("The hours were found in the markup only, not in the text.",
			"Les horaires n'ont été trouvés que dans le balisage, pas dans le texte.")
	case !whole(f.Main()):
		return unsure(f.Main())
	case travels(f), byAppointment(f):
		return unassessed(page.NotApplicable, "The business works by appointment or at its customers'; it has no opening hours to show.",
			"L'entreprise travaille sur rendez-vous ou chez ses clients ; elle n'a pas d'horaires d'ouverture à montrer.")
	}
	return failed("No opening hours on %v.", "Aucun horaire d'ouverture : %v.", ofPages(len(f.Pages), f)).seen(f.FinalURL, "body", "")
}

var weekdays = []string{"Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"}

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

// byAppointment says whether a page says that one comes by appointment.
func byAppointment(f *page.Facts) bool {
	for _, p := range f.Pages {
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

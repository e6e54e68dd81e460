package judge

import (
	"fmt"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
)

// Criterion is one question that a language model answers about a site, by a level from 0 to 4.
type Criterion struct {
	ID       string
	Metric   audit.Metric // that it counts to
	Weight   int          // in the model's half of the metric, 1 to 3; own numbers
	Question string
	Levels   [5]string // what each level means, 0 first
	Source   string    // what the criterion rests on; "own" where it is ours
	// Things, where there are any, make it a criterion of the screenshot, asked only with one: what can be evidence for it, as page.Look counts.
	Things []string
	// Figures says that it asks about figures or dates: a quote for a level above 1 must hold a number.
	Figures bool
}

const (
	helpful   = "Google Search Central, creating helpful, reliable, people-first content"
	aiGuide   = "Google Search Central, AI features and your website: content that isn't a commodity"
	geoPaper  = "GEO, KDD 2024, arXiv 2311.09735; mixed results in C-SEO Bench, arXiv 2506.11097"
	snippets  = "Google Search Central, featured snippets; own levels"
	titleLink = "Google Search Central, title links and snippets"
	wcag      = "WCAG 2.2"
	fogg      = "Stanford guidelines for web credibility"
	coga      = "W3C, Making Content Usable for People with Cognitive and Learning Disabilities; own levels"
)

// Criteria gives all of them, metric by metric; the slice is fresh. What is changed here changes PromptID.
func Criteria() []Criterion {
	return []Criterion{
		{"business.identity", audit.GEO, 3, "Does the site say plainly whose it is?", [5]string{
			"No name can be told.", "A name appears, but not what kind of body it is.", "Name and kind of body can be pieced together.",
			"Name and kind of body are stated in one place.", "Name, kind of body and a distinguishing fact (place, founder, year, register entry) are stated together.",
		}, "schema.org Organization; own levels", nil, false},
		{"business.offer", audit.GEO, 3, "Does a stranger learn what is sold or done here?", [5]string{
			"Nothing says it.", "Only slogans say it.", "A general field is named.", "The main products or services are named.",
			"The main products or services are named and each is explained in a concrete sentence.",
		}, helpful, nil, false},
		{"business.audience", audit.GEO, 2, "Does the site say for whom it is?", [5]string{
			"Nothing says it.", "It can be guessed.", "One group is named in passing.", "The groups served are named.",
			"The groups served are named, with what each gets or who is not served.",
		}, helpful, nil, false},
		{"business.place", audit.GEO, 1, "Does the site say where it works or delivers?", [5]string{
			"Nothing says it.", "A country can be guessed.", "A country or region is named.", "A town or a clear area is named.",
			"Town, address or exact area of service are stated in text.",
		}, "own", nil, false},
		{"geo.experience", audit.GEO, 3, "Is there first-hand evidence: own work, cases, measurements, photographs with captions, prices from practice?", [5]string{
			"None.", "Experience is claimed.", "One example is named without detail.", "One example has details that can be checked.",
			"Several examples have details that can be checked.",
		}, aiGuide, nil, false},
		{"geo.support", audit.GEO, 2, "Are claims supported by figures or by named sources?", [5]string{
			"No claim is.", "Figures stand without a source or date.", "One claim has a source or a figure that can be checked.", "Several have.", "Most that matter have.",
		}, geoPaper, nil, true},
		{"geo.people", audit.GEO, 2, "Are people named who answer for the content, with what makes them competent?", [5]string{
			"Nobody is.", "Only 'our team' or the like.", "A name without a role.", "Names with roles.", "Names with roles and qualification or experience.",
		}, helpful, nil, false},
		{"geo.plainness", audit.GEO, 1, "Is the text factual rather than praise of itself?", [5]string{
			"Nothing but superlatives.", "Mostly praise.", "Praise and facts alike.", "Mostly facts.", "Facts throughout; praise, if any, is by others and attributed.",
		}, geoPaper, nil, false},

		{"aeo.direct", audit.AEO, 3, "Do pages and sections begin with the answer to what their heading promises?", [5]string{
			"None does.", "Few do, after long introductions.", "Some do.", "Most do within two sentences.", "Nearly all do in the first sentence.",
		}, snippets, nil, false},
		{"aeo.questions", audit.AEO, 3, "Are the questions answered that a customer would ask before buying or visiting?", [5]string{
			"None.", "One, in part.", "Some, in part.", "Most of the obvious ones.", "The obvious ones and less obvious ones, each in full.",
		}, snippets, nil, false},
		{"aeo.standalone", audit.AEO, 2, "Can passages be understood when lifted out of the page?", [5]string{
			"None can.", "Few can.", "Some name what they speak of.", "Most do.", "Nearly all name subject, place and condition.",
		}, "own", nil, false},
		{"aeo.precise", audit.AEO, 3, "Are the particulars stated that answers need: prices, hours, durations, quantities, conditions?", [5]string{
			"None.", "One, vaguely.", "One, exactly.", "Several, exactly.", "Those that matter to the offer, exactly and with what they apply to.",
		}, helpful, nil, true},
		{"aeo.form", audit.AEO, 2, "Is content in the form it calls for: steps as lists, comparisons as tables, definitions as definitions?", [5]string{
			"Unbroken text.", "Form that doesn't fit.", "Some fits.", "Most fits.", "All that calls for a form has it.",
		}, snippets, nil, false},
		{"aeo.terms", audit.AEO, 1, "Are terms of the trade explained where they are used?", [5]string{
			"None is, though many are used.", "Hardly any.", "Some.", "Most.", "All, or plain words are used throughout.",
		}, "own", nil, false},
		{"aeo.action", audit.AEO, 2, "Does the text say what to do next and how: call, book, order, visit?", [5]string{
			"Nothing says it.", "A bare contact link.", "One way, without particulars.", "One way with particulars.", "Ways with particulars and what then happens.",
		}, "own", nil, false},

		{"gso.topic", audit.GSO, 3, "Do titles, descriptions and main headings say what people search for, in their words?", [5]string{
			"None does.", "Only the name or 'Home'.", "The field, without particulars.", "The field with one particular (place, kind, audience).",
			"Each page's own topic with its particulars.",
		}, titleLink, nil, false},
		{"gso.intent", audit.GSO, 3, "Does each page serve the intent that its title raises?", [5]string{
			"None does.", "Few do.", "Some do in part.", "Most do.", "All do, in full.",
		}, helpful, nil, false},
		{"gso.original", audit.GSO, 3, "Is there content that other sites of the field can't have?", [5]string{
			"None.", "Turns of phrase at most.", "One fact of its own.", "Several facts of its own.", "Data, cases or views of its own on most pages.",
		}, aiGuide, nil, false},
		{"gso.depth", audit.GSO, 2, "Is the main topic covered so far that a searcher needn't look elsewhere?", [5]string{
			"It is only named.", "A few sentences.", "The basics.", "Basics and particulars.", "Particulars, exceptions and limits.",
		}, helpful, nil, false},
		{"gso.choice", audit.GSO, 2, "Does the text help to choose: differences, for whom what fits, alternatives, limits?", [5]string{
			"Not at all.", "Options are listed.", "One difference is named.", "Differences are explained.", "Differences, fit and limits are explained.",
		}, "own", nil, false},
		{"gso.current", audit.GSO, 2, "Does the text show that it is current?", [5]string{
			"Signs that it is outdated, or none at all.", "A year in the footer.", "One date or a recent event.", "Dates where they matter.",
			"Dates where they matter, with what was updated.",
		}, helpful, nil, true},
		{"gso.agreement", audit.GSO, 1, "Do the pages agree on name, offer, place and particulars?", [5]string{
			"They contradict each other on what matters.", "They contradict each other on a detail.", "They don't say enough to agree.", "They agree.",
			"They agree, in the same words for the same thing.",
		}, "own", nil, false},

		{"design.hierarchy", audit.Design, 3, "Do the headings alone give an outline that can be followed?", [5]string{
			"There are none.", "They say nothing.", "Some say what follows.", "Most do, in order.", "All do, in order and at the right level.",
		}, wcag + ", 1.3.1 and 2.4.6", nil, false},
		{"design.wording", audit.Design, 2, "Are labels, links and calls to action worded so that one knows what comes?", [5]string{
			"None is.", "Mostly 'click here' and the like.", "Some are.", "Most are.", "All are.",
		}, wcag + ", 2.4.4", nil, false},
		{"design.legibility", audit.Design, 2, "Is the text easy to take in: short paragraphs, lists, one thought at a time?", [5]string{
			"A wall of text, or next to none.", "Mostly long paragraphs.", "Mixed.", "Mostly short paragraphs.", "Short paragraphs and lists throughout, the important first.",
		}, "own", nil, false},
		{"design.access", audit.Design, 3, "By the facts measured, can the pages be used with keyboard and screen reader, and on a telephone?", [5]string{
			"Most of these facts fail.", "Several fail.", "Some fail.", "One fails or warns.", "None fails.",
		}, wcag, nil, false},
		{"design.trust", audit.Design, 2, "Does the page give a visitor reason to trust it: contact, legal pages, who stands behind it, references?", [5]string{
			"None.", "One, hidden away.", "One or two.", "Several.", "All, easily found.",
		}, fogg, nil, false},
		{"design.calm", audit.Design, 1, "Is the visitor left alone by interruptions, urgency and clutter?", [5]string{
			"Little else is there.", "Much.", "Some.", "Hardly any.", "None.",
		}, "Google Search Central, avoid intrusive interstitials; own levels", nil, false},

		{"design.first", audit.Design, 3, "Does what is seen before scrolling say what is offered, and to whom?", [5]string{
			"Nothing does.", "A name or a mood only.", "The field can be guessed.", "The offer is named.", "The offer, and whom it serves, are plain at a glance.",
		}, fogg + "; own levels", []string{"heading", "text", "image"}, false},
		{"design.order", audit.Design, 2, "Is what is seen ordered: one thing first, what belongs together close together, aligned, with room between groups?", [5]string{
			"Nothing is.", "Hardly anything.", "In parts.", "Mostly.", "All of it; the eye knows where to begin and where to go on.",
		}, coga, []string{"heading", "text", "image", "navigation"}, false},
		{"design.readable", audit.Design, 3, "Can the text that is seen be read: its size, its contrast, nothing over or behind it?", [5]string{
			"None, or there is none.", "Little of it.", "The headings.", "Nearly all of it.", "All of it, with ease.",
		}, wcag + ", 1.4.3 and 1.4.4", []string{"heading", "text", "link", "button"}, false},
		{"design.step", audit.Design, 2, "Is the main next step in sight, and plainly the main one?", [5]string{
			"None is in sight.", "It is lost among others.", "It is in sight, like others.", "It stands out.", "It stands out, says what happens, and nothing competes with it.",
		}, coga, []string{"button", "link", "field"}, false},
		{"design.phone", audit.Design, 2, "Does the telephone's screen show the same, fitted to it?", [5]string{
			"Nothing useful, or a desktop page made small.", "Much is cut off or overlaps.", "It fits, but what matters is out of sight.", "It fits, with what matters.",
			"It fits, with what matters, its text and targets large enough.",
		}, "Google Search Central, mobile-first indexing; own levels", []string{"heading", "text", "image", "button", "link"}, false},
		{"design.finish", audit.Design, 1, "Does what is seen look finished: pictures there, of one style, nothing broken, overlapping or left over?", [5]string{
			"It looks broken.", "Several things do.", "One thing does.", "Nothing does.", "Nothing does, and all of it is of one style.",
		}, fogg, []string{"image", "heading", "text", "button"}, false},
	}
}

// RubricMarkdown documents how the estimated scores come about; docs/rubric.md is this text.
func RubricMarkdown() string {
	b := new(strings.Builder)
	criteria := Criteria()
	fmt.Fprintf(b, `# How the estimated scores come about

GEO, AEO, GSO, design and overall readiness are judgements. Without a language model, the built-in rubric (version %s) judges: the weighted outcomes of the
checks in [checks.md](checks.md), the same facts giving the same numbers.

With one, each of the four is half the rubric's number and half the model's, which comes from the criteria below, %d in all. The model is asked several times (3 by
default) and answers each criterion with a level from 0 to 4 and its evidence. The rest is arithmetic in code:

- Evidence is a quote, found word for word in the text that was sent (white space and typographic marks aside, at least %d characters), or the name of a
  measured fact of the same metric: a check that fails carries no level above 2, a warning none above 3, one that wasn't assessed none. Level 0 needs no
  evidence, since nothing can't be quoted. A criterion about figures or dates needs a quote with a number for a level above 1. A vote without evidence is void.
- A criterion's level is the median of its valid votes; of two, the lower. Where votes lie three levels or more apart, the lowest counts. A criterion for
  which fewer than half of the votes are valid counts as what would bring the score to its lower end.
- A level is worth 25 points. The metric's model number is the weighted mean over its criteria.
- The score is the mean of both numbers, never above the rubric's and at most %d points below it. The source names both, and says so where they lie %d points or more apart.
- AI readiness is computed from the scores as ever.

## What a text can do to the model

The model reads no markup, no hidden text, no comments and no attributes: only titles, descriptions, visible text and the outcomes of checks, at most
%d KiB. Passages that give orders to language models are taken out of it before, and reported as `+"`sec.prompt-injection`"+`. No list of orders is complete, so nothing
rests on it:

- A model can't raise a score. Whatever a text talks it into, the number is at most the rubric's.
- It can't be kept from lowering one, as far as that shows. Each vote asks %d control questions among the criteria, in random order and under codes that tell
  nothing: in which range a counted number lies, and what the text says of a subject that it doesn't mention. The right answers are known. Which controls are asked
  depends on a secret, so that a text can't name them.
- A vote with one wrong or missing control doesn't count. Where %d or more are wrong, the model followed the text: all scores that it has a part in stand at their lower
  end, and `+"`sec.prompt-injection`"+` says so.
- Where no vote counts, the model is asked once more without the text. If it answers rightly then, the text kept it from answering, and the scores stand at their
  lower end too. If it doesn't, or can't be reached, the rubric judges alone.

What remains: a text that has a model answer exactly the control questions rightly, without knowing them, can keep it from lowering a score by at most %d points.

## Screenshots

Where a browser looked at the submitted page and the model can see, design is asked for with a screenshot: one picture with the page's top as a desktop screen
and a telephone show it. The criteria of design that need it are marked below; without a screenshot they aren't asked, and the others are asked by text.

- What is seen is evidence only where the browser counted it on the screen too: each such criterion lists the things that can be, by the name that they have
  among the facts (`+"`seen.heading`"+`, `+"`seen.button`"+`). A thing that isn't there, or isn't on the list, voids the vote. A quote must stand in the page's text, as ever: what
  is written in the picture alone is no evidence.
- Nothing can be taken out of a picture. So a page is not shown where its text gives orders to language models, before or after its scripts ran: design is
  then asked for by text. Controls are asked with a screenshot as well, the bounds are the same, and the other metrics are asked for without it.
- A model that fails at the screenshot is asked for design by text.

Levels, weights and bounds are numbers of our own.
`, RubricVersion, len(criteria), leastQuote, maxFall, defaultApart, maxSent>>10, countControls+absentControls, obeyedControls, maxFall)
	var metric audit.Metric
	for _, c := range criteria {
		if c.Metric != metric {
			metric = c.Metric
			fmt.Fprintf(b, "\n## %s\n", metric)
		}
		fmt.Fprintf(b, "\n### `%s`\n\n%s\n\n", c.ID, c.Question)
		for level, text := range c.Levels {
			fmt.Fprintf(b, "- %d: %s\n", level, text)
		}
		fmt.Fprintf(b, "\nWeight %d. Source: %s.", c.Weight, c.Source)
		if len(c.Things) > 0 {
			fmt.Fprintf(b, " Asked with a screenshot only; evidence: `%s`, or a quote.", strings.Join(factsOf(c.Things), "`, `"))
		}
		b.WriteString("\n")
	}
	return b.String()
}

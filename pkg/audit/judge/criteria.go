package judge

import (
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
	// Figures is set if it asks about figures or dates: a quote for a level above 1 must hold a number.
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
		{
			ID: "business.identity", Metric: audit.GEO, Weight: 3,
			Question: "Does the site say plainly whose it is?",
			Levels: [5]string{
				"No name can be told.", "A name appears, but not what kind of body it is.", "Name and kind of body can be pieced together.",
				"Name and kind of body are stated in one place.",
				"Name, kind of body and a distinguishing fact (place, founder, year, register entry) are stated together.",
			},
			Source: "schema.org Organization; own levels",
		},
		{
			ID: "business.offer", Metric: audit.GEO, Weight: 3,
			Question: "Does a stranger learn what is sold or done here?",
			Levels: [5]string{
				"Nothing says it.", "Only slogans say it.", "A general field is named.", "The main products or services are named.",
				"The main products or services are named and each is explained in a concrete sentence.",
			},
			Source: helpful,
		},
		{
			ID: "business.audience", Metric: audit.GEO, Weight: 2,
			Question: "Does the site say for whom it is?",
			Levels: [5]string{
				"Nothing says it.", "It can be guessed.", "One group is named in passing.", "The groups served are named.",
				"The groups served are named, with what each gets or who is not served.",
			},
			Source: helpful,
		},
		{
			ID: "business.place", Metric: audit.GEO, Weight: 1,
			Question: "Does the site say where it works or delivers?",
			Levels: [5]string{
				"Nothing says it.", "A country can be guessed.", "A country or region is named.", "A town or a clear area is named.",
				"Town, address or exact area of service are stated in text.",
			},
			Source: "own",
		},
		{
			ID: "geo.experience", Metric: audit.GEO, Weight: 3,
			Question: "Is there first-hand evidence: own work, cases, measurements, photographs with captions, prices from practice?",
			Levels: [5]string{
				"None.", "Experience is claimed.", "One example is named without detail.", "One example has details that can be checked.",
				"Several examples have details that can be checked.",
			},
			Source: aiGuide,
		},
		{
			ID: "geo.support", Metric: audit.GEO, Weight: 2,
			Question: "Are claims supported by figures or by named sources?",
			Levels: [5]string{
				"No claim is.", "Figures stand without a source or date.", "One claim has a source or a figure that can be checked.",
				"Several have.", "Most that matter have.",
			},
			Source: geoPaper, Figures: true,
		},
		{
			ID: "geo.people", Metric: audit.GEO, Weight: 2,
			Question: "Are people named who answer for the content, with what makes them competent?",
			Levels: [5]string{
				"Nobody is.", "Only 'our team' or the like.", "A name without a role.", "Names with roles.",
				"Names with roles and qualification or experience.",
			},
			Source: helpful,
		},
		{
			ID: "geo.plainness", Metric: audit.GEO, Weight: 1,
			Question: "Is the text factual rather than praise of itself?",
			Levels: [5]string{
				"Nothing but superlatives.", "Mostly praise.", "Praise and facts alike.", "Mostly facts.",
				"Facts throughout; praise, if any, is by others and attributed.",
			},
			Source: geoPaper,
		},

		{
			ID: "aeo.direct", Metric: audit.AEO, Weight: 3,
			Question: "Do pages and sections begin with the answer to what their heading promises?",
			Levels: [5]string{
				"None does.", "Few do, after long introductions.", "Some do.", "Most do within two sentences.",
				"Nearly all do in the first sentence.",
			},
			Source: snippets,
		},
		{
			ID: "aeo.questions", Metric: audit.AEO, Weight: 3,
			Question: "Are the questions answered that a customer would ask before buying or visiting?",
			Levels: [5]string{
				"None.", "One, in part.", "Some, in part.", "Most of the obvious ones.",
				"The obvious ones and less obvious ones, each in full.",
			},
			Source: snippets,
		},
		{
			ID: "aeo.standalone", Metric: audit.AEO, Weight: 2,
			Question: "Can passages be understood when lifted out of the page?",
			Levels: [5]string{
				"None can.", "Few can.", "Some name what they speak of.", "Most do.", "Nearly all name subject, place and condition.",
			},
			Source: "own",
		},
		{
			ID: "aeo.precise", Metric: audit.AEO, Weight: 3,
			Question: "Are the particulars stated that answers need: prices, hours, durations, quantities, conditions?",
			Levels: [5]string{
				"None.", "One, vaguely.", "One, exactly.", "Several, exactly.",
				"Those that matter to the offer, exactly and with what they apply to.",
			},
			Source: helpful, Figures: true,
		},
		{
			ID: "aeo.form", Metric: audit.AEO, Weight: 2,
			Question: "Is content in the form it calls for: steps as lists, comparisons as tables, definitions as definitions?",
			Levels: [5]string{
				"Unbroken text.", "Form that doesn't fit.", "Some fits.", "Most fits.", "All that calls for a form has it.",
			},
			Source: snippets,
		},
		{
			ID: "aeo.terms", Metric: audit.AEO, Weight: 1,
			Question: "Are terms of the trade explained where they are used?",
			Levels: [5]string{
				"None is, though many are used.", "Hardly any.", "Some.", "Most.", "All, or plain words are used throughout.",
			},
			Source: "own",
		},
		{
			ID: "aeo.action", Metric: audit.AEO, Weight: 2,
			Question: "Does the text say what to do next and how: call, book, order, visit?",
			Levels: [5]string{
				"Nothing says it.", "A bare contact link.", "One way, without particulars.", "One way with particulars.",
				"Ways with particulars and what then happens.",
			},
			Source: "own",
		},

		{
			ID: "gso.topic", Metric: audit.GSO, Weight: 3,
			Question: "Do titles, descriptions and main headings say what people search for, in their words?",
			Levels: [5]string{
				"None does.", "Only the name or 'Home'.", "The field, without particulars.",
				"The field with one particular (place, kind, audience).", "Each page's own topic with its particulars.",
			},
			Source: titleLink,
		},
		{
			ID: "gso.intent", Metric: audit.GSO, Weight: 3,
			Question: "Does each page serve the intent that its title raises?",
			Levels: [5]string{
				"None does.", "Few do.", "Some do in part.", "Most do.", "All do, in full.",
			},
			Source: helpful,
		},
		{
			ID: "gso.original", Metric: audit.GSO, Weight: 3,
			Question: "Is there content that other sites of the field can't have?",
			Levels: [5]string{
				"None.", "Turns of phrase at most.", "One fact of its own.", "Several facts of its own.",
				"Data, cases or views of its own on most pages.",
			},
			Source: aiGuide,
		},
		{
			ID: "gso.depth", Metric: audit.GSO, Weight: 2,
			Question: "Is the main topic covered so far that a searcher needn't look elsewhere?",
			Levels: [5]string{
				"It is only named.", "A few sentences.", "The basics.", "Basics and particulars.", "Particulars, exceptions and limits.",
			},
			Source: helpful,
		},
		{
			ID: "gso.choice", Metric: audit.GSO, Weight: 2,
			Question: "Does the text help to choose: differences, for whom what fits, alternatives, limits?",
			Levels: [5]string{
				"Not at all.", "Options are listed.", "One difference is named.", "Differences are explained.",
				"Differences, fit and limits are explained.",
			},
			Source: "own",
		},
		{
			ID: "gso.current", Metric: audit.GSO, Weight: 2,
			Question: "Does the text show that it is current?",
			Levels: [5]string{
				"Signs that it is outdated, or none at all.", "A year in the footer.", "One date or a recent event.",
				"Dates where they matter.", "Dates where they matter, with what was updated.",
			},
			Source: helpful, Figures: true,
		},
		{
			ID: "gso.agreement", Metric: audit.GSO, Weight: 1,
			Question: "Do the pages agree on name, offer, place and particulars?",
			Levels: [5]string{
				"They contradict each other on what matters.", "They contradict each other on a detail.", "They don't say enough to agree.",
				"They agree.", "They agree, in the same words for the same thing.",
			},
			Source: "own",
		},

		{
			ID: "design.hierarchy", Metric: audit.Design, Weight: 3,
			Question: "Do the headings alone give an outline that can be followed?",
			Levels: [5]string{
				"There are none.", "They say nothing.", "Some say what follows.", "Most do, in order.",
				"All do, in order and at the right level.",
			},
			Source: wcag + ", 1.3.1 and 2.4.6",
		},
		{
			ID: "design.wording", Metric: audit.Design, Weight: 2,
			Question: "Are labels, links and calls to action worded so that one knows what comes?",
			Levels: [5]string{
				"None is.", "Mostly 'click here' and the like.", "Some are.", "Most are.", "All are.",
			},
			Source: wcag + ", 2.4.4",
		},
		{
			ID: "design.legibility", Metric: audit.Design, Weight: 2,
			Question: "Is the text easy to take in: short paragraphs, lists, one thought at a time?",
			Levels: [5]string{
				"A wall of text, or next to none.", "Mostly long paragraphs.", "Mixed.", "Mostly short paragraphs.",
				"Short paragraphs and lists throughout, the important first.",
			},
			Source: "own",
		},
		{
			ID: "design.access", Metric: audit.Design, Weight: 3,
			Question: "By the facts measured, can the pages be used with keyboard and screen reader, and on a telephone?",
			Levels: [5]string{
				"Most of these facts fail.", "Several fail.", "Some fail.", "One fails or warns.", "None fails.",
			},
			Source: wcag,
		},
		{
			ID: "design.trust", Metric: audit.Design, Weight: 2,
			Question: "Does the page give a visitor reason to trust it: contact, legal pages, who stands behind it, references?",
			Levels: [5]string{
				"None.", "One, hidden away.", "One or two.", "Several.", "All, easily found.",
			},
			Source: fogg,
		},
		{
			ID: "design.calm", Metric: audit.Design, Weight: 1,
			Question: "Is the visitor left alone by interruptions, urgency and clutter?",
			Levels: [5]string{
				"Little else is there.", "Much.", "Some.", "Hardly any.", "None.",
			},
			Source: "Google Search Central, avoid intrusive interstitials; own levels",
		},

		{
			ID: "design.first", Metric: audit.Design, Weight: 3,
			Question: "Does what is seen before scrolling say what is offered, and to whom?",
			Levels: [5]string{
				"Nothing does.", "A name or a mood only.", "The field can be guessed.", "The offer is named.",
				"The offer, and whom it serves, are plain at a glance.",
			},
			Source: fogg + "; own levels", Things: []string{"heading", "text", "image"},
		},
		{
			ID: "design.order", Metric: audit.Design, Weight: 2,
			Question: "Is what is seen ordered: one thing first, what belongs together close together, aligned, with room between groups?",
			Levels: [5]string{
				"Nothing is.", "Hardly anything.", "In parts.", "Mostly.", "All of it; the eye knows where to begin and where to go on.",
			},
			Source: coga, Things: []string{"heading", "text", "image", "navigation"},
		},
		{
			ID: "design.readable", Metric: audit.Design, Weight: 3,
			Question: "Can the text that is seen be read: its size, its contrast, nothing over or behind it?",
			Levels: [5]string{
				"None, or there is none.", "Little of it.", "The headings.", "Nearly all of it.", "All of it, with ease.",
			},
			Source: wcag + ", 1.4.3 and 1.4.4", Things: []string{"heading", "text", "link", "button"},
		},
		{
			ID: "design.step", Metric: audit.Design, Weight: 2,
			Question: "Is the main next step in sight, and plainly the main one?",
			Levels: [5]string{
				"None is in sight.", "It is lost among others.", "It is in sight, like others.", "It stands out.",
				"It stands out, says what happens, and nothing competes with it.",
			},
			Source: coga, Things: []string{"button", "link", "field"},
		},
		{
			ID: "design.phone", Metric: audit.Design, Weight: 2,
			Question: "Does the telephone's screen show the same, fitted to it?",
			Levels: [5]string{
				"Nothing useful, or a desktop page made small.", "Much is cut off or overlaps.",
				"It fits, but what matters is out of sight.", "It fits, with what matters.",
				"It fits, with what matters, its text and targets large enough.",
			},
			Source: "Google Search Central, mobile-first indexing; own levels",
			Things: []string{"heading", "text", "image", "button", "link"},
		},
		{
			ID: "design.finish", Metric: audit.Design, Weight: 1,
			Question: "Does what is seen look finished: pictures there, of one style, nothing broken, overlapping or left over?",
			Levels: [5]string{
				"It looks broken.", "Several things do.", "One thing does.", "Nothing does.",
				"Nothing does, and all of it is of one style.",
			},
			Source: fogg, Things: []string{"image", "heading", "text", "button"},
		},
	}
}

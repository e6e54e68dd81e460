package server

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/citation"
	"github.com/auditctl/auditctl/pkg/industry"
)

const schemaPrefix = "#/components/schemas/"

// schemas are the shapes of bodies: read off the Go types, then told what a type can't say (ranges, units, what belongs to which state).
func schemas() (huma.Registry, error) {
	r := huma.NewMapRegistry(schemaPrefix, schemaName)
	for _, v := range []any{audit.Report{}, audit.Audit{}, audit.Receipt{}, audit.Batch{}, audit.AuditPage{}, audit.BatchPage{}, audit.Account{}, problem{}} {
		r.Schema(reflect.TypeOf(v), true, "")
	}
	all := r.Map()
	for _, s := range all {
		s.AdditionalProperties = nil // within /v1 fields are added
		for _, p := range s.Properties {
			if p.Type == huma.TypeArray {
				p.Nullable = false
			}
		}
	}
	if err := detail(all); err != nil {
		return nil, err
	}

	// A pass that didn't run is there, and null.
	for _, name := range []string{"ai_citation", "grounded_citation", "search_ai_mode", "live_citation"} {
		p := all["Audit"].Properties[name]
		all["Audit"].Properties[name] = &huma.Schema{AnyOf: []*huma.Schema{{Ref: p.Ref}, {Type: "null"}}, Description: descriptions()["Audit."+name]}
	}
	metrics := &huma.Schema{
		Type: huma.TypeObject, Description: descriptions()["Audit.scores"], Properties: map[string]*huma.Schema{}, AdditionalProperties: ref("Score"),
	}
	for _, m := range audit.Metrics() {
		metrics.Properties[string(m)] = ref("Score")
		metrics.Required = append(metrics.Required, string(m))
	}
	all["Audit"].Properties["scores"] = metrics
	states(all)
	all["Submission"] = submissionSchema()
	return r, nil
}

// schemaName names the schema of a type: as the type, where no other has its name.
func schemaName(t reflect.Type, hint string) string {
	if t == reflect.TypeFor[citation.Share]() {
		return "QuestionShare"
	}
	return huma.DefaultSchemaNamer(t, hint)
}

// states makes the audit one of three shapes: finished, pending, and ended without a report.
func states(all map[string]*huma.Schema) {
	whole, report := all["Audit"], all["Report"]
	delete(all, "Report")
	head := []string{"audit_id", "batch_id", "url", "status", "cached", "lang", "created_at"}
	shape := func(description string, statuses []audit.Status, without, required []string) *huma.Schema {
		s := &huma.Schema{Type: huma.TypeObject, Description: description, Properties: maps.Clone(whole.Properties), Required: slices.Concat(head, required)}
		for _, name := range without {
			delete(s.Properties, name)
		}
		status := *s.Properties["status"]
		status.Enum = nil
		for _, one := range statuses {
			status.Enum = append(status.Enum, string(one))
		}
		s.Properties["status"] = &status
		slices.Sort(s.Required)
		return s
	}
	reported := slices.Collect(maps.Keys(report.Properties))
	all["FinishedAudit"] = shape(
		"An audit with its result.", []audit.Status{audit.Done}, []string{"error"}, slices.Concat(report.Required, []string{"domain", "finished_at"}),
	)
	all["PendingAudit"] = shape(
		"An audit that has not ended.", []audit.Status{audit.Pending}, slices.Concat(reported, []string{"error", "finished_at"}), []string{"domain"},
	)
	all["EndedAudit"] = shape(
		"An audit that ended without a result; error says why.", []audit.Status{audit.Failed, audit.Invalid, audit.QuotaExceeded}, reported, []string{"finished_at", "error"},
	)
	all["Audit"] = &huma.Schema{
		Description: "One submitted address, in the state that it is in.",
		OneOf:       []*huma.Schema{ref("FinishedAudit"), ref("PendingAudit"), ref("EndedAudit")},
		Discriminator: &huma.Discriminator{PropertyName: "status", Mapping: map[string]string{
			string(audit.Done): schemaPrefix + "FinishedAudit", string(audit.Pending): schemaPrefix + "PendingAudit", string(audit.Failed): schemaPrefix + "EndedAudit",
			string(audit.Invalid): schemaPrefix + "EndedAudit", string(audit.QuotaExceeded): schemaPrefix + "EndedAudit",
		}},
	}
}

func submissionSchema() *huma.Schema {
	return &huma.Schema{
		Type: huma.TypeObject, Description: "What to audit: either url or urls.", AdditionalProperties: false,
		Properties: map[string]*huma.Schema{
			"url": {Type: huma.TypeString, Description: "A website to audit. Without a scheme it is https, or http where nothing answers there."},
			"urls": {
				Type: huma.TypeArray, Items: &huma.Schema{Type: huma.TypeString}, MinItems: number(1), MaxItems: number(audit.MaxURLs), Description: "Websites to audit, as one batch.",
			},
			"lang":    {Type: huma.TypeString, Enum: values(audit.Langs()), Default: string(audit.English), Description: "Language of the summary, the checks and the report."},
			"refresh": {Type: huma.TypeBoolean, Default: false, Description: "Asks for fresh audits past the cache; they are metered. An audit of the same site that is in flight is fresh."},
		},
		OneOf: []*huma.Schema{{Required: []string{"url"}}, {Required: []string{"urls"}}},
	}
}

// businessTypes lists the types of businesses.
func businessTypes() string {
	var names []string
	for _, t := range industry.Types() {
		names = append(names, string(t))
	}
	return strings.Join(names, ", ")
}

// values lists constants of a type for an enumeration.
func values[T ~string](list []T) []any {
	var out []any
	for _, v := range list {
		out = append(out, string(v))
	}
	return out
}

// detail describes every property, and bounds those that have bounds. It errs where one has no words: a field that is new.
func detail(all map[string]*huma.Schema) error {
	described, bounded, listed := descriptions(), percentages(), enumerations()
	for name, s := range all {
		s.Description = described[name]
		for property, p := range s.Properties {
			key := name + "." + property
			if _, own := described[key]; !own && inherits(name) {
				key = "Pass." + property
			}
			if _, own := described[key]; !own && name == "Report" {
				continue // it becomes part of Audit
			}
			if p.Ref != "" { // a reference says what it is there
				continue
			}
			p.Description = described[key]
			target := p
			if p.Type == huma.TypeArray {
				target = p.Items
			}
			if enum, ok := listed[key]; ok {
				target.Enum = enum
			}
			if p.Type == huma.TypeInteger && key != "ObservatoryTest.modifier" { // the one number that may be negative
				p.Minimum = number(0.0)
			}
			if slices.Contains(bounded, key) {
				p.Minimum, p.Maximum = number(0.0), number(100.0)
			}
			if p.Description == "" {
				return fmt.Errorf("no words for %s.%s", name, property)
			}
		}
	}
	return nil
}

// inherits says that a schema is one of the four citation passes.
func inherits(schema string) bool {
	return slices.Contains([]string{"Recall", "Grounded", "AIMode", "Live"}, schema)
}

// percentages are the numbers from 0 to 100.
func percentages() []string {
	return []string{"Audit.overall_ai_readiness", "Score.value", "Score.rubric", "LabSpeed.score", "LabSpeed.spread"}
}

func enumerations() map[string][]any {
	statuses := []any{"done", "pending", "failed", "invalid", "quota_exceeded"}
	return map[string][]any{
		"Audit.status": statuses, "Entry.status": statuses,
		"Audit.lang": values(audit.Langs()), "BatchHead.lang": values(audit.Langs()),
		"Score.tier":   {"measured", "ai_estimate", "estimated"},
		"Check.metric": values(audit.Metrics()),
		"Step.effort":  {string(audit.Small), string(audit.Medium), string(audit.Large)},
		"Share.metric": values(audit.Metrics()),
		"Check.status": {"pass", "warn", "fail", "not_assessed"},
		"Account.plan": values(audit.Plans()),
		"Quota.window": {audit.QuotaWindowName},
		"Recall.basis": {"model-recall"},
		"Live.basis":   {"web-retrieval"},
		"Diagnosis.finding": values([]citation.Finding{
			citation.NotRetrieved, citation.RetrievedNotNamed, citation.NamedNotCited, citation.NamedAndCited, citation.NamedOnly, citation.NotNamed,
		}),
		"AIMode.basis":    {"search-ai-mode"},
		"Grounded.basis":  {"grounded-answer"},
		"Problem.success": {false},
	}
}

// descriptions are the words for every schema and property.
func descriptions() map[string]string {
	var invalid, failed, calls []string
	table := refusals()
	for _, c := range audit.Codes() {
		switch _, call := table[c]; {
		case call:
			calls = append(calls, string(c))
		case c.Invalid():
			invalid = append(invalid, string(c))
		case c != audit.CodeQuotaExceeded:
			failed = append(failed, string(c))
		}
	}
	failed = append(failed, string(audit.CodeInternal))
	return map[string]string{
		"Audit.audit_id":             "Identifier of the audit.",
		"Audit.batch_id":             "Identifier of the batch that the audit was submitted in.",
		"Audit.url":                  "The submitted address; a password in it is left out.",
		"Audit.domain":               "The audited domain: the host in lower case, in ASCII, without www., with the port only where it isn't the scheme's own. Missing where the address has none.",
		"Audit.status":               "The state of the audit. All but pending are final.",
		"Audit.cached":               "True where the result came from a stored audit, or from one of the same site that was in flight; such an audit isn't metered.",
		"Audit.lang":                 "Language of the summary, the checks and the report.",
		"Audit.created_at":           "When the audit was accepted, UTC.",
		"Audit.finished_at":          "When the audit ended, UTC.",
		"Audit.error":                "Why the audit ended without a result.",
		"Audit.overall_ai_readiness": "Overall AI readiness, 0 to 100; equals scores.ai_readiness.value. Its tier is ai_estimate.",
		"Audit.scores":               "The ten scores by metric.",
		"Audit.business":             "What the site says of whom it belongs to.",
		"Audit.summary":              "Written summary, in the language of lang.",
		"Audit.steps":                "What to do first, in order, at most five; missing where there is nothing to mend, and in audits of older versions.",
		"Audit.ai_citation":          "Whether an AI assistant names the business, from what the model has absorbed; null where the pass didn't run or nothing was answered.",
		"Audit.grounded_citation":    "Whether a language model with a live web search names it; null where the pass didn't run or nothing was answered.",
		"Audit.search_ai_mode":       "Whether a search engine's AI mode names it, asked from its city; null where the pass isn't configured.",
		"Audit.live_citation":        "Whether its own page is among the results that an assistant reads before answering; null where the search didn't run or returned nothing.",
		"Audit.questions":            "The customer questions that were asked, the same for every pass, in order; missing where no pass ran.",
		"Audit.citation_diagnosis":   "For each question where the way from the site to the answer breaks off, and what to do; missing where no pass ran.",
		"Audit.final_url":            "Where the submitted address led to.",
		"Audit.audited_at":           "When the site was read, UTC; of a cached audit, the original's.",
		"Audit.rules_version":        "Version of checks and weights; scores of equal versions can be compared.",
		"Audit.truncated":            "True where a bound cut something off; notes say what.",
		"Audit.notes":                "What to know about this result, one sentence each.",
		"Audit.pages":                "The pages that were read, the submitted one first.",
		"Audit.timings":              "Measured times of the submitted page.",
		"Audit.cost":                 "What the language models and search services that the audit asked have used.",
		"Audit.checks":               "Every check with its verdict; only where asked for.",

		"Failure":         "Why an audit ended without a result.",
		"Failure.code":    "Stable code. Of invalid audits: " + strings.Join(invalid, ", ") + ". Of failed ones: " + strings.Join(failed, ", ") + ". Of the others: quota_exceeded.",
		"Failure.message": "What happened and what to do, for people.",

		"Score":              "One metric's number, and where it comes from.",
		"Score.value":        "The score, 0 to 100.",
		"Score.tier":         "Confidence tier: measured is read from the live page or a real external tool, ai_estimate is the service's own judgement, estimated rests on proxy signals.",
		"Score.source":       "How the score was obtained, by which tool or rubric, in which version.",
		"Score.assessed":     "How many weighted checks the number rests on.",
		"Score.not_assessed": "How many weighted checks could not be assessed; they don't count.",
		"Score.rubric":       "The built-in rubric's number, where a language model had a part in the score.",

		"Business":             "What the site says of whom it belongs to. A field that the site doesn't say is missing.",
		"Business.industry":    "Name of the industry, in the report's language; unclear (indéterminé in French) where the site doesn't tell it. notes says why.",
		"Business.type":        "Type of business: " + businessTypes() + ". notes says why it is unclear.",
		"Business.name":        "Name of the business.",
		"Business.description": "What the business says it does.",
		"Business.city":        "City.",
		"Business.region":      "Region.",
		"Business.country":     "Country, ISO 3166-1 alpha-2.",
		"Business.language":    "Language of the site, BCP 47.",
		"Business.phone":       "Phone number, E.164 where it could be read as such.",
		"Business.address":     "Postal address.",
		"Business.same_as":     "Profiles elsewhere.",
		"Business.offer":       "What is sold or done, in the site's words; found by a language model only.",
		"Business.audience":    "For whom, in the site's words; found by a language model only.",

		"PageRead":        "One page that was read.",
		"PageRead.url":    "Address of the page.",
		"PageRead.status": "HTTP status of its final answer.",
		"PageRead.kind":   "Kind of page: home, about, contact, service, product, category, pricing, faq, article, listing, documentation, legal, other.",
		"PageRead.title":  "Title of the page.",
		"PageRead.words":  "Words of the main content.",

		"Cost":               "What the language models and search services that the audit asked have used; absent where none was asked.",
		"Cost.calls":         "Calls, failed ones among them.",
		"Cost.input_tokens":  "Tokens sent.",
		"Cost.output_tokens": "Tokens answered, hidden reasoning among them.",
		"Cost.searches":      "Web searches.",
		"Cost.usd":           "Money in US dollars, as far as services say or prices are configured.",

		"Timings":               "Measured times of the submitted page, in milliseconds.",
		"Timings.dns_ms":        "Name lookup, in milliseconds.",
		"Timings.connect_ms":    "TCP connection, in milliseconds.",
		"Timings.tls_ms":        "TLS handshake, in milliseconds.",
		"Timings.first_byte_ms": "From sending the request to the first byte of the answer, in milliseconds.",
		"Timings.body_ms":       "Reading the body, in milliseconds.",
		"Timings.total_ms":      "The whole audit, in milliseconds.",

		"References":                    "Verdicts of the field's own references on the same site, computed by auditctl or given by a tool that it asked; one that couldn't be had is absent.",
		"References.http_observatory":   "MDN HTTP Observatory.",
		"Observatory":                   "The result of MDN HTTP Observatory on the submitted page's answer.",
		"Observatory.algorithm_version": "Version of the Observatory's algorithm.",
		"Observatory.score":             "Score, 0 and up; more than 100 where a score of 90 or more earned bonus points.",
		"Observatory.grade":             "Grade, A+ to F.",
		"Observatory.tests":             "The tests, in the Observatory's order.",
		"Observatory.unknown":           "What the Observatory looks at and auditctl couldn't: hsts_preload_list, http_form, https_form, cors_preflight.",
		"ObservatoryTest":               "The verdict of one test.",
		"ObservatoryTest.name":          "Name of the test.",
		"ObservatoryTest.result":        "The Observatory's identifier of what was found.",
		"ObservatoryTest.pass":          "Whether the test passed.",
		"ObservatoryTest.modifier":      "Points added to the score, or taken from it.",

		"References.lighthouse_seo": "Verdicts of Lighthouse's SEO category on the submitted page, computed without a browser; absent for a page without content before its JavaScript runs.",
		"LighthouseSEO":             "Verdicts of Lighthouse's SEO category.",
		"LighthouseSEO.version":     "Version of Lighthouse whose rules these are.",
		"LighthouseSEO.score":       "Score by Lighthouse's weights, 0 to 100.",
		"LighthouseSEO.audits":      "Each audit, in the order of their weight.",
		"LighthouseAudit":           "Verdict of one audit of Lighthouse.",
		"LighthouseAudit.id":        "Lighthouse's identifier of the audit: document-title, meta-description, …",
		"LighthouseAudit.verdict":   "pass, fail or not_applicable.",

		"References.tls":                "Rating of the site's TLS by the SSL Labs SSL Server Rating Guide, with the caps of testssl.sh; absent for a site on http.",
		"References.hsts_preload":       "Whether hstspreload.org would take the site's host; absent for a site on http.",
		"TLSVerdict":                    "Rating of the site's TLS. Revocation, SSLv2 and faults of the server's software aren't tried.",
		"TLSVerdict.grade":              "A+, A, A- to F; M: the certificate is for another name; T: it isn't trusted.",
		"TLSVerdict.score":              "Score before caps; 0 for F, M and T.",
		"TLSVerdict.protocol_score":     "Of the protocol versions taken; three tenths of the score.",
		"TLSVerdict.key_exchange_score": "Of the shortest key; three tenths of the score.",
		"TLSVerdict.cipher_score":       "Of the cipher suites seen; four tenths of the score.",
		"TLSVerdict.caps":               "Reasons why the grade can't be better.",
		"TLSVerdict.warnings":           "What makes A- of an A: no_tls13, no_secure_renegotiation, hsts_misconfigured, hsts_disabled, hsts_too_short.",
		"TLSVerdict.unknown":            "Handshakes that got no answer or weren't made; caps that rest on them didn't count.",
		"TLSCap":                        "A reason why the grade can't be better.",
		"TLSCap.grade":                  "The best grade that is left.",
		"TLSCap.reason":                 "Identifier of the rule: expired, tls10, rc4 and others.",
		"TLSCap.seen":                   "What the rule was met by: a version, a suite, a key.",
		"TLSCap.source":                 "Where the rule stands.",
		"HSTSPreload":                   "Whether hstspreload.org would take the site's host on to the list that browsers carry.",
		"HSTSPreload.eligible":          "Whether nothing speaks against it and nothing is unknown.",
		"HSTSPreload.errors":            "What speaks against it, by the list's identifiers.",
		"HSTSPreload.unknown":           "What the list asks and auditctl couldn't: redirects.http, domain.www.",

		"References.rich_results": "What Google's guides to rich results say of the structured data of every page read, the submitted one's first; at most 100.",
		"RichResult":              "What Google's guide to a feature of its results says of one item of structured data.",
		"RichResult.url":          "Address of the page.",
		"RichResult.feature":      "The feature: product-snippet, merchant-listing, local-business, …",
		"RichResult.guide":        "Address of the guide.",
		"RichResult.types":        "Types of the item; schema.org names without the prefix.",
		"RichResult.path":         "Where the item stands, from the one that stands by itself: ProfilePage.mainEntity.",
		"RichResult.item":         "Number of the item on its page, from 1.",
		"RichResult.format":       "jsonld, microdata or rdfa.",
		"RichResult.block":        "Number of the script, from 1; 0 outside JSON-LD.",
		"RichResult.retired":      "Month in which Google gave the feature up; nothing is asked of the item then.",
		"RichResult.errors":       "What keeps the item from the feature; at most 50.",
		"RichResult.warnings":     "What the guide recommends; at most 50.",
		"RichIssue":               "A property that isn't as the guide wants it.",
		"RichIssue.path":          "The property, below the item; alternatives are divided by a bar.",
		"RichIssue.problem":       "missing, too_few, not_an_item, wrong_type, not_absolute, out_of_range, unknown_value, invalid_date, invalid_duration, invalid_currency, invalid_number or invalid_place.",
		"RichIssue.value":         "The value, as written.",

		"References.crawlers":             "What robots.txt says to each crawler about the submitted page, beside how the site received the crawler's name.",
		"CrawlerMatrix":                   "Policy beside reality, crawler by crawler.",
		"CrawlerMatrix.note":              "What a request under a borrowed name can't show, in the report's language.",
		"CrawlerMatrix.crawlers":          "Those of the classes search, both and user, and others that robots.txt shuts out or whose name was tried.",
		"CrawlerAccess":                   "Policy and reality for one crawler.",
		"CrawlerAccess.token":             "User agent token, as robots.txt names it.",
		"CrawlerAccess.operator":          "Who runs it.",
		"CrawlerAccess.class":             "search, user, train, both, token, archive, agent, data, ads, preview or legacy.",
		"CrawlerAccess.honours_robots":    "Whether it obeys robots.txt, as documented: yes, no, partly or unclear.",
		"CrawlerAccess.robots":            "The verdict of robots.txt; absent where that couldn't be read.",
		"CrawlerAccess.probe":             "The answer under its name; absent where the name wasn't tried.",
		"CrawlerAccess.lost_when_blocked": "What is lost when it is blocked, as a sentence in English.",
		"CrawlerRule":                     "The verdict of robots.txt.",
		"CrawlerRule.allowed":             "Whether the crawler may fetch the page.",
		"CrawlerRule.line":                "Number of the deciding line, from 1; absent where no rule decides.",
		"CrawlerRule.rule":                "The deciding line, or why no rule decides.",
		"CrawlerRule.group":               "The user agent token of the group that holds.",
		"CrawlerProbe":                    "How the page was answered under the crawler's name, from the auditor's address: an indication, no proof.",
		"CrawlerProbe.status":             "HTTP status; 0 where nothing came.",
		"CrawlerProbe.wall":               "Name of the bot wall.",
		"CrawlerProbe.code":               "Why nothing came.",
		"CrawlerProbe.received":           "Against the answer to the auditor's own name: same, thinned, emptied, limited or turned_away; absent where nothing can be compared.",
		"CrawlerProbe.text_share":         "Words by those that the auditor was given.",

		"Report.rendered":             "The submitted page as a browser had it after JavaScript, beside the HTML as sent; absent where no browser opened it.",
		"Rendered":                    "The submitted page as a browser had it after JavaScript, beside the HTML as sent.",
		"Rendered.final_url":          "Address after redirects, those by scripts too.",
		"Rendered.text_share":         "Of the words that a browser shows, the share that stands in the HTML as sent.",
		"Rendered.sent":               "The page without JavaScript.",
		"Rendered.after":              "The page with JavaScript.",
		"Rendered.differences":        "What JavaScript changes: title, canonical, robots, h1.",
		"Rendered.script_errors":      "Errors that scripts threw, or wrote to the console.",
		"Rendered.requests":           "Requests of the page; at most 200 were answered.",
		"Rendered.bytes":              "Bytes of all connections, both ways.",
		"Rendered.cut":                "A bound was reached: the rest of what the page wanted was not loaded.",
		"Rendered.layout_shift":       "Cumulative layout shift while the page loaded, on a desktop screen.",
		"Rendered.usability":          "Measured on a telephone's screen of 390 by 844; absent where the page couldn't be measured.",
		"RenderState":                 "A page without JavaScript, or with it.",
		"RenderState.title":           "Title.",
		"RenderState.canonical":       "Canonical address; empty where none is named.",
		"RenderState.noindex":         "Google or Bing is told not to index the page.",
		"RenderState.h1":              "Texts of the h1 elements; at most 10.",
		"RenderState.links":           "Number of anchors.",
		"RenderState.structured_data": "Types of the items that stand by themselves, without duplicates; at most 50.",
		"RenderState.visible_words":   "Words of all visible text.",
		"RenderState.words":           "Words of the main content.",
		"Usability":                   "What a browser measured in a page; what it couldn't decide isn't counted.",
		"Usability.characters":        "Characters of text that is shown.",
		"Usability.small_characters":  "Of these, below 12 CSS px.",
		"Usability.texts":             "Pieces of text whose colours are known.",
		"Usability.low_contrast":      "Of these, below WCAG's 4.5:1, or 3:1 where they are large.",
		"Usability.targets":           "Links, buttons and fields.",
		"Usability.small_targets":     "Of these, below 24 by 24 CSS px and with another one too near.",
		"Usability.overlay":           "Share of the screen that the largest fixed part or dialog covers.",

		"References.page_speed":   "What a page-speed tool measured.",
		"PageSpeed":               "What a page-speed tool measured of the submitted page.",
		"PageSpeed.tool":          "PageSpeed Insights or Lighthouse.",
		"PageSpeed.version":       "Version of Lighthouse, which both run.",
		"PageSpeed.url":           "The page that was measured, after redirects.",
		"PageSpeed.at":            "When the tool began.",
		"PageSpeed.mobile":        "As on a telephone; its score is that of the metric performance.",
		"PageSpeed.desktop":       "As on a desktop computer.",
		"PageSpeed.field":         "What visitors had; absent where there are too few, or the tool doesn't know.",
		"LabSpeed":                "What a tool measured on one kind of device: of several runs, the one with the median score.",
		"LabSpeed.score":          "Lighthouse's performance score.",
		"LabSpeed.runs":           "Runs that gave a score.",
		"LabSpeed.scores":         "Scores of all runs, in ascending order.",
		"LabSpeed.spread":         "Points between the worst run and the best.",
		"LabSpeed.lcp_ms":         "Largest contentful paint, in milliseconds.",
		"LabSpeed.cls":            "Cumulative layout shift, without unit.",
		"LabSpeed.tbt_ms":         "Total blocking time, in milliseconds.",
		"LabSpeed.fcp_ms":         "First contentful paint, in milliseconds.",
		"LabSpeed.si_ms":          "Speed index, in milliseconds.",
		"LabSpeed.inp_ms":         "Interaction to next paint, in milliseconds.",
		"LabSpeed.failures":       "Audits that the page doesn't pass, the greatest saving first; at most 10.",
		"SlowAudit":               "An audit of Lighthouse that the page doesn't pass.",
		"SlowAudit.id":            "Identifier of the audit.",
		"SlowAudit.title":         "Its title, in the report's language.",
		"SlowAudit.savings_ms":    "Milliseconds that mending could save, as Lighthouse estimates.",
		"SlowAudit.savings_bytes": "Bytes that mending could save.",
		"FieldSpeed":              "The Chrome UX Report's 75th percentiles over 28 days; a metric with too little traffic is absent.",
		"FieldSpeed.origin":       "Whether it is of the whole site, since the page alone has too few visitors.",
		"FieldSpeed.category":     "fast, average or slow, as the tool says.",
		"FieldSpeed.lcp_ms":       "Largest contentful paint, in milliseconds.",
		"FieldSpeed.inp_ms":       "Interaction to next paint, in milliseconds.",
		"FieldSpeed.cls":          "Cumulative layout shift, without unit.",
		"FieldSpeed.fcp_ms":       "First contentful paint, in milliseconds.",
		"FieldSpeed.ttfb_ms":      "Time to first byte, in milliseconds.",

		"Step":                 "One thing to mend: failing or warning checks that have one cause, what to do, what it takes and what it would bring.",
		"Step.check_ids":       "Identifiers of the checks: the one that title and action are of, then the others that it mends.",
		"Step.title":           "What is checked.",
		"Step.action":          "What to do.",
		"Step.effort":          "How much has to be touched: small is one file or setting, medium the markup or the words of several pages, large new content or the way that the site is built.",
		"Step.obstacle":        "True where it keeps crawlers or search engines from the page, and so comes before everything else.",
		"Step.gains":           "Points that scores would gain by it, by metric, to the tenth, found by scoring again; scores that would gain nothing are left out.",
		"Check":                "One check's verdict on the site.",
		"Check.id":             "Identifier of the check.",
		"Check.metric":         "The metric that the check counts to.",
		"Check.status":         "The verdict.",
		"Check.reason":         "Why it wasn't assessed: blocked, needs_render, needs_key, too_few_pages, not_applicable, unread.",
		"Check.weight":         "Weight in the metric; 0 is reported and never scored.",
		"Check.also":           "Further metrics that the check counts to.",
		"Check.evidence_level": "How well founded the check is: A standard or vendor documentation, B replicated study, C one study, D folklore.",
		"Check.title":          "What is checked.",
		"Check.detail":         "What was found.",
		"Check.remedy":         "What to do; where the status is warn or fail.",
		"Check.evidence":       "What the verdict rests on.",
		"Check.reference":      "Where the criterion comes from.",
		"Share":                "Weight of a check in a further metric.",
		"Share.metric":         "The metric.",
		"Share.weight":         "The weight.",
		"Evidence":             "What a verdict rests on.",
		"Evidence.url":         "Where it was observed.",
		"Evidence.where":       "Element, header, line or robots group.",
		"Evidence.excerpt":     "What was observed, at most 300 characters.",

		"Recall":                             "The model-recall pass: a language model without live browsing.",
		"Grounded":                           "The grounded-answer pass: a language model that searched the web first.",
		"AIMode":                             "The search-engine AI-mode pass, asked from the business's city.",
		"Live":                               "The web-retrieval pass. Listed businesses may be cited; those not listed can't be.",
		"Pass.basis":                         "What kind of asking the pass rests on.",
		"Pass.engine":                        "The engine that was asked.",
		"Pass.named_in":                      "Questions, out of questions_answered, that the business was named in.",
		"Pass.questions_answered":            "Questions answered.",
		"Pass.questions_unanswered":          "Questions not answered.",
		"Pass.best_rank":                     "Best rank that the business was named at, 1 is first; null where never named.",
		"Pass.questions":                     "What was asked, and what came back.",
		"Pass.rivals":                        "Who was named instead, the most named first; hosts in live_citation.",
		"Pass.samples":                       "How sure named_in is: it counts answers, of which a question that is asked several times gives several.",
		"Samples":                            "How sure a count of questions is, in answers.",
		"Samples.repeats":                    "How often each question was asked.",
		"Samples.answers":                    "Answers to all questions; those that stayed out aren't among them.",
		"Samples.named":                      "Answers that named the business.",
		"Samples.interval_low":               "Lower end of the 95 % Wilson score interval of the share of answers that name the business, 0 to 1.",
		"Samples.interval_high":              "Upper end of the interval, 0 to 1.",
		"Samples.questions":                  "How often each question's answers named the business, in the order of the questions.",
		"QuestionShare":                      "How often a question's answers named the business.",
		"QuestionShare.question":             "The question.",
		"QuestionShare.answers":              "Answers to it.",
		"QuestionShare.named":                "Answers to it that named the business.",
		"Diagnosis":                          "What became of one question, as far as the passes that ran can tell.",
		"Diagnosis.question":                 "The question.",
		"Diagnosis.finding":                  "Where the way from the site to the answer breaks off.",
		"Diagnosis.advice":                   "What to do, in the language of lang.",
		"Pass.named_unverified":              "Names that appear in no source that the answer cited.",
		"Pass.picks":                         "Businesses the engine named.",
		"Pass.picks_all_maps":                "Every business on the engine's maps cards, named in the answer's text or not.",
		"Pass.directories":                   "Other pages that the engine cited.",
		"Pass.your_listing":                  "The business's own listing on the engine.",
		"Pass.questions_unreadable":          "Answers whose business cards came back without names; counted in neither named_in nor questions_answered.",
		"Question":                           "One customer question, and what came back.",
		"Question.question":                  "The question, in the market's language.",
		"Question.answered":                  "True where an answer came.",
		"Question.named":                     "True where the business was named.",
		"Question.rank":                      "Rank that the business was named at, 1 is first; null where it wasn't.",
		"Question.named_instead":             "Who was named instead; hosts in live_citation.",
		"Question.sources":                   "What the answer cited.",
		"Question.answer":                    "The answer, at most 4,000 characters.",
		"Question.mentioned_not_recommended": "True where the business was mentioned, and not recommended.",
		"Question.disagreement":              "What the second reader, a language model, read otherwise; missing where the readers agree or only one read.",
		"Disagreement":                       "The reading of the second reader, a language model, where it differs from the one that counts; missing where it doesn't or only one read.",
		"Disagreement.named":                 "True where it read that the business was named.",
		"Disagreement.rank":                  "Rank that it read, 1 is first; null where it read none.",
		"Disagreement.named_instead":         "Who it read was named instead.",
		"Question.error":                     "Why the question stayed unanswered.",
		"Source":                             "A page that an answer cited.",
		"Source.url":                         "Address of the page.",
		"Source.title":                       "Title of the page.",
		"Rival":                              "Somebody named instead of the business.",
		"Rival.name":                         "The name; a host in live_citation.",
		"Rival.named_in":                     "Questions that they were named in.",
		"Rival.best_rank":                    "Best rank that they were named at, 1 is first.",
		"Pick":                               "A business on the engine's cards, with what the engine quoted of it.",
		"Pick.name":                          "Name.",
		"Pick.rating":                        "Rating, 0 to 5; null where the engine quoted none.",
		"Pick.reviews":                       "Count of reviews; null where the engine quoted none.",
		"Pick.address":                       "Address.",
		"Pick.place_id":                      "The engine's identifier of the place.",
		"Pick.question":                      "The question that it was an answer to.",
		"Directory":                          "Another page that the engine cited.",
		"Directory.url":                      "Address of the page.",
		"Directory.title":                    "Title of the page.",
		"Directory.host":                     "Host of the page.",
		"Directory.questions":                "The questions that it was cited for.",
		"Listing":                            "The business's own listing on the engine.",
		"Listing.found":                      "False where there is none; nothing else is there then.",
		"Listing.name":                       "Name.",
		"Listing.rating":                     "Rating, 0 to 5.",
		"Listing.reviews":                    "Count of reviews.",
		"Listing.address":                    "Address.",
		"Listing.phone":                      "Phone number.",
		"Listing.place_id":                   "The engine's identifier of the place.",

		"Receipt":          "What was accepted.",
		"Receipt.success":  "True.",
		"Receipt.batch_id": "Identifier of the batch.",
		"Receipt.count":    "Number of entries.",
		"Receipt.metered":  "Number of audits counted against the allowance.",
		"Receipt.audits":   "One entry per address, in the order of the submission.",
		"Entry":            "One submitted address.",
		"Entry.url":        "The submitted address; a password in it is left out.",
		"Entry.audit_id":   "Identifier of its audit.",
		"Entry.status":     "State of its audit.",
		"Entry.cached":     "True where a stored audit answered.",
		"Quota":            "The allowance of the account.",
		"Quota.limit":      "Allowance for the window, in audits; 2147483647 where there is no limit.",
		"Quota.remaining":  "What is left of it, in audits.",
		"Quota.window":     "The window: a unit leaves it 30 times 24 hours after it was metered.",
		"Account":          "The account behind a key.",
		"Account.plan":     "The plan.",

		"Batch":                 "The audits of one submission.",
		"Batch.success":         "True.",
		"Batch.batch_id":        "Identifier of the batch.",
		"Batch.total":           "Number of audits.",
		"Batch.completed":       "Audits that are done.",
		"Batch.pending":         "Audits that are pending; the batch is complete when it is 0.",
		"Batch.failed":          "Audits that are failed, invalid or quota_exceeded.",
		"Batch.audits":          "The audits, in the order of the submission.",
		"AuditPage":             "A part of a list of audits.",
		"AuditPage.success":     "True.",
		"AuditPage.audits":      "Audits without their checks, newest first.",
		"AuditPage.next_cursor": "The cursor of the next page; missing on the last.",
		"BatchPage":             "A part of a list of batches.",
		"BatchPage.success":     "True.",
		"BatchPage.batches":     "Batches without their audits, newest first.",
		"BatchPage.next_cursor": "The cursor of the next page; missing on the last.",
		"BatchHead":             "A batch without its audits.",
		"BatchHead.batch_id":    "Identifier of the batch.",
		"BatchHead.created_at":  "When it was accepted, UTC.",
		"BatchHead.lang":        "Language of its audits.",
		"BatchHead.total":       "Number of audits.",
		"BatchHead.completed":   "Audits that are done.",
		"BatchHead.pending":     "Audits that are pending.",
		"BatchHead.failed":      "Audits that are failed, invalid or quota_exceeded.",
		"BatchHead.first_url":   "The first address of the batch.",

		"Problem":            "A refusal, as RFC 9457 has it.",
		"Problem.type":       "Kind of problem: /problems/ and the code. It identifies, and leads nowhere.",
		"Problem.title":      "The kind of problem in words.",
		"Problem.status":     "HTTP status of the answer.",
		"Problem.detail":     "What happened and what to do, for people.",
		"Problem.success":    "False.",
		"Problem.code":       "Stable code, for programs: " + strings.Join(calls, ", ") + ". Codes may be added: treat an unknown one as its status says.",
		"Problem.errors":     "What is wrong with which part of the request.",
		"Problem.request_id": "Names the request in the server's log.",
		"FieldError":         "A fault of one part of a request.",
		"FieldError.pointer": "The part: a JSON pointer (RFC 6901) into the body, or the name of a parameter or header.",
		"FieldError.code":    "Stable code: required, unknown_field, duplicate_field, conflict, wrong_type, too_few, too_many, not_allowed.",
		"FieldError.detail":  "What is expected, for people.",
	}
}

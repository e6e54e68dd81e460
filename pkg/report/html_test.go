package report

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/auditctl/auditctl/internal/golden"
	"github.com/auditctl/auditctl/pkg/audit"
)

func madePending() audit.Audit {
	return audit.Audit{AuditID: "aud_3", BatchID: "bat_1", URL: "https://slow.example/", Domain: "slow.example", Status: audit.Pending, CreatedAt: day}
}

// madeOther is another finished audit, better than made.
func madeOther(domain string, better int) audit.Audit {
	a := made()
	a.AuditID, a.URL, a.Domain, a.FinalURL = "aud_"+domain, "https://"+domain+"/", domain, "https://"+domain+"/"
	for m, s := range a.Scores {
		s.Value = min(100, s.Value+better)
		a.Scores[m] = s
	}
	a.OverallAIReadiness = a.Scores[audit.AIReadiness].Value
	a.Checks = a.Checks[:1+better%2]
	return a
}

func madeInvalid() audit.Audit {
	return audit.Audit{
		AuditID: "aud_4", BatchID: "bat_1", URL: "ftp://a", Status: audit.Invalid, CreatedAt: day, FinishedAt: &day,
		Error: &audit.Failure{Code: audit.CodeSchemeNotAllowed, Message: "only http and https are audited"},
	}
}

func TestHTMLReadsAsBefore(t *testing.T) {
	for file, d := range map[string]Document{
		"done.en.html": {Batch: batchOf(made()), Lang: audit.English}, "done.fr.html": {Batch: batchOf(made()), Lang: audit.French},
		"failed.en.html": {Batch: batchOf(madeFailed()), Lang: audit.English},
		"batch.fr.html":  {Batch: batchOf(made(), madeFailed(), madeOther("cafe.example", 15), madePending(), madeOther("inn.example", 40), madeInvalid()), Lang: audit.French},
	} {
		t.Run(file, func(t *testing.T) {
			out := write(t, "html", d)
			golden.Check(t, "made/"+file, strings.NewReplacer(htmlStyle, "", base64Plus(HTMLStyleHash(Brand{})), "HASH").Replace(out))
		})
	}
}

// base64Plus writes a hash as it stands in an attribute.
func base64Plus(hash string) string { return strings.ReplaceAll(hash, "+", "&#43;") }

// attacks are texts that would run, lead astray or break the layout if a report took them for more than text.
var attacks = []string{
	nasty,
	`"><script>alert(1)</script><img src=x onerror=alert(1)>`, `' onmouseover='alert(1)`, "javascript:alert(1)", " javascript:alert(1)", "JaVa\tScript:alert(1)",
	"data:text/html,<script>alert(1)</script>", "//evil.example/", "https:evil.example", "vbscript:x", "https://ok.example/\" onclick=\"alert(1)", "https://ok.example/?a=<b>&c='d'",
	"https://ok.example/\u202etxt.exe", "</style><script>alert(1)</script>", "</title></td></tr></table></details></article><h1>owned</h1>", "<!--", "]]>", "{{.Audit}}",
	"\u202e\u2066\u061cowned\u2069\u200f", "\x00\x01\x1b[31m\x7f\u009b", "\xff\xfe", "<svg/onload=alert(1)>", "<plaintext>", "<base href=//evil.example>",
}

// become puts the text into every string of an audit, however deep, ids among them.
func become(v reflect.Value, text string) {
	switch v.Kind() {
	case reflect.String:
		switch v.Interface().(type) {
		case audit.Status, audit.Tier, audit.Metric, audit.Outcome, audit.Lang:
		default:
			v.SetString(text)
		}
	case reflect.Pointer:
		if !v.IsNil() {
			become(v.Elem(), text)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).CanSet() {
				become(v.Field(i), text)
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			become(v.Index(i), text)
		}
	case reflect.Map:
		for _, key := range v.MapKeys() {
			value := reflect.New(v.Type().Elem()).Elem()
			value.Set(v.MapIndex(key))
			become(value, text)
			v.SetMapIndex(key, value)
		}
	}
}

func TestHTMLTakesNothingButTextFromASite(t *testing.T) {
	several := func(text string) audit.Batch {
		list := []audit.Audit{madeCited(), madeFailed(), madePending(), madeInvalid()}
		for i := range list {
			become(reflect.ValueOf(&list[i]), text)
		}
		return batchOf(list...)
	}
	plain := skeleton(parsed(t, write(t, "html", Document{Batch: several("plain")})))
	for _, text := range attacks {
		out := write(t, "html", Document{Batch: several(text)})
		root := parsed(t, out)
		if got := skeleton(root); got != plain {
			t.Errorf("%q changes the page's structure:\n%s\nwant\n%s", text, got, plain)
		}
		if r, bad := obeyed(out); bad {
			t.Errorf("%q: %U is written", text, r)
		}
		assertSound(t, fmt.Sprintf("%q", text), root)
	}
}

func TestHTMLOfEveryKindIsSound(t *testing.T) {
	bare, unscored, clean, one := made(), made(), made(), madeCited()
	one.AICitation, one.SearchAIMode, one.Questions = nil, nil, nil
	bare.Checks, bare.Pages, bare.Notes, bare.Business = nil, nil, nil, audit.Business{}
	unscored.Scores = nil
	clean.Checks = clean.Checks[2:3]
	clean.Summary = ""
	unread := made()
	unread.Report = nil
	for name, b := range map[string]audit.Batch{
		"cited": batchOf(madeCited()), "cited twice": batchOf(madeCited(), one), "done": batchOf(made()), "bare": batchOf(bare), "without scores": batchOf(unscored), "nothing found": batchOf(clean), "done without its report": batchOf(unread),
		"failed": batchOf(madeFailed()), "pending": batchOf(madePending()), "invalid": batchOf(madeInvalid()), "empty": batchOf(), "several": batchOf(made(), madeFailed(), made()),
	} {
		for _, lang := range append(audit.Langs(), "", "xx") {
			assertSound(t, name, parsed(t, write(t, "html", Document{Batch: b, Lang: lang})))
		}
	}
}

func TestHTMLLinksToTheWebAlone(t *testing.T) {
	a := made()
	a.Checks[0].Evidence = append(a.Checks[0].Evidence, audit.Evidence{URL: "javascript:alert(1)"}, audit.Evidence{URL: "mailto:a@bakery.example"})
	a.Checks[0].Reference = "HTML standard https://html.spec.whatwg.org/"
	links := map[string]bool{}
	for n := range parsed(t, write(t, "html", Document{Batch: batchOf(a)})).Descendants() {
		if n.Data == "a" && !strings.HasPrefix(attribute(n, "href"), "#") {
			links[attribute(n, "href")] = true
		}
	}
	if !links["https://bakery.example/"] || !links["https://html.spec.whatwg.org/"] || len(links) != 2 {
		t.Errorf("links %v", links)
	}
}

func TestHTMLSaysWhatToDoFirst(t *testing.T) {
	told, silent := made(), made()
	told.Summary = "It sells bread.\n\nThe changes that would bring most:\n1. Write a title.\n2. Bake."
	silent.Summary = "It sells bread."
	for name, c := range map[string]struct {
		audit audit.Audit
		want  []string
	}{
		"as the summary has it": {told, []string{"Write a title.", "Bake."}}, "else by weight": {silent, []string{"Write one. (seo.title)", "Tighten it. (sec.csp)"}},
	} {
		var steps []string
		root := parsed(t, write(t, "html", Document{Batch: batchOf(c.audit)}))
		for n := range root.Descendants() {
			if n.Data == "li" && n.Parent.Data == "ol" {
				steps = append(steps, words(n))
			}
		}
		if !slices.Equal(steps, c.want) || strings.Contains(words(root), "bring most") {
			t.Errorf("%s: %q", name, steps)
		}
	}
}

func TestHTMLSaysWhyThereIsNoReport(t *testing.T) {
	for _, c := range []struct {
		audit audit.Audit
		lang  audit.Lang
		want  []string
	}{
		{madeFailed(), audit.English, []string{"Not audited (failed)", "the host name has no address in DNS", "dns_not_found", "aud_2"}},
		{madeInvalid(), audit.French, []string{"Non audité (invalide)", "only http and https", "scheme_not_allowed"}},
		{madePending(), audit.English, []string{"Not audited (pending)", "isn't finished yet"}},
	} {
		out := words(parsed(t, write(t, "html", Document{Batch: batchOf(c.audit), Lang: c.lang})))
		for _, want := range c.want {
			if !strings.Contains(out, want) {
				t.Errorf("%s: %q is missing in %s", c.audit.Status, want, out)
			}
		}
	}
}

func TestHTMLColoursCanBeRead(t *testing.T) {
	palettes := regexp.MustCompile(`(?s):root \{(.*?)\}`).FindAllString(htmlStyle, -1)
	if len(palettes) != 2 {
		t.Fatalf("%d palettes", len(palettes))
	}
	for _, p := range palettes {
		colour := map[string]float64{}
		for _, m := range regexp.MustCompile(`--(\w+): #(\w{6});`).FindAllStringSubmatch(p, -1) {
			colour[m[1]] = luminance(t, m[2])
		}
		for _, name := range []string{"ink", "quiet", "link", "good", "fair", "poor"} {
			for _, ground := range []string{"paper", "tint"} {
				light, dark := max(colour[name], colour[ground]), min(colour[name], colour[ground])
				if ratio := (light + .05) / (dark + .05); ratio < 4.5 {
					t.Errorf("%s on %s: contrast %.1f in%s", name, ground, ratio, p)
				}
			}
		}
	}
}

// luminance is the relative luminance of WCAG 2.
func luminance(t *testing.T, hex string) float64 {
	n, err := strconv.ParseUint(hex, 16, 32)
	if err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for i, weight := range []float64{.0722, .7152, .2126} {
		c := float64(n>>(8*i)&0xff) / 255
		if c <= .04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+.055)/1.055, 2.4)
		}
		sum += weight * c
	}
	return sum
}

func parsed(t *testing.T, out string) *html.Node {
	t.Helper()
	root, err := html.Parse(strings.NewReader(out))
	if err != nil {
		t.Fatal(err)
	}
	return root
}

// skeleton writes the tree of elements and their attributes, without text and without what stands around an address, which depends on the text.
func skeleton(root *html.Node) string {
	var b strings.Builder
	around := func(n *html.Node) bool { return n.Data == "a" || n.Data == "bdi" }
	for n := range root.Descendants() {
		if n.Type == html.TextNode || around(n) {
			continue
		}
		depth := 0
		for p := range n.Ancestors() {
			if !around(p) {
				depth++
			}
		}
		fmt.Fprintf(&b, "%d %d %s %v\n", depth, n.Type, n.Data, n.Attr)
	}
	return b.String()
}

func words(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode && d.Parent.Data != "style" {
			b.WriteString(d.Data)
		}
	}
	return b.String()
}

func attribute(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

var (
	inert   = strings.Fields("html head meta title style body header h1 h2 h3 h4 h5 main footer article section p a bdi code div span small strong abbr time table caption thead tbody tr th td ul ol li dl dt dd details summary svg rect path nav figure figcaption img defs pattern g circle polyline text")
	allowed = strings.Fields("lang charset http-equiv content name class id href rel role aria-label aria-hidden tabindex scope title datetime width height viewbox viewBox d x y cx cy r points fill transform patternTransform patternUnits pathLength stroke-dasharray text-anchor src alt open")
)

// assertSound looks at what every page keeps: no element or attribute that runs or loads something, one style under the policy, links that give nothing away,
// headings without gaps, tables that a screen reader can follow.
func assertSound(t *testing.T, name string, root *html.Node) {
	t.Helper()
	ids, targets := map[string]bool{}, []string{}
	heading, styles := 0, 0
	for n := range root.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		if !slices.Contains(inert, n.Data) {
			t.Errorf("%s: an element %s", name, n.Data)
		}
		for _, a := range n.Attr {
			if !slices.Contains(allowed, a.Key) {
				t.Errorf("%s: an attribute %s of %s", name, a.Key, n.Data)
			}
		}
		if id := attribute(n, "id"); id != "" {
			if ids[id] {
				t.Errorf("%s: two elements are %s", name, id)
			}
			ids[id] = true
		}
		switch n.Data {
		case "html":
			if lang := attribute(n, "lang"); lang != "en" && lang != "fr" {
				t.Errorf("%s: language %q", name, lang)
			}
		case "meta":
			if attribute(n, "http-equiv") != "" && attribute(n, "content") != "default-src 'none'; style-src '"+HTMLStyleHash(Brand{})+"'; img-src data:; base-uri 'none'; form-action 'none'" {
				t.Errorf("%s: policy %q", name, attribute(n, "content"))
			}
		case "style":
			styles++
			sum := sha256.Sum256([]byte(n.FirstChild.Data))
			if HTMLStyleHash(Brand{}) != "sha256-"+base64.StdEncoding.EncodeToString(sum[:]) || strings.Contains(n.FirstChild.Data, "url(") || strings.Contains(n.FirstChild.Data, "@import") {
				t.Errorf("%s: the style isn't the one of the hash, or loads something", name)
			}
		case "a":
			href := attribute(n, "href")
			if target, here := strings.CutPrefix(href, "#"); here {
				targets = append(targets, target)
			} else if !strings.HasPrefix(href, "https://") && !strings.HasPrefix(href, "http://") || attribute(n, "rel") != "noopener noreferrer nofollow" {
				t.Errorf("%s: a link to %q, rel %q", name, href, attribute(n, "rel"))
			}
		case "h1", "h2", "h3", "h4", "h5":
			level := int(n.Data[1] - '0')
			if level > heading+1 || level == 1 && heading > 0 || strings.TrimSpace(words(n)) == "" {
				t.Errorf("%s: %s after h%d: %q", name, n.Data, heading, words(n))
			}
			heading = level
		case "th":
			if attribute(n, "scope") == "" {
				t.Errorf("%s: a head without scope: %q", name, words(n))
			}
		case "table":
			columns := 0
			for row := range n.Descendants() {
				if row.Data != "tr" {
					continue
				}
				cells := 0
				for cell := range row.ChildNodes() {
					if cell.Data == "th" || cell.Data == "td" {
						cells++
					}
				}
				if columns == 0 {
					columns = cells
				} else if cells != columns {
					t.Errorf("%s: a row of %d cells under %d: %q", name, cells, columns, words(row))
				}
			}
		}
	}
	if styles != 1 {
		t.Errorf("%s: %d styles", name, styles)
	}
	for _, target := range targets {
		if !ids[target] {
			t.Errorf("%s: nothing is %q", name, target)
		}
	}
}

func TestHTMLIsBoundedAndSaysWhatItLeavesOut(t *testing.T) {
	huge, large := strings.Repeat("<b>words & words</b> ", 10<<20/21), strings.Repeat("<b>words & words</b> ", 1<<20/21)
	a := madeCited()
	a.Pages[0].Title, a.Summary, a.Notes, a.GroundedCitation.Questions[0].Answer, a.FinalURL = large, large, []string{large}, huge, "https://bakery.example/?"+large
	a.Checks[0].Detail, a.Checks[0].Evidence[0].Excerpt = large, large
	for range 5000 {
		a.Checks = append(a.Checks, a.Checks[1], a.Checks[3])
		a.Notes = append(a.Notes, "A note.")
		a.Pages = append(a.Pages, audit.PageRead{URL: "https://bakery.example/", Title: "Rolls"})
		a.Checks[1].Evidence = append(a.Checks[1].Evidence, audit.Evidence{URL: "https://bakery.example/", Excerpt: "a"})
	}
	for name, b := range map[string]audit.Batch{"one": batchOf(a), "several": batchOf(a, made())} {
		out := write(t, "html", Document{Batch: b})
		if len(out) > 3<<20 {
			t.Errorf("%s: %d bytes", name, len(out))
		}
		root := parsed(t, out)
		assertSound(t, name, root)
		text := words(root)
		for _, want := range []string{"… [cut here; 103", "… [cut here; 104", "… and 4702 more; -o json has them all", "… and 4801 more; -o json has them all", "… and 4980 more;"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: %q is missing", name, want)
			}
		}
	}
}

func TestTextsAreCutBetweenCharacters(t *testing.T) {
	said := labelCut.EN
	for _, text := range []string{"&#39;", "&amp;", "é", "東", "a"} {
		for before := range 12 {
			long := "<p>" + strings.Repeat("x", before) + strings.Repeat(text, longestText+9) + "</p><p>short</p>"
			out := cutTexts(long, said)
			kept, rest, ok := strings.Cut(strings.TrimPrefix(out, "<p>"), " … [cut here; ")
			if whole := strings.TrimLeft(kept, "x"); !ok || strings.ReplaceAll(whole, text, "") != "" {
				t.Errorf("%s after %d: %q", text, before, kept[max(0, len(kept)-20):])
			}
			left := longestText + 9 - strings.Count(kept, text)
			if !strings.HasPrefix(rest, strconv.Itoa(left)+" characters") || !strings.HasSuffix(out, "</p><p>short</p>") {
				t.Errorf("%s: %.80s, %d are left", text, rest, left)
			}
		}
	}
}

func TestMarksInHeapsAreTakenAway(t *testing.T) {
	for text, want := range map[string]string{
		"Z" + strings.Repeat("\u0351", 50): "Z\u0351\u0351\u0351\u0351", "e\u0301te\u0301": "e\u0301te\u0301", "\u202eabc": "\ufffdabc", "क्षि किताब": "क्षि किताब",
	} {
		if got := settled(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestHTMLShowsWhatTheReportSaysToDoFirst(t *testing.T) {
	is, _ := madeWhole()
	for lang, want := range map[audit.Lang][]string{
		audit.English: {"Write one.", "small effort: one file or setting", "AI readiness +1.5 · SEO +20.0", "large effort"},
		audit.French:  {"Write one.", "petit effort : un fichier ou un réglage", "Préparation à l'IA +1,5 · SEO +20,0", "grand effort"},
	} {
		out := words(parsed(t, write(t, "html", Document{Batch: batchOf(is), Lang: lang})))
		for _, text := range want {
			if !strings.Contains(out, text) {
				t.Errorf("%s: %q is missing in %s", lang, text, out)
			}
		}
	}
}

func TestHTMLShowsWhatCameBefore(t *testing.T) {
	is, was := madeWhole()
	d := Document{Batch: batchOf(is), Before: map[string]*audit.Audit{is.AuditID: &was}, History: map[string][]audit.Audit{is.AuditID: {was}}}
	out := write(t, "html", d)
	text := words(parsed(t, out))
	for _, want := range []string{"Compared with the audit of 1 April 2026 (aud_0).", "New (1)", "Page title seo.title", "Fixed (1)", "1 April 2026: 5", "1 June 2026: 10"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in %s", want, text)
		}
	}
	if !strings.Contains(out, `aria-label="AI readiness: 1 April 2026: 5, 1 June 2026: 10"`) {
		t.Error("the line over time has no words")
	}
	d.Before, d.History = nil, nil
	if strings.Contains(write(t, "html", d), "Since last time") {
		t.Error("nothing came before, and something changed")
	}
}

func TestHTMLShowsAScreenshotAndNothingElseAsOne(t *testing.T) {
	a := made()
	for name, c := range map[string]struct {
		picture []byte
		shown   bool
	}{"a JPEG": {picture(), true}, "SVG": {[]byte(square), false}, "nothing": {nil, false}, "half a JPEG": {picture()[:4], false}} {
		root := parsed(t, write(t, "html", Document{Batch: batchOf(a), Screenshots: map[string][]byte{a.AuditID: c.picture}}))
		shown := false
		for n := range root.Descendants() {
			shown = shown || n.Data == "img" && strings.HasPrefix(attribute(n, "src"), "data:image/jpeg;base64,") && strings.Contains(attribute(n, "alt"), "https://bakery.example/")
		}
		if shown != c.shown {
			t.Errorf("%s: shown %t", name, shown)
		}
		assertSound(t, name, root)
	}
}

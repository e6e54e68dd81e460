// Package fix writes what can be generated from an audit: files that answer the checks which complained, made of nothing but what the site itself says.
// It does no I/O.
//
// Nothing is handed out untried. Every proposal is put into a copy of the facts, in the form in which a crawler would read it, and all checks judge
// again: what answers no check is dropped, and so is what makes another check worse.
package fix

import (
	"slices"
	"strings"

	"github.com/auditctl/auditctl/internal/weburl"
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/check"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// Site is an audited site.
type Site struct {
	Facts  *page.Facts
	Report *audit.Report // says which checks complain; nil where the facts alone do
	// Served are the bodies of robots.txt and llms.txt as they came, by address. What isn't there can't be changed, only written anew.
	Served map[string][]byte
}

// File is one file to put into the site, or into its server's configuration.
type File struct {
	Path string `json:"path"` // divided by slashes; made here, never of a site's text
	// Checks pass with the file in place, together with the other files that name them.
	Checks []string `json:"checks"`
	// Helps are checks that get better with it and don't pass yet: something is missing that the site doesn't say.
	Helps   []string `json:"helps,omitempty"`
	Where   string   `json:"where"`          // where it goes
	Note    string   `json:"note,omitempty"` // what a person must decide
	Page    string   `json:"page,omitempty"` // the address of the page that it is for; empty for what is the whole site's
	Content []byte   `json:"-"`
}

// Left is a check that complains and that no file answers.
type Left struct {
	Check string `json:"check"`
	Title string `json:"title"`
	Why   string `json:"why"` // why nothing was generated, or what a person can do
}

// generator proposes files for the checks that complain.
type generator func(*work) []proposal

// generators are all of them, in the order of the files. What stands on the pages comes before the files that list them.
var generators = []generator{heads, telephones, organization, robots, sitemap, llms, securityTxt, headers, policy, compression}

// proposal is one or more files that say the same, as configurations of several servers do.
type proposal struct {
	files   []draft
	answers []string          // the checks that it may answer
	place   func(*page.Facts) // makes of a copy of the facts what they are with it in place
}

// draft is a file in both languages.
type draft struct {
	path, page  string
	content     []byte
	where, note audit.Text
}

// work is what generators work on.
type work struct {
	Site
	wanted map[string]check.Finding // the complaints, by check
	why    map[string]audit.Text    // why a check stays open, where a generator can say
}

// wants says whether one of the checks complains.
func (w *work) wants(ids ...string) bool {
	return slices.ContainsFunc(ids, func(id string) bool { _, ok := w.wanted[id]; return ok })
}

// among gives those of the checks that complain.
func (w *work) among(ids ...string) []string {
	return slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return !w.wants(id) })
}

// leave says why nothing is generated for a check.
func (w *work) leave(id, en, fr string) {
	if w.wants(id) {
		w.why[id] = audit.Text{EN: en, FR: fr}
	}
}

// rank orders verdicts; what isn't assessed is no complaint.
func rank(o audit.Outcome) int {
	switch o {
	case audit.Warn:
		return 1
	case audit.Fail:
		return 2
	}
	return 0
}

// verdicts are the outcomes of all checks, by id.
type verdicts map[string]audit.Outcome

func assess(f *page.Facts) verdicts {
	v := verdicts{}
	for _, a := range check.AssessAll(check.All(), f) {
		v[a.Check.ID] = a.Finding.Status
	}
	return v
}

// worse says whether a check is worse off in v than in before. Remarks on what wasn't there to be judged don't count: a description that lacks something
// is better than none.
func (v verdicts) worse(before verdicts) bool {
	for id, now := range v {
		if was := before[id]; rank(now) > rank(was) && (now == audit.Fail || was != audit.NotAssessed) {
			return true
		}
	}
	return false
}

// Files gives what can be generated for the checks that complain, and what is left to a person, both in the order in which reports have the checks.
func Files(s Site, lang audit.Lang) ([]File, []Left) {
	w := &work{Site: s, wanted: map[string]check.Finding{}, why: map[string]audit.Text{}}
	complains := map[string]bool{}
	if s.Report != nil {
		for _, c := range s.Report.Checks {
			complains[c.ID] = rank(c.Status) > 0
		}
	}
	assessed := check.AssessAll(check.All(), s.Facts)
	before := verdicts{}
	for _, a := range assessed {
		before[a.Check.ID] = a.Finding.Status
		if rank(a.Finding.Status) > 0 && (s.Report == nil || complains[a.Check.ID]) {
			w.wanted[a.Check.ID] = a.Finding
		}
	}
	var files []File
	for _, g := range generators {
		proposals := g(w)
		if len(proposals) == 0 {
			continue
		}
		kept, after := w.try(before, proposals)
		for _, p := range kept {
			files = append(files, p.render(before, after, lang)...)
		}
		w.Facts, before = w.with(kept), after // the next generator sees a site with these in place
		for id := range w.wanted {
			if rank(after[id]) == 0 {
				delete(w.wanted, id)
			}
		}
	}
	var left []Left
	for _, a := range assessed {
		if id := a.Check.ID; w.wants(id) {
			why, ok := w.why[id]
			if !ok {
				why = a.Check.Fix
			}
			left = append(left, Left{Check: id, Title: a.Check.Title.In(lang), Why: why.In(lang)})
		}
	}
	return files, left
}

// try puts proposals into a copy of the facts and gives those that help and do no harm, with the verdicts on all that do none.
func (w *work) try(before verdicts, proposals []proposal) ([]proposal, verdicts) {
	kept, after := w.harmless(before, nil, before, proposals)
	helps := func(id string) bool { return rank(after[id]) < rank(before[id]) }
	return slices.DeleteFunc(kept, func(p proposal) bool { return !slices.ContainsFunc(p.answers, helps) }), after
}

// harmless adds to the kept proposals those that make no check worse: all of them where that holds of them together, else the harmless ones of each half.
func (w *work) harmless(before verdicts, kept []proposal, now verdicts, proposals []proposal) ([]proposal, verdicts) {
	all := slices.Concat(kept, proposals)
	after := assess(w.with(all))
	switch n := len(proposals); {
	case !after.worse(before):
		return all, after
	case n == 1:
		return kept, now
	default:
		kept, now = w.harmless(before, kept, now, proposals[:n/2])
		return w.harmless(before, kept, now, proposals[n/2:])
	}
}

// with gives the facts as they are with the proposals in place. What place assigns to is the copy's own: the facts, and each page.
func (w *work) with(proposals []proposal) *page.Facts {
	f := *w.Facts
	f.Pages = make([]*page.Page, len(w.Facts.Pages))
	for i, p := range w.Facts.Pages {
		own := *p
		f.Pages[i] = &own
	}
	for _, p := range proposals {
		p.place(&f)
	}
	return &f
}

// render gives the proposal's files in one language.
func (p *proposal) render(before, after verdicts, lang audit.Lang) []File {
	var passes, helps []string
	for _, id := range p.answers {
		switch {
		case rank(after[id]) == 0 && rank(before[id]) > 0:
			passes = append(passes, id)
		case rank(after[id]) < rank(before[id]):
			helps = append(helps, id)
		}
	}
	var files []File
	for _, d := range p.files {
		files = append(files, File{
			Path: d.path, Checks: slices.Concat([]string{}, passes), Helps: helps, Where: d.where.In(lang), Note: d.note.In(lang), Page: d.page, Content: d.content,
		})
	}
	return files
}

// origin is scheme, host and port of the submitted page.
func (w *work) origin() string { return originOf(w.Facts.FinalURL) }

func originOf(address string) string {
	if u, err := weburl.Parse(address); err == nil {
		return u.Origin()
	}
	return ""
}

// plain makes one line of a site's text, without the characters that steer: control, format and bidirectional ones are dropped, white space is one space.
func plain(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t' || r == '\r' || r == 0xa0:
			return ' '
		case r < 0x20 || r >= 0x7f && r < 0xa0, r == 0xad, r == 0x061c, r >= 0x200b && r <= 0x200f, r >= 0x2028 && r <= 0x202e, r >= 0x2060 && r <= 0x206f,
			r == 0xfeff, r == 0xfffd, r >= 0xe0000 && r <= 0xe007f:
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, ""))
	return strings.Join(strings.Fields(s), " ")
}

// text writes one sentence in both languages.
func text(en, fr string) audit.Text { return audit.Text{EN: en, FR: fr} }

// join appends sentences to one another, in both languages.
func join(parts ...audit.Text) audit.Text {
	var en, fr []string
	for _, p := range parts {
		if p.EN != "" {
			en, fr = append(en, p.EN), append(fr, p.FR)
		}
	}
	return audit.Text{EN: strings.Join(en, " "), FR: strings.Join(fr, " ")}
}

// first gives the first of a list, or the zero value.
func first[T any](list []T) (v T) {
	if len(list) > 0 {
		v = list[0]
	}
	return v
}

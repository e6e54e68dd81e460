// Package citationscore holds what a reader of answers says against labelled cases: of the businesses named, the ranks, the rivals, what the sources bear
// out, and the hosts, how many are right. The definitions are those of the labelled cases; names are matched one to one and in no order.
package citationscore

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"slices"
)

// Case is a labelled case, less what only a reader looks at.
type Case struct {
	ID       string   `json:"id"`
	Lang     string   `json:"lang"`
	Pass     string   `json:"pass"`
	Tags     []string `json:"tags"`
	Expected Labels   `json:"expected"`
}

// Labels are what is right for a case.
type Labels struct {
	Reading
	// RivalsAccept lists other spellings of a rival that are as good.
	RivalsAccept map[string][]string `json:"rivals_accept"`
}

// Reading is what was read in an answer.
type Reading struct {
	Answered                bool     `json:"answered"`
	Named                   bool     `json:"named"`
	MentionedNotRecommended bool     `json:"mentioned_not_recommended"`
	Rank                    *int     `json:"rank"`
	Rivals                  []string `json:"rivals"`
	NamedUnverified         []string `json:"named_unverified"`
	HostsInstead            []string `json:"hosts_instead"`
	Unreadable              bool     `json:"unreadable"`
}

// Prediction is the reading of the case with that id.
type Prediction struct {
	ID string `json:"id"`
	Reading
}

// Read reads one JSON value a line. Its errors name the line.
func Read[T any](r io.Reader) ([]T, error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 4<<20)
	var all []T
	n := 0
	for lines.Scan() {
		n++
		if len(lines.Bytes()) == 0 {
			continue
		}
		var v T
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		all = append(all, v)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("line %d: %w", n+1, err)
	}
	return all, nil
}

// Counts are right finds, wrong finds and misses.
type Counts struct{ Right, Wrong, Missed int }

func (c *Counts) add(o Counts) {
	c.Right += o.Right
	c.Wrong += o.Wrong
	c.Missed += o.Missed
}

// Precision is the share of finds that are right, 0 to 1; 1 where there are none.
func (c Counts) Precision() float64 { return share(c.Right, c.Right+c.Wrong) }

// Recall is the share found of what there is, 0 to 1; 1 where there is nothing.
func (c Counts) Recall() float64 { return share(c.Right, c.Right+c.Missed) }

// F1 is the harmonic mean of precision and recall, 0 to 1; 1 where there is nothing and nothing was found.
func (c Counts) F1() float64 { return share(2*c.Right, 2*c.Right+c.Wrong+c.Missed) }

func share(part, whole int) float64 {
	if whole == 0 {
		return 1
	}
	return float64(part) / float64(whole)
}

// Score is how a set of cases was read.
type Score struct {
	Cases                                     int
	Answered, NamedRight, Mentioned, AllRight int // cases in which that field, or every field, is right
	OverviewCases, Unreadable                 int // cases of search-ai-mode, and those of them in which "unreadable" is right
	NamedCases, RankRight                     int // cases that name the business, and those of them with the right rank
	Named, Rivals, Unverified, Hosts          Counts
}

// Rank is the share of cases naming the business that have the right rank, 0 to 1.
func (s Score) Rank() float64 { return share(s.RankRight, s.NamedCases) }

// Difference is a field that was read otherwise than it is labelled.
type Difference struct {
	Case, Field, Detail string
}

// Scores hold the readings of all cases, and of each slice by "lang fr", "pass model-recall", "tag table".
type Scores struct {
	All         Score
	Slices      map[string]*Score
	Differences []Difference
}

// Of scores predictions. A case without one is wrong in everything.
func Of(cases []Case, predictions []Prediction) Scores {
	read := map[string]Reading{}
	for _, p := range predictions {
		read[p.ID] = p.Reading
	}
	s := Scores{Slices: map[string]*Score{}}
	for _, c := range cases {
		r, found := read[c.ID]
		one, differences := scoreCase(c, r)
		if !found {
			differences = append(differences, Difference{c.ID, "prediction", "there is none"})
			one.AllRight, one.Answered, one.NamedRight, one.Mentioned, one.Unreadable = 0, 0, 0, 0, 0
		}
		s.Differences = append(s.Differences, differences...)
		s.All.add(one)
		in := []string{"lang " + c.Lang, "pass " + c.Pass}
		for _, t := range c.Tags {
			in = append(in, "tag "+t)
		}
		for _, name := range in {
			if s.Slices[name] == nil {
				s.Slices[name] = &Score{}
			}
			s.Slices[name].add(one)
		}
	}
	return s
}

func (s *Score) add(o Score) {
	s.Cases += o.Cases
	s.Answered += o.Answered
	s.NamedRight += o.NamedRight
	s.Mentioned += o.Mentioned
	s.AllRight += o.AllRight
	s.OverviewCases += o.OverviewCases
	s.Unreadable += o.Unreadable
	s.NamedCases += o.NamedCases
	s.RankRight += o.RankRight
	s.Named.add(o.Named)
	s.Rivals.add(o.Rivals)
	s.Unverified.add(o.Unverified)
	s.Hosts.add(o.Hosts)
}

func scoreCase(c Case, got Reading) (Score, []Difference) {
	want := c.Expected
	var differences []Difference
	// same says whether a field is right, and notes it where it is not.
	same := func(field string, right bool, want, got any) int {
		if right {
			return 1
		}
		differences = append(differences, Difference{c.ID, field, fmt.Sprintf("want %v, got %v", want, got)})
		return 0
	}
	// list counts the names or hosts of a field.
	list := func(field string, counts Counts, missed, extra []string) Counts {
		if len(missed)+len(extra) > 0 {
			differences = append(differences, Difference{c.ID, field, fmt.Sprintf("missed %q, extra %q", missed, extra)})
		}
		return counts
	}
	s := Score{Cases: 1}
	s.Answered = same("answered", want.Answered == got.Answered, want.Answered, got.Answered)
	s.NamedRight = same("named", want.Named == got.Named, want.Named, got.Named)
	rank := same("rank", place(want.Rank) == place(got.Rank), place(want.Rank), place(got.Rank))
	s.Mentioned = same("mentioned_not_recommended", want.MentionedNotRecommended == got.MentionedNotRecommended,
		want.MentionedNotRecommended, got.MentionedNotRecommended)
	switch {
	case want.Named && got.Named:
		s.Named.Right = 1
	case got.Named:
		s.Named.Wrong = 1
	case want.Named:
		s.Named.Missed = 1
	}
	if want.Named {
		s.NamedCases, s.RankRight = 1, rank
	}
	if c.Pass == "web-retrieval" {
		s.Hosts = list(matchHosts("hosts_instead", want.HostsInstead, got.HostsInstead))
	} else {
		s.Rivals = list(matchNames("rivals", want.Rivals, want.RivalsAccept, got.Rivals))
	}
	if c.Pass == "grounded-answer" || c.Pass == "search-ai-mode" {
		s.Unverified = list(matchNames("named_unverified", want.NamedUnverified, want.RivalsAccept, got.NamedUnverified))
	}
	if c.Pass == "search-ai-mode" {
		s.OverviewCases, s.Unreadable = 1, same("unreadable", want.Unreadable == got.Unreadable, want.Unreadable, got.Unreadable)
	}
	if len(differences) == 0 {
		s.AllRight = 1
	}
	return s, differences
}

// place gives a rank as a number, 0 where there is none.
func place(rank *int) int {
	if rank == nil {
		return 0
	}
	return *rank
}

// matchNames pairs the names wanted with those got, one to one and as many as can be. A name got twice counts once.
func matchNames(field string, want []string, accept map[string][]string, got []string) (string, Counts, []string, []string) {
	wanted := make([][]string, len(want))
	for i, name := range want {
		wanted[i] = keys(name)
		for _, other := range accept[name] {
			wanted[i] = append(wanted[i], keys(other)...)
		}
	}
	var given [][]string
	var names []string
	for _, name := range got {
		k := keys(name)
		if len(k) == 0 || slices.ContainsFunc(given, func(o []string) bool { return slices.Equal(o, k) }) {
			continue
		}
		given, names = append(given, k), append(names, name)
	}
	owner := make([]int, len(given))
	for j := range owner {
		owner[j] = -1
	}
	// assign finds a partner for i, moving those who have another choice.
	var assign func(i int, tried []bool) bool
	assign = func(i int, tried []bool) bool {
		for j := range given {
			if tried[j] || !slices.ContainsFunc(wanted[i], func(k string) bool { return slices.Contains(given[j], k) }) {
				continue
			}
			tried[j] = true
			if owner[j] < 0 || assign(owner[j], tried) {
				owner[j] = i
				return true
			}
		}
		return false
	}
	var counts Counts
	for i := range want {
		if assign(i, make([]bool, len(given))) {
			counts.Right++
		}
	}
	counts.Wrong, counts.Missed = len(given)-counts.Right, len(want)-counts.Right
	var missed, extra []string
	for i, name := range want {
		if !slices.Contains(owner, i) {
			missed = append(missed, name)
		}
	}
	for j, name := range names {
		if owner[j] < 0 {
			extra = append(extra, name)
		}
	}
	return field, counts, missed, extra
}

// matchHosts compares two sets of hosts.
func matchHosts(field string, want, got []string) (string, Counts, []string, []string) {
	wanted, given := hosts(want), hosts(got)
	var counts Counts
	var missed, extra []string
	for _, h := range wanted {
		if slices.Contains(given, h) {
			counts.Right++
		} else {
			missed = append(missed, h)
		}
	}
	for _, h := range given {
		if !slices.Contains(wanted, h) {
			extra = append(extra, h)
		}
	}
	counts.Wrong, counts.Missed = len(extra), len(missed)
	return field, counts, missed, extra
}

func hosts(list []string) []string {
	var set []string
	for _, s := range list {
		if h := host(s); h != "" && !slices.Contains(set, h) {
			set = append(set, h)
		}
	}
	return set
}

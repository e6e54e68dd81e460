package fakeengine

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
)

// Answer is what a played model says to one criterion.
type Answer struct {
	Level       int
	Quote, Fact string
}

// Question is a criterion or a control question of a judge's prompt.
type Question struct {
	Code, Text string
	Levels     []string
}

var (
	questionLine = regexp.MustCompile(`^(q[0-9]+): (.+)$`)
	levelLine    = regexp.MustCompile(`^  [0-9] = (.+)$`)
	factName     = regexp.MustCompile(`page\.[a-z]+`)
	number       = regexp.MustCompile(`[0-9]+`)
)

// Questions reads the questions of a judge's prompt.
func Questions(prompt string) (list []Question) {
	asked, _, _ := strings.Cut(prompt, "\nFacts:\n")
	for line := range strings.SplitSeq(asked, "\n") {
		if found := questionLine.FindStringSubmatch(line); found != nil {
			list = append(list, Question{Code: found[1], Text: found[2]})
		} else if found := levelLine.FindStringSubmatch(line); found != nil && len(list) > 0 {
			last := &list[len(list)-1]
			last.Levels = append(last.Levels, found[1])
		}
	}
	return list
}

// Ballot answers a judge's prompt as JSON. judge returns its answer to a question. Questions that it doesn't know are control
// questions: the facts of the prompt hold their right answers.
func Ballot(prompt string, judge func(question string) (Answer, bool)) string {
	all := []map[string]any{}
	for _, q := range Questions(prompt) {
		a, known := judge(q.Text)
		if !known {
			a = Answer{Level: q.right(prompt)}
		}
		all = append(all, map[string]any{"criterion": q.Code, "level": a.Level, "quote": a.Quote, "fact": a.Fact})
	}
	out, err := json.Marshal(map[string]any{"answers": all})
	if err != nil {
		panic(err)
	}
	return string(out)
}

// right is the level of a control question: the range that the named fact is in, or 0 where it names none.
func (q Question) right(prompt string) int {
	name := factName.FindString(q.Text)
	_, facts, _ := strings.Cut(prompt, "\nFacts:\n")
	_, value, ok := strings.Cut("\n"+facts, "\n"+name+": ")
	if name == "" || !ok {
		return 0
	}
	n := leading(value)
	for level, words := range q.Levels {
		bounds := number.FindAllString(words, 2)
		if level == len(q.Levels)-1 || n <= leading(bounds[len(bounds)-1]) {
			return level
		}
	}
	return 0
}

func leading(text string) int {
	n, err := strconv.Atoi(number.FindString(text))
	if err != nil {
		panic(err)
	}
	return n
}

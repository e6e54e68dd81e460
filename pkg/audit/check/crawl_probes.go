package check

import (
	"fmt"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// The parts of our own page's words that an answer to a borrowed name must reach; own numbers.
const (
	emptiedShare = 0.3
	thinnedShare = 0.7
)

// minComparedWords is the length below which the words of two answers can't be compared: a banner more or less decides.
const minComparedWords = 50

// reception is how an agent's name was received, against how we were under our own.
type reception int

const (
	welcome      reception = iota
	thinned                // 30 to 70 % of the words
	maybeLimited           // 429, 503, no answer: may be a rate limit or chance
	emptied                // less than 30 % of the words
	turnedAway             // 401, 403, 451, a challenge
)

// probedOf keeps the probes that name a search, answer or user agent; the others' access is a policy.
func probedOf(f *page.Facts) []page.Probe {
	var out []page.Probe
	for _, p := range f.Probes {
		for _, token := range p.Agents {
			if c, ok := crawlerNamed(f, token); p.Screening || ok && (feedsAnswers(c) || c.Class == "user") {
				out = append(out, p)
				break
			}
		}
	}
	return out
}

// comparedProbe is a probe and how it went against our own reading.
type comparedProbe struct {
	page.Probe
	how reception
}

func (c comparedProbe) different() bool { return c.how != welcome }

// comparedProbes gives the probes of search, answer and user agents that can be compared.
func comparedProbes(f *page.Facts) []comparedProbe {
	var out []comparedProbe
	for _, p := range probedOf(f) {
		if how, ok := received(f, p); ok {
			out = append(out, comparedProbe{p, how})
		}
	}
	return out
}

// received compares a probe with our own reading of the same address. ok is false where there is nothing to compare with.
func received(f *page.Facts, p page.Probe) (r reception, ok bool) {
	ownStatus, ownWords, ownBytes := 0, 0, int64(0)
	for _, own := range f.Pages {
		if own.URL == p.URL || own.FinalURL == p.URL {
			ownStatus, ownWords, ownBytes = own.Response.Status, own.Text.Visible, own.Response.Bytes
		}
	}
	if ownStatus == 0 && p.Screening && f.Control.OK() {
		ownStatus = f.Control.Value.Status
	}
	switch {
	case ownStatus == 0:
		return welcome, false
	case p.Wall != "":
		return turnedAway, true
	case p.Status == ownStatus && p.Words == 0 && ownBytes > 0 && float64(p.Bytes) >= thinnedShare*float64(ownBytes):
		return welcome, false // a body of the same size whose words weren't counted
	case p.Status == ownStatus:
		return wordsReceived(p, ownWords), true
	case p.Status == 401 || p.Status == 403 || p.Status == 451:
		return turnedAway, true
	case p.Status == 0 || p.Status == 429 || p.Status == 503:
		return maybeLimited, true
	}
	return welcome, true
}

func wordsReceived(p page.Probe, own int) reception {
	share := float64(p.Words) / float64(max(own, 1))
	switch {
	case p.Screening || own < minComparedWords || share >= thinnedShare:
		return welcome
	case share >= emptiedShare:
		return thinned
	}
	return emptied
}

// probeNames says which names were borrowed, at most three of them.
func probeNames(p page.Probe) string {
	if len(p.Agents) > 3 {
		return strings.Join(p.Agents[:3], ", ") + "…"
	}
	return strings.Join(p.Agents, ", ")
}

// probeAnswer says what came back.
func probeAnswer(p page.Probe) string {
	switch {
	case p.Wall != "":
		return fmt.Sprintf("status %d, %s", p.Status, p.Wall)
	case p.Status == 0:
		return "no answer: " + p.Code
	}
	return fmt.Sprintf("status %d, %d words", p.Status, p.Words)
}

// Package pagekind tells what a page is for from its content and markup: structured data, metas, what its title, headings and links call it, the shape and the
// words of its text. A conditional logit model weighs these features; internal/realsites/kinds trains it on real pages.
package pagekind

import (
	_ "embed" // the weights are a file that people can read
	"math"
	"strings"
	"sync"

	"github.com/auditctl/auditctl/internal/choice"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

//go:embed weights.txt
var weightsFile string

// Sure is how likely a kind must be to count as told by the content.
const Sure = 0.6

// Candidates are the kinds that a page may be of. What the root address shows is the home page, unless it clearly is an article, a product or documentation.
func Candidates(root bool) []page.Kind {
	if root {
		return allKinds[:4]
	}
	return allKinds[:]
}

// allKinds begins with those that a page at the root may be of.
var allKinds = [...]page.Kind{
	page.KindHome, page.KindArticle, page.KindProduct, page.KindDocumentation, page.KindAbout, page.KindContact, page.KindService, page.KindPricing,
	page.KindFAQ, page.KindLegal, page.KindCategory, page.KindListing, page.KindOther,
}

// Of returns the likeliest kind of a parsed page, and its probability (0 to 1). root marks the page at the site's root address. linked is the text of the link
// that led to the page, or "". The page must not be condensed yet.
func Of(p *page.Page, root bool, linked string) (kind page.Kind, likely float64) {
	var scores [len(allKinds)]float64
	for _, f := range Features(p, root, linked) {
		if row := weights()[f.Name]; row != nil {
			for i, w := range row {
				scores[i] += w
			}
		}
		if f.Says != "" {
			scores[kindIndex(f.Says)] += ownWeights()[f.own()]
		}
	}
	best, sum := 0, 0.0
	candidates := Candidates(root)
	for i := range candidates {
		if scores[i] > scores[best] {
			best = i
		}
	}
	for i := range candidates {
		sum += math.Exp(scores[i] - scores[best])
	}
	return candidates[best], 1 / sum
}

// ForChoice names the features as those of each candidate, for training and for looking at single weights.
func ForChoice(features []Feature, root bool) [][]string {
	kinds := Candidates(root)
	candidates := make([][]string, len(kinds))
	for i, kind := range kinds {
		for _, f := range features {
			candidates[i] = append(candidates[i], string(kind)+" "+f.Name)
			if f.Says == kind {
				candidates[i] = append(candidates[i], ownPrefix+f.own())
			}
		}
	}
	return candidates
}

// ownPrefix begins the name of a weight that all kinds share: how much it counts that the page itself names the kind there.
const ownPrefix = "own "

func kindIndex(kind page.Kind) int {
	for i, k := range allKinds {
		if k == kind {
			return i
		}
	}
	return len(allKinds) - 1 // other
}

var weights = sync.OnceValue(func() map[string]*[len(allKinds)]float64 {
	table := make(map[string]*[len(allKinds)]float64)
	for name, w := range choice.MustParse(weightsFile) {
		kind, feature, _ := strings.Cut(name, " ")
		if kind+" " == ownPrefix {
			continue
		}
		if table[feature] == nil {
			table[feature] = new([len(allKinds)]float64)
		}
		table[feature][kindIndex(page.Kind(kind))] = w
	}
	return table
})

var ownWeights = sync.OnceValue(func() map[string]float64 {
	own := make(map[string]float64)
	for name, w := range choice.MustParse(weightsFile) {
		if feature, ok := strings.CutPrefix(name, ownPrefix); ok {
			own[feature] = w
		}
	}
	return own
})

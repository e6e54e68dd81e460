package business

import (
	_ "embed"
	"fmt"
	"sync"

	"github.com/auditctl/auditctl/internal/choice"
	"github.com/auditctl/auditctl/pkg/industry"
)

//go:embed type_weights.txt
var typeFile string

var typeWeights = sync.OnceValue(func() choice.Weights { return choice.MustParse(typeFile) })

// typeEvidence gathers what speaks for each type: the industries found, and what the site is built of.
func (s Subject) typeEvidence(industries []Candidate) []evidence {
	share, best := map[industry.Type]float64{}, ""
	for i, c := range industries {
		share[industry.Find(c.Value).Type] += c.Confidence
		if i == 0 {
			best = c.Value
		}
	}
	var all []evidence
	for _, typ := range industry.Types() {
		if typ == industry.Unclear {
			continue
		}
		e := evidence{value: string(typ)}
		e.add("type "+string(typ), "")
		e.add(fmt.Sprintf("industries %d", bucket(share[typ], 0.05, 0.2, 0.4, 0.6, 0.8, 0.95)), "")
		if best != "" {
			e.add("industry "+best+" & "+string(typ), "")
			e.add(string(industry.Find(best).Type)+" industry & "+string(typ), "")
		}
		for _, signal := range s.signs {
			e.add(signal.name+" & "+string(typ), signal.quote)
		}
		all = append(all, e)
	}
	return all
}

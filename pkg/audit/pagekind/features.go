package pagekind

import (
	"strconv"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

// Feature is something that a page shows.
type Feature struct {
	Name string
	Says page.Kind // the kind that the page itself is called there; empty where the feature isn't about what it is called
}

// own is the name of the weight that all kinds share; of structured data, that all types share.
func (f *Feature) own() string {
	where, _, _ := strings.Cut(f.Name, "=")
	if strings.HasPrefix(where, "type:") {
		return "type"
	}
	return where
}

// Markup reports whether the feature comes from what only machines read. Pages without it are as real.
func (f *Feature) Markup() bool {
	return strings.HasPrefix(f.Name, "meta:") || strings.HasPrefix(f.Name, "type:")
}

// Bounds of what is looked at.
const (
	maxNodes    = 200
	maxBlocks   = 300
	maxLinks    = 600
	maxHeadings = 40
	maxSample   = 3000 // bytes of main content whose words are looked up
)

// bag collects features.
type bag struct {
	page *page.Page
	list []Feature
}

func (b *bag) add(name string) { b.list = append(b.list, Feature{Name: name}) }

func (b *bag) addIf(ok bool, name string) {
	if ok {
		b.add(name)
	}
}

// says adds that the page is called a kind in some place of it.
func (b *bag) says(where string, kind page.Kind) {
	b.list = append(b.list, Feature{Name: where + "=" + string(kind), Says: kind})
}

// count adds how large a number is: the first bound that it stays below.
func (b *bag) count(name string, n int, bounds ...int) {
	for _, bound := range bounds {
		if n < bound {
			b.add(name + "<" + strconv.Itoa(bound))
			return
		}
	}
	b.add(name + ">=" + strconv.Itoa(bounds[len(bounds)-1]))
}

// Features are what speaks for and against the kinds of a page. root and linked are as for Of.
func Features(p *page.Page, root bool, linked string) []Feature {
	b := &bag{page: p, list: make([]Feature, 0, 96)}
	b.addIf(root, "root")
	b.addIf(!root, "not root")
	b.markup()
	b.metas()
	b.names(linked)
	b.shape()
	b.links()
	b.contacts()
	b.words()
	return b.list
}

// Package fakesite makes small web sites of several trades to audit in tests and in the demo, and spoils them on purpose: every fault says which
// checks must then complain, and so is the answer key. A site is a pure function of its name, the seed and the date that it takes for today.
package fakesite

import (
	"embed"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"path"
	"strings"
	"text/template"
	"time"
)

//go:embed sites
var sources embed.FS

// Site is one web site: the sources of its files, and what was planted to spoil it.
type Site struct {
	Name string // tuner, bakery, shop, software, docs or journal
	Host string // under .example, which nobody owns (RFC 2606)

	today time.Time
	facts facts
	files map[string]string // path -> source, a template
	paths []string          // of the pages that a sitemap may list

	around http.Handler // that answers in the site's place; nil where the site does

	planted
}

// facts are what the seed decides.
type facts struct {
	Name, Person           string
	Street, Town, Postcode string
	Phone, Tel, Email      string
	Price, Higher, Lang    string
	Years                  int
}

// Names lists the sites that New makes.
func Names() []string { return []string{"tuner", "bakery", "shop", "software", "docs", "journal"} }

// New makes the named site as it is without a fault. today is the date that its dates are counted back from. It panics for a name that is not in Names.
func New(name string, seed uint64, today time.Time) *Site {
	s := &Site{Name: name, Host: name + ".example", today: today, files: map[string]string{}}
	s.facts = choose(name, rand.New(rand.NewPCG(seed, uint64(len(name)))))
	root := path.Join("sites", name)
	layout := source(path.Join(root, "layout.html"))
	err := fs.WalkDir(sources, root, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() == "layout.html" {
			return err
		}
		at, page := strings.CutSuffix(strings.TrimPrefix(file, root), ".html")
		if page {
			at = strings.TrimSuffix(at, "index")
			s.paths = append(s.paths, at)
			s.files[at] = layout + source(file)
			return nil
		}
		s.files[at] = source(file)
		return nil
	})
	if err != nil {
		panic(err) // the sources are part of the program
	}
	return s
}

func source(file string) string {
	text, err := sources.ReadFile(file)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// Paths gives the paths of the site's pages, in alphabetical order.
func (s *Site) Paths() []string { return s.paths }

// BusinessName is the name that the seed gave to the site's owner.
func (s *Site) BusinessName() string { return s.facts.Name }

// render writes the file at the path for the origin that it is asked under. ok is false where there is none.
func (s *Site) render(at, origin string) (text string, ok bool) {
	src, ok := s.files[at]
	if !ok {
		return "", false
	}
	t := template.Must(template.New("").Funcs(template.FuncMap{"ago": s.ago, "longago": s.longAgo, "add": func(a, b int) int { return a + 31*b }}).Parse(src))
	var b strings.Builder
	data := struct {
		facts
		Origin, Path string
		Pages        []string
	}{s.facts, origin, at, s.paths}
	if strings.HasPrefix(at, "/fr/") {
		data.Lang = "fr"
	}
	if err := t.Execute(&b, data); err != nil {
		panic(fmt.Sprintf("%s%s: %v", s.Name, at, err))
	}
	return b.String(), true
}

// ago is the ISO date so many days before today.
func (s *Site) ago(days int) string { return s.today.AddDate(0, 0, -days).Format(time.DateOnly) }

// longAgo is the same in French words.
func (s *Site) longAgo(days int) string {
	months := strings.Fields("janvier février mars avril mai juin juillet août septembre octobre novembre décembre")
	d := s.today.AddDate(0, 0, -days)
	return fmt.Sprintf("%d %s %d", d.Day(), months[d.Month()-1], d.Year())
}

package main

import (
	"context"
	_ "embed"
	"fmt"
	"path"
	"strings"

	"github.com/auditctl/auditctl/internal/realsites"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

//go:embed pages.txt
var pagesFile string

// labelled is a page of known kind.
type labelled struct {
	site realsites.Site // whose Page is the file
	kind []page.Kind    // that are right
	root bool           // the site's home page
	page *page.Page     // parsed
}

// sameKind are labels that this program takes for a kind.
var sameKind = map[string]page.Kind{"recipe": page.KindArticle, "forum": page.KindOther}

// known returns the pages of pages.txt, and the submitted pages of all labelled sites.
func known() ([]labelled, error) {
	var pages []labelled
	var site realsites.Site
	for line := range strings.Lines(pagesFile) {
		first, second, _ := strings.Cut(strings.Trim(line, "\t\n"), " ")
		switch {
		case first == "#":
		case line[0] != '\t':
			site = realsites.Site{Repo: first, Commit: second}
		default:
			site.Page = second
			pages = append(pages, labelled{site: site, kind: []page.Kind{page.Kind(first)}, root: first == string(page.KindHome)})
		}
	}
	sites, err := realsites.Load()
	if err != nil {
		return nil, err
	}
	for _, s := range sites {
		kind := page.Kind(s.Kind)
		if same, ok := sameKind[s.Kind]; ok {
			kind = same
		}
		l := labelled{site: s, kind: []page.Kind{kind}}
		if kind == "" || kind == page.KindHome {
			l.kind, l.root = []page.Kind{page.KindHome}, true
			if s.Industry == "documentation" {
				l.kind = append(l.kind, page.KindDocumentation)
			}
		}
		pages = append(pages, l)
	}
	return pages, nil
}

// readAll parses the pages. Those of a repository that isn't there are left out.
func readAll(ctx context.Context, dir string, pages []labelled) (read []labelled, err error) {
	trees := map[string]*realsites.Tree{}
	for _, l := range pages {
		at := l.site.Repo + "@" + l.site.Commit + "/" + l.site.Root
		if _, ok := trees[at]; !ok {
			if trees[at], err = realsites.OpenTree(ctx, dir, l.site); err != nil {
				fmt.Println("left out:", err)
			}
		}
		if trees[at] == nil {
			continue
		}
		body, err := trees[at].File(ctx, l.site.Page)
		if err != nil {
			fmt.Println("left out:", err)
			continue
		}
		address := "http://site.test/" + path.Join(l.site.Root, l.site.Page)
		if l.root {
			address = "http://site.test/" + l.site.Root
		}
		if l.page, err = page.ParseHTML(ctx, page.Document{URL: address, Body: body}); err != nil {
			return nil, err
		}
		read = append(read, l)
	}
	return read, nil
}

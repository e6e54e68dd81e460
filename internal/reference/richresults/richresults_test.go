package richresults_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/auditctl/auditctl/internal/reference"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// known are the features of the types that the original has rules for.
var known = []string{
	"breadcrumb", "image-license", "job-posting", "merchant-listing", "organization", "person", "product-snippet", "recipe", "review-snippet", "video",
}

// difference is one that is meant.
type difference struct{ begins, ends, why string }

// wanted are all of them, by how the names of their cases begin and end.
var wanted = []difference{
	{"breadcrumb", ".item", "Google's guide requires the address of each step but the last; the original only warns"},
	{"breadcrumb", ".item.@id", "likewise"},
	{"image-license", "creator.name", "the guide asks for a creator, not for the creator's name"},
	{"merchant-listing", "without offers", "without an offer, a product isn't meant for merchant listings, and its reviews still earn a snippet"},
	{"merchant-listing", "without offers.priceCurrency", "the guide to merchant listings requires it; the original has the rule of snippets, which recommend it"},
	{"product-snippet", "", "an AggregateOffer isn't meant for merchant listings; the original holds every product against them"},
}

// sample is an item, whole or with one property taken away.
type sample struct {
	name string
	item map[string]any
}

// samples spoils the examples in every way; the same item stands there for several features.
func samples(t *testing.T) []sample {
	t.Helper()
	encoded, err := os.ReadFile("../../../pkg/audit/page/testdata/rich_examples.json")
	if err != nil {
		t.Fatal(err)
	}
	examples := func() (all []struct {
		Feature string
		Item    map[string]any
	},
	) {
		if err := json.Unmarshal(encoded, &all); err != nil {
			t.Fatal(err)
		}
		return all
	}
	var all []sample
	seen := map[string]bool{}
	for i, x := range examples() {
		if !slices.Contains(known, x.Feature) {
			continue
		}
		shape := fmt.Sprint(x.Item)
		if seen[shape] {
			continue
		}
		seen[shape] = true
		name := fmt.Sprintf("%s %d", x.Feature, i)
		all = append(all, sample{name, x.Item})
		for _, path := range paths(x.Item, "") {
			spoilt := examples()[i].Item
			remove(spoilt, strings.Split(path, "."))
			all = append(all, sample{name + " without " + path, spoilt})
		}
	}
	return all
}

// paths gives those of all properties, inner ones too.
func paths(item any, at string) []string {
	var all []string
	switch v := item.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			if key != "@type" {
				all = append(all, at+key)
				all = append(all, paths(v[key], at+key+".")...)
			}
		}
	case []any:
		for i := range v {
			all = append(all, paths(v[i], at+strconv.Itoa(i)+".")...)
		}
	}
	return all
}

func remove(item any, path []string) {
	switch v := item.(type) {
	case map[string]any:
		if len(path) == 1 {
			delete(v, path[0])
			return
		}
		remove(v[path[0]], path[1:])
	case []any:
		i, _ := strconv.Atoi(path[0])
		remove(v[i], path[1:])
	}
}

func TestRichResultsAgreeWithTheValidator(t *testing.T) {
	folder, err := reference.Folder("richresults", "package-lock.json")
	if errors.Is(err, reference.ErrMissing) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	pages, ours := map[string]string{}, map[string][]string{}
	for _, s := range samples(t) {
		s.item["@context"] = "https://schema.org"
		encoded, err := json.Marshal(s.item)
		if err != nil {
			t.Fatal(err)
		}
		pages[s.name] = `<!doctype html><script type="application/ld+json">` + string(encoded) + `</script>`
		ours[s.name] = judge(pages[s.name])
	}
	theirs := validate(t, folder, pages)
	agree, used := 0, map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(ours)) {
		if (len(ours[name]) > 0) == (len(theirs[name]) > 0) {
			agree++
			continue
		}
		i := slices.IndexFunc(wanted, func(w difference) bool {
			return strings.HasPrefix(name, w.begins) && strings.HasSuffix(name, w.ends)
		})
		if i < 0 {
			t.Errorf("%s: auditctl says %q, the original %q", name, ours[name], theirs[name])
			continue
		}
		used[wanted[i].why] = true
	}
	for _, w := range wanted {
		if !used[w.why] {
			t.Errorf("%s … %s is listed as a difference (%s) and is none", w.begins, w.ends, w.why)
		}
	}
	t.Logf("accuracy: rich results, npm @adobe/structured-data-validator 1.7.1: %d cases, %d agree", len(ours), agree)
}

// judge gives the errors that auditctl finds on a page.
func judge(document string) []string {
	p := parsePage(page.Document{
		URL: "https://example.com/", Header: map[string][]string{"Content-Type": {"text/html; charset=utf-8"}}, Body: []byte(document),
	})
	var said []string
	for _, r := range page.RichResults(&p.Graph) {
		for _, e := range r.Errors {
			said = append(said, r.Feature+" "+e.String())
		}
	}
	return said
}

// validate gives the errors that the original finds.
func validate(t *testing.T, folder string, pages map[string]string) map[string][]string {
	t.Helper()
	input, err := json.Marshal(pages)
	if err != nil {
		t.Fatal(err)
	}
	script, err := filepath.Abs("validate.mjs")
	if err != nil {
		t.Fatal(err)
	}
	var output, trouble bytes.Buffer
	node := exec.CommandContext(t.Context(), "node", script, folder)
	node.Stdin, node.Stdout, node.Stderr, node.WaitDelay = bytes.NewReader(input), &output, &trouble, time.Second
	if err := node.Run(); err != nil {
		t.Fatalf("running the validator: %v\n%s", err, trouble.String())
	}
	var said map[string][]string
	if err := json.Unmarshal(output.Bytes(), &said); err != nil {
		t.Fatalf("reading what the validator says: %v", err)
	}
	return said
}

// parsePage parses a document without a deadline.
func parsePage(d page.Document) *page.Page {
	p, err := page.ParseHTML(context.Background(), d)
	if err != nil {
		panic(err)
	}
	return p
}

package page

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed schema_types.txt
var schemaTypes string

// schemaParents gives the parents of each schema.org type. It is read from the embedded list when a type is first asked for, so that commands which
// audit nothing don't pay for it.
var schemaParents = sync.OnceValue(func() map[string][]string {
	parents := make(map[string][]string, 1000)
	for line := range strings.Lines(schemaTypes) {
		parent, children, ok := strings.Cut(line, ":")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		for child := range strings.FieldsSeq(children) {
			parents[child] = append(parents[child], parent)
		}
	}
	return parents
})

// IsA says whether a schema.org type is another or stands under it in the hierarchy of schema.org 30.0, by any of its parents: a Dentist is a
// LocalBusiness, an Organization, a Place and a Thing. Names have no prefix and are case-sensitive, as in the vocabulary. Types that schema.org doesn't
// know are only themselves.
func IsA(typ, ancestor string) bool {
	if typ == ancestor {
		return true
	}
	for _, parent := range schemaParents()[typ] {
		if IsA(parent, ancestor) {
			return true
		}
	}
	return false
}

// propertyName writes the name of a schema.org property as the vocabulary has it: none begins with a capital, so that there is no doubt about the
// "Offers" and "Availability" that a large builder of sites writes.
func propertyName(name string) string {
	if name != "" && name[0] >= 'A' && name[0] <= 'Z' {
		return string(name[0]+'a'-'A') + name[1:]
	}
	return name
}

// schemaName takes schema.org's prefix off a type or property; ok says that there was one.
func schemaName(iri string) (name string, ok bool) {
	rest, ok := strings.CutPrefix(iri, "https://")
	if !ok {
		if rest, ok = strings.CutPrefix(iri, "http://"); !ok {
			return iri, false
		}
	}
	rest = strings.TrimPrefix(rest, "www.")
	if rest, ok = strings.CutPrefix(rest, "schema.org"); !ok {
		return iri, false
	}
	if rest == "" {
		return "", true
	}
	if rest[0] != '/' && rest[0] != '#' {
		return iri, false
	}
	return strings.Trim(rest, "/#"), true
}

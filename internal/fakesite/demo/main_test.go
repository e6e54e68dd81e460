package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/auditctl/auditctl/internal/fakesite"
)

func TestTheDemoShowsEveryFaultThatItPlants(t *testing.T) {
	var out strings.Builder
	if err := run(t.Context(), &out, "table"); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "Audit of shop.example") {
		t.Error("the report has no head")
	}
	planted := 0
	for _, f := range fakesite.Faults() {
		if !slices.Contains(faults, f.Name) {
			continue
		}
		planted++
		for _, id := range f.Expect {
			if !strings.Contains(out.String(), id) {
				t.Errorf("%s is not in the report", id)
			}
		}
	}
	if planted != len(faults) {
		t.Errorf("%d of %d faults are known", planted, len(faults))
	}
}

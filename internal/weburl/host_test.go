package weburl

import (
	"strings"
	"testing"
)

func TestHostsWithEndlessLabelsAreNoAddresses(t *testing.T) {
	long, short := strings.Repeat("é", maxLabel+1), strings.Repeat("é", 50)
	escaped := strings.Repeat("%C3%A9", 110)
	for _, row := range []struct {
		ref  string
		read bool
	}{
		{"https://" + short + ".example/", true},
		{"https://" + long + ".example/", false},
		{"HTTPS:" + long + ".example/", false},
		{" ht\ttps:/\\" + long + ".example/", false},
		{"//www." + long + "/", false},
		{"\\\\" + long, false},
		{"https://user@" + long + ":80/", false},
		{"https://" + escaped + ".example/", false},
		{"https://www.example/" + long + "?" + long + "#" + long, true},
		{"/" + long + "." + long, true},
		{long, true},
		{"javascript:" + long, true},
		{"https://" + strings.Repeat("a", 300) + ".example/", true}, // as browsers do; nobody can connect to it
	} {
		base, err := NewBase("https://www.example.com/a")
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := base.Resolve(row.ref); ok != row.read {
			t.Errorf("%.40q: read %t, want %t", row.ref, ok, row.read)
		}
		if _, err := Parse(row.ref); strings.Contains(row.ref, ":") && (err == nil) != row.read {
			t.Errorf("%.40q: parsed with %v, want read %t", row.ref, err, row.read)
		}
	}
}

func TestABaseForgets(t *testing.T) {
	base, err := NewBase("https://www.example.com/a")
	if err != nil {
		t.Fatal(err)
	}
	for i := range 10 * maxRemembered {
		ref := strings.Repeat("a", i%50) + "/" + string(rune('a'+i/50))
		if u, ok := base.Resolve(ref); !ok || len(base.seen) > maxRemembered {
			t.Fatalf("%q: %v, %d references remembered", ref, u, len(base.seen))
		}
	}
}

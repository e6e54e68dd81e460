package main

import (
	"encoding/json"
	"runtime/debug"
	"testing"
)

func TestABuildSaysWhereItComesFrom(t *testing.T) {
	stamped := &debug.BuildInfo{Main: debug.Module{Version: "v0.1.1-0.20261122000000-abcdef123456+dirty"}, Settings: []debug.BuildSetting{
		{Key: "vcs.revision", Value: "abcdef"}, {Key: "vcs.time", Value: "2026-11-22T00:00:00Z"}, {Key: "vcs.modified", Value: "true"},
	}}
	const source = "(devel)"
	for name, c := range map[string]struct {
		version, commit, date string
		info                  *debug.BuildInfo
		want                  build
	}{
		"release":          {"0.1.0", "123456", "2026-11-21T00:00:00Z", stamped, build{Version: "0.1.0", Commit: "123456", Date: "2026-11-21T00:00:00Z"}},
		"changed release":  {"0.1.0", "123456-dirty", "2026-11-21T00:00:00Z", stamped, build{Version: "0.1.0", Commit: "123456", Date: "2026-11-21T00:00:00Z", Modified: true}},
		"go build":         {"", "", "", stamped, build{Version: stamped.Main.Version, Commit: "abcdef", Date: "2026-11-22T00:00:00Z", Modified: true}},
		"make build":       {"v0.1.0-3-gabcdef", "", "", stamped, build{Version: "v0.1.0-3-gabcdef", Commit: "abcdef", Date: "2026-11-22T00:00:00Z", Modified: true}},
		"without a commit": {"", "", "", &debug.BuildInfo{Main: debug.Module{Version: source}}, build{Version: "devel"}},
	} {
		t.Run(name, func(t *testing.T) {
			got := newBuild(c.version, c.commit, c.date, c.info)
			if got.Rules == "" || got.Go == "" || got.Platform == "" {
				t.Errorf("incomplete: %+v", got)
			}
			got.Rules, got.Go, got.Platform = "", "", ""
			if got != c.want {
				t.Errorf("%+v, want %+v", got, c.want)
			}
		})
	}
}

func TestTheVersionIsGivenAsJSON(t *testing.T) {
	code, out, _ := run(t, "version", "--json")
	var got build
	if err := json.Unmarshal([]byte(out), &got); err != nil || code != exitDone || got != thisBuild() {
		t.Errorf("%d %s (%v)", code, out, err)
	}
}

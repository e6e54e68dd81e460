package pipeline

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/evidence"
)

// What the audits of hostile sites may take: the resident set of a process that does nothing else.
const (
	mostOfOneAudit = 200 << 20
	mostOfEight    = 512 << 20
	mostCPU        = 10 * time.Second // of one audit
)

const hostilePage = 4 << 20

// hostileSites are what every path of a site, and its sitemap, answer.
func hostileSites() map[string]struct{ page, sitemap string } {
	fill := func(before, piece string) string {
		var b strings.Builder
		b.WriteString(before)
		for i := 0; b.Len() < hostilePage-100; i++ {
			b.WriteString(strings.ReplaceAll(piece, "%d", strconv.Itoa(i)))
		}
		return b.String()
	}
	plain := fill("<!doctype html><title>t</title>", "<p>Some words about roofs, number %d, and some more of them.</p>")
	const space = `xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:x="http://www.w3.org/1999/xhtml"`
	alternates := "<url><loc>/a</loc>" + strings.Repeat(`<x:link rel="alternate" hreflang="fr" href="/b"/>`, 200) + "</url>"
	sitemap := zipped(zipped("<urlset " + space + ">" + strings.Repeat(alternates, 5000) + "</urlset>"))
	return map[string]struct{ page, sitemap string }{
		"links": {fill("<!doctype html><title>t</title>", "<a href=/p%d>"), ""},
		"linked names": {
			fill("<!doctype html><title>t</title>", "<a href='//%d"+strings.Repeat("é", 40)+".example'>x</a><a href=/p%d>y</a>"), "",
		},
		"long links": {fill("<!doctype html><title>t</title>", "<a href='/p%d?"+strings.Repeat("é", 900)+"'>x</a>"), ""},
		"text":       {fill("<!doctype html><title>t</title>"+fewLinks()+"<p>", "word%d "), ""},
		"json": {
			fill("<!doctype html><title>t</title>"+fewLinks(),
				`<script type=application/ld+json>{"@context":"https://schema.org","@type":"Thing","name":"%d"}</script>`),
			"",
		},
		"everything": {fill("<!doctype html><title>t</title>", "<p>word%d words</p><a href=/p%d>word</a>"), ""},
		"sitemaps":   {plain[:100_000], sitemap},
	}
}

func fewLinks() string {
	var b strings.Builder
	for i := range 20 {
		fmt.Fprintf(&b, "<a href=/p%d>Page</a> ", i)
	}
	return b.String()
}

func zipped(s string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = w.Write([]byte(s))
	_ = w.Close()
	return b.String()
}

// hostile answers every path with one page, compressed.
func hostile(t *testing.T, page, sitemap string) string {
	t.Helper()
	page = zipped(page)
	var s *httptest.Server
	s = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/robots.txt":
			fmt.Fprintf(w, "Sitemap: %[1]s/1.xml.gz\nSitemap: %[1]s/2.xml.gz\nSitemap: %[1]s/3.xml.gz\n", s.URL)
		case strings.HasSuffix(r.URL.Path, ".gz"):
			_, _ = w.Write([]byte(sitemap))
		default:
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			w.Header().Set("Content-Encoding", "gzip")
			_, _ = w.Write([]byte(page))
		}
	}))
	t.Cleanup(s.Close)
	return s.URL
}

// TestHostileSitesStayWithinTheirMemory runs audits in a process of their own, since the sites are in this one.
func TestHostileSitesStayWithinTheirMemory(t *testing.T) {
	if addresses := os.Getenv("AUDIT_HOSTILE_SITES"); addresses != "" {
		auditAtOnce(t, strings.Fields(addresses))
		return
	}
	if testing.Short() {
		t.Skip("reads sites of 40 MiB")
	}
	var all []string
	for name, site := range hostileSites() {
		address := hostile(t, site.page, site.sitemap)
		all = append(all, address)
		t.Run(name, func(t *testing.T) {
			peak, took := childAudits(t, address)
			t.Logf("%d MiB, %v of CPU", peak>>20, took)
			if peak > mostOfOneAudit || took > mostCPU {
				t.Errorf("%d MiB resident and %v of CPU; at most %d MiB and %v", peak>>20, took, mostOfOneAudit>>20, mostCPU)
			}
		})
	}
	t.Run("eight at a time", func(t *testing.T) {
		peak, took := childAudits(t, strings.Join(append(all, all...), " "))
		t.Logf("%d MiB, %v of CPU", peak>>20, took)
		if peak > mostOfEight {
			t.Errorf("%d MiB resident; at most %d MiB", peak>>20, mostOfEight>>20)
		}
	})
}

// childAudits audits addresses in a process of its own. It returns the largest resident set, in bytes, and the processor time.
func childAudits(t *testing.T, addresses string) (peak int64, took time.Duration) {
	t.Helper()
	c := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestHostileSitesStayWithinTheirMemory$", "-test.count=1")
	c.Env = append(os.Environ(), "AUDIT_HOSTILE_SITES="+addresses)
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	_, after, _ := strings.Cut(string(out), "VmHWM:")
	var kilobytes int64
	if _, err := fmt.Sscan(after, &kilobytes); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return kilobytes << 10, c.ProcessState.UserTime() + c.ProcessState.SystemTime()
}

// auditAtOnce audits eight sites at a time, as the command does (cmd/auditctl/main.go).
func auditAtOnce(t *testing.T, addresses []string) {
	t.Helper()
	debug.SetGCPercent(200)
	debug.SetMemoryLimit(448 << 20)
	runtime.GOMAXPROCS(3)
	p := local(Config{Timeout: 100 * time.Second, Evidence: evidence.NewKeeper(0)})
	slots := make(chan struct{}, 8)
	var group sync.WaitGroup
	for _, address := range addresses {
		slots <- struct{}{}
		group.Go(func() {
			defer func() { <-slots }()
			if _, err := p.Run(t.Context(), target(t, address), audit.English, nil, func(audit.Stage, string) {}); err != nil {
				t.Errorf("%s: %v", address, err)
			}
		})
	}
	group.Wait()
	status, err := os.ReadFile("/proc/self/status") // what rusage says counts the process that began this one too
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println(string(status))
}

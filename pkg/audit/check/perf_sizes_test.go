package check

import (
	"fmt"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestSizesAreWrittenForPeople(t *testing.T) {
	for n, want := range map[int64]string{1: "1 byte/1 octet", 999: "999 bytes/999 octets", 250_000: "250 kB/250 ko", 1_650_000: "1.6 MB/1,6 Mo"} {
		if s := size(n); s.EN+"/"+s.FR != want {
			t.Errorf("size(%d) = %q / %q, want %s", n, s.EN, s.FR, want)
		}
	}
}

// loads gives a site whose page loads n further resources of this type and size.
func loads(n int, contentType string, bytes int64) func(*page.Facts) {
	return func(f *page.Facts) {
		f.Assets = map[string]page.Asset{}
		for i := range n {
			url := fmt.Sprintf("https://example.com/asset%d", i)
			f.Assets[url] = page.Asset{Status: 200, ContentType: contentType, Bytes: bytes}
			f.Main().Images = append(f.Main().Images, page.Image{Src: url})
		}
	}
}

func ofBytes(n int64) func(*page.Facts) {
	return onMainPage(func(p *page.Page) { p.Response.Bytes = n })
}

// asset is something of the site's own that the page loads.
func asset(a page.Asset) func(*page.Facts) {
	return func(f *page.Facts) {
		f.Assets = map[string]page.Asset{"https://example.com/asset.bin": a}
		f.Main().Resources = append(f.Main().Resources, page.Resource{Element: "preload", URL: "https://example.com/asset.bin"})
	}
}

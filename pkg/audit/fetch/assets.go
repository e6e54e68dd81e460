package fetch

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/auditctl/auditctl/internal/weburl"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// Bounds of the look at sub-resources.
const (
	maxAssets      = 30
	maxIcons       = 2
	maxStyles      = 6
	maxScripts     = 10
	assetTime      = 2 * time.Second // for one
	assetRedirects = 3
	pictureHead    = 64 << 10 // bytes of a picture that tell its size in pixels
	maxMeasured    = 1 << 20  // bytes of a file that are read because its server doesn't say its length
)

// readAssets looks, where ProbeAll is wanted, at what the submitted page loads: by HEAD, also at other sites, as a visitor's browser would by GET. Of
// the site's own files that have no Content-Length then, and of the picture for previews, a bounded part is read.
func (g *gatherer) readAssets(ctx context.Context) {
	if g.opt.Probing != ProbeAll || g.manners.closed.EN != "" {
		return
	}
	main := g.facts.Main()
	preview := main.Preview()
	assets := make(map[string]page.Asset)
	for _, address := range assetsOf(main) {
		u, err := weburl.Parse(address)
		if err != nil || !u.Web() || u.User {
			continue
		}
		own := weburl.RegistrableDomain(u.Host) == g.facts.Domain
		if own && !g.manners.allows(u.RequestPath()) {
			continue
		}
		r := Request{URL: u.Page(), Accept: acceptAnything, Head: true, MaxRedirects: assetRedirects, Foreign: !own}
		if address == preview {
			r.Head, r.First, r.MaxBytes = false, true, pictureHead
		}
		asset, ok := g.asset(ctx, r)
		if !ok {
			break
		}
		refused := asset.Status == http.StatusMethodNotAllowed || asset.Status == http.StatusNotImplemented
		if r.Head && own && (refused || succeeded(asset.Status) && asset.Bytes < 0) {
			r.Head, r.MaxBytes = false, maxMeasured
			if asset, ok = g.asset(ctx, r); !ok {
				break
			}
		}
		if asset.Status > 0 {
			assets[address] = asset
		}
	}
	if len(assets) > 0 {
		g.facts.Assets = assets
	}
}

// assetsOf lists what to look at: icons, the picture for previews, then what takes the most time to load and weighs most. A page may load more.
func assetsOf(p *page.Page) []string {
	var list []string
	listed := make(map[string]bool)
	add := func(n int, address string) bool {
		if n > 0 && address != "" && len(list) < maxAssets && !listed[address] {
			listed[address] = true
			list = append(list, address)
			return true
		}
		return false
	}
	left := maxIcons
	for _, icon := range p.Icons {
		if add(left, icon.URL) {
			left--
		}
	}
	if u, err := weburl.Parse(p.FinalURL); err == nil && len(p.Icons) == 0 {
		add(1, u.Origin()+"/favicon.ico")
	}
	add(1, p.Preview())
	left = maxStyles
	for i := range p.Styles {
		if add(left, p.Styles[i].Href) {
			left--
		}
	}
	left = maxScripts
	for i := range p.Scripts {
		if add(left, p.Scripts[i].Src) {
			left--
		}
	}
	for i := range p.Images {
		add(1, p.Images[i].Src)
	}
	for _, r := range p.Resources {
		if r.Element == "preload" {
			add(1, r.URL)
		}
	}
	return list
}

// asset asks for one. The result is empty where no answer came, which may be our own bounds' doing; ok is false where no more may be asked for.
func (g *gatherer) asset(ctx context.Context, r Request) (a page.Asset, ok bool) {
	if !g.turn(ctx, r, probePause) {
		return page.Asset{}, false
	}
	within, cancel := context.WithTimeout(ctx, assetTime)
	defer cancel()
	answer, err := g.get(within, r)
	if err != nil {
		return page.Asset{}, true
	}
	if u, err := weburl.Parse(answer.URL); err == nil && u.Host == g.site.Host && !g.manners.heed(answer) {
		return page.Asset{}, false
	}
	header := answer.Response.Header
	a = page.Asset{
		Status: answer.Response.Status, ContentType: answer.Response.Get("Content-Type"), Bytes: lengthOf(answer, r.Head),
		CacheControl: strings.Join(http.Header(header).Values("Cache-Control"), ", "), Encoding: answer.Response.Encoding,
		Validator: answer.Response.Get("Etag") != "" || answer.Response.Get("Last-Modified") != "",
	}
	if r.First {
		a.Width, a.Height = page.PictureSize(answer.Body)
		if a.Status == http.StatusPartialContent {
			a.Status = http.StatusOK
		}
	}
	return a, true
}

// lengthOf gives the bytes of the whole body as sent, -1 where they aren't known.
func lengthOf(a *Answer, head bool) int64 {
	said := a.Response.Get("Content-Length")
	if a.Response.Status == http.StatusPartialContent { // "bytes 0-65535/123456" (RFC 9110, 14.4)
		_, said, _ = strings.Cut(a.Response.Get("Content-Range"), "/")
	}
	if n, err := strconv.ParseInt(strings.TrimSpace(said), 10, 64); err == nil && n >= 0 {
		return n
	}
	if head || a.Response.Truncated != "" || a.Response.Status == http.StatusPartialContent {
		return -1
	}
	return a.Response.WireBytes
}

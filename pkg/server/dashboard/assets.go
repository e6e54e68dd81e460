package dashboard

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"net/http"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/report"
)

//go:embed assets
var assetFiles embed.FS

// assetsPath is where style, script and pictures are: below it the hash of their content, so that browsers may keep them for ever.
const assetsPath = "/dashboard/assets/"

// assets are the files that pages load, by name.
type assets map[string]asset

type asset struct {
	content    []byte
	kind, hash string // media type; of the content
}

func newAssets(brand report.Brand) (assets, error) {
	list := assets{}
	for name, kind := range map[string]string{"style.css": "text/css; charset=utf-8", "script.js": "text/javascript; charset=utf-8", "icon.svg": "image/svg+xml"} {
		content, err := fs.ReadFile(assetFiles, "assets/"+name)
		if err != nil {
			return nil, fmt.Errorf("reading the dashboard's %s: %w", name, err)
		}
		list.add(name, kind, content)
	}
	if style := brand.Style(); style != "" {
		list.add("brand.css", "text/css; charset=utf-8", []byte(style))
	}
	if kind := brand.LogoType(); kind != "" {
		list.add("logo", kind, brand.Logo)
	}
	return list, nil
}

func (a assets) add(name, kind string, content []byte) {
	sum := sha256.Sum256(content)
	a[name] = asset{content, kind, hex.EncodeToString(sum[:8])}
}

// path is where a page loads a file from; empty where there is no such file.
func (a assets) path(name string) string {
	if one, ok := a[name]; ok {
		return assetsPath + one.hash + "/" + name
	}
	return ""
}

func (d *dashboard) asset(x *exchange) error {
	one, ok := d.assets[x.r.PathValue("name")]
	if !ok || x.r.PathValue("hash") != one.hash {
		return audit.Errorf(audit.CodeNotFound, "")
	}
	h := x.w.Header()
	h.Set("Content-Type", one.kind)
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	// A logo is a stranger's SVG to whoever opens it alone.
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'")
	h.Del("Vary")
	if x.r.Method == http.MethodGet {
		x.w.Write(one.content) //nolint:errcheck // nobody is left to be told of a client that is gone
	}
	return nil
}

package report

// Brand is who hands a report over. Its zero value is nobody.
type Brand struct {
	// Name stands in header and footer; at most 100 characters.
	Name string
	// Logo is a picture as PNG, JPEG, WebP or SVG, at most MaxLogo bytes; nil is none.
	Logo []byte
	// Color is the accent, "#rrggbb"; empty is the report's own. It is darkened or lightened until text in it can be read.
	Color string
}

// MaxLogo is how many bytes a brand's logo may have. Every report carries it.
const MaxLogo = 512 << 10

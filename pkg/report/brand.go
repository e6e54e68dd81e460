package report

import (
	"bytes"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	_ "image/jpeg" // logos are JPEG
	_ "image/png"  // or PNG
	"math"
	"strconv"
	"unicode/utf8"

	"github.com/auditctl/auditctl/pkg/audit"
)

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

const (
	longestBrand = 100
	largestLogo  = 4096 // pixels a side
)

// Check says what is wrong with a brand, in words for who chose it.
func (b Brand) Check() error {
	if n := utf8.RuneCountInString(b.Name); n > longestBrand {
		return fmt.Errorf("the brand's name has %d characters; at most %d fit a header", n, longestBrand)
	}
	if _, ok := readColour(b.Color); b.Color != "" && !ok {
		return fmt.Errorf("the brand's colour %q is not of the form #rrggbb, such as #0b50b8", audit.Printable(b.Color))
	}
	if b.Logo != nil {
		if _, err := logoType(b.Logo); err != nil {
			return fmt.Errorf("the brand's logo: %w", err)
		}
	}
	return nil
}

// logo is the logo as a data: address; empty where there is none. The brand has passed Check.
func (b Brand) logo() string {
	kind, err := logoType(b.Logo)
	if b.Logo == nil || err != nil {
		return ""
	}
	return "data:" + kind + ";base64," + base64.StdEncoding.EncodeToString(b.Logo)
}

// logoType tells a logo's media type by its content.
func logoType(logo []byte) (string, error) {
	if len(logo) > MaxLogo {
		return "", fmt.Errorf("it has %d bytes; at most %d are carried", len(logo), MaxLogo)
	}
	// Whatever else the process can decode, these two are what every browser shows.
	if c, format, err := image.DecodeConfig(bytes.NewReader(logo)); err == nil && (format == "png" || format == "jpeg") {
		if c.Width > largestLogo || c.Height > largestLogo {
			return "", fmt.Errorf("it is %d by %d pixels; at most %d a side are needed", c.Width, c.Height, largestLogo)
		}
		return "image/" + format, nil
	}
	if len(logo) >= 16 && string(logo[:4]) == "RIFF" && string(logo[8:14]) == "WEBPVP" {
		return "image/webp", nil
	}
	if isSVG(logo) {
		return "image/svg+xml", nil
	}
	return "", errors.New("it is neither PNG, JPEG, WebP nor SVG")
}

// isSVG says that the document is one that a browser shows as a picture: well formed, with an svg element in SVG's namespace around it all. As a picture
// it can neither run scripts nor load anything.
func isSVG(document []byte) bool {
	d, root := xml.NewDecoder(bytes.NewReader(document)), xml.Name{}
	for {
		token, err := d.Token()
		if err != nil {
			return err.Error() == "EOF" && root == xml.Name{Space: "http://www.w3.org/2000/svg", Local: "svg"}
		}
		if e, ok := token.(xml.StartElement); ok && root.Local == "" {
			root = e.Name
		}
	}
}

// A colour is red, green and blue, 0 to 255.
type colour [3]float64

func readColour(text string) (colour, bool) {
	if len(text) != 7 || text[0] != '#' {
		return colour{}, false
	}
	n, err := strconv.ParseUint(text[1:], 16, 24)
	return colour{float64(n >> 16 & 0xff), float64(n >> 8 & 0xff), float64(n & 0xff)}, err == nil
}

func (c colour) String() string {
	return fmt.Sprintf("#%02x%02x%02x", int(math.Round(c[0])), int(math.Round(c[1])), int(math.Round(c[2])))
}

// luminance is the relative luminance of WCAG 2.2, 0 to 1.
func (c colour) luminance() float64 {
	sum := 0.0
	for i, weight := range []float64{.2126, .7152, .0722} {
		part := c[i] / 255
		if part <= .04045 {
			part /= 12.92
		} else {
			part = math.Pow((part+.055)/1.055, 2.4)
		}
		sum += weight * part
	}
	return sum
}

// contrast is the contrast ratio of WCAG 2.2, 1 to 21.
func contrast(a, b colour) float64 {
	light, dark := max(a.luminance(), b.luminance()), min(a.luminance(), b.luminance())
	return (light + .05) / (dark + .05)
}

// The grounds that are hardest to read on: the style's tint on paper and in the dark.
var (
	lightTint = colour{0xf3, 0xf5, 0xf7}
	darkTint  = colour{0x1e, 0x23, 0x28}
)

// legible is the colour, moved towards another until text in it has the contrast that WCAG 2.2 asks for at level AA (4.5 to 1) on the ground.
func (c colour) legible(ground, towards colour) colour {
	const steps = 100
	moved := c
	for i := 1; contrast(moved, ground) < 4.6 && i <= steps; i++ { // 4.6, for what rounding takes away
		share := float64(i) / steps
		for j := range moved {
			moved[j] = c[j] + (towards[j]-c[j])*share
		}
	}
	return moved
}

// Style is what a brand adds to a style sheet: its colour as --accent, legible on paper and in the dark; empty for one without a colour of its own.
func (b Brand) Style() string {
	c, ok := readColour(b.Color)
	if !ok {
		return ""
	}
	black, white := colour{}, colour{255, 255, 255}
	return fmt.Sprintf(":root { --accent: %s; }\n@media screen and (prefers-color-scheme: dark) { :root { --accent: %s; } }\n",
		c.legible(lightTint, black), c.legible(darkTint, white))
}

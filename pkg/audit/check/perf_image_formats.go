package check

import (
	"strings"

	"github.com/auditctl/auditctl/internal/weburl"
	"github.com/auditctl/auditctl/pkg/audit/page"
)

// perfImageFormats reads the format from what the server said, else from the address; an image service may negotiate it, so it never fails.
func perfImageFormats() Check {
	const few = 3
	return Check{
		ID: "perf.image-formats", Weight: 1, Level: Standard,
		Source: "web.dev, serve images in WebP; never fails, as servers may choose the format; own number: from 3 images", Link: "https://web.dev/articles/serve-images-webp",
		Title: text("Modern image formats", "Formats d'image modernes"),
		Why: text("For the same picture, WebP and AVIF usually need a quarter to half fewer bytes than JPEG and PNG.",
			"Pour la même image, WebP et AVIF demandent en général un quart à la moitié d'octets de moins que JPEG et PNG."),
		Fix: text("Save photographs as WebP or AVIF, with a JPEG fallback in a picture element if needed.",
			"Enregistrez les photos en WebP ou AVIF, avec au besoin un repli JPEG dans un élément picture."),
		Needs: []Need{Content},
		Run: func(f *page.Facts) Finding {
			main, old, modern := f.Main(), 0, 0
			for _, r := range main.Resources {
				if r.Element == "source" && isModern(imageFormat(f, r.URL)) {
					modern++
				}
			}
			var first string
			for _, i := range main.Images {
				switch format := imageFormat(f, i.Src); {
				case isModern(format):
					modern++
				case format == "jpg" || format == "jpeg" || format == "png" || format == "gif":
					old++
					if first == "" {
						first = i.Src
					}
				}
			}
			switch {
			case old+modern < few:
				return unassessed(page.NotApplicable, "The page has fewer than three images whose format can be told.",
					"La page a moins de trois images dont le format est identifiable.")
			case modern == 0:
				return warned("All %d images whose format can be told are JPEG, PNG or GIF.",
					"Les %d images au format identifiable sont toutes en JPEG, PNG ou GIF.", old).
					seen(main.FinalURL, "img", first)
			}
			return passed("Images in WebP or AVIF: %d of %d.", "Images en WebP ou AVIF : %d sur %d.", modern, old+modern)
		},
	}
}

func isModern(format string) bool { return format == "webp" || format == "avif" || format == "jxl" }

func imageFormat(f *page.Facts, address string) string {
	if a, ok := f.Assets[address]; ok {
		if _, format, ok := strings.Cut(strings.ToLower(a.ContentType), "image/"); ok {
			return format
		}
	}
	u, err := weburl.Parse(address)
	if err != nil {
		return ""
	}
	return strings.ToLower(u.Path[strings.LastIndexByte(u.Path, '.')+1:])
}

package render

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"

	"github.com/auditctl/auditctl/pkg/audit"
)

const gap = 24 // pixels between the screens

// Picture is both screens side by side, as one JPEG: to the left the desktop, to the right the phone. It is as fine as audit.MaxScreenshot bytes allow, and
// nil where they don't, or one of the screens is missing.
func (r *Rendered) Picture() ([]byte, error) {
	both := image.NewRGBA(image.Rect(0, 0, desktopWidth+gap+phoneWidth, max(desktopHeight, phoneHeight)))
	draw.Draw(both, both.Bounds(), image.NewUniform(color.Gray{Y: 128}), image.Point{}, draw.Src)
	for _, screen := range []struct {
		data []byte
		at   image.Rectangle
	}{
		{r.Desktop, image.Rect(0, 0, desktopWidth, desktopHeight)},
		{r.Phone, image.Rect(desktopWidth+gap, 0, desktopWidth+gap+phoneWidth, phoneHeight)},
	} {
		if screen.data == nil {
			return nil, nil
		}
		size, err := jpeg.DecodeConfig(bytes.NewReader(screen.data))
		if err != nil {
			return nil, fmt.Errorf("reading a screenshot: %w", err)
		}
		if size.Width != screen.at.Dx() || size.Height != screen.at.Dy() {
			return nil, fmt.Errorf("a screenshot has %d by %d pixels", size.Width, size.Height)
		}
		shot, err := jpeg.Decode(bytes.NewReader(screen.data))
		if err != nil {
			return nil, fmt.Errorf("reading a screenshot: %w", err)
		}
		draw.Draw(both, screen.at, shot, image.Point{}, draw.Src)
	}
	for _, quality := range []int{80, 60, 40, 20} {
		var out bytes.Buffer
		if err := jpeg.Encode(&out, both, &jpeg.Options{Quality: quality}); err != nil {
			return nil, fmt.Errorf("writing the screenshots: %w", err)
		}
		if out.Len() <= audit.MaxScreenshot {
			return out.Bytes(), nil
		}
	}
	return nil, nil
}

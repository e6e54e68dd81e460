package page

import (
	"bytes"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"testing"
)

func TestThePixelsOfAPictureAreReadFromItsFirstBytes(t *testing.T) {
	picture := image.NewPaletted(image.Rect(0, 0, 1200, 630), color.Palette{color.Black, color.White})
	encoded := func(encode func(*bytes.Buffer) error) []byte {
		var b bytes.Buffer
		if err := encode(&b); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()[:min(1000, b.Len())]
	}
	webp := func(chunk string, data ...byte) []byte {
		head := append([]byte("RIFF\x00\x10\x00\x00WEBP"+chunk+"\x00\x08\x00\x00"), data...)
		return append(head, make([]byte, 20)...)
	}
	for _, row := range []struct {
		name          string
		head          []byte
		width, height int
	}{
		{"PNG", encoded(func(b *bytes.Buffer) error { return png.Encode(b, picture) }), 1200, 630},
		{"JPEG", encoded(func(b *bytes.Buffer) error { return jpeg.Encode(b, picture, nil) }), 1200, 630},
		{"GIF", encoded(func(b *bytes.Buffer) error { return gif.Encode(b, picture, nil) }), 1200, 630},
		{"WebP, lossy", webp("VP8 ", 0x30, 0x01, 0x00, 0x9d, 0x01, 0x2a, 0xb0, 0x04, 0x76, 0x02), 1200, 630},
		{"WebP, lossless", webp("VP8L", 0x2f, 0xaf, 0x44, 0x9d, 0x00), 1200, 630},
		{"WebP, extended", webp("VP8X", 0x10, 0, 0, 0, 0xaf, 0x04, 0x00, 0x75, 0x02, 0x00), 1200, 630},
		{"WebP, of no known chunk", webp("ABCD", 0x2f, 1, 2, 3, 4), 0, 0},
		{"WebP, cut off", []byte("RIFF\x00\x10\x00\x00WEBPVP8X"), 0, 0},
		{"text", []byte("<!doctype html><title>Not found</title>"), 0, 0},
		{"nothing", nil, 0, 0},
	} {
		if w, h := PictureSize(row.head); w != row.width || h != row.height {
			t.Errorf("%s: %dx%d, want %dx%d", row.name, w, h, row.width, row.height)
		}
	}
}

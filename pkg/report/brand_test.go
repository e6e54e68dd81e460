package report

import (
	"bytes"
	"image"
	"image/png"
	"regexp"
	"strings"
	"testing"
)

func TestTextInABrandsColourCanBeRead(t *testing.T) {
	grounds := [2][]string{{"#ffffff", lightTint.String()}, {"#14171a", darkTint.String()}} // light, dark
	for _, pair := range grounds {
		for _, ground := range pair {
			if !strings.Contains(htmlStyle, ground) {
				t.Errorf("the style has no ground %s", ground)
			}
		}
	}
	for _, given := range []string{"#ffffff", "#000000", "#ffb000", "#00ff00", "#0000ff", "#ff0000", "#7f7f7f", "#0b50b8", "#FFEE00", "#123456"} {
		b := Brand{Color: given}
		if err := b.Check(); err != nil {
			t.Fatalf("%s: %v", given, err)
		}
		accents := regexp.MustCompile(`--accent: (#[0-9a-f]{6});`).FindAllStringSubmatch(b.Style(), -1)
		if len(accents) != 2 {
			t.Fatalf("%s: %d accents in %s", given, len(accents), b.Style())
		}
		for i, pair := range grounds {
			accent, _ := readColour(accents[i][1])
			for _, name := range pair {
				if ground, _ := readColour(name); contrast(accent, ground) < 4.5 {
					t.Errorf("%s became %s, contrast %.2f on %s", given, accent, contrast(accent, ground), name)
				}
			}
		}
	}
	if kept := (Brand{Color: "#0b50b8"}).Style(); !strings.Contains(kept, "{ --accent: #0b50b8; }") {
		t.Errorf("a colour that can be read was changed: %s", kept)
	}
}

func TestALogoIsToldByItsContent(t *testing.T) {
	var small, large bytes.Buffer
	if err := png.Encode(&small, image.NewGray(image.Rect(0, 0, 8, 8))); err != nil {
		t.Fatal(err)
	}
	if err := png.Encode(&large, image.NewGray(image.Rect(0, 0, 9000, 1))); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		logo []byte
		kind string // or, where there is none, what is said
		said string
	}{
		"PNG": {small.Bytes(), "image/png", ""}, "JPEG": {picture(), "image/jpeg", ""}, "SVG": {[]byte(square), "image/svg+xml", ""},
		"SVG with a prologue":     {[]byte(`<?xml version="1.0" encoding="UTF-8"?><!-- by hand -->` + square), "image/svg+xml", ""},
		"WebP":                    {[]byte("RIFF\x1a\x00\x00\x00WEBPVP8L\x0d\x00\x00\x00"), "image/webp", ""},
		"GIF":                     {[]byte("GIF89a\x01\x00\x01\x00\x00\x00\x00;"), "", "neither PNG"},
		"HTML":                    {[]byte("<html><body>x</body></html>"), "", "neither PNG"},
		"SVG without a namespace": {[]byte("<svg><rect/></svg>"), "", "neither PNG"},
		"SVG that isn't closed":   {[]byte(`<svg xmlns="http://www.w3.org/2000/svg">`), "", "neither PNG"},
		"nothing":                 {[]byte{}, "", "neither PNG"},
		"too many pixels":         {large.Bytes(), "", "9000 by 1 pixels"},
		"too many bytes":          {bytes.Repeat([]byte(" "), MaxLogo+1), "", "at most 524288"},
	} {
		err := Brand{Logo: c.logo}.Check()
		kind, _ := logoType(c.logo)
		if kind != c.kind || (err == nil) != (c.kind != "") || err != nil && !strings.Contains(err.Error(), c.said) {
			t.Errorf("%s: %q, %v", name, kind, err)
		}
	}
}

func TestABrandThatCantBeShownIsRefused(t *testing.T) {
	for want, b := range map[string]Brand{
		"#rrggbb":        {Color: "red"},
		"not of the":     {Color: "#12345g"},
		"101 characters": {Name: strings.Repeat("é", 101)},
	} {
		if err := b.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v", b, err)
		}
		if err := writeHTML(&bytes.Buffer{}, Document{Batch: batchOf(made()), Brand: b}); err == nil {
			t.Errorf("%+v was written", b)
		}
	}
}

func TestAReportIsTheBrands(t *testing.T) {
	b := Brand{Name: `Nord & "Fils" <b>`, Logo: []byte(square), Color: "#ffb000"}
	out := write(t, "html", Document{Batch: batchOf(made()), Brand: b})
	root := parsed(t, out)
	var logos, names int
	for n := range root.Descendants() {
		if n.Data == "img" && strings.HasPrefix(attribute(n, "src"), "data:image/svg+xml;base64,") {
			logos++
		}
		if n.Data == "header" || n.Data == "footer" {
			names += strings.Count(words(n), b.Name)
		}
	}
	if logos != 1 || names != 2 {
		t.Errorf("%d logos, the name %d times", logos, names)
	}
	if plain := HTMLStyleHash(Brand{}); HTMLStyleHash(b) == plain || !strings.Contains(out, base64Plus(HTMLStyleHash(b))) {
		t.Error("the policy doesn't name the brand's style")
	}
	if !strings.Contains(words(root), "Made with auditctl.") {
		t.Error("what made it is missing")
	}
}

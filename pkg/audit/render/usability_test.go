package render

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit/page"
)

func TestAPageIsMeasuredAsATelephoneShowsIt(t *testing.T) {
	t.Parallel()
	b := open(t, Config{Fetch: own(), Pages: 4})
	var looking sync.WaitGroup
	defer looking.Wait()
	for _, row := range []struct {
		name, body string
		says       func(*page.Usability) string
		want       string
	}{
		{"contrast and sizes of text", texts, func(u *page.Usability) string {
			return fmt.Sprintf("%d of %d small, ", u.Text.Small, u.Text.Characters) + contrast(u)
		}, "10 of 100 small, 8 texts, 3 low: p 1.25 of 4.5 Dark: p#grey 3.54 of 4.5 Hard to read: p.half 3.97 of 4.5 Glass"},
		{"targets", targets, taps, "9 targets, 3 small, 16x16 a.icon x"},
		{"a dialog over the page", article + `<div style="position:fixed;inset:0;background:#fff8"><div role=dialog id=join>Join our list</div></div>`, overlay, "1.00 div Join our list"},
		{"an open dialog", article + `<dialog id=join style="width:340px;height:600px">Join our list</dialog><script>join.showModal()</script>`, overlay, "1.00 dialog#join Join our list"},
		{"a header that stays", article + `<header style="position:fixed;top:0;left:0;right:0;height:60px">Bakery</header>`, overlay, "0.06 header Bakery"},
		{"an application that fills the screen", `<div id=root style="position:fixed;inset:0;overflow:auto">` + article + `</div>`, overlay, "0.00"},
	} {
		looking.Go(func() {
			r, err := b.Look(t.Context(), serving(t, `<meta name=viewport content="width=device-width"><body>`+row.body))
			if err != nil || r.Use == nil {
				t.Errorf("%s: %+v, %v", row.name, r, err)
			} else if got := row.says(r.Use); got != row.want {
				t.Errorf("%s: %s, want %s", row.name, got, row.want)
			}
		})
	}
}

const texts = `<p id=grey style="color:#888">Hard to read</p><p>Easy to read</p>
<p style="color:#888; font-size:24px">Large</p><p style="color:#888; font-size:19px; font-weight:700">Bold</p>
<div style="background:#222"><p style="color:#fff">White</p><p style="color:#333">Dark</p></div>
<div style="background:rgba(0,0,0,.5)"><p class="half way" style="color:#fff">Glass</p></div>
<p style="font-size:11px">0123456789</p>

<!-- Pictures, gradients and layers behind text: nothing is said of it. -->
<p style="background:linear-gradient(#000,#fff);color:#888">Gradient</p>
<div style="position:relative;height:100px"><img style="position:absolute;width:300px;height:100px"><p style="position:relative;color:#fff">Hero</p></div>
<div style="position:relative;height:60px"><div style="position:absolute;inset:0;background:#000"></div><p style="position:relative;color:#fff">Layer</p></div>
<p style="opacity:.5">Faded</p><p style="color:#fff;text-shadow:0 0 3px #000">Shadow</p><p style="color:oklch(0.7 0.1 100)">New colours</p>

<!-- Nor of what nobody reads. -->
<button disabled style="color:#888;background:#888">Off</button><p hidden style="color:#fff">Hidden</p>
<span style="position:absolute;clip:rect(0 0 0 0);color:#fff">Skip</span><p style="color:#fff">★</p>`

var targets = "<div>" + icon("a", 0) + icon("b", 0) + icon("c", 0) + "<br><br>" + icon("d", 8) + icon("e", 8) + icon("f", 8) + `</div><p>We bake <a href=/bread>bread</a>, <a href=/cake>cake</a> and <a href=/buns>buns</a> every morning.</p>
<label><input type=checkbox> Rye</label><br><label><input type=checkbox> Wheat</label>`

func icon(path string, margin int) string {
	return fmt.Sprintf(`<a class=icon href=/%s style="display:inline-block;width:16px;height:16px;margin:%dpx">x</a>`, path, margin)
}

const article = `<p style="height:2000px;margin-top:-20px">Everything about bread, and nothing about anything else.</p>`

func contrast(u *page.Usability) string {
	s := fmt.Sprintf("%d texts, %d low", u.Contrast.Texts, u.Contrast.Low)
	for _, w := range u.Contrast.Worst {
		s += fmt.Sprintf(": %s %.2f of %v %s", w.Where, w.Ratio, w.Least, w.Text)
	}
	return s
}

func taps(u *page.Usability) string {
	s := fmt.Sprintf("%d targets, %d small", u.Taps.Targets, u.Taps.Small)
	if w := u.Taps.Worst; len(w) > 0 {
		s += fmt.Sprintf(", %dx%d %s %s", w[0].Width, w[0].Height, w[0].Where, w[0].Text)
	}
	return s
}

func overlay(u *page.Usability) string {
	return strings.TrimSpace(fmt.Sprintf("%.2f %s %s", u.Overlay.Share, u.Overlay.Where, u.Overlay.Text))
}

func TestAShiftOfTheLayoutIsMeasured(t *testing.T) {
	t.Parallel()
	b := open(t, Config{Fetch: own()})
	for body, shifts := range map[string]bool{
		`<div id=d></div><p style="height:600px">Text</p>
<script>requestAnimationFrame(() => requestAnimationFrame(() => d.style.height = '300px'))</script>`: true, // once it was painted
		`<div style="height:300px"></div><p style="height:600px">Text</p>`: false,
	} {
		r, err := b.Look(t.Context(), serving(t, body))
		if err != nil || (r.Shift > 0.1) != shifts || r.Shift > 2 {
			t.Errorf("%s: %v", body, err)
		}
	}
}

// A page may name its form's fields as it likes: what can't be measured isn't, and the rest is seen.
func TestAPageCanNotSpoilTheMeasuring(t *testing.T) {
	t.Parallel()
	r, err := open(t, Config{Fetch: own()}).Look(t.Context(), serving(t, `<form><input name=parentElement><input name=getAttribute><input name=closest><p>Text</p>
<button>Go</button></form><img name=body><img name=createTreeWalker><img name=elementsFromPoint><script>window.getComputedStyle = document.querySelectorAll = null</script>`))
	if err != nil || !strings.Contains(r.Text, "Text") || r.Desktop == nil {
		t.Errorf("%+v, %v", r, err)
	}
}

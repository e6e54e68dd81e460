package page

import (
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"
)

// What a browser shows of "Secret" beside "Seen words", by the page's own rules.
func TestTheCascadeDecidesWhatIsSeen(t *testing.T) {
	for _, row := range []struct {
		rules, html string
		seen        bool
	}{
		{`.a .b{display:none}`, `<div class=a><p><span class=b>Secret</span></p></div>`, false},
		{`.a > .b{display:none}`, `<div class=a><p><span class=b>Secret</span></p></div>`, true},
		{`p + p{display:none}`, `<p>x</p><p>Secret</p>`, false},
		{`h2 ~ p{display:none}`, `<h2>x</h2><ul></ul><p>Secret</p>`, false},
		{`[data-x]{display:none}`, `<p data-x>Secret</p>`, false},
		{
			`p[lang|="en"][class~=k][id^=a][title$="z" i][rel*=dd]{display:none}`,
			`<p lang=en-GB class="j k" id=abc title=xYZ rel=addd>Secret</p>`, false,
		},
		{`p:not(.shown){display:none}`, `<p>Secret</p>`, false},
		{`p:not(.shown){display:none}`, `<p class=shown>Secret</p>`, true},
		{`:is(h2,p).k{display:none}`, `<p class=k>Secret</p>`, false},
		{`:where(.k){display:none} p{display:block}`, `<p class=k>Secret</p>`, true},
		{`.k{display:none} p{display:block}`, `<p class=k>Secret</p>`, false},
		{`#i{display:block} .k{display:none}`, `<p id=i class=k>Secret</p>`, true},
		{`#i{display:block} .k{display:none !important}`, `<p id=i class=k>Secret</p>`, false},
		{`.k{display:none !important}`, `<p class=k style="display:block">Secret</p>`, false},
		{`.k{display:none}`, `<p class=k style="display:block">Secret</p>`, true},
		{`h2,p,li{display:none}`, `<p>Secret</p>`, false},
		{`p:nth-child(2n){display:none}`, `<div><i>x</i><p>Secret</p></div>`, false},
		{`p:first-child{display:none}`, `<div><p>Secret</p></div>`, false},
		{`p:hover{display:none}`, `<p>Secret</p>`, true},
		{`p::before{display:none}`, `<p>Secret</p>`, true},
		{`.md\:gone{display:none}`, `<p class="md:gone">Secret</p>`, false},
		{`p{d\69splay:none}`, `<p>Secret</p>`, false},
		{`p{/* a;b} */display:/**/none}`, `<p>Secret</p>`, false},
		{`p{content:"}";display:none}`, `<p>Secret</p>`, false},
		{`:root{--d:none} p{display:var(--d)}`, `<p>Secret</p>`, false},
		{`p{display:var(--d, none)}`, `<p>Secret</p>`, false},
		{`.k{--d:none} p{display:var(--d,block)}`, `<div class=k><p>Secret</p></div>`, false},
		{`@layer a{p{display:none}} p{display:block}`, `<p>Secret</p>`, true},
		{`@layer b,a; @layer a{p{display:none}} @layer b{p{display:block}}`, `<p>Secret</p>`, false},
		{`@supports (display:grid){p{display:none}}`, `<p>Secret</p>`, false},
		{`@media screen and (min-width:1px){p{display:none}}`, `<p>Secret</p>`, false},
		{`@media (max-width:600px){p{display:none}}`, `<p>Secret</p>`, true},
		{`p{display:none} @media (min-width:600px){p{display:block}}`, `<p>Secret</p>`, true},
		{`p{display:none} @media print{p{display:block}}`, `<p>Secret</p>`, false},
		{`@media not print{p{display:none}}`, `<p>Secret</p>`, false},
		{`.a{.b{display:none}}`, `<div class=a><p class=b>Secret</p></div>`, false},
		{`.a{&.b{display:none}}`, `<p class="a b">Secret</p>`, false},
		{`.a{visibility:hidden} .b{visibility:visible}`, `<div class=a><p class=b>Secret</p></div>`, true},
		{`.a{font-size:0}`, `<div class=a><p style="font-size:16px">Secret</p></div>`, true},
		{`.a{font-size:10%}`, `<p class=a>Secret</p>`, false},
		{`.a{font:0/0 a}`, `<p class=a>Secret</p>`, false},
		{`.a{color:#fff}`, `<p class=a>Secret</p>`, false},
		{`body{background:#123} .a{color:rgb(17 34 51)}`, `<p class=a>Secret</p>`, false},
		{`.a{background:#eee} .b{color:hsl(0,0%,93%)}`, `<div class=a><p><b class=b>Secret</b></p></div>`, false},
		{`.a{background:url(x.png);color:#fff}`, `<p class=a>Secret</p>`, true},
		{`.a{color:rgba(0,0,0,.01)}`, `<p class=a>Secret</p>`, false},
		{`.a{opacity:.2} .b{opacity:.2}`, `<div class=a><p class=b>Secret</p></div>`, false},
		{``, `<p style="filter:opacity(0)">Secret</p>`, false},
		{``, `<p style="transform:scale(0)">Secret</p>`, false},
		{``, `<p style="scale:0">Secret</p>`, false},
		{``, `<p style="content-visibility:hidden">Secret</p>`, false},
		{``, `<p style="left:calc(0px - 9999px);position:absolute">Secret</p>`, false},
		{``, `<p style="position:absolute;inset-inline-start:-9999px">Secret</p>`, false},
		{``, `<p style="translate:-9999px 0">Secret</p>`, false},
		{``, `<p style="font-size:1px">Secret</p>`, false},
		{``, `<p style="mask:linear-gradient(transparent,transparent)">Secret</p>`, false},
		{``, `<p style="clip-path:polygon(0 0, 0 0, 0 0)">Secret</p>`, false},
		{``, `<p style="-webkit-text-fill-color:transparent">Secret</p>`, false},
		{``, `<p style="display:none;display:bogus()">Secret</p>`, false},
		{``, `<p hidden style="display:block">Secret</p>`, true},
		{``, `<noframes>Secret</noframes>`, false},
		{``, `<noembed>Secret</noembed>`, false},
		{``, `<datalist><option>Secret</datalist>`, false},
		{``, `<ruby>x<rp>Secret</rp></ruby>`, false},
		{``, `<details><summary>x</summary><p>Secret</p></details>`, true},
		{``, `<p inert>Secret</p>`, true},
	} {
		p := read(`<style>` + row.rules + `</style><main><p>Seen words.</p>` + row.html + `</main>`)
		if seen := strings.Contains(p.Text.Main+p.Text.Outside, "Secret"); seen != row.seen || p.Unstyled {
			t.Errorf("%s on %s: seen is %v, unstyled %v", row.rules, row.html, seen, p.Unstyled)
		}
	}
}

// Where a linked sheet may say otherwise, colours of a page's own aren't enough to tell that text can't be seen.
func TestColoursOfALinkedSheetAreUnknown(t *testing.T) {
	p := read(`<head><link rel=stylesheet href=/a.css></head><main><p style="color:#fff">Shown on a dark ground</p></main>`)
	same(t, "main", p.Text.Main, "Shown on a dark ground")
}

func TestStylesBeyondTheBoundAreSaid(t *testing.T) {
	same(t, "unstyled", read(`<style>`+strings.Repeat("p{display:none}", maxRules+1)+`</style><p>x`).Unstyled, true)
}

// cpu is what this process has used of the processor.
func cpu(t *testing.T) time.Duration {
	t.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		t.Fatal(os.NewSyscallError("getrusage", err))
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// No page of 4 MiB costs more than 2 s of CPU, however its styles are made.
func TestStylesCostLittle(t *testing.T) {
	fill := func(format string) string {
		return strings.Repeat(format, (4<<20)/len(format))
	}
	numbered := func(format string) string {
		var b strings.Builder
		for i := 0; b.Len() < 4<<20; i++ {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	rules := func(format string) string {
		var b strings.Builder
		b.WriteString("<style>")
		for i := 0; b.Len() < 900<<10; i++ {
			fmt.Fprintf(&b, format, i)
		}
		b.WriteString("</style>")
		return b.String()
	}
	for name, body := range map[string]string{
		"nested faded elements":    fill(`<div style="opacity:0;transition:all 1s">Words to read. `),
		"faded siblings":           fill(`<div style="opacity:0;transition:all 1s">Words to read.</div>`),
		"hidden and shown, nested": fill(`<div style="visibility:hidden">x<div style="visibility:visible">y`),
		"distinct styles":          numbered(`<p style="opacity:0.5%d">x</p>`),
		"universal rules":          rules(`*:not(.a%d){opacity:.9}`) + fill(`<p class="b c d">x</p>`),
		"descendants": rules(`div div div div div .a%d, div div div div p{opacity:.9}`) + strings.Repeat("<div>", 400) +
			fill(`<p>x</p>`),
		"siblings":         `<style>i ~ i ~ i ~ p{display:none} p:nth-child(7n){display:none}</style>` + fill(`<p>x</p>`),
		"long class lists": rules(`.a%d{display:none}`) + fill(`<p class="`+strings.Repeat("a1 ", 300)+`">x</p>`),
		"custom properties": `<style>p{--a:x;--b:var(--a)var(--a);--c:var(--b)var(--b);color:var(--c)var(--c)}</style>` +
			fill(`<p style="--d:1;opacity:var(--e)">x`),
		"nested rules":     "<style>" + strings.Repeat(".a{", 300_000) + "</style><p>x</p>",
		"open parentheses": "<style>" + strings.Repeat(".a{x:(", 200_000) + "</style><p>x</p>",
		"lists in lists":   rules(`:is(:is(:is(:is(.a,.b),.c),.d),:not(:not(:not(p)))) p{opacity:.%d}`) + fill(`<p>x</p>`),
	} {
		before := cpu(t)
		read(body)
		if used := cpu(t) - before; used > 3*time.Second { // 2 s, and room for what a busy machine adds
			t.Errorf("%s: %v", name, used)
		} else {
			t.Logf("%s: %v", name, used)
		}
	}
}

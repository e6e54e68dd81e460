package page

import "strings"

// Markdown is gathered beside the text, inline marks and links as they come, and put together by blocks at the end. It is meant for reading by people
// and models, not for turning back into the same HTML.

const mdSpecial = "\\`*_[]<>#|"

func (w *walker) mdText(s string, c *inherited) {
	if c.pre {
		w.markdown = append(w.markdown, s...)
		return
	}
	var t textBuffer
	t.add(s)
	text := string(t.b)
	if text == "" {
		if s != "" && collapse(s) == "" {
			w.mdSpace()
		}
		return
	}
	if s[0] == ' ' || s[0] == '\n' || s[0] == '\t' || s[0] == '\r' {
		w.mdSpace()
	}
	for i := 0; i < len(text); i++ {
		if strings.IndexByte(mdSpecial, text[i]) >= 0 {
			w.markdown = append(w.markdown, '\\')
		}
		w.markdown = append(w.markdown, text[i])
	}
}

func (w *walker) mdSpace() {
	if n := len(w.markdown); w.keep && n > int(w.open.md.start) && w.markdown[n-1] != ' ' && w.markdown[n-1] != '\n' {
		w.markdown = append(w.markdown, ' ')
	}
}

func (w *walker) mdCell() {
	if w.keep {
		w.markdown = append(w.markdown, " | "...)
	}
}

func (w *walker) mdBreak(c *inherited) {
	switch {
	case !w.keep:
	case c.joined || c.pre:
		w.mdSpace()
	case len(w.markdown) > int(w.open.md.start):
		w.markdown = append(w.markdown, "  \n"...)
	}
}

// mdOpen begins a mark, and gives where its content begins.
func (w *walker) mdOpen(mark string) int {
	w.markdown = append(w.markdown, mark...)
	return len(w.markdown)
}

// mdClose ends what mdOpen began, or takes it back where nothing, or the end of a block, came in between.
func (w *walker) mdClose(at int, mark, end string) {
	if open := at - len(mark); open < int(w.open.md.start) {
		for i := open; i < at; i++ {
			w.markdown[i] = ' '
		}
		return
	}
	n := len(w.markdown)
	for n > at && w.markdown[n-1] == ' ' {
		n--
	}
	if n == at {
		w.markdown = w.markdown[:at-len(mark)]
		return
	}
	spaced := n < len(w.markdown)
	w.markdown = append(w.markdown[:n], end...)
	if spaced {
		w.markdown = append(w.markdown, ' ')
	}
}

// mdTarget is the address of a link in Markdown, empty where the link leads nowhere that makes sense outside of its page.
func mdTarget(l *Link) string {
	address := l.URL
	if l.Scheme == "tel" || l.Scheme == "mailto" {
		address = l.Href
	}
	return strings.NewReplacer(" ", "%20", "(", "%28", ")", "%29", "<", "%3C", ">", "%3E", "\n", "", "\r", "").Replace(address)
}

// writeMarkdown puts the blocks together.
func (w *walker) writeMarkdown(blocks []*block) string {
	var out strings.Builder
	for i, b := range blocks {
		var last *block
		if i > 0 {
			last = blocks[i-1]
			out.WriteByte('\n')
			if b.kind != last.kind || b.list == 0 || b.kind == ListItem && b.list != last.list && b.level == last.level ||
				b.kind == TableRow && b.list != last.list {
				out.WriteByte('\n')
			}
		}
		w.writeMarkdownBlock(&out, b, b.kind == TableRow && (last == nil || last.kind != TableRow || last.list != b.list))
	}
	return out.String()
}

func (w *walker) writeMarkdownBlock(out *strings.Builder, b *block, firstRow bool) {
	text := string(w.markdown[b.md.start:b.md.end])
	if b.kind != Preformatted {
		text = strings.TrimSpace(text)
	}
	switch b.kind {
	case HeadingRow:
		out.WriteString(strings.Repeat("#", int(b.level)) + " " + text)
	case ListItem:
		mark := "- "
		if b.ordered {
			mark = "1. "
		}
		out.WriteString(strings.Repeat("   ", max(int(b.level)-1, 0)) + mark + text)
	case TableRow:
		out.WriteString("| " + strings.ReplaceAll(text, "\n", " ") + " |")
		if firstRow {
			out.WriteString("\n|" + strings.Repeat(" --- |", strings.Count(text, " | ")+1))
		}
	case Quote:
		out.WriteString("> " + strings.ReplaceAll(text, "\n", "\n> "))
	case Preformatted:
		fence := "```"
		for strings.Contains(text, fence) {
			fence += "`"
		}
		out.WriteString(fence + "\n" + strings.Trim(text, "\n") + "\n" + fence)
	default:
		if b.kind == Summary || b.defines {
			text = "**" + text + "**"
		}
		out.WriteString(text)
	}
}

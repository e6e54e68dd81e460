package page

import "strings"

// maxDirectives bounds Page.Robots.
const maxDirectives = 200

// isRobotsAgent says whether a meta name addresses crawlers: all of them, or one by its user agent token. Search engines read their own names only, so
// a name that is in nobody's documentation but ends as crawlers' names do is taken for one too.
func isRobotsAgent(name string) bool {
	switch name {
	case "robots", "slurp", "teoma", "googlebot-news", "google-extended", "applebot-extended", "chatgpt-user", "claude-web", "anthropic-ai", "perplexity-user",
		"bytespider", "baiduspider", "mediapartners-google", "google-inspectiontool", "msnbot-media", "ia_archiver", "claude-user":
		return true
	}
	return strings.HasSuffix(name, "bot") && !strings.ContainsAny(name, ": ")
}

// isDirective says whether a name is one of the robots directives that take a value after a colon.
func takesValue(name string) bool {
	switch name {
	case "unavailable_after", "max-snippet", "max-image-preview", "max-video-preview":
		return true
	}
	return false
}

func isDirective(name string) bool {
	switch name {
	case "all", "index", "follow", "noindex", "nofollow", "none", "noarchive", "nocache", "nosnippet", "noimageindex", "notranslate", "nositelinkssearchbox",
		"indexifembedded", "noodp", "noydir", "noai", "noimageai", "notrain", "nomediaindex":
		return true
	}
	return takesValue(name)
}

// appendDirectives reads a list of robots directives as Google documents them for the robots meta element and the X-Robots-Tag header. In the header,
// and there only, "name:" before a directive names the agent that it and what follows are for.
func appendDirectives(list []Directive, agent, content, source string) []Directive {
	parts := strings.Split(content, ",")
	for i := 0; i < len(parts); i++ {
		part := strings.TrimSpace(parts[i])
		name, value, hasValue := strings.Cut(part, ":")
		name = strings.ToLower(strings.TrimSpace(name))
		if source == "header" && hasValue && !takesValue(name) && !strings.ContainsAny(name, " =") {
			agent, part = name, strings.TrimSpace(value)
			name, value, hasValue = strings.Cut(part, ":")
			name = strings.ToLower(strings.TrimSpace(name))
		}
		value = strings.TrimSpace(value)
		if !hasValue { // "max-snippet=50" is seen too
			if n, v, ok := strings.Cut(name, "="); ok && takesValue(strings.TrimSpace(n)) {
				name, value = strings.TrimSpace(n), strings.TrimSpace(v)
			}
		}
		if name == "unavailable_after" { // a date has commas of its own
			for i+1 < len(parts) && !startsDirective(parts[i+1], source) {
				i++
				value += "," + parts[i]
			}
		}
		if name == "" || len(list) >= maxDirectives {
			continue
		}
		list = append(list, Directive{Agent: agent, Name: cut(name, 100), Value: cut(strings.TrimSpace(value), 200), Source: source})
	}
	return list
}

// startsDirective says whether a part of a list is a directive of its own, rather than the rest of a date.
func startsDirective(part, source string) bool {
	name, value, ok := strings.Cut(strings.ToLower(strings.TrimSpace(part)), ":")
	if name = strings.TrimSpace(name); isDirective(name) {
		return true
	}
	name, _, _ = strings.Cut(strings.TrimSpace(value), ":")
	return ok && source == "header" && isDirective(strings.TrimSpace(name))
}

// headers reads what the response's header says of the page: X-Robots-Tag, and Link (RFC 8288) for canonical, hreflang and license.
func (w *walker) headers(h map[string][]string) {
	for _, v := range h["X-Robots-Tag"] {
		w.page.Robots = appendDirectives(w.page.Robots, "robots", headerText(v), "header")
	}
	for _, v := range h["Link"] {
		w.linkHeader(headerText(v))
	}
}

// headerText bounds a header value and makes it UTF-8, which headers need not be.
func headerText(v string) string { return strings.ToValidUTF8(cut(v, 16<<10), "\uFFFD") }

// linkHeader reads one Link header: entries divided by commas, outside of <> and quotes.
func (w *walker) linkHeader(v string) {
	for v != "" {
		open := strings.IndexByte(v, '<')
		if open < 0 {
			return
		}
		v = v[open+1:]
		href, rest, ok := strings.Cut(v, ">")
		if !ok {
			return
		}
		var params map[string]string
		params, v = linkParameters(rest)
		u, _ := w.base.Resolve(href)
		ref := Reference{Href: cut(href, 2048), URL: u.Href, Source: "header", Type: params["type"], Title: params["title"]}
		for rel := range strings.FieldsSeq(strings.ToLower(params["rel"])) {
			switch rel {
			case "canonical", "license":
				w.reference(rel, ref)
			case "alternate":
				lang, hasLang := params["hreflang"]
				w.alternate(ref, lang, hasLang)
			}
		}
	}
}

// linkParameters reads the parameters of one entry, the first of each name, and gives what follows the entry.
func linkParameters(s string) (params map[string]string, rest string) {
	params = make(map[string]string)
	for {
		s = strings.TrimLeft(s, " \t;")
		if s == "" || s[0] == ',' {
			return params, s
		}
		end := strings.IndexAny(s, "=;,")
		if end < 0 {
			return params, ""
		}
		name, value := strings.ToLower(strings.TrimSpace(s[:end])), ""
		if s[end] != '=' {
			s = s[end:]
			continue
		}
		s = strings.TrimLeft(s[end+1:], " \t")
		if strings.HasPrefix(s, `"`) {
			value, s = quotedString(s[1:])
		} else {
			end = strings.IndexAny(s, ";,")
			if end < 0 {
				end = len(s)
			}
			value, s = strings.TrimSpace(s[:end]), s[end:]
		}
		if _, seen := params[name]; !seen && len(params) < 32 {
			params[name] = value
		}
	}
}

// quotedString reads up to the closing quote.
func quotedString(s string) (value, rest string) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '"':
			return b.String(), s[i+1:]
		case '\\':
			if i++; i == len(s) {
				return b.String(), ""
			}
		}
		b.WriteByte(s[i])
	}
	return b.String(), ""
}

package page

import "strings"

// readEmails finds e-mail addresses in a line: name@host.example, and the forms "name [at] host [dot] example" and "name (at) host.example", which
// people write to be read by people.
func (p *Page) readEmails(line string) {
	for _, at := range [...]string{"@", "[at]", "(at)", "[AT]", "(AT)"} {
		for rest := line; ; {
			i := strings.Index(rest, at)
			if i < 0 {
				break
			}
			before, after := rest[:i], rest[i+len(at):]
			rest = after
			if at != "@" {
				before, after = strings.TrimSuffix(before, " "), strings.TrimPrefix(after, " ")
				for _, dot := range [...]string{" [dot] ", "[dot]", " (dot) ", "(dot)"} {
					after = strings.Replace(after, dot, ".", 3)
				}
			}
			local := before[len(strings.TrimRightFunc(before, isLocalPart)):]
			host := after[:len(after)-len(strings.TrimLeftFunc(after, isHostPart))]
			p.addEmail(local + "@" + host)
			if len(p.Emails) >= maxEmails {
				return
			}
		}
	}
}

// addEmail keeps an address that has the form of one.
func (p *Page) addEmail(address string) {
	address = strings.ToLower(strings.Trim(strings.TrimSpace(address), ".-"))
	local, host, _ := strings.Cut(address, "@")
	dot := strings.LastIndexByte(host, '.')
	if len(local) == 0 || len(local) > 64 || dot < 1 || len(host) > 253 || host[0] == '.' || host[0] == '-' || strings.Contains(host, "..") {
		return
	}
	top := host[dot+1:]
	if len(top) < 2 || strings.TrimFunc(top, isLetterRune) != "" || strings.TrimFunc(local, isLocalPart) != "" || strings.TrimFunc(host, isHostPart) != "" {
		return
	}
	switch top {
	case "png", "jpg", "jpeg", "gif", "webp", "svg", "js", "css": // logo@2x.png
		return
	}
	p.Emails = addUnique(p.Emails, address, maxEmails)
}

func isLetterRune(c rune) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func isHostPart(c rune) bool { return isLetterRune(c) || c >= '0' && c <= '9' || c == '.' || c == '-' }

func isLocalPart(c rune) bool { return isHostPart(c) || strings.ContainsRune("_+%'", c) }

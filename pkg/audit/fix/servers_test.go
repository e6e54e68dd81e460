package fix_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"strings"
	"testing"
)

// serverDirectives is what a configuration does to an answer.
type serverDirectives struct {
	hidden []string          // headers of the application that go
	sent   map[string]string // headers that are added after that
	zip    bool
}

// parseServer reads as much of a server's configuration as is written here, as the server would: words by spaces and quotation marks, directives by what
// ends them. What it doesn't know fails the test.
func parseServer(t *testing.T, server, text string) serverDirectives {
	t.Helper()
	d := serverDirectives{sent: map[string]string{}}
	send := func(name, value string) {
		name = http.CanonicalHeaderKey(name)
		if _, twice := d.sent[name]; twice {
			t.Errorf("%s sends %s twice", server, name)
		}
		d.sent[name] = value
	}
	for _, words := range directives(t, server, text) {
		switch {
		case server == "nginx.conf" && words[0] == "add_header" && len(words) == 4 && words[3] == "always":
			send(words[1], words[2])
		case server == "nginx.conf" && (words[0] == "proxy_hide_header" || words[0] == "fastcgi_hide_header") && len(words) == 2:
			d.hidden = append(d.hidden, words[1])
		case server == "nginx.conf" && strings.HasPrefix(words[0], "gzip"):
			d.zip = d.zip || words[0] == "gzip" && words[1] == "on"
		case server == "apache.conf" && strings.HasPrefix(words[0], "<"):
		case server == "apache.conf" && words[0] == "Header" && words[1] == "always" && words[2] == "set" && len(words) == 5:
			send(words[3], words[4])
		case server == "apache.conf" && words[0] == "Header" && words[1] == "onsuccess" && words[2] == "unset" && len(words) == 4:
			d.hidden = append(d.hidden, words[3])
		case server == "apache.conf" && words[0] == "AddOutputFilterByType" && words[1] == "DEFLATE":
			d.zip = true
		case server == "Caddyfile" && words[0] == "header" && words[1] == "{", server == "Caddyfile" && words[0] == "}":
		case server == "Caddyfile" && words[0] == "defer" && len(words) == 1:
			for name := range d.sent { // set after the application, each in its header's place
				d.hidden = append(d.hidden, name)
			}
		case server == "Caddyfile" && words[0] == "encode":
			d.zip = true
		case server == "Caddyfile" && len(words) == 2:
			send(words[0], words[1])
		default:
			t.Errorf("%s: no such directive: %q", server, words)
		}
	}
	return d
}

// directives divides a text into directives and those into words.
func directives(t *testing.T, server, text string) [][]string {
	t.Helper()
	var all [][]string
	var words []string
	var word strings.Builder
	quoted, begun := false, false
	end := func() {
		if begun {
			words = append(words, word.String())
			word.Reset()
			begun = false
		}
	}
	for _, c := range text {
		switch {
		case c == '"':
			quoted, begun = !quoted, true
		case quoted && (c == '\\' || c == '\n' || c == '$' && server == "nginx.conf" || c == '%' && server == "apache.conf" || c == '{' && server == "Caddyfile"):
			t.Errorf("%s: %q would be read in %s", server, c, text)
		case quoted:
			word.WriteRune(c)
		case c == ' ' || c == '\t':
			end()
		case c == '\n' && server != "nginx.conf", c == ';' && server == "nginx.conf":
			if end(); len(words) > 0 {
				all = append(all, words)
			}
			words = nil
		case c == '\n':
			if end(); len(words) > 0 {
				t.Errorf("%s: %q ends without a semicolon", server, words)
			}
		default:
			word.WriteRune(c)
			begun = true
		}
	}
	if quoted || begun || len(words) > 0 {
		t.Errorf("%s: the last directive doesn't end: %s", server, text)
	}
	return all
}

func gzipped(body string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	io.WriteString(z, body)
	z.Close()
	return b.String()
}

package main

import (
	"fmt"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
)

// hidden takes the place of a secret.
const hidden = "xxxxx"

// addressSettings hold addresses that may carry credentials.
var addressSettings = []string{"store", "remote", "pagespeed-url", "server.base_url"}

var (
	hasScheme = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*:/`)
	// plainValue is what the value of a harmless parameter looks like.
	plainValue = regexp.MustCompile(`^[A-Za-z0-9_./:,-]*$`)
)

// harmlessParameters of a database's address are shown with their values.
var harmlessParameters = []string{
	"application_name", "connect_timeout", "dbname", "host", "pool_max_conns", "pool_min_conns", "port", "search_path",
	"sslcert", "sslkey", "sslmode", "sslrootcert", "target_session_attrs", "user",
}

// shownAddress returns an address as anybody may see it: passwords, keys and unknown parameters are hidden. What can't be taken apart for
// certain is hidden wholly, such as host=… password=….
func shownAddress(address string) string {
	if !strings.ContainsAny(address, "@?#=") {
		return audit.Printable(address)
	}
	u, err := url.Parse(address)
	if err != nil || u.Scheme == "" || u.Host == "" || strings.ContainsAny(u.Host+u.Path, "@?#=") {
		return hidden
	}
	var b strings.Builder
	b.WriteString(u.Scheme + "://")
	if u.User != nil {
		b.WriteString("…@") // as audit.MaskCredentials has it
	}
	b.WriteString(u.Host + u.EscapedPath())
	if u.RawQuery != "" {
		var pairs []string
		for pair := range strings.SplitSeq(u.RawQuery, "&") {
			pairs = append(pairs, shownParameter(pair))
		}
		b.WriteString("?" + strings.Join(pairs, "&"))
	}
	if u.Fragment != "" {
		b.WriteString("#" + hidden)
	}
	return audit.Printable(b.String())
}

func shownParameter(pair string) string {
	name, value, ok := strings.Cut(pair, "=")
	switch {
	case !ok:
		return hidden
	case slices.Contains(harmlessParameters, name) && plainValue.MatchString(value):
		return pair
	}
	return name + "=" + hidden
}

// shownSetting returns a setting's value as anybody may see it.
func shownSetting(key string, value any) string {
	text := fmt.Sprint(value)
	if slices.Contains(addressSettings, key) || hasScheme.MatchString(text) {
		return shownAddress(text)
	}
	return audit.Printable(text)
}

// show prints the effective settings and where each came from.
func (c *config) show() string {
	var b strings.Builder
	for _, s := range allSettings() {
		values := []string{c.text(s.key)}
		switch {
		case s.key == "fail-under":
			values = c.shownFloors()
		case s.list:
			values = c.list(s.key)
		}
		for i := range values {
			values[i] = shownSetting(s.key, values[i])
		}
		fmt.Fprintf(&b, "%s: %s  # %s\n", s.key, strings.Join(values, ","), c.origin(s.key))
	}
	c.showModels(&b)
	return b.String()
}

// shownFloors returns the thresholds in force, in which several sources may have a part.
func (c *config) shownFloors() []string {
	floors, err := c.floors(nil)
	if err != nil {
		return c.list("fail-under") // unchanged; audit reports the error
	}
	var list []string
	for _, m := range slices.Sorted(maps.Keys(floors)) {
		list = append(list, fmt.Sprintf("%s=%d", m, floors[m]))
	}
	return list
}

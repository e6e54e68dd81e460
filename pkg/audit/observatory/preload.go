package observatory

import (
	"slices"
	"strings"
)

// preloadedDomains are top-level domains that browsers reach over https only, whatever their sites send: those of Chromium's preload list
// (net/http/transport_security_state_static.json, policy public-suffix) that sites can be found under. Single hosts of that list aren't known here.
var preloadedDomains = []string{
	"android", "app", "bank", "chrome", "day", "dev", "foo", "gle", "google", "insurance", "new", "page", "play", "youtube",
}

func preloaded(host string) bool {
	return slices.Contains(preloadedDomains, host[strings.LastIndexByte(host, '.')+1:])
}

package reader

import (
	"encoding/base64"
	"net/url"
	"slices"
	"strings"

	"github.com/auditctl/auditctl/internal/weburl"
)

// maxHits bounds the results of one search.
const maxHits = 1000

// retrieval reads the results of a web search: is a page of the business's own among them, and whose are the others.
func retrieval(c Case) Reading {
	var r Reading
	own := registrable(c.Business.Domain)
	place := 0
	for _, hit := range c.Hits[:min(len(c.Hits), maxHits)] {
		host, ok := pageHost(hit.URL, hit.Title)
		if !ok {
			continue
		}
		place++
		switch {
		case own != "" && weburl.RegistrableDomain(host) == own:
			if !r.Named {
				r.Named, r.Rank = true, new(place)
			}
		case !slices.Contains(r.Hosts, bareHost(host)):
			r.Hosts = append(r.Hosts, bareHost(host))
		}
	}
	r.Answered = place > 0
	return r
}

func bareHost(host string) string { return strings.TrimPrefix(host, "www.") }

// pageHost is the host that an address leads to, redirect wrappers opened; ok is false for what can't be used.
func pageHost(address, title string) (host string, ok bool) {
	target := unwrap(address)
	u, ok := parseAddress(target)
	if !ok {
		return "", false
	}
	if u.Host == groundingHost && strings.HasPrefix(u.Path, groundingPath) {
		title = strings.TrimSpace(title)
		if named, ok := parseAddress(title); ok && hostEnd(strings.ToLower(title), 0) == len(title) {
			return named.Host, true
		}
	}
	return u.Host, true
}

// Gemini's grounding redirects can't be read; their title is the page's host.
const (
	groundingHost = "vertexaisearch.cloud.google.com"
	groundingPath = "/grounding-api-redirect/"
)

// maxWraps is how many wrappers may lie around one another.
const maxWraps = 3

// unwrap opens the redirects that search engines wrap around addresses.
func unwrap(address string) string {
	for range maxWraps {
		inner, ok := wrapped(address)
		if !ok {
			break
		}
		address = inner
	}
	return address
}

func wrapped(address string) (string, bool) {
	u, ok := parseAddress(address)
	if !ok {
		return "", false
	}
	query, err := url.ParseQuery(u.Query)
	if err != nil && len(query) == 0 {
		return "", false
	}
	host := bareHost(u.Host)
	target := ""
	switch {
	case strings.HasPrefix(weburl.RegistrableDomain(host), "google.") && u.Path == "/url":
		if target = query.Get("url"); target == "" {
			target = query.Get("q")
		}
	case weburl.RegistrableDomain(host) == "duckduckgo.com" && strings.TrimSuffix(u.Path, "/") == "/l":
		target = query.Get("uddg")
	case weburl.RegistrableDomain(host) == "bing.com" && strings.TrimSuffix(u.Path, "/") == "/ck/a":
		target = bingTarget(query.Get("u"))
	}
	_, ok = parseAddress(target)
	return target, ok
}

// bingTarget decodes Bing's parameter: a1 and the address in base64 for URLs, without padding.
func bingTarget(u string) string {
	encoded, ok := strings.CutPrefix(u, "a1")
	if !ok {
		return ""
	}
	target, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(encoded, "="))
	if err != nil {
		return ""
	}
	return string(target)
}

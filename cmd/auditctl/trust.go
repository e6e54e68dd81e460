package main

import (
	"slices"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
)

// sources are the places that may set a setting. The zero value is none.
type sources uint8

const (
	fromFlag sources = 1 << iota
	fromEnvironment
	fromUserFile         // auditctl.yaml in the user's configuration folder
	fromNamedFile        // the file of --config, or one that `auditctl config trust` trusts
	fromWorkingDirectory // auditctl.yaml in the working directory: anybody may have written it, such as the author of a cloned repository
)

const (
	anyFile  = fromUserFile | fromNamedFile
	noFlag   = fromEnvironment | anyFile
	owner    = fromFlag | noFlag
	everyone = owner | fromWorkingDirectory
)

// trust declares who may set each setting and each section of a file. Nobody may set what is missing here; a test checks that nothing is.
//
// everyone is for presentation and thresholds: they run nothing, read no file, connect to nothing, cost nothing, and let no gate pass
// (gate.go).
var trust = map[string]sources{
	"brand-color": everyone,
	"brand-name":  everyone,
	"fail-under":  everyone, // only raises thresholds there
	"gate-tiers":  everyone, // only adds tiers there
	"lang":        everyone,
	"output":      everyone,
	"pages":       everyone, // 1 to 500; no fewer where a gate is set elsewhere

	"ai-mode":           owner,
	"brand-logo":        owner, // reads a file into the report
	"browser":           owner, // runs a program
	"citations":         owner,
	"citations-timeout": owner,
	"concurrency":       owner,
	"db":                owner, // serves stored results, and keeps what is read
	"deny-private":      owner,
	"evidence-limit":    owner,
	"extract":           owner,
	"gemini-grounding":  owner,
	"grounded":          owner,
	"ignore-robots":     owner,
	"judge":             owner, // sends pages, with a key, and costs
	"judge-apart":       owner,
	"judge-timeout":     owner,
	"keep-evidence":     owner,
	"live":              owner,
	"max-age":           owner, // serves old results to a gate
	"max-cost":          owner,
	"no-color":          owner,
	"pagespeed-url":     owner, // is sent a key
	"performance":       owner,
	"probe-agents":      owner,
	"question-count":    owner,
	"questions-by":      owner,
	"quiet":             owner,
	"recall":            owner,
	"remote":            owner, // is sent a key
	"render":            owner,
	"repeats":           owner,
	"runs":              owner,
	"screenshot":        owner,
	"store":             owner, // is sent a password
	"timeout":           owner,
	"user-agent":        owner,
	"verbose":           owner,
	"votes":             owner,

	"server.allow_private":           owner,
	"server.audit_timeout":           owner,
	"server.base_url":                owner,
	"server.burst":                   owner,
	"server.cache_age":               owner,
	"server.cache_scope":             owner,
	"server.connections_per_address": owner,
	"server.cors_origins":            owner,
	"server.dashboard":               owner,
	"server.failures_per_hour":       owner,
	"server.grace":                   owner,
	"server.host_hourly":             owner,
	"server.host_running":            owner,
	"server.listen":                  owner,
	"server.log":                     owner,
	"server.operator_hosts":          owner,
	"server.operator_listen":         owner,
	"server.public_openapi":          owner,
	"server.queue_limit":             owner,
	"server.rate":                    owner,
	"server.retention":               owner,
	"server.tls_cert":                owner,
	"server.tls_key":                 owner,
	"server.trusted_proxies":         owner,
	"server.workers":                 owner,

	"smtp.from":     noFlag,
	"smtp.host":     noFlag, // is sent invitations and a password
	"smtp.port":     noFlag,
	"smtp.tls":      noFlag,
	"smtp.username": noFlag,

	"base-urls": anyFile, // are sent keys and pages
	"keys":      anyFile,
	"limits":    anyFile,
	"prices":    anyFile, // decide when max-cost is reached
}

// merelyHere is what messages call an untrusted file.
const merelyHere = "a file that merely lies in the working directory"

// may reports whether a source may set the setting or section of a key.
func (s sources) may(key string) bool {
	if section, _, _ := strings.Cut(key, "."); inSection(key) {
		key = section
	}
	return trust[key]&s != 0
}

// settableBy lists the settings and sections that a source may set.
func settableBy(s sources) []string {
	var keys []string
	for key := range trust {
		if s.may(key) {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}

// checkTrust refuses a file that sets what its place may not.
func (f *configFile) checkTrust() error {
	var refused []string
	for _, key := range f.keys() {
		if !f.from.may(key) {
			refused = append(refused, audit.Printable(key))
		}
	}
	if len(refused) == 0 {
		return nil
	}
	what := strings.Join(refused, ", ")
	if f.changed {
		what += ", and has changed since it was trusted"
	}
	return usage("%s sets %s: %s may set only %s. If you know what it does, name it with --config %[1]s, or run: auditctl config trust",
		f.path, what, merelyHere, strings.Join(settableBy(f.from), ", "))
}

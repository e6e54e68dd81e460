package report

import (
	"io"
	"net/url"
	"slices"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
)

// The parts of SARIF 2.1.0 (OASIS) that are used.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool        sarifTool         `json:"tool"`
		Invocations []sarifInvocation `json:"invocations"`
		Results     []sarifResult     `json:"results"`
		ColumnKind  string            `json:"columnKind"`
		Properties  sarifProperties   `json:"properties"`
	}
	sarifProperties struct {
		BatchID string `json:"batchId"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name           string      `json:"name"`
		InformationURI string      `json:"informationUri"`
		Version        string      `json:"version,omitempty"` // of the rules
		Language       string      `json:"language"`
		Rules          []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID               string             `json:"id"`
		ShortDescription sarifText          `json:"shortDescription"`
		Help             sarifText          `json:"help"`
		Default          sarifConfiguration `json:"defaultConfiguration"`
		Properties       sarifRuleFacts     `json:"properties"`
	}
	sarifConfiguration struct {
		Level string `json:"level"`
	}
	sarifRuleFacts struct {
		Tags          []string `json:"tags"`
		Metric        string   `json:"metric"`
		Weight        int      `json:"weight"`
		EvidenceLevel string   `json:"evidenceLevel"`
		Reference     string   `json:"reference"`
	}
	sarifInvocation struct {
		Successful    bool                `json:"executionSuccessful"`
		Notifications []sarifNotification `json:"toolExecutionNotifications,omitempty"`
	}
	sarifNotification struct {
		Level     string          `json:"level"`
		Message   sarifText       `json:"message"`
		Locations []sarifLocation `json:"locations"`
	}
	sarifResult struct {
		RuleID       string            `json:"ruleId"`
		RuleIndex    int               `json:"ruleIndex"`
		Level        string            `json:"level"`
		Message      sarifText         `json:"message"`
		Locations    []sarifLocation   `json:"locations"`
		Fingerprints map[string]string `json:"partialFingerprints"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifLocation struct {
		Physical sarifPhysical  `json:"physicalLocation"`
		Logical  []sarifLogical `json:"logicalLocations"`
		Message  *sarifText     `json:"message,omitempty"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   sarifRegion   `json:"region"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		StartLine int `json:"startLine"`
	}
	sarifLogical struct {
		FullName string `json:"fullyQualifiedName"`
		Kind     string `json:"kind"`
	}
)

const (
	sarifSchema  = "https://json.schemastore.org/sarif-2.1.0.json"
	projectPage  = "https://github.com/auditctl/auditctl"
	sarifError   = "error"
	sarifWarning = "warning"
	sarifNote    = "note"
	// sarifPlaces bounds the locations of one result; readers show the first.
	sarifPlaces = 10
)

// writeSARIF writes every check that fails or warns as a result. What the gate would stop is an error, a warning outside its tiers a note. A site that
// could not be audited is a notification of the run, which is then no successful one.
func writeSARIF(w io.Writer, d Document) error {
	run := sarifRun{
		Tool:        sarifTool{sarifDriver{Name: "auditctl", InformationURI: projectPage, Language: string(d.Lang), Rules: []sarifRule{}}},
		Invocations: []sarifInvocation{{Successful: true}}, Results: []sarifResult{}, ColumnKind: "unicodeCodePoints", Properties: sarifProperties{d.Batch.BatchID},
	}
	if d.Lang == "" {
		run.Tool.Driver.Language = string(audit.English)
	}
	rules := map[string]int{}
	for _, a := range d.Batch.Audits {
		if a.Status != audit.Done || a.Report == nil {
			in := &run.Invocations[0]
			in.Successful = false
			in.Notifications = append(in.Notifications, sarifNotification{
				Level: sarifError, Message: sarifMessage(a.URL + ": " + reason(a)), Locations: []sarifLocation{place(a.URL, "")},
			})
			continue
		}
		run.Tool.Driver.Version = a.RulesVersion
		for _, c := range findings(a.Checks) {
			index, known := rules[c.ID]
			if !known {
				index = len(run.Tool.Driver.Rules)
				rules[c.ID] = index
				run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, ruleOf(c, d.Lang))
			}
			run.Results = append(run.Results, resultOf(a, c, index, d.Gate))
		}
	}
	return WriteJSON(w, sarifLog{Schema: sarifSchema, Version: "2.1.0", Runs: []sarifRun{run}})
}

// sarifMessage writes text as a plain text message (SARIF 2.1.0, 3.11): a backslash before what would begin or end a link, and doubled
// braces, which would be a placeholder.
func sarifMessage(text string) sarifText { return sarifText{sarifEscapes.Replace(Visible(text))} }

var sarifEscapes = strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`, "{", "{{", "}", "}}")

func ruleOf(c audit.Check, lang audit.Lang) sarifRule {
	level := sarifWarning
	if c.Weight == 0 {
		level = sarifNote
	}
	return sarifRule{
		ID: c.ID, ShortDescription: sarifMessage(c.Title), Default: sarifConfiguration{level},
		Help: sarifMessage(labelRemedy.In(lang) + colon.In(lang) + c.Remedy + "\n" +
			labelReference.In(lang) + colon.In(lang) + c.Reference),
		Properties: sarifRuleFacts{Tags: []string{string(c.Metric)}, Metric: string(c.Metric), Weight: c.Weight, EvidenceLevel: c.EvidenceLevel, Reference: Visible(c.Reference)},
	}
}

func resultOf(a audit.Audit, c audit.Check, rule int, g Gate) sarifResult {
	level := sarifWarning
	switch {
	case g.fails(a, c):
		level = sarifError
	case c.Status == audit.Warn && !g.trusts(a, c.Metric):
		level = sarifNote
	}
	r := sarifResult{
		RuleID: c.ID, RuleIndex: rule, Level: level, Message: sarifMessage(c.Detail + "\n" + c.Remedy),
		// What makes a finding the same one in the next run: the check and the site, not the words.
		Fingerprints: map[string]string{"auditctl/v1": a.Domain + " " + c.ID},
	}
	var pages []string
	for _, e := range c.Evidence {
		if slices.Contains(pages, e.URL) || len(pages) == sarifPlaces || !strings.Contains(e.URL, "://") {
			continue
		}
		pages = append(pages, e.URL)
		r.Locations = append(r.Locations, place(e.URL, e.Where+": "+e.Excerpt))
	}
	if len(pages) == 0 {
		r.Locations = []sarifLocation{place(a.FinalURL, "")}
	}
	return r
}

// place is a page. Its address is the logical location; the physical one lacks the scheme, since readers that look for files (GitHub among them) refuse a
// log with any other scheme than theirs.
func place(address, said string) sarifLocation {
	l := sarifLocation{
		Physical: sarifPhysical{sarifArtifact{"page"}, sarifRegion{1}}, // no reader shows a location without a region
		Logical:  []sarifLogical{{Visible(address), "resource"}},
	}
	if u, err := url.Parse(address); err == nil && u.Host != "" {
		relative := url.URL{Path: u.Host + u.EscapedPath(), RawQuery: u.RawQuery}
		l.Physical.Artifact.URI = relative.String()
	}
	if said != "" {
		message := sarifMessage(said)
		l.Message = &message
	}
	return l
}

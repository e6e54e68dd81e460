// Package readability holds the comparison of the main content that auditctl finds with that of Mozilla's Readability on its own test pages; see
// docs/accuracy.md.
package readability

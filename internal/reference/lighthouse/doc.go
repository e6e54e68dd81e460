// Package lighthouse holds the comparison of auditctl's checks with the audits of Lighthouse that ask the same, those of axe-core among them, and of
// character sets with Chromium; see docs/accuracy.md.
package lighthouse

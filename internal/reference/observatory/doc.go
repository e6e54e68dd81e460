// Package observatory compares auditctl's computation of the HTTP Observatory with the original: its npm package, and the sources of the newer algorithm,
// which no package has yet.
package observatory

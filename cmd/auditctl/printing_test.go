package main

import (
	"strings"
	"testing"
)

func TestAPDFIsNotWrittenToATerminal(t *testing.T) {
	var out, said strings.Builder
	code := Main([]string{"audit", "https://example.com", "-o", "pdf"}, Streams{In: strings.NewReader(""), Out: &out, Err: &said, OutTTY: true})
	if code != exitUsage || out.Len() > 0 || !strings.Contains(said.String(), "-O report.pdf") {
		t.Errorf("%d, %d bytes, %s", code, out.Len(), said.String())
	}
}

package main

import (
	"bytes"
	"os"
	"testing"
)

func TestTheCheckDocumentationIsUpToDate(t *testing.T) {
	var out bytes.Buffer
	if code := Main([]string{"checks", "-o", "markdown"}, Streams{Out: &out, Err: os.Stderr}); code != exitDone {
		t.Fatalf("exit code %d", code)
	}
	page, err := os.ReadFile("../../docs/checks.md")
	if err != nil || !bytes.Equal(page, out.Bytes()) {
		t.Errorf("docs/checks.md is not what the checks say (%v); make docs writes it", err)
	}
}

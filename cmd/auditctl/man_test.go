package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

func TestEveryCommandHasAManPage(t *testing.T) {
	home := t.TempDir()
	t.Setenv("XDG_DATA_HOME", home)
	folder := filepath.Join(t.TempDir(), "man")
	if code, _, said := run(t, "man", folder); code != exitDone {
		t.Fatal(code, said)
	}
	var visit func(*cobra.Command)
	visit = func(c *cobra.Command) {
		if c.Hidden || c.Name() == "help" {
			return
		}
		page, err := os.ReadFile(filepath.Join(folder, strings.ReplaceAll(c.CommandPath(), " ", "-")+".1"))
		if err != nil {
			t.Error(err)
			return
		}
		for _, want := range []string{".TH ", ".SH NAME\n", ".SH SYNOPSIS\n", ".SH EXIT STATUS\n"} {
			if !strings.Contains(string(page), want) {
				t.Errorf("%s has no %q", c.CommandPath(), want)
			}
		}
		if strings.Contains(string(page), home) {
			t.Errorf("%s has a path of this machine", c.CommandPath())
		}
		for _, sub := range c.Commands() {
			visit(sub)
		}
	}
	visit(newRoot(&app{}))
}

func TestTextsStayTextsInManPages(t *testing.T) {
	if got, want := roffLines(".hidden\n\t'x' \\n -f"), "\\&.hidden\n    \\(aqx\\(aq \\en \\-f"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

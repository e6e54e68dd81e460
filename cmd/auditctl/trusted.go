package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/auditctl/auditctl/pkg/audit"
)

// trustFolder returns the folder that remembers trusted files, as direnv does: it has a small file for each, named by the hash of path
// and content. A trusted file that changes or moves has another hash, and is not trusted any more.
func trustFolder() (string, error) {
	folder, err := userFolder()
	if err != nil {
		return "", usage("there is no folder for the user's configuration to remember trusted files in: %v", err)
	}
	return filepath.Join(folder, "trusted"), nil
}

// realPath returns the absolute path of a file, without links in its folders.
func realPath(path string) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	dir, err := filepath.EvalSymlinks(filepath.Dir(path))
	return filepath.Join(dir, filepath.Base(path)), err
}

// trustMark is the name of the file that remembers path with this content.
func trustMark(path string, text []byte) string {
	sum := sha256.Sum256(append([]byte(path+"\x00"), text...))
	return hex.EncodeToString(sum[:])
}

// trustMarks lists the marks of a path, of whatever content.
func trustMarks(folder, path string) []string {
	var marks []string
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil // nothing was ever trusted
	}
	for _, e := range entries {
		mark := filepath.Join(folder, e.Name())
		if said, err := os.ReadFile(mark); err == nil && string(said) == path+"\n" {
			marks = append(marks, mark)
		}
	}
	return marks
}

// trusts reports whether the user trusts the file with this content, and else whether they trusted it with another one.
func trusts(path string, text []byte) (now, before bool) {
	folder, err := trustFolder()
	if err != nil {
		return false, false
	}
	if path, err = realPath(path); err != nil {
		return false, false
	}
	_, err = os.Stat(filepath.Join(folder, trustMark(path, text)))
	return err == nil, err != nil && len(trustMarks(folder, path)) > 0
}

func newTrust(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "trust",
		Short: "let auditctl.yaml here set everything, as long as it stays as it is",
		Long: `Lets auditctl.yaml in the working directory set everything, such as a browser, a database or a model. Read it first: it may
have come with a repository. Its path and a hash of its content are remembered in the user's configuration folder; after a change it
has to be trusted again.`,
		Example: "  auditctl config trust\n  auditctl config trust --revoke",
		Args:    usageArgs(cobra.NoArgs),
	}
	revoke := cmd.Flags().Bool("revoke", false, "trust it no longer")
	cmd.RunE = func(*cobra.Command, []string) error {
		folder, err := trustFolder()
		if err != nil {
			return err
		}
		path, err := realPath(configName)
		if err != nil {
			return fmt.Errorf("looking for %s: %w", configName, err)
		}
		if *revoke {
			return a.revokeTrust(folder, path)
		}
		return a.trustFile(folder, path)
	}
	return cmd
}

func (a *app) trustFile(folder, path string) error {
	if info, err := os.Lstat(path); err != nil || !info.Mode().IsRegular() {
		return usage("there is no regular file %s to trust", path)
	}
	text, err := readRegular(path)
	if err != nil {
		return usage("reading %s: %v", path, err)
	}
	f, err := newConfigFile(path, fromNamedFile, text)
	if err != nil {
		return err
	}
	if err := forgetMarks(folder, path); err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return fmt.Errorf("remembering %s: %w", path, err)
	}
	if err := os.WriteFile(filepath.Join(folder, trustMark(path, text)), []byte(path+"\n"), 0o600); err != nil {
		return fmt.Errorf("remembering %s: %w", path, err)
	}
	var beyond []string
	for _, key := range f.keys() {
		if !fromWorkingDirectory.may(key) {
			beyond = append(beyond, audit.Printable(key))
		}
	}
	if len(beyond) == 0 {
		beyond = []string{"nothing that needs trust"}
	}
	return a.say("trusted %s, which sets %s; trust it again after a change", path, strings.Join(beyond, ", "))
}

func (a *app) revokeTrust(folder, path string) error {
	if err := forgetMarks(folder, path); err != nil {
		return err
	}
	return a.say("%s is not trusted", path)
}

// forgetMarks removes what is remembered of a path.
func forgetMarks(folder, path string) error {
	for _, mark := range trustMarks(folder, path) {
		if err := os.Remove(mark); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("forgetting %s: %w", path, err)
		}
	}
	return nil
}

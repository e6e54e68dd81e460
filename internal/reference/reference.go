// Package reference finds the originals that verdicts are compared with: npm packages and sources that scripts/npm-references brings to a folder
// outside of the tree. Each has a folder here with its lock file and its test.
package reference

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// ErrMissing says that an original isn't on this machine.
var ErrMissing = errors.New("not here; scripts/npm-references brings it where npm and a registry can be reached")

// Folder gives the folder of an installed reference, by the name of its folder in internal/reference: node_modules stands there. lock is the lock file
// that it has to agree with. The error is ErrMissing, wrapped, where it, or Node.js, is missing.
func Folder(name, lock string) (string, error) {
	if _, err := exec.LookPath("node"); err != nil {
		return "", fmt.Errorf("node (Node.js): %w", ErrMissing)
	}
	folder := filepath.Join(root(), name)
	want, err := os.ReadFile(lock)
	if err != nil {
		return "", fmt.Errorf("reading the lock file of %s: %w", name, err)
	}
	if got, err := os.ReadFile(filepath.Join(folder, "installed")); err != nil || !bytes.Equal(got, want) {
		return "", fmt.Errorf("%s: %w", name, ErrMissing)
	}
	return folder, nil
}

// root is the folder that scripts/npm-references writes to.
func root() string {
	if dir := os.Getenv("AUDITCTL_REFERENCES"); dir != "" {
		return dir
	}
	cache := os.Getenv("XDG_CACHE_HOME")
	if cache == "" {
		home, _ := os.UserHomeDir()
		cache = filepath.Join(home, ".cache")
	}
	return filepath.Join(cache, "auditctl", "references")
}

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"github.com/zalando/go-keyring"
	"go.yaml.in/yaml/v3"
)

const (
	// here is what --remote says where a command shall work on this machine.
	here = "local"
	// keyVariable holds the key of whatever server is asked; it is stronger than a kept one.
	keyVariable = "AUDITCTL_API_KEY"
	// keyringService is what keys are found by in the keyring of the operating system, with the server's name.
	keyringService = "auditctl"
)

// remote is a server with a name. Its key is here where there is no keyring, or none was wanted.
type remote struct {
	Name string `yaml:"name"`
	URL  string `yaml:"url"`
	Key  string `yaml:"key,omitempty"`
}

// remotes is the file of named servers, readable by its owner alone.
type remotes struct {
	Use     string   `yaml:"use,omitempty"` // where commands go that weren't told otherwise; empty is this machine
	Servers []remote `yaml:"servers"`

	path string
}

// loadRemotes reads the file; one that isn't there names no server.
func loadRemotes() (*remotes, error) {
	dir, err := userFolder()
	if err != nil {
		return &remotes{}, nil //nolint:nilerr // without a home nothing was kept
	}
	r := &remotes{path: filepath.Join(dir, "remotes.yaml")}
	data, err := os.ReadFile(r.path)
	if errors.Is(err, fs.ErrNotExist) {
		return r, nil
	}
	if err != nil {
		return nil, usage("the named servers can't be read: %v", err)
	}
	d := yaml.NewDecoder(bytes.NewReader(data))
	d.KnownFields(true)
	if err := d.Decode(r); err != nil {
		return nil, usage("%s can't be read as a list of servers; mend it, or remove it and add them again", r.path) // without the text, which may hold a key
	}
	return r, r.guarded()
}

// guarded refuses keys that others on this machine can read.
func (r *remotes) guarded() error {
	info, err := os.Stat(r.path)
	if err != nil || runtime.GOOS == "windows" || info.Mode().Perm()&0o077 == 0 || !slices.ContainsFunc(r.Servers, func(s remote) bool { return s.Key != "" }) {
		return err
	}
	return usage("others can read the API keys in %s; run: chmod 600 %s", r.path, r.path)
}

func (r *remotes) save() error {
	if r.path == "" {
		return usage("there is no folder for the user's configuration to keep servers in; name the server by its address, and its key in %s", keyVariable)
	}
	text, err := yaml.Marshal(r)
	if err != nil {
		return fmt.Errorf("writing %s: %w", r.path, err)
	}
	dir := filepath.Dir(r.path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("keeping the servers: %w", err)
	}
	f, err := os.CreateTemp(dir, ".remotes-*") // which its owner alone can read
	if err != nil {
		return fmt.Errorf("keeping the servers: %w", err)
	}
	defer os.Remove(f.Name())
	_, err = f.Write(text)
	if err = errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("writing %s: %w", r.path, err)
	}
	return os.Rename(f.Name(), r.path)
}

// find gives the server of a name or an address. An address that has a name brings the key along that is kept for it.
func (r *remotes) find(named string) (remote, error) {
	address := strings.Contains(named, "://")
	var names []string
	for _, s := range r.Servers {
		if s.Name == named || address && sameAddress(s.URL, named) {
			return s, nil
		}
		names = append(names, s.Name)
	}
	if address {
		return remote{URL: named}, nil
	}
	return remote{}, usage("there is no server named %q%s; auditctl remote list shows those there are, and an address begins with https://",
		shownAddress(named), didYouMean(named, names))
}

func sameAddress(a, b string) bool { return strings.TrimRight(a, "/") == strings.TrimRight(b, "/") }

// put adds a server, or replaces the one of its name.
func (r *remotes) put(s remote) {
	r.Servers = slices.DeleteFunc(r.Servers, func(old remote) bool { return old.Name == s.Name })
	r.Servers = append(r.Servers, s)
	slices.SortFunc(r.Servers, func(a, b remote) int { return strings.Compare(a.Name, b.Name) })
}

// kept gives the key of a server; empty where there is none.
func (s remote) kept() (string, error) {
	if key := os.Getenv(keyVariable); key != "" {
		return key, nil
	}
	if s.Key != "" || s.Name == "" {
		return s.Key, nil
	}
	key, err := keyring.Get(keyringService, s.Name)
	if err != nil && !errors.Is(err, keyring.ErrNotFound) {
		return "", usage("the keyring, which holds the API key of %s, doesn't give it (%v); unlock it, or set %s", s.Name, err, keyVariable)
	}
	return key, nil
}

// keep puts a key where it belongs: into the keyring of the operating system, or into the file where there is none.
func (s *remote) keep(key string, ring bool) (where string) {
	if ring && keyring.Set(keyringService, s.Name, key) == nil {
		s.Key = ""
		return "the keyring"
	}
	s.Key = key
	return "the file"
}

// forget removes the key from the keyring; one that isn't there is forgotten already.
func (s remote) forget() error {
	if s.Key != "" {
		return nil
	}
	if err := keyring.Delete(keyringService, s.Name); err != nil && !errors.Is(err, keyring.ErrNotFound) {
		return fmt.Errorf("the keyring doesn't let go of the API key of %s: %w", s.Name, err)
	}
	return nil
}

// remoteName is what a server can be named: what is neither an address nor a flag.
var remoteName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$`)

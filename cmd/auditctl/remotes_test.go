package main

import (
	"bytes"
	"crypto/rand"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/zalando/go-keyring"

	"github.com/auditctl/auditctl/pkg/audit"
)

// someKey is a key that can exist.
func someKey(t *testing.T) string {
	t.Helper()
	key, err := audit.NewKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// command runs the command line in this process with a configuration folder of its own.
func command(stdin string, args ...string) (code int, out, said string) {
	var stdout, stderr bytes.Buffer
	code = Main(args, Streams{In: strings.NewReader(stdin), Out: &stdout, Err: &stderr})
	return code, stdout.String(), stderr.String()
}

func TestAKeyIsKeptInTheKeyringWhereThereIsOne(t *testing.T) {
	home := t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", home)
	t.Setenv("HOME", home)
	t.Setenv(keyVariable, "")
	keyring.MockInit()
	first, second := someKey(t), someKey(t)
	if code, _, said := command(first+"\n", "remote", "add", "work", "https://audit.example.com/", "--no-check"); code != exitDone || !strings.Contains(said, "its key in the keyring") {
		t.Fatalf("%d %s", code, said)
	}
	list, err := loadRemotes()
	if err != nil {
		t.Fatal(err)
	}
	kept := func(named string) string {
		s, err := list.find(named)
		if err != nil {
			t.Fatal(err)
		}
		key, err := s.kept()
		if err != nil {
			t.Fatal(err)
		}
		return key
	}
	if text, err := os.ReadFile(list.path); err != nil || bytes.Contains(text, []byte("auk_live")) {
		t.Errorf("the file holds the key: %v", err)
	}
	if kept("work") != first || kept("https://audit.example.com") != first || kept("https://other.example.com") != "" {
		t.Error("the key isn't found by name and address, or is given to another server")
	}
	t.Setenv(keyVariable, second)
	if kept("work") != second {
		t.Error("the environment is weaker than the keyring")
	}
	t.Setenv(keyVariable, "")
	if _, out, said := command("", "remote", "list", "-o", "json"); !strings.Contains(out, `"key": "keyring"`) || strings.Contains(out+said, "auk_live") {
		t.Errorf("the list: %s %s", out, said)
	}
	// Replaced by one in the file, the keyring forgets.
	if code, _, said := command(second+"\n", "remote", "add", "work", "https://audit.example.com", "--no-check", "--no-keyring"); code != exitDone {
		t.Fatalf("%d %s", code, said)
	}
	if list, err = loadRemotes(); err != nil || kept("work") != second {
		t.Errorf("the replaced key isn't found: %v", err)
	}
	if _, err := keyring.Get(keyringService, "work"); !errors.Is(err, keyring.ErrNotFound) {
		t.Errorf("the keyring has the replaced key still: %v", err)
	}
	if code, _, said := command("", "remote", "remove", "work"); code != exitDone {
		t.Errorf("%d %s", code, said)
	}
}

func TestWithoutAKeyringTheFileHoldsTheKey(t *testing.T) {
	home := t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", home)
	t.Setenv("HOME", home)
	t.Setenv(keyVariable, "")
	keyring.MockInitWithError(errors.New("no keyring here"))
	key := someKey(t)
	if code, _, said := command(key, "remote", "add", "work", "https://audit.example.com", "--no-check"); code != exitDone || !strings.Contains(said, "its key in the file") {
		t.Fatalf("%d %s", code, said)
	}
	list, err := loadRemotes()
	if err != nil || list.Servers[0].Key != key {
		t.Fatalf("%v", err)
	}
	if info, err := os.Stat(list.path); err != nil || runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		t.Errorf("others can read it: %v %v", info.Mode(), err)
	}
}

func TestABrokenListOfServersIsRefusedWithoutShowingIt(t *testing.T) {
	home := t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", home)
	t.Setenv("HOME", home)
	config, err := os.UserConfigDir()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(config, "auditctl", "remotes.yaml")
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"servers: {auk_live_secret", "servers:\n- {name: work, url: https://x.example, keey: auk_live_secret}\n"} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if code, _, said := command("", "me"); code != exitUsage || strings.Contains(said, "auk_live") || !strings.Contains(said, "remotes.yaml") {
			t.Errorf("%d %s", code, said)
		}
	}
}

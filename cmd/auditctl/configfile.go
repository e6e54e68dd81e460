package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/viper"
)

const (
	// configName is the configuration file's name, in the working directory and in the user's configuration folder.
	configName = "auditctl.yaml"
	// maxConfigFile bounds a configuration file, in bytes.
	maxConfigFile = 1 << 20
)

// configFile is a configuration file that was read.
type configFile struct {
	path    string  // as the user knows it
	from    sources // where it lies: one of the files
	values  *viper.Viper
	text    []byte
	changed bool // it was trusted with another content
}

// keys lists what the file sets, in lower case and sorted.
func (f *configFile) keys() []string { return slices.Sorted(slices.Values(f.values.AllKeys())) }

// sets reports whether the file sets a setting.
func (f *configFile) sets(key string) bool { return f.values.InConfig(key) }

// readConfigFiles reads the configuration files, weakest first: the named one alone; else the user's, and over it the working directory's.
func readConfigFiles(named string) ([]*configFile, error) {
	if named != "" {
		f, err := readNamedFile(named)
		return []*configFile{f}, err
	}
	var list []*configFile
	user, found := userFile()
	if found {
		f, err := readRegularFile(user, fromUserFile)
		if err != nil {
			return nil, err
		}
		list = append(list, f)
	}
	here, err := readHere(user)
	if err != nil || here == nil {
		return list, err
	}
	return append(list, here), nil
}

// readNamedFile reads the file of --config. The user chose it, so that it may be a link or a pipe.
func readNamedFile(path string) (*configFile, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, usage("the configuration file %s can't be read: %v", path, errors.Unwrap(err))
	}
	defer f.Close()
	text, err := readBounded(f)
	if err != nil {
		return nil, usage("reading %s: %v", path, err)
	}
	return newConfigFile(path, fromNamedFile, text)
}

// userFile returns the path of the user's configuration file, and whether there is one.
func userFile() (path string, found bool) {
	folder, err := userFolder()
	if err != nil {
		return "", false
	}
	path = filepath.Join(folder, configName)
	info, err := os.Stat(path)
	return path, err == nil && !info.IsDir()
}

// userFolder returns auditctl's folder in the user's configuration. It fails if the environment names no folder, or a relative one, which
// would be in the working directory.
func userFolder() (string, error) {
	dir, err := os.UserConfigDir()
	if err == nil && !filepath.IsAbs(dir) {
		err = fmt.Errorf("%s is relative", dir)
	}
	return filepath.Join(dir, "auditctl"), err
}

// readHere reads auditctl.yaml in the working directory. It returns nil if there is none, or if it is the user's file.
func readHere(user string) (*configFile, error) {
	info, err := os.Lstat(configName)
	if err != nil {
		return nil, nil //nolint:nilerr // what can't be seen isn't there
	}
	if same, err := os.Stat(user); err == nil && os.SameFile(info, same) {
		return nil, nil
	}
	if !info.Mode().IsRegular() {
		// A link could make an error message quote a file of somebody else's choice.
		return nil, usage("%s in the working directory is no regular file; name it with --config %[1]s if it is meant", configName)
	}
	f, err := readRegularFile(configName, fromWorkingDirectory)
	if err != nil {
		return nil, err
	}
	switch trusted, before := trusts(configName, f.text); {
	case trusted:
		f.from = fromNamedFile
	case before:
		f.changed = true
	}
	return f, f.checkTrust()
}

// readRegularFile reads and parses a configuration file that must be a regular file.
func readRegularFile(path string, from sources) (*configFile, error) {
	text, err := readRegular(path)
	if err != nil {
		return nil, usage("reading %s: %v", path, err)
	}
	return newConfigFile(path, from, text)
}

// readRegular reads a regular file. It never waits: a FIFO in its place is refused.
func readRegular(path string) ([]byte, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, errors.Unwrap(err)
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, errors.Join(err, errors.New("it is no regular file"))
	}
	return readBounded(f)
}

// readBounded reads at most maxConfigFile bytes and fails if there are more.
func readBounded(r io.Reader) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxConfigFile+1))
	if err == nil && len(text) > maxConfigFile {
		err = fmt.Errorf("it is larger than %d bytes", maxConfigFile)
	}
	return text, err
}

// newConfigFile parses a file and refuses keys that mean nothing: a misspelt setting would silently be the default.
func newConfigFile(path string, from sources, text []byte) (*configFile, error) {
	f := &configFile{path: path, from: from, values: viper.New(), text: text}
	f.values.SetConfigType("yaml")
	if err := f.values.ReadConfig(bytes.NewReader(text)); err != nil {
		return nil, usage("reading %s: %s", path, yamlFault(err))
	}
	known := knownKeys()
	for _, key := range f.keys() {
		if !slices.Contains(known, key) && !inSection(key) {
			return nil, usage("%s: unknown setting %q%s", path, key, didYouMean(key, known))
		}
	}
	return f, nil
}

// yamlLine finds the line in a message of the YAML parser, which may also quote what is there, such as a key.
var yamlLine = regexp.MustCompile(`line \d+`)

func yamlFault(err error) string {
	if line := yamlLine.FindString(err.Error()); line != "" {
		return line + " is no valid YAML"
	}
	return "it is no YAML with a key on each line"
}

// list reads a comma-separated setting of this file, which may be a YAML list.
func (f *configFile) list(key string) []string {
	if _, several := f.values.Get(key).([]any); several {
		return splitList(strings.Join(f.values.GetStringSlice(key), ","))
	}
	return splitList(f.values.GetString(key))
}

func splitList(text string) []string {
	var out []string
	for part := range strings.SplitSeq(text, ",") {
		if part = strings.TrimSpace(part); part != "" {
			out = append(out, part)
		}
	}
	return out
}

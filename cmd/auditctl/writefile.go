package main

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
)

// The permissions of files that are written.
const (
	openMode   os.FileMode = 0o644 // less the umask; an existing file keeps its own
	secretMode os.FileMode = 0o600 // an existing file gets them, too
)

// writeWhole writes beside the file and renames, so that a reader sees the old content or the new one.
//
// It never writes through a link: somebody who can write to the folder, such as the author of a cloned repository, could have planted
// report.json as a link to a file of the user. The new file takes the link's place. Devices and pipes are written to directly, since they
// were meant: nothing is lost there.
func writeWhole(name string, mode os.FileMode, write func(io.Writer) error) (err error) {
	info, err := os.Lstat(name)
	if isDescriptor(name) || err == nil && info.Mode()&(os.ModeDevice|os.ModeNamedPipe|os.ModeSocket|os.ModeIrregular) != 0 {
		return writeInto(name, write)
	}
	root, err := os.OpenRoot(filepath.Dir(name))
	if err != nil {
		return usage("writing %s: %v", name, err)
	}
	defer func() { err = errors.Join(err, root.Close()) }()
	if err := replace(root, filepath.Base(name), mode, write); err != nil {
		return fmt.Errorf("writing %s: %w", name, err)
	}
	return nil
}

// isDescriptor reports whether a path is the system's name of an open file, such as /dev/stdout. These are links that only the system can
// make.
func isDescriptor(name string) bool {
	name = filepath.ToSlash(filepath.Clean(name))
	folder := path.Dir(name)
	return name == "/dev/stdout" || name == "/dev/stderr" || folder == "/dev/fd" || folder == "/proc/self/fd"
}

// replace writes a new file in a folder and renames it to name, which is a path with slashes inside the folder.
func replace(root *os.Root, name string, mode os.FileMode, write func(io.Writer) error) (err error) {
	temporary := path.Join(path.Dir(name), ".auditctl-"+rand.Text())
	f, err := root.OpenFile(temporary, os.O_CREATE|os.O_EXCL|os.O_WRONLY, mode)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, root.Remove(temporary))
		}
	}()
	err = write(f)
	if info, unseen := root.Lstat(name); err == nil && unseen == nil && info.Mode().IsRegular() && mode != secretMode {
		err = f.Chmod(info.Mode().Perm())
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	return root.Rename(temporary, name)
}

// writeInto appends to a device, a pipe or a descriptor.
func writeInto(name string, write func(io.Writer) error) (err error) {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return usage("writing to %s: %v", name, errors.Unwrap(err))
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if err := write(f); err != nil {
		return fmt.Errorf("writing to %s: %w", name, err)
	}
	return nil
}

// appendTo appends to a file and creates it if needed. Like writeWhole, it refuses a link.
func appendTo(name string, write func(io.Writer) error) (err error) {
	if isDescriptor(name) {
		return writeInto(name, write)
	}
	if info, err := os.Lstat(name); err == nil && info.Mode()&os.ModeSymlink != 0 {
		return fmt.Errorf("writing to %s: it is a symbolic link", name)
	}
	f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, openMode)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	return write(f)
}

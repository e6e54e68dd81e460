//go:build unix

package pgtest

import (
	"os"
	"os/exec"
	"os/user"
	"strconv"
	"syscall"
)

// PostgreSQL refuses to run as root. Where the test does, the server is another user's.
func serverUser() (uid, gid int, ok bool) {
	if os.Getuid() != 0 {
		return 0, 0, false
	}
	for _, name := range []string{"postgres", "nobody"} {
		if u, err := user.Lookup(name); err == nil {
			uid, err1 := strconv.Atoi(u.Uid)
			gid, err2 := strconv.Atoi(u.Gid)
			if err1 == nil && err2 == nil {
				return uid, gid, true
			}
		}
	}
	return 0, 0, false
}

// giveAway gives a folder to the user that the server runs as.
func giveAway(dir string) error {
	if uid, gid, ok := serverUser(); ok {
		return os.Chown(dir, uid, gid)
	}
	return nil
}

// asServer lets a command run as that user, and apart from the keys that are pressed on the test's terminal.
func asServer(c *exec.Cmd) {
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if uid, gid, ok := serverUser(); ok {
		c.SysProcAttr.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	}
}

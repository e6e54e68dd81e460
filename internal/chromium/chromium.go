// Package chromium starts Chromium so that it is spoken to over a pipe and nobody else can speak to it: no port is opened. Its processes
// are bounded as one group, its folder goes with it, and it knows nothing of this process's environment.
package chromium

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/auditctl/auditctl/internal/processgroup"
)

// The bounds of a browser with all its processes, in bytes. A browser that passes one is ended.
const (
	MaxMemory = 1 << 30
	maxData   = 768 << 20 // of one process, private
	MaxDisk   = 512 << 20 // of its profile, caches and temporary files
)

// Nowhere is the address of a proxy that doesn't exist. The browser's own connections go there; a page's go to the proxy of its browser
// context.
const Nowhere = "http://nowhere.invalid:1"

const closeTime = 2 * time.Second

// Process is a running Chromium.
type Process struct {
	*processgroup.Group
	// Commands and Messages are the caller's ends of the DevTools pipe. Each message ends with a zero byte. The caller closes both;
	// closing Commands ends the browser.
	Commands, Messages *os.File
	// Home is a folder that is removed by Stop.
	Home string
}

// Start starts the Chromium at path with flags of the caller's own beside those that keep it private. What it prints goes to printed.
// Stop must be called.
func Start(path string, printed io.Writer, flags ...string) (*Process, error) {
	home, err := os.MkdirTemp("", "auditctl-*")
	if err != nil {
		return nil, fmt.Errorf("making the browser's folder: %w", err)
	}
	theirs, ours, err := pipes()
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(home))
	}
	defer closeBoth(theirs)
	arguments := append(private(), flags...)
	arguments = append(arguments, "--user-data-dir="+filepath.Join(home, "profile"), "about:blank")
	cmd := exec.Command(path, arguments...) //nolint:noctx // Stop ends it, with its group
	cmd.Env, cmd.Dir = append(Environment(home), "PATH="+os.Getenv("PATH")), home
	cmd.ExtraFiles = theirs[:] // files 3 and 4
	cmd.Stdout, cmd.Stderr = printed, printed
	cmd.WaitDelay = closeTime
	group, err := processgroup.Start(cmd, processgroup.Limit{Memory: MaxMemory, Data: maxData, Folder: home, Disk: MaxDisk})
	if err != nil {
		closeBoth(ours)
		return nil, fmt.Errorf("starting %s: %w", path, err)
	}
	return &Process{Group: group, Commands: ours[0], Messages: ours[1], Home: home}, nil
}

// pipes makes the pipe of commands and that of messages: the browser's ends, and ours.
func pipes() (theirs, ours [2]*os.File, err error) {
	if theirs[0], ours[0], err = os.Pipe(); err != nil {
		return theirs, ours, err
	}
	if ours[1], theirs[1], err = os.Pipe(); err != nil {
		_, _ = theirs[0].Close(), ours[0].Close()
	}
	return theirs, ours, err
}

func closeBoth(files [2]*os.File) { _, _ = files[0].Close(), files[1].Close() }

// private are the flags of every Chromium, beside how it is headless: it is spoken to over a pipe, keeps no account, asks nobody
// anything, opens no window, and connects through a proxy alone. It looks no name up by itself.
func private() []string {
	list := []string{
		"--remote-debugging-pipe", "--no-first-run", "--no-default-browser-check", "--hide-scrollbars", "--mute-audio",
		"--password-store=basic", "--use-mock-keychain", "--deny-permission-prompts", "--disable-notifications", "--block-new-web-contents",
		"--disable-extensions", "--disable-component-extensions-with-background-pages", "--disable-default-apps", "--disable-sync",
		"--disable-breakpad",
		"--disable-crash-reporter", "--disable-background-networking", "--disable-component-update", "--disable-domain-reliability",
		"--disable-client-side-phishing-detection", "--metrics-recording-only", "--no-pings", "--no-service-autorun",
		"--disable-features=Translate,MediaRouter,DialMediaRouteProvider,OptimizationHints,AutofillServerCommunication," +
			"InterestFeedContentSuggestions," +
			"SpareRendererForSitePerProcess", // a process less
		"--disable-dev-shm-usage", // /dev/shm is too small in many containers
		"--disable-quic", "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
		"--webrtc-ip-handling-policy=disable_non_proxied_udp",
		"--proxy-server=" + Nowhere, "--proxy-bypass-list=<-loopback>", "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
	}
	if os.Geteuid() == 0 {
		list = append(list, "--no-sandbox") // Chromium refuses to be root with it
	}
	return list
}

// Chromium puts a socket into its temporary folder, and doesn't start where the path is too long for one.
const (
	socketName    = len("/org.chromium.Chromium.123456/SingletonSocket")
	maxSocketPath = 103 // on macOS; Linux has 107
)

// Environment is what a program may know of this process's environment, which may hold keys: its language, libraries and fonts, but for
// PATH. home becomes its home and temporary folder; where the path is too long for Chromium, the temporary folder is the system's, and a
// directory stays there where the browser is killed.
func Environment(home string) []string {
	temp := home
	if len(home)+socketName > maxSocketPath {
		temp = os.TempDir()
	}
	list := []string{"HOME=" + home, "TMPDIR=" + temp, "TEMP=" + temp, "TMP=" + temp}
	for _, name := range []string{"LANG", "LC_ALL", "LD_LIBRARY_PATH", "FONTCONFIG_FILE", "FONTCONFIG_PATH", "SYSTEMROOT"} {
		if value, ok := os.LookupEnv(name); ok {
			list = append(list, name+"="+value)
		}
	}
	return list
}

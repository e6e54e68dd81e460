package speed

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/auditctl/auditctl/internal/chromium"
	"github.com/auditctl/auditctl/internal/processgroup"
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/fetch"
)

// flags are those with which Lighthouse itself starts Chromium, in addition to the common ones.
var flags = []string{
	"--headless=new", "--disable-prompt-on-repost", "--disable-hang-monitor", "--disable-background-timer-throttling",
	"--disable-backgrounding-occluded-windows", "--disable-renderer-backgrounding", "--disable-ipc-flooding-protection",
}

// drive runs Lighthouse's package over the browser's pipe. Its program would want a DevTools port, which every user of the machine could
// speak to.
//
//go:embed drive.mjs
var drive []byte

// nowhere is an address that Chromium asks the proxy for, and the proxy refuses.
const nowhere = "http://nowhere.invalid:65535/"

const (
	report    = "report.json" // what drive.mjs writes to, in its working folder
	noBrowser = 3             // its exit code if no browser answers
)

// maxNodeMemory bounds Node.js, in bytes. What it holds of a page is the page's to decide.
const maxNodeMemory = 1 << 30

// task is what drive.mjs is told, over a pipe: others can read a program's arguments.
type task struct {
	Lighthouse string         `json:"lighthouse"`
	URL        string         `json:"url"`
	Proxy      string         `json:"proxy"`
	User       string         `json:"user"`
	Password   string         `json:"password"`
	Nowhere    string         `json:"nowhere"`
	Flags      map[string]any `json:"flags"`
}

func newTask(folder, address string, proxy *fetch.Proxy, lang audit.Lang) task {
	t := task{Lighthouse: folder, URL: address, Proxy: "http://" + proxy.Addr(), Nowhere: nowhere, Flags: map[string]any{
		"output": "json", "logLevel": "silent", "onlyCategories": []string{"performance"}, "formFactor": "mobile", "locale": string(lang),
		"disableFullPageScreenshot": true, "maxWaitForLoad": loadTime.Milliseconds(),
	}}
	t.User, t.Password = proxy.Credential()
	return t
}

// run has Lighthouse measure a page in a browser. When it returns, what it started has ended. Without a group, the error is why there is
// none.
func (l *Lighthouse) run(ctx context.Context, browser *chromium.Process, t task) (said *printed, ran *processgroup.Group, err error) {
	defer browser.Messages.Close()
	defer browser.Commands.Close()
	told, err := json.Marshal(t)
	if err != nil {
		return nil, nil, err
	}
	program := filepath.Join(browser.Home, "drive.mjs")
	if err := os.WriteFile(program, drive, 0o600); err != nil {
		return nil, nil, fmt.Errorf("writing what runs Lighthouse: %w", err)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	said = &printed{over: cancel}
	cmd := exec.Command(l.config.Node, program) //nolint:noctx // Stop ends it, with its group
	cmd.Dir, cmd.Env = browser.Home, append(chromium.Environment(browser.Home), "CI=1", "PATH="+os.Getenv("PATH"))
	cmd.ExtraFiles = []*os.File{browser.Commands, browser.Messages}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(told), said, said
	cmd.WaitDelay = closeTime
	ran, err = processgroup.Start(cmd, processgroup.Limit{Memory: maxNodeMemory})
	if err != nil {
		return nil, nil, fault(NotThere, fmt.Errorf("starting %s: %w", l.config.Node, err))
	}
	select {
	case <-ran.Exited():
	case <-browser.Exited(): // it has nothing to measure with
	case <-ctx.Done():
	}
	ran.Stop()
	return said, ran, nil
}

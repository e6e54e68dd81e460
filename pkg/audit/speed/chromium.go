package speed

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/auditctl/auditctl/internal/processgroup"
)

// chromium is a running browser that Lighthouse connects to. It is started here, not by Lighthouse, which would begin another group of processes for it:
// where Lighthouse is killed, that would live on.
type chromium struct {
	cmd     *exec.Cmd
	port    string   // where Lighthouse speaks to it, on loopback
	hold    *os.File // the pipe that the browser lives as long as
	printed printed
	exited  chan struct{}
}

// startChromium starts the browser, with its profile in home and all its connections through the proxy, and waits until it can be spoken to. The error is
// an *Error, or ctx's.
func startChromium(ctx context.Context, path, home, proxy string) (*chromium, error) {
	profile := filepath.Join(home, "profile")
	c := &chromium{exited: make(chan struct{})}
	c.cmd = exec.Command(path, append(flags(), "--user-data-dir="+profile, "--proxy-server=http://"+proxy, "about:blank")...) //nolint:noctx // stop ends it, with its group
	c.cmd.Dir, c.cmd.Env = home, environment(home, filepath.Dir(path))
	c.cmd.Stdout, c.cmd.Stderr = &c.printed, &c.printed
	c.cmd.WaitDelay = closeTime
	processgroup.Own(c.cmd)
	// A browser that is spoken to over a pipe ends with it, so also where this process is killed. Nothing is said over this one.
	commands, hold, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	answers, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		return nil, errors.Join(err, commands.Close(), hold.Close())
	}
	c.cmd.ExtraFiles, c.hold = []*os.File{commands, answers}, hold
	err = c.cmd.Start()
	_, _ = commands.Close(), answers.Close() // the browser has its own
	if err != nil {
		_ = hold.Close()
		return nil, fault(NotThere, fmt.Errorf("starting %s: %w", path, err))
	}
	go func() {
		defer close(c.exited)
		_ = c.cmd.Wait() // how it ended says nothing that is asked for
	}()
	ctx, cancel := context.WithTimeout(ctx, startTime)
	defer cancel()
	for tick := time.NewTicker(10 * time.Millisecond); ; {
		select {
		case <-ctx.Done():
			tick.Stop()
			c.stop()
			return nil, fault(NotThere, fmt.Errorf("%s can't be spoken to: %w", path, ctx.Err()))
		case <-c.exited:
			tick.Stop()
			c.stop()
			return nil, fault(NotThere, fmt.Errorf("%s ended at once; it printed %q", path, &c.printed))
		case <-tick.C:
			said, err := os.ReadFile(filepath.Join(profile, "DevToolsActivePort"))
			port, rest, whole := strings.Cut(string(said), "\n")
			if _, malformed := strconv.ParseUint(port, 10, 16); err == nil && whole && rest != "" && malformed == nil {
				tick.Stop()
				c.port = port
				return c, nil
			}
		}
	}
}

// stop ends the browser with all its processes, and waits for them.
func (c *chromium) stop() {
	processgroup.Kill(c.cmd.Process.Pid)
	<-c.exited
	_ = c.hold.Close()
}

// flags are what Chromium is started with, as Lighthouse itself would, and that nothing leaves it but through the proxy.
func flags() []string {
	list := []string{
		"--headless=new", "--remote-debugging-port=0", "--remote-debugging-pipe", "--no-first-run", "--no-default-browser-check", "--hide-scrollbars", "--mute-audio",
		"--password-store=basic", "--use-mock-keychain", "--deny-permission-prompts", "--disable-notifications", "--disable-prompt-on-repost",
		"--disable-extensions", "--disable-component-extensions-with-background-pages", "--disable-default-apps", "--disable-sync", "--disable-breakpad",
		"--disable-crash-reporter", "--disable-background-networking", "--disable-component-update", "--disable-domain-reliability",
		"--disable-client-side-phishing-detection", "--metrics-recording-only", "--no-pings", "--no-service-autorun", "--disable-hang-monitor",
		"--disable-background-timer-throttling", "--disable-backgrounding-occluded-windows", "--disable-renderer-backgrounding", "--disable-ipc-flooding-protection",
		"--disable-features=Translate,MediaRouter,DialMediaRouteProvider,OptimizationHints,AutofillServerCommunication,InterestFeedContentSuggestions",
		"--disable-dev-shm-usage", // /dev/shm is too small in many containers
		"--disable-quic", "--force-webrtc-ip-handling-policy=disable_non_proxied_udp", "--webrtc-ip-handling-policy=disable_non_proxied_udp",
		"--proxy-bypass-list=<-loopback>", "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
	}
	if os.Geteuid() == 0 {
		list = append(list, "--no-sandbox") // Chromium refuses to be root with it
	}
	return list
}

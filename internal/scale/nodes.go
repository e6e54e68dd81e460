package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// longest is how long one measurement may take before it is given up.
const longest = 10 * time.Minute

func build(ctx context.Context, dir string) (string, error) {
	binary := filepath.Join(dir, "auditctl")
	cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-ldflags", "-s -w", "-o", binary, "./cmd/auditctl")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building auditctl: %w\n%s", err, out)
	}
	return binary, nil
}

// sites are front pages that take their time, each on a port of its own.
type sites struct {
	urls    []string
	servers []*http.Server
}

func serveSites(ctx context.Context, n int, latency time.Duration) (*sites, error) {
	s := &sites{}
	text := strings.Repeat("<p>We mend roofs, gutters and chimneys in the old town, and come on the day that we say.</p>\n<ul><li>slate</li><li>tile</li></ul>\n", 150)
	for i := range n {
		var from net.ListenConfig
		l, err := from.Listen(ctx, "tcp", "127.0.0.1:0")
		if err != nil {
			s.close()
			return nil, err
		}
		server := &http.Server{ReadHeaderTimeout: time.Minute, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			select {
			case <-time.After(latency):
			case <-r.Context().Done():
				return
			}
			if r.URL.Path != "/" {
				http.NotFound(w, r)
				return
			}
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			fmt.Fprintf(w, `<!doctype html><html lang="en"><head><title>Roofer %d</title><meta name="description" content="Roofs."></head><body><main><h1>Roofer %d</h1>%s</main></body></html>`, i, i, text)
		})}
		s.servers, s.urls = append(s.servers, server), append(s.urls, "http://"+l.Addr().String()+"/")
		go server.Serve(l) // ends with close
	}
	return s, nil
}

func (s *sites) close() {
	for _, server := range s.servers {
		server.Close()
	}
}

// cluster is nodes on one database, and a key to them.
type cluster struct {
	key  string
	urls []string
	cmds []*exec.Cmd
}

// start starts nodes that serve and work, and waits until each answers.
func start(ctx context.Context, database, binary, dir string, n, workers int) (_ *cluster, err error) {
	c := &cluster{}
	environment := append(os.Environ(), "XDG_DATA_HOME="+dir, "XDG_CONFIG_HOME="+dir, "AUDITCTL_STORE="+database)
	for _, args := range [][]string{{"accounts", "create", "scale@example.com", "--plan", "unlimited"}, {"keys", "create", "--account", "scale@example.com"}} {
		cmd := exec.CommandContext(ctx, binary, args...)
		cmd.Env = environment
		out, err := cmd.Output()
		if err != nil {
			return nil, fmt.Errorf("auditctl %s: %w", args[0], err)
		}
		c.key = strings.TrimSpace(string(out))
	}
	defer func() {
		if err != nil {
			c.stop()
		}
	}()
	for i := range n {
		var from net.ListenConfig
		l, err := from.Listen(ctx, "tcp", "127.0.0.1:0")
		if err != nil {
			return c, err
		}
		address := l.Addr().String()
		if err := l.Close(); err != nil {
			return c, err
		}
		log, err := os.Create(filepath.Join(dir, fmt.Sprintf("log-%d-%d", n, i)))
		if err != nil {
			return c, err
		}
		cmd := exec.CommandContext(ctx, binary, "serve", "--listen", address, "--operator-listen", "", "--allow-private", "--browser", "off", "--pages", "1",
			"--workers", fmt.Sprint(workers), "--cache-age", "0s", "--rate", "1000000", "--burst", "1000000", "--connections-per-address", "0", "--log", "warn")
		cmd.Env, cmd.Stderr = environment, log
		err = errors.Join(cmd.Start(), log.Close())
		if err != nil {
			return c, err
		}
		c.cmds, c.urls = append(c.cmds, cmd), append(c.urls, "http://"+address)
	}
	deadline := time.Now().Add(time.Minute)
	for i := range c.urls {
		for {
			err := c.ask(ctx, i, http.MethodGet, "/v1/me", nil)
			if err == nil {
				break
			}
			if time.Now().After(deadline) || ctx.Err() != nil {
				return c, fmt.Errorf("node %d doesn't answer: %w", i+1, err)
			}
			time.Sleep(20 * time.Millisecond)
		}
	}
	return c, nil
}

func (c *cluster) stop() {
	for _, cmd := range c.cmds {
		cmd.Process.Signal(syscall.SIGTERM) //nolint:errcheck // it may have ended
	}
	for _, cmd := range c.cmds {
		cmd.Wait() //nolint:errcheck // it was told to end
	}
}

func (c *cluster) pids() (list []int) {
	for _, cmd := range c.cmds {
		list = append(list, cmd.Process.Pid)
	}
	return list
}

// ask calls the API of a node; an answer that says no is an error.
func (c *cluster) ask(ctx context.Context, node int, method, path string, body []byte) error {
	req, err := http.NewRequestWithContext(ctx, method, c.urls[node%len(c.urls)]+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("X-API-Key", c.key)
	req.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(io.LimitReader(resp.Body, 16<<20))
	if err == nil && resp.StatusCode >= 300 {
		err = fmt.Errorf("%s %s answers %s: %.300s", method, path, resp.Status, text)
	}
	return err
}

// submit sends addresses to the nodes in turn, fifty at a time.
func (c *cluster) submit(ctx context.Context, urls []string) error {
	for i := 0; len(urls) > 0; i++ {
		n := min(50, len(urls))
		body, err := json.Marshal(map[string]any{"urls": urls[:n], "refresh": true})
		if err != nil {
			return err
		}
		if err := c.ask(ctx, i, http.MethodPost, "/v1/audits", body); err != nil {
			return err
		}
		urls = urls[n:]
	}
	return nil
}

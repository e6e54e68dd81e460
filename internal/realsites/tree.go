package realsites

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"mime"
	"net/http"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"sync"
)

// Tree serves a site's files as a web server would, from a copy of its repository.
type Tree struct {
	site  Site
	git   string
	files map[string]bool

	mu sync.Mutex // one git at a time
}

// OpenTree finds the copy of the site's repository in dir, named owner+name. A copy that isn't there is cloned, where the network allows it.
func OpenTree(ctx context.Context, dir string, s Site) (*Tree, error) {
	t := &Tree{site: s, git: filepath.Join(dir, strings.ReplaceAll(s.Repo, "/", "+")), files: map[string]bool{}}
	if !t.findGit() {
		clone := exec.CommandContext(ctx, "git", "clone", "--quiet", "--bare", "https://github.com/"+s.Repo, t.git)
		if out, err := clone.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("clone %s: %w: %s", s.Repo, err, bytes.TrimSpace(out))
		}
	}
	list, err := t.run(ctx, "ls-tree", "-r", "-z", "--name-only", s.Commit)
	if err != nil {
		return nil, fmt.Errorf("list %s at %s: %w", s.Repo, s.Commit, err)
	}
	for name := range strings.SplitSeq(string(list), "\x00") {
		t.files[name] = true
	}
	return t, nil
}

// findGit finds the git directory of the copy: itself, or inside it.
func (t *Tree) findGit() bool {
	for _, inside := range []string{"", ".git", "repo", "repo/.git"} {
		if _, err := os.Stat(filepath.Join(t.git, inside, "HEAD")); err == nil {
			t.git = filepath.Join(t.git, inside)
			return true
		}
	}
	return false
}

func (t *Tree) run(ctx context.Context, args ...string) ([]byte, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return exec.CommandContext(ctx, "git", append([]string{"--git-dir", t.git}, args...)...).Output()
}

// Host is the name that the site is served under: the repository's own, where it has one.
func (t *Tree) Host(ctx context.Context) string {
	name, _ := t.run(ctx, "show", t.site.Commit+":"+path.Join(t.site.Root, "CNAME"))
	host := strings.ToLower(strings.TrimSpace(string(name)))
	if strings.ContainsAny(host, " /:\n") || !strings.Contains(host, ".") {
		host = ""
	}
	return cmp.Or(host, "site.test")
}

func (t *Tree) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	asked := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
	names := []string{asked, path.Join(asked, "index.html"), asked + ".html"}
	if asked == "" {
		names = []string{t.site.Page}
	}
	for _, name := range names {
		file := path.Join(t.site.Root, name)
		if name == "" || !t.files[file] {
			continue
		}
		body, err := t.run(r.Context(), "show", t.site.Commit+":"+file)
		if err != nil {
			break
		}
		if kind := mime.TypeByExtension(path.Ext(file)); kind != "" && !strings.HasPrefix(kind, "text/html") {
			w.Header().Set("Content-Type", kind)
		} else {
			w.Header().Set("Content-Type", "text/html") // pages say their own charset
		}
		_, _ = w.Write(body)
		return
	}
	http.NotFound(w, r)
}

// File reads one file of the site, uncompressed if its name ends in .gz.
func (t *Tree) File(ctx context.Context, name string) ([]byte, error) {
	body, err := t.run(ctx, "show", t.site.Commit+":"+path.Join(t.site.Root, name))
	if err != nil {
		return nil, fmt.Errorf("read %s of %s: %w", name, t.site.Repo, err)
	}
	if path.Ext(name) != ".gz" {
		return body, nil
	}
	r, err := gzip.NewReader(bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("read %s of %s: %w", name, t.site.Repo, err)
	}
	return io.ReadAll(io.LimitReader(r, maxFile))
}

const maxFile = 32 << 20

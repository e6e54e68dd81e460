package realsites

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/fetch"
	"github.com/auditctl/auditctl/pkg/audit/page"
	"github.com/auditctl/auditctl/pkg/audit/pipeline"
)

// Read reads a site as an audit does, over loopback.
func Read(ctx context.Context, dir string, s Site) (*page.Facts, error) {
	tree, err := OpenTree(ctx, dir, s)
	if err != nil {
		return nil, err
	}
	server := httptest.NewServer(tree)
	defer server.Close()
	address := netip.MustParseAddrPort(server.Listener.Addr().String())
	host := tree.Host(ctx)
	target, fault := audit.ParseTarget("http://" + host + "/")
	if fault != nil {
		return nil, fmt.Errorf("%s: %w", s.ID(), fault)
	}
	p := pipeline.New(pipeline.Config{Fetch: fetch.Config{
		AllowPrivate: true, Resolver: nobody{}, Resolve: map[string]netip.AddrPort{host + ":80": address},
	}})
	facts, err := p.Inspect(ctx, target)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.ID(), err)
	}
	return facts, nil
}

// nobody knows no name: what a site loads from elsewhere isn't asked for.
type nobody struct{}

func (nobody) LookupNetIP(_ context.Context, _, host string) ([]netip.Addr, error) {
	return nil, &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
}

// Kept is Read with a memory: facts are kept in the folder cache, since most changes of how facts are judged don't change how they are read. Nothing is kept
// where cache is empty.
func Kept(ctx context.Context, dir, cache string, s Site) (*page.Facts, error) {
	if cache == "" {
		return Read(ctx, dir, s)
	}
	file := filepath.Join(cache, strings.ReplaceAll(s.ID(), "/", "+")+".json")
	raw, err := os.ReadFile(file)
	if err == nil {
		var f page.Facts
		if err := json.Unmarshal(raw, &f); err != nil {
			return nil, fmt.Errorf("read %s: %w", file, err)
		}
		return &f, nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	f, err := Read(ctx, dir, s)
	if err != nil {
		return nil, err
	}
	if raw, err = json.Marshal(f); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(cache, 0o755); err != nil {
		return nil, err
	}
	return f, os.WriteFile(file, raw, 0o644)
}

// Package pgtest gives tests a real PostgreSQL: one server per test binary, from the binaries of this machine, and an empty database per test. The
// server ends with the test binary, however that ends.
package pgtest

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// Variable names the environment variable with the address of a server to use instead; its user must be allowed to make databases.
const Variable = "AUDITCTL_TEST_POSTGRES"

// URL gives the address of a new, empty database for the test. Where there is no PostgreSQL, the test is skipped.
func URL(t testing.TB) string {
	t.Helper()
	if given := os.Getenv(Variable); given != "" {
		return database(t, given, "")
	}
	s, err := shared()
	if errors.Is(err, errMissing) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return database(t, s.address, "")
}

// Copy gives the address of a new database with all that is in another, which nobody must be connected to.
func Copy(t testing.TB, address string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	of := strings.TrimPrefix(u.Path, "/")
	u.Path = "/postgres"
	return database(t, u.String(), ` TEMPLATE `+of)
}

var shared = sync.OnceValues(func() (*Server, error) { return start(true) })

var errMissing = errors.New("PostgreSQL isn't installed here, so what is promised on it was not tested: scripts/postgres brings it, or let " + Variable + " name a server")

// Server is a server of one test's own, which may fail.
type Server struct {
	t       testing.TB
	bin     string // folder
	dir     string // for its socket, and data in a folder within
	address string // of its administrator's database
	process *exec.Cmd
	command io.WriteCloser // ends the server by the signal that is written to it, or by being closed
	own     bool           // dir is removed by the process, not by the test
}

// Start starts a server that ends with the test.
func Start(t testing.TB) *Server {
	t.Helper()
	s, err := start(false)
	if errors.Is(err, errMissing) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	s.t = t
	t.Cleanup(func() {
		s.end("QUIT")
		os.RemoveAll(s.dir)
	})
	return s
}

// URL gives the address of a new, empty database.
func (s *Server) URL() string {
	s.t.Helper()
	return database(s.t, s.address, "")
}

// Stop ends the server as an administrator does who doesn't wait: connections are cut, transactions rolled back.
func (s *Server) Stop() { s.end("INT") }

// Kill ends the server as a loss of power does: the next start recovers from its log.
func (s *Server) Kill() { s.end("QUIT") }

// Restart starts the server again, at the same address with the same data.
func (s *Server) Restart() {
	s.t.Helper()
	if err := s.run(); err != nil {
		s.t.Fatal(err)
	}
}

func (s *Server) end(signal string) {
	if s.process == nil {
		return
	}
	io.WriteString(s.command, signal+"\n") //nolint:errcheck // it may have ended by itself
	s.command.Close()
	s.process.Wait() //nolint:errcheck // it was ended by a signal
	s.process = nil
}

// patience is how long a server may take to start or answer on a busy machine.
const patience = 5 * time.Minute

// start makes a server's files and runs it. With own, they are removed when it has ended.
func start(own bool) (*Server, error) {
	bin, err := binaries()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "auditctl-postgres-")
	if err != nil {
		return nil, err
	}
	s := &Server{bin: bin, dir: dir, own: own}
	if err := giveAway(dir); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	init := exec.CommandContext(ctx, filepath.Join(bin, "initdb"), "-D", filepath.Join(dir, "data"), "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync")
	asServer(init)
	init.Dir = dir
	if out, err := init.CombinedOutput(); err != nil {
		os.RemoveAll(dir)
		return nil, fmt.Errorf("initdb: %w\n%s", err, out)
	}
	// The socket's folder is its owner's alone, so nobody has to say who they are.
	s.address = (&url.URL{Scheme: "postgres", User: url.User("postgres"), Path: "/postgres", RawQuery: url.Values{"host": {dir}, "sslmode": {"disable"}}.Encode()}).String()
	return s, s.run()
}

// keeper runs a server until its standard input says by which signal to end it, or ends: then this process is gone.
const keeper = `
"$1" -D "$2/data" -k "$2" -c listen_addresses= -c max_connections=300 -c shared_buffers=64MB </dev/null >"$2/log" 2>&1 &
read -r signal
kill -s "${signal:-QUIT}" $!
wait
if [ "$3" = true ]; then rm -rf "$2"; fi`

func (s *Server) run() error {
	s.process = exec.CommandContext(context.Background(), "/bin/sh", "-c", keeper, "sh", filepath.Join(s.bin, "postgres"), s.dir, fmt.Sprint(s.own))
	asServer(s.process)
	s.process.Dir = s.dir
	var err error
	if s.command, err = s.process.StdinPipe(); err != nil {
		return err
	}
	if err := s.process.Start(); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	for {
		c, err := pgx.Connect(ctx, s.address)
		if err == nil {
			return c.Close(ctx)
		}
		if ctx.Err() != nil {
			log, _ := os.ReadFile(filepath.Join(s.dir, "log"))
			s.end("QUIT")
			return fmt.Errorf("the PostgreSQL server doesn't answer: %w\n%s", err, log)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// database makes a database beside that of an address.
func database(t testing.TB, address, template string) string {
	t.Helper()
	name := "auditctl_" + strings.ToLower(rand.Text())
	if err := execute(address, `CREATE DATABASE `+name+template); err != nil {
		t.Fatalf("making a database: %v", err)
	}
	if os.Getenv(Variable) != "" { // a server of our own ends soon, with all that is in it
		t.Cleanup(func() {
			if err := execute(address, `DROP DATABASE `+name+` WITH (FORCE)`); err != nil {
				t.Logf("removing the database: %v", err)
			}
		})
	}
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	u.Path = "/" + name
	return u.String()
}

func execute(address, statement string) error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	c, err := pgx.Connect(ctx, address)
	if err != nil {
		return err
	}
	_, err = c.Exec(ctx, statement)
	return errors.Join(err, c.Close(ctx))
}

// binaries finds the folder of initdb and postgres, the newest where there are several.
func binaries() (string, error) {
	if path, err := exec.LookPath("initdb"); err == nil {
		return filepath.Dir(path), nil
	}
	var found []string
	for _, pattern := range []string{
		"/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/usr/local/pgsql/bin", "/opt/homebrew/opt/postgresql*/bin", "/usr/local/opt/postgresql*/bin",
	} {
		folders, err := filepath.Glob(pattern)
		if err != nil {
			return "", err
		}
		for _, f := range folders {
			if _, err := os.Stat(filepath.Join(f, "initdb")); err == nil {
				found = append(found, f)
			}
		}
	}
	if len(found) == 0 {
		return "", errMissing
	}
	return slices.Max(found), nil
}

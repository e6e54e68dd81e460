package main

import (
	"bytes"
	"crypto/tls"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/quotedprintable"
	"net"
	"net/http"
	"net/http/httptest"
	"net/mail"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
	"github.com/rogpeppe/go-internal/testscript"
)

const (
	postUser     = "auditctl"
	postPassword = "pigeon holes"
	mailKey      = "mail"
)

// post is a mail server on loopback that takes mail from who signs in, and sends it nowhere.
type post struct {
	open bool // without signing in
	mail chan string
}

// mailbox starts a mail server and names it in the environment. It speaks TLS by starttls or tls, or with off not at all.
func mailbox(ts *testscript.TestScript, _ bool, args []string) {
	web := httptest.NewTLSServer(http.NotFoundHandler()) // for its certificate
	web.Close()
	roots := ts.MkAbs("roots.pem")
	ts.Check(os.WriteFile(filepath.Clean(roots), pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: web.Certificate().Raw}), 0o600))
	p := &post{open: args[0] == "off", mail: make(chan string, 10)}
	s := smtp.NewServer(p)
	s.Domain, s.ErrorLog = "mail.example", discard{}
	conf := &tls.Config{Certificates: web.TLS.Certificates, MinVersion: tls.VersionTLS12}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	ts.Check(err)
	switch args[0] {
	case "starttls":
		s.TLSConfig = conf
	case "tls":
		listener = tls.NewListener(listener, conf)
	}
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(listener) }()
	ts.Defer(func() {
		if err := errors.Join(s.Close(), <-ended); err != nil && !errors.Is(err, smtp.ErrServerClosed) {
			ts.Logf("the mail server: %v", err)
		}
	})
	host, port, err := net.SplitHostPort(listener.Addr().String())
	ts.Check(err)
	for key, value := range map[string]string{"AUDITCTL_SMTP_HOST": host, "AUDITCTL_SMTP_PORT": port, "AUDITCTL_SMTP_TLS": args[0], "SSL_CERT_FILE": roots} {
		ts.Setenv(key, value)
	}
	ts.Value(mailKey).(map[string]*post)[mailKey] = p
}

// mailed writes the next mail that came, as its reader sees it; or says that none did.
func mailed(ts *testscript.TestScript, neg bool, args []string) {
	p := ts.Value(mailKey).(map[string]*post)[mailKey]
	if neg {
		if len(p.mail) != 0 {
			ts.Fatalf("mail came: %s", <-p.mail)
		}
		return
	}
	select {
	case text := <-p.mail:
		ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o600))
	case <-time.After(5 * time.Minute):
		ts.Fatalf("no mail came")
	}
}

type discard struct{}

func (discard) Printf(string, ...any) {}
func (discard) Println(...any)        {}

// NewSession implements smtp.Backend.
func (p *post) NewSession(*smtp.Conn) (smtp.Session, error) { return &delivery{post: p}, nil }

// delivery is one connection.
type delivery struct {
	post     *post
	known    bool
	from, to string
}

func (d *delivery) AuthMechanisms() []string { return []string{sasl.Plain} }

func (d *delivery) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, username, password string) error {
		if username != postUser || password != postPassword {
			return smtp.ErrAuthFailed
		}
		d.known = true
		return nil
	}), nil
}

func (d *delivery) Mail(from string, _ *smtp.MailOptions) error {
	if !d.known && !d.post.open {
		return smtp.ErrAuthRequired
	}
	d.from = from
	return nil
}

func (d *delivery) Rcpt(to string, _ *smtp.RcptOptions) error {
	d.to = to
	return nil
}

func (d *delivery) Data(r io.Reader) error {
	raw, err := io.ReadAll(io.LimitReader(r, 1<<20))
	if err != nil {
		return err
	}
	m, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		return err
	}
	body, err := io.ReadAll(quotedprintable.NewReader(m.Body))
	if err != nil {
		return err
	}
	var text strings.Builder
	fmt.Fprintf(&text, "envelope: %s to %s\n", d.from, d.to)
	for _, name := range []string{"From", "To", "Subject", "Content-Type", "Auto-Submitted"} {
		value, err := new(mime.WordDecoder).DecodeHeader(m.Header.Get(name))
		if err != nil {
			return err
		}
		fmt.Fprintf(&text, "%s: %s\n", name, value)
	}
	if m.Header.Get("Message-ID") == "" || m.Header.Get("Date") == "" {
		return errors.New("no id or no date")
	}
	fmt.Fprintf(&text, "\n%s", strings.ReplaceAll(string(body), "\r\n", "\n"))
	d.post.mail <- text.String()
	return nil
}

func (d *delivery) Reset()        {}
func (d *delivery) Logout() error { return nil }

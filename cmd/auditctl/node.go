package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"go.opentelemetry.io/otel/trace"

	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/fetch"
	"github.com/auditctl/auditctl/pkg/audit/pipeline"
	"github.com/auditctl/auditctl/pkg/server"
	"github.com/auditctl/auditctl/pkg/service"
	"github.com/auditctl/auditctl/pkg/store"
)

// node is one process of a service: its store, the service over it, and what it tells its operator.
type node struct {
	config   *config
	name     string
	log      *slog.Logger
	store    store.Store
	service  *service.Service
	server   *server.Server
	operator net.Listener // nil where there is none
	workers  int
	grace    time.Duration
	tracing  func(context.Context) error // ends it
	pipeline *pipeline.Pipeline
}

// openNode makes what serve and worker share. listen, tls and such come from the settings; what is wrong with them is a usage error.
func (a *app) openNode(cmd *cobra.Command) (_ *node, err error) {
	c, err := a.config(cmd)
	if err != nil {
		return nil, err
	}
	n := &node{config: c, name: nodeName(), workers: c.GetInt("server.workers")}
	if n.workers < 0 || n.workers > 1000 {
		return nil, usage("--workers is %d; it must be 0 to 1000", n.workers)
	}
	if n.log, err = logger(a.Err, c); err != nil {
		return nil, err
	}
	tracers, end, err := tracing(cmd.Context())
	if err != nil {
		return nil, err
	}
	n.tracing = end
	defer func() {
		if err != nil {
			err = errors.Join(err, n.close())
		}
	}()
	if n.grace, err = duration(c, "server.grace"); err != nil {
		return nil, err
	}
	conf, err := serviceConfig(c, n.log)
	if err != nil {
		return nil, err
	}
	if n.pipeline, err = nodePipeline(c, tracers, n.log, func() bool { return n.server.Answering() }); err != nil {
		return nil, err
	}
	conf.Runner = n.pipeline
	conf.Progress = func(e audit.Event) { n.server.Event(e) }
	if conf.Store, err = openStore(cmd.Context(), c, false); err != nil {
		return nil, err
	}
	n.store = conf.Store
	n.service = service.New(conf)
	web, err := serverConfig(c)
	if err == nil {
		web.Backend, web.Log, web.Grace, web.TracerProvider = backend{n.service}, n.log, n.grace, tracers
		web.Dashboard, err = n.newDashboard(web)
	}
	if err == nil {
		n.server, err = server.New(web)
	}
	if err == nil && c.GetString("server.operator_listen") != "" {
		n.operator, err = listen(cmd.Context(), c, "server.operator_listen")
	}
	if err != nil {
		return nil, err
	}
	if c.GetBool("server.allow_private") {
		n.log.Warn("private and loopback addresses are audited for everybody with a key (--allow-private)")
	}
	return n, nil
}

// close ends what openNode has made so far.
func (n *node) close() error {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	errs := []error{n.tracing(ctx)}
	if n.pipeline != nil {
		n.pipeline.Close()
	}
	if n.store != nil {
		errs = append(errs, n.store.Close())
	}
	return errors.Join(errs...)
}

// backend shows the server the service.
type backend struct{ *service.Service }

// For implements server.Backend.
func (b backend) For(c audit.Caller) server.Service { return b.Service.For(c) }

// nodeName is unique among the processes that live, and says where this one is.
func nodeName() string {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	return fmt.Sprintf("%s-%d-%s", host, os.Getpid(), rand.Text()[:6])
}

func logger(w io.Writer, c *config) (*slog.Logger, error) {
	var level slog.Level
	if err := level.UnmarshalText([]byte(c.GetString("server.log"))); err != nil {
		return nil, usage("--log %q: use debug, info, warn or error", audit.Printable(c.GetString("server.log")))
	}
	return slog.New(slog.NewJSONHandler(w, &slog.HandlerOptions{Level: level})), nil
}

func listen(ctx context.Context, c *config, key string) (net.Listener, error) {
	var l net.ListenConfig
	listener, err := l.Listen(ctx, "tcp", c.GetString(key))
	if err != nil {
		return nil, usage("--%s: %v", setting{key: key}.flag(), err)
	}
	return listener, nil
}

func serviceConfig(c *config, log *slog.Logger) (service.Config, error) {
	var s service.Config
	timeout, err := duration(c, "server.audit_timeout")
	if err != nil {
		return s, err
	}
	s = service.Config{
		MaxURLs: audit.MaxURLs, QueueLimit: c.GetInt("server.queue_limit"), FailureLimit: c.GetInt("server.failures_per_hour"),
		HostRunning: c.GetInt("server.host_running"), HostHourly: c.GetInt("server.host_hourly"), Timeout: timeout,
		AddressLimits: true, Log: log,
	}
	if c.GetBool("server.allow_private") && c.origin("server.host_hourly") == "default" {
		s.HostHourly, s.AddressLimits = 0, false // one's own hosts need no protection from oneself
	}
	if s.CacheAge, err = duration(c, "server.cache_age"); err != nil {
		return s, err
	}
	if s.Retention, err = duration(c, "server.retention"); err != nil {
		return s, err
	}
	if s.EvidenceLimit, err = size(c, "evidence-limit"); err != nil {
		return s, err
	}
	switch scope := c.GetString("server.cache_scope"); scope {
	case "shared":
	case "account":
		s.CachePerAccount = true
	default:
		return s, usage("--cache-scope %q: use shared or account", audit.Printable(scope))
	}
	return s, nil
}

// nodePipeline makes the pipeline of a service's process. It must be closed.
func nodePipeline(c *config, tracers trace.TracerProvider, log *slog.Logger, answering func() bool) (*pipeline.Pipeline, error) {
	timeout, err := duration(c, "server.audit_timeout")
	if err != nil {
		return nil, err
	}
	pages := c.GetInt("pages")
	if pages < 1 || pages > 500 {
		return nil, usage("--pages is %d; it must be 1 to 500", pages)
	}
	names, err := probing(c)
	if err != nil {
		return nil, err
	}
	services, err := newModels(c)
	if err != nil {
		return nil, err
	}
	private := c.GetBool("server.allow_private")
	f := fetch.Config{UserAgent: userAgent(c), AllowPrivate: private, AllowSubmittedPort: private}
	measures, err := newSpeed(c, f, false)
	if err != nil {
		return nil, err
	}
	config := pipeline.Config{
		Fetch: f, CitedPrivate: private, Speed: measures, Log: log, Pages: pages, Timeout: timeout, Probing: names, Tracer: tracers.Tracer("auditctl"),
		Answering: answering,
	}
	if config.Rendering, err = rendering(c); err != nil {
		return nil, err
	}
	if config.Screenshots, err = screenshots(c, false); err != nil {
		return nil, err
	}
	if config.Evidence, err = keeper(c, false); err != nil {
		return nil, err
	}
	if err := services.set(&config); err != nil {
		return nil, err
	}
	return pipeline.New(config), nil
}

func userAgent(c *config) string {
	if given := c.GetString("user-agent"); given != "" {
		return given
	}
	return fmt.Sprintf("auditctl/%s (+https://github.com/auditctl/auditctl)", buildVersion())
}

// workerFlags gives a command the flags of every process of a service.
func workerFlags(cmd *cobra.Command) {
	addFlags(cmd.Flags(), workerSettings())
	addFlags(cmd.Flags(), evidenceSettings())
	addFlags(cmd.Flags(), browserSettings())
	addFlags(cmd.Flags(), screenshotSettings())
	addFlags(cmd.Flags(), modelSettings())
	addFlags(cmd.Flags(), citationSettings())
	addFlags(cmd.Flags(), speedSettings())
	addFlags(cmd.Flags(), slices.DeleteFunc(siteSettings(), func(s setting) bool { return !slices.Contains([]string{"pages", "user-agent", "probe-agents"}, s.key) }))
}

// untilStopped names the ends of a process that are no faults.
func untilStopped(err error) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// whereIs says what a listener is reached by; nothing where there is none.
func whereIs(l net.Listener, tls bool) string {
	if l == nil {
		return ""
	}
	scheme := "http"
	if tls {
		scheme = "https"
	}
	return scheme + "://" + strings.Replace(l.Addr().String(), "[::]", "localhost", 1)
}

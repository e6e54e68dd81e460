package server

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"github.com/auditctl/auditctl/pkg/audit"
)

// forgotten is when an audit that says nothing any more is taken for one that another process has: far longer than an audit may run.
const forgotten = 10 * time.Minute

// metrics counts what happens, in a registry of its own.
type metrics struct {
	registry     *prometheus.Registry
	requests     *prometheus.CounterVec
	durations    *prometheus.HistogramVec
	ended        *prometheus.CounterVec
	stageTimes   *prometheus.HistogramVec
	entries      *prometheus.CounterVec
	metered      prometheus.Counter
	limited      *prometheus.CounterVec
	unauthorized prometheus.Counter

	mu     sync.Mutex
	stages map[string]stay // by audit
}

// stay is where an audit is.
type stay struct {
	stage       audit.Stage
	since, last time.Time
}

func newMetrics(b Backend) *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "auditctl_http_requests_total", Help: "Requests answered.",
		}, []string{"route", "method", "status"}),
		durations: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "auditctl_http_request_duration_seconds", Help: "Time from a request's headers to the end of its answer.",
			Buckets: []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 60},
		}, []string{"route"}),
		ended: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "auditctl_audits_ended_total", Help: "Audits that ended, in this process or at their submission to it.",
		}, []string{"status"}),
		stageTimes: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "auditctl_audit_stage_duration_seconds", Help: "Time that an audit spent in a stage.",
			Buckets: []float64{.01, .05, .1, .25, .5, 1, 2.5, 5, 10, 20, 30, 60, 90, 150},
		}, []string{"stage"}),
		entries: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "auditctl_submitted_entries_total", Help: "Addresses submitted; cache says whether a stored audit answered (hit, miss), or neither (none).",
		}, []string{"cache"}),
		metered: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "auditctl_metered_units_total", Help: "Units metered in the answers to submissions, those given back later included.",
		}),
		limited: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "auditctl_rate_limited_total", Help: "Requests refused for their rate, by what was limited.",
		}, []string{"by"}),
		unauthorized: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "auditctl_unauthorized_total", Help: "Requests without a valid key.",
		}),
		stages: map[string]stay{},
	}
	m.registry.MustRegister(
		m.requests, m.durations, m.ended, m.stageTimes, m.entries, m.metered, m.limited, m.unauthorized,
		&stageCollector{metrics: m, desc: prometheus.NewDesc("auditctl_audits_in_stage", "Audits that this process works on, by stage.", []string{"stage"}, nil)},
		newQueueCollector(b), collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
	)
	return m
}

func (m *metrics) request(route, name string, status int, took time.Duration) {
	m.requests.WithLabelValues(route, method(name), strconv.Itoa(status)).Inc()
	m.durations.WithLabelValues(route).Observe(took.Seconds())
}

// method keeps a stranger's words out of labels and logs.
func method(name string) string {
	known := []string{http.MethodGet, http.MethodPost, http.MethodHead, http.MethodDelete, http.MethodOptions, http.MethodPut, http.MethodPatch}
	if slices.Contains(known, name) {
		return name
	}
	return "other"
}

// submitted counts the entries of a receipt, and those of them that have ended with it.
func (m *metrics) submitted(r audit.Receipt) {
	m.metered.Add(float64(r.Metered))
	for _, e := range r.Audits {
		cache := "none"
		switch {
		case e.Cached:
			cache = "hit"
		case e.Status == audit.Pending:
			cache = "miss"
		}
		m.entries.WithLabelValues(cache).Inc()
		if e.Status.Terminal() {
			m.ended.WithLabelValues(string(e.Status)).Inc()
		}
	}
}

// event counts a step of an audit.
func (m *metrics) event(e audit.Event, now time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	was, known := m.stages[e.AuditID]
	if known && was.stage == e.Stage {
		was.last = now
		m.stages[e.AuditID] = was
		return
	}
	if known {
		m.stageTimes.WithLabelValues(string(was.stage)).Observe(now.Sub(was.since).Seconds())
	}
	if e.Stage != audit.StageDone {
		m.stages[e.AuditID] = stay{stage: e.Stage, since: now, last: now}
		return
	}
	delete(m.stages, e.AuditID)
	if e.Audit != nil {
		m.ended.WithLabelValues(string(e.Audit.Status)).Inc()
	}
}

// inStage counts the audits by stage, and forgets those that were handed to another process without a word.
func (m *metrics) inStage(now time.Time) map[audit.Stage]int {
	m.mu.Lock()
	defer m.mu.Unlock()
	count := map[audit.Stage]int{audit.StageReading: 0, audit.StageJudging: 0}
	for id, s := range m.stages {
		if now.Sub(s.last) > forgotten {
			delete(m.stages, id)
			continue
		}
		count[s.stage]++
	}
	return count
}

// stageCollector shows where audits are when it is asked.
type stageCollector struct {
	metrics *metrics
	desc    *prometheus.Desc
}

// Describe implements prometheus.Collector.
func (c *stageCollector) Describe(ch chan<- *prometheus.Desc) { ch <- c.desc }

// Collect implements prometheus.Collector.
func (c *stageCollector) Collect(ch chan<- prometheus.Metric) {
	for stage, n := range c.metrics.inStage(time.Now()) {
		ch <- prometheus.MustNewConstMetric(c.desc, prometheus.GaugeValue, float64(n), string(stage))
	}
}

// queueCollector asks for the backlog when it is asked, at most once a second.
type queueCollector struct {
	backend                  Backend
	pending, running, oldest *prometheus.Desc

	mu           sync.Mutex
	at           time.Time
	waits, runs  int
	oldestBegan  time.Time
	backlogError error
}

func newQueueCollector(b Backend) *queueCollector {
	return &queueCollector{
		backend: b,
		pending: prometheus.NewDesc("auditctl_queue_pending", "Audits accepted and not ended, on all nodes.", nil, nil),
		running: prometheus.NewDesc("auditctl_queue_running", "Of the pending audits, those that a worker has begun.", nil, nil),
		oldest:  prometheus.NewDesc("auditctl_queue_oldest_age_seconds", "Age of the oldest pending audit; 0 where there is none.", nil, nil),
	}
}

// Describe implements prometheus.Collector.
func (c *queueCollector) Describe(ch chan<- *prometheus.Desc) {
	ch <- c.pending
	ch <- c.running
	ch <- c.oldest
}

// Collect implements prometheus.Collector. Where the store can't be asked, the queue's metrics are missing and the others stand.
func (c *queueCollector) Collect(ch chan<- prometheus.Metric) {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := time.Now()
	if now.Sub(c.at) > time.Second {
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		defer cancel()
		c.waits, c.runs, c.oldestBegan, c.backlogError = c.backend.Backlog(ctx)
		c.at = now
	}
	if c.backlogError != nil {
		return
	}
	age := 0.0
	if !c.oldestBegan.IsZero() {
		age = max(0, now.Sub(c.oldestBegan).Seconds())
	}
	ch <- prometheus.MustNewConstMetric(c.pending, prometheus.GaugeValue, float64(c.waits))
	ch <- prometheus.MustNewConstMetric(c.running, prometheus.GaugeValue, float64(c.runs))
	ch <- prometheus.MustNewConstMetric(c.oldest, prometheus.GaugeValue, age)
}

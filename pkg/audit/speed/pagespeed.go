package speed

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"regexp"
	"strings"
	"sync/atomic"
	"time"

	"github.com/auditctl/auditctl/internal/join"
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/fetch"
	"github.com/auditctl/auditctl/pkg/audit/page"
	"github.com/auditctl/auditctl/pkg/engine"
)

// PageSpeedURL is where PageSpeed Insights version 5 is.
const PageSpeedURL = "https://www.googleapis.com/pagespeedonline/v5"

// PageSpeedKey names the key of PageSpeed Insights in the environment.
const PageSpeedKey = "PAGESPEED_API_KEY"

const (
	pageSpeedTime      = 90 * time.Second // for one answer: 10 to 40 s as a rule
	pageSpeedInFlight  = 16
	pageSpeedPerMinute = 200              // of the 240 that a key has
	spentTime          = 10 * time.Minute // that a service whose day is used up isn't asked again
)

// PageSpeedConfig is how PageSpeed Insights is asked.
type PageSpeedConfig struct {
	Key     engine.Key
	BaseURL string // PageSpeedURL where empty; "/runPagespeed" follows
	// Runs is how often each device is measured, 1 to MaxRuns; 1 where it is 0.
	Runs int
	// Fetch says how the site is read: names are looked up as it has it, and where it has headers, or sends names elsewhere, nothing is asked.
	Fetch fetch.Config
	// Limits and Clock are how the service is treated; the zero values are right.
	Limits engine.Limits
	Clock  engine.Clock
}

// PageSpeed is Google's PageSpeed Insights, version 5.
type PageSpeed struct {
	config PageSpeedConfig
	client *engine.Client
	nearby bool         // the service is a mirror in the operator's own network
	spent  atomic.Int64 // Unix seconds until which it isn't asked
}

// NewPageSpeed checks the address of the service. The error is for the operator.
func NewPageSpeed(c PageSpeedConfig) (*PageSpeed, error) {
	if c.BaseURL == "" {
		c.BaseURL = PageSpeedURL
	}
	base, err := engine.BaseURL(c.BaseURL)
	if err != nil {
		return nil, err
	}
	base = strings.TrimSuffix(base, "/runPagespeed")
	if !c.Key.Usable() {
		return nil, errors.New("the key holds characters that no key has")
	}
	u, err := url.Parse(base)
	if err != nil {
		return nil, err
	}
	at, err := netip.ParseAddr(u.Hostname())
	c.Limits.InFlight, c.Limits.PerMinute = cmp.Or(c.Limits.InFlight, pageSpeedInFlight), cmp.Or(c.Limits.PerMinute, pageSpeedPerMinute)
	if c.Clock.Now == nil {
		c.Clock.Now = time.Now
	}
	return &PageSpeed{
		config: c, nearby: err == nil && !fetch.Public(at) || u.Hostname() == "localhost",
		client: engine.NewClient(engine.Service{Provider: "PageSpeed Insights", BaseURL: base, Key: c.Key, Free: true}, nil, engine.NewGate(c.Limits, c.Clock)),
	}, nil
}

// Measure asks for a telephone and a desktop computer at once. Sites that aren't on the open web are asked only of a mirror that isn't either.
func (p *PageSpeed) Measure(ctx context.Context, address string, lang audit.Lang) (page.Speed, error) {
	t, refused := audit.ParseTarget(address)
	switch {
	case refused != nil:
		return page.Speed{}, fault(NotReached, refused)
	case len(p.config.Fetch.Header) > 0:
		return page.Speed{}, fault(Headers, nil)
	case !p.nearby && !fetch.OnOpenWeb(ctx, t, p.config.Fetch):
		return page.Speed{}, asError(ctx, Private, fault(Private, nil))
	case p.config.Clock.Now().Unix() < p.spent.Load():
		return page.Speed{}, fault(Quota, nil)
	}
	var mobile, desktop measured
	var fell, desktopFell error
	var both join.Group
	both.Go(func() { mobile, fell = p.repeated(ctx, t.URL, "MOBILE", lang) })
	both.Go(func() { desktop, desktopFell = p.repeated(ctx, t.URL, "DESKTOP", lang) })
	both.Wait()
	if fell != nil {
		return page.Speed{}, asError(ctx, Unavailable, fell)
	}
	s := page.Speed{Tool: "PageSpeed Insights", Version: mobile.version, URL: cmp.Or(mobile.url, t.URL), At: mobile.at, Mobile: &mobile.lab, Field: mobile.field}
	if desktopFell == nil {
		s.Desktop = &desktop.lab
	}
	return s, nil
}

func (p *PageSpeed) repeated(ctx context.Context, address, strategy string, lang audit.Lang) (measured, error) {
	return repeat(max(1, p.config.Runs), func() (measured, error) { return p.once(ctx, address, strategy, lang) })
}

// once asks the service once. What it says of a page that it can't measure is an answer, so it isn't asked again.
func (p *PageSpeed) once(ctx context.Context, address, strategy string, lang audit.Lang) (measured, error) {
	query := url.Values{"url": {address}, "category": {"PERFORMANCE"}, "strategy": {strategy}, "locale": {string(lang)}}
	if p.config.Key != "" {
		query.Set("key", string(p.config.Key))
	}
	var m measured
	var unmeasured error
	_, err := p.client.Do(ctx, engine.Call{Path: "/runPagespeed", Query: query, Timeout: pageSpeedTime}, func(body []byte) (engine.Usage, error) {
		var answer pageSpeedAnswer
		if err := json.Unmarshal(body, &answer); err != nil {
			return engine.Usage{}, fmt.Errorf("reading the answer: %w", err)
		}
		if answer.Result == nil {
			return engine.Usage{}, errors.New("the answer has no lighthouseResult")
		}
		m, unmeasured = answer.Result.read()
		m.field = answer.field()
		return engine.Usage{}, nil
	})
	if err != nil {
		return measured{}, p.explain(err)
	}
	return m, unmeasured
}

// said finds Lighthouse's code in what the service says of a page that can't be measured.
var said = regexp.MustCompile(`Lighthouse returned error: ([A-Z][A-Z_]+)`)

func (p *PageSpeed) explain(err error) error {
	var e *engine.Error
	if !errors.As(err, &e) {
		return fault(Unavailable, err)
	}
	if found := said.FindStringSubmatch(e.Detail); found != nil {
		return &Error{Reason: NoPage, Code: code(found[1]), Err: err}
	}
	switch e.Kind {
	case engine.Auth, engine.Invalid, engine.Unknown:
		return fault(Refused, err)
	case engine.Quota, engine.Rate:
		if e.Kind == engine.Quota || strings.Contains(e.Detail, "per day") {
			p.spent.Store(p.config.Clock.Now().Add(spentTime).Unix())
		}
		return fault(Quota, err)
	case engine.Network:
		if errors.Is(err, context.DeadlineExceeded) || strings.Contains(e.Detail, "no answer in time") {
			return fault(TooSlow, err)
		}
	}
	return fault(Unavailable, err)
}

// pageSpeedAnswer is what the service answers, as far as it is read.
type pageSpeedAnswer struct {
	Result *result     `json:"lighthouseResult"`
	Page   *experience `json:"loadingExperience"`
	Origin *experience `json:"originLoadingExperience"`
}

// experience is what visitors of a page or of a whole site had: without metrics where there were too few of them.
type experience struct {
	Category       string `json:"overall_category"`
	OriginFallback bool   `json:"origin_fallback"` // the page's is in truth the site's
	Metrics        map[string]struct {
		Percentile number `json:"percentile"`
	} `json:"metrics"`
}

// field gives the page's visitors, else the site's, said to be so.
func (a *pageSpeedAnswer) field() *page.FieldSpeed {
	e, origin := a.Page, false
	if e == nil || len(e.Metrics) == 0 {
		e, origin = a.Origin, true
	}
	if e == nil || len(e.Metrics) == 0 {
		return nil
	}
	f := &page.FieldSpeed{
		Origin: origin || e.OriginFallback, LCP: e.percentile("LARGEST_CONTENTFUL_PAINT_MS"), INP: e.percentile("INTERACTION_TO_NEXT_PAINT"),
		CLS: e.percentile("CUMULATIVE_LAYOUT_SHIFT_SCORE"), FCP: e.percentile("FIRST_CONTENTFUL_PAINT_MS"), TTFB: e.percentile("EXPERIMENTAL_TIME_TO_FIRST_BYTE"),
	}
	if strings.Contains(" FAST AVERAGE SLOW ", " "+e.Category+" ") {
		f.Category = strings.ToLower(e.Category)
	}
	if f.CLS != nil {
		*f.CLS /= 100 // the service gives hundredths
	}
	return f
}

func (e *experience) percentile(metric string) *float64 {
	n := e.Metrics[metric].Percentile.quantity()
	if n == nil {
		return nil
	}
	v := *n
	return &v
}

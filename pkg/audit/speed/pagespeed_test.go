package speed

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/auditctl/auditctl/internal/fakeengine"
	"github.com/auditctl/auditctl/pkg/audit"
	"github.com/auditctl/auditctl/pkg/audit/fetch"
	"github.com/auditctl/auditctl/pkg/audit/page"
	"github.com/auditctl/auditctl/pkg/engine"
)

const (
	testKey = "AIzaSyTest-0123456789abcdef"
	address = "https://atelier-tremble.example/accueil?a=1&b=%C3%A9"
)

// played plays PageSpeed Insights, and gives a client of it that doesn't wait between attempts.
func played(t *testing.T, c PageSpeedConfig, answer func(fakeengine.Request) fakeengine.Reply) (*fakeengine.Server, *PageSpeed) {
	t.Helper()
	server := fakeengine.PageSpeed(answer)
	t.Cleanup(server.Close)
	c.Key, c.BaseURL = testKey, server.Base()
	c.Clock.Sleep = func(ctx context.Context, _ time.Duration) error { return ctx.Err() }
	p, err := NewPageSpeed(c)
	if err != nil {
		t.Fatal(err)
	}
	return server, p
}

func TestPageSpeedInsightsIsAskedForBothDevicesAndReadWhole(t *testing.T) {
	server, p := played(t, PageSpeedConfig{}, func(r fakeengine.Request) fakeengine.Reply {
		body := fakeengine.Sample("pagespeed_result")
		if r.Query.Get("strategy") == "DESKTOP" {
			body = strings.Replace(body, `"score": 0.64`, `"score": 0.985`, 1)
		}
		return fakeengine.Reply{Body: body}
	})
	s, err := p.Measure(t.Context(), address, audit.French)
	if err != nil {
		t.Fatal(err)
	}
	if s.Tool != "PageSpeed Insights" || s.Version != "13.5.0" || s.URL != "https://atelier-tremble.example/accueil" || s.At.IsZero() {
		t.Errorf("%+v", s)
	}
	if s.Mobile.Score != 64 || *s.Mobile.LCP != 4020.25 || *s.Mobile.CLS != 0.1425 || s.Mobile.Spread() != 0 || s.Desktop.Score != 99 {
		t.Errorf("mobile %+v, desktop %+v", s.Mobile, s.Desktop)
	}
	field := &page.FieldSpeed{Category: "average", LCP: new(2710.0), INP: new(148.0), CLS: new(0.04), FCP: new(1650.0), TTFB: new(620.0)}
	if !reflect.DeepEqual(s.Field, field) {
		t.Errorf("field %+v", s.Field)
	}
	if wrong := server.Wrong(); len(wrong) > 0 || len(server.Requests()) != 2 {
		t.Errorf("%d requests, of them not as documented: %v", len(server.Requests()), wrong)
	}
	for _, r := range server.Requests() {
		if q := r.Query; q.Get("url") != address || q.Get("key") != testKey || q.Get("locale") != "fr" {
			t.Errorf("asked with %v", q)
		}
	}
}

func TestVisitorsOfTheWholeSiteAreSaidToBe(t *testing.T) {
	const some = `{"overall_category":"SLOW","metrics":{"LARGEST_CONTENTFUL_PAINT_MS":{"percentile":5000,"category":"SLOW"}}`
	for name, row := range map[string]struct {
		page, origin string
		want         *page.FieldSpeed
	}{
		"the service puts the site's in place":  {some + `,"origin_fallback":true}`, some + `}`, &page.FieldSpeed{Origin: true, Category: "slow", LCP: new(5000.0)}},
		"only the site has visitors enough":     {`{"initial_url":"x"}`, some + `}`, &page.FieldSpeed{Origin: true, Category: "slow", LCP: new(5000.0)}},
		"neither has":                           {`{}`, `{}`, nil},
		"a category that means nothing is none": {strings.Replace(some, "SLOW", "NONE", 1) + `}`, `{}`, &page.FieldSpeed{LCP: new(5000.0)}},
	} {
		_, p := played(t, PageSpeedConfig{}, func(fakeengine.Request) fakeengine.Reply {
			return fakeengine.Reply{Body: fmt.Sprintf(`{"loadingExperience":%s,"originLoadingExperience":%s,
				"lighthouseResult":{"lighthouseVersion":"13.5.0","categories":{"performance":{"score":0.5}}}}`, row.page, row.origin)}
		})
		if s, err := p.Measure(t.Context(), address, audit.English); err != nil || !reflect.DeepEqual(s.Field, row.want) {
			t.Errorf("%s: %+v, %v", name, s.Field, err)
		}
	}
}

func TestWhateverTheServiceFailsAtIsAReasonWithoutTheKey(t *testing.T) {
	sample := func(name string, status int) fakeengine.Reply {
		return fakeengine.Reply{Status: status, Body: fakeengine.Sample(name)}
	}
	result := fakeengine.Sample("pagespeed_result")
	perMinute := strings.ReplaceAll(fakeengine.Sample("pagespeed_quota"), "per day", "per minute")
	for _, row := range []struct {
		name   string
		reply  fakeengine.Reply
		reason Reason
		code   string
	}{
		{"the day's quota", sample("pagespeed_quota", 429), Quota, ""},
		{"the minute's quota", fakeengine.Reply{Status: 429, Body: perMinute}, Quota, ""},
		{"a refused key", sample("pagespeed_bad_key", 400), Refused, ""},
		{"a forbidden API", fakeengine.Reply{Status: 403, Body: `{"error":{"code":403,"message":"The API is not enabled for key ` + testKey + `."}}`}, Refused, ""},
		{"a page that can't be reached", sample("pagespeed_unreachable", 400), NoPage, "FAILED_DOCUMENT_REQUEST"},
		{"the same, as a fault of its own", sample("pagespeed_unreachable", 500), NoPage, "FAILED_DOCUMENT_REQUEST"},
		{"a page that paints nothing", sample("pagespeed_runtime_error", 200), NoPage, "NO_FCP"},
		{"no score", fakeengine.Reply{Body: strings.Replace(result, `"score": 0.64`, `"score": null`, 1)}, NoScore, ""},
		{"a fault of its own", fakeengine.Reply{Status: 500, Body: `{"error":{"code":500,"message":"Unable to process request. Please wait a while and try again."}}`}, Unavailable, ""},
		{"no time for anybody", fakeengine.Reply{Status: 503}, Unavailable, ""},
		{"HTML in place of JSON", fakeengine.Reply{Body: "<html>" + testKey + "</html>"}, Unavailable, ""},
		{"no result", fakeengine.Reply{Body: "{}"}, Unavailable, ""},
		{"a broken connection", fakeengine.Reply{Body: result, Fault: fakeengine.Reset}, Unavailable, ""},
		{"no end", fakeengine.Reply{Fault: fakeengine.Endless}, Unavailable, ""},
		{"silence", fakeengine.Reply{Fault: fakeengine.Silent}, TooSlow, ""},
		{"silence after a while", fakeengine.Reply{Body: result, Fault: fakeengine.Stalled}, TooSlow, ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			limits := engine.Limits{}
			if row.reason == TooSlow {
				limits.Timeout = 50 * time.Millisecond
			}
			_, p := played(t, PageSpeedConfig{Limits: limits}, func(fakeengine.Request) fakeengine.Reply { return row.reply })
			s, err := p.Measure(t.Context(), address, audit.English)
			var why *Error
			if !errors.As(err, &why) || why.Reason != row.reason || why.Code != row.code || s.Mobile != nil {
				t.Fatalf("%v, %+v", err, s)
			}
			if note := why.Note(); strings.Contains(err.Error()+note.EN+note.FR, "AIza") || note.EN == "" || note.FR == "" {
				t.Errorf("%v, %+v", err, note)
			}
		})
	}
}

func TestAQuotaOfTheDayIsNotAskedForAgainAtOnce(t *testing.T) {
	now := atomic.Int64{}
	server, p := played(t, PageSpeedConfig{Clock: engine.Clock{Now: func() time.Time { return time.Unix(1_700_000_000+now.Load(), 0) }}},
		func(fakeengine.Request) fakeengine.Reply {
			return fakeengine.Reply{Status: 429, Body: fakeengine.Sample("pagespeed_quota")}
		})
	asked := func() int {
		before := len(server.Requests())
		if _, err := p.Measure(t.Context(), address, audit.English); err == nil {
			t.Fatal("it was measured")
		}
		return len(server.Requests()) - before
	}
	if asked() == 0 || asked() != 0 {
		t.Errorf("%d requests", len(server.Requests()))
	}
	if now.Add(11 * 60); asked() == 0 {
		t.Error("it is never asked again")
	}
}

func TestRunsShowTheirSpreadAndACachedAnswerIsNoRun(t *testing.T) {
	var n atomic.Int64
	_, p := played(t, PageSpeedConfig{Runs: 4}, func(r fakeengine.Request) fakeengine.Reply {
		body := fakeengine.Sample("pagespeed_result")
		if r.Query.Get("strategy") == "DESKTOP" {
			return fakeengine.Reply{Body: body} // always the same
		}
		i := n.Add(1)
		body = strings.Replace(body, "10:00:00", fmt.Sprintf("10:00:%02d", i), 1)
		return fakeengine.Reply{Body: strings.Replace(body, `"score": 0.64`, fmt.Sprintf(`"score": 0.%d`, 90-10*i), 1)}
	})
	s, err := p.Measure(t.Context(), address, audit.English)
	if err != nil || !reflect.DeepEqual(s.Mobile.Scores, []int{50, 60, 70, 80}) || s.Mobile.Score != 60 || s.Mobile.Spread() != 30 || len(s.Desktop.Scores) != 1 {
		t.Errorf("%+v, %+v, %v", s.Mobile, s.Desktop, err)
	}
}

func TestWithoutTheDesktopTheTelephoneIsMeasured(t *testing.T) {
	_, p := played(t, PageSpeedConfig{}, func(r fakeengine.Request) fakeengine.Reply {
		if r.Query.Get("strategy") == "DESKTOP" {
			return fakeengine.Reply{Status: 500}
		}
		return fakeengine.Reply{Body: fakeengine.Sample("pagespeed_result")}
	})
	if s, err := p.Measure(t.Context(), address, audit.English); err != nil || s.Mobile.Score != 64 || s.Desktop != nil {
		t.Errorf("%+v, %v", s, err)
	}
}

// resolver answers every name with one address.
type resolver netip.Addr

func (r resolver) LookupNetIP(context.Context, string, string) ([]netip.Addr, error) {
	return []netip.Addr{netip.Addr(r)}, nil
}

func TestWhatTheServiceCannotReachIsNeverSentToIt(t *testing.T) {
	for _, row := range []struct {
		name, address string
		fetch         fetch.Config
		reason        Reason
	}{
		{"loopback", "http://127.0.0.1:8080/", fetch.Config{AllowPrivate: true}, Private},
		{"localhost", "http://localhost:3000/", fetch.Config{AllowPrivate: true}, Private},
		{"a private address", "https://10.1.2.3/", fetch.Config{AllowPrivate: true}, Private},
		{"a name of a private address", "https://intranet.example/", fetch.Config{AllowPrivate: true, Resolver: resolver(netip.MustParseAddr("192.168.1.7"))}, Private},
		{"a name that is sent elsewhere", "https://example.com/", fetch.Config{Resolve: map[string]netip.AddrPort{"example.com:443": netip.MustParseAddrPort("93.184.215.14:443")}}, Private},
		{"a site read with headers", "https://example.com/", fetch.Config{Header: http.Header{"Authorization": {"Bearer x"}}}, Headers},
		{"no web address", "ftp://example.com/", fetch.Config{}, NotReached},
	} {
		p, err := NewPageSpeed(PageSpeedConfig{Key: testKey, BaseURL: "https://psi.invalid/v5", Fetch: row.fetch})
		if err != nil {
			t.Fatal(err)
		}
		_, err = p.Measure(t.Context(), row.address, audit.English)
		var why *Error
		if !errors.As(err, &why) || why.Reason != row.reason {
			t.Errorf("%s: %v", row.name, err)
		}
	}
}

func TestAnAddressThatIsNoneIsRefusedAtOnce(t *testing.T) {
	for _, base := range []string{"psi", "ftp://psi.example", "https://user:pass@psi.example", "https://psi.example?key=1"} {
		if _, err := NewPageSpeed(PageSpeedConfig{BaseURL: base}); err == nil {
			t.Errorf("%s was accepted", base)
		}
	}
	if _, err := NewPageSpeed(PageSpeedConfig{Key: "a\nb"}); err == nil {
		t.Error("a key with a line break was accepted")
	}
}

func TestWhoeverGoesAwayIsNotBlamedOnTheService(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	_, p := played(t, PageSpeedConfig{}, func(fakeengine.Request) fakeengine.Reply {
		cancel()
		return fakeengine.Reply{Fault: fakeengine.Silent}
	})
	_, err := p.Measure(ctx, address, audit.English)
	var why *Error
	if !errors.As(err, &why) || why.Reason != Ended {
		t.Errorf("%v", err)
	}
}

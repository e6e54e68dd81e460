package main

import (
	"strings"

	"github.com/auditctl/auditctl/internal/fakeengine"
)

// newPageSpeedService plays PageSpeed Insights; what goes wrong is in the key's name.
func newPageSpeedService() *fakeengine.Server {
	return fakeengine.PageSpeed(func(r fakeengine.Request) fakeengine.Reply {
		switch key := r.Query.Get("key"); {
		case strings.Contains(key, "Spent"):
			return fakeengine.Reply{Status: 429, Body: fakeengine.Sample("pagespeed_quota")}
		case strings.Contains(key, "Wrong"):
			return fakeengine.Reply{Status: 400, Body: fakeengine.Sample("pagespeed_bad_key")}
		}
		return fakeengine.Reply{Body: fakeengine.Sample("pagespeed_result")}
	})
}

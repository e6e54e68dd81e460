package fetch

import (
	"net/http"
	"regexp"
	"strings"
)

// volatileHeaders differ from one answer to the next of the same page, and no check reads them: clocks, cache ages, and the names that a content
// delivery network gives to requests and machines. Without them the facts of an unchanged site are equal byte for byte, so that two audits can be
// compared. Everything else is kept as sent: a reader of the facts may want a header that no check of today asks for.
// Set-Cookie goes as well: Response.Cookies holds it without the values, which are nobody's to keep.
const volatileHeaders = " Age Cf-Ray Cf-Request-Id Date Eagleid Fly-Request-Id Nel Report-To Request-Id Server-Timing Set-Cookie " +
	"X-Amz-Cf-Id X-Amz-Id-2 X-Amz-Request-Id X-Amzn-Requestid X-Amzn-Trace-Id X-Azure-Ref X-B3-Traceid X-Cache-Hits X-Correlation-Id " +
	"X-Fastly-Request-Id X-Github-Request-Id X-Kinsta-Request-Id X-Nf-Request-Id X-Page-Speed-Time X-Render-Origin-Server X-Request-Id X-Request-Time " +
	"X-Response-Time X-Runtime X-Served-By X-Shopid-Trace X-Timer X-Trace-Id X-Varnish X-Vercel-Id "

// nonce is the part of a Content-Security-Policy that has to differ with every answer.
var nonce = regexp.MustCompile(`'nonce-[^']*'`)

// stableHeader gives a copy of a header without what differs by chance. Expires goes where max-age stands, which overrides it (RFC 9111, 5.3).
func stableHeader(header http.Header) http.Header {
	stable := make(http.Header, len(header))
	for name, values := range header {
		switch {
		case strings.Contains(volatileHeaders, " "+name+" "):
			continue
		case name == "Expires" && strings.Contains(header.Get("Cache-Control"), "max-age"):
			continue
		case strings.HasPrefix(name, "Content-Security-Policy"):
			masked := make([]string, len(values))
			for i, v := range values {
				masked[i] = nonce.ReplaceAllString(v, "'nonce-…'")
			}
			values = masked
		}
		stable[name] = values
	}
	return stable
}

package page

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"golang.org/x/text/encoding/unicode"

	"github.com/auditctl/auditctl/internal/weburl"
)

// The bounds of one sitemap file (sitemaps.org), and of what is kept of it.
const (
	maxSitemapEntries    = 50_000
	maxSitemapBytes      = 50 << 20 // decoded
	maxSitemapChildren   = 1000
	maxSitemapAlternates = 500     // of one entry
	maxSitemapKept       = 8 << 20 // bytes of addresses, dates and language codes kept of one file
	maxSitemapToken      = 1 << 20 // bytes of one tag, text or comment
	maxSitemapRatio      = 250     // decoded bytes for each that is stored, once there is a MiB; XML of real sites stays below 100
	maxSitemapDepth      = 32      // nested elements
)

// What Sitemap.Problems says.
const (
	SitemapRelativeLoc = "relative_loc"
	SitemapBadLoc      = "bad_loc" // no web address at all
	SitemapEmptyLoc    = "empty_loc"
	SitemapOtherHost   = "other_host" // right only where that host's robots.txt names this file
	SitemapBadLastMod  = "bad_lastmod"
	SitemapOver50000   = "over_50000"
	SitemapOver50MiB   = "over_50_mib"
)

// Why reading a sitemap stopped early, in Sitemap.Truncated.
const (
	SitemapCutEntries = "entries_limit" // after 50,000 entries
	SitemapCutBytes   = "decoded_limit" // after 50 MiB, after what the caller allows, or where a few bytes decode to very many
	SitemapCutRead    = "read_error"    // the reader failed
)

// SitemapBounds say how much of a sitemap file is read and kept.
type SitemapBounds struct {
	Entries    int   // kept
	Alternates int   // kept of all entries together
	Bytes      int64 // read after decompression; 50 MiB if it is 0
	Layers     int   // of gzip, one in the other, that are read through
}

// ParseSitemap reads one sitemap file as it comes, at most 50,000 entries and 50 MiB after decoding, and keeps the first entries. url is the address that
// it was read from, which relative entries are resolved against. It fills everything but From, Status and Code. A file that is malformed keeps what stood
// before the fault, and ParseError says where that is. A reader that ends early because its owner cut it makes a ParseError too: the owner knows better.
// ParseSitemap returns an error only if ctx ended. It then returns no entries, because part of a file isn't the file.
func ParseSitemap(ctx context.Context, r io.Reader, url string, bounds SitemapBounds) (Sitemap, error) {
	p := sitemapParser{pulse: pulse{ctx: ctx}, sitemap: Sitemap{URL: url}, bounds: bounds, room: maxSitemapKept}
	if bounds.Bytes <= 0 || bounds.Bytes > maxSitemapBytes {
		p.bounds.Bytes = maxSitemapBytes
	}
	if base, err := weburl.NewBase(url); err == nil {
		p.base = base
		if u, err := weburl.Parse(url); err == nil {
			p.host = u.HostPort()
		}
	}
	p.read(r)
	if err := p.pulse.err(); err != nil {
		return Sitemap{}, fmt.Errorf("parsing sitemap %s: %w", url, err)
	}
	return p.sitemap, nil
}

// sitemapParser collects the entries of one file.
type sitemapParser struct {
	pulse   pulse
	sitemap Sitemap
	bounds  SitemapBounds
	room    int          // bytes that may still be kept
	links   int          // alternates kept
	base    *weburl.Base // nil where the file's own address is none
	host    string
	origins []string // seen in addresses, at most 8
}

var errSitemapFull = errors.New("more than 50,000 entries")

func (p *sitemapParser) read(r io.Reader) {
	source := &countingReader{r: r}
	decoded, gzipped, err := ungzip(source, p.bounds.Layers)
	p.sitemap.Gzip = gzipped
	bounded := &countingReader{r: io.LimitReader(&pulseReader{p.pulse.ctx, decoded}, p.bounds.Bytes+1)}
	if gzipped {
		bounded.stored = source
	}
	if err == nil {
		err = p.readForm(bufio.NewReader(bounded))
	}
	p.sitemap.Bytes = min(bounded.n, p.bounds.Bytes)
	switch {
	case errors.Is(err, errSitemapFull):
		p.sitemap.Truncated = SitemapCutEntries
	case bounded.n > maxSitemapBytes:
		p.problem(SitemapOver50MiB)
		p.sitemap.Truncated = SitemapCutBytes
	case bounded.n > p.bounds.Bytes, errors.Is(err, errSitemapBomb):
		p.sitemap.Truncated = SitemapCutBytes
	case source.err != nil:
		p.sitemap.Truncated = SitemapCutRead
	case err != nil:
		p.sitemap.ParseError = sitemapFault(err)
	}
}

// readForm finds out what the file is, by how it begins.
func (p *sitemapParser) readForm(r *bufio.Reader) error {
	decoded := false
	if bom, _ := r.Peek(3); string(bom) == utf8Mark {
		_, _ = r.Discard(3)
	} else if name, _ := byteOrderMark(bom); name != "" {
		r, decoded = bufio.NewReader(unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder().Reader(r)), true
	}
	start, _ := r.Peek(1024)
	if LooksLikeHTML(start) {
		p.sitemap.HTML = true
		return nil
	}
	if bytes.HasPrefix(bytes.TrimLeft(start, " \t\r\n"), []byte("<")) {
		return p.readXML(r, decoded)
	}
	return p.readText(r)
}

// readText takes one address per line.
func (p *sitemapParser) readText(r io.Reader) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 64<<10)
	lines.Split(splitLines)
	for lines.Scan() {
		loc := strings.TrimSpace(lines.Text())
		if loc == "" {
			continue
		}
		if p.sitemap.Form == "" {
			if u, err := weburl.Parse(loc); err != nil || !u.Web() {
				return errNoSitemap
			}
			p.sitemap.Form = "text"
		}
		if err := p.add(SitemapEntry{URL: loc}); err != nil {
			return err
		}
	}
	if err := lines.Err(); err != nil {
		return err
	}
	if p.sitemap.Form == "" {
		return errEmptySitemap
	}
	return nil
}

// splitLines ends a line at a line feed or a carriage return, so that a blank one may follow.
func splitLines(data []byte, atEOF bool) (advance int, token []byte, err error) {
	if i := bytes.IndexAny(data, "\r\n"); i >= 0 {
		return i + 1, data[:i], nil
	}
	if atEOF && len(data) > 0 {
		return len(data), data, nil
	}
	return 0, nil, nil
}

package page

import (
	"bytes"
	_ "embed" // the registry is a file, so that an operator can replace it with one of the same form
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/auditctl/auditctl/internal/weburl"
)

// Crawler is one row of the registry of AI and search user agents.
type Crawler struct {
	Token         string `json:"token"` // user agent token, as robots.txt names it
	Operator      string `json:"operator"`
	Class         string `json:"class"`                // search, user, train, both, token, archive, agent, data, ads, preview, legacy
	HonoursRobots string `json:"honours_robots"`       // as documented: yes, no, partly, unclear
	Effect        string `json:"effect"`               // what is lost when it is blocked, as a sentence
	Source        string `json:"source"`               // where that is documented
	Checked       string `json:"checked"`              // date of the last look at Source, YYYY-MM-DD or YYYY-MM
	UserAgent     string `json:"user_agent,omitempty"` // the header it sends, where documented
}

// Answers says whether blocking it takes the site out of search results or the citations of answers.
func (c Crawler) Answers() bool { return c.Class == "search" || c.Class == "both" }

// Fetches says whether it reads pages because a person asks for them.
func (c Crawler) Fetches() bool { return c.Class == "user" }

// Trains says whether its only use is the training of models: blocking it is a policy, never a fault.
func (c Crawler) Trains() bool { return c.Class == "train" || c.Class == "token" }

// Visits says whether requests come under this name at all: a robots.txt token alone sends none, and a legacy name no longer does.
func (c Crawler) Visits() bool { return c.Class != "token" && c.Class != "legacy" }

// Header gives the User-Agent header to probe with: the documented one, else one of the usual form.
func (c Crawler) Header() string {
	if c.UserAgent != "" {
		return c.UserAgent
	}
	return "Mozilla/5.0 (compatible; " + c.Token + "/1.0)"
}

//go:embed crawlers.json
var crawlersJSON []byte

var crawlers = sync.OnceValue(func() []Crawler {
	rows, err := ParseCrawlers(crawlersJSON)
	if err != nil {
		panic("crawlers.json: " + err.Error())
	}
	return rows
})

// Crawlers gives the embedded registry, the crawlers that matter most first. The slice is the caller's own.
func Crawlers() []Crawler { return slices.Clone(crawlers()) }

var (
	crawlerClasses = []string{"search", "user", "train", "both", "token", "archive", "agent", "data", "ads", "preview", "legacy"}
	honoursRobots  = []string{"yes", "no", "partly", "unclear"}
	crawlerToken   = regexp.MustCompile(`^[A-Za-z0-9]([A-Za-z0-9 ._-]*[A-Za-z0-9])?$`)
	crawlerChecked = regexp.MustCompile(`^20\d\d-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?$`)
)

// isHeaderText says that a text is of at most 400 printable ASCII characters.
func isHeaderText(s string) bool {
	return len(s) <= 400 && !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r > '~' })
}

// ParseCrawlers reads a registry: a JSON array of rows with the fields of Crawler, of which only user_agent may be left out. The error names the line or
// the row that is wrong, and what would be right.
func ParseCrawlers(data []byte) ([]Crawler, error) {
	data = bytes.TrimPrefix(data, []byte(utf8Mark))
	var rows []Crawler
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&rows); err != nil {
		return nil, crawlersSyntax(data, d.InputOffset(), err)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, fmt.Errorf("line %d: something follows the array", lineAt(data, d.InputOffset()))
	}
	if len(rows) == 0 {
		return nil, errors.New("no rows: a registry is a JSON array of at least one crawler")
	}
	seen := make(map[string]int, len(rows))
	for i, c := range rows {
		if err := c.valid(); err != nil {
			return nil, fmt.Errorf("row %d (%q): %w", i+1, c.Token, err)
		}
		token := strings.ToLower(c.Token)
		if first, ok := seen[token]; ok {
			return nil, fmt.Errorf("row %d (%q): row %d has the same token", i+1, c.Token, first)
		}
		seen[token] = i + 1
	}
	return rows, nil
}

func crawlersSyntax(data []byte, offset int64, err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("the file ends before its array does")
	case errors.As(err, &kind):
		return fmt.Errorf("line %d: a %s where %s is wanted (a registry is a JSON array of objects with text values)",
			lineAt(data, kind.Offset), kind.Value, wantedKind(kind))
	case errors.As(err, &syntax):
		offset = syntax.Offset
	}
	return fmt.Errorf("line %d: %s", lineAt(data, offset), strings.TrimPrefix(err.Error(), "json: "))
}

func wantedKind(e *json.UnmarshalTypeError) string {
	switch {
	case e.Field != "" && e.Type.Kind().String() == "string":
		return "text for " + e.Field
	case e.Type.Kind().String() == "slice":
		return "an array"
	}
	return "an object"
}

func lineAt(data []byte, offset int64) int {
	return 1 + bytes.Count(data[:min(max(offset, 0), int64(len(data)))], []byte("\n"))
}

// valid says what is wrong with a row.
func (c Crawler) valid() error {
	if len(c.Token) > 64 || !crawlerToken.MatchString(c.Token) {
		return errors.New("token must be 1 to 64 letters, digits, spaces, dots, underscores and hyphens")
	}
	for _, text := range []struct{ name, value string }{{"operator", c.Operator}, {"effect", c.Effect}} {
		if strings.TrimSpace(text.value) == "" {
			return fmt.Errorf("%s is missing", text.name)
		}
	}
	if !slices.Contains(crawlerClasses, c.Class) {
		return fmt.Errorf("class %q is none of %s", c.Class, strings.Join(crawlerClasses, ", "))
	}
	if !slices.Contains(honoursRobots, c.HonoursRobots) {
		return fmt.Errorf("honours_robots %q is none of %s", c.HonoursRobots, strings.Join(honoursRobots, ", "))
	}
	if u, err := weburl.Parse(c.Source); err != nil || !u.Web() {
		return fmt.Errorf("source %q is no web address", c.Source)
	}
	if !crawlerChecked.MatchString(c.Checked) {
		return fmt.Errorf("checked %q is no date of the form YYYY-MM-DD or YYYY-MM", c.Checked)
	}
	if !isHeaderText(c.UserAgent) {
		return errors.New("user_agent must be at most 400 printable ASCII characters")
	}
	return nil
}

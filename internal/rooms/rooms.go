// Package rooms is the table of who may import whom. Its test reads every file in this process (a test that runs `go list` is fooled by the test cache).
package rooms

// Module is the path that every room's import path begins with.
const Module = "github.com/auditctl/auditctl/"

// Room is a package, the rooms it may import, and the libraries that live in it.
type Room struct {
	Path string
	// May lists rooms; "*" is every one.
	May []string
	// Libraries lists third-party import paths by prefix. Each has one room; those that several rooms need stand in Shared.
	Libraries []string
	// Never lists standard packages that would let the room do what it must not.
	Never []string
}

// Shared are third-party import paths that any room may use.
var Shared = []string{"golang.org/x/sync"}

// Table is the house.
func Table() []Room {
	return []Room{
		{Path: "internal/processgroup"},
		{Path: "internal/chromium", May: []string{"internal/processgroup"}},
		{Path: "internal/chromium/observe"},
		{Path: "internal/join"},
		{Path: "internal/suspend"},
		{Path: "internal/weburl", Libraries: []string{"github.com/nlnwa/whatwg-url", "golang.org/x/net/publicsuffix"}},
		{Path: "pkg/citation"},
		{
			Path: "pkg/citation/question", May: []string{"pkg/citation", "pkg/engine", "pkg/industry", "internal/weburl"},
			Never: []string{"net/http", "os", "time"},
		},
		{
			Path: "pkg/citation/reader", May: []string{"pkg/citation", "pkg/engine", "internal/weburl"}, Never: []string{"net/http", "os", "database/sql"},
			Libraries: []string{"golang.org/x/text", "golang.org/x/net/idna"},
		},
		{Path: "pkg/citation/passes", May: []string{"pkg/citation", "pkg/citation/reader", "pkg/engine"}, Never: []string{"net", "net/http", "os", "database/sql"}},
		{Path: "pkg/audit", May: []string{"pkg/citation", "internal/weburl"}, Never: []string{"net/http", "database/sql", "os"}},
		{
			Path: "pkg/audit/page", May: []string{"internal/weburl"}, Never: []string{"net/http", "os"},
			Libraries: []string{
				"golang.org/x/net/html", "golang.org/x/text", "github.com/abadojack/whatlanggo", "github.com/nyaruka/phonenumbers",
				"github.com/tdewolff/parse",
			},
		},
		{
			Path: "pkg/audit/evidence", May: []string{"pkg/audit", "pkg/audit/page", "internal/weburl"}, Libraries: []string{"github.com/klauspost/compress/zstd"},
			Never: []string{"net", "os", "context"},
		},
		{
			Path: "pkg/audit/fetch", May: []string{
				"internal/join", "internal/suspend", "pkg/audit", "pkg/audit/page", "pkg/audit/pagekind", "pkg/audit/evidence", "internal/weburl",
			},
			Libraries: []string{"github.com/andybalholm/brotli", "github.com/klauspost/compress", "golang.org/x/net/publicsuffix", "golang.org/x/net/dns/dnsmessage"},
		},
		{
			Path: "pkg/audit/render", May: []string{
				"internal/chromium", "internal/processgroup", "pkg/audit", "pkg/audit/page", "pkg/audit/fetch",
			},
			Libraries: []string{"github.com/chromedp"},
		},
		{
			Path: "pkg/audit/speed",
			May: []string{
				"internal/chromium", "internal/join", "internal/processgroup", "pkg/audit", "pkg/audit/page", "pkg/audit/fetch",
				"pkg/engine",
			},
		},
		{
			Path: "pkg/audit/observatory", May: []string{"pkg/audit", "pkg/audit/page", "internal/weburl"},
			Never: []string{"net", "net/http", "os", "time", "context"},
		},
		{
			Path: "pkg/audit/check", May: []string{"internal/join", "pkg/audit", "pkg/audit/page", "pkg/audit/observatory", "internal/weburl"},
			Never: []string{"net", "net/http", "os", "time", "context"},
		},
		{
			Path: "pkg/audit/pagekind", May: []string{"internal/choice", "pkg/audit/page"},
			Never: []string{"net", "net/http", "os", "time", "context"},
		},
		{Path: "internal/text"},
		{Path: "internal/phrases", May: []string{"internal/text"}, Never: []string{"net", "net/http", "os", "time", "context"}},
		{Path: "internal/choice", Never: []string{"net", "net/http", "os", "time", "context"}},
		{Path: "internal/realsites", May: []string{"internal/join", "internal/text", "pkg/audit", "pkg/audit/fetch", "pkg/audit/page", "pkg/audit/pipeline"}},
		{Path: "internal/realsites/kinds", May: []string{"internal/choice", "internal/realsites", "pkg/audit/page", "pkg/audit/pagekind"}},
		{Path: "internal/realsites/train", May: []string{"internal/choice", "internal/realsites", "pkg/audit", "pkg/audit/business"}},
		{Path: "pkg/industry", May: []string{"internal/phrases", "pkg/audit"}, Never: []string{"net", "net/http", "os", "time", "context"}},
		{Path: "pkg/audit/page/pagetest", May: []string{"pkg/audit/page"}},
		{
			Path:  "pkg/audit/business",
			May:   []string{"internal/choice", "internal/phrases", "internal/text", "pkg/audit", "pkg/audit/page", "pkg/citation", "pkg/industry"},
			Never: []string{"net", "net/http", "os", "time", "context"},
		},
		{
			Path: "pkg/audit/judge",
			May: []string{
				"internal/join", "internal/text", "pkg/audit", "pkg/audit/page", "pkg/audit/business", "pkg/audit/observatory", "pkg/audit/check",
				"pkg/engine", "pkg/citation", "pkg/industry",
			},
			Never: []string{"net/http", "os"},
		},
		{
			Path: "pkg/audit/pipeline", May: []string{
				"internal/join", "internal/suspend", "pkg/audit", "pkg/audit/page", "pkg/audit/fetch", "pkg/audit/evidence",
				"pkg/audit/render", "pkg/audit/speed", "pkg/audit/observatory", "pkg/audit/check", "pkg/audit/business", "pkg/audit/judge", "pkg/citation",
				"pkg/citation/passes", "pkg/citation/question", "pkg/citation/reader", "pkg/engine",
			},
			Libraries: []string{"go.opentelemetry.io/otel"},
		},
		{Path: "pkg/engine", Libraries: []string{"golang.org/x/time"}, Never: []string{"os", "database/sql"}},
		{Path: "pkg/engine/provider", May: []string{"pkg/engine"}, Libraries: []string{"golang.org/x/text"}, Never: []string{"os", "database/sql"}},
		{Path: "pkg/store", May: []string{"pkg/audit"}},
		{Path: "pkg/store/storetest", May: []string{"pkg/audit", "pkg/store"}, Libraries: []string{"github.com/google/go-cmp"}},
		{
			Path: "pkg/store/sqlstore", May: []string{"pkg/audit", "pkg/store"},
			Libraries: []string{"github.com/riverqueue/river", "github.com/pressly/goose"},
		},
		{
			Path: "pkg/store/sqlite", May: []string{"pkg/audit", "pkg/store", "pkg/store/sqlstore"},
			Libraries: []string{"modernc.org/sqlite", "github.com/pressly/goose", "github.com/riverqueue/river", "github.com/gofrs/flock"},
		},
		{
			Path: "pkg/store/postgres", May: []string{"pkg/audit", "pkg/store", "pkg/store/sqlstore"},
			Libraries: []string{"github.com/jackc/pgx", "github.com/pressly/goose", "github.com/riverqueue/river"},
		},
		{Path: "pkg/citation/evaluate", May: []string{"pkg/citation", "pkg/citation/reader", "pkg/engine", "pkg/engine/provider"}},
		{Path: "pkg/client", May: []string{"pkg/audit"}, Libraries: []string{"github.com/go-resty/resty"}, Never: []string{"database/sql", "html/template", "os"}},
		{
			Path: "pkg/service", May: []string{"internal/suspend", "pkg/audit", "pkg/engine", "pkg/store"},
			Libraries: []string{"github.com/google/uuid", "go.opentelemetry.io/otel", "golang.org/x/crypto/argon2"},
		},
		{
			Path: "pkg/audit/compare", May: []string{"pkg/audit", "pkg/audit/observatory", "pkg/audit/check", "pkg/audit/judge", "pkg/citation"}, Never: []string{"net/http", "os", "context", "database/sql"},
		},
		{
			Path: "pkg/audit/fix", May: []string{"pkg/audit", "pkg/audit/page", "pkg/audit/check", "pkg/audit/observatory", "pkg/audit/business", "pkg/industry", "internal/weburl"},
			Never: []string{"net/http", "os", "time", "database/sql"},
		},
		{Path: "pkg/audit/audittest", May: []string{"pkg/audit"}},
		{
			Path: "pkg/report", May: []string{"pkg/audit", "pkg/audit/page", "pkg/audit/observatory", "pkg/audit/check", "pkg/audit/compare", "pkg/citation"}, Never: []string{"net/http", "os"},
			Libraries: []string{"github.com/olekukonko/tablewriter", "github.com/charmbracelet/x/ansi"},
		},
		{
			Path: "pkg/server", May: []string{"pkg/audit", "pkg/citation", "pkg/report", "pkg/server/mcp"},
			Libraries: []string{
				"github.com/danielgtaylor/huma/v2", "github.com/go-chi/chi/v5", "github.com/prometheus/client_golang", "golang.org/x/time",
				"go.opentelemetry.io/otel",
			},
		},
		{
			Path: "pkg/server/dashboard", May: []string{"pkg/audit", "pkg/audit/compare", "pkg/report", "internal/weburl"},
			Libraries: []string{"github.com/alexedwards/scs", "golang.org/x/time"}, Never: []string{"os", "database/sql"},
		},
		{
			Path: "pkg/server/mcp", May: []string{"pkg/audit", "pkg/report"},
			Libraries: []string{"github.com/modelcontextprotocol/go-sdk", "github.com/google/jsonschema-go"},
		},
		{Path: "pkg/server/servertest", Libraries: []string{"github.com/getkin/kin-openapi"}},
		{
			Path: "cmd/auditctl", May: []string{"*"},
			Libraries: []string{
				"github.com/spf13/cobra", "github.com/spf13/viper", "github.com/spf13/pflag", "github.com/charmbracelet/x/term", "go.opentelemetry.io/otel",
				"github.com/zalando/go-keyring", "go.yaml.in/yaml/v3", "github.com/wneessen/go-mail", "github.com/emersion/go-smtp",
			},
		},
		{
			Path: "cmd/auditctl/tui", May: []string{"pkg/audit"},
			Libraries: []string{"github.com/charmbracelet/bubbletea", "github.com/charmbracelet/bubbles", "github.com/charmbracelet/lipgloss", "github.com/charmbracelet/x/ansi"},
		},
		{Path: "internal/reference"},
		{Path: "internal/reference/axe", May: []string{"internal/reference", "pkg/audit/fetch", "pkg/audit/render"}},
		{Path: "internal/reference/richresults", May: []string{"internal/reference", "pkg/audit/page"}},
		{
			Path: "internal/reference/observatory",
			May:  []string{"internal/reference", "pkg/audit", "pkg/audit/page", "pkg/audit/fetch", "pkg/audit/observatory"},
		},
		{
			Path: "internal/reference/lighthouse", May: []string{"internal/reference", "pkg/audit", "pkg/audit/page", "pkg/audit/fetch", "pkg/audit/check"},
			Libraries: []string{"golang.org/x/net/html"}, // to write what is then read
		},
		{Path: "internal/reference/readability", May: []string{"pkg/audit/page"}, Libraries: []string{"golang.org/x/net/html"}}, // to read what is expected
		{Path: "internal/rooms"},
		{Path: "internal/dashboardtest"},
		{Path: "internal/docs"},
		{Path: "internal/citationscore", Libraries: []string{"golang.org/x/text", "golang.org/x/net/idna"}},
		{Path: "internal/citationscore/table", May: []string{"internal/citationscore"}},
		{Path: "internal/testrun"},
		{
			Path: "internal/costfuzz", May: []string{"pkg/audit", "pkg/audit/fetch", "pkg/audit/evidence", "pkg/audit/pipeline"},
			// to serve what is read
			Libraries: []string{"github.com/andybalholm/brotli", "github.com/klauspost/compress", "golang.org/x/net/http2"},
		},
		{Path: "internal/costfuzz/climb", May: []string{"internal/costfuzz"}},
		{Path: "internal/faults", May: []string{"internal/pgtest"}},
		{Path: "internal/soak"},
		{Path: "internal/scale", May: []string{"internal/pgtest", "pkg/audit", "pkg/service", "pkg/store/postgres"}, Libraries: []string{"github.com/jackc/pgx"}},
		{
			Path: "internal/bench", May: []string{"internal/reference", "pkg/audit", "pkg/report", "pkg/service", "pkg/store", "pkg/store/sqlite", "pkg/store/postgres", "internal/pgtest"},
			Libraries: []string{"modernc.org/sqlite"}, // for the bare loop that the store is measured beside
		},
		{Path: "internal/bench/anchors/durable", Libraries: []string{"modernc.org/sqlite"}},
		{Path: "internal/bench/anchors/plain"},
		{Path: "internal/bench/anchors/fetchparse", Libraries: []string{"golang.org/x/net/html"}},
		{Path: "internal/bench/anchors/readsite", Libraries: []string{"golang.org/x/net/html"}},
		{Path: "internal/bench/anchors/skeleton", Libraries: []string{"github.com/spf13/cobra"}},
		{Path: "internal/pgtest", Libraries: []string{"github.com/jackc/pgx"}},
		{Path: "internal/golden", Libraries: []string{"github.com/google/go-cmp"}},
		{Path: "internal/fakeengine", Libraries: []string{"github.com/santhosh-tekuri/jsonschema"}},
		{Path: "internal/fakesite"},
		{Path: "internal/fakesite/demo", May: []string{"internal/fakesite", "pkg/audit", "pkg/audit/fetch", "pkg/audit/pipeline", "pkg/report"}},
	}
}

package page

// Crawler is one row of the registry of AI and search user agents.
type Crawler struct {
	Token         string `json:"token"` // user agent token, as robots.txt names it
	Operator      string `json:"operator"`
	Class         string `json:"class"`                // search, user, train, both, token, archive, agent, data, ads, preview, legacy
	HonoursRobots string `json:"honours_robots"`       // as documented: yes, no, partly, unclear
	Effect        string `json:"effect"`               // what is lost when it is blocked
	Source        string `json:"source"`               // where that is documented
	Checked       string `json:"checked"`              // date of the last look at Source, YYYY-MM-DD
	UserAgent     string `json:"user_agent,omitempty"` // the header it sends, where documented
}

// Crawlers gives the embedded registry.
func Crawlers() []Crawler { return nil }

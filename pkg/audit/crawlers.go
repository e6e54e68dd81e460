package audit

// CrawlerMatrix sets what robots.txt says to each crawler about the submitted page beside how the site received the crawler's name.
type CrawlerMatrix struct {
	// Note says in the report's language what a request under a borrowed name can't show.
	Note string `json:"note"`
	// Crawlers are those that bring readers (classes search, both and user), and others that robots.txt shuts out or whose name was tried; in the registry's order.
	Crawlers []CrawlerAccess `json:"crawlers"`
}

// CrawlerAccess is policy and reality for one crawler.
type CrawlerAccess struct {
	Token         string        `json:"token"` // as robots.txt names it
	Operator      string        `json:"operator"`
	Class         string        `json:"class"`             // search, user, train, both, token, archive, agent, data, ads, preview, legacy
	HonoursRobots string        `json:"honours_robots"`    // as documented: yes, no, partly, unclear
	Robots        *CrawlerRule  `json:"robots,omitempty"`  // absent where robots.txt couldn't be read
	Probe         *CrawlerProbe `json:"probe,omitempty"`   // absent where the name wasn't tried
	Effect        string        `json:"lost_when_blocked"` // what is lost, as a sentence in English
}

// CrawlerRule is the verdict of robots.txt.
type CrawlerRule struct {
	Allowed bool   `json:"allowed"`
	Line    int    `json:"line,omitempty"`  // of the deciding rule, from 1; 0 where no rule decides
	Rule    string `json:"rule"`            // the deciding line, or why no rule decides
	Group   string `json:"group,omitempty"` // the token of the group that holds: "gptbot", "*"
}

// CrawlerProbe is how the submitted page was answered under the crawler's name, from the auditor's address.
type CrawlerProbe struct {
	Status int    `json:"status"`         // HTTP status; 0 where nothing came
	Wall   string `json:"wall,omitempty"` // the bot wall's name
	Code   string `json:"code,omitempty"` // why nothing came
	// Received compares the answer with that for the auditor's own name: same, thinned (less than 70 % of its words), emptied (less than 30 %), limited (429, 503
	// or no answer, which may be chance), turned_away; empty where nothing can be compared.
	Received  string   `json:"received,omitempty"`
	TextShare *float64 `json:"text_share,omitempty"` // words by those that the auditor was given, 0 and up; absent where either has no words, or the status is another
}

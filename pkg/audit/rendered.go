package audit

// Rendered is what a browser had of the submitted page after its scripts ran, beside what the HTML as sent has.
type Rendered struct {
	FinalURL string `json:"final_url"` // after redirects, those by scripts too
	// TextShare is how much of the text that a browser shows stands in the HTML as sent: of its words, each as often as it occurs, 0 to 1.
	TextShare float64     `json:"text_share"`
	Sent      RenderState `json:"sent"`  // without JavaScript
	After     RenderState `json:"after"` // with it
	// Differences names what of title, canonical, robots and h1 JavaScript changes.
	Differences  []string `json:"differences"`
	ScriptErrors int      `json:"script_errors"` // thrown, or written to the console
	Requests     int      `json:"requests"`      // that the page made; at most 200 were answered
	Bytes        int64    `json:"bytes"`         // of all connections, both ways
	Cut          bool     `json:"cut"`           // a bound was reached: the rest of what the page wanted wasn't loaded
	LayoutShift  float64  `json:"layout_shift"`  // Cumulative Layout Shift while the page loaded, on a desktop screen
	// Usability is measured on a telephone's screen of 390 by 844; absent where the page couldn't be measured.
	Usability *Usability `json:"usability,omitempty"`
}

// RenderState is a page at one time.
type RenderState struct {
	Title          string   `json:"title"`
	Canonical      string   `json:"canonical"`
	Noindex        bool     `json:"noindex"`
	H1             []string `json:"h1"`
	Links          int      `json:"links"`           // anchors
	StructuredData []string `json:"structured_data"` // types of the items that stand by themselves, without duplicates
	VisibleWords   int      `json:"visible_words"`
	Words          int      `json:"words"` // of the main content
}

// Usability counts what a browser measured in a page. Whatever it couldn't decide isn't counted.
type Usability struct {
	Characters      int     `json:"characters"`       // of text that is shown
	SmallCharacters int     `json:"small_characters"` // of these, below 12 CSS px
	Texts           int     `json:"texts"`            // pieces of text whose colours are known
	LowContrast     int     `json:"low_contrast"`     // of these, below WCAG's 4.5:1, or 3:1 where they are large
	Targets         int     `json:"targets"`          // links, buttons and fields
	SmallTargets    int     `json:"small_targets"`    // of these, below 24 by 24 CSS px and with another one too near
	Overlay         float64 `json:"overlay"`          // share of the screen that the largest fixed part or dialog covers, 0 to 1
}

// Package citation holds the four citation passes: the customer questions, asking them, reading the names in the answers, counting.
// It knows no audit: a pass is handed a business and its market, and gives back one of the result types below.
package citation

// Basis says what kind of asking a pass rests on. Its values are the specification's.
type Basis string

// The four bases, one per pass.
const (
	ModelRecall    Basis = "model-recall"
	GroundedAnswer Basis = "grounded-answer"
	SearchAIMode   Basis = "search-ai-mode"
	WebRetrieval   Basis = "web-retrieval"
)

// Pass is what all four passes report. The passes are never averaged together: there is no type that could hold their mean.
type Pass struct {
	Basis               Basis      `json:"basis"`
	Engine              string     `json:"engine"`
	NamedIn             int        `json:"named_in"`             // questions, 0 to QuestionsAnswered
	QuestionsAnswered   int        `json:"questions_answered"`   // questions
	QuestionsUnanswered int        `json:"questions_unanswered"` // questions
	BestRank            *int       `json:"best_rank"`            // 1 is first; nil where never named
	Questions           []Question `json:"questions"`
	Rivals              []Rival    `json:"rivals"`
	Samples             Samples    `json:"samples"`
}

// Samples says how sure NamedIn is. It counts answers: a question that is asked several times gives several.
type Samples struct {
	Repeats   int     `json:"repeats"`       // how often each question was asked
	Answers   int     `json:"answers"`       // of all questions, answered ones only
	Named     int     `json:"named"`         // of Answers
	Low       float64 `json:"interval_low"`  // of the share of Named in Answers, 0 to 1: the Wilson score interval at 95 %
	High      float64 `json:"interval_high"` // likewise
	Questions []Share `json:"questions"`     // in the order of Pass.Questions
}

// Share is how often a question's answers named the business.
type Share struct {
	Question string `json:"question"`
	Answers  int    `json:"answers"`
	Named    int    `json:"named"`
}

// Question is one customer question and what came back.
type Question struct {
	Question                string   `json:"question"`
	Answered                bool     `json:"answered"`
	Named                   bool     `json:"named"`
	Rank                    *int     `json:"rank"`          // 1 is first; nil where not named
	NamedInstead            []string `json:"named_instead"` // names; hosts in the web-retrieval pass
	Sources                 []Source `json:"sources,omitempty"`
	Answer                  string   `json:"answer,omitempty"` // at most 4,000 characters
	MentionedNotRecommended bool     `json:"mentioned_not_recommended"`
	Error                   string   `json:"error,omitempty"` // why it stayed unanswered
	// Disagreement is what the second reader read otherwise; nil where the readers agree or only one read.
	Disagreement *Disagreement `json:"disagreement,omitempty"`
}

// Disagreement is the reading of the language model, where it differs from the structural reader's, which counts.
type Disagreement struct {
	Named        bool     `json:"named"`
	Rank         *int     `json:"rank"` // 1 is first; nil where not named
	NamedInstead []string `json:"named_instead"`
}

// Source is one page that an answer cited.
type Source struct {
	URL   string `json:"url"`
	Title string `json:"title"`
}

// Rival is somebody named instead of the business; a host in the web-retrieval pass.
type Rival struct {
	Name     string `json:"name"`
	NamedIn  int    `json:"named_in"`  // questions
	BestRank *int   `json:"best_rank"` // 1 is first
}

// Recall is the model-recall pass: a language model without live browsing.
type Recall struct {
	Pass
}

// Grounded is the grounded-answer pass: a language model that searched the web first.
type Grounded struct {
	Pass
	NamedUnverified int `json:"named_unverified"` // names that appear in no source the answer cited
}

// AIMode is the search-engine AI-mode pass, asked from the business's city.
type AIMode struct {
	Grounded
	Picks               []Pick      `json:"picks"`
	PicksAllMaps        []Pick      `json:"picks_all_maps"`
	Directories         []Directory `json:"directories"`
	YourListing         Listing     `json:"your_listing"`
	QuestionsUnreadable int         `json:"questions_unreadable"` // counted in neither NamedIn nor QuestionsAnswered
}

// Pick is a business on the engine's cards, with what the engine quoted of it.
type Pick struct {
	Name     string   `json:"name"`
	Rating   *float64 `json:"rating"`  // 0 to 5
	Reviews  *int     `json:"reviews"` // count
	Address  string   `json:"address"`
	PlaceID  string   `json:"place_id"`
	Question string   `json:"question"`
}

// Directory is another page that the engine cited.
type Directory struct {
	URL       string   `json:"url"`
	Title     string   `json:"title"`
	Host      string   `json:"host"`
	Questions []string `json:"questions"`
}

// Listing is the audited business's own listing on the engine, or Found false.
type Listing struct {
	Found   bool     `json:"found"`
	Name    string   `json:"name,omitempty"`
	Rating  *float64 `json:"rating,omitempty"`  // 0 to 5
	Reviews *int     `json:"reviews,omitempty"` // count
	Address string   `json:"address,omitempty"`
	Phone   string   `json:"phone,omitempty"`
	PlaceID string   `json:"place_id,omitempty"`
}

// Live is the web-retrieval pass: whether the business's own page is among the results that an assistant reads before answering.
type Live struct {
	Pass
}

// Diagnosis says of one question where the way from the site to the answer breaks off, as far as the passes that ran can tell.
type Diagnosis struct {
	Question string  `json:"question"`
	Finding  Finding `json:"finding"`
	Advice   string  `json:"advice"` // in the report's language
}

// Finding is where the way breaks off.
type Finding string

// The findings, from the worst. What stands first is the first thing to mend: nobody names what nobody retrieves.
const (
	NotRetrieved      Finding = "not_retrieved"       // the site is not among the results that assistants read
	RetrievedNotNamed Finding = "retrieved_not_named" // it is, and the answers name others
	NamedNotCited     Finding = "named_not_cited"     // an answer names the business and cites somebody else for it
	NamedAndCited     Finding = "named_and_cited"
	NamedOnly         Finding = "named"     // an answer names it; none that does shows sources
	NotNamed          Finding = "not_named" // no answer names it; the pass that shows retrieval did not run
)

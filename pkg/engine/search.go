package engine

import "context"

// Searcher searches the web, as an assistant does before it answers.
type Searcher interface {
	// Search gives the service's results in its order, without advertisements. No result at all is Kind Empty.
	Search(ctx context.Context, q Question) (Results, error)
}

// AIMode puts a question to a search engine's AI mode.
type AIMode interface {
	// AskAIMode gives what the engine showed. Nothing at all, no text, no card, is Kind Empty; "not offered in this market" is Kind Unknown.
	AskAIMode(ctx context.Context, q Question) (Overview, error)
}

// Lister looks businesses up on a map service.
type Lister interface {
	// Listings gives the businesses found for a search such as a name and a town; none is no error.
	Listings(ctx context.Context, q Question) (Listings, error)
}

// Results are web results.
type Results struct {
	Hits  []Excerpt `json:"hits"`
	How   string    `json:"how"` // the service and how it was asked: brave (FR/fr, top 10)
	Usage Usage     `json:"usage"`
}

// Excerpt is a page with what the service gave of its text.
type Excerpt struct {
	Source
	Text string `json:"text,omitempty"`
}

// Overview is an answer of an AI mode: its text in blocks, the pages it refers to, the business cards beside it.
type Overview struct {
	Blocks  []Block   `json:"blocks,omitempty"`
	Text    string    `json:"text,omitempty"` // the whole text as Markdown, where the service gives it; to be read where there are no blocks
	Sources []Excerpt `json:"sources,omitempty"`
	Cards   []Card    `json:"cards,omitempty"` // in the engine's order; cards without a name among them
	Model   string    `json:"model,omitempty"` // as the service names what answered
	Usage   Usage     `json:"usage"`
}

// BlockKind is what a block is.
type BlockKind string

// The kinds of blocks. What a service calls otherwise is a paragraph.
const (
	Paragraph BlockKind = "paragraph"
	Heading   BlockKind = "heading"
	List      BlockKind = "list"
	Table     BlockKind = "table"
	Code      BlockKind = "code"
	Local     BlockKind = "local" // business cards within the text
)

// Block is a part of an answer, in reading order: its text, its items or rows, its cards, then the blocks within.
type Block struct {
	Kind   BlockKind  `json:"kind"`
	Text   string     `json:"text,omitempty"`
	Items  []Item     `json:"items,omitempty"`
	Rows   [][]string `json:"rows,omitempty"` // the header row first, where there is one
	Cards  []Card     `json:"cards,omitempty"`
	Blocks []Block    `json:"blocks,omitempty"`
}

// Item is an entry of a list.
type Item struct {
	Title  string  `json:"title,omitempty"`
	Text   string  `json:"text,omitempty"`
	Blocks []Block `json:"blocks,omitempty"`
}

// Card is a business as a search engine or a map shows it. Every field may be missing.
type Card struct {
	Name     string   `json:"name,omitempty"`
	Rating   *float64 `json:"rating,omitempty"`  // 0 to 5
	Reviews  *int     `json:"reviews,omitempty"` // count, 0 or more
	Category string   `json:"category,omitempty"`
	Address  string   `json:"address,omitempty"`
	Phone    string   `json:"phone,omitempty"`
	Website  string   `json:"website,omitempty"`
	PlaceID  string   `json:"place_id,omitempty"`
}

// Listings are businesses on a map.
type Listings struct {
	Cards []Card `json:"cards"`
	Usage Usage  `json:"usage"`
}

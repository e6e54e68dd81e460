// Package engine is what auditctl asks of the world's language models and search services: small interfaces, one per thing that a service can do, the
// kinds of failure that a caller decides on, and what each call cost. Providers live in package provider, one file each.
package engine

import (
	"context"
	"encoding/json"
	"fmt"
	"time"
)

// Model answers in plain text, without tools and without looking anything up.
type Model interface {
	Ask(ctx context.Context, p Prompt) (Answer, error)
}

// Structured answers in JSON that follows a schema. The answer is what the service gave: the caller holds it to the schema.
type Structured interface {
	Fill(ctx context.Context, p Prompt, s Schema) (Answer, error)
}

// Viewer is Structured about an image.
type Viewer interface {
	Look(ctx context.Context, p Prompt, s Schema, i Image) (Answer, error)
}

// Grounder answers after a live web search, and says what it cited.
type Grounder interface {
	Ground(ctx context.Context, q Question) (Grounding, error)
}

// Prompt is what a model is asked. System is ours alone; what strangers wrote stands in User, marked as data by whoever made the prompt.
type Prompt struct {
	System    string
	User      string
	MaxTokens int // of the answer; 0 is 1,024
}

// Schema is a JSON Schema that every provider understands: objects with all properties required and no others, arrays, strings, integers, booleans, enums.
type Schema struct {
	Name string // letters, digits, - and _; at most 64
	JSON json.RawMessage
}

// Image is a picture for a Viewer.
type Image struct {
	MediaType string // image/png, image/jpeg
	Data      []byte
}

// Answer is what a model said.
type Answer struct {
	Text  string `json:"text"`
	Model string `json:"model,omitempty"` // as the service names what answered
	Usage Usage  `json:"usage"`
}

// Question is what a Grounder or a search service is asked, from where.
type Question struct {
	Text  string
	Lang  string // BCP 47
	Place Place
	// MaxTokens of the answer; 0 is 1,024.
	MaxTokens int
}

// Place is where a question is asked from. Country is always set: some services fall back to the US without it.
type Place struct {
	City     string
	Region   string
	Country  string // ISO 3166-1 alpha-2
	Timezone string // IANA; may be empty
}

// Grounding is an answer with its sources.
type Grounding struct {
	Answer
	Citations []Citation `json:"citations,omitempty"`
	Consulted []Source   `json:"consulted,omitempty"` // read and not cited, where the service says so
	Searches  int        `json:"searches"`
}

// Source is a page.
type Source struct {
	URL   string `json:"url"`
	Title string `json:"title"`
}

// Citation is a source that a part of the answer rests on.
type Citation struct {
	Source
	Quote string `json:"quote,omitempty"` // of the source's text, where the service gives it
	Start int    `json:"start,omitempty"` // of the part, in runes of Answer.Text; Start and End are 0 where the service doesn't say
	End   int    `json:"end,omitempty"`
}

// Usage is what one or more calls used.
type Usage struct {
	Calls        int      `json:"calls"`
	InputTokens  int      `json:"input_tokens"`
	OutputTokens int      `json:"output_tokens"` // hidden reasoning included
	Searches     int      `json:"searches"`
	USD          *float64 `json:"usd,omitempty"` // as the service said or as configured prices give; nil where nothing is known
}

// Kind is why a call gave no answer.
type Kind string

// The kinds. Auth, Quota, Unknown, Invalid end all further calls of the kind's reason; Rate, Temporary and Network are tried again by this package.
const (
	Auth      Kind = "auth"      // the key was refused
	Quota     Kind = "quota"     // the money or the allowance is used up
	Unknown   Kind = "unknown"   // there is no such model or address
	Invalid   Kind = "invalid"   // the service doesn't accept the request
	Rate      Kind = "rate"      // too many requests
	Temporary Kind = "temporary" // a fault of the service
	Network   Kind = "network"   // it can't be reached, or broke off
	Refused   Kind = "refused"   // the model declines
	Filtered  Kind = "filtered"  // a content filter stopped it
	Cut       Kind = "cut"       // the answer ended before its end
	Empty     Kind = "empty"     // there is no text in it
	Malformed Kind = "malformed" // not what the service documents
	Broken    Kind = "broken"    // the service failed so often that it isn't asked for a while
	TooDear   Kind = "too_dear"  // the call could pass the ceiling of costs

	Ungrounded Kind = "ungrounded" // nothing was looked up for what asked for a search
)

// Error says why a call gave no answer. Its text is for the operator, never for strangers, and holds no key.
type Error struct {
	Kind       Kind
	Provider   string
	Detail     string        // what the service said, at most 300 characters, keys taken out
	RetryAfter time.Duration // where the service said
	Usage      Usage         // of the calls that were made all the same
	Err        error
}

func (e *Error) Error() string {
	text := fmt.Sprintf("%s: %s", e.Provider, kindText[e.Kind])
	if e.Detail != "" {
		text += " (" + e.Detail + ")"
	}
	return text
}

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Err }

var kindText = map[Kind]string{
	Auth: "the API key was refused", Quota: "the quota or credit is used up", Unknown: "there is no such model or address",
	Invalid: "the request was not accepted", Rate: "too many requests", Temporary: "the service failed", Network: "the service can't be reached",
	Refused: "the model declined to answer", Filtered: "a content filter stopped the answer", Cut: "the answer was cut off", Empty: "the answer was empty",
	Malformed: "the answer was not in the documented form", Broken: "the service failed repeatedly and isn't asked for a while",
	TooDear: "the ceiling of costs is reached", Ungrounded: "the answer rests on no search",
}

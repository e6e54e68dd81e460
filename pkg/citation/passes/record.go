package passes

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/auditctl/auditctl/pkg/citation"
	"github.com/auditctl/auditctl/pkg/engine"
)

const (
	format    = 1        // of what is kept
	maxRecord = 64 << 20 // bytes, unpacked
)

// What Replay can't read.
var (
	ErrKept   = errors.New("these are no answers that auditctl kept")
	ErrFormat = errors.New("these answers were kept by a newer auditctl: read them with that one")
)

// record is all that came back, and all that reading it takes. No key and no prompt is in it.
type record struct {
	Format    int                      `json:"format"`
	Business  citation.Business        `json:"business"`
	Lang      string                   `json:"lang"`
	Questions []string                 `json:"questions"`
	Repeats   int                      `json:"repeats"`
	Passes    map[citation.Basis]asked `json:"passes"`
	Pages     map[string]page          `json:"pages,omitempty"`    // cited ones that were opened, by address
	Listings  []engine.Card            `json:"listings,omitempty"` // found by the search for the business
	Unlisted  Reason                   `json:"unlisted,omitempty"` // why that search failed
}

// asked is what one engine answered.
type asked struct {
	Engine  string    `json:"engine"`
	Replies [][]reply `json:"replies"` // by question, then by repeat
}

// reply is what came back of one call.
type reply struct {
	Fault     Reason            `json:"fault,omitempty"` // why nothing came
	Text      string            `json:"text,omitempty"`
	Model     string            `json:"model,omitempty"` // as the service names what answered
	Citations []engine.Citation `json:"citations,omitempty"`
	Consulted []engine.Source   `json:"consulted,omitempty"`
	Overview  *engine.Overview  `json:"overview,omitempty"`
	Hits      []engine.Source   `json:"hits,omitempty"`
	How       string            `json:"how,omitempty"` // as the search service was asked
}

// page is a cited page.
type page struct {
	Title string `json:"title,omitempty"`
	Text  string `json:"text"`
}

// encode packs the record: the same record gives the same bytes. The types in it can't fail to become JSON, a buffer can't fail to take it.
func (r *record) encode() []byte {
	var packed bytes.Buffer
	zip := gzip.NewWriter(&packed)
	if err := json.NewEncoder(zip).Encode(r); err != nil {
		return nil
	}
	if err := zip.Close(); err != nil {
		return nil
	}
	return packed.Bytes()
}

// decode unpacks what encode packed, and holds it to the shape that reading relies on.
func decode(kept []byte) (*record, error) {
	zip, err := gzip.NewReader(bytes.NewReader(kept))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrKept, err)
	}
	body, err := io.ReadAll(io.LimitReader(zip, maxRecord+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%w: %w", ErrKept, err)
	case len(body) > maxRecord:
		return nil, fmt.Errorf("%w: they are longer than %d MB", ErrKept, maxRecord>>20)
	}
	var r record
	var head struct {
		Format int `json:"format"`
	}
	if err := json.Unmarshal(body, &head); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrKept, err)
	}
	if head.Format > format {
		return nil, ErrFormat
	}
	if err := json.Unmarshal(body, &r); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrKept, err)
	}
	if !r.whole() {
		return nil, ErrKept
	}
	return &r, nil
}

// whole says that every pass has a reply, or why not, for each time that each question was asked.
func (r *record) whole() bool {
	if r.Format < 1 || r.Repeats < 1 || r.Repeats > maxRepeats || len(r.Questions) == 0 {
		return false
	}
	for _, a := range r.Passes {
		if len(a.Replies) != len(r.Questions) {
			return false
		}
		for _, replies := range a.Replies {
			if len(replies) != r.Repeats {
				return false
			}
		}
	}
	return true
}

package server

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/auditctl/auditctl/pkg/audit"
)

const (
	maxBody = 256 << 10 // bytes
	// maxFieldErrors bounds the answer to a body of nothing but faults.
	maxFieldErrors = 20
)

// Codes of field errors.
const (
	fieldRequired   = "required"
	fieldUnknown    = "unknown_field"
	fieldDuplicate  = "duplicate_field"
	fieldConflict   = "conflict"
	fieldWrongType  = "wrong_type"
	fieldTooFew     = "too_few"
	fieldTooMany    = "too_many"
	fieldNotAllowed = "not_allowed"
)

// readSubmission reads the body and the headers of a submission.
func readSubmission(x *exchange, r *http.Request) (audit.Submission, error) {
	var none audit.Submission
	mediaType, parameters, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if charset := parameters["charset"]; err != nil || mediaType != "application/json" || charset != "" && !strings.EqualFold(charset, "utf-8") {
		return none, audit.Errorf(audit.CodeUnsupportedMediaType, "Send the body as application/json, in UTF-8.")
	}
	if r.Header.Get("Content-Encoding") != "" {
		return none, audit.Errorf(audit.CodeUnsupportedMediaType, "Send the body without a Content-Encoding.")
	}
	tooLarge := audit.Errorf(audit.CodePayloadTooLarge, "A body may have %d KiB at most.", maxBody>>10)
	if r.ContentLength > maxBody {
		return none, tooLarge
	}
	body, err := io.ReadAll(http.MaxBytesReader(x.ResponseWriter, r.Body, maxBody))
	if err != nil {
		if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
			return none, tooLarge
		}
		return none, &audit.Error{Code: audit.CodeMalformedBody, Message: "The body ended early, or took too long.", Err: err}
	}
	sub, err := decodeSubmission(body)
	if err != nil {
		return none, err
	}
	sub.IdempotencyKey = r.Header.Get("Idempotency-Key")
	if !printable(sub.IdempotencyKey, audit.MaxIdempotencyKey) {
		return none, invalid(audit.FieldError{
			Pointer: "Idempotency-Key", Code: fieldNotAllowed, Detail: fmt.Sprintf("an idempotency key has at most %d characters, of printable ASCII", audit.MaxIdempotencyKey),
		})
	}
	return sub, nil
}

// printable says that text is ASCII without control characters, of at most so many bytes.
func printable(text string, most int) bool {
	return len(text) <= most && strings.IndexFunc(text, func(r rune) bool { return r < ' ' || r > '~' }) < 0
}

// invalid refuses a request for what is wrong with its parts.
func invalid(fields ...audit.FieldError) error {
	return &audit.Error{Code: audit.CodeValidationFailed, Message: "The request isn't valid; errors says what and where. Nothing was submitted.", Fields: fields}
}

// decodeSubmission reads {url | urls, lang?, refresh?}, and nothing else: a field that is misspelt or sent twice must not pass for one that wasn't sent.
// encoding/json alone takes names in any case and the last of two.
func decodeSubmission(body []byte) (audit.Submission, error) {
	var sub audit.Submission
	if !utf8.Valid(body) || !json.Valid(body) {
		return sub, audit.Errorf(audit.CodeMalformedBody, "The body must be one JSON object in UTF-8.")
	}
	fields, faults := members(body)
	if faults == nil {
		faults = readFields(fields, &sub)
	}
	if len(faults) > 0 {
		return audit.Submission{}, invalid(faults[:min(len(faults), maxFieldErrors)]...)
	}
	return sub, nil
}

// members splits a valid JSON object into its members.
func members(body []byte) (map[string]json.RawMessage, []audit.FieldError) {
	notObject := []audit.FieldError{{Pointer: "", Code: fieldWrongType, Detail: "expected an object"}}
	d := json.NewDecoder(bytes.NewReader(body))
	if start, err := d.Token(); err != nil || start != json.Delim('{') {
		return nil, notObject
	}
	found := map[string]json.RawMessage{}
	var faults []audit.FieldError
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, notObject
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return nil, notObject
		}
		if _, twice := found[name.(string)]; twice {
			faults = append(faults, audit.FieldError{Pointer: pointer(name.(string)), Code: fieldDuplicate, Detail: "this field is there twice"})
		}
		found[name.(string)] = value
	}
	return found, faults
}

// readFields reads the members into sub and says what is wrong with them.
func readFields(fields map[string]json.RawMessage, sub *audit.Submission) []audit.FieldError {
	var faults []audit.FieldError
	fault := func(pointer, code, detail string) {
		faults = append(faults, audit.FieldError{Pointer: pointer, Code: code, Detail: detail})
	}
	for name, value := range fields {
		switch name {
		case "url":
			var url *string
			if json.Unmarshal(value, &url) != nil || url == nil {
				fault("/url", fieldWrongType, "expected a string")
				continue
			}
			sub.URLs = []string{*url}
		case "urls":
			if _, both := fields["url"]; both {
				continue // said below
			}
			list, ok := stringList(value, fault)
			if !ok {
				continue
			}
			sub.URLs = list
		case "lang":
			var lang *string
			switch {
			case json.Unmarshal(value, &lang) != nil || lang == nil:
				fault("/lang", fieldWrongType, "expected a string")
			case *lang != string(audit.English) && *lang != string(audit.French):
				fault("/lang", fieldNotAllowed, "expected one of: en, fr")
			default:
				sub.Lang = audit.Lang(*lang)
			}
		case "refresh":
			var refresh *bool
			if json.Unmarshal(value, &refresh) != nil || refresh == nil {
				fault("/refresh", fieldWrongType, "expected true or false")
				continue
			}
			sub.Refresh = *refresh
		default:
			fault(pointer(name), fieldUnknown, "there is no such field; the fields are url or urls, lang, refresh")
		}
	}
	_, one := fields["url"]
	_, many := fields["urls"]
	switch {
	case one && many:
		fault("/urls", fieldConflict, "send either url or urls, not both")
	case !one && !many:
		fault("", fieldRequired, "send url, or urls")
	}
	slices.SortStableFunc(faults, func(a, b audit.FieldError) int { return strings.Compare(a.Pointer, b.Pointer) })
	return faults
}

// stringList reads urls.
func stringList(value json.RawMessage, fault func(pointer, code, detail string)) ([]string, bool) {
	var items []json.RawMessage
	if json.Unmarshal(value, &items) != nil || items == nil {
		fault("/urls", fieldWrongType, "expected an array of strings")
		return nil, false
	}
	switch {
	case len(items) == 0:
		fault("/urls", fieldTooFew, "expected at least one address")
		return nil, false
	case len(items) > audit.MaxURLs:
		fault("/urls", fieldTooMany, fmt.Sprintf("expected at most %d addresses", audit.MaxURLs))
		return nil, false
	}
	list, ok := make([]string, len(items)), true
	for i, item := range items {
		var url *string
		if json.Unmarshal(item, &url) != nil || url == nil {
			fault(fmt.Sprintf("/urls/%d", i), fieldWrongType, "expected a string")
			ok = false
			continue
		}
		list[i] = *url
	}
	return list, ok
}

// pointer names a member of the body as RFC 6901 has it; the body itself where a stranger's name is too long to be repeated.
func pointer(name string) string {
	if len(name) > 64 {
		return ""
	}
	return "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(name)
}

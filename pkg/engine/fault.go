package engine

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// complaint is what an error body says, whichever service wrote it.
type complaint struct {
	there   bool // there is an error in the body
	message string
	marks   []string // types, codes, reasons, in lower case
	code    int      // where it stands for a status
	wait    time.Duration
	again   *bool // the service says whether to try again
}

// readComplaint reads an error body of any of the known forms: {"error": object, string or list}, a list of those, {"detail": …}, {"message": …},
// {"errors": […]}.
func readComplaint(failed bool, body []byte) complaint {
	var whole any
	var c complaint
	if json.Unmarshal(body, &whole) != nil {
		return c
	}
	top, _ := first(whole).(map[string]any)
	fault := first(top["error"])
	switch {
	case fault != nil:
	case failed || top["object"] == "error" || top["type"] == "error":
		fault = top
	default:
		return c
	}
	c.there = true
	switch fault := fault.(type) {
	case string:
		c.message = fault
	case map[string]any:
		c.message = message(fault)
		c.code, _ = number(fault["code"])
	}
	c.collect(top, 8)
	return c
}

// first gives a list's first entry, and everything else as it is.
func first(v any) any {
	if list, ok := v.([]any); ok {
		if len(list) == 0 {
			return nil
		}
		return list[0]
	}
	return v
}

func message(fault map[string]any) string {
	for _, name := range []string{"message", "msg", "detail", "error", "errors", "status_message"} {
		switch v := first(fault[name]).(type) {
		case string:
			return v
		case map[string]any:
			return message(v)
		}
	}
	return ""
}

func number(v any) (int, bool) {
	switch v := v.(type) {
	case float64:
		return int(v), true
	case string:
		n, err := strconv.Atoi(v)
		return n, err == nil
	}
	return 0, false
}

// collect takes what services write into the depth of their error bodies.
func (c *complaint) collect(v any, depth int) {
	if depth == 0 {
		return
	}
	switch v := v.(type) {
	case []any:
		for _, entry := range v {
			c.collect(entry, depth-1)
		}
	case map[string]any:
		for name, entry := range v {
			switch name {
			case "type", "code", "status", "error_type", "error_code", "reason", "quotaId", "tag":
				if text, ok := entry.(string); ok {
					c.marks = append(c.marks, strings.ToLower(text))
				}
			case "retryDelay": // Gemini: "38s"
				if text, ok := entry.(string); ok {
					c.wait = max(c.wait, duration(text))
				}
			case "retry_after": // OpenRouter, in seconds
				if s, ok := entry.(float64); ok {
					c.wait = max(c.wait, seconds(s))
				}
			case "retryable":
				if again, ok := entry.(bool); ok {
					c.again = &again
				}
			case "output", "previous_errors": // an answer's parts; other services' faults
				continue
			}
			c.collect(entry, depth-1)
		}
	}
}

// has says that one of the marks contains one of the words.
func (c *complaint) has(words ...string) bool {
	return slices.ContainsFunc(words, func(word string) bool {
		return slices.ContainsFunc(c.marks, func(mark string) bool { return strings.Contains(mark, word) })
	})
}

// says says that the message contains one of the words.
func (c *complaint) says(words ...string) bool {
	text := strings.ToLower(c.message)
	return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(text, word) })
}

// kind says what is wrong. The same status means different things with different services, and a refused key isn't always a 401.
func (c *complaint) kind(status int) Kind {
	if status/100 == 2 && c.code >= 400 && c.code < 600 {
		status = c.code
	}
	switch {
	case status == http.StatusPaymentRequired, status == 432, status == 433, // Tavily: the plan's limit, the one for what is paid as one goes
		c.has("insufficient_quota", "credit_balance", "billing_not_active", "billing_error", "spend_limit", "insufficient_credits", "no_more_credits", "perday"),
		c.says("run out of searches", "not enough credits"),
		(status == http.StatusUnauthorized || status == http.StatusBadRequest) && c.says("credit", "billing", "quota", "spend limit"):
		return Quota
	case status >= 500:
		return Temporary
	case c.has("moderation", "content_filter", "content_policy", "invalid_prompt", "bio_policy"), status == http.StatusForbidden && c.says("moderation", "flagged"):
		return Filtered
	case c.has("option_not_in_plan", "resource_not_allowed"): // Brave, with 403: the key is well
		return Invalid
	case status == http.StatusUnauthorized, status == http.StatusForbidden, c.has("api_key", "subscription_token", "authentication_error", "permission_error"):
		return Auth
	case status/100 == 3, status == http.StatusNotFound, status == http.StatusMethodNotAllowed, status == http.StatusGone, c.has("model_not_found", "not_found_error"):
		return Unknown
	case status == http.StatusTooManyRequests, c.has("rate_limit", "slow_down"):
		return Rate
	case status == http.StatusRequestTimeout, status == http.StatusConflict, status == http.StatusTooEarly, status == 498: // Groq: no capacity
		return Temporary
	case status/100 == 2 && !c.has("invalid_request", "invalid_argument"):
		return Temporary
	}
	return Invalid
}

// complain makes an error of an answer that is one; nil where it isn't. again says whether the same request may be sent once more.
func complain(status int, header http.Header, body []byte, now time.Time) (fault *Error, again bool) {
	c := readComplaint(status/100 != 2, body)
	if status/100 == 2 && !c.there {
		return nil, false
	}
	fault = &Error{Kind: c.kind(status), Detail: c.message, RetryAfter: max(c.wait, retryAfter(header, now))}
	if fault.Kind == Rate {
		if wait, spent := windows(header); spent {
			fault.Kind = Quota
		} else if wait > 0 {
			fault.RetryAfter = max(fault.RetryAfter, wait)
		}
	}
	switch {
	case status/100 == 3:
		fault.Detail = "the address leads elsewhere, and redirects aren't followed: set the base URL to where it leads"
	case fault.Detail == "":
		fault.Detail = fmt.Sprintf("status %d", status)
	}
	again = fault.Kind == Rate || fault.Kind == Temporary
	if c.again != nil {
		again = *c.again
	}
	if said, err := strconv.ParseBool(header.Get("X-Should-Retry")); err == nil {
		again = said
	}
	return fault, again
}

// retryAfter is how long a service asks to wait, in any of the headers that say so; 0 where it doesn't.
func retryAfter(h http.Header, now time.Time) time.Duration {
	if ms, err := strconv.ParseFloat(h.Get("Retry-After-Ms"), 64); err == nil {
		return seconds(ms / 1000)
	}
	said := h.Get("Retry-After")
	if s, err := strconv.ParseFloat(said, 64); err == nil {
		return seconds(s)
	}
	if at, err := http.ParseTime(said); err == nil {
		return bounded(at.Sub(now))
	}
	// Only limits that are used up count.
	var wait time.Duration
	for _, of := range []string{"requests", "tokens", "input-tokens", "output-tokens"} {
		if h.Get("Anthropic-Ratelimit-"+of+"-Remaining") == "0" {
			if at, err := time.Parse(time.RFC3339, h.Get("Anthropic-Ratelimit-"+of+"-Reset")); err == nil {
				wait = max(wait, bounded(at.Sub(now)))
			}
		}
		if h.Get("X-Ratelimit-Remaining-"+of) == "0" {
			wait = max(wait, duration(h.Get("X-Ratelimit-Reset-"+of)))
		}
	}
	return wait
}

// windows reads limits that a service keeps over several windows, the shortest first: "X-RateLimit-Remaining: 0, 14523", "X-RateLimit-Reset: 1, 1419704" in
// seconds. wait is until the shortest begins anew; spent says that the longest, a month's as a rule, is used up.
func windows(h http.Header) (wait time.Duration, spent bool) {
	remaining, reset := strings.Split(h.Get("X-Ratelimit-Remaining"), ","), strings.Split(h.Get("X-Ratelimit-Reset"), ",")
	if len(remaining) < 2 || len(reset) != len(remaining) {
		return 0, false
	}
	if s, err := strconv.ParseFloat(strings.TrimSpace(reset[0]), 64); err == nil {
		wait = seconds(s)
	}
	return wait, strings.TrimSpace(remaining[len(remaining)-1]) == "0"
}

func duration(text string) time.Duration {
	d, err := time.ParseDuration(text)
	if err != nil {
		return 0
	}
	return bounded(d)
}

func seconds(s float64) time.Duration {
	if !(s > 0) { // NaN too
		return 0
	}
	return time.Duration(min(s, (24*time.Hour).Seconds()) * float64(time.Second))
}

func bounded(d time.Duration) time.Duration { return min(max(d, 0), 24*time.Hour) }

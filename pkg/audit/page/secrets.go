package page

import (
	"slices"
	"strings"
)

// maxSecrets is how many keys one text is searched for.
const maxSecrets = 20

// secretForm is how a vendor's secret keys look: a prefix and then a run of characters.
type secretForm struct {
	vendor, prefix string
	chars          func(byte) bool
	least, most    int    // characters after the prefix
	holds          string // stands somewhere in the key
}

// secretForms are keys that are secret by their vendors' own documentation. Those that are made to be published are left out: Stripe's pk_live_,
// Mapbox's pk., reCAPTCHA site keys. Google's AIza keys are browser keys of Maps and Firebase nearly always, which restrictions protect and nobody can
// hide; see geminiKey for the exception.
var secretForms = [...]secretForm{
	{vendor: "AWS", prefix: "AKIA", chars: isUpperOrDigit, least: 16, most: 16},
	{vendor: "Stripe", prefix: "sk_live_", chars: isAlnum, least: 20, most: 250},
	{vendor: "Stripe", prefix: "rk_live_", chars: isAlnum, least: 20, most: 250},
	{vendor: "GitHub", prefix: "ghp_", chars: isAlnum, least: 36, most: 36},
	{vendor: "GitHub", prefix: "gho_", chars: isAlnum, least: 36, most: 36},
	{vendor: "GitHub", prefix: "ghs_", chars: isAlnum, least: 36, most: 36},
	{vendor: "GitHub", prefix: "github_pat_", chars: isKeyChar, least: 60, most: 90},
	{vendor: "GitLab", prefix: "glpat-", chars: isKeyChar, least: 20, most: 60},
	{vendor: "Slack", prefix: "xoxb-", chars: isKeyChar, least: 24, most: 100},
	{vendor: "Slack", prefix: "xoxp-", chars: isKeyChar, least: 24, most: 100},
	{vendor: "Slack", prefix: "hooks.slack.com/services/T", chars: isPathChar, least: 30, most: 80},
	{vendor: "SendGrid", prefix: "SG.", chars: isDottedKeyChar, least: 66, most: 66},
	{vendor: "Twilio", prefix: "SK", chars: isLowerHex, least: 32, most: 32},
	{vendor: "Anthropic", prefix: "sk-ant-", chars: isKeyChar, least: 40, most: 200},
	{vendor: "OpenAI", prefix: "sk-", chars: isKeyChar, least: 40, most: 250, holds: "T3BlbkFJ"},
	{vendor: "Hugging Face", prefix: "hf_", chars: isAlnum, least: 34, most: 40},
	{vendor: "Google OAuth", prefix: "GOCSPX-", chars: isKeyChar, least: 28, most: 28},
	{vendor: "Shopify", prefix: "shpat_", chars: isLowerHex, least: 32, most: 32},
	{vendor: "npm", prefix: "npm_", chars: isAlnum, least: 36, most: 36},
	{vendor: "DigitalOcean", prefix: "dop_v1_", chars: isLowerHex, least: 64, most: 64},
}

// geminiKey is a Google key that is a secret: one that the page itself uses for the Gemini API, which has no restriction by site and bills its owner.
var geminiKey = secretForm{vendor: "Google Gemini", prefix: "AIza", chars: isKeyChar, least: 35, most: 35}

// The shortest key and the longest run of its characters that is searched: what goes on for longer is data in base64 or the like.
const (
	minSecretRun = 20
	maxSecretRun = 1000
)

// findSecrets gives the secret keys of known vendors in a text, masked, without repetition; where says where the text stands, as in Secret.Where. Keys
// with little variety or the word EXAMPLE are taken for placeholders.
//
// Every script goes through here, so that the text is not searched for each prefix: a key is a run of at least 20 characters, and looking at every
// 20th character finds all such runs.
func findSecrets(where, text string) []Secret {
	var found []Secret
	for i := minSecretRun - 1; i < len(text) && len(found) < maxSecrets; i += minSecretRun {
		if !isRunChar(text[i]) {
			continue
		}
		start, end := i, i+1
		for start > 0 && isRunChar(text[start-1]) && i-start < minSecretRun {
			start--
		}
		for end < len(text) && isRunChar(text[end]) {
			end++
		}
		if run := text[start:end]; len(run) >= minSecretRun && len(run) <= maxSecretRun {
			for f := range secretForms {
				found = secretForms[f].find(found, where, run)
			}
			if strings.Contains(run, geminiKey.prefix) && strings.Contains(text, "generativelanguage.googleapis.com") {
				found = geminiKey.find(found, where, run)
			}
		}
		i += (end - i) / minSecretRun * minSecretRun
	}
	return privateKeys(found, where, text)
}

func (f *secretForm) find(found []Secret, where, run string) []Secret {
	for at := 0; len(found) < maxSecrets; {
		i := strings.Index(run[at:], f.prefix)
		if i < 0 {
			break
		}
		start := at + i
		at = start + len(f.prefix)
		end := at
		for end < len(run) && end-at <= f.most && f.chars(run[end]) {
			end++
		}
		key := run[at:end]
		if len(key) < f.least || len(key) > f.most || start > 0 && isAlnum(run[start-1]) || end < len(run) && isAlnum(run[end]) ||
			!strings.Contains(key, f.holds) || isPlaceholder(key) {
			continue
		}
		s := Secret{Vendor: f.vendor, Masked: f.prefix + "…" + key[len(key)-4:], Where: where}
		if !slices.Contains(found, s) {
			found = append(found, s)
		}
		at = end
	}
	return found
}

// privateKeys finds PEM blocks with a private key and something in them.
func privateKeys(found []Secret, where, text string) []Secret {
	const begin, end = "-----BEGIN ", "PRIVATE KEY-----"
	for at := 0; len(found) < maxSecrets; {
		i := strings.Index(text[at:], begin)
		if i < 0 {
			break
		}
		at += i + len(begin)
		label := text[at:min(at+40, len(text))]
		j := strings.Index(label, end)
		if j < 0 {
			continue
		}
		body := text[at+j+len(end):]
		if body = body[:min(len(body), 200)]; len(body) < 100 || isPlaceholder(body) || strings.HasPrefix(strings.TrimSpace(body), "-----END") {
			continue
		}
		s := Secret{Vendor: "private key", Masked: begin + label[:j] + end + "…", Where: where}
		if !slices.Contains(found, s) {
			found = append(found, s)
		}
	}
	return found
}

// isPlaceholder says that a key stands in a text to show what a key looks like: real ones are random.
func isPlaceholder(key string) bool {
	if strings.Contains(strings.ToUpper(key), "EXAMPLE") || strings.Contains(key, "...") {
		return true
	}
	var seen [256]bool
	different := 0
	for _, c := range []byte(key) {
		if !seen[c] {
			seen[c] = true
			different++
		}
	}
	return different < 8
}

func isAlnum(c byte) bool         { return isLetter(c) || c >= '0' && c <= '9' }
func isUpperOrDigit(c byte) bool  { return isUpper(c) || c >= '0' && c <= '9' }
func isLowerHex(c byte) bool      { return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' }
func isKeyChar(c byte) bool       { return isAlnum(c) || c == '_' || c == '-' }
func isDottedKeyChar(c byte) bool { return isKeyChar(c) || c == '.' }
func isRunChar(c byte) bool       { return isDottedKeyChar(c) || c == '/' }
func isPathChar(c byte) bool      { return isAlnum(c) || c == '/' }

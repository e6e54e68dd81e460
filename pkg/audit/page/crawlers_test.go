package page

import (
	"slices"
	"strings"
	"testing"
)

func TestCrawlersHasWhatMatters(t *testing.T) {
	rows := Crawlers()
	byToken := map[string]Crawler{}
	for _, c := range rows {
		byToken[c.Token] = c
	}
	for token, class := range map[string]string{
		"Googlebot": "both", "Bingbot": "both", "OAI-SearchBot": "search", "Claude-SearchBot": "search", "PerplexityBot": "search", "Applebot": "search",
		"MistralAI-Index": "search", "DuckAssistBot": "search", "meta-webindexer": "search", "Amzn-SearchBot": "search", "ChatGPT-User": "user",
		"Claude-User": "user", "Perplexity-User": "user", "Google-GeminiNotebook": "user", "GPTBot": "train", "ClaudeBot": "train", "OAI-AdsBot": "ads",
		"Google-Extended": "token", "Applebot-Extended": "token", "CCBot": "archive", "facebookexternalhit": "preview", "anthropic-ai": "legacy",
	} {
		if c, ok := byToken[token]; !ok || c.Class != class {
			t.Errorf("%s: class %q, want %q", token, c.Class, class)
		}
	}
	rows[0].Token = "changed"
	if Crawlers()[0].Token == "changed" {
		t.Error("a caller can change the registry")
	}
}

func TestCrawlerUses(t *testing.T) {
	for _, c := range []struct {
		class                             string
		answers, fetches, trains, visitor bool
	}{
		{"search", true, false, false, true},
		{"both", true, false, false, true},
		{"user", false, true, false, true},
		{"train", false, false, true, true},
		{"token", false, false, true, false},
		{"legacy", false, false, false, false},
		{"agent", false, false, false, true},
	} {
		x := Crawler{Class: c.class}
		if x.Answers() != c.answers || x.Fetches() != c.fetches || x.Trains() != c.trains || x.Visits() != c.visitor {
			t.Errorf("%s: answers %v, fetches %v, trains %v, visits %v", c.class, x.Answers(), x.Fetches(), x.Trains(), x.Visits())
		}
	}
}

func TestCrawlerHeaderNamesItsToken(t *testing.T) {
	for _, c := range Crawlers() {
		if c.Visits() && !strings.Contains(strings.ToLower(c.Header()), strings.ToLower(c.Token)) {
			t.Errorf("%s sends %q", c.Token, c.Header())
		}
	}
}

func TestParseCrawlers(t *testing.T) {
	const row = `{"token": "NewBot", "operator": "New", "class": "search", "honours_robots": "yes", "effect": "Not found.",
  "source": "https://new.test/bot", "checked": "2026-11-02"}`
	rows, err := ParseCrawlers([]byte("\xef\xbb\xbf[" + row + "]\n"))
	if err != nil || len(rows) != 1 || rows[0].Token != "NewBot" {
		t.Fatalf("%v, %v", rows, err)
	}
	if h := rows[0].Header(); h != "Mozilla/5.0 (compatible; NewBot/1.0)" {
		t.Errorf("header %q", h)
	}
	for _, c := range []struct{ name, data, want string }{
		{"empty file", "", "the file ends before its array does"},
		{"cut off", "[" + row, "the file ends before its array does"},
		{"no rows", "[]", "no rows: a registry is a JSON array of at least one crawler"},
		{"no array", row, "line 1: a object where an array is wanted"},
		{"rows of text", "[\n\"GPTBot\"]", "line 2: a string where an object is wanted"},
		{"number as token", "[" + strings.Replace(row, `"NewBot"`, "7", 1) + "]", "line 1: a number where text for token is wanted"},
		{"comma too many", "[" + row + ",\n\n]", "line 4: invalid character ']'"},
		{"misspelt field", "[" + strings.Replace(row, `"effect"`, `"efect"`, 1) + "]", `unknown field "efect"`},
		{"more behind it", "[" + row + "]\n[]", "line 3: something follows the array"},
		{"same token", "[" + row + "," + strings.Replace(row, "NewBot", "newbot", 1) + "]", `row 2 ("newbot"): row 1 has the same token`},
		{"token", "[" + strings.Replace(row, "NewBot", "New/Bot", 1) + "]", `row 1 ("New/Bot"): token must be`},
		{"operator", "[" + strings.Replace(row, `"New"`, `" "`, 1) + "]", "operator is missing"},
		{"class", "[" + strings.Replace(row, "search", "serach", 1) + "]", `class "serach" is none of search, user,`},
		{"honours", "[" + strings.Replace(row, "yes", "maybe", 1) + "]", `honours_robots "maybe" is none of yes, no,`},
		{"source", "[" + strings.Replace(row, "https://new.test/bot", "hearsay", 1) + "]", `source "hearsay" is no web address`},
		{"checked", "[" + strings.Replace(row, "2026-11-02", "2026-13-02", 1) + "]", `checked "2026-13-02" is no date`},
		{"header", "[" + strings.Replace(row, `"checked"`, `"user_agent": "a\nb", "checked"`, 1) + "]", "user_agent must be"},
	} {
		rows, err := ParseCrawlers([]byte(c.data))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
		if rows != nil {
			t.Errorf("%s: rows beside an error", c.name)
		}
	}
}

func TestCrawlersFileIsWhatItSays(t *testing.T) {
	rows, err := ParseCrawlers(crawlersJSON)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(rows, Crawlers()) {
		t.Error("the registry isn't the embedded file's")
	}
	for _, c := range rows {
		if !strings.HasSuffix(c.Effect, ".") || strings.Contains(c.UserAgent, "W.X.Y.Z") {
			t.Errorf("%s: effect is no sentence, or the header has a placeholder", c.Token)
		}
	}
}

package passes

import (
	"context"
	"net/url"
	"slices"
	"strings"
	"unicode"

	"github.com/auditctl/auditctl/pkg/citation"
	"github.com/auditctl/auditctl/pkg/citation/reader"
	"github.com/auditctl/auditctl/pkg/engine"
)

// cards are the business cards of an AI mode's answer, those within its text among them; nil is no answer.
func cards(o *engine.Overview) []engine.Card {
	if o == nil {
		return nil
	}
	var all []engine.Card
	var walk func(blocks []engine.Block)
	walk = func(blocks []engine.Block) {
		for _, b := range blocks {
			all = append(all, b.Cards...)
			for _, item := range b.Items {
				walk(item.Blocks)
			}
			walk(b.Blocks)
		}
	}
	walk(o.Blocks)
	return append(all, o.Cards...)
}

// listing finds the business's own card: the one with its website, else with its telephone, else with its name, in its town. A name alone isn't enough:
// there are others of that name elsewhere. ok is false where none is its own.
func (c Config) listing(ctx context.Context, b citation.Business, lang string, all []engine.Card) (listing citation.Listing, ok bool) {
	for _, isOwn := range []func(engine.Card) bool{
		func(card engine.Card) bool {
			return card.Website != "" && c.ownPage(ctx, b, lang, engine.Source{URL: card.Website})
		},
		func(card engine.Card) bool { return samePhone(b.Phone, card.Phone) },
		func(card engine.Card) bool { return inTown(card.Address, b.City) && c.ownName(ctx, b, lang, card.Name) },
	} {
		for _, card := range all {
			if isOwn(card) {
				return citation.Listing{
					Found: true, Name: card.Name, Rating: card.Rating, Reviews: card.Reviews, Address: card.Address, Phone: card.Phone, PlaceID: card.PlaceID,
				}, true
			}
		}
	}
	return citation.Listing{}, false
}

// ownPage says that a page of the business is among these. Whose a page is, is the reader's to say, so a search with these results is read.
func (c Config) ownPage(ctx context.Context, b citation.Business, lang string, pages ...engine.Source) bool {
	if len(pages) == 0 || b.Domain == "" {
		return false
	}
	r, fault := c.see(ctx, reader.Case{Lang: lang, Basis: citation.WebRetrieval, Business: b, Hits: pages})
	return fault == "" && r.Named
}

// ownName says that this is the business's name. That too is the reader's to say, so an answer that shows one card with it is read.
func (c Config) ownName(ctx context.Context, b citation.Business, lang, name string) bool {
	if strings.TrimSpace(name) == "" {
		return false
	}
	r, fault := c.see(ctx, reader.Case{
		Lang: lang, Basis: citation.SearchAIMode, Business: b, Overview: &engine.Overview{Cards: []engine.Card{{Name: name}}},
	})
	return fault == "" && r.Named
}

// inTown says that the address names the town, as whole words where the script has spaces between words.
func inTown(address, town string) bool {
	address, town = words(address), words(town)
	if town == "" {
		return false
	}
	if strings.ContainsFunc(town, func(r rune) bool { return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) }) {
		return strings.Contains(address, town)
	}
	return strings.Contains(" "+address+" ", " "+town+" ")
}

// words are a text's letters and digits in lower case, with one space for what stands between them.
func words(text string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r)
	}), " ")
}

// samePhone compares a number in international form (E.164) with one as a card shows it, in national form perhaps.
func samePhone(own, shown string) bool {
	shown = strings.TrimSpace(strings.ReplaceAll(shown, "(0)", ""))
	own, other := digits(own), digits(shown)
	rest, abroad := strings.CutPrefix(other, "00")
	switch {
	case own == "" || len(other) < 7:
		return false
	case strings.HasPrefix(shown, "+"):
		return own == other
	case abroad:
		return own == rest
	}
	national := strings.TrimPrefix(other, "0")
	return strings.HasSuffix(own, national) && len(own)-len(national) <= 3 // what is left is the country's code
}

func digits(text string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, text)
}

// textOf is an AI mode's answer as text: as the service wrote it, else from its blocks.
func textOf(o *engine.Overview) string {
	if o.Text != "" {
		return o.Text
	}
	var lines []string
	add := func(line string) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	var walk func(blocks []engine.Block)
	walk = func(blocks []engine.Block) {
		for _, b := range blocks {
			add(b.Text)
			for _, item := range b.Items {
				add("- " + strings.TrimSpace(item.Title+" "+item.Text))
				walk(item.Blocks)
			}
			for _, row := range b.Rows {
				add(strings.Join(row, " | "))
			}
			for _, card := range b.Cards {
				add(card.Name)
			}
			walk(b.Blocks)
		}
	}
	walk(o.Blocks)
	return strings.Join(lines, "\n")
}

// picked puts together what the AI mode's answers picked, the businesses on their cards, and the pages that they cite beside.
func picked(questions []string, shown []answer) (picks, maps []citation.Pick, directories []citation.Directory) {
	picks, maps, directories = []citation.Pick{}, []citation.Pick{}, []citation.Directory{}
	at := map[string]int{}
	for i, a := range shown {
		for _, pick := range a.Picks {
			pick.Question = questions[i]
			picks = append(picks, pick)
		}
		seen := map[string]bool{}
		for _, card := range cards(a.overview) {
			key := words(card.Name) + "\n" + card.PlaceID
			if strings.TrimSpace(card.Name) == "" || seen[key] {
				continue
			}
			seen[key] = true
			maps = append(maps, citation.Pick{
				Name: card.Name, Rating: card.Rating, Reviews: card.Reviews, Address: card.Address, PlaceID: card.PlaceID, Question: questions[i],
			})
		}
		for _, page := range a.Directories {
			n, known := at[page.URL]
			if !known {
				n = len(directories)
				at[page.URL] = n
				directories = append(directories, citation.Directory{URL: page.URL, Title: page.Title, Host: hostOf(page.URL)})
			}
			if !slices.Contains(directories[n].Questions, questions[i]) {
				directories[n].Questions = append(directories[n].Questions, questions[i])
			}
		}
	}
	return picks, maps, directories
}

// hostOf is an address's host, without a leading www.
func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return strings.TrimPrefix(strings.ToLower(u.Hostname()), "www.")
}

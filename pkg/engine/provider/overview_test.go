package provider_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/auditctl/auditctl/internal/fakeengine"
	"github.com/auditctl/auditctl/pkg/engine"
	"github.com/auditctl/auditctl/pkg/engine/provider"
)

// outline writes an overview in short.
func outline(o engine.Overview) string {
	var b strings.Builder
	var blocks func(list []engine.Block)
	card := func(c engine.Card) {
		fmt.Fprintf(&b, "<%s", c.Name)
		if c.Rating != nil {
			fmt.Fprintf(&b, " %v", *c.Rating)
		}
		if c.Reviews != nil {
			fmt.Fprintf(&b, " (%d)", *c.Reviews)
		}
		b.WriteString(">")
	}
	blocks = func(list []engine.Block) {
		for _, block := range list {
			fmt.Fprintf(&b, "%s[%s", block.Kind, strings.ReplaceAll(block.Text, "\n", "/"))
			for _, item := range block.Items {
				fmt.Fprintf(&b, " -%s:%s", item.Title, item.Text)
				blocks(item.Blocks)
			}
			for _, row := range block.Rows {
				fmt.Fprintf(&b, " |%s", strings.Join(row, "|"))
			}
			for _, c := range block.Cards {
				card(c)
			}
			blocks(block.Blocks)
			b.WriteString("]")
		}
	}
	blocks(o.Blocks)
	for _, c := range o.Cards {
		card(c)
	}
	for _, s := range o.Sources {
		fmt.Fprintf(&b, " @%s", s.URL)
	}
	return b.String()
}

func TestAnAIModesAnswerIsReadWhateverItsForm(t *testing.T) {
	tests := []struct{ name, raw, want string }{
		{"a whole answer", fakeengine.Sample("serpapi_ai_mode"), "paragraph[Deux adresses à Nantes 🌷 :]list[ -Fleurs du Lotus:bouquets d'été -Atelier Pivoine:séchées" +
			"list[ -:sur rendez-vous]]heading[Autres adressestable[ |Adresse|Style |Rose & Thé|champêtre]]<Fleurs du Lotus 4.8 (1200)><><Atelier Pivoine 4.6 (87)>" +
			" @https://guide.example.org/florists-nantes @https://annuaire.example.net/nantes"},
		{"cards within the text, without names", `{"text_blocks":[{"type":"paragraph","snippet":"Voici :"},{"type":"list","list":[{},{}]},
			{"type":"local_results","local_results":[{"position":1},{"title":"  ","rating":4.5},null]}]}`, "paragraph[Voici :]list[ -: -:]local[<>< 4.5><>]"},
		{"cards a level deeper", `{"local_results":{"places":[{"title":"Lotus"},{"name":"Pivoine"}],"more":"…"}}`, "<Lotus><Pivoine>"},
		{
			"unknown types", `{"text_blocks":[{"type":"expandable_v9","title":"Plus","text_blocks":[{"type":"who_knows","snippet":"Lotus","list":["a",{"snippet":"b"}]}]},
			{"type":"group","items":[{"type":"paragraph","answer":"In"},{"type":"header","answer":"Head"}]}]}`,
			"heading[Plusparagraph[Lotus -:a -:b]]paragraph[paragraph[In]heading[Head]]",
		},
		{"wrong types", `{"text_blocks":[7,null,"Words",{"type":["list"],"snippet":{"text":"Lotus"},"list":"no","table":[["a",1,null],"x"]}],"references":[{"link":5},{"link":"ftp://x"},"y"],
			"local_results":[{"title":1900,"rating":"x","reviews":{}}]}`, "paragraph[Words]list[Lotus |a|1|]<1900>"},
		{"text alone", `{"reconstructed_markdown":"Lotus.","error":"Some parts are missing."}`, ""},
		{
			"deeper than anybody nests", strings.Repeat(`{"text_blocks":[{"type":"paragraph","snippet":"x"},`, 40) + `{}` + strings.Repeat(`]}`, 40),
			strings.Repeat("paragraph[x]paragraph[", 11) + "paragraph[x]" + strings.Repeat("]", 11),
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			o, err := provider.ReadSerpAPI([]byte(test.raw))
			if got := outline(o); err != nil || got != test.want {
				t.Errorf("%v\n%s\nwant\n%s", err, got, test.want)
			}
		})
	}
}

func TestNumbersAreReadAsPeopleWriteThem(t *testing.T) {
	tests := []struct{ rating, reviews, want string }{
		{`4.7`, `412`, "< 4.7 (412)>"},
		{`"4,7"`, `"1,2 k"`, "< 4.7 (1200)>"},
		{`"4.7/5"`, `"1.4K avis"`, "< 4.7 (1400)>"},
		{`5`, `"(187)"`, "< 5 (187)>"},
		{`0`, `"1 234 avis"`, "< 0 (1234)>"},
		{`{"value":4.5,"votes_count":12}`, `null`, "< 4.5 (12)>"},
		{`null`, `"2.345"`, "< (2345)>"},
		{`"4.5"`, `"1,2 mil opiniones"`, "< 4.5 (1200)>"},
		{`"4.5"`, `"1.2万"`, "< 4.5 (12000)>"},
		{`14.5`, `1.4`, "<>"}, // a price, and a count cut off by the service
		{`-1`, `-7`, "<>"},
		{`"€€"`, `"412 mentions"`, "< (412)>"},
		{`1e999`, `1e30`, "<>"},
	}
	for _, test := range tests {
		o, err := provider.ReadSerpAPI([]byte(`{"local_results":[{"rating":` + test.rating + `,"reviews":` + test.reviews + `}]}`))
		if got := outline(o); err != nil || got != test.want {
			t.Errorf("rating %s, reviews %s: %s, %v, want %s", test.rating, test.reviews, got, err, test.want)
		}
	}
}

func TestAnAIModeThatShowsNothingSaysWhy(t *testing.T) {
	tests := []struct {
		raw  string
		kind engine.Kind
	}{
		{`{"error":"Google hasn't returned any results for this query."}`, engine.Empty},
		{`{"search_metadata":{"status":"Success"},"references":[{"link":"https://a.example/"}]}`, engine.Empty},
		{`{"text_blocks":[{"type":"paragraph","snippet":" "}],"local_results":[],"reconstructed_markdown":"\n"}`, engine.Empty},
		{`{"error":"AI Mode is not available in your country."}`, engine.Unknown},
		{`{"text_blocks":[{"type":"para`, engine.Malformed},
		{`[]`, engine.Malformed},
		{`{} {}`, engine.Malformed},
	}
	for _, test := range tests {
		_, err := provider.ReadSerpAPI(json.RawMessage(test.raw))
		var fault *engine.Error
		if !errors.As(err, &fault) || fault.Kind != test.kind || fault.Provider != "serpapi" {
			t.Errorf("%s: %v, want %s", test.raw, err, test.kind)
		}
	}
}

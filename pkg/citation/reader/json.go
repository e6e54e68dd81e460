package reader

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// Properties that hold a name, as assistants call them when they answer in JSON, the surest first.
var nameKeys = []map[string]bool{
	set("name", "names", "nom", "nombre", "nome", "naam", "店名", "名前", "名称", "الاسم", "اسم"),
	set("business", "company", "title", "restaurant", "hotel", "shop", "brand", "store", "provider", "firm", "agency", "venue", "practice", "clinic", "salon",
		"studio", "vendor", "school", "firma", "betrieb", "anbieter", "unternehmen", "geschaft", "praxis", "kanzlei", "entreprise", "etablissement", "cabinet",
		"societe", "boutique", "prestataire", "titre", "negocio", "empresa", "establecimiento", "local", "taller", "clinica", "tienda", "titulo", "azienda",
		"ristorante", "negozio", "attivita", "titolo", "escritorio", "loja", "oficina", "estabelecimento", "bedrijf", "zaak", "winkel", "praktijk", "titel",
		"店舗", "会社", "事務所", "المتجر", "الشركه"),
}

var fencedJSON = regexp.MustCompile("(?s)^(.*?)```(?:json|JSON)?[ \t]*\r?\n?\\s*([\\[{].*?)\\s*(?:```(.*))?$")

// fromJSON rewrites an answer that is or has a JSON value, in a code fence or not, as a list. Any other answer stays.
func fromJSON(answer string) string {
	before, text, after := "", strings.TrimSpace(answer), ""
	if m := fencedJSON.FindStringSubmatch(text); m != nil {
		before, text, after = m[1], m[2], m[3]
	}
	if !strings.HasPrefix(text, "{") && !strings.HasPrefix(text, "[") {
		return answer
	}
	// Decoded token by token, so that the properties keep their order.
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	w := jsonList{d: d}
	if err := w.value(0, false); err != nil || w.out.Len() == 0 {
		return answer
	}
	return before + "\n\n" + w.out.String() + "\n\n" + strings.TrimSpace(text[d.InputOffset():]) + "\n" + after
}

// jsonList writes a JSON value as a list.
type jsonList struct {
	d   *json.Decoder
	out strings.Builder
}

var errLarge = errors.New("an answer in JSON is too large")

// value writes the next value. What stands under a record that has a name is a remark.
func (w *jsonList) value(depth int, remark bool) error {
	token, err := w.d.Token()
	if err != nil {
		return fmt.Errorf("reading an answer in JSON: %w", err)
	}
	open, ok := token.(json.Delim)
	if !ok {
		if s, ok := token.(string); ok {
			w.write(s, remark)
		}
		return nil
	}
	if depth > maxNesting || w.out.Len() > maxAnswer {
		return errLarge
	}
	if open == '{' {
		return w.record(depth, remark)
	}
	for w.d.More() {
		if err := w.value(depth+1, remark); err != nil {
			return err
		}
	}
	_, err = w.d.Token()
	return err
}

func (w *jsonList) write(s string, remark bool) {
	if remark {
		fmt.Fprintf(&w.out, "  %s\n", oneLine(s)) // under its item
		return
	}
	fmt.Fprintf(&w.out, "- %s\n", oneLine(s))
}

// property is one of a record, in its place.
type property struct {
	key, text string
	value     json.RawMessage
	isText    bool
}

// record writes an object: a property that holds a name begins an item, the others are remarks on it.
func (w *jsonList) record(depth int, remark bool) error {
	var all []property
	for w.d.More() {
		key, err := w.d.Token()
		if err != nil {
			return fmt.Errorf("reading an answer in JSON: %w", err)
		}
		p := property{}
		p.key, _ = key.(string)
		if err := w.d.Decode(&p.value); err != nil {
			return fmt.Errorf("reading an answer in JSON: %w", err)
		}
		p.isText = json.Unmarshal(p.value, &p.text) == nil
		all = append(all, p)
	}
	if _, err := w.d.Token(); err != nil {
		return fmt.Errorf("reading an answer in JSON: %w", err)
	}
	named := -1
	if !remark {
		named = nameAmong(all, depth)
	}
	if named >= 0 {
		fmt.Fprintf(&w.out, "- **%s**\n", oneLine(all[named].text))
	}
	for i, p := range all {
		switch {
		case i == named:
		case p.isText && named < 0 && depth <= 1 && !remark:
			fmt.Fprintf(&w.out, "\n%s\n\n", oneLine(p.text))
		case p.isText:
			w.write(p.text, true)
		default:
			inner := json.NewDecoder(strings.NewReader(string(p.value)))
			inner.UseNumber()
			sub := jsonList{d: inner}
			if err := sub.value(depth+1, remark || named >= 0); err != nil {
				return err
			}
			w.out.WriteString(sub.out.String())
		}
	}
	return nil
}

// nameAmong gives the property of a record that names it: the one that is called so, or the first text of a record in a list. What holds other records is
// no business.
func nameAmong(all []property, depth int) int {
	for _, p := range all {
		if holdsRecords(p.value) {
			return -1
		}
	}
	for _, keys := range nameKeys {
		for i, p := range all {
			if p.isText && p.text != "" && called(keys, p.key) {
				return i
			}
		}
	}
	for i, p := range all {
		if depth > 0 && p.isText && len(all) > 1 && strings.IndexFunc(p.text, wordy) >= 0 {
			return i
		}
	}
	return -1
}

// holdsRecords says whether a value is a list of objects.
func holdsRecords(value json.RawMessage) bool {
	var list []map[string]json.RawMessage
	return json.Unmarshal(value, &list) == nil && len(list) > 0
}

// called says whether a property's name is made of words for names and businesses: "business_name".
func called(keys map[string]bool, key string) bool {
	found := false
	for part := range strings.FieldsFuncSeq(fold(key, false), func(r rune) bool { return !wordy(r) || r == '_' }) {
		if !nameKeys[0][part] && !nameKeys[1][part] {
			return false
		}
		found = found || keys[part]
	}
	return found
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

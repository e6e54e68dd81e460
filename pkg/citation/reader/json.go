package reader

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Properties that hold a name, as assistants call them when they answer in JSON.
var nameKeys = []string{
	"name", "business", "business_name", "company", "title", "nom", "nombre", "nome", "naam",
	"restaurant", "hotel", "shop", "brand", "店名", "名前", "الاسم",
}

// fromJSON rewrites an answer that is a JSON value, in a code fence or not, as a list. Any other answer stays.
func fromJSON(answer string) string {
	text := strings.TrimSpace(answer)
	if inner, ok := strings.CutPrefix(text, "```"); ok {
		text = strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(inner, "json"), "```"))
	}
	if !strings.HasPrefix(text, "{") && !strings.HasPrefix(text, "[") {
		return answer
	}
	// Decoded token by token, so that the properties keep their order.
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var out strings.Builder
	if err := listJSON(d, &out, 0); err != nil || out.Len() == 0 {
		return answer
	}
	return out.String()
}

// listJSON writes the next value: a property that holds a name begins an item, any other is a remark.
func listJSON(d *json.Decoder, out *strings.Builder, depth int) error {
	token, err := d.Token()
	if err != nil {
		return fmt.Errorf("reading an answer in JSON: %w", err)
	}
	open, ok := token.(json.Delim)
	if !ok {
		if s, ok := token.(string); ok {
			fmt.Fprintf(out, "- %s\n", oneLine(s))
		}
		return nil
	}
	for d.More() {
		if depth > maxNesting || out.Len() > maxAnswer {
			return fmt.Errorf("an answer in JSON is too large: %d bytes, %d deep", out.Len(), depth)
		}
		if open == '[' {
			if err := listJSON(d, out, depth+1); err != nil {
				return err
			}
			continue
		}
		if err := propertyJSON(d, out, depth); err != nil {
			return err
		}
	}
	_, err = d.Token()
	return err
}

func propertyJSON(d *json.Decoder, out *strings.Builder, depth int) error {
	key, err := d.Token()
	if err != nil {
		return fmt.Errorf("reading an answer in JSON: %w", err)
	}
	var value json.RawMessage
	if err := d.Decode(&value); err != nil {
		return fmt.Errorf("reading an answer in JSON: %w", err)
	}
	var text string
	if err := json.Unmarshal(value, &text); err != nil {
		inner := json.NewDecoder(strings.NewReader(string(value)))
		inner.UseNumber()
		return listJSON(inner, out, depth+1)
	}
	if name, _ := key.(string); isNameKey(name) {
		fmt.Fprintf(out, "- **%s**\n", oneLine(text))
		return nil
	}
	if depth > 1 {
		fmt.Fprintf(out, "  %s\n", oneLine(text)) // under its item
		return nil
	}
	fmt.Fprintf(out, "\n%s\n\n", oneLine(text))
	return nil
}

func isNameKey(key string) bool {
	for _, k := range nameKeys {
		if strings.EqualFold(k, key) {
			return true
		}
	}
	return false
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

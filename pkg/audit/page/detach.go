package page

import (
	"reflect"
	"strings"
	"time"
)

// detachFrom is the size of documents, in bytes, whose pages are detached from them. What smaller ones hold matters little.
const detachFrom = 64 << 10

// detach copies what the page keeps of its document. A telephone number that was cut out of a line of 10 MiB would keep all of it in memory, and so would
// the date in a long attribute. Text is left alone: it is a copy already, and its blocks share it.
func (p *Page) detach() {
	text := p.Text
	p.Text = Text{}
	copyTexts(reflect.ValueOf(p).Elem())
	p.Text = text
}

var timeType = reflect.TypeFor[time.Time]()

// copyTexts replaces every string in v by a copy. v can be set, and holds no loops.
func copyTexts(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(strings.Clone(v.String()))
	case reflect.Pointer:
		if !v.IsNil() {
			copyTexts(v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			copyTexts(v.Index(i))
		}
	case reflect.Struct:
		if v.Type() == timeType {
			return
		}
		for i := range v.NumField() {
			copyTexts(v.Field(i))
		}
	case reflect.Map:
		if v.IsNil() {
			return
		}
		copied := reflect.MakeMapWithSize(v.Type(), v.Len())
		for each := v.MapRange(); each.Next(); {
			key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			key.Set(each.Key())
			value.Set(each.Value())
			copyTexts(key)
			copyTexts(value)
			copied.SetMapIndex(key, value)
		}
		v.Set(copied)
	}
}

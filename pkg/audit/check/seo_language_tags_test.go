package check

import "testing"

func TestLanguageTag(t *testing.T) {
	for tag, want := range map[string]bool{
		"en": true, "fr-CA": true, "zh-Hans-CN": true, "es-419": true, "sl-rozaj-biske": true, "de-CH-1996": true, "en-x-pirate": true, "x-klingon": true, "haw": true,
		"": false, "e": false, "english": false, "en_US": false, "en-UK": false, "qq": false, "fr-": false, "12": false,
	} {
		if got := languageTag(tag); got != want {
			t.Errorf("%q: %v, want %v", tag, got, want)
		}
	}
}

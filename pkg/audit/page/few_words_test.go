package page

import "testing"

func TestFewWords(t *testing.T) {
	for body, want := range map[string]bool{
		"":                          true,
		"<p>one two three</p>":      true,
		"<p>one two three four</p>": false,
		"<title>one two three four</title><p>one":                        true,
		"<script>one two three four</script><style>a b c d e</style>one": true,
		"<noscript>enable one two three four</noscript>":                 true,
		"</script>one two <b>three</b> four":                             false,
	} {
		if got := FewWords([]byte(body), 4); got != want {
			t.Errorf("%q: %v", body, got)
		}
	}
}

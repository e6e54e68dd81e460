package page

import (
	"strings"
	"unicode/utf8"
)

// isCurrencyCode says whether three letters are the ISO 4217 code of a currency that prices are seen in on the web.
func isCurrencyCode(s string) bool {
	switch s {
	case "EUR", "USD", "GBP", "CHF", "CAD", "AUD", "NZD", "JPY", "CNY", "INR", "SEK", "NOK", "DKK", "PLN", "CZK", "HUF", "RON", "BRL", "MXN", "ZAR",
		"AED", "SGD", "HKD", "MAD", "TND", "XOF", "TRY", "ILS":
		return true
	}
	return false
}

// readPrices finds amounts with a currency sign or code before or after them.
func (p *Page) readPrices(line string) {
	for i := 0; i < len(line) && len(p.Prices) < maxPrices; {
		if line[i] < '0' || line[i] > '9' {
			i++
			continue
		}
		start := i - currencyBefore(line[:i])
		end := i + amountLength(line[i:], !strings.HasPrefix(line[start:i], "$") && !strings.HasPrefix(line[start:i], "£"))
		stop := end + currencyAfter(line[end:])
		if (start < i || stop > end) && !isLargeUnit(line[stop:]) && !endsInLetterOrDigit(line[:start]) {
			p.Prices = addUnique(p.Prices, collapse(line[start:stop]), maxPrices)
		}
		i = max(stop, i+1)
	}
}

// amountLength is the length of the number that a text begins with: digits in groups of three divided by a separator, and a decimal part. spaced says
// whether a plain space can divide groups; where the dollar or pound sign comes first, what follows a space is another number.
func amountLength(s string, spaced bool) int {
	at := digitRun(s)
	for {
		sep := 0
		switch c, size := utf8.DecodeRuneInString(s[at:]); c {
		case '.', ',', '\'', '’', '\u00a0', '\u202f':
			sep = size
		case ' ':
			if spaced {
				sep = size
			}
		}
		n := digitRun(s[at+sep:])
		decimals := sep > 0 && (s[at] == '.' || s[at] == ',') && n <= 2
		if sep == 0 || n == 0 || n != 3 && !decimals {
			return at
		}
		at += sep + n
	}
}

// digitRun is how many digits a text begins with.
func digitRun(s string) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}

// currencyBefore is the length of the currency that a text ends with, with the space after it.
func currencyBefore(s string) int {
	t := strings.TrimSuffix(strings.TrimSuffix(s, " "), "\u00a0")
	space := len(s) - len(t)
	for _, sign := range [...]string{"US$", "C$", "CA$", "A$", "AU$", "NZ$", "HK$", "S$", "R$", "$", "€", "£", "¥", "₹"} {
		if strings.HasSuffix(t, sign) {
			return space + len(sign)
		}
	}
	if n := len(t); n >= 3 && isCurrencyCode(t[n-3:]) && !endsInLetterOrDigit(t[:n-3]) {
		return space + 3
	}
	return 0
}

// currencyAfter is the length of the currency that a text begins with, with the space before it.
func currencyAfter(s string) int {
	t := strings.TrimLeft(s, " \u00a0\u202f")
	space := len(s) - len(t)
	if space > 3 {
		return 0
	}
	for _, sign := range [...]string{"€", "$", "£", "zł", "kr", "Kč", "₹"} {
		if strings.HasPrefix(t, sign) && !beginsWithLetterOrDigit(t[len(sign):]) {
			return space + len(sign)
		}
	}
	if len(t) >= 3 && isCurrencyCode(t[:3]) && !beginsWithLetterOrDigit(t[3:]) {
		return space + 3
	}
	return 0
}

// isLargeUnit says that a text goes on with what makes an amount a turnover and no price: 3 million, 2bn, 5M.
func isLargeUnit(s string) bool {
	s = strings.TrimLeft(s, " \u00a0")
	for _, unit := range [...]string{"million", "Million", "billion", "Billion", "milliard", "Milliard", "bn", "M", "m", "k", "K"} {
		if strings.HasPrefix(s, unit) && (len(unit) > 2 || !beginsWithLetterOrDigit(s[len(unit):])) {
			return true
		}
	}
	return false
}

func beginsWithLetterOrDigit(s string) bool {
	c, _ := utf8.DecodeRuneInString(s)
	return isWordRune(c)
}

func endsInLetterOrDigit(s string) bool {
	c, _ := utf8.DecodeLastRuneInString(s)
	return isWordRune(c)
}

func isWordRune(c rune) bool {
	return isLetterRune(c) || c >= '0' && c <= '9' || c > 0xBF && c != utf8.RuneError && (c < 0x2000 || c > 0x2BFF)
}

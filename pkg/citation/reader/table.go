package reader

import (
	"slices"
	"strings"
	"unicode"
)

// tableNames finds the column, or the header row, that holds the names.
func (a *analysis) tableNames(add func(head)) {
	for t := 1; t <= a.tables; t++ {
		rows := map[int][]head{}
		columns := map[int][]head{}
		last := 0
		var first int
		for i, l := range a.lines {
			if l.table != t || l.kind != cell || a.skip[i] {
				continue
			}
			if l.row == 0 && l.col == 0 {
				first = i
			}
			last = max(last, l.col)
			h, ok := a.headOf(i)
			if !ok {
				continue
			}
			if l.row == 0 {
				rows[0] = append(rows[0], h)
			} else {
				columns[l.col] = append(columns[l.col], h)
			}
		}
		a.table(rows[0], columns, last, a.contextOf(first), add)
	}
}

func (a *analysis) table(header []head, columns map[int][]head, last int, c introduction, add func(head)) {
	across := slices.DeleteFunc(slices.Clone(header), func(h head) bool { return a.lines[h.line].col == 0 })
	ownAcross := slices.ContainsFunc(across, func(h head) bool { return h.own })
	if ownAcross || a.namesAcross(across, columns[0]) {
		a.accept(across, add)
		return
	}
	for _, places := range []bool{false, true} { // "Adresse" may head the names: a column of places comes last
		for col := 0; col <= last; col++ {
			if a.column(header, columns, col, places, c, add) {
				return
			}
		}
	}
}

// column takes the names of a column, if it is one of names.
func (a *analysis) column(header []head, columns map[int][]head, col int, places bool, c introduction, add func(head)) bool {
	own := slices.ContainsFunc(columns[col], func(h head) bool { return h.own })
	named := a.columnOfNames(header, columns, col)
	place := !named && !own && a.columnOfPlaces(header, col)
	if place != places || place && col > 0 || !named && !own && col > 2 {
		return false
	}
	c.offers = c.offers || named
	if !a.judge(columns[col], c) {
		return false
	}
	// A table without a header has a name in its first row too.
	for _, h := range header {
		if a.lines[h.line].col == col && h.strength == strong && !a.headerLike(header) {
			add(h)
		}
	}
	a.accept(columns[col], add)
	return true
}

// What the header of a column of places says.
var placeHeader = set("area", "suburb", "neighbourhood", "neighborhood", "district", "location", "town", "borough", "street", "address", "quartier", "adresse",
	"commune", "ville", "secteur", "arrondissement", "lieu", "stadtteil", "lage", "ort", "viertel", "bezirk", "standort", "kreis", "gegend", "colonia", "zona",
	"barrio", "ubicacion", "direccion", "localidad", "distrito", "quartiere", "indirizzo", "luogo", "comune", "bairro", "localizacao", "localizacion", "morada",
	"endereco", "freguesia", "cidade", "wijk", "buurt", "plaats", "adres", "locatie", "stadsdeel")

// What the header of a column of names says, beside the word for the trade.
var nameHeader = set("name", "business", "company", "nom", "nombre", "nome", "naam", "firma", "anbieter", "unternehmen", "betrieb", "entreprise", "prestataire",
	"empresa", "negocio", "azienda", "bedrijf", "provider", "praticien", "praxis", "practice", "clinica", "店名", "名前", "事務所", "店舗", "الاسم")

func (a *analysis) columnOfPlaces(header []head, col int) bool {
	return slices.ContainsFunc(header, func(h head) bool {
		l := &a.lines[h.line]
		return l.col == col && every(l.words[:min(1, len(l.words))], func(w word) bool { return placeHeader[w.key] })
	})
}

// columnOfNames says whether a column is headed as one of names, and then takes what stands in it for names, however it is written.
func (a *analysis) columnOfNames(header []head, columns map[int][]head, col int) bool {
	named := slices.ContainsFunc(header, func(h head) bool {
		l := &a.lines[h.line]
		return l.col == col && (nameHeader[joined(l.words)] || len(l.words) <= 2 && (nameHeader[l.words[0].key] || a.category.whole(l.words)))
	})
	for i := range columns[col] {
		h := &columns[col][i]
		l := &a.lines[h.line]
		if named && h.strength == none && h.to-h.from <= maxNameWords && !a.excluded(l, h.from, h.to) && strings.ContainsFunc(l.text[h.start:h.end], unicode.IsLetter) {
			h.strength = weak
		}
	}
	return named
}

// namesAcross says whether a table compares businesses side by side: names in its header, labels in its first column.
func (a *analysis) namesAcross(header, first []head) bool {
	names, labels := 0, 0
	for _, h := range header {
		if h.strength >= likely {
			names++
		}
	}
	for _, h := range first {
		if h.strength <= weak {
			labels++
		}
	}
	return names > 0 && 2*names > len(header) && 2*labels > len(first)
}

// headerLike says whether a row is made of labels.
func (a *analysis) headerLike(header []head) bool {
	labels := 0
	for _, h := range header {
		if h.strength <= likely {
			labels++
		}
	}
	return 2*labels >= len(header)
}

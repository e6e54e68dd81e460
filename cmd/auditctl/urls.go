package main

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"os"
	"slices"
	"strings"
)

// maxListBytes bounds a file of addresses.
const maxListBytes = 16 << 20

// readURLs reads addresses from a file or, for "-", from stdin: one a line with # starting a comment, or a CSV whose head names a url column.
func (a *app) readURLs(path string) ([]string, error) {
	in := a.In
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return nil, usage("--file: %v", err)
		}
		defer f.Close()
		in = f
	}
	data, err := io.ReadAll(io.LimitReader(in, maxListBytes+1))
	if err != nil {
		return nil, usage("--file: reading %s: %v", path, err)
	}
	if len(data) > maxListBytes {
		return nil, usage("--file: %s is larger than 16 MiB", path)
	}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	urls, err := parseURLs(string(data))
	if err != nil {
		return nil, usage("--file: %s: %v", path, err)
	}
	if len(urls) == 0 {
		return nil, usage("--file: %s names no address", path)
	}
	return urls, nil
}

func parseURLs(text string) ([]string, error) {
	text = skipComments(text)
	first, _, _ := strings.Cut(text, "\n")
	head := strings.FieldsFunc(strings.ToLower(first), func(r rune) bool { return strings.ContainsRune(",;\" \r", r) })
	if slices.Contains(head, "url") && !strings.Contains(first, "://") {
		return parseCSV(text, strings.Count(first, ";") > strings.Count(first, ","))
	}
	var urls []string
	for line := range strings.Lines(text) {
		// A # inside an address is its fragment; a comment begins the line or follows white space.
		line, _, _ = strings.Cut(" "+strings.ReplaceAll(line, "\t", " "), " #")
		if line = strings.TrimSpace(line); line != "" {
			urls = append(urls, line)
		}
	}
	return urls, nil
}

// skipComments gives text from the first line that is neither blank nor a comment.
func skipComments(text string) string {
	for line := range strings.Lines(text) {
		if said := strings.TrimSpace(line); said != "" && said[0] != '#' {
			break
		}
		text = text[len(line):]
	}
	return text
}

func parseCSV(text string, semicolons bool) ([]string, error) {
	r := csv.NewReader(strings.NewReader(text))
	r.FieldsPerRecord = -1
	r.Comment = '#'
	if semicolons {
		r.Comma = ';'
	}
	rows, err := r.ReadAll()
	if err != nil {
		return nil, err
	}
	column := slices.IndexFunc(rows[0], func(name string) bool { return strings.EqualFold(strings.TrimSpace(name), "url") })
	if column < 0 {
		return nil, errors.New("no column is named url")
	}
	var urls []string
	for _, row := range rows[1:] {
		if column < len(row) && strings.TrimSpace(row[column]) != "" {
			urls = append(urls, strings.TrimSpace(row[column]))
		}
	}
	return urls, nil
}

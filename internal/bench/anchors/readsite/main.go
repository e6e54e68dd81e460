// Command readsite is the anchors B1 and B50: for each site on stdin, all side by side, it reads robots.txt, the sitemap and 20 pages, 4 at once, and
// collects the signals of the head in one walk. It prints how many it found.
package main

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"sync/atomic"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"golang.org/x/sync/errgroup"
)

const pages = 20

var client = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 4}}

func main() {
	var signals atomic.Int64
	var g errgroup.Group
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		site := lines.Text()
		g.Go(func() error {
			n, err := read(site)
			signals.Add(n)
			return err
		})
	}
	if err := g.Wait(); err != nil {
		log.Fatal(err)
	}
	fmt.Println(signals.Load())
}

func read(site string) (int64, error) {
	if _, err := get(site + "/robots.txt"); err != nil {
		return 0, err
	}
	sitemap, err := get(site + "/sitemap.xml")
	if err != nil {
		return 0, err
	}
	var set struct {
		Locs []string `xml:"url>loc"`
	}
	if err := xml.Unmarshal(sitemap, &set); err != nil {
		return 0, err
	}
	var signals atomic.Int64
	var g errgroup.Group
	g.SetLimit(4)
	for _, loc := range set.Locs[:min(len(set.Locs), pages)] {
		g.Go(func() error {
			body, err := get(loc)
			if err != nil {
				return err
			}
			doc, err := html.Parse(bytes.NewReader(body))
			if err != nil {
				return err
			}
			signals.Add(walk(doc))
			return nil
		})
	}
	err = g.Wait()
	return signals.Load(), err
}

func walk(n *html.Node) int64 {
	var found int64
	switch n.DataAtom {
	case atom.Title, atom.Meta, atom.Link, atom.H1:
		found++
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		found += walk(c)
	}
	return found
}

func get(url string) ([]byte, error) {
	resp, err := client.Get(url)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return io.ReadAll(resp.Body)
}

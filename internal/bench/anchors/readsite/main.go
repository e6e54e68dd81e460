// Command readsite is the anchors B1, B50 and B1000: for each site on stdin, 50 side by side, it reads robots.txt, the sitemap, llms.txt and 20 pages, 4
// at once, or as many as its argument says, and collects the signals of the head in one walk. It prints how many it found.
package main

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"flag"
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

var client = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 4}}

func main() {
	pages := flag.Int("pages", 20, "read of each site")
	flag.Parse()
	var signals atomic.Int64
	var g errgroup.Group
	g.SetLimit(50)
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		site := lines.Text()
		g.Go(func() error {
			n, err := read(site, *pages)
			signals.Add(n)
			return err
		})
	}
	if err := g.Wait(); err != nil {
		log.Fatal(err)
	}
	fmt.Println(signals.Load())
}

func read(site string, pages int) (int64, error) {
	for _, file := range []string{"/robots.txt", "/llms.txt"} {
		if _, err := get(site + file); err != nil {
			return 0, err
		}
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

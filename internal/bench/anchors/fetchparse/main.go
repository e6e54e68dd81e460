// Command fetchparse is the anchor F: it fetches the addresses on stdin, 8 at once, and parses each as HTML. Nothing less can read a page.
package main

import (
	"bufio"
	"bytes"
	"io"
	"log"
	"net/http"
	"os"

	"golang.org/x/net/html"
	"golang.org/x/sync/errgroup"
)

func main() {
	var g errgroup.Group
	g.SetLimit(8)
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 8}}
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		url := lines.Text()
		g.Go(func() error {
			resp, err := client.Get(url)
			if err != nil {
				return err
			}
			body, err := io.ReadAll(resp.Body)
			if err := resp.Body.Close(); err != nil {
				return err
			}
			if err != nil {
				return err
			}
			_, err = html.Parse(bytes.NewReader(body))
			return err
		})
	}
	if err := g.Wait(); err != nil {
		log.Fatal(err)
	}
}

// Command plain is the anchor P: a net/http handler that returns a file's bytes from memory. Nothing less can answer a poll. It prints its address and
// serves until its stdin ends.
package main

import (
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
)

func main() {
	if len(os.Args) != 3 {
		log.Fatal("usage: plain FILE CONTENT-TYPE")
	}
	body, err := os.ReadFile(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	go func() {
		log.Fatal(http.Serve(l, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", os.Args[2])
			w.Write(body)
		})))
	}()
	fmt.Println(l.Addr())
	io.Copy(io.Discard, os.Stdin)
}

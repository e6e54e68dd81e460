// Command durable is the anchor D: behind net/http it keeps each body that is posted as one row, on the disk before it answers. Nothing less can accept
// a submission. It prints its address and serves until its stdin ends.
package main

import (
	"database/sql"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"time"

	_ "modernc.org/sqlite" // registers the driver "sqlite"
)

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: durable FILE")
	}
	db, err := sql.Open("sqlite", "file:"+os.Args[1]+"?_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)")
	if err != nil {
		log.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	if _, err := db.Exec(`CREATE TABLE kept (id INTEGER PRIMARY KEY, at INTEGER NOT NULL, body BLOB NOT NULL)`); err != nil {
		log.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	go func() {
		log.Fatal(http.Serve(l, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, err := io.ReadAll(r.Body)
			if err == nil {
				_, err = db.Exec(`INSERT INTO kept (at, body) VALUES ($1, $2)`, time.Now().UnixMicro(), body)
			}
			if err != nil {
				log.Print(err)
				w.WriteHeader(http.StatusInternalServerError)
				return
			}
			w.WriteHeader(http.StatusAccepted)
			io.WriteString(w, `{"success":true}`)
		})))
	}()
	fmt.Println(l.Addr())
	io.Copy(io.Discard, os.Stdin)
	if err := db.Close(); err != nil {
		log.Fatal(err)
	}
}

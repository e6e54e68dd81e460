// Command auditctl audits websites for search and for AI search: here and now, without account, key or server.
package main

import (
	"io"
	"log"
	"os"
	"runtime/debug"
)

func main() {
	// Parsing makes garbage in bursts: collecting half as often saves a sixth of the processor time for some memory, and the limit keeps that in hand.
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(200)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(1 << 30)
	}
	log.SetOutput(io.Discard) // net/http writes there what a broken server sends after its answer
	os.Exit(Main(os.Args[1:], Terminal()))
}

// Command auditctl audits websites for search and for AI search: here and now, without account, key or server.
package main

import (
	"io"
	"log"
	"os"
	"runtime"
	"runtime/debug"
)

func main() {
	// Parsing makes garbage in bursts: collecting half as often saves a sixth of the processor time for some memory, and the limit keeps that in hand.
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(200)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(448 << 20)
	}
	// Pages are parsed on one processor less than Go has (pipeline.Config), so that is every core. Whoever asks a server meanwhile is given the one that is
	// too many, and with it a turn by the system, instead of waiting for the end of somebody's page.
	if os.Getenv("GOMAXPROCS") == "" {
		runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + 1)
	}
	log.SetOutput(io.Discard) // net/http writes there what a broken server sends after its answer
	os.Exit(Main(os.Args[1:], Terminal()))
}

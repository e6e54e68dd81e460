//go:build !linux

package main

import (
	"os"
	"runtime"
	"time"
)

// Memory and the load by others are read from Linux alone; elsewhere they are 0.
func peakMemory(*os.ProcessState) float64 { return 0 }

func memory(int) (now, highest float64, err error) { return 0, 0, nil }
func forgetPeak(int) error                         { return nil }

type load struct{}

func newLoad() *load { return &load{} }

func (*load) count(int)  {}
func (*load) forget(int) {}

func (*load) begin()            {}
func (*load) end(time.Duration) {}
func (*load) others() float64   { return 0 }

// processor is the kind of the machine's processor.
func processor() string { return runtime.GOARCH }

// What children leave running is counted on Linux alone.
func adoptOrphans() error    { return nil }
func orphans() time.Duration { return 0 }

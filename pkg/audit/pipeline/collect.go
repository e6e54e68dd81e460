package pipeline

import (
	"runtime"
	"runtime/metrics"
	"time"

	"github.com/auditctl/auditctl/internal/join"
)

const (
	// mayGrow is how many bytes of garbage are left while a large page is parsed, or its site judged. By itself the heap would grow to three times what is kept of
	// the site, which may be 80 MiB.
	mayGrow = 48 << 20
	// collectEvery is how often that is looked at. A processor allocates some MiB meanwhile.
	collectEvery = 5 * time.Millisecond
)

// collecting runs the collector whenever there is too much garbage, until its result is called. It changes no verdict.
func collecting() (end func()) {
	ended := make(chan struct{})
	var group join.Group
	group.Go(func() {
		ticker := time.NewTicker(collectEvery)
		defer ticker.Stop()
		for {
			select {
			case <-ended:
				return
			case <-ticker.C:
				if garbage() > mayGrow {
					runtime.GC()
				}
			}
		}
	})
	return func() {
		close(ended)
		group.Wait()
	}
}

// garbage returns by how many bytes the heap has grown since it was last collected.
func garbage() int64 {
	samples := [2]metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/gc/heap/live:bytes"}}
	metrics.Read(samples[:])
	return int64(samples[0].Value.Uint64()) - int64(samples[1].Value.Uint64())
}

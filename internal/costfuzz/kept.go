package costfuzz

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Budgets are what one audit may cost. They are enforced in the code that they measure: bytes on the wire by the connection, processor
// time and memory by what parsers and checks do at most.
var Budgets = struct {
	PageCPU, AuditCPU time.Duration // of an audit that reads one page, and of any audit
	Memory, Wire      int64         // bytes
}{PageCPU: 2 * time.Second, AuditCPU: 10 * time.Second, Memory: 200 << 20, Wire: 32 << 20}

// readAhead is what a process may read besides: the last read of each connection, and files.
const readAhead = 512 << 10

// Misses lists the budgets that a cost is above.
func Misses(g Genome, c Cost) []string {
	var list []string
	if allowed := min(Budgets.AuditCPU, time.Duration(g.Pages)*Budgets.PageCPU); c.CPU > allowed {
		list = append(list, fmt.Sprintf("%.1f s of processor time instead of %.0f", c.CPU.Seconds(), allowed.Seconds()))
	}
	if c.Memory > Budgets.Memory {
		list = append(list, fmt.Sprintf("%d MiB of memory instead of %d", c.Memory>>20, Budgets.Memory>>20))
	}
	if c.Wire > Budgets.Wire+readAhead {
		list = append(list, fmt.Sprintf("%.1f MiB on the wire instead of %d", float64(c.Wire)/(1<<20), Budgets.Wire>>20))
	}
	if c.Stopped != "" {
		list = append(list, "it had to be stopped by its "+c.Stopped)
	}
	return list
}

func (c Cost) String() string {
	stopped := ""
	if c.Stopped != "" {
		stopped = ", stopped by " + c.Stopped
	}
	return fmt.Sprintf("%6.2f s CPU %5d MiB %4d requests %6.1f MiB wire %5.1f s wall %s%s",
		c.CPU.Seconds(), c.Memory>>20, c.Requests, float64(c.Wire)/(1<<20), c.Wall.Seconds(), c.Outcome, stopped)
}

// KeptGenome is a genome of a file.
type KeptGenome struct {
	Name   string // of the file, without .json
	Genome Genome
}

// Kept reads the genomes of a folder, by name.
func Kept(folder string) ([]KeptGenome, error) {
	files, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil {
		return nil, fmt.Errorf("looking for genomes: %w", err)
	}
	var list []KeptGenome
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, fmt.Errorf("reading a genome: %w", err)
		}
		g, err := Parse(text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		list = append(list, KeptGenome{strings.TrimSuffix(filepath.Base(file), ".json"), g})
	}
	return list, nil
}

//go:build unix && !linux

package processgroup

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"time"
)

// interval is between two looks; each runs ps.
const interval = 500 * time.Millisecond

const psTime = 5 * time.Second

// tree is what is known of the processes of a group.
type tree struct {
	leader int
	sum    int64 // bytes that the last look found
}

func newTree(leader int) *tree { return &tree{leader: leader} }

// strays returns nothing: processes that leave the group are not followed here.
func (*tree) strays() []int { return nil }

// codeShare is how much of a process's resident memory is the program's code, which all processes of a browser share, in bytes.
const codeShare = 64 << 20

// exceeds reports whether the group is about to occupy more than limit bytes, roughly: ps doesn't tell what several processes share.
func (t *tree) exceeds(limit int64) bool {
	ctx, cancel := context.WithTimeout(context.Background(), psTime)
	defer cancel()
	out, err := exec.CommandContext(ctx, "ps", "-A", "-o", "pgid=,rss=").Output()
	if err != nil {
		return false
	}
	var sum int64
	for lines := bufio.NewScanner(bytes.NewReader(out)); lines.Scan(); {
		var group int
		var kilobytes int64
		if n, _ := fmt.Sscan(lines.Text(), &group, &kilobytes); n == 2 && group == t.leader {
			sum += max(0, kilobytes<<10-codeShare)
		}
	}
	limit = ceiling(limit, sum-t.sum)
	t.sum = sum
	return sum > limit
}

func limitData(int, int64) {}

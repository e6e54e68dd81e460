package service

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"slices"
	"strings"

	"github.com/auditctl/auditctl/pkg/audit"
)

// together groups addresses that one run answers, by their place in the list: the first of a group is run, groups come in the order of their first. A
// front page answers for whatever of its origin comes after it, another page for its own address alone.
func together(targets []audit.Target) [][]int {
	var groups [][]int
	byRoot, byURL := map[string]int{}, map[string]int{}
	for i, t := range targets {
		g, known := byRoot[t.Origin()]
		if !known {
			g, known = byURL[t.URL]
		}
		switch {
		case known:
			groups[g] = append(groups[g], i)
			continue
		case t.Root:
			byRoot[t.Origin()] = len(groups)
		default:
			byURL[t.URL] = len(groups)
		}
		groups = append(groups, []int{i})
	}
	return groups
}

// flights names what audits in the air answer: those of one language and version of the rules, for those who share a cache.
type flights struct{ lang, rules, scope string }

// front names the flight of an origin's front page. Every such name sorts before every one of a page.
func (f flights) front(origin string) string { return f.name("front", origin) }

// page names the flight of another page, by a hash: an address can be longer than what a database has an index for.
func (f flights) page(url string) string {
	sum := sha256.Sum256([]byte(url))
	return f.name("page", hex.EncodeToString(sum[:]))
}

func (f flights) name(kind, of string) string {
	return strings.Join([]string{kind, f.lang, f.rules, f.scope, of}, "|")
}

// join lets entries wait for audits in the air, and gives the groups that need a run, each led by its first entry and known to others by its flight.
// Flights are locked in one order, fronts by origin and then pages, so that no two submissions wait for each other.
func (a *acceptance) join(ctx context.Context) ([][]int, error) {
	air := flights{string(a.sub.Lang), a.Runner.RulesVersion(), ""}
	if a.CachePerAccount {
		air.scope = a.caller.AccountID
	}
	if !a.caller.Local() {
		if err := a.joinFronts(ctx, air); err != nil {
			return nil, err
		}
	}
	groups := a.groups()
	if a.caller.Local() {
		return groups, nil // an interrupted command leaves nothing in the air that a later one would wait for
	}
	if err := a.joinPages(ctx, air, groups); err != nil {
		return nil, err
	}
	var ours [][]int
	for _, group := range groups {
		if !a.open(group[0]) {
			continue
		}
		// What was in the air a moment ago may just have landed.
		fresh, err := a.fresh(ctx, group[0])
		if err != nil {
			return nil, err
		}
		if fresh == nil {
			ours = append(ours, group)
			continue
		}
		a.serve(fresh, group...)
		if err := a.leave(ctx, group); err != nil {
			return nil, err
		}
	}
	return ours, nil
}

// groups puts together the entries that one run answers.
func (a *acceptance) groups() [][]int {
	var places []int
	var targets []audit.Target
	for i := range a.batch.Audits {
		if a.open(i) {
			places, targets = append(places, i), append(targets, a.targets[i])
		}
	}
	groups := together(targets)
	for _, group := range groups {
		for n, i := range group {
			group[n] = places[i]
		}
	}
	return groups
}

// joinFronts lets entries follow the front page of their origin if that is being audited, and takes the flights of front pages in
// this batch.
func (a *acceptance) joinFronts(ctx context.Context, air flights) error {
	front := map[string]string{} // of an origin: the first entry that is its front page, or none
	for i, t := range a.targets {
		if !a.open(i) || front[t.Origin()] != "" {
			continue
		}
		front[t.Origin()] = ""
		if t.Root {
			front[t.Origin()] = a.batch.Audits[i].AuditID
		}
	}
	for _, origin := range slices.Sorted(maps.Keys(front)) {
		leader, err := "", error(nil)
		if own := front[origin]; own == "" {
			leader, err = a.tx.Leader(ctx, air.front(origin))
		} else if leader, err = a.tx.Join(ctx, air.front(origin), own); leader == own {
			leader = ""
		}
		if err != nil {
			return err
		}
		for i, t := range a.targets {
			if leader != "" && t.Origin() == origin && a.open(i) {
				a.batch.Audits[i].Leader = leader
			}
		}
	}
	return nil
}

// joinPages takes the flights of pages that aren't fronts, or lets their groups follow who has them.
func (a *acceptance) joinPages(ctx context.Context, air flights, groups [][]int) error {
	pages := map[string][]int{}
	for _, group := range groups {
		if t := a.targets[group[0]]; !t.Root {
			pages[air.page(t.URL)] = group
		}
	}
	for _, flight := range slices.Sorted(maps.Keys(pages)) {
		own := a.batch.Audits[pages[flight][0]].AuditID
		leader, err := a.tx.Join(ctx, flight, own)
		if err != nil {
			return err
		}
		for _, i := range pages[flight] {
			if leader != own {
				a.batch.Audits[i].Leader = leader
			}
		}
	}
	return nil
}

// leave ends the flight of a group that isn't run: nobody could have joined it yet.
func (a *acceptance) leave(ctx context.Context, group []int) error {
	_, err := a.tx.Land(ctx, a.batch.Audits[group[0]].AuditID)
	return err
}

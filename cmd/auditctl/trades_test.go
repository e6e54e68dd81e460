package main

import (
	"slices"
	"testing"

	"github.com/auditctl/auditctl/pkg/audit/business"
	"github.com/auditctl/auditctl/pkg/citation/question"
)

func TestThereAreQuestionsForEveryTrade(t *testing.T) {
	var trades []string
	for _, trade := range business.Trades() {
		trades = append(trades, trade.Key)
	}
	slices.Sort(trades)
	if asked := question.Trades(); !slices.Equal(trades, asked) {
		t.Errorf("trades of the taxonomy: %q\nwith questions: %q", trades, asked)
	}
}

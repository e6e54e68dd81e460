package main

import (
	"context"

	"github.com/auditctl/auditctl/pkg/citation/reader"
)

type structural struct{}

func (structural) Read(context.Context, reader.Case) (reader.Reading, error) {
	return reader.Reading{}, nil
}

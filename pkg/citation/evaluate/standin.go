package main

import (
	"context"
	"errors"

	"github.com/auditctl/auditctl/pkg/citation/reader"
	"github.com/auditctl/auditctl/pkg/engine"
)

type structural struct{}

func (structural) Read(context.Context, reader.Case) (reader.Reading, error) {
	return reader.Reading{}, nil
}

type serpapi struct{}

func (serpapi) ReadSerpAPI([]byte) (engine.Overview, error) {
	return engine.Overview{}, errors.New("not there yet")
}

var provider serpapi

// Command table prints how predictions stand against labelled cases: table CASES PREDICTIONS.
package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/auditctl/auditctl/internal/citationscore"
)

func main() {
	if err := table(os.Args[1:]); err != nil {
		fmt.Fprintf(os.Stderr, "table: %v\n", err)
		os.Exit(1)
	}
}

func table(args []string) error {
	if len(args) != 2 {
		return errors.New("give the file of labelled cases and the file of predictions")
	}
	cases, err := read[citationscore.Case](args[0])
	if err != nil {
		return err
	}
	predictions, err := read[citationscore.Prediction](args[1])
	if err != nil {
		return err
	}
	return citationscore.Of(cases, predictions).Print(os.Stdout)
}

func read[T any](path string) ([]T, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	all, err := citationscore.Read[T](f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return all, nil
}

package pgtest

import (
	"testing"

	"github.com/jackc/pgx/v5"
)

func TestEveryDatabaseIsEmptyAndApart(t *testing.T) {
	a, b := URL(t), URL(t)
	for _, address := range []string{a, b} {
		c, err := pgx.Connect(t.Context(), address)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close(t.Context())
		if _, err := c.Exec(t.Context(), `CREATE TABLE mine ()`); err != nil {
			t.Error(err)
		}
	}
}

func TestAKilledServerComesBackWithItsData(t *testing.T) {
	s := Start(t)
	address := s.URL()
	if err := execute(address, `CREATE TABLE kept ()`); err != nil {
		t.Fatal(err)
	}
	for name, end := range map[string]func(){"stopped": s.Stop, "killed": s.Kill} {
		end()
		if err := execute(address, `SELECT 1`); err == nil {
			t.Errorf("%s, and answers", name)
		}
		s.Restart()
		if err := execute(address, `SELECT * FROM kept`); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

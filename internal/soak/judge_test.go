package main

import (
	"testing"
	"time"
)

// figures are samples of ten minutes, of a server that has so much at a minute.
func figures(resident func(minute float64) float64) (list []sample) {
	for at := time.Duration(0); at < 10*time.Minute; at += 5 * time.Second {
		list = append(list, sample{at: at, resident: resident(at.Minutes()) * mega, db: at.Seconds() * mega, ended: at.Seconds()})
	}
	return list
}

func TestOnlyWhatGrowsAfterTheWarmUpIsAFault(t *testing.T) {
	for name, row := range map[string]struct {
		resident func(float64) float64
		grows    bool
	}{
		"flat":                       {func(float64) float64 { return 100 }, false},
		"up and down":                {func(m float64) float64 { return 100 + float64(int(m*60)%35) }, false},
		"a warm-up":                  {func(m float64) float64 { return 100 + 20*min(m, 2.5) }, false},
		"one odd sample":             {func(m float64) float64 { return 100 + 900*float64(int(m*12)/100*int(m*12)/119) }, false},
		"a machine's noise":          {func(m float64) float64 { return 100 + float64(int(m*60)*7919%50) }, false},
		"2 MiB a minute":             {func(m float64) float64 { return 100 + 2*m }, true},
		"4 MiB a minute in noise":    {func(m float64) float64 { return 100 + 4*m + float64(int(m*60)*7919%50) }, true},
		"2 MiB a minute, and a wave": {func(m float64) float64 { return 100 + 2*m + float64(int(m*60)%35)/2 }, true},
	} {
		if v := judge(figures(row.resident), 10*time.Minute, sample{}, sample{}, time.Second, &load{}); v.grows != row.grows {
			t.Errorf("%s: grows is %t\n%s", name, v.grows, v.text)
		}
	}
	if v := judge(figures(func(float64) float64 { return 1 }), 10*time.Minute, sample{goroutines: 20}, sample{goroutines: 40}, time.Minute, &load{}); !v.grows {
		t.Error("goroutines that stay are flat")
	}
}

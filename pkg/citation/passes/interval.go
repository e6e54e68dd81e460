package passes

import "math"

// z is the normal quantile of a two-sided interval at 95 %.
const z = 1.959964

// wilson is the score interval of a share (Wilson 1927) at 95 %, in three decimals. Of nothing everything is possible: 0 to 1.
func wilson(named, of int) (low, high float64) {
	if of == 0 {
		return 0, 1
	}
	n := float64(of)
	share := float64(named) / n
	scale := 1 + z*z/n
	middle := (share + z*z/(2*n)) / scale
	half := z / scale * math.Sqrt(share*(1-share)/n+z*z/(4*n*n))
	return thousandths(max(middle-half, 0)), thousandths(min(middle+half, 1))
}

func thousandths(v float64) float64 { return math.Round(v*1000) / 1000 }

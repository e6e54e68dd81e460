package fakeengine

// PageSpeed plays PageSpeed Insights by a function that answers each request, at once from several goroutines.
func PageSpeed(answer func(Request) Reply) *Server {
	return start("pagespeed", "", func(_ int, r Request) Reply { return answer(r) })
}

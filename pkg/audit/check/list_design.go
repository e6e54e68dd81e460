package check

// designChecks read what the HTML says of the design; what the page looks like takes a browser.
func designChecks() []Check {
	return []Check{
		designViewport(),
		designLabels(),
		designControlNames(),
		designLandmarks(),
		designCTAClarity(),
		designTrustElements(),
		designKeyboardFocus(),
		designInterstitial(),
		designConsent(),
		designImageQuality(),
		designLayoutShift(),
		designFrameTitles(),
		designAutoRefresh(),
	}
}

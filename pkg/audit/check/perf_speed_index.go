package check

func perfSpeedIndex() Check {
	return Check{
		ID: "perf.speed-index", Level: Standard,
		Source: "Lighthouse, Speed Index (3,387 and 5,800 ms on mobile devices); reported, not scored",
		Link:   "https://developer.chrome.com/docs/lighthouse/performance/speed-index",
		Title:  text("Speed Index", "Indice de vitesse (Speed Index)"),
		Why: text("It says how quickly the visible part fills, not only when it begins to.",
			"Il dit à quelle vitesse la partie visible se remplit, et pas seulement quand elle commence à le faire."),
		Fix: text("Send the first screen's content in the HTML, and load scripts, fonts and images of further down later.",
			"Envoyez le contenu du premier écran dans le HTML et différez scripts, polices et images situés plus bas."),
		Needs: []Need{Speed},
		Run:   metricSI.judge,
	}
}

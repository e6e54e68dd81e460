package check

func perfTBT() Check {
	return Check{
		ID: "perf.tbt", Level: Standard,
		Source: "Lighthouse, Total Blocking Time (200 and 600 ms on mobile devices); reported, not scored",
		Link:   "https://developer.chrome.com/docs/lighthouse/performance/lighthouse-total-blocking-time",
		Title:  text("Total Blocking Time", "Temps de blocage total (TBT)"),
		Why: text("While scripts keep the browser busy, it answers no tap.",
			"Tant que les scripts occupent le navigateur, il ne répond à aucun geste."),
		Fix: text("Remove scripts that aren't needed, split long tasks and load the others' scripts after the content.",
			"Supprimez les scripts inutiles, découpez les tâches longues et chargez les scripts tiers après le contenu."),
		Needs: []Need{Speed},
		Run:   metricTBT.judge,
	}
}

package check

func perfFCP() Check {
	return Check{
		ID: "perf.fcp", Level: Standard,
		Source: "web.dev, First Contentful Paint (1.8 and 3 s); reported, not scored",
		Link:   "https://web.dev/articles/fcp",
		Title:  text("First Contentful Paint", "Premier affichage (FCP)"),
		Why: text("Until something appears, visitors don't know whether the page works.",
			"Tant que rien n'apparaît, le visiteur ignore si la page fonctionne."),
		Fix: text("Answer quickly, and leave nothing in the head that the first screen doesn't need.",
			"Répondez vite et ne laissez dans l'en-tête rien dont le premier écran n'a pas besoin."),
		Needs: []Need{Speed},
		Run:   metricFCP.judge,
	}
}

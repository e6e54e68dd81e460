package check

func perfLCP() Check {
	return Check{
		ID: "perf.lcp", Level: Standard,
		Source: "web.dev, Largest Contentful Paint (2.5 and 4 s); reported, not scored",
		Link:   "https://web.dev/articles/lcp",
		Title:  text("Largest Contentful Paint", "Affichage du plus grand élément (LCP)"),
		Why: text("It is the moment at which visitors see what they came for; a search engine's page experience counts it.",
			"C'est le moment où le visiteur voit ce qu'il est venu chercher ; les moteurs de recherche en tiennent compte."),
		Fix: text("Load the first screen's image or heading first: a fast answer, no lazy loading there, no blocking files before it.",
			"Chargez d'abord l'image ou le titre du premier écran : réponse rapide, pas de chargement différé, aucun fichier bloquant avant."),
		Needs: []Need{Speed},
		Run:   metricLCP.judge,
	}
}

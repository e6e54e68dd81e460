package check

func perfCLS() Check {
	return Check{
		ID: "perf.cls", Level: Standard,
		Source: "web.dev, Cumulative Layout Shift (0.1 and 0.25); reported, not scored",
		Link:   "https://web.dev/articles/cls",
		Title:  text("Cumulative Layout Shift", "Stabilité de la mise en page (CLS)"),
		Why: text("What moves while the page loads makes visitors lose their line or tap the wrong thing.",
			"Ce qui bouge pendant le chargement fait perdre le fil ou toucher le mauvais lien."),
		Fix: text("Reserve room for images, embeds and banners, and load web fonts without a change of size.",
			"Réservez la place des images, contenus intégrés et bandeaux, et chargez les polices sans changement de taille."),
		Needs: []Need{Speed},
		Run:   metricCLS.judge,
	}
}

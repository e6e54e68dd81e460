package check

func seoChecks() []Check { return nil }

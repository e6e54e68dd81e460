package check

func geoChecks() []Check { return nil }

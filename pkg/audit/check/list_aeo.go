package check

func aeoChecks() []Check { return nil }

package page

// findMojibake gives excerpts of text that was decoded wrongly.
func findMojibake(lines []string) []string { return nil }

package page

// findSecrets gives the vendor keys in a text, masked.
func findSecrets(where, text string) []Secret { return nil }

package page

// readContacts fills phones, email addresses, postal addresses, opening hours and prices.
func (p *Page) readContacts(lines, addressElements []string) {}

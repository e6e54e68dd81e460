package citation

// Business is whom the passes ask about, and where its customers are.
type Business struct {
	Name    string
	Aliases []string // other names of the same business, in other scripts too
	Domain  string   // as a user writes it: with or without scheme, www. or path
	Trade   string   // key of an industry of the taxonomy, such as dentist; empty if unknown
	// Industry says the industry in words if the taxonomy has none.
	Industry string
	Type     string // one of the taxonomy's types, such as local; empty or unclear if unknown
	City     string
	Region   string
	Country  string // ISO 3166-1 alpha-2
	Language string // of the market, BCP 47
	Phone    string // E.164 where it could be read as such
}

package page

// IsA says whether a schema.org type stands under another in the hierarchy.
func IsA(typ, ancestor string) bool { return typ == ancestor }

package check

import "slices"

// All gives every check, in the order of reports: by group, and within a group as listed.
func All() []Check {
	return slices.Concat(seoChecks(), crawlChecks(), perfChecks(), securityChecks(), geoChecks(), aeoChecks(), designChecks(), localChecks())
}

package check

// localChecks ask whether a business that people go to, or that comes to them, can be found as such. All but the first make no sense for other sites.
func localChecks() []Check {
	return []Check{
		localNAPOnPage(),
		localLocalBusinessSchema(),
		localNAPConsistent(),
		localOpeningHours(),
		localCityInTitle(),
		localTelClick(),
		localMapOrDirections(),
		localReviewsMarkupVisible(),
		localLocationPages(),
		localGeoTags(),
	}
}

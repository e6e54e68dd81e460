package check

// geoChecks ask whether an engine can trust and attribute the site: entity data first, since access and clear entities are what studies found to
// matter; the tactics of prose last.
func geoChecks() []Check {
	return []Check{
		geoEntityNameConsistent(),
		geoOrganizationSchema(),
		geoSchemaMatchesPage(),
		geoSameAsAuthoritative(),
		geoContactVerifiable(),
		geoAboutPage(),
		geoAuthorBylines(),
		geoDatesAgree(),
		geoFreshness(),
		geoLegalPages(),
		geoSchemaRichAttributes(),
		geoSchemaDuplicates(),
		geoBoilerplateRatio(),
		geoOutboundCitations(),
		geoStatistics(),
		geoQuotations(),
		geoKeywordStuffing(),
	}
}

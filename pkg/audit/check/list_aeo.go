package check

// aeoChecks ask whether a direct answer can be lifted from the site. Question markup weighs nothing; visible questions and answers do.
func aeoChecks() []Check {
	return []Check{
		aeoAnswerFirst(),
		aeoCitableBlocks(),
		aeoPricingVisible(),
		aeoContactAction(),
		aeoFAQVisible(),
		aeoListsTables(),
		aeoQuestionHeadings(),
		aeoLangMatchesMarket(),
		aeoDefinitionBlocks(),
		aeoSectionSize(),
		aeoPronounFreeOpeners(),
		aeoTOCAnchors(),
		aeoComparisonContent(),
		aeoHowToSteps(),
		aeoReadingEase(),
		aeoQAMarkupValid(),
		aeoSpeakableOrSummary(),
	}
}

package check

func crawlChecks() []Check {
	return []Check{
		crawlAnswerBotsAllowed(),
		crawlAllAgentsBlocked(),
		crawlUserFetchersAllowed(),
		crawlTrainingPolicyDeclared(),
		crawlArchiveBots(),
		crawlNamedGroupDropsProtection(),
		crawlInertBotGroups(),
		crawlStaleTokens(),
		crawlCrawlDelay(),
		crawlCertificate(),
		crawlEdgeParity(),
		crawlProbeHonesty(),
		crawlWAFIdentified(),
		crawlPayPerCrawl(),
		crawlContentSignal(),
		crawlRSLLicense(),
		crawlNoAIDirectives(),
		crawlRawHTMLContent(),
		crawlRawHTMLCriticalFacts(),
		crawlSSRFrameworkNotPenalised(),
		crawlHTMLWeightTokens(),
		crawlLLMsTxtValid(),
		crawlLLMsTxtLinksLive(),
		crawlFeed(),
		crawlAgentAuthWall(),
		crawlAgentA11yTree(),
		crawlWebMCP(),
	}
}

package provider_test

import "github.com/auditctl/auditctl/pkg/engine/provider"

// searchVoice is a voice of a search service: its samples, by what it offers.
type searchVoice struct{ results, aiMode, listings []string }

func searchVoices() map[string]searchVoice {
	_ = provider.All
	return map[string]searchVoice{
		"serpapi": {}, "searchapi": {}, "cloro": {}, "dataforseo": {}, "brave": {}, "tavily": {}, "serper": {}, "exa": {}, "searxng": {},
	}
}

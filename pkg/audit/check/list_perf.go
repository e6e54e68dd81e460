package check

// perfChecks are proxies, read from the pages themselves; the page-speed tool measures what a browser sees.
func perfChecks() []Check {
	return []Check{
		perfTTFB(),
		perfCompression(),
		perfHTTPVersion(),
		perfCacheHeaders(),
		perfTotalBytes(),
		perfHTMLSize(),
		perfImageWeight(),
		perfJSWeight(),
		perfCSSWeight(),
		perfRenderBlocking(),
		perfDOMSize(),
		perfUnsizedImages(),
		perfLCPImageLazy(),
		perfLazyImages(),
		perfImageFormats(),
		perfFontDisplay(),
		perfThirdParty(),
	}
}

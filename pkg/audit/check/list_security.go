package check

func securityChecks() []Check {
	return []Check{
		tlsCertValid(),
		tlsCertExpiry(),
		tlsChainComplete(),
		tlsProtocols(),
		tlsTLS13(),
		tlsCiphers(),
		tlsForwardSecrecy(),
		tlsALPN(),
		tlsOCSPCAA(),
		secHTTPSOnly(),
		secHTTPRedirect(),
		secHSTS(),
		secCSP(),
		secXFrame(),
		secNosniff(),
		secReferrerPolicy(),
		secPermissionsPolicy(),
		secCookies(),
		secCORS(),
		secCORPCOEPCOOP(),
		secSRI(),
		secMixedContent(),
		secFormHTTPS(),
		secServerBanner(),
		secLeakedSecrets(),
		secPromptInjection(),
	}
}

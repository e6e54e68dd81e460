package page

import "strings"

// shell notes the root element of a JavaScript application, by the id or tag that its framework documents or generates. It says which framework, not
// that the page is empty.
func (w *walker) shell(tag, id string) {
	if w.page.Shell != "" {
		return
	}
	if tag == "app-root" { // Angular's, which has no id
		id = tag
	}
	switch id {
	case "root", "app", "__next", "__nuxt", "___gatsby", "svelte", "q-app", "app-root", "react-root", "vue-app", "__layout":
		w.page.Shell = id
	}
}

// consentHosts are script addresses, and consentIDs element ids, that only one consent manager uses.
var consentHosts = []struct{ part, name string }{
	{"cdn.cookielaw.org/", "OneTrust"},
	{"cookiepro.com/", "OneTrust"},
	{"consent.cookiebot.", "Cookiebot"},
	{"tarteaucitron", "tarteaucitron.js"},
	{"usercentrics.eu/", "Usercentrics"},
	{"sdk.privacy-center.org/", "Didomi"},
	{"static.axept.io/", "Axeptio"},
	{"cdn-cookieyes.com/", "CookieYes"},
	{"cookie-law-info", "CookieYes"},
	{"quantcast.mgr.consensu.org/", "Quantcast Choice"},
	{"cmp.quantcast.com/", "Quantcast Choice"},
	{"cmp.inmobi.com/", "InMobi Choice"},
	{"consent.trustarc.com/", "TrustArc"},
	{"cmp.osano.com/", "Osano"},
	{"cdn.iubenda.com/", "iubenda"},
	{"cs.iubenda.com/", "iubenda"},
	{"cdn.kiprotect.com/klaro", "Klaro"},
	{"klaro.js", "Klaro"},
	{"app.termly.io/", "Termly"},
	{"cookiehub.net/", "CookieHub"},
	{"cookiehub.eu/", "CookieHub"},
	{"borlabs-cookie", "Borlabs Cookie"},
	{"complianz-gdpr", "Complianz"},
	{"cdn.cookie-script.com/", "CookieScript"},
	{"cdn.consentmanager.net/", "consentmanager"},
	{"cc.cdn.civiccomputing.com/", "Civic Cookie Control"},
	{"consent.cookiefirst.com/", "CookieFirst"},
	{"cache.consentframework.com/", "Sirdata"},
	{"orejime", "Orejime"},
	{"cdn.trustcommander.net/", "TrustCommander"},
	{"cookieconsent.umd.js", "CookieConsent"},
	{"/cookieconsent.min.js", "CookieConsent"},
	{"gdpr-cookie-compliance", "Moove GDPR"},
	{"fundingchoicesmessages.google.com/", "Google Funding Choices"},
}

var consentIDs = map[string]string{
	"onetrust-consent-sdk": "OneTrust", "CybotCookiebotDialog": "Cookiebot", "tarteaucitronRoot": "tarteaucitron.js", "usercentrics-root": "Usercentrics",
	"didomi-host": "Didomi", "axeptio_overlay": "Axeptio", "cmplz-cookiebanner-container": "Complianz", "BorlabsCookieBox": "Borlabs Cookie",
	"cookie-law-info-bar": "CookieYes", "iubenda-cs-banner": "iubenda", "klaro": "Klaro", "cc-main": "CookieConsent", "cc--main": "CookieConsent",
	"qc-cmp2-container": "Quantcast Choice", "truste-consent-track": "TrustArc", "moove_gdpr_cookie_info_bar": "Moove GDPR",
	"hs-eu-cookie-confirmation": "HubSpot", "shopify-pc__banner": "Shopify", "termly-code-snippet-support": "Termly", "orejime": "Orejime",
}

// consent names the consent manager by a script's address or an element's id; the word "cookie" alone is none.
func (w *walker) consent(src, id string) {
	if w.page.Widgets.Consent != "" {
		return
	}
	w.page.Widgets.Consent = consentIDs[id]
	if src == "" {
		return
	}
	for _, v := range consentHosts {
		if strings.Contains(src, v.part) {
			w.page.Widgets.Consent = v.name
			return
		}
	}
}

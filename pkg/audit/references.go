package audit

// References are the verdicts that the field's own references give on the same site, computed by auditctl from what it read, so that each can be
// checked against the original. One that couldn't be computed is absent.
type References struct {
	HTTPObservatory *Observatory `json:"http_observatory,omitempty"`
	PageSpeed       *PageSpeed   `json:"page_speed,omitempty"` // as the tool said; absent where none answered
}

// Observatory is the result of MDN HTTP Observatory on the submitted page's answer.
type Observatory struct {
	AlgorithmVersion int               `json:"algorithm_version"`
	Score            int               `json:"score"` // 0 and up; more than 100 where a score of 90 or more earned bonus points
	Grade            string            `json:"grade"` // A+ to F
	Tests            []ObservatoryTest `json:"tests"` // in the Observatory's order
	// Unknown names what the Observatory looks at and auditctl couldn't: hsts_preload_list, http_form, https_form, cors_preflight. The tests are
	// decided as if there were nothing of it.
	Unknown []string `json:"unknown"`
}

// ObservatoryTest is the verdict of one test.
type ObservatoryTest struct {
	Name     string `json:"name"`   // content-security-policy, cookies, …
	Result   string `json:"result"` // the Observatory's identifier of what was found: csp-not-implemented, …
	Pass     bool   `json:"pass"`
	Modifier int    `json:"modifier"` // points added to the score, or taken from it: -50 to 10
}

package observatory

// outcome is what a result is worth.
type outcome struct {
	modifier int // points
	pass     bool
}

// outcomes are all results with their points, as of algorithm version 6 (mdn/mdn-http-observatory@94042bbfbf9f, src/grader/charts.js).
var outcomes = map[string]outcome{
	"csp-implemented-with-no-unsafe-default-src-none":              {10, true},
	"csp-implemented-with-no-unsafe":                               {5, true},
	"csp-implemented-with-unsafe-inline-in-style-src-only":         {0, true},
	"csp-implemented-but-duplicate-directives":                     {0, true},
	"csp-implemented-with-insecure-scheme-in-passive-content-only": {-10, true},
	"csp-implemented-with-unsafe-eval":                             {-10, false},
	"csp-implemented-with-unsafe-inline":                           {-20, false},
	"csp-implemented-with-insecure-scheme":                         {-20, false},
	"csp-header-invalid":                                           {-25, false},
	"csp-not-implemented":                                          {-25, false},
	"csp-not-implemented-but-reporting-enabled":                    {-25, false},

	"cookies-secure-with-httponly-sessions-and-samesite":        {5, true},
	"cookies-secure-with-httponly-sessions":                     {0, true},
	"cookies-not-found":                                         {0, true},
	"cookies-without-secure-flag-but-protected-by-hsts":         {-5, false},
	"cookies-session-without-secure-flag-but-protected-by-hsts": {-10, false},
	"cookies-without-secure-flag":                               {-20, false},
	"cookies-samesite-flag-invalid":                             {-20, false},
	"cookies-anticsrf-without-samesite-flag":                    {-20, false},
	"cookies-session-without-httponly-flag":                     {-30, false},
	"cookies-session-without-secure-flag":                       {-40, false},

	"coep-implemented-with-require-corp":   {10, true},
	"coep-implemented-with-credentialless": {10, true},
	"coep-implemented-with-unsafe-none":    {0, true},
	"coep-not-implemented":                 {0, true},
	"coep-header-invalid":                  {-5, false},

	"coop-implemented-with-same-origin":              {10, true},
	"coop-implemented-with-same-origin-allow-popups": {10, true},
	"coop-implemented-with-noopener-allow-popups":    {10, true},
	"coop-implemented-with-unsafe-none":              {0, true},
	"coop-not-implemented":                           {0, true},
	"coop-header-invalid":                            {-5, false},

	"cross-origin-resource-sharing-not-implemented":                    {0, true},
	"cross-origin-resource-sharing-implemented-with-public-access":     {0, true},
	"cross-origin-resource-sharing-implemented-with-restricted-access": {0, true},
	"cross-origin-resource-sharing-implemented-with-universal-access":  {-50, false},

	"redirection-all-redirects-preloaded":             {0, true},
	"redirection-to-https":                            {0, true},
	"redirection-not-needed-no-http":                  {0, true},
	"redirection-off-host-from-http":                  {-5, false},
	"redirection-not-to-https-on-initial-redirection": {-10, false},
	"redirection-not-to-https":                        {-20, false},
	"redirection-missing":                             {-20, false},
	"redirection-invalid-cert":                        {-20, false},

	"referrer-policy-private":         {5, true},
	"referrer-policy-not-implemented": {0, true},
	"referrer-policy-unsafe":          {-5, false},
	"referrer-policy-header-invalid":  {-5, false},

	"hsts-preloaded": {5, true},
	"hsts-implemented-max-age-at-least-six-months":  {0, true},
	"hsts-implemented-max-age-less-than-six-months": {-10, false},
	"hsts-not-implemented":                          {-20, false},
	"hsts-header-invalid":                           {-20, false},
	"hsts-not-implemented-no-https":                 {-20, false},
	"hsts-invalid-cert":                             {-20, false},

	"sri-implemented-and-all-scripts-loaded-securely":               {5, true},
	"sri-implemented-and-external-scripts-loaded-securely":          {5, true},
	"sri-not-implemented-response-not-html":                         {0, true},
	"sri-not-implemented-but-no-scripts-loaded":                     {0, true},
	"sri-not-implemented-but-all-scripts-loaded-from-secure-origin": {0, true},
	"sri-not-implemented-but-external-scripts-loaded-securely":      {-5, false},
	"sri-implemented-but-external-scripts-not-loaded-securely":      {-20, false},
	"sri-not-implemented-and-external-scripts-not-loaded-securely":  {-50, false},

	"x-content-type-options-nosniff":         {0, true},
	"x-content-type-options-not-implemented": {-5, false},
	"x-content-type-options-header-invalid":  {-5, false},

	"x-frame-options-implemented-via-csp": {5, true},
	"x-frame-options-sameorigin-or-deny":  {5, true},
	"x-frame-options-allow-from-origin":   {0, true},
	"x-frame-options-not-implemented":     {-20, false},
	"x-frame-options-header-invalid":      {-20, false},

	"corp-implemented-with-same-origin":  {10, true},
	"corp-implemented-with-same-site":    {10, true},
	"corp-implemented-with-cross-origin": {0, true},
	"corp-not-implemented":               {0, true},
	"corp-header-invalid":                {-5, false},
}

// grades are the letters, best first, each with the least score that earns it.
var grades = []struct {
	least int
	grade string
}{
	{100, "A+"}, {90, "A"}, {85, "A-"}, {80, "B+"}, {70, "B"}, {65, "B-"}, {60, "C+"}, {50, "C"}, {45, "C-"}, {40, "D+"}, {30, "D"}, {25, "D-"},
}

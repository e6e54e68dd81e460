# auditctl. `make` alone prints the targets.

GO ?= go
# Pure Go everywhere but where the race detector needs a C compiler.
export CGO_ENABLED ?= 0

VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null)
LDFLAGS := -s -w -X main.version=$(VERSION)
FUZZTIME ?= 5s
SOAK ?= 10m
COSTFUZZ ?= 1h
# Every package by default; CI takes the rooms that meet strangers' bytes first.
FUZZ ?= ./...
# The labelled cases that citation-accuracy reads.
CASES ?= pkg/citation/reader/testdata/cases.jsonl pkg/citation/reader/testdata/cases_2.jsonl pkg/citation/reader/testdata/cases_3.jsonl pkg/citation/reader/testdata/cases_4.jsonl pkg/citation/reader/testdata/cases_5.jsonl
# The rooms where goroutines meet; the others are pure, and the command's scripts run processes. The promises over REST go through all of them.
RACE ?= ./cmd/auditctl/tui ./pkg/audit/check ./pkg/audit/fetch ./pkg/audit/pipeline ./pkg/client ./pkg/engine ./pkg/server/... ./pkg/service ./pkg/store/...

.PHONY: help build test demo race lint vet fuzz costfuzz faults soak scale bench docs docs-check figures picture openapi-lint cross release-check release-snapshot package-test try-providers citation-accuracy accuracy clean

help: ## print the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-17s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

build: ## build bin/auditctl
	$(GO) build -trimpath -ldflags '$(LDFLAGS)' -o bin/auditctl ./cmd/auditctl

test: ## run every test; brings what it needs, lists at the end what it skipped and why
	@scripts/postgres
	@scripts/chromium
	@scripts/npm-references
	@GO='$(GO)' $(GO) run ./internal/testrun -timeout 30m ./...

demo: ## audit the bundled sample site on loopback
	$(GO) run ./internal/fakesite/demo

race: ## run the rooms where goroutines meet under the race detector (needs a C compiler)
	@if command -v $${CC:-cc} >/dev/null 2>&1; then CGO_ENABLED=1 $(GO) test -short -race $(RACE) && CGO_ENABLED=1 $(GO) test -race -run 'Promises' ./cmd/auditctl; \
	else echo 'race: skipped, the race detector needs a C compiler (set CC)'; fi

lint: ## golangci-lint and gofumpt, as pinned in tools/lint
	$(GO) tool -modfile=tools/lint/go.mod golangci-lint run ./...

vet: ## go vet
	$(GO) vet ./...

fuzz: ## run every fuzz target for FUZZTIME each (5s)
	@for pkg in $$($(GO) list $(FUZZ)); do \
		for f in $$($(GO) test -list '^Fuzz' $$pkg | grep '^Fuzz'); do \
			echo "fuzz $$pkg $$f"; $(GO) test -run '^$$' -fuzz "^$$f\$$" -fuzztime $(FUZZTIME) $$pkg || exit 1; \
		done; \
	done

costfuzz: ## search COSTFUZZ (1h) long for the sites that cost an audit the most; writes them and a table to bench-out/costfuzz
	$(GO) run ./internal/costfuzz/climb -for $(COSTFUZZ)

faults: ## kill, cut, fill, stop, overload and insult what a service runs on, at length, and print what was lost (about 20 minutes, on a quiet machine)
	@mkdir -p bench-out
	$(GO) test ./internal/faults -count=1 -timeout 90m -kills 100 -restarts 10 -failures 10 -cuts 120 -audits 20 -abuses 3000 -addresses 100000 -races 20 \
		-stored 10000,1000000 -overload 5m -neighbours 200 -names 10000 -goals -table "$(CURDIR)/bench-out/faults.md"; \
		status=$$?; cat bench-out/faults.md; exit $$status
	$(GO) test ./pkg/store/sqlite -count=1 -timeout 30m -parallel 12 -run TestAFaultAt -every 1
	$(GO) test ./pkg/service ./pkg/store/... ./pkg/audit/fetch ./pkg/engine/... -count=1 -timeout 30m

soak: ## keep a server busy for SOAK (10m), and fail where its memory, goroutines, descriptors or log grow
	$(GO) run ./internal/soak -for $(SOAK)

scale: ## measure 1, 2 and 3 nodes on one PostgreSQL (some minutes)
	$(GO) run ./internal/scale

bench: ## measure against bare programs and other tools, in one run; about fifteen minutes
	@scripts/chromium
	@scripts/npm-references
	$(GO) run ./internal/bench

docs: ## generate docs/checks.md and docs/reference from the program
	@$(GO) run ./cmd/auditctl checks -o markdown > docs/checks.md.new && mv docs/checks.md.new docs/checks.md || { rm -f docs/checks.md.new; exit 1; }
	@$(GO) test ./cmd/auditctl ./pkg/server -run '^TestReference' -count=1 -update

docs-check: ## check links, blocks and commands of the documents, and their spelling (needs npx)
	$(GO) test ./internal/docs
	$(GO) test ./cmd/auditctl -run 'Document'
	@if npx --yes cspell@9.8.0 --version >/dev/null 2>&1; then \
		npx --yes cspell@9.8.0 lint --no-progress --config docs/cspell.json README.md CONTRIBUTING.md CHANGELOG.md 'docs/**/*.md'; \
	else echo 'docs-check: spelling skipped, npx (Node.js) is missing here or could not bring cspell'; fi

figures: accuracy citation-accuracy bench faults soak scale picture ## measure every figure of the documents anew (about an hour)

picture: ## make docs/images/report.png anew: the HTML report of make demo, by Chromium (CHROME_PATH, else chromium)
	@mkdir -p docs/images bin && $(GO) run ./internal/fakesite/demo -o html > bin/demo.html
	@"$${CHROME_PATH:-chromium}" --headless --no-sandbox --disable-gpu --hide-scrollbars --force-device-scale-factor=1 --window-size=960,1350 \
		--screenshot=docs/images/report.png "file://$$PWD/bin/demo.html" 2>/dev/null && ls -l docs/images/report.png

openapi-lint: ## lint the OpenAPI document with redocly and spectral (needs npx)
	@if REDOCLY_TELEMETRY=off npx --yes @redocly/cli@2.77.0 --version >/dev/null 2>&1 && npx --yes @stoplight/spectral-cli@6.16.3 --version >/dev/null 2>&1; then \
		REDOCLY_TELEMETRY=off npx --yes @redocly/cli@2.77.0 lint pkg/server/testdata/openapi.json && \
		npx --yes @stoplight/spectral-cli@6.16.3 lint --fail-severity=warn --ruleset pkg/server/testdata/spectral.yaml pkg/server/testdata/openapi.json; \
	else echo 'openapi-lint: skipped, npx (Node.js) is missing here or could not bring the linters'; fi

cross: ## build for every target
	@for os in linux darwin windows; do for arch in amd64 arm64; do \
		echo "build $$os/$$arch"; GOOS=$$os GOARCH=$$arch $(GO) build -o /dev/null ./cmd/auditctl || exit 1; \
	done; done

release-check: ## check goreleaser.yaml with goreleaser, as pinned in tools/release
	$(GO) tool -modfile=tools/release/go.mod goreleaser check

release-snapshot: ## build archives, packages and SBOMs of the commit into dist, publishing nothing
	scripts/release snapshot

package-test: ## build twice, compare, install and try what packages hold; says what it skipped (some minutes)
	scripts/package-test

try-providers: ## ask real providers: those that TRY_PROVIDERS names, and search services whose keys are set (costs some cents)
	TRY_PROVIDERS="$$TRY_PROVIDERS search" $(GO) test ./pkg/engine/provider -run '^TestRealProviders$$' -count=1 -timeout 30m -v

accuracy: ## compare with the field's references and print the figures of docs/accuracy.md
	@scripts/chromium
	@scripts/npm-references
	@$(GO) test -count=1 -v -timeout 60m -run 'Agree' ./internal/reference/... ./internal/realsites ./pkg/audit/... 2>&1 | sed -n 's/.*accuracy: //p; s/^ *--- SKIP: \([^ ]*\).*/skipped: \1/p; /^--- FAIL/p; s/^FAIL[[:space:]]/FAIL /p'

citation-accuracy: ## read the labelled cases in CASES (the project's own) and print how many are read rightly
	@mkdir -p bench-out
	@cat $(CASES) > bench-out/cases.jsonl
	$(GO) run ./pkg/citation/evaluate < bench-out/cases.jsonl > bench-out/predictions.jsonl
	@$(GO) run ./internal/citationscore/table bench-out/cases.jsonl bench-out/predictions.jsonl

clean: ## remove what was built
	rm -rf bin dist bench-out

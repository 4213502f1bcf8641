# What people and CI type. `make test` is the one set-up command: it needs Go,
# installs PostgreSQL where it may, and says what to type where it may not.
GO      ?= go
TOOL     = $(GO) tool -modfile=tools/go.mod
# One-minute fuzzing of every target; FUZZTIME=5s for a taste.
FUZZTIME ?= 1m
SHARED  ?= ../shared
# What is shipped has no C in it. Set once, so that no step compiles the libraries again with it.
export CGO_ENABLED = 0

.PHONY: scale exports damaged build web site test test-x otel objects clients e2e lint targets release release-check release-sign bench gen golden fuzz fuzz-long race hostile certificates thresholds nightly models parity cover record judge judge-tenth

build:
	$(GO) build -trimpath -o bin/bauta ./cmd/bauta

# The page without a server, as a folder of files (docs/web.md).
web:
	$(GO) run ./gen/page -o bin/web

# The docs as a site with a search, a folder of files.
site:
	$(GO) -C tools run ./site -o $(CURDIR)/bin/site

# Properties are tried on the same random cases in every run, so that a failure
# can be repeated; SEED=0 draws new ones.
SEED ?= 1
DRAWN = $(shell grep -rl --include='*_test.go' pgregory.net/rapid . | xargs -n1 dirname | sort -u)
FIXED = $(filter-out $(subst ./,$(MODULE)/,$(patsubst .,$(MODULE),$(DRAWN))),$(shell $(GO) list ./...))
MODULE = github.com/bauta/bauta

# make lint vets everything, with more than go test would; to vet twice, all libraries
# are read twice.
TEST = $(GO) test -vet=off
test:
	sh internal/setup.sh postgres parallel slurm rpm
	$(TEST) $(FIXED)
	$(GO) -C tools test -vet=off ./...
	$(TEST) $(DRAWN) -rapid.seed=$(SEED)
	cd x/onnx && $(TEST) ./...
	cd x/parquet && $(TEST) ./...

# Modules whose libraries take minutes to compile the first time.
test-x:
	cd x/queues && $(GO) vet ./... && $(TEST) ./...
	cd x/otel && $(GO) vet ./... && $(TEST) ./...
	cd x/objects && $(GO) vet -tags no_gs ./... && $(TEST) -tags no_gs ./...
	cd x/beam && $(GO) vet ./... && $(TEST) ./...

# A collector of OpenTelemetry with the processor, whose program the Collector's builder writes, fed by OTLP: 60 CPU
# seconds the first time, 10 later. It is compiled here, as the builder would compile all libraries once more.
OTEL_BUILDER = go.opentelemetry.io/collector/cmd/builder@v0.164.0
otel:
	cd x/otel && $(GO) run $(OTEL_BUILDER) --config collector.yaml --skip-compilation
	cd x/otel/.collector && $(GO) build -o otelcol-bauta .
	cd x/otel && BAUTA_COLLECTOR=$(CURDIR)/x/otel/.collector/otelcol-bauta $(TEST) -count 1 -run TestCollector ./...

# The command of x/objects with Google's driver, too: 90 CPU seconds the first time.
objects:
	cd x/objects && $(GO) vet ./... && $(TEST) ./bauta-objects

# A client library through the gateway: 80 CPU seconds the first time.
clients:
	$(GO) vet -tags clients ./internal/gateway
	$(TEST) -count 1 -tags clients -run '^TestClient' ./internal/gateway

# A thousand generated messages in each format: what is left of names in fields and texts.
exports:
	BAUTA_WHOLE=1 $(GO) test ./policy -count 1 -v -run GeneratedGold
	cd x/parquet && BAUTA_WHOLE=1 $(GO) test ./table -count 1 -v -run GeneratedGold

# A thousand damaged files of each variant of each format, two minutes in all; FORMAT=whatsapp
# for those of one.
damaged:
	BAUTA_LONG=1 $(GO) test ./corpus -count 1 -v -timeout 60m -run 'TestDamagedShapes/$(FORMAT)'
	cd x/parquet && BAUTA_LONG=1 $(GO) test ./table -count 1 -v -timeout 60m -run 'TestDamagedShapes/$(FORMAT)'

# The pages in a real browser against the real binary, on both databases.
# Every test behind the tag e2e runs. SCREENS=1 also writes the pictures of docs/screens; BUDGET=1 also measures on
# 100,000 messages and prints what it finds.
BROWSER = $(shell grep -l '^//go:build e2e' cmd/bauta/*_test.go | xargs grep -ho '^func Test[A-Za-z0-9_]*' | cut -c6- | sort | paste -sd '|' -)
E2E ?= ^($(BROWSER))$$
e2e:
	sh internal/setup.sh postgres chromium axe
	BAUTA_SCREENS=$(SCREENS) BAUTA_BUDGET=$(BUDGET) $(TEST) -count 1 $(if $(BUDGET),-v )-timeout 25m -tags e2e -run '$(E2E)' ./cmd/bauta

lint:
	@out=$$(gofmt -l $$(git ls-files '*.go')); test -z "$$out" || { echo "not formatted: $$out; run gofmt -w"; exit 1; }
	$(GO) vet ./...
	$(GO) vet -tags e2e,man ./cmd/bauta
	cd x/onnx && $(GO) vet ./...
	cd x/parquet && $(GO) vet ./...
	$(GO) vet -tags no_neural,no_ja,no_de,no_en,no_es,no_fr,no_it,no_sv ./models ./policy ./cmd/bauta
	$(GO) vet -tags no_sharealike ./models ./internal/lexicon/borne
	$(TOOL) staticcheck ./...
	$(GO) -C tools vet ./...
	$(MAKE) targets
	@out=$$($(TOOL) gofumpt -l $$(git ls-files '*.go')); test -z "$$out" || { echo "not formatted: $$out; run gofumpt -w"; exit 1; }

# The program and its tests, type-checked for the systems that are not this one.
TARGETS = linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64
targets:
	$(GO) -C tools run ./targets $(TARGETS)

# What people install, of the commit that is checked out and tagged (or VERSION=0.1.0):
# docs/release.md. release-check builds it again elsewhere, with an empty cache, and
# wants the same bytes. The owner's key is given by its path, and signs the digests.
DIST    ?= $(CURDIR)/dist
SYSTEMS  = linux/amd64 $(TARGETS)
RELEASE  = run ./release $(if $(VERSION),-version $(VERSION)) $(if $(TAGS),-tags $(TAGS)) -targets '$(SYSTEMS)'
release:
	$(GO) -C tools $(RELEASE) -o $(DIST)

release-check:
	@again=$$(mktemp -d) && trap 'chmod -R u+w $$again; rm -rf $$again' EXIT && \
	git clone -q . $$again/src && git -C $$again/src checkout -q $$(git rev-parse HEAD) && \
	GOCACHE=$$again/cache $(GO) -C $$again/src/tools $(RELEASE) -o $$again/dist && \
	diff $(DIST)/SHA256SUMS $$again/dist/SHA256SUMS && echo "the same bytes"

release-sign:
	ssh-keygen -Y sign -q -n file -f $(KEY) $(DIST)/SHA256SUMS

# Benchmarks, six runs each, as medians with their spread.
BENCH ?= .
bench:
	$(GO) test -run '^$$' -bench '$(BENCH)' -benchmem -count 6 ./... | tee bench.txt
	$(TOOL) benchstat bench.txt

# The embedded lexicon from its packages (needs the network), the examples from
# their mark-up, the schemas for editors from the types, and what the pages say, packed.
gen:
	$(GO) run ./gen/lexicon
	$(GO) run ./gen/examples
	$(GO) run ./gen/schema
	$(GO) run ./gen/phrases

# The shipped models from the open data beside the project. Each kind is a run of
# its own: the later ones read the earlier ones, which are embedded.
# A tagger is trained on one core: two languages at a time. The second tagger, one network for
# all languages, takes an accelerator: gen/encoder.
EACH = printf '%s\n' en fr de es it sv | GOMAXPROCS=1 xargs -P 2 -I LANG
models:
	$(GO) run ./gen/models -shared $(SHARED) -only names
	$(GO) run ./gen/models -shared $(SHARED) -only langid
	$(EACH) $(GO) run ./gen/models -shared $(SHARED) -only ner-LANG
	$(GO) run ./gen/models -shared $(SHARED) -only joint
	$(GO) run ./gen/models -shared $(SHARED) -only triage

# The tagger engines against the figures of CRFsuite and PyTorch, in full.
parity:
	BAUTA_LONG=1 $(GO) test -run Parity -v -timeout 1h ./internal/learn/chain ./internal/learn/neural

golden:
	$(GO) test ./cmd/bauta ./eval -update

# Every target of a package after the other, eight packages at a time: a target has
# one worker and waits between batches, so that eight keep two cores busy. Shrinking what
# is merely interesting takes Go up to a minute each, so it is kept short. A failure
# is tried again: what was found is a seed by then, a busy machine is not. A package is
# linked once for all of its targets, without what debuggers read, as go test links what it
# runs: lines of a failure are there all the same. The command goes first, alone: what it is
# made of is compiled once then, and not by eight at a time.
FUZZ   = $(GO) test -run NoTest -parallel 1 -fuzzminimizetime 10x
LINKED = $(TEST) -c -fuzz . -ldflags=-s
FUZZED = -test.run NoTest -test.parallel 1 -test.fuzzminimizetime 10x
fuzz:
	@$(LINKED) -o /dev/null ./cmd/bauta
	@bin=$$(mktemp -d) && trap 'rm -rf $$bin' EXIT && \
	grep -rl --include='*_test.go' '^func Fuzz' . | xargs -n1 dirname | sort -u | \
	xargs -P 8 -I PKG sh -c 'cd PKG && test=$$0/$$$$ && $(LINKED) -o $$test || exit 255; \
	cache=$$1/fuzz/$(MODULE)/PKG; \
	for f in $$(sed -n "s/^func \(Fuzz[A-Za-z0-9_]*\).*/\1/p" *_test.go); do \
	  for try in 1 2; do out=$$($$test $(FUZZED) -test.fuzz "^$$f$$" -test.fuzztime $(FUZZTIME) \
	    -test.fuzzcachedir $$cache 2>&1) && break; \
	    test $$try = 1 || { echo "PKG $$f failed: $$out"; exit 255; }; done; \
	  echo "PKG $$f $$(echo "$$out" | grep -o "execs: [0-9]*" | tail -1)"; done; rm $$test' $$bin $$($(GO) env GOCACHE)

# Nightly: every target a minute, the ten that read what strangers send ten minutes
# more. docs/privacy.md says when it last ran.
RISKIEST = ./text:FuzzAnalyse ./text:FuzzMarkup ./corpus:FuzzReaders .:FuzzThread ./policy:FuzzPipeline ./policy:FuzzParse \
	./internal/detect/pattern:FuzzDetect ./internal/exchange:FuzzTEI ./model:FuzzOpen ./internal/lexicon/fst:FuzzOpen
fuzz-long: fuzz
	@for t in $(RISKIEST); do echo "$$t"; $(FUZZ) -fuzz "^$${t#*:}$$" -fuzztime 10m $${t%:*} || exit 1; done

# The race detector over all packages, which takes a C compiler and an hour.
race:
	CGO_ENABLED=1 $(GO) test -race -short -timeout 1h ./...

# A thousand hostile files under five policies, with the processor's time.
hostile: build
	$(GO) run ./gen/hostile -bauta bin/bauta -n 1000 -v

# Runs that are killed fifty times, queues whose readers are killed for minutes, also at the NATS server that Debian has,
# and files that grow to ten million messages (docs/scale.md): an hour.
LONG = BAUTA_LONG=1 $(GO) test -count 1 -v -timeout 2h
scale:
	sh internal/setup.sh nats
	$(LONG) -run '^(TestKilledAndResumed|TestGrowth)$$' ./cmd/bauta
	cd x/queues && $(LONG) -run 'KilledInTurn$$' ./internal/stream
	cd x/queues && BAUTA_NATS_SERVER=/usr/sbin/nats-server $(GO) test -count 1 -run '^Test[^K]' ./internal/stream
	cd x/queues && BAUTA_NATS_SERVER=/usr/sbin/nats-server $(LONG) -run '^TestKilledInTurn$$' ./internal/stream

# Ten thousand simulated audits a cell: docs/audit.md, Figures.
certificates:
	BAUTA_DRAWS=10000 $(GO) test -count 1 -run '^TestCertificatesAreRight$$' -v ./internal/audit

# Two thousand draws of labels in each of ten worlds: what triage calls met is true (docs/experiments/triage.md).
thresholds:
	BAUTA_DRAWS=2000 $(GO) test -count 1 -run '^TestProveKeepsItsWord$$' -v ./internal/triage

nightly: fuzz-long race hostile damaged objects clients scale certificates thresholds
	BAUTA_LONG=1 $(GO) test -timeout 3h ./internal/hostile
	cd tools && BAUTA_LONG=1 $(GO) test -run TestInstalled ./release
	BAUTA_LONG=1 $(GO) test -run TestLeftOut ./policy
	BAUTA_LONG=1 $(GO) test -run TestReference ./internal/learn/logistic
	BAUTA_LONG=1 $(GO) test -run '^(TestSuite|TestKilledFiftyTimes)$$' ./internal/review/sqlstore

# What comes out of all presets, held against an earlier commit: OUT=FILE makes a
# record, AGAINST=FILE counts what differs, CHAT=FILE keeps the generated messages.
record:
	$(GO) run ./gen/record -shared $(SHARED) $(if $(OUT),-o $(OUT)) $(if $(AGAINST),-against $(AGAINST)) $(if $(CHAT),-chat $(CHAT))

# Presets on text that nobody wrote for them: precision beside recall, under five
# minutes; a tenth of it is held against the figures of its last run on purpose
# (BASELINE=1 writes them anew).
JUDGE = $(GO) run ./gen/judge -shared $(SHARED)
TENTH = docs/experiments/judge-tenth.json
judge:
	$(JUDGE) -json docs/experiments/judge.json -page docs/experiments/judge.md -figures policy/figures.json

judge-tenth:
	$(JUDGE) -sample 0.1 $(if $(BASELINE),-json,-against) $(TENTH)

cover:
	$(GO) test -coverprofile cover.out ./... && $(GO) tool cover -func cover.out | tail -1

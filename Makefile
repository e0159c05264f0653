# What a newcomer needs: `make run` and `make test`. Each installs what it lacks, asking for root for apt only.
.DEFAULT_GOAL := help
.PHONY: help run demo test build lint format bench coverage sanitize fuzz mutants docs site check release dist deb image \
  install nightly hosts checks same conforming clean need-libraries need-tshark need-bumble need-browser \
  need-debian need-slurm need-podman need-faketime need-consumers need-spelling

SWIFT ?= swift
SCRATCH ?= .build
PREFIX ?= /usr/local
# What is shipped is built with this too (Pipelines/build.sh). The tests run with checks of exclusive access, which take
# about a seventh of the time of a simulation. A square root that sets errno is a call, and lets nothing beside it be worked
# on at once.
OPTIMISED := -c release -Xcc -fno-math-errno -Xswiftc -cross-module-optimization -Xswiftc -enforce-exclusivity=unchecked
# The tests simulate hours of radio, so what simulates is built as a release is, and nothing else (Package.swift). They see
# what is internal, and plant trouble. Other options build everything anew, so the tests have a folder of their own. A module
# that is emitted beside its code, not by itself, has its types checked once.
TESTABLE := -c release -Xswiftc -Onone -Xswiftc -no-emit-module-separately-wmo -Xswiftc -enable-testing \
  -Xswiftc -DPLANTS_TROUBLE
test build hosts checks nightly coverage sanitize docs: export REFLECTOR_TESTED := 1
TESTED := --scratch-path $(SCRATCH)-tests $(TESTABLE) -debug-info-format none
# 'swift test' by itself builds with other options than 'swift build'.
BUILT_TESTS = $(SWIFT) test $(TESTED) --skip-build
# A program under faketime and a sanitizer hangs: both stand in for functions of the C library. Pipelines begin with an
# empty environment, which has the sanitizer report what the Swift runtime never frees.
SANITIZED := $(TESTABLE) --skip 'CommandTests.CampaignClockTests|PipelineTests'
# The thread sanitizer writes a file at its start, and dies where files may not grow so far.
THREAD_SANITIZED := $(SANITIZED) --skip '(LabServerTests|ServeLifeTests)/fullDisk'
SUDO := $(if $(filter 0,$(shell id -u)),,sudo)
APT := $(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get
ACCESSORIES := $(wildcard Profiles/accessories/*.yaml)
FUZZ_SECONDS ?= 20
# How many, from 1; or FIRST-LAST, so that several nights or machines share them.
NIGHTLY_SEEDS ?= 200
FUZZ_RUNS ?=
# Draws the mutants; how many; the minutes after which no more are run.
SEED ?= 1
MUTANTS ?= 300
MINUTES ?=
CONFORMING_COUNT ?= 500
CONFORMING_SEED ?= 1
# Seconds after which no accessory begins; empty for no limit.
CONFORMING_SECONDS ?=
# The Python with the hosts that the tests attach; one of your own needs Bumble.
BUMBLE := $(abspath $(SCRATCH)/bumble)
export REFLECTOR_BUMBLE_PYTHON ?= $(BUMBLE)/bin/python
# The Python that drives a browser in the tests of pages.
BROWSER := $(abspath $(SCRATCH)/browser)
export REFLECTOR_BROWSER_PYTHON ?= $(BROWSER)/bin/python
# The Python with what reads the results and jobs of campaigns in the tests: pandas, DuckDB, kubernetes-validate.
CONSUMERS := $(abspath $(SCRATCH)/consumers)
export REFLECTOR_CONSUMERS_PYTHON ?= $(CONSUMERS)/bin/python
# The Python with the list of misspellings.
SPELLING := $(abspath $(SCRATCH)/spelling)
# What the tests need beside the toolchain, fetched beside the build and one after another: apt takes one caller at a time.
NEEDS := need-libraries need-tshark need-bumble need-browser need-debian need-slurm need-podman need-faketime need-consumers
# With whose chipset docs/estimators.md is measured, and how often.
COMPARED := nordic-nrf54l15-ras --procedures 20
# Where the site stands on its host; empty for the root.
SITE_PATH ?=
# What 'reflector schema' writes.
SCHEMAS := accessory phone environment requirement-set scenario campaign waivers gate-policy check-report validation \
  analysis range range-comparison estimators frame list explanation gate-report scenario-report campaign-report \
  campaign-status campaign-run campaign-merge campaign-replay
# Of which of these docs/keys has the page of keys: the files that users write.
KEYS := accessory phone environment requirement-set scenario campaign waivers gate-policy
# The bare Debian in which the tests run the pipelines of docs/ci.md.
DEBIAN := $(abspath $(SCRATCH)/debian)
export REFLECTOR_DEBIAN ?= $(DEBIAN)

help: ## Show the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

run: need-libraries ## Build, then check the shipped chipsets against what iOS 27 asks
	@$(SWIFT) build --scratch-path $(SCRATCH) $(OPTIMISED) --product reflector
	@$(SCRATCH)/release/reflector check $(ACCESSORIES) --capture Captures; \
	status=$$?; test $$status -le 1 || exit $$status

demo: need-libraries ## Build, then play a scenario of a phone app and two thermometers
	@$(SWIFT) build --scratch-path $(SCRATCH) $(OPTIMISED) --product reflector
	@$(SCRATCH)/release/reflector scenario two-thermometers --capture Captures

test: need-libraries ## Build and pass every test
	@$(MAKE) --no-print-directory $(NEEDS) & needs=$$!; \
	  $(MAKE) --no-print-directory build; built=$$?; wait $$needs && exit $$built
	python3 -m unittest discover --start-directory Tests/Tools/mutants/tests
	$(BUILT_TESTS)

build: need-libraries ## Build everything as the tests want it
	$(SWIFT) build $(TESTED) --build-tests

release: ## One optimised executable that needs glibc and libgcc alone
	SWIFT=$(SWIFT) SCRATCH=$(SCRATCH) bash Pipelines/build.sh

dist: release ## The archive of a release with its checksum and bill of materials, as pipelines fetch it
	bash Pipelines/pack.sh $(SCRATCH)/release/reflector $(SCRATCH)/dist
	python3 Pipelines/sbom.py "$$($(SCRATCH)/release/reflector --version | cut -d ' ' -f 2)" \
	  "$$($(SWIFT) --version 2> /dev/null)" < Package.resolved > $(SCRATCH)/dist/reflector.cdx.json

deb: release ## A Debian package of a release
	bash Pipelines/deb.sh $(SCRATCH)/release/reflector $(SCRATCH)/dist

image: release ## A container image of a release, from packages; needs root
	@{ command -v debootstrap && command -v buildah; } > /dev/null || { $(APT) -q update && \
	  $(APT) -qy install --no-install-recommends buildah debootstrap debian-archive-keyring; }
	@mkdir -p $(SCRATCH)/dist
	$(SUDO) bash Pipelines/image.sh $(SCRATCH)/release/reflector $(SCRATCH)/dist

install: release ## Lay a release out below PREFIX, with manual page and completions
	bash Pipelines/prefix.sh $(SCRATCH)/release/reflector $(DESTDIR)$(PREFIX)

lint: need-spelling ## Hold the code to .swift-format, and all text to a list of misspellings
	$(SWIFT) format lint --strict -r Package.swift Sources Tests
	@test ! -x $(SPELLING)/bin/codespell || $(SPELLING)/bin/codespell --skip '*.svg,*.html' \
	  --ignore-words-list inout,atleast,atmost,aci,requestor,ser,canbe,wit \
	  *.md docs Sources Profiles Pipelines Wireshark Makefile

format: ## Lay the code out by .swift-format
	$(SWIFT) format -i -r Package.swift Sources Tests

bench: need-libraries need-bumble need-browser ## Measure speed and memory as ratios
	@$(SWIFT) build --scratch-path $(SCRATCH) $(OPTIMISED) --product reflector
	@$(SWIFT) build --scratch-path $(SCRATCH) $(OPTIMISED) --product reflector-bench
	@$(SCRATCH)/release/reflector-bench $(SCRATCH)/release/reflector
	@taskset -c 0 $(SCRATCH)/release/reflector-bench transport
	@test ! -x $(REFLECTOR_BROWSER_PYTHON) || \
	  $(REFLECTOR_BROWSER_PYTHON) Tests/Tools/browser/interactive.py $(SCRATCH)/release/reflector
	@$(SCRATCH)/release/reflector estimators $(COMPARED)

hosts: build need-bumble ## Attach every misbehaving host of Bumble to every set; minutes
	REFLECTOR_ALL_HOSTS=1 $(BUILT_TESTS) --filter BumbleTrialTests

conforming: ## Check CONFORMING_COUNT random legal accessories: whichever fails shows a defect of the tester
	@$(SWIFT) build --scratch-path $(SCRATCH) $(OPTIMISED) --product reflector
	@python3 Tests/Tools/conforming --tool $(SCRATCH)/release/reflector --count $(CONFORMING_COUNT) \
	  --seed $(CONFORMING_SEED) $(if $(CONFORMING_SECONDS),--seconds $(CONFORMING_SECONDS))

checks: build ## Look for a mistake by which each check that has none yet is not met; hours for all of them
	REFLECTOR_SEARCH_CHECKS=all $(BUILT_TESTS) --filter CheckSearchTests

nightly: build ## Hold every set against every fault with NIGHTLY_SEEDS seeds each; hours
	REFLECTOR_MATRIX_SEEDS=$(NIGHTLY_SEEDS) $(BUILT_TESTS) --filter ConformanceTests.MatrixTests

coverage: $(NEEDS) ## Line coverage of Sources
	$(SWIFT) test --scratch-path $(SCRATCH)-coverage $(TESTABLE) --enable-code-coverage
	@python3 Tests/Tools/coverage.py "$$($(SWIFT) test --scratch-path $(SCRATCH)-coverage -c release --show-codecov-path)"

sanitize: $(NEEDS) ## Pass the tests under the thread and address sanitizers
	TSAN_OPTIONS=suppressions=$(abspath Tests/Tools/thread-sanitizer.supp) \
	  $(SWIFT) test --scratch-path $(SCRATCH)-thread $(THREAD_SANITIZED) --sanitize=thread
	ASAN_OPTIONS=detect_leaks=0:use_sigaltstack=0:malloc_context_size=1 $(SWIFT) test --scratch-path $(SCRATCH)-address $(SANITIZED) --sanitize=address

fuzz: ## Throw octets at every decoder, for FUZZ_SECONDS or with FUZZ_RUNS inputs each
	SCRATCH=$(SCRATCH)-fuzz SECONDS_EACH=$(FUZZ_SECONDS) RUNS=$(FUZZ_RUNS) bash Tests/FuzzTests/run.sh

same: need-libraries ## Hold captures, reports and figures against the commit OLD, octet for octet
	@$(SWIFT) build --scratch-path $(SCRATCH) $(OPTIMISED) --product reflector
	@SCRATCH=$(SCRATCH)-same bash Tests/Tools/same-octets.sh $(OLD) $(SCRATCH)/release/reflector

mutants: ## Plant MUTANTS mistakes, drawn by SEED, in the accessory's end and count what the checks catch
	@SWIFT="$(SWIFT)" python3 Tests/Tools/mutants --work $(SCRATCH)-mutants --seed $(SEED) --count $(MUTANTS) \
	  $(if $(MINUTES),--minutes $(MINUTES)) --report $(SCRATCH)-mutants/report.md

site: ## Write the pages and the API of the libraries as a searchable site into .build/site
	@bash Tests/Tools/python-environment.sh Site Tests/Tools/site/requirements.txt $(abspath $(SCRATCH)/mkdocs)
	@$(SWIFT) build --scratch-path $(SCRATCH) --target VirtualAccessorySetupKit
	@SWIFT=$(SWIFT) bash Pipelines/api.sh $(SCRATCH)/debug $(abspath $(SCRATCH)/api) $(SITE_PATH)
	@bash Pipelines/site.sh $(abspath $(SCRATCH)/mkdocs)/bin/mkdocs $(abspath $(SCRATCH)/api)

docs: ## Write the generated pages of docs/
	$(SWIFT) run $(TESTED) reflector list --markdown > docs/requirements.md
	for set in $$($(SWIFT) run $(TESTED) reflector list sets --names); do \
	  $(SWIFT) run $(TESTED) reflector list --requirements $$set --markdown > docs/requirements/$$set.md || exit; \
	done
	$(SWIFT) run $(TESTED) reflector estimators $(COMPARED) --markdown > docs/estimators.md
	$(SWIFT) run $(TESTED) reflector list faults --markdown > docs/faults.md
	$(SWIFT) run $(TESTED) reflector list trace --markdown > docs/trace.md
	mkdir -p docs/keys
	for document in $(KEYS); do \
	  $(SWIFT) run $(TESTED) reflector schema $$document --markdown > docs/keys/$$document.md || exit; \
	done
	for document in $(SCHEMAS); do \
	  $(SWIFT) run $(TESTED) reflector schema $$document > docs/schemas/$$document-1.json || exit; \
	done

check: lint test ## What CI runs

clean: ## Remove what was built and captured
	rm -rf $(SCRATCH) $(SCRATCH)-*
	rm -f Captures/*.pcapng Captures/*.pcap Captures/*.json Captures/*.xml

need-libraries:
	@bash Pipelines/libraries.sh

need-tshark:
	@command -v tshark >/dev/null || { \
	  echo "wireshark-common wireshark-common/install-setuid boolean false" | $(SUDO) debconf-set-selections; \
	  $(APT) -q update && $(APT) -qy install --no-install-recommends tshark; }

need-bumble:
	@test $(REFLECTOR_BUMBLE_PYTHON) != $(BUMBLE)/bin/python || \
	  bash Tests/Tools/python-environment.sh Bumble Tests/InteropTests/Bumble/requirements.txt $(BUMBLE)

need-browser:
	@test $(REFLECTOR_BROWSER_PYTHON) != $(BROWSER)/bin/python || bash Tests/Tools/browser/install.sh $(BROWSER)

need-spelling:
	@bash Tests/Tools/python-environment.sh Spelling Tests/Tools/spelling/requirements.txt $(SPELLING)

need-consumers:
	@test $(REFLECTOR_CONSUMERS_PYTHON) != $(CONSUMERS)/bin/python || \
	  bash Tests/Tools/python-environment.sh Consumers Tests/Tools/consumers/requirements.txt $(CONSUMERS)

need-slurm:
	@bash Tests/Tools/slurm/cluster.sh install

need-podman:
	@bash Tests/Tools/container/container.sh install

need-faketime:
	@command -v faketime >/dev/null || { $(APT) -q update && $(APT) -qy install --no-install-recommends faketime; } || \
	  echo "no faketime, so the test of the clock is skipped: apt gives none" >&2

need-debian:
	@test $(REFLECTOR_DEBIAN) != $(DEBIAN) || bash Tests/PipelineTests/Forge/debian.sh $(DEBIAN)

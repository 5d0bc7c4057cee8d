# make: install and compile everything in advance. make play | serve | test | check | bench: each prepares
# .venv first, and only when something has changed.

PYTHON ?= python3
BIN := .venv/bin

.PHONY: install play serve test check format bench clean

install: .venv/installed
	$(BIN)/claimeven warm-up

play: .venv/installed
	@$(BIN)/claimeven play

serve: .venv/installed
	@$(BIN)/claimeven serve

test: .venv/developed
	$(BIN)/python -m pytest -n 2
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -n 2 -m "not compiled" tests/rules tests/formats tests/kernels tests/search

check: .venv/developed
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

format: .venv/developed
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: .venv/installed
	$(BIN)/claimeven bench

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find src tests tools -name __pycache__ -exec rm -rf {} +

.venv/installed: pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed")'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --editable .
	touch $@

.venv/developed: .venv/installed
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	touch $@

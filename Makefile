# make: install. make play | serve | test | check | bench: each prepares .venv first, and only when something
# has changed. make kernels: after an edit of src/claimeven/kernels. make page-types: after a change of the
# server's answers. make docs: an HTML reference in site.
# make wheel: a wheel in dist. make soak MINUTES=10: try to break everything for ten minutes.

PYTHON ?= python3
BIN := .venv/bin
TYPESCRIPT := typescript@7
PYRIGHT := pyright@1.1.414
NPM := $(shell command -v node >/dev/null && command -v npm)

.PHONY: install play serve test check check-python check-types check-page format bench mutants soak kernels page-types docs wheel clean

install: .venv/installed

play: .venv/installed
	@$(BIN)/claimeven play

serve: .venv/installed
	@$(BIN)/claimeven serve

test: .venv/developed
	$(BIN)/python -m pytest -n 2
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -n 2 -m "not compiled" tests/rules tests/formats tests/kernels tests/solver tests/teaching

check: check-python check-types check-page

check-python: .venv/developed
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

# Nothing here needs node but two checkers of types: pyright and that of the page's JavaScript.
ifdef NPM
check-types: .venv/developed .node/installed-$(TYPESCRIPT)-$(PYRIGHT)
	.node/node_modules/.bin/pyright --pythonpath $(BIN)/python tests/typed_user_code.py

check-page: .node/installed-$(TYPESCRIPT)-$(PYRIGHT)
	.node/node_modules/.bin/tsc --project jsconfig.json
else
check-types:
	@echo "The typed user code is not checked by pyright: there is no node with npm here."

check-page:
	@echo "The JavaScript of the page is not checked: there is no node with npm here."
endif

format: .venv/developed
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: .venv/installed
	$(BIN)/claimeven bench

mutants: .venv/developed
	$(BIN)/python tools/mutants.py --jobs 2

MINUTES ?= 10
soak: .venv/developed
	$(BIN)/python tools/soak.py --minutes $(MINUTES)

# The types of the server's answers, for the page's JavaScript.
page-types: .venv/developed
	$(BIN)/python tools/write_page_types.py

docs: .venv/developed
	$(BIN)/pdoc --output-directory site claimeven

wheel: .venv/installed
	$(BIN)/python -m pip wheel --no-deps --wheel-dir dist .

# Newer LLVMs read the bitcode of older ones, not the other way round: the oldest numba that serves makes it.
kernels: .venv-kernels/installed
	PYTHONPATH=src .venv-kernels/bin/python -m claimeven.kernels.build src/claimeven/kernels

clean:
	rm -rf dist site .venv .venv-kernels .node .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find src tests tools -name __pycache__ -exec rm -rf {} +

.venv/installed: pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed")'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --editable .
	touch $@

.venv/developed: .venv/installed
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	touch $@

.venv-kernels/installed:
	$(PYTHON) -m venv .venv-kernels
	.venv-kernels/bin/python -m pip install --quiet numba==0.61.2
	touch $@

# Both in one call: a second one would remove what the first has installed.
.node/installed-$(TYPESCRIPT)-$(PYRIGHT):
	npm install --loglevel error --no-audit --no-fund --no-save --prefix .node $(TYPESCRIPT) $(PYRIGHT)
	touch $@

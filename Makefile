# Each target prepares .venv first, and only if pyproject.toml has changed since.
#
#   make               install into .venv
#   make play          play in the terminal; LEVEL=2 (1 to 8) and FIRST=you answer what it asks at its start
#   make serve         start the page
#   make quick         a minute of tests from every folder: run it often
#   make check         format, lint, types
#   make test          every test
#   make slow-tests    update tests/slow-tests.txt, the tests that make quick leaves out
#   make docs          the documentation as a site, in docs-site/
#   make kernels       rebuild kernels.bc after an edit of src/claimeven/kernels
#   make page-types    rewrite types.d.ts after a change of the server's answers
#   make bench         measure the search
#   make soak          try to break everything for MINUTES=10
#   make mutants       put faults in and see that a test fails for each
#   make lower-bounds  try the oldest dependencies that pyproject.toml allows
#   make wheel         build a wheel in dist/

PYTHON ?= python3
BIN := .venv/bin
TYPESCRIPT := typescript@7
PYRIGHT := pyright@1.1.414
# Each of two workers gets half of the tests in a row, so that it starts a browser once, and steals from the other.
PARALLEL := -n 2 --dist worksteal
NPM := $(shell command -v node >/dev/null && command -v npm)

.PHONY: install play serve quick test slow-tests check check-python check-types check-page format bench mutants soak kernels page-types \
	lower-bounds docs wheel clean

install: .venv/installed

play: .venv/installed
	@$(BIN)/claimeven play $(if $(LEVEL),--level $(LEVEL)) $(if $(FIRST),--first $(FIRST))

serve: .venv/installed
	@$(BIN)/claimeven serve

quick: .venv/developed
	$(BIN)/python -m pytest $(PARALLEL) -m "not slow and not browser"

test: .venv/developed
	$(BIN)/python -m pytest $(PARALLEL)
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest $(PARALLEL) -m "not compiled" tests/rules tests/formats tests/kernels tests/solver tests/teaching

slow-tests: .venv/developed
	$(BIN)/python -m pytest $(PARALLEL) --record-slow

check: check-python check-types check-page

check-python: .venv/developed
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

# Only the two type checkers for user code (pyright) and for the page's JavaScript (tsc) need node.
ifdef NPM
check-types: .venv/developed .node/installed-$(TYPESCRIPT)-$(PYRIGHT)
	.node/node_modules/.bin/pyright --pythonpath $(BIN)/python tests/typed_user_code.py

check-page: .node/installed-$(TYPESCRIPT)-$(PYRIGHT)
	.node/node_modules/.bin/tsc --project jsconfig.json
else
check-types:
	@echo "Skipped pyright on the typed user code: node with npm is not installed."

check-page:
	@echo "Skipped tsc on the page's JavaScript: node with npm is not installed."
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

# -W: a broken link or a docstring that cannot be read is an error.
docs: .venv/documented
	$(BIN)/python -m sphinx -W --keep-going -q -c docs -d docs-site/.doctrees . docs-site
	@echo "open docs-site/index.html"

lower-bounds: .venv/developed
	$(BIN)/python tools/lower_bounds.py

wheel: .venv/installed
	$(BIN)/python -m pip wheel --no-deps --wheel-dir dist .

# The types of the server's answers, for the page's JavaScript.
page-types: .venv/developed
	$(BIN)/python tools/write_page_types.py

# A newer LLVM reads the bitcode of an older one but not the reverse, so the oldest numba that works builds it.
kernels: .venv-kernels/installed
	PYTHONPATH=src .venv-kernels/bin/python -m claimeven.kernels.build src/claimeven/kernels

clean:
	rm -rf dist docs-site docs/reference .venv .venv-kernels .node .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find src tests tools -name __pycache__ -exec rm -rf {} +

# The recipes below print one line to stderr instead of their commands; pip prints only errors.
PIP_INSTALL := -m pip install --quiet --quiet --disable-pip-version-check

.venv/installed: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed")'
	@echo "Setting up .venv, once; about a minute ..." >&2
	@$(PYTHON) -m venv .venv
	@$(BIN)/python $(PIP_INSTALL) --editable .
	@touch $@

.venv/developed: .venv/installed
	@echo "Adding the developer's tools to .venv, once; about a minute ..." >&2
	@$(BIN)/python $(PIP_INSTALL) --editable '.[dev]'
	@touch $@

.venv/documented: .venv/installed
	@echo "Adding the documentation's tools to .venv, once ..." >&2
	@$(BIN)/python $(PIP_INSTALL) --editable '.[docs]'
	@touch $@

.venv-kernels/installed:
	@echo "Setting up .venv-kernels, once ..." >&2
	@$(PYTHON) -m venv .venv-kernels
	@.venv-kernels/bin/python $(PIP_INSTALL) numba==0.61.2
	@touch $@

# Both in one call: a second call would remove what the first one installed.
.node/installed-$(TYPESCRIPT)-$(PYRIGHT):
	@echo "Setting up .node, once ..." >&2
	@npm install --loglevel error --no-audit --no-fund --no-save --prefix .node $(TYPESCRIPT) $(PYRIGHT)
	@touch $@

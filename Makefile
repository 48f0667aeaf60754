# For contributors; ./run and ./test need no make. `make` alone lists the targets.
PYTHON = .venv/bin/python
SETUP = . ./.ci/setup.sh && set_up dev

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | expand -t 16

setup: ## the virtual environment with the developers' tools
	@$(SETUP)

check: setup ## lint, format and types
	$(PYTHON) -m ruff check .
	$(PYTHON) -m ruff format --check .
	$(PYTHON) -m mypy

fmt: setup ## format, and mend what ruff can mend
	$(PYTHON) -m ruff check --fix .
	$(PYTHON) -m ruff format .

test: ## the tests
	./test

test-slow: ## the tests that take minutes
	./test -m slow

test-oldest: ## the tests with the oldest supported libraries (Python 3.11)
	python3.11 -m venv build/oldest
	build/oldest/bin/python -m pip install -q -c constraints/oldest.txt -e '.[dev]'
	build/oldest/bin/python -m pytest

test-clean: ## ./.ci/run in a bare Debian root made for it (as root; needs mmdebstrap)
	.ci/clean-root bookworm
	.ci/clean-root trixie

bench: setup ## the benchmarks: a table, and bench/results.json
	@mkdir -p build
	$(PYTHON) -m pytest bench --benchmark-only --benchmark-json=build/benchmarks.json --benchmark-quiet
	@$(PYTHON) -m bench.report build/benchmarks.json

clean: ## all that was made here, the virtual environment too
	rm -rf .venv build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .benchmarks

.PHONY: help setup check fmt test test-slow test-oldest test-clean bench clean

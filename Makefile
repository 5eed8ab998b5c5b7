# Commands for developers; `make` alone lists them.
SHELL := /bin/sh
PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin/python
PORT ?= 8000
export PIP_DISABLE_PIP_VERSION_CHECK = 1
# For use, modules are compiled when they are first imported: most installed modules never are. For tests they are
# compiled beforehand on all cores, because compiler warnings during a test would be errors.
INSTALL = -m pip install --quiet --no-compile --no-deps --require-hashes
COMPILE = -W ignore -m compileall -qq -j 0 -x '/(tests|fontTools|providers|lexers|libcst|textual|f2py|pip|setuptools)/'
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help run test drill cluster fuzz lint long mutants bench audit messages lock clean

help:
	@grep -E '^[a-z]+:.*##' Makefile | sed 's/:.*## /\t/'

# Only these variables of the process make a demonstration: no file can turn production into one.
run: export DEMO = 1
run: export INSECURE_HTTP = 1
run: $(VENV)/installed .env ## set up everything and serve Muster on http://localhost:8000
	@$(RUN) manage.py set_up_demo
	@$(RUN) manage.py serve --port $(PORT)

test: $(VENV)/installed-dev ## run the tests that need no services, and a tenth of the slow ones
	$(RUN) -m pytest -n auto -m "not browser and not drill" $(or $(ARGS),--sample)

drill: $(VENV)/installed-dev ## run the drills: killed writers and servers, attacks on the site behind nginx, updates from former versions
	$(RUN) -m pytest -n 2 -q -m "drill and not browser" $(ARGS)

cluster: $(VENV)/installed-dev ## run two nodes, a worker, nginx, PostgreSQL, Redis and a mail server; ARGS="--drill all" breaks them
	$(RUN) -m tests.cluster_drills $(ARGS)

long: $(VENV)/installed-dev ## run for hours everything that .ci/run samples; skips steps that passed on this commit
	.ci/long

fuzz: $(VENV)/installed-dev ## send random valid and invalid requests to the API, as five kinds of users
	$(RUN) -W ignore -m tests.fuzzing $(ARGS)

lint: $(VENV)/installed-dev ## check style, imports between layers, types (strict in the engine) and missing migrations
	$(RUN) -m ruff check .
	$(RUN) -m ruff format --check .
	$(VENV)/bin/lint-imports
	$(RUN) -m mypy
	DEMO=1 SECRET_KEY=lint INSECURE_HTTP=1 $(RUN) manage.py makemigrations --check --dry-run

mutants: $(VENV)/installed-dev ## count the mutants of the engine that the tests detect (hours; ON="engine --sample 300" tests some; not in .ci/run)
	nice -n 15 $(RUN) -m tests.mutants $(ON)

bench: $(VENV)/installed-dev ## measure speed and memory side by side with the alternatives
	$(RUN) -m benchmarks

audit: $(VENV)/installed ## check the locked dependencies for known faults (needs the network; installs pip-audit in var/audit)
	$(RUN) -m tests.dependency_audit

messages: $(VENV)/installed-dev .env ## collect the website's messages for translation, and compile the translations
	$(RUN) manage.py makemessages

lock: ## update both lock files (needs uv)
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links \
		--no-header --quiet -o requirements.lock pyproject.toml
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links \
		--no-header --quiet --extra dev -o requirements-dev.lock pyproject.toml

clean: ## remove the virtual environment; the data in var/ stays
	rm -rf $(VENV)

.env:
	@umask 077 && $(PYTHON) -c "import secrets; print('\n'.join([ \
		'SECRET_KEY=' + secrets.token_urlsafe(50), 'ALLOWED_HOSTS=localhost,127.0.0.1']))" > .env

$(VENV)/installed: requirements.lock
	@test -x $(RUN) || $(PYTHON) -m venv $(VENV)
	@echo "Installing what Muster needs into $(VENV) ..."
	@$(RUN) $(INSTALL) -r requirements.lock
	@touch $@

$(VENV)/installed-dev: requirements-dev.lock
	@test -x $(RUN) || $(PYTHON) -m venv $(VENV)
	@$(RUN) $(INSTALL) -r requirements-dev.lock
	@$(RUN) $(COMPILE) $(VENV)/lib || true
	@touch $@

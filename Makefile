# What there is to do with Muster; `make` alone lists it.
SHELL := /bin/sh
PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin/python
PORT ?= 8000
export PIP_DISABLE_PIP_VERSION_CHECK = 1
# Only what is imported is compiled, when it first is, and kept: of what is installed most never is. For tests much is, and
# is compiled before them on all cores: in a test the warnings of a compiler would be errors.
INSTALL = -m pip install --quiet --no-compile --no-deps --require-hashes
COMPILE = -W ignore -m compileall -qq -j 0 -x '/(tests|fontTools|providers|lexers|libcst|textual|f2py|pip|setuptools)/'
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help run test drill fuzz lint long mutants bench messages lock clean

help:
	@grep -E '^[a-z]+:.*##' Makefile | sed 's/:.*## /\t/'

# A demonstration is only what the process itself is told to be: no file can turn production into one.
run: export DEMO = 1
run: export INSECURE_HTTP = 1
run: $(VENV)/installed .env ## set up everything and serve Muster on http://localhost:8000
	@$(RUN) manage.py set_up_demo
	@$(RUN) manage.py serve --port $(PORT)

test: $(VENV)/installed-dev ## run the tests that need no service, and a fifth of those that take long
	$(RUN) -m pytest -n auto -m "not browser and not drill" $(or $(ARGS),--sample)

drill: $(VENV)/installed-dev ## kill writers and servers, attack the site behind nginx, update from former versions: tests that wait more than they work
	$(RUN) -m pytest -n 2 -q -m "drill and not browser" $(ARGS)

long: $(VENV)/installed-dev ## search, walk, drill and compare for hours what .ci/run samples; skips what passed on this commit
	.ci/long

fuzz: $(VENV)/installed-dev ## ask the API what its description allows, and what it does not, as five sorts of people
	$(RUN) -W ignore -m tests.fuzzing $(ARGS)

lint: $(VENV)/installed-dev ## ruff, the order of imports, mypy over the whole product (strict on the engine), migrations complete
	$(RUN) -m ruff check .
	$(RUN) -m ruff format --check .
	$(VENV)/bin/lint-imports
	$(RUN) -m mypy
	DEMO=1 SECRET_KEY=lint INSECURE_HTTP=1 $(RUN) manage.py makemigrations --check --dry-run

mutants: $(VENV)/installed-dev ## put small faults into the engine and count those that the tests see (hours; ON="engine --sample 300" tries some; not in .ci/run)
	nice -n 15 $(RUN) -m tests.mutants $(ON)

bench: $(VENV)/installed-dev ## measure speed and memory side by side with the alternatives
	$(RUN) -m benchmarks

messages: $(VENV)/installed-dev .env ## collect the messages of the website for their translations, and compile these
	$(RUN) manage.py makemessages

lock: ## write both lock files anew (needs uv)
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links \
		--no-header --quiet -o requirements.lock pyproject.toml
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links \
		--no-header --quiet --extra dev -o requirements-dev.lock pyproject.toml

clean: ## remove the virtual environment; data in var/ stay
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

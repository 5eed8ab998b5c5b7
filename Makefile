# What there is to do with Muster; `make` alone lists it.
SHELL := /bin/sh
PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin/python
PORT ?= 8000
OTHER_GAMES := dungeon-command dnd-miniatures-2003 dnd-miniatures-2008
export PIP_DISABLE_PIP_VERSION_CHECK = 1

.PHONY: help run test fuzz lint long mutants bench messages lock clean

help:
	@grep -E '^[a-z]+:.*##' Makefile | sed 's/:.*## /\t/'

run: $(VENV)/installed .env ## set up everything and serve Muster on http://localhost:8000
	@$(RUN) manage.py migrate --verbosity 0
	@$(RUN) manage.py import_cards fixtures --if-empty --why "First cards"
	@$(RUN) manage.py demo_account
	@$(RUN) manage.py make_signing_key --keep
	@$(RUN) manage.py collectstatic --noinput --verbosity 0
	@$(RUN) manage.py serve --port $(PORT)

test: $(VENV)/installed-dev ## run every test that needs no service
	$(RUN) -m pytest -n auto -m "not browser" $(ARGS)

long: $(VENV)/installed-dev ## search the properties fifty times further than make test, send every hostile body to every operation, ask the API 100,000 questions, look for the slowest request of each address, go over every page in every width and theme with axe-core, and in one language after the other, kill writers 200 times and 20 workers that complete lists, take the database from a worker for 30 seconds, abuse the site as guests as much as it lets them, take from the whole what stands beside it (of PostgreSQL where POSTGRESQL names a server), have 16 curators write 8,000 times on one card, take every migration back and make it again over 10,000 cards and 100,000 legions, bring a database of every state of the migrations up to date, and compare 100,000 legions and 20,000 warbands of each other game with the second engines
	HYPOTHESIS_PROFILE=long $(RUN) -m pytest -n auto -m "not browser" -k "test_propert or guard or explaining or comes_back or nothing_behind or no_post or test_fixes or test_parts or test_slots or test_prices" $(ARGS)
	$(RUN) -m tests.kills --times 200
	$(RUN) -m tests.slow_clients --clients 200 --seconds 60
	$(RUN) -m tests.worker_drills
	$(RUN) -m tests.outage_drills
	$(RUN) -m tests.abuse
	$(RUN) -m tests.concurrent_edits --clients 16 --edits 500
	$(RUN) -m tests.migration_roundtrip --cards 10000 --legions 100000
	$(RUN) -m tests.operations.migration_states
	WALK=whole $(RUN) -m pytest tests/legions/test_languages_in_turn.py
	WALK=whole CHROMIUM=/usr/bin/chromium $(RUN) -m pytest -m browser tests/browser
	$(RUN) -W ignore -m tests.fuzzing --to 100000 --keep var/fuzzing.json
	$(RUN) -W ignore -m tests.worst --rounds 40 --keep var/worst.md
	$(RUN) -m tests.second_engine --to 100000 --go-on --keep var/second-engine.json
	$(RUN) -m tests.second_engine --source real --to 5000 --go-on --keep var/second-engine-real.json
	$(RUN) -m tests.second_engine --source completed --to 10000 --go-on --keep var/second-engine-completed.json
	for game in $(OTHER_GAMES); do \
		$(RUN) -m tests.second_engine --game $$game --to 20000 --go-on --keep var/second-engine-$$game.json && \
		$(RUN) -m tests.second_engine --game $$game --source real --to 5000 --go-on --keep var/second-engine-$$game-real.json \
		|| exit 1; done

fuzz: $(VENV)/installed-dev ## ask the API what its description allows, and what it does not, as five sorts of people
	$(RUN) -W ignore -m tests.fuzzing

lint: $(VENV)/installed-dev ## ruff, mypy (strict on the engine), migrations complete
	$(RUN) -m ruff check .
	$(RUN) -m ruff format --check .
	$(RUN) -m mypy
	DEMO=1 SECRET_KEY=lint INSECURE_HTTP=1 $(RUN) manage.py makemigrations --check --dry-run

mutants: $(VENV)/installed-dev ## put small faults into the engine and count those that the tests see (hours; ON="slots --sample 50" tries some; not in .ci/run)
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
		'SECRET_KEY=' + secrets.token_urlsafe(50), 'DEMO=1', 'INSECURE_HTTP=1', 'ALLOWED_HOSTS=localhost,127.0.0.1', \
		'EMAIL_BACKEND=django.core.mail.backends.console.EmailBackend']))" > .env

$(VENV)/installed: requirements.lock
	@test -x $(RUN) || $(PYTHON) -m venv $(VENV)
	@echo "Installing what Muster needs into $(VENV) ..."
	@$(RUN) -m pip install --quiet --require-hashes -r requirements.lock
	@touch $@

$(VENV)/installed-dev: requirements-dev.lock
	@test -x $(RUN) || $(PYTHON) -m venv $(VENV)
	@$(RUN) -m pip install --quiet --require-hashes -r requirements-dev.lock
	@touch $@

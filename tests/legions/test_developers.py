"""The page for developers: its examples are run for real, and what it leads to is there."""

import json
import shutil
import subprocess
import sys

import pytest
from django.core.cache import cache

from catalog import exchange
from legions.views import developers
from rulesapi import cases
from rulesapi.limits import POLICIES
from rulesapi.openapi import examples
from rulesapi.receipts import keys
from tests import factories
from tests.legions.pages import Page


def run(*command, **more):
    return subprocess.run(command, capture_output=True, text=True, timeout=60, **more)


def ways(example):
    """Return how each form of an example is run; without the program for it a form is passed over."""
    yield ("sh", "-c", example.curl), shutil.which("curl")
    yield (sys.executable, "-c", example.python), True
    yield ("node", "--input-type=module", "-e", example.javascript), shutil.which("node")


@pytest.mark.django_db(transaction=True)
def test_every_example_runs_and_says_something(live_server, settings) -> None:
    settings.SIGNING_KEY = keys.new().text
    cache.clear()
    game = examples.given()["game"]["slug"]
    factories.publish(*exchange.read(exchange.find([examples.FIXTURES / game])).documents)
    expected = ["legal", "", "MR1."]
    for example, word in zip(developers.examples(live_server.url), expected, strict=True):
        for command, there in ways(example):
            if there:
                done = run(*command)
                assert done.returncode == 0, (command, done.stderr)
                assert word in done.stdout and done.stdout.strip() and '"status":4' not in done.stdout, command


@pytest.mark.django_db
def test_the_page_shows_examples_of_this_site_limits_and_ways_on(client) -> None:
    page = Page(client.get("/developers/"))
    assert "http://testserver/api/v1/verdicts/" in page.text
    assert all(policy.about in page.text for policy in POLICIES.values())
    for link in {one["href"] for one in page.all("a") if one.get("href", "").startswith("/")}:
        if link.startswith(("/developers", "/api", "/problems", "/receipts")):
            assert client.get(link).status_code == 200, link
    assert Page(client.get("/")).all("a", href="/developers/")


def test_the_cases_are_a_download(client) -> None:
    response = client.get("/developers/cases.json")
    assert "attachment" in response["Content-Disposition"]
    assert json.loads(response.content) == cases.everything()

"""The developer page: its examples run, and its links work."""

import json
import os
import shutil
import subprocess
import sys
import time
from typing import Any

import pytest
from django.core.cache import cache

from catalog import import_export
from catalog.api_base import throttling
from legions.api_tokens.models import Scope
from legions.pages import developer_views
from legions.webhooks import examples as hook_examples
from legions.webhooks import signatures as webhooks_signatures
from rulesapi.judging import conformance_cases
from rulesapi.receipts import keys
from tests import factories
from tests.legions.api_clients import token
from tests.legions.page_parser import Page
from tests.legions.webhook_receiver import signature
from tests.nonempty import nonempty
from tests.rulesapi import openapi_examples as examples
from tests.rulesapi.api_client import validator


def run(*command, **more):
    return subprocess.run(command, capture_output=True, text=True, timeout=60, **more)


def languages(example):
    """Return the test parameters that run each form of an example; a form is skipped if its program is missing."""
    yield ("sh", "-c", example.curl), shutil.which("curl")
    yield (sys.executable, "-c", example.python), True
    yield ("node", "--input-type=module", "-e", example.javascript), shutil.which("node")


@pytest.mark.sampled
@pytest.mark.django_db(transaction=True)
def test_every_example_runs_and_says_something(live_server, settings) -> None:
    settings.SIGNING_KEY = keys.new_key().text
    cache.clear()
    game = examples.example_world()["game"]["slug"]
    factories.publish(*import_export.read(import_export.find([examples.FIXTURES / game])).documents)
    expected = ["legal", "", "MR1."]
    for example, word in zip(developer_views.examples(live_server.url), expected, strict=True):
        for command, there in nonempty(languages(example)):
            if there:
                done = run(*command)
                assert done.returncode == 0, (command, done.stderr)
                assert word in done.stdout and done.stdout.strip() and '"status":4' not in done.stdout, command


@pytest.mark.sampled
@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(not shutil.which("curl"), reason="needs curl")
def test_the_example_of_a_contribution_offers_a_fact(live_server) -> None:
    cache.clear()
    factories.publish_frame(factories.creature(slug="balagos", cost=None))
    text = token(factories.UserFactory(), Scope.OFFER)
    done = run("sh", "-c", developer_views.offering(live_server.url), env={**os.environ, "TOKEN": text})
    assert json.loads(done.stdout)["facts"] == [{"fact": "cost", "value": 38, "state": "waiting", "why": None}]


SECRET, ID = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "msg_1"


def signed(body: bytes, *secrets: str, late: int = 0) -> dict[str, str]:
    stamp = int(time.time()) - late
    signatures = [signature(secret, ID, stamp, body) for secret in secrets]
    return {"webhook-id": ID, "webhook-timestamp": str(stamp), "webhook-signature": " ".join(signatures)}


@pytest.mark.sampled
def test_the_examples_tell_messages_that_are_from_here_from_others() -> None:
    other = webhooks_signatures.new_secret()
    tries = [
        (signed(b"{}", SECRET), "{}", True),
        (signed(b"{}", other, SECRET), "{}", True),
        (signed(b"{}", other), "{}", False),
        (signed(b"{}", SECRET), "{ }", False),
        (signed(b"{}", SECRET, late=3600), "{}", False),
        ({**signed(b"{}", SECRET), "webhook-id": "msg_2"}, "{}", False),
        ({**signed(b"{}", SECRET), "webhook-signature": "v1"}, "{}", False),
    ]
    namespace: dict[str, Any] = {}
    exec(hook_examples.PYTHON, namespace)  # noqa: S102 - it is ours
    for headers, body, expected in tries:
        assert namespace["is_from_muster"](SECRET, headers, body.encode()) == expected
    if shutil.which("node"):
        payload = json.dumps([[headers, body] for headers, body, _ in tries])
        told = "console.log(JSON.stringify(tries.map(([h, b]) => isFromMuster(secret, h, Buffer.from(b)))));"
        script = f'{hook_examples.JAVASCRIPT}const secret = "{SECRET}"; const tries = {payload};\n{told}'
        done = run("node", "--input-type=module", "-e", script)
        assert json.loads(done.stdout) == [expected for *_, expected in tries], done.stderr


@pytest.mark.sampled
@pytest.mark.django_db(transaction=True)
def test_a_webhook_is_added_by_the_example(live_server, tmp_path) -> None:
    cache.clear()
    text = token(factories.UserFactory(), Scope.HOOKS)
    done = run("sh", "-c", hook_examples.curl(live_server.url), env={**os.environ, "TOKEN": text})
    assert json.loads(done.stdout)["secret"].startswith("whsec_"), done.stdout
    validator("#/components/schemas/WebhookMessage").validate(hook_examples.message(live_server.url))


@pytest.mark.sampled
@pytest.mark.django_db
def test_the_page_shows_examples_of_this_site_limits_and_ways_on(client) -> None:
    page = Page(client.get("/developers/"))
    assert "http://testserver/api/v1/verdicts/" in page.text
    assert page.all("a", href="/api/docs/#limits")
    reference = Page(client.get("/api/docs/"))
    assert all(policy.about in reference.text for policy in nonempty(throttling.api_rate_limits()))
    for link in nonempty({one["href"] for one in page.all("a") if one.get("href", "").startswith("/")}):
        if link.startswith(("/developers", "/api", "/problems", "/receipts")):
            assert client.get(link).status_code == 200, link
    assert Page(client.get("/")).all("a", href="/developers/")


@pytest.mark.sampled
def test_the_cases_are_a_download(client) -> None:
    response = client.get("/developers/cases.json")
    assert "attachment" in response["Content-Disposition"]
    assert json.loads(response.content) == conformance_cases.all_cases()

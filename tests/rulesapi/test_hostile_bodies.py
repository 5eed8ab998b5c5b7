"""Refused request bodies: other media types, compressed, empty, too large; and random bodies."""

import gzip
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from tests import factories
from tests.rulesapi import hostile_bodies
from tests.rulesapi.api_client import ApiClient

pytestmark = [pytest.mark.django_db, pytest.mark.guard]


@pytest.mark.parametrize(
    "kind",
    ["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/xml"],
)
def test_a_body_that_does_not_say_it_is_json_is_refused(api: ApiClient, kind: str) -> None:
    factories.publish_frame()
    response = api.generic("POST", "/api/v1/verdicts/", hostile_bodies.FINE, content_type=kind)
    assert response.status_code == 415
    assert response.json()["code"] == "unsupported-media-type"


def test_a_compressed_body_is_refused_by_name(api: ApiClient) -> None:
    response = api.post(
        "/api/v1/verdicts/",
        gzip.compress(hostile_bodies.FINE),
        content_type="application/json",
        headers={"Content-Encoding": "gzip"},
    )
    assert response.status_code == 415
    assert "gzip" in response.json()["detail"]


def test_an_empty_body_is_refused(api: ApiClient) -> None:
    response = api.judge(b"")
    assert response.status_code == 400
    assert response.json()["code"] == "malformed-json"


@pytest.mark.parametrize(("spaces", "status"), [(0, 200), (1, 413)])
def test_one_legion_is_read_up_to_its_limit(api: ApiClient, spaces: int, status: int) -> None:
    factories.publish_frame(factories.creature(slug="wraith"))
    body = hostile_bodies.FINE + b" " * (256 * 1024 - len(hostile_bodies.FINE) + spaces)
    assert api.judge(body).status_code == status


@pytest.mark.parametrize(("spaces", "status"), [(0, 200), (1, 413)])
def test_a_batch_is_read_up_to_its_limit(api: ApiClient, spaces: int, status: int) -> None:
    factories.publish_frame(factories.creature(slug="wraith"))
    body = b'{"legions": [' + hostile_bodies.FINE + b"]}"
    assert api.judge(body + b" " * (10 * 1024 * 1024 - len(body) + spaces)).status_code == status


def test_a_refusal_names_at_most_twenty_faults(api: ApiClient) -> None:
    response = api.judge({"game": "attack-wing", "picks": [{"card": "NO"}] * 400})
    assert len(response.json()["faults"]) == 20


_json = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**60), 2**60) | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=10), inner, max_size=5),
    max_leaves=20,
)
_slugs = st.sampled_from(["wraith", "fireball", "no-such-card", "attack-wing"])
_facts = st.sampled_from(
    ["cost", "level", "keywords", "costs", "weapons", "requires", "slug", "set", "sources", "else"]
)
_pick = st.fixed_dictionaries(
    {"card": _slugs},
    optional={
        "upgrades": st.lists(_slugs, max_size=4),
        "count": st.integers(0, 4),
        "soldiers": st.integers(-1, 8),
        "bought_slot": _slugs,
        "else": _json,
    },
)
_legion = st.fixed_dictionaries(
    {"game": st.sampled_from(["attack-wing", "chess"]), "picks": st.lists(_pick, max_size=5)},
    optional={
        "format": st.sampled_from(["standard", "other"]),
        "points": st.integers(-1, 300),
        "release": st.integers(0, 3),
        "on": st.text(max_size=12) | st.just("2026-11-21"),
        "house_rules": st.lists(_slugs, max_size=2),
        "facts": _json
        | st.dictionaries(_slugs, st.dictionaries(_facts, _json | st.integers(0, 9), max_size=3), max_size=3),
        "packs": _json | st.dictionaries(_slugs, st.integers(-1, 3), max_size=3),
        "team": _json,
        "ext": _json,
        "name": st.text(max_size=20),
    },
)


class AnythingSent(TestCase):
    """Any body gets a verdict or a problem document."""

    def setUp(self) -> None:
        factories.publish_frame(factories.creature(slug="wraith"), factories.spell(slug="fireball"))

    @given(_legion)
    def test_anything_like_a_legion_is_judged_or_refused(self, legion: dict[str, Any]) -> None:
        assert ApiClient().judge(legion).status_code in {200, 400}

    @given(_json | st.lists(_legion | _json, max_size=3).map(lambda legions: {"legions": legions}))
    def test_anything_that_is_json_is_answered(self, value: Any) -> None:
        assert ApiClient().judge(json.dumps(value).encode()).status_code in {200, 400}

    @given(st.binary(max_size=200))
    def test_any_bytes_are_refused(self, raw: bytes) -> None:
        assert ApiClient().judge(raw).status_code == 400

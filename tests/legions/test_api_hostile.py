"""Hostile bodies for every address that stores something: always refused, and without side effects."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.core.cache import cache
from django.db import transaction
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from catalog import permissions
from catalog.curation import contributions
from catalog.documents import json_input
from catalog.documents.errors import InvalidInput
from catalog.models import Contribution
from legions.api_tokens.models import Scope
from legions.my_lists.api_bodies import JSON_PATCH, MEMBERS, MERGE_PATCH
from legions.saved_lists.models import Legion
from legions.webhooks.models import Webhook
from tests import factories
from tests.legions.api_clients import TokenClient, legion_url, token
from tests.legions.builder_helpers import publish_cards
from tests.legions.webhook_receiver import new_webhook
from tests.nonempty import nonempty
from tests.rulesapi import hostile_bodies
from tests.rulesapi.api_client import JSON, LINES, described
from tests.sampling import HOSTILE_BODIES, HOSTILE_VALUES

pytestmark = [pytest.mark.django_db, pytest.mark.db_facing, pytest.mark.guard]

REFUSED = frozenset((400, 409, 413, 415))
FINE = hostile_bodies.FINE

# Positions of hostile input in the request of each operation: a body (%b) as the whole, and in place of a legion; a
# value (%v) elsewhere. A new operation with a body fails a test until it has a line here.
JUDGED, ASKED = (b"%b",), (b"%b", b'{"legion": %b}')
SENDINGS = {
    ("judge", JSON): JUDGED,
    ("judge", LINES): (FINE + b"\n%b",),
    ("signVerdict", JSON): ASKED,
    ("reportVerdict", JSON): (*ASKED, b'{"expected": %v, "legion": ' + FINE + b"}"),
    ("findCandidates", JSON): (b"%b", b'{"at": "", "legion": %b}', b'{"at": %v, "legion": ' + FINE + b"}"),
    ("findFixes", JSON): ASKED,
    ("findPacks", JSON): ASKED,
    ("writeText", JSON): ASKED,
    ("readText", JSON): (b"%b", b'{"game": "attack-wing", "text": %v}', b'{"text": "Giant", "game": %v}'),
    ("judgeCampaign", JSON): (
        b"%b",
        b'{"game": "attack-wing", "entries": [%b]}',
        b'{"game": %v, "entries": []}',
    ),
    ("resolveSituation", JSON): (
        b"%b",
        b'{"situations": [%b]}',
        b'{"soldiers": %v}',
        b'{"soldiers": 3, "rolled": [%v]}',
    ),
    ("complete", JSON): (*ASKED, b'{"pool": %v, "legion": ' + FINE + b"}"),
    ("lookUpCards", JSON): (
        b"%b",
        b'{"game": "attack-wing", "cards": ["wraith", %v]}',
        b'{"cards": [], "game": %v}',
    ),
    ("keepLegion", JSON): ASKED,
    ("replaceLegion", JSON): (b"%b", b'{"legion": ' + FINE + b', "folder": %v}'),
    ("patchLegion", MERGE_PATCH): (b"%b", b'{"legion": %b}'),
    ("patchLegion", JSON_PATCH): (b"%b", b"[%v]", b'[{"op": "add", "path": "/legion/ext", "value": %v}]'),
    ("shareLegion", JSON): (b"%b", b'{"public": %v}'),
    ("addWebhook", JSON): (b"%b", b'{"url": %v}'),
    ("changeWebhook", JSON): (b"%b", b'{"url": %v}', b'{"active": %v, "url": "https://example.org/"}'),
    ("offerFacts", JSON): (
        b"%b",
        b'{"game": "attack-wing", "card": "half-known", "source": "A box", "facts": %b}',
        b'{"game": "attack-wing", "card": "half-known", "source": "A box", "facts": {"cost": %v}}',
        b'{"game": "attack-wing", "card": "half-known", "facts": {"cost": 3}, "source": "A box", "note": %v}',
        b'{"game": "attack-wing", "card": "half-known", "facts": {"cost": 3}, "source": %v}',
        b'{"game": %v, "card": "half-known", "facts": {"cost": 3}}',
    ),
    ("answerCurator", JSON): (b"%b", b'{"answer": %v}'),
    ("decide", JSON): (b"%b", b'{"accept": ["cost"], "why": %v}', b'{"decline": [%v], "why": "No."}'),
    ("askBack", JSON): (b"%b", b'{"question": %v}'),
    ("writeDraft", JSON): (b"%b", b'{"why": "x", "document": %b}', b'{"why": %v, "document": {}}'),
    ("moveDraft", JSON): (b"%b", b'{"do": %v}', b'{"do": "put-up", "why": %v}'),
}

WHOLE_BODIES = [(operation, around) for operation, sent in SENDINGS.items() for around in sent if b"%b" in around]
"""Positions of whole bodies: one turn each."""
VALUES = [(operation, around) for operation, sent in SENDINGS.items() for around in sent if b"%b" not in around]
"""Positions of a value in an otherwise valid request: one turn each."""

# Requests in which some of the input is valid, or in which each line or batch item is answered separately.
MAY_FIT = {
    ("judge", LINES),
    ("readText", JSON),
    ("resolveSituation", JSON),
    ("keepLegion", JSON),
    ("replaceLegion", JSON),
    ("patchLegion", MERGE_PATCH),
    ("patchLegion", JSON_PATCH),
    ("shareLegion", JSON),
    ("changeWebhook", JSON),
    ("offerFacts", JSON),
    ("answerCurator", JSON),
    ("decide", JSON),
    ("askBack", JSON),
    ("moveDraft", JSON),
}


def operations() -> dict[str, tuple[str, str, dict[str, Any]]]:
    """Return the method, the address and the description of every operation by its name."""
    return {
        said["operationId"]: (method, path, said)
        for path, methods in described()["paths"].items()
        for method, said in methods.items()
    }


@pytest.fixture
def ada(db, settings, tmp_path):
    settings.VAR_DIR, settings.SIGNING_KEY = tmp_path, "A" * 43
    cache.clear()
    half_known = factories.creature(slug="half-known", cost=None, level=None)
    publish_cards(factories.creature(slug="wraith"), half_known, factories.rulebook(), factories.section())
    return factories.UserFactory()


def kept() -> dict[str, int]:
    """Return the number of rows of everything."""
    return {model.__name__: model._default_manager.count() for model in apps.get_models()}


def test_every_operation_that_takes_a_body_is_sent_hostile_ones() -> None:
    taken = {
        (name, kind)
        for name, (_, _, said) in operations().items()
        for kind in said.get("requestBody", {}).get("content", ())
    }
    assert set(SENDINGS) == taken


def test_there_are_enough_hostile_bodies_without_duplicates() -> None:
    names = [name for name, _ in hostile_bodies.bodies()]
    assert len(names) == len(set(names)) >= 300


def test_the_operations_are_sent_all_hostile_bodies_between_them() -> None:
    assert len(WHOLE_BODIES) >= HOSTILE_BODIES
    sent = {name for turn in range(len(WHOLE_BODIES)) for name, _ in hostile_bodies.bodies(HOSTILE_BODIES, turn)}
    assert sent == {name for name, _ in hostile_bodies.bodies()}


def test_the_places_of_values_are_sent_all_hostile_ones_between_them() -> None:
    sent = {name for turn in range(len(VALUES)) for name, _ in hostile_bodies.values(HOSTILE_VALUES, 1, turn)}
    assert sent == {name for name, _ in hostile_bodies.values()}


@pytest.mark.parametrize(("name", "kind"), SENDINGS)
def test_hostile_bodies_leave_nothing_behind(ada, name, kind) -> None:
    """Each body is refused or harmless. Afterwards the data is unchanged, and every list responds."""
    robots = {scope: TokenClient(token(ada, scope, scope)) for scope in Scope if scope != Scope.CURATE}
    robots[Scope.CURATE] = TokenClient(token(curator(), Scope.CURATE))
    legion = factories.legion({"card": "giant"}, owner=ada)
    webhook = new_webhook(ada)
    method, path, said = operations()[name]
    robot = robots[scope_of(said)]
    known = {"pk": legion.pk, "hook": webhook.pk, "contribution": asked_about(ada).pk, **worked_on()}
    at = path.format(**known)
    before = kept()
    for around in SENDINGS[name, kind]:
        for what, hostile_one in hostile_ones((name, kind), around):
            sent = around.replace(b"%b", hostile_one).replace(b"%v", hostile_one)
            mark = transaction.savepoint()
            response = robot.send(method, at, sent, kind, If_Match="*")
            allowed = response.status_code in REFUSED or (
                (name, kind) in MAY_FIT
                and response.status_code < 300
                and (harmless(sent, kind) or refused_one_by_one(response))
            )
            assert allowed, f"{what}: {response.status_code} {response.content[:200]!r}"
            if response.status_code in REFUSED:
                transaction.savepoint_commit(mark)
            else:
                transaction.savepoint_rollback(mark)
    assert kept() == before
    assert Legion.objects.get().document == legion.document
    assert Webhook.objects.get().url == webhook.url
    everything_answers(robots, **known)


def hostile_ones(operation: tuple[str, str], around: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield the hostile inputs for the positions of an operation, each with its name."""
    if b"%b" not in around:
        return hostile_bodies.values(HOSTILE_VALUES, HOSTILE_BODIES, VALUES.index((operation, around)))
    if operation == ("judge", JSON):
        return hostile_bodies.bodies()
    return hostile_bodies.bodies(HOSTILE_BODIES, WHOLE_BODIES.index((operation, around)))


def curator() -> Any:
    return factories.user_with(permissions.CURATOR)


def asked_about(owner: Any) -> Contribution:
    """Return a user's contribution with an open question."""
    offer = {"game": "attack-wing", "slug": "half-known", "facts": {"cost": 3, "level": 8}}
    one = contributions.submit(by=owner, origin=contributions.Origin(printed=True), **offer)
    return contributions.ask_contributor(number=one.pk, seen=one.version, by=curator(), question="Is it a 3?")


def worked_on() -> dict[str, str]:
    """Create a draft, and return the parts of its address."""
    factories.save_draft(factories.creature(slug="wraith", text="Other."), by=None, why="Misread")
    return {"game": "attack-wing", "shelf": "card", "slug": "wraith", "question": "morale"}


def scope_of(description) -> Scope:
    """Return the scope that an operation requires; any, if it requires none."""
    (scope,) = [one for asked in description.get("security", ()) for one in asked["token"]] or [Scope.READ]
    return Scope(scope) if scope != Scope.READ else Scope.LEGIONS


def everything_answers(robots, **known_objects) -> None:
    """Fail unless every list and each object in `known_objects` responds."""
    for method, path, said in nonempty(operations().values()):
        words = set(re.findall(r"{(\w+)}", path))
        of_something_else = "slug" in words and "shelf" not in words
        if method == "get" and words <= set(known_objects) and scope_of(said) in robots and not of_something_else:
            assert robots[scope_of(said)].get(path.format(**known_objects)).status_code == 200, path


def refused_one_by_one(response: Any) -> bool:
    """Return whether a response is a batch of situations of which each is refused separately."""
    resolutions = response.json().get("resolutions", [])
    return bool(resolutions) and all(one.get("status") in REFUSED for one in resolutions)


def harmless(body: bytes, kind: str) -> bool:
    """Return whether a hostile input may be accepted: as valid JSON, or as lines, each of which is answered."""
    if kind == LINES:
        return True
    try:
        json_input.loads(body)
    except InvalidInput:
        return False
    return True


# -- arbitrary patches -------------------------------------------------------------------------------------------------

_json = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**60), 2**60) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
_paths = st.sampled_from(
    [
        "",
        "/legion",
        "/legion/picks",
        "/legion/picks/0",
        "/legion/picks/-",
        "/legion/name",
        "/folder",
        "/archived",
        "/id",
    ]
) | st.text(max_size=12)
_operation = st.fixed_dictionaries(
    {"op": st.sampled_from(sorted(MEMBERS)) | _json, "path": _paths},
    optional={"value": _json | st.just({"card": "dragon"}), "from": _paths},
)


class AnythingSent(TestCase):
    """A patch with arbitrary content: applied or refused."""

    @classmethod
    def setUpTestData(cls) -> None:
        publish_cards()
        ada = factories.UserFactory()
        cls.legion = factories.legion({"card": "giant"}, owner=ada, name="Bones")
        cls.text = token(ada)

    def patch(self, patch, kind) -> None:
        robot = TokenClient(self.text)
        mark = robot.get(legion_url(self.legion))["ETag"]
        response = robot.send("patch", legion_url(self.legion), patch, kind, If_Match=mark)
        assert response.status_code in {200, 400, 409}
        everything_answers({Scope.LEGIONS: robot}, pk=self.legion.pk)

    @given(st.lists(_operation | _json, max_size=5))
    def test_any_patch_of_operations(self, patch) -> None:
        self.patch(patch, JSON_PATCH)

    @given(
        _json
        | st.fixed_dictionaries(
            {}, optional={"legion": _json, "folder": _json, "archived": _json, "id": _json, "picks": _json}
        )
    )
    def test_any_patch_that_merges(self, patch) -> None:
        self.patch(patch, MERGE_PATCH)

"""Hostile bodies sent to every address that keeps something: refused each time, and nothing stays behind."""

import pytest
from django.core.cache import cache
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from catalog import guard
from catalog.faults import Malformed
from legions.api.bodies import JSON_PATCH, MEMBERS, MERGE_PATCH
from legions.models import Legion, LegionRevision
from tests import factories
from tests.legions.api_world import LEGIONS, Robot, address, token
from tests.legions.tables import publish_table
from tests.rulesapi import hostile

pytestmark = [pytest.mark.django_db, pytest.mark.db_facing]

# Where the hostile value stands: method, address behind the legion's (None for the list), kind of body, around it.
SENDINGS = [
    ("post", None, "application/json", b"%b"),
    ("post", None, "application/json", b'{"legion": %b}'),
    ("put", "", "application/json", b'{"legion": {"game": "attack-wing", "picks": []}, "folder": %b}'),
    ("put", "link/", "application/json", b'{"public": %b}'),
    ("patch", "", MERGE_PATCH, b'{"legion": %b}'),
    ("patch", "", JSON_PATCH, b"[%b]"),
    ("patch", "", JSON_PATCH, b'[{"op": "add", "path": "/legion/ext", "value": %b}]'),
]


UNSHARED = {"share_key": None, "public": False, "shows_collection": False}


@pytest.fixture
def ada(db):
    cache.clear()
    publish_table()
    return factories.UserFactory()


def everything_answers(robot, legion) -> None:
    """Fail unless every read answers, whatever was sent before."""
    for at in (LEGIONS, address(legion), address(legion, "states/"), address(legion, "link/")):
        assert robot.get(at).status_code == 200
    assert robot.get(f"{LEGIONS}?deleted=true").json()["results"] == []


@pytest.mark.parametrize(("method", "tail", "kind", "around"), SENDINGS)
def test_hostile_bodies_leave_nothing_behind(ada, method, tail, kind, around) -> None:
    robot = Robot(token(ada))
    legion = factories.legion({"card": "giant"}, owner=ada)
    at = LEGIONS if tail is None else address(legion, tail)
    mark = robot.get(at)["ETag"]
    for name, body in hostile.bodies():
        sent = around.replace(b"%b", body)
        response = robot.send(method, at, sent, kind, If_Match=mark)
        assert response.status_code in {400, 409, 413} or harmless(sent), (name, response.content[:200])
        assert response.status_code < 500, name
        if response.status_code < 300:  # what is harmless where it stands; taken back, so that the mark stands
            Legion.objects.exclude(pk=legion.pk).delete()
            Legion.objects.update(document=legion.document, version=1, folder="", archived_at=None, **UNSHARED)
            LegionRevision.objects.filter(number__gt=1).delete()
    assert Legion.objects.get().document == legion.document
    everything_answers(robot, legion)


def harmless(body: bytes) -> bool:
    """Return whether a body is JSON as it should be: where it was put it may be anything, even right."""
    try:
        guard.loads(body)
    except Malformed:
        return False
    return True


# -- anything at all ---------------------------------------------------------------------------------------------------

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
    """Whatever a program sends as a patch, it is done or refused."""

    @classmethod
    def setUpTestData(cls) -> None:
        publish_table()
        ada = factories.UserFactory()
        cls.legion = factories.legion({"card": "giant"}, owner=ada, name="Bones")
        cls.text = token(ada)

    def patch(self, patch, kind) -> None:
        robot = Robot(self.text)
        mark = robot.get(address(self.legion))["ETag"]
        response = robot.send("patch", address(self.legion), patch, kind, If_Match=mark)
        assert response.status_code in {200, 400, 409}
        everything_answers(robot, self.legion)

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

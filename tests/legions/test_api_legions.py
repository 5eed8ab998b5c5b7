"""Saved legions over the API: create, list, read, replace, patch, delete and restore them."""

import json
import re
from copy import deepcopy
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.urls import Resolver404, resolve
from django.utils import timezone

from catalog.api_base.throttling import RATE_LIMITS
from legions.api_tokens.models import IdempotencyRecord
from legions.changes.basic import Rename
from legions.my_lists.api_bodies import JSON_PATCH as PATCH
from legions.my_lists.api_bodies import MAX_OPERATIONS, MERGE_PATCH
from legions.saved_lists import quotas, services
from legions.saved_lists.models import SEARCHED_BYTES, Legion
from tests import factories, worlds
from tests.legions.api_clients import LEGIONS_URL, UNKNOWN_ID, TokenClient, legion_url, stored_rows, token
from tests.legions.builder_helpers import publish_cards
from tests.throttles import allow

pytestmark = pytest.mark.django_db

DESCRIPTION = Path(__file__).parents[2] / "rulesapi" / "openapi.json"
GIANT = {"game": "attack-wing", "picks": [{"card": "giant"}]}


@worlds.once_a_module
def home():
    publish_cards()
    return factories.UserFactory(username="ada")


@pytest.fixture(autouse=True)
def world(home):
    """Publish cards and create a user."""


@pytest.fixture
def ada(home):
    return deepcopy(home)


@pytest.fixture
def robot(ada):
    return TokenClient(token(ada))


@pytest.fixture
def legion(ada):
    return factories.legion({"card": "giant"}, owner=ada, name="Bones")


def mark(robot, legion, tail=""):
    return robot.get(legion_url(legion, tail))["ETag"]


def change(robot, legion, method, body=None, kind="application/json", **headers):
    return robot.send(method, legion_url(legion), body, kind, If_Match=mark(robot, legion), **headers)


# -- creating ----------------------------------------------------------------------------------------------------------


def test_a_legion_is_saved_and_read_again(robot, ada) -> None:
    made = robot.keep({**GIANT, "name": "Bones", "tags": ["league"]}, folder="Autumn", archived=True)
    assert made.status_code == 201
    kept = Legion.objects.get()
    assert (kept.owner, kept.guest_key, kept.folder) == (ada, None, "Autumn")
    assert made["Location"] == legion_url(kept)
    assert "no-store" in made["Cache-Control"]
    read = robot.get(made["Location"])
    assert read.json() == made.json()
    assert read["ETag"] == made["ETag"]
    assert not made["ETag"].startswith("W/")
    assert made.json()["archived"] is True
    assert made.json()["legion"] == {**GIANT, "name": "Bones", "tags": ["league"], "release": 1}
    assert made.json()["what"] == "Made by Robot."


def test_a_legion_that_breaks_rules_is_saved(robot) -> None:
    assert robot.keep({**GIANT, "picks": [{"card": "dragon"}] * 9}).status_code == 201


@pytest.mark.one_variant
@pytest.mark.parametrize(
    ("body", "code", "pointer"),
    [
        ({}, "invalid-question", ""),
        ([], "invalid-question", ""),
        ({"legion": GIANT, "owner": 1}, "invalid-question", "/owner"),
        ({"legion": GIANT, "version": 7}, "invalid-question", "/version"),
        ({"legion": GIANT, "public": True}, "invalid-question", "/public"),
        ({"legion": GIANT, "folder": 1}, "invalid-question", "/folder"),
        ({"legion": GIANT, "folder": None}, "invalid-question", "/folder"),
        ({"legion": GIANT, "folder": "x" * 61}, "invalid-question", "/folder"),
        ({"legion": GIANT, "archived": "yes"}, "invalid-question", "/archived"),
        ({"legion": None}, "invalid-legion", "/legion"),
        ({"legion": {**GIANT, "sauce": 1}}, "invalid-legion", "/legion/sauce"),
        ({"legion": {**GIANT, "picks": [{"card": "giant", "counts": 2}]}}, "invalid-legion", "/legion/picks/0/counts"),
        ({"legion": {**GIANT, "game": "chess"}}, "unknown-game", "/legion/game"),
        ({"legion": {**GIANT, "release": 99}}, "unknown-release", "/legion/release"),
        ({"legion": {"game": "attack-wing", "team": [{"picks": []}]}}, "invalid-legion", "/legion/team"),
    ],
)
def test_an_invalid_legion_is_refused_with_its_place(robot, body, code, pointer) -> None:
    response = robot.send("post", LEGIONS_URL, body)
    assert (response.status_code, response.json()["code"]) == (400, code)
    assert response.json()["faults"][0]["pointer"] == pointer
    assert not Legion.objects.exists()


def test_the_number_of_legions_is_limited(robot, monkeypatch) -> None:
    monkeypatch.setattr(services, "MAX_LEGIONS", 1)
    assert robot.keep(GIANT).status_code == 201
    response = robot.keep(GIANT)
    assert (response.status_code, response.json()["code"]) == (409, "too-many-legions")


def test_a_change_that_there_is_no_room_for_is_refused(robot, legion, monkeypatch) -> None:
    monkeypatch.setattr(quotas, "MAX_ACCOUNT_BYTES", 3_000)
    for method, sent, kind in (
        ("put", {"legion": {**GIANT, "notes": "x" * 2_000}}, "application/json"),
        ("patch", {"legion": {"notes": "x" * 2_000}}, MERGE_PATCH),
    ):
        response = robot.send(method, legion_url(legion), sent, kind, If_Match=mark(robot, legion))
        assert (response.status_code, response.json()["code"]) == (409, "too-many-legions")
        assert "space" in response.json()["detail"]
    legion.refresh_from_db()
    assert (legion.version, legion.revisions.count()) == (1, 1)


# -- idempotency -------------------------------------------------------------------------------------------------------


def once(robot, body, key="a-key"):
    return robot.send("post", LEGIONS_URL, body, Idempotency_Key=key)


def test_the_same_key_makes_one_legion_and_gets_the_same_answer(robot) -> None:
    first = once(robot, {"legion": GIANT})
    change(robot, Legion.objects.get(), "delete")
    second = once(robot, {"legion": GIANT}, '"a-key"')
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.content == second.content
    assert [first[name] for name in ("ETag", "Location")] == [second[name] for name in ("ETag", "Location")]
    assert Legion.objects.count() == 1


def test_the_same_key_for_something_else_is_refused(robot) -> None:
    once(robot, {"legion": GIANT})
    response = once(robot, {"legion": {**GIANT, "name": "Other"}})
    assert (response.status_code, response.json()["code"]) == (422, "key-used-before")
    assert Legion.objects.count() == 1


def test_keys_are_ones_own(robot) -> None:
    once(robot, {"legion": GIANT})
    assert once(TokenClient(token(factories.UserFactory())), {"legion": {**GIANT, "name": "Theirs"}}).status_code == 201
    assert Legion.objects.count() == 2


def test_a_refusal_is_not_stored_under_its_key(robot, monkeypatch) -> None:
    monkeypatch.setattr(services, "MAX_LEGIONS", 0)
    assert once(robot, {"legion": GIANT}).status_code == 409
    monkeypatch.undo()
    assert once(robot, {"legion": {}}).status_code == 400
    assert not IdempotencyRecord.objects.exists()
    assert once(robot, {"legion": GIANT}).status_code == 201


def test_a_429_is_not_stored_under_its_key(robot, settings, monkeypatch) -> None:
    settings.API_LIMITS = True
    monkeypatch.setitem(RATE_LIMITS, "keeping", RATE_LIMITS["keeping"]._replace(quota=1))
    once(robot, {"legion": GIANT}, "another-key")
    assert once(robot, {"legion": GIANT}).status_code == 429
    settings.API_LIMITS = False
    assert once(robot, {"legion": GIANT}).status_code == 201


def test_an_idempotency_key_is_valid_for_a_day(robot) -> None:
    once(robot, {"legion": GIANT})
    IdempotencyRecord.objects.update(until=timezone.now() + timedelta(minutes=1))
    once(robot, {"legion": GIANT})
    assert Legion.objects.count() == 1
    IdempotencyRecord.objects.update(until=timezone.now())
    once(robot, {"legion": GIANT})
    assert Legion.objects.count() == 2
    assert IdempotencyRecord.objects.get().until > timezone.now() + timedelta(hours=23)


@pytest.mark.parametrize("key", ["", "x" * 65, "a b", "é", "a\tb", "{}"])
def test_an_invalid_idempotency_key_is_refused(robot, key) -> None:
    response = once(robot, {"legion": GIANT}, key)
    assert (response.status_code, response.json()["code"]) == (400, "invalid-parameter")
    assert not Legion.objects.exists()


# -- listing -----------------------------------------------------------------------------------------------------------


@pytest.mark.sampled
def test_a_walk_sees_each_legion_once_the_last_made_first(robot, ada) -> None:
    made = [str(factories.legion({"card": "giant"}, owner=ada, name=str(number)).pk) for number in range(7)]
    address_, seen = f"{LEGIONS_URL}?limit=3", []
    while address_:
        page = robot.get(address_).json()
        seen += [line["id"] for line in page["results"]]
        assert len(page["results"]) <= 3
        address_ = page["next"]
        services.rename_legion(
            legion=Legion.objects.get(pk=made[0]), base=Legion.objects.get(pk=made[0]).version, name="x"
        )
    assert seen == made[::-1]


def test_a_list_is_found_by_the_last_of_its_tags_even_if_they_are_too_long_to_be_searched(robot, ada) -> None:
    tags = [f"{'龍' * 57}{number}" for number in range(100)]
    many = robot.keep({**GIANT, "name": "many", "tags": tags}).json()["id"]
    robot.keep({**GIANT, "name": "few", "tags": tags[:2]})
    assert len(Legion.objects.get(pk=many).searched.encode()) in range(SEARCHED_BYTES - 3, SEARCHED_BYTES + 1)
    assert [line["id"] for line in robot.get(f"{LEGIONS_URL}?tag={tags[-1]}").json()["results"]] == [many]


@pytest.mark.sampled
def test_a_list_is_narrowed_by_game_folder_tag_archive_and_trash(robot, ada) -> None:
    plain = robot.keep({**GIANT, "name": "plain"}).json()["id"]
    tagged = robot.keep({**GIANT, "name": "league night", "tags": ["League", "b"]}, folder="Autumn").json()["id"]
    away = robot.keep({**GIANT, "name": "away"}, archived=True).json()["id"]
    gone = robot.keep({**GIANT, "name": "gone", "tags": ["League"]})
    robot.send("delete", gone["Location"], If_Match=gone["ETag"])

    def found(query):
        return {line["id"] for line in robot.get(f"{LEGIONS_URL}?{query}").json()["results"]}

    assert found("") == {plain, tagged, away}
    assert found("game=attack-wing") == {plain, tagged, away}
    assert found("game=chess") == set()
    assert found("folder=Autumn") == {tagged}
    assert found("folder=-") == {plain, away}
    assert found("tag=league") == {tagged}
    assert found("tag=leag") == set()
    assert found("tag=night") == set()
    assert found("archived=true") == {away}
    assert found("archived=false") == {plain, tagged}
    assert found("deleted=true") == {gone.json()["id"]}


@pytest.mark.one_variant
@pytest.mark.parametrize(
    "query",
    [
        *("limit=201", "limit=0", "archived=1", "game=A B", "cursor=x", "cursor=W10", "cursor=WyJ4IiwieSJd", "tag="),
        *("cursor=WyIyMDI2LTEwLTEwIiwiMSJd", "folder=", "tag=%00", "folder=" + "x" * 61, "sort=name", "release=1"),
    ],
)
def test_parameters_that_mean_nothing_are_refused(robot, query) -> None:
    assert robot.get(f"{LEGIONS_URL}?{query}").status_code == 400


@pytest.mark.sampled
@pytest.mark.parametrize("tail", ["?tag=league", "", "states/"])
def test_a_list_asks_the_database_as_often_for_many(robot, ada, legion, django_assert_max_num_queries, tail) -> None:
    at = legion_url(legion, tail) if tail == "states/" else LEGIONS_URL + tail
    robot.get(at)
    counts = []
    for _ in range(2):
        with django_assert_max_num_queries(3) as asked:
            assert robot.get(at).json()["results"] is not None
        counts.append(len(asked))
        for number in range(40):
            factories.legion({"card": "giant"}, owner=ada, tags=["league"])
            legion = services.edit_legion(legion=legion, base=legion.version, change=Rename(str(number)))
    assert counts[0] == counts[1]


# -- changing ----------------------------------------------------------------------------------------------------------


def test_a_legion_is_changed_as_a_whole(robot, legion) -> None:
    document = {**GIANT, "picks": [{"card": "dragon"}]}
    response = change(robot, legion, "put", {"legion": document, "folder": "Autumn"})
    assert response.status_code == 200
    assert response.json() == robot.get(legion_url(legion)).json()
    assert response["ETag"] == mark(robot, legion)
    now = Legion.objects.get()
    assert (now.version, now.document, now.folder) == (2, {**document, "release": 1}, "Autumn")
    assert [state.what for state in now.revisions.all()][1] == "Changed by Robot."


@pytest.mark.sampled
def test_a_legion_keeps_its_release_until_another_is_named(robot, legion) -> None:
    factories.publish(factories.creature(slug="newcomer"))
    change(robot, legion, "put", {"legion": GIANT})
    assert Legion.objects.get().document["release"] == 1
    change(robot, legion, "patch", {"legion": {"release": 2}}, MERGE_PATCH)
    assert Legion.objects.get().document["release"] == 2


def test_a_change_that_changes_nothing_is_no_state(robot, legion) -> None:
    before = mark(robot, legion)
    assert change(robot, legion, "put", {"legion": legion.document}).status_code == 200
    assert (Legion.objects.get().version, mark(robot, legion)) == (1, before)


def test_a_change_can_be_undone_by_its_player(robot, legion) -> None:
    change(robot, legion, "patch", {"legion": {"name": "Other"}}, MERGE_PATCH)
    now = Legion.objects.get()
    assert services.undo_change(legion=now, base=now.version).name == "Bones"


@pytest.mark.parametrize(
    ("kind", "patch"),
    [
        (MERGE_PATCH, {"legion": {"name": None, "tags": ["a"]}, "archived": True}),
        (
            PATCH,
            [
                {"op": "test", "path": "/legion/name", "value": "Bones"},
                {"op": "remove", "path": "/legion/name"},
                {"op": "add", "path": "/legion/tags", "value": ["a"]},
                {"op": "replace", "path": "/archived", "value": True},
            ],
        ),
    ],
)
def test_a_patch_of_either_standard_changes_what_it_names(robot, legion, kind, patch) -> None:
    response = change(robot, legion, "patch", patch, kind)
    assert response.status_code == 200
    assert response.json()["legion"] == {**GIANT, "tags": ["a"], "release": 1}
    assert response.json()["archived"] is True


@pytest.mark.one_variant
@pytest.mark.parametrize(
    ("kind", "patch", "status", "code"),
    [
        (MERGE_PATCH, [], 400, "invalid-patch"),
        (MERGE_PATCH, {"legion": None}, 400, "invalid-question"),
        (MERGE_PATCH, {"id": UNKNOWN_ID}, 400, "invalid-question"),
        (MERGE_PATCH, {"deleted_at": None, "what": "x"}, 400, "invalid-question"),
        (MERGE_PATCH, {"legion": {"game": "chess"}}, 400, "invalid-legion"),
        (MERGE_PATCH, {"legion": []}, 400, "invalid-legion"),
        (MERGE_PATCH, {"legion": {"picks": [{"card": 1}]}}, 400, "invalid-legion"),
        (PATCH, {}, 400, "invalid-patch"),
        (PATCH, [1], 400, "invalid-patch"),
        (PATCH, [{"op": ["add"]}], 400, "invalid-patch"),
        (PATCH, [{"op": "mix", "path": ""}], 400, "invalid-patch"),
        (PATCH, [{"op": "remove", "path": "/legion/name", "value": 1}], 400, "invalid-patch"),
        (PATCH, [{"op": "remove", "path": "legion"}], 400, "invalid-patch"),
        (PATCH, [{"op": "remove", "path": "/a~2"}], 400, "invalid-patch"),
        (PATCH, [{"op": "remove", "path": 7}], 400, "invalid-patch"),
        (PATCH, [{"op": "test", "path": "/legion/name", "value": ""}] * (MAX_OPERATIONS + 1), 400, "invalid-patch"),
        (PATCH, [{"op": "test", "path": "/legion/name", "value": "Other"}], 409, "patch-does-not-fit"),
        (PATCH, [{"op": "remove", "path": "/legion/picks/4"}], 409, "patch-does-not-fit"),
        (PATCH, [{"op": "remove", "path": "/legion/picks/" + "9" * 5_000}], 409, "patch-does-not-fit"),
        (PATCH, [{"op": "add", "path": "/legion/picks/-1", "value": {}}], 409, "patch-does-not-fit"),
        (PATCH, [{"op": "move", "from": "/legion", "path": "/legion/ext"}], 409, "patch-does-not-fit"),
        (PATCH, [{"op": "add", "path": "/version", "value": 9}], 400, "invalid-question"),
        (PATCH, [{"op": "replace", "path": "", "value": []}], 400, "invalid-question"),
        (PATCH, [{"op": "remove", "path": ""}], 409, "patch-does-not-fit"),
        (PATCH, [{"op": "add", "path": "/legion/ext", "value": {"a": 1}}, *[
            {"op": "copy", "from": "/legion/ext", "path": f"/legion/ext/{number}"} for number in range(60)
        ]], 400, "malformed-json"),
        (PATCH, [{"op": "add", "path": "/legion/ext", "value": {"0": "x" * 10_000}}, *[
            {"op": "copy", "from": "/legion/ext/0", "path": f"/legion/ext/{number}"} for number in range(1, 40)
        ]], 413, "too-large"),
    ],
)  # fmt: skip
def test_a_patch_that_cannot_be_is_refused_and_changes_nothing(robot, legion, kind, patch, status, code) -> None:
    response = change(robot, legion, "patch", patch, kind)
    assert (response.status_code, response.json()["code"]) == (status, code), response.content
    assert Legion.objects.get().document == legion.document
    assert Legion.objects.get().version == 1


@pytest.mark.parametrize("kind", [f"{PATCH}; charset=utf-8", "Application/JSON-Patch+JSON"])
def test_the_media_type_decides_the_kind_of_patch_whatever_its_parameters(robot, legion, kind) -> None:
    assert change(robot, legion, "patch", [{"op": "remove", "path": "/legion/name"}], kind).status_code == 200


def test_a_patch_of_no_known_kind_is_refused_with_those_that_are(robot, legion) -> None:
    response = change(robot, legion, "patch", {})
    assert response.status_code == 415
    assert response["Accept-Patch"] == f"{MERGE_PATCH}, {PATCH}"


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("method", "tail"),
    [
        *((method, "") for method in ("put", "patch", "delete")),
        *((method, "link/") for method in ("put", "post", "delete")),
        ("post", "undelete/"),
    ],
)
def test_a_change_says_which_state_it_is_based_on(robot, legion, method, tail) -> None:
    kind = MERGE_PATCH if method == "patch" else "application/json"
    body = {"legion": GIANT} if tail == "" else {}
    sent = None if method == "delete" or "undelete" in tail else body
    missing = robot.send(method, legion_url(legion, tail), sent, kind)
    assert (missing.status_code, missing.json()["code"]) == (428, "version-needed")
    now = mark(robot, legion, "" if tail == "undelete/" else tail)
    for stale in ('"1-0"', 'W/"1-0"', "nonsense", '""'):
        refused = robot.send(method, legion_url(legion, tail), sent, kind, If_Match=stale)
        assert (refused.status_code, refused.json()["code"]) == (412, "changed-meanwhile"), stale
        assert refused["ETag"] == now
    assert robot.send(method, legion_url(legion, tail), sent, kind, If_Match=f'"other", {now}').status_code in {
        200,
        204,
    }


def test_a_change_of_folder_changes_the_etag_too(robot, legion) -> None:
    before = mark(robot, legion)
    change(robot, legion, "patch", {"folder": "Autumn"}, MERGE_PATCH)
    assert Legion.objects.get().version == 1
    assert robot.send("delete", legion_url(legion), If_Match=before).status_code == 412


def test_a_client_with_the_current_state_gets_304(robot, legion) -> None:
    for at in (LEGIONS_URL, legion_url(legion), legion_url(legion, "states/"), legion_url(legion, "link/")):
        response = robot.send("get", at, If_None_Match=robot.get(at)["ETag"])
        assert (response.status_code, response.content) == (304, b"")


# -- the trash ---------------------------------------------------------------------------------------------------------


@pytest.mark.sampled
def test_a_deleted_legion_is_readable_but_not_changed_until_restored(robot, legion) -> None:
    assert change(robot, legion, "delete").status_code == 204
    assert robot.get(legion_url(legion)).json()["deleted_at"] is not None
    for method, body, kind in (
        ("put", {"legion": GIANT}, "application/json"),
        ("patch", {}, MERGE_PATCH),
        ("delete", None, "application/json"),
    ):
        response = change(robot, legion, method, body, kind)
        assert (response.status_code, response.json()["code"]) == (409, "thrown-away")
    back = robot.send("post", legion_url(legion, "undelete/"), If_Match=mark(robot, legion))
    assert back.status_code == 200
    assert back.json()["deleted_at"] is None
    assert change(robot, legion, "patch", {"legion": {"name": "Back"}}, MERGE_PATCH).status_code == 200


# -- history -----------------------------------------------------------------------------------------------------------


@pytest.mark.sampled
def test_every_change_is_a_state_that_can_be_read_and_compared(robot, legion) -> None:
    for number in range(1, 4):
        change(robot, legion, "patch", {"legion": {"name": f"Name {number}"}}, MERGE_PATCH)
    first = robot.get(legion_url(legion, "states/?limit=3")).json()
    assert [state["number"] for state in first["results"]] == [4, 3, 2]
    rest = robot.get(first["next"]).json()
    assert ([state["number"] for state in rest["results"]], rest["next"]) == ([1], None)
    assert robot.get(rest["results"][0]["url"]).json()["legion"] == legion.document
    said = robot.get(legion_url(legion, "differences/?before=1&after=3")).json()
    assert said["differences"] == [{"pointer": "/name", "before": "Bones", "after": "Name 2"}]
    assert robot.get(legion_url(legion, "differences/")).json()["before"] == 3
    change(robot, legion, "patch", {"legion": {"name": None}}, MERGE_PATCH)
    assert robot.get(legion_url(legion, "differences/")).json()["differences"] == [
        {"pointer": "/name", "before": "Name 3"}
    ]


@pytest.mark.parametrize("tail", ["states/9/", "states/99999999999999999999/", "differences/?before=9", "states/0/"])
def test_a_state_that_never_was_is_not_found(robot, legion, tail) -> None:
    assert robot.get(legion_url(legion, tail)).status_code == 404


@pytest.mark.parametrize("query", ["cursor=x", "cursor=InRleHQi", "cursor=LTE", "cursor=OTk5OTk5OTk5OTk5", "limit=a"])
def test_a_cursor_of_states_that_is_none_is_refused(robot, legion, query) -> None:
    assert robot.get(legion_url(legion, f"states/?{query}")).status_code == 400


# -- the share link ----------------------------------------------------------------------------------------------------


def share(robot, legion, method="put", body=None):
    at = legion_url(legion, "link/")
    sent = {} if body is None and method == "put" else body
    return robot.send(method, at, sent, If_Match=robot.get(at)["ETag"])


@pytest.mark.sampled
def test_a_legion_is_shared_replaced_and_ended(robot, legion) -> None:
    assert robot.get(legion_url(legion, "link/")).json()["key"] is None
    first = share(robot, legion).json()
    assert first["public"] is False
    everybody = TokenClient()
    read = everybody.get(first["url"])
    assert read.json()["legion"] == legion.document
    assert read.json()["by"] == "ada"
    assert "noindex" in read["X-Robots-Tag"]
    assert "no-store" in read["Cache-Control"]
    assert share(robot, legion).json()["key"] == first["key"]
    second = share(robot, legion, "post").json()
    assert everybody.get(first["url"]).json()["code"] == "link-ended"
    assert everybody.get(second["url"]).status_code == 200
    assert share(robot, legion, "delete").status_code == 204
    assert everybody.get(second["url"]).status_code == 410
    assert share(robot, legion, "delete").status_code == 204


def test_a_legion_is_put_into_the_list_for_everybody_and_out_of_it(robot, legion) -> None:
    assert share(robot, legion, body={"public": True}).json()["public"] is True
    assert Legion.objects.public().exists()
    assert share(robot, legion, body={"public": False}).json()["key"]
    assert not Legion.objects.public().exists()


def test_the_collection_is_shown_only_on_request(robot) -> None:
    made = robot.keep({**GIANT, "collection": {"giant": 1}})
    legion = Legion.objects.get(pk=made.json()["id"])
    link = share(robot, legion).json()
    assert "collection" not in TokenClient().get(link["url"]).json()["legion"]
    assert share(robot, legion, body={"shows_collection": True}).json()["shows_collection"] is True
    assert TokenClient().get(link["url"]).json()["legion"]["collection"] == {"giant": 1}


def test_a_list_removed_by_a_moderator_stays_removed_and_other_settings_are_kept(robot, legion) -> None:
    Legion.objects.update(barred=True)
    response = share(robot, legion, body={"public": True, "shows_collection": True})
    assert response.status_code == 403
    assert "moderator" in response.json()["detail"]
    now = Legion.objects.get()
    assert (now.share_key, now.shows_collection, now.public) == (None, False, False)
    assert share(robot, legion, body={}).json()["public_barred"] is True


@pytest.mark.one_variant
@pytest.mark.parametrize(
    "body", [[], {"public": 1}, {"key": "mine"}, {"shows_collection": None}, {"public_barred": False}]
)
def test_unknown_fields_of_a_link_are_refused(robot, legion, body) -> None:
    assert share(robot, legion, body=body).status_code == 400
    assert Legion.objects.get().share_key is None


@pytest.mark.parametrize("key", ["wrong", "x" * 65, "%00", "a%20b", "é"])
def test_a_key_that_leads_nowhere_is_not_found_and_tried_only_so_often(key, settings, monkeypatch) -> None:
    settings.API_LIMITS = True
    monkeypatch.setitem(RATE_LIMITS, "reading", RATE_LIMITS["reading"]._replace(quota=22))
    answers = [TokenClient().get(f"{LEGIONS_URL}shared/{key}/").status_code for _ in range(3)]
    assert answers == [404, 404, 429]


# -- HTTP behavior -----------------------------------------------------------------------------------------------------


def test_other_origins_read_what_is_shared_and_nothing_else(robot, legion) -> None:
    link = share(robot, legion).json()
    origin = {"Origin": "https://elsewhere.example"}
    assert TokenClient().get(link["url"], headers=origin)["Access-Control-Allow-Origin"] == "*"
    for at in (LEGIONS_URL, legion_url(legion), legion_url(legion, "link/")):
        response = robot.get(at, headers=origin)
        assert not [name for name in response.headers if name.startswith("Access-Control")], at
        asked = {**origin, "Access-Control-Request-Method": "PUT", "Access-Control-Request-Headers": "authorization"}
        assert "Access-Control-Allow-Origin" not in robot.options(at, headers=asked)


def test_rate_limit_headers_count_reads_and_changes_separately(robot, legion, settings) -> None:
    settings.API_LIMITS = True
    assert robot.get(legion_url(legion))["RateLimit-Policy"].startswith('"reading"')
    made = robot.keep(GIANT)
    assert made["RateLimit"].startswith(f'"keeping";r={RATE_LIMITS["keeping"].quota - 1}')


def test_at_the_limit_of_changes_links_can_be_ended_and_lists_deleted(robot, legion, settings, monkeypatch) -> None:
    share(robot, legion)
    settings.API_LIMITS = True
    allow(monkeypatch, "keeping", 1)
    assert robot.keep(GIANT).status_code == 201
    assert robot.keep(GIANT).status_code == 429
    ended = robot.send("delete", legion_url(legion, "link/"), If_Match=mark(robot, legion, "link/"))
    assert (ended.status_code, ended["RateLimit"].split(";")[0]) == (204, '"ending"')
    assert change(robot, legion, "delete").status_code == 204
    legion.refresh_from_db()
    assert (legion.share_key, legion.deleted_at is None) == (None, False)


def test_an_account_that_goes_takes_its_keys_along(robot, ada) -> None:
    once(robot, {"legion": GIANT})
    ada.delete()
    assert not IdempotencyRecord.objects.exists()


@pytest.mark.sampled
def test_the_index_lists_the_addresses(robot) -> None:
    assert robot.get("/api/v1/").json()["addresses"]["legion"] == f"{LEGIONS_URL}{{pk}}/"
    assert json.dumps(robot.get("/api/docs/").content.decode()).count("keepLegion") >= 2


# -- copies and variants -----------------------------------------------------------------------------------------------


def test_a_copy_does_not_change_the_original(robot, legion) -> None:
    Legion.objects.update(folder="Autumn")
    before = robot.get(legion_url(legion)).content
    made = robot.send("post", legion_url(legion, "copies/"))
    assert (made.status_code, made.json()["legion"]["name"], made.json()["folder"]) == (201, "Copy of Bones", "Autumn")
    assert made.json()["legion"]["picks"] == legion.document["picks"]
    assert robot.get(made["Location"])["ETag"] == made["ETag"]
    assert robot.get(legion_url(legion)).content == before
    assert len(robot.get(legion_url(legion, "variants/")).json()["results"]) == 1


def test_a_variant_starts_from_any_state_and_is_listed_with_the_others(robot, legion) -> None:
    services.edit_legion(legion=legion, base=1, change=Rename("Embers"))
    newest = robot.send("post", legion_url(legion, "variants/"))
    first = robot.send("post", legion_url(legion, "variants/?state=1"))
    names = ["Embers, variant 2", "Bones, variant 3"]
    assert [one.json()["legion"]["name"] for one in (newest, first)] == names
    for one in (legion_url(legion, "variants/"), f"{first['Location']}variants/"):
        assert [row["name"] for row in robot.get(one).json()["results"]] == ["Embers", *names]
    assert robot.send("post", legion_url(legion, "variants/?state=9")).status_code == 404
    assert robot.send("post", legion_url(legion, "variants/?state=0")).status_code == 400


@pytest.mark.parametrize("tail", ["copies/", "variants/"])
def test_a_copy_asked_for_twice_is_made_once(robot, legion, tail) -> None:
    first, again = (robot.send("post", legion_url(legion, tail), Idempotency_Key="k") for _ in range(2))
    assert first.content == again.content
    assert Legion.objects.count() == 2
    other = "variants/?state=1" if tail == "variants/" else "variants/"
    assert robot.send("post", legion_url(legion, other), Idempotency_Key="k").status_code == 422


@pytest.mark.parametrize("tail", ["copies/", "variants/"])
def test_of_what_is_in_the_trash_or_one_too_many_no_copy_is_made(robot, legion, tail, monkeypatch) -> None:
    monkeypatch.setattr(services, "MAX_LEGIONS", 1)
    assert robot.send("post", legion_url(legion, tail)).json()["code"] == "too-many-legions"
    services.delete_legion(legion=legion)
    assert robot.send("post", legion_url(legion, tail)).json()["code"] == "thrown-away"
    assert Legion.objects.count() == 1


# -- bodies of requests that take none


@pytest.mark.parametrize("tail", ["copies/", "variants/", "undelete/", "link/"])
@pytest.mark.parametrize("body", [{"state": 1}, {"public": True}, [], "text"])
def test_a_body_that_would_be_ignored_is_refused_and_nothing_is_done(robot, legion, tail, body) -> None:
    before = stored_rows(Legion)
    if tail == "undelete/":
        tag = robot.get(legion_url(legion))["ETag"]
    else:
        tag = robot.get(legion_url(legion, "link/"))["ETag"]
    answer = robot.send("post", legion_url(legion, tail), body, If_Match=tag)
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid-question")
    assert answer.json()["detail"].startswith("This request takes no body. Leave it out.")
    assert ("address: state." in answer.json()["detail"]) is (tail == "variants/")
    assert stored_rows(Legion) == before


@pytest.mark.parametrize("body", [b"", b"{}", b" { }", b"null"])
def test_an_empty_body_is_none(robot, legion, body) -> None:
    assert robot.send("post", legion_url(legion, "copies/"), body).status_code == 201


def test_every_post_without_a_described_body_refuses_one() -> None:
    described_posts = {
        path: "requestBody" in methods["post"]
        for path, methods in json.loads(DESCRIPTION.read_text("utf-8"))["paths"].items()
        if "post" in methods
    }
    assert not all(described_posts.values())
    for path, takes_body in described_posts.items():
        # Each placeholder stands for a number, an identifier or a slug.
        view = next(
            found.func.cls
            for value in ("1", UNKNOWN_ID, "attack-wing")
            if (found := _resolved(re.sub(r"\{\w+\}", value, path)))
        )
        assert getattr(view, "posts_without_body", False) is not takes_body, path


def _resolved(path: str) -> Any:
    try:
        return resolve(path)
    except Resolver404:
        return None

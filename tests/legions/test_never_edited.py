"""Stored legions: only their owner edits them; every other action leaves the rows unchanged, byte for byte."""

from itertools import count

import pytest
from django.db import connection
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from legions.changes import basic
from legions.my_lists.release_upgrade import release_upgrade
from legions.saved_lists import services
from legions.saved_lists.models import Legion
from legions.sharing import services as sharing_services
from rulesapi.judging import verdicts
from tests import factories
from tests.legions.builder_helpers import after, publish_cards, start
from tests.legions.page_parser import Page

pytestmark = pytest.mark.guard


CARDS = ("giant", "dragon", "guards", "beast", "club", "charm", "bolt")
MAKERS = {"club": factories.upgrade, "charm": factories.upgrade, "bolt": factories.spell}


def stored():
    """Return the contents of the tables for every legion and state, as text, without conversions of the ORM."""
    found = []
    for table in ("legions_legion", "legions_legionrevision"):
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT CAST(document AS text), what, undo_to, redo_to FROM {table} ORDER BY id")  # noqa: S608
            found.append(cursor.fetchall())
    return found


def published(card, **facts):
    made = MAKERS.get(card, factories.creature)(slug=card, name=card.capitalize(), **facts)
    factories.publish(made)


NUMBERS = count(100)
OPERATIONS = {
    "open it": lambda client, legion, card: client.get(f"/legions/{legion.pk}/"),
    "search its drawer": lambda client, legion, card: client.get(f"/legions/{legion.pk}/", {"q": card, "slot": "all"}),
    "list it": lambda client, legion, card: client.get("/legions/", {"verdict": "legal", "sort": "points"}),
    "see its history": lambda client, legion, card: client.get(f"/legions/compare/?with={legion.pk}"),
    "see an earlier state": lambda client, legion, card: client.get(f"/legions/{legion.pk}/history/1/"),
    "see what moving it would do": lambda client, legion, card: client.get(f"/legions/{legion.pk}/release/"),
    "compare it": lambda client, legion, card: client.get(
        "/legions/compare/", {"with": [str(legion.pk), f"{legion.pk}.1"]}
    ),
    "take it along": lambda client, legion, card: client.get(f"/legions/{legion.pk}/copies/"),
    "download it": lambda client, legion, card: client.get(f"/legions/{legion.pk}/document/"),
    "judge it": lambda client, legion, card: client.post("/api/v1/verdicts/", legion.document, "application/json"),
    "mend it": lambda client, legion, card: client.post("/api/v1/fixes/", legion.document, "application/json"),
    "read it as an import": lambda client, legion, card: client.post("/import/", {"text": '{"game": "attack-wing"}'}),
    "share it and look": lambda client, legion, card: Client().get(
        f"/s/{sharing_services.share_legion(legion=legion)}/"
    ),
    "archive it": lambda client, legion, card: client.post("/legions/do/", {"do": f"archive/{legion.pk}"}),
    "move it": lambda client, legion, card: client.post("/legions/do/", {"do": f"move/{legion.pk}", "folder": card}),
    "be refused": lambda client, legion, card: client.post(f"/legions/{legion.pk}/", {"do": f"add/{card}"}),
    "come too late": lambda client, legion, card: client.post(
        f"/legions/{legion.pk}/", {"do": f"add/{card}", "version": 1}
    ),
    "publish it dearer": lambda client, legion, card: published(card, cost=next(NUMBERS)),
    "publish it renamed": lambda client, legion, card: published(card, **{"class": f"Name {next(NUMBERS)}"}),
    "retire it": lambda client, legion, card: published(card, retired=f"Why {next(NUMBERS)}"),
    "publish another format": lambda client, legion, card: factories.publish(
        factories.standard(points=next(NUMBERS), name="Standard")
    ),
}
"""Actions of any user, including the owner, that do not request a change of a legion."""


class NeverEdited(TestCase):
    """A `TestCase` of hypothesis: each example runs in a transaction of its own."""

    @settings(max_examples=settings().max_examples // 10, suppress_health_check=list(HealthCheck))
    @given(st.lists(st.tuples(st.sampled_from(sorted(OPERATIONS)), st.sampled_from(CARDS)), min_size=4, max_size=8))
    def test_the_stored_bytes_of_a_legion_never_change_without_a_request(self, operations) -> None:
        publish_cards()
        client = Client()
        legion = start(client, "add/giant", "equip/0/club", "add/dragon", "rename/Embers")
        before, verdict = stored(), verdicts.judge(legion.document)
        for name, card in operations:
            OPERATIONS[name](client, legion, card)
            assert stored() == before, name
        legion.refresh_from_db()
        assert verdicts.judge(legion.document) == verdict


def test_a_changed_byte_would_be_noticed(db) -> None:
    publish_cards()
    legion = factories.legion({"card": "giant"})
    before = stored()
    services.edit_legion(legion=legion, base=1, change=basic.Rename("Embers"))
    assert stored() != before


# -- moving to a newer release and back -------------------------------------------------------------------------------


@pytest.fixture
def legion(client, db):
    """A legal list of release 1: a giant with a club and a charm, and a dragon."""
    publish_cards()
    return start(client, "add/giant", "equip/0/club", "equip/0/charm", "add/dragon")


def page_of(client, legion):
    return Page(client.get(f"/legions/{legion.pk}/release/"))


@pytest.mark.db_facing
def test_the_page_shows_the_former_and_the_current_verdict_with_the_reasons(client, legion) -> None:
    published("dragon", cost=100, unique=True, slots=["dragon"])
    words = page_of(client, legion).words
    assert "Legal when you built it (release 1), illegal now (release 2)." in words
    assert "The legion costs 136 points. The limit is 120." in words
    assert "It comes to 136 of 120 points, 16 over; by its own release it is 96 of 120 points." in words
    assert "Cost before: 60 points now: 100 points" in words


@pytest.mark.db_facing
@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ({"retired": "Replaced."}, "It is retired: Replaced."),
        ({"name": "Bludgeon"}, "It was called Club before."),
        ({"cost": None}, "Cost before: 4 points now: not known"),
        ({"requires": [{"alignment": ["evil"]}]}, "What it requires and gives before: nothing now: "),
        ({"slot": "arcane"}, "before: Heroic now: Arcane"),
    ],
)
def test_changes_of_a_card_are_explained(client, legion, facts, message) -> None:
    factories.publish(factories.upgrade(**{"slug": "club", "name": "Club", "cost": 4, "slot": "heroic", **facts}))
    words = page_of(client, legion).words
    assert message in words, words[words.index("What would change") :][:300]


@pytest.mark.db_facing
def test_unchanged_cards_and_cards_of_other_lists_are_not_mentioned(client, legion) -> None:
    published("guards", cost=99)
    page = page_of(client, legion)
    assert "None of its cards changed." in page.words
    assert "It costs the same." in page.words
    assert "Legal when you built it (release 1), and still legal (release 2)." in page.words


@pytest.mark.db_facing
def test_a_former_name_leads_to_the_card_that_is_called_otherwise_now(legion) -> None:
    factories.publish(factories.upgrade(slug="club", name="Club", cost=4, retired="Renamed."))
    factories.publish(factories.upgrade(slug="bludgeon", name="Bludgeon", cost=4, formerly=["club"], slot="heroic"))
    move = release_upgrade(legion.document)
    assert [change.card.slug for change in move.cards] in (["club"], ["bludgeon"])


@pytest.mark.db_facing
def test_one_click_moves_it_and_undo_leads_back(client, legion) -> None:
    published("dragon", cost=100, unique=True, slots=["dragon"])
    before = legion.document
    response = client.post(f"/legions/{legion.pk}/release/", {"version": legion.version})
    assert response["Location"] == f"/legions/{legion.pk}/"
    moved = Legion.objects.get()
    assert moved.document == {**before, "release": 2}
    assert "Now judged by release 2. You can undo this." in Page(client.get(response["Location"])).words
    assert after(client, moved, "undo").document == before
    assert client.get(f"/legions/{legion.pk}/release/").status_code == 200


@pytest.mark.db_facing
def test_a_list_of_the_newest_release_cannot_be_upgraded(client, legion) -> None:
    for ask in (client.get, client.post):
        assert ask(f"/legions/{legion.pk}/release/")["Location"] == f"/legions/{legion.pk}/"
    assert Legion.objects.get().version == legion.version


@pytest.mark.db_facing
@pytest.mark.parametrize(("sent", "status"), [({"version": 1}, 409), ({}, 400), ({"version": "x"}, 400)])
def test_a_move_that_came_too_late_moves_nothing(client, legion, sent, status) -> None:
    published("guards", cost=99)
    response = client.post(f"/legions/{legion.pk}/release/", sent)
    assert response.status_code == status
    assert "role" in str(Page(response).all("div", **{"class": "errors"}))
    assert Legion.objects.get().document == legion.document


@pytest.mark.db_facing
def test_the_way_to_the_newest_release_skips_none_in_between(client, legion) -> None:
    published("dragon", cost=100, unique=True, slots=["dragon"])
    published("dragon", cost=61, unique=True, slots=["dragon"])
    words = page_of(client, legion).words
    assert "Legal when you built it (release 1), and still legal (release 3)." in words
    assert "before: 60 points now: 61 points" in words

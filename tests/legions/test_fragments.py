"""Cached fragments of the builder: never shown when a fresh rendering differs."""

import random
import re
from dataclasses import fields, replace
from typing import Any

import pytest
from django.test import Client

from legions.builder.builder_page import BuilderPage, Look, Offers, Refusal
from legions.builder.candidate_list import CandidateView
from legions.builder.density import DENSITIES, DENSITY_COOKIE
from legions.builder.drawer import Drawer
from legions.builder.fragment_keys import MAX_KEPT_NOTES, candidate_key, pick_key
from legions.builder.judged_table import JudgedTable
from legions.cards.stock import CardView, stock
from legions.saved_lists.models import Legion
from legions.table.pick_views import PickView, SlotRow, TroopSize
from legions.table.table_layout import Selection
from legions.templatetags import builder
from legions.verdicts.findings import FindingView
from tests import factories
from tests.legions.builder_helpers import address, after, publish_cards, start, without_csrf_tokens
from tests.legions.page_parser import Page
from tests.sampling import SEEDS_OF_CHANGES

pytestmark = [pytest.mark.django_db, pytest.mark.db_facing]

LOOKS = (
    "",
    "?at=/picks/0&slot=all",
    "?at=/picks/0&slot=heroic",
    "?at=/picks/1&slot=heroic",
    "?slot=creature",
    "?mend=1",
    "?unfolded=missing-0",
)
NUMBERS = {"number/p0/beast/cost": "31", "number/p0/beast/slots": "heroic, arcane"}
TOLD: dict[int, dict[str, str]] = {
    3: {"do": "notes", "notes": "Stay together."},
    5: {"do": "limits", "points": "77"},
    6: {"do": "house/open-gate"},
    7: {"do": "limits", "points": "many"},
    8: {"do": "tell", **NUMBERS},
    9: {"do": "sources/moths"},
    11: {"do": "notes", "notes": ""},
    13: {"do": "rename", "name": "Teeth"},
}
"""Form data for the steps that no button offers."""


def _kept_and_fresh(client: Client, asked: str, language: str, monkeypatch: pytest.MonkeyPatch) -> tuple[str, str]:
    """Return the table as answered, and as rendered without cached fragments."""
    kept = client.get(asked, headers={"Accept-Language": language})
    with monkeypatch.context() as patch:
        patch.setattr(builder, "pick_key", lambda _page, _pick: None)
        patch.setattr(builder, "candidate_key", lambda _page, _one: None)
        patch.setattr(builder, "panel_key", lambda _page, _name: None)
        fresh = client.get(asked, headers={"Accept-Language": language})
    return without_csrf_tokens(kept), without_csrf_tokens(fresh)


@pytest.mark.sampled
@pytest.mark.parametrize("seed", range(SEEDS_OF_CHANGES))
def test_cached_fragments_equal_fresh_ones_after_any_changes(
    client: Client, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    moths = factories.card_set(slug="moths", name="Moths", official=False)
    moth = factories.creature(slug="moth", name="Moth", cost=2, slots=[], set="moths")
    publish_cards(factories.house_rule(), moths, moth)
    chance = random.Random(seed)
    legion = start(client, "add/beast", "add/giant")
    for step in range(16):
        page = Page(client.get(address(legion) + chance.choice(LOOKS)))
        offered = [
            one["value"] for one in page.all("button", form="act", name="do") if "disabled" not in one and one["value"]
        ]
        told = TOLD.get(step) or {"do": chance.choice(offered)}
        client.cookies[DENSITY_COOKIE] = chance.choice(tuple(DENSITIES))
        response = client.post(address(legion), {**told, "version": legion.version})
        assert response.status_code in (303, 400, 409, 422), response.content.decode()
        legion = Legion.objects.get(pk=legion.pk)
        client.get(address(legion))  # the description of the change is shown once
        for look in chance.sample(LOOKS, 2):
            asked, language = address(legion) + look, chance.choice(("en", "de"))
            kept, fresh = _kept_and_fresh(client, asked, language, monkeypatch)
            assert kept == fresh


@pytest.mark.sampled
def test_a_card_is_drawn_once_while_nothing_on_it_changes(client: Client) -> None:
    publish_cards()
    legion = start(client, "add/giant", "add/guards", "soldiers/1/3")
    client.get(address(legion))
    before = stock("attack-wing").fragment.cache_info().misses
    client.get(address(legion) + "?slot=creature&shelf=creature")  # an equivalent address
    assert stock("attack-wing").fragment.cache_info().misses == before
    legion = after(client, legion, "soldiers/1/2")
    client.get(address(legion))
    candidates = {"beast", "dragon", "giant", "guards"}
    assert before < stock("attack-wing").fragment.cache_info().misses <= before + 1 + len(candidates)


def test_a_cached_panel_has_the_current_version_and_token(client: Client) -> None:
    publish_cards()
    legion = start(client, "add/beast")
    for do in ("add/giant", "limits//120", "add/beast"):
        legion = after(client, legion, do)
        answer = client.get(address(legion))
        page = Page(answer)
        versions = {one["value"] for one in page.all("input", name="version")}
        tokens = {one["value"] for one in page.all("input", name="csrfmiddlewaretoken")}
        assert versions == {str(legion.version)}
        assert len(tokens) == 1
        assert len(tokens.pop()) == 64
        assert f"change {legion.version}" in page.words
        assert not builder.BLANK.search(answer.content.decode())


@pytest.mark.sampled
def test_refused_input_is_not_cached(client: Client) -> None:
    publish_cards()
    legion = start(client, "add/beast")
    refused = client.post(address(legion), {"do": "limits", "points": "many", "version": legion.version})
    assert Page(refused).all("input", id="points")[0]["value"] == "many"
    assert Page(client.get(address(legion))).all("input", id="points")[0]["value"] != "many"


@pytest.mark.sampled
def test_an_open_fold_is_drawn_with_the_version_of_now(client: Client) -> None:
    publish_cards()
    legion = start(client, "add/beast")
    client.get(address(legion))
    legion = after(client, legion, "count/0/2")
    opened = Page(client.get(address(legion) + "?unfolded=missing-0"))
    assert "open" in opened.all("details", id="missing-0")[0]


@pytest.mark.sampled
def test_a_text_that_looks_like_a_place_to_fill_in_stays_as_it_was_written(client: Client) -> None:
    written = f"Tips {''.join(map(chr, range(0xE000, 0xE010)))}"
    publish_cards()
    legion = after(client, start(client, "add/beast"), "notes", notes=written)
    (notes,) = re.findall(r'<textarea id="notes"[^>]*>(.*?)</textarea>', client.get(address(legion)).content.decode())
    assert notes == written


@pytest.mark.sampled
def test_long_notes_are_not_cached(client: Client) -> None:
    publish_cards()
    legion = after(client, start(client, "add/beast"), "notes", notes="a" * (MAX_KEPT_NOTES + 1))
    client.get(address(legion))
    before = stock("attack-wing").fragment.cache_info().currsize
    legion = after(client, legion, "notes", notes="b" * (MAX_KEPT_NOTES + 1))
    client.get(address(legion))
    assert stock("attack-wing").fragment.cache_info().currsize == before
    legion = after(client, legion, "notes", notes="b" * MAX_KEPT_NOTES)
    client.get(address(legion))
    assert stock("attack-wing").fragment.cache_info().currsize == before + 1


@pytest.mark.sampled
def test_placeholder_characters_are_harmless_in_a_name(client: Client) -> None:
    odd = "".join(builder.BLANKS.values())
    publish_cards(factories.creature(slug="odd", name=f"Odd{odd}", cost=3))
    legion = start(client, "add/odd")
    assert client.get(address(legion)).status_code == 200


GIANT = CardView("attack-wing", "giant", {"kind": "creature", "slots": ["heroic"]})
ROW = SlotRow("open", "heroic")
NOTE = FindingView("error", "cross", "Too many.", "Rulebook, p. 4", "/rules/attack-wing/copies/", ())
PICK = PickView(0, GIANT, "Giant", "pick-0", 1, 30, (ROW,), (), (), False, False, True, notes=(NOTE,))
OTHER_PICK = {
    "index": 1,
    "card": replace(GIANT, slug="dragon"),
    "name": "Giant 2",
    "count": 2,
    "points": None,
    "rows": (),
    "soldiers": (TroopSize(2, 9, True),),
    "faulty": True,
    "chosen": True,
    "own_points": 5,
    "notes": (),
}
FOLLOWS_FROM_PICK = {"anchor", "stats", "banner_known", "part", "whole", "others"}
"""Fields of a pick that cannot make a cached drawing outdated.

They follow from the index and the card, or the pick is not cached: parts with texts, parts of picks, and picks with
`others`, which only read-only pages have.
"""
OTHER_ROW = {
    "state": "over",
    "icon": "arcane",
    "card": GIANT,
    "upgrade": 1,
    "points": 3,
    "faulty": True,
    "granted": True,
    "bought": True,
    "chosen": True,
    "number": 1,
}
OTHER_NOTE = {"sort": "unknown", "mark": "any", "message": "Too few.", "cite": "", "rule": "", "page": "p. 5"}
NOT_PINNED = {"places", "by", "card", "fact", "rulings", "quoted"}
"""Parts of a finding that a note on a card does not show."""


CANDIDATE = CandidateView(GIANT, True, "", 30, False, "", "add/giant")
OTHER_CANDIDATE = {
    "card": replace(GIANT, slug="dragon"),
    "fits": False,
    "reason": "Too many.",
    "points": None,
    "open": True,
    "left": "2 of 3 left",
    "do": "equip/0/giant",
    "where": "On Giant",
    "over": 5,
    "unfit": True,
    "instead": True,
    "missing": ("slots",),
}


def _page(index: int | None = None, carrying: str = "", **parts: Any) -> BuilderPage:
    table = JudgedTable({"game": "attack-wing", "picks": []})
    return BuilderPage(table, Drawer(table, Selection(index), carrying), **parts)


def _key(pick: PickView, **page: Any) -> Any:
    return pick_key(_page(**page), pick)


def test_a_pick_is_rendered_again_when_any_field_changes() -> None:
    assert {one.name for one in fields(PickView)} == OTHER_PICK.keys() | FOLLOWS_FROM_PICK
    assert {one.name for one in fields(SlotRow)} == OTHER_ROW.keys() | {"anchor"}
    assert {one.name for one in fields(FindingView)} == OTHER_NOTE.keys() | NOT_PINNED
    changed = [replace(PICK, **{name: value}) for name, value in OTHER_PICK.items()]
    changed += [replace(PICK, rows=(replace(ROW, **{name: value}),)) for name, value in OTHER_ROW.items()]
    changed += [replace(PICK, notes=(replace(NOTE, **{name: value}),)) for name, value in OTHER_NOTE.items()]
    numbered = [
        replace(GIANT, document={**GIANT.document, "level": level}, own_keys=("Level",)) for level in (4, 5, None)
    ]
    changed += [replace(PICK, card=one) for one in numbered]
    changed += [replace(PICK, rows=(replace(ROW, card=one),)) for one in numbered]
    keys = [_key(one) for one in (PICK, *changed)]
    assert None not in keys
    assert len(set(keys)) == len(keys)


def test_a_candidate_is_rendered_again_when_any_field_changes() -> None:
    assert {one.name for one in fields(CandidateView)} == OTHER_CANDIDATE.keys()
    changed = [replace(CANDIDATE, **{name: value}) for name, value in OTHER_CANDIDATE.items()]
    keys = [candidate_key(_page(), one) for one in (CANDIDATE, *changed)]
    keys += [candidate_key(_page(carrying="club"), CANDIDATE), candidate_key(_page(index=0), CANDIDATE)]
    assert None not in keys
    assert len(set(keys)) == len(keys)
    for in_use in (
        {"refusal": Refusal(refused={"x": ("", "")})},
        {"offers": Offers(fitting_card="giant")},
        {"look": Look(unfolded=frozenset({"ask-giant"}))},
    ):
        assert candidate_key(_page(**in_use), CANDIDATE) is None
    assert candidate_key(_page(look=Look(unfolded=frozenset({"ask-dragon"}))), CANDIDATE) == keys[0]


@pytest.mark.parametrize(
    "refusal", [Refusal(refused={"number/p0/giant/cost": ("x", "No.")}), Refusal(own_fact_data={})]
)
def test_pages_with_a_message_are_not_cached(refusal: Refusal) -> None:
    assert _key(PICK, refusal=refusal) is None
    assert _key(PICK, look=Look(unfolded=frozenset({"missing-0"}))) is None

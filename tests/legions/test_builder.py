"""The builder: each change as a plain form and with htmx, and its errors."""

import json
import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.template import Template
from django.test import Client
from django.utils.html import escape

from legions.accounts.holders import Holder
from legions.cards import queries
from legions.collection.counts import Counts
from legions.collection.services import set_counts
from legions.saved_lists import ready_lists
from legions.saved_lists.models import Legion
from rulesapi.judging import verdicts
from tests import factories
from tests.legions.builder_helpers import (
    HTMX_HEADERS,
    NEW_LIST_URL,
    address,
    after,
    key_of,
    pk_in,
    publish_cards,
    start,
)
from tests.legions.page_parser import Page

pytestmark = pytest.mark.django_db

MAX_TEMPLATES = 37
"""The templates of a change that redraws one card: each costs some microseconds."""


@pytest.fixture(autouse=True)
def world():
    publish_cards()


def picks(legion):
    return Legion.objects.get(pk=legion.pk).document["picks"]


@pytest.mark.sampled
def test_a_legion_with_a_collection_is_built_on_and_says_what_is_not_owned(client) -> None:
    legion = start(client, "add/giant")
    document = {**legion.document, "collection": {"giant": 1, "club": 1}}
    Legion.objects.filter(pk=legion.pk).update(document=document)
    legion = after(client, legion, "equip/0/club")
    legion = after(client, legion, "equip/0/charm")
    assert legion.document["collection"] == document["collection"]
    words = Page(client.get(f"{address(legion)}?at=/picks/0")).words
    assert "The legion uses 1 copy of Charm. The collection has none." in words
    assert "The legion uses 2 copies of Club. The collection has 1." in words


@pytest.mark.sampled
def test_a_legion_of_too_many_cards_is_judged_and_its_drawer_says_why_it_is_empty(client) -> None:
    legion = start(client, "add/giant")
    document = {**legion.document, "picks": [{"card": "giant"}] * 101}
    Legion.objects.filter(pk=legion.pk).update(document=document)
    words = Page(client.get(address(legion))).words
    assert "The list has 101 cards. Suggestions work up to 100." in words
    assert "Illegal" in words


# -- a new table ---------------------------------------------------------------------------------------------------


def test_the_only_game_is_gone_to_at_once(client) -> None:
    assert client.get("/build/")["Location"] == NEW_LIST_URL


def test_of_several_games_one_is_chosen(client, monkeypatch) -> None:
    another = factories.game(game="another-game", slug="another-game", name="Another Game")
    monkeypatch.setattr(queries, "published_games", lambda: [factories.game(), another])
    page = Page(client.get("/build/"))
    assert {NEW_LIST_URL, "/build/another-game/"} <= {link["href"] for link in page.all("a")}


def test_a_game_that_nobody_knows_has_no_table(client) -> None:
    assert client.get("/build/no-such-game/").status_code == 404


@pytest.mark.sampled
def test_an_empty_table_offers_three_ways_to_start_and_keeps_nothing(client) -> None:
    response = client.get(NEW_LIST_URL)
    page = Page(response)
    for option in ("A ready legion", "A creature", "A list you have"):
        assert option in page.words
    assert not Legion.objects.exists()
    assert "sessionid" not in response.cookies


def test_a_table_is_saved_with_its_first_change(client) -> None:
    response = client.post(NEW_LIST_URL, {"do": "add/giant"})
    legion = Legion.objects.get()
    assert response.status_code == 303
    assert response["Location"] == f"{address(legion)}?at=/picks/0#name-0"
    assert legion.guest_key == key_of(client)
    assert picks(legion) == [{"card": "giant"}]


@pytest.mark.sampled
def test_with_htmx_a_new_table_gets_its_address(client) -> None:
    response = client.post(NEW_LIST_URL, {"do": "add/giant"}, headers=HTMX_HEADERS)
    legion = Legion.objects.get()
    assert response.status_code == 200
    assert response["HX-Push-Url"] == f"{address(legion)}?at=/picks/0"
    assert "<html" not in response.content.decode()


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("shown", "pushed"),
    [("", "?at=/picks/0"), ("?at=/picks/0", None), ("?at=/picks/0#candidate-list", "?at=/picks/0")],
)
def test_with_htmx_a_changed_address_is_sent(client, shown, pushed) -> None:
    legion = start(client, "add/giant")
    here = {**HTMX_HEADERS, "HX-Current-URL": f"http://testserver{address(legion)}{shown}"}
    response = client.post(
        address(legion), {"do": "rename", "name": "Embers", "version": legion.version, "at": "/picks/0"}, headers=here
    )
    assert response.headers.get("HX-Replace-Url") == (pushed and f"{address(legion)}{pushed}")


def test_the_first_change_can_be_undone(client) -> None:
    legion = start(client, "add/giant")
    assert after(client, legion, "undo").document["picks"] == []


def test_a_logged_in_persons_table_is_theirs(client) -> None:
    user = factories.UserFactory()
    client.force_login(user)
    assert start(client, "add/giant").owner == user


@pytest.mark.sampled
def test_a_card_named_in_the_address_is_shown_but_not_saved(client) -> None:
    response = client.get(f"{NEW_LIST_URL}?card=giant")
    page = Page(response)
    assert "Upgrades for Giant" in page.words
    assert not Legion.objects.exists()
    begun = page.all("input", name="start")[0]["value"]
    response = client.post(NEW_LIST_URL, {"do": "equip/0/club", "start": begun})
    assert picks(Legion.objects.get(pk=pk_in(response["Location"]))) == [{"card": "giant", "upgrades": ["club"]}]


@pytest.mark.sampled
def test_for_an_upgrade_named_in_the_address_its_bearers_are_shown(client) -> None:
    page = Page(client.get(f"{NEW_LIST_URL}?card=club"))
    assert "Who carries Club?" in page.words
    buttons = [button["value"] for button in page.all("button", name="do")]
    assert "add/giant/club" in buttons
    legion = start(client, "add/giant/club")
    assert legion.document["picks"] == [{"card": "giant", "upgrades": ["club"]}]


def test_a_card_in_the_address_that_nobody_knows_is_shown_as_that(client) -> None:
    response = client.get(f"{NEW_LIST_URL}?card=never-heard-of")
    assert response.status_code == 200
    assert "The catalog has no card called never-heard-of" in Page(response).words


@pytest.mark.one_variant
@pytest.mark.parametrize("card", ["Not a slug!", "x" * 300, "a\x00b", "<b>"])
def test_a_card_in_the_address_that_is_no_slug_is_refused_readably(client, card) -> None:
    response = client.get(NEW_LIST_URL, {"card": card})
    assert response.status_code == 400
    assert "That could not be done" in Page(response).words


@pytest.mark.sampled
def test_a_ready_legion_can_be_laid_out_from_another_page(client, monkeypatch, tmp_path) -> None:
    folder = tmp_path / "attack_wing" / "ready_lists"
    folder.mkdir(parents=True)
    (folder / "the-hill.json").write_text(json.dumps(factories.legion_document({"card": "giant"}, name="The Hill")))
    monkeypatch.setattr(ready_lists, "READY_LISTS_DIR", tmp_path)
    ready_lists.ready_lists.cache_clear()
    try:
        assert "30 of 120 points, legal: Giant" in Page(client.get(NEW_LIST_URL)).words
        response = client.post(NEW_LIST_URL, {"ready": "the-hill"})
        assert Legion.objects.get(pk=pk_in(response["Location"])).name == "The Hill"
    finally:
        ready_lists.ready_lists.cache_clear()


def test_a_ready_legion_that_nobody_knows_is_refused(client) -> None:
    response = client.post(NEW_LIST_URL, {"do": "ready/no-such-thing"})
    assert response.status_code == 400
    assert "There is no such ready list." in Page(response).words


# -- layout ---------------------------------------------------------------------------------------------------------


@pytest.mark.sampled
def test_cards_lie_on_the_table_as_drawn_faces_that_are_loaded_when_they_come_into_sight(client) -> None:
    def faces() -> list[tuple[str, str]]:
        page = Page(client.get(address(legion)))
        return [(one["src"], one["loading"]) for one in page.all("img") if one.get("class") == "face"]

    legion = start(client, "add/giant", "add/dragon")
    giant, dragon = (f"/faces/1/attack-wing/{slug}.svg" for slug in ("giant", "dragon"))
    assert faces() == [(giant, "eager"), (dragon, "lazy")], "the first is in sight"
    client.cookies["density"] = "text"
    assert faces() == [(giant, "lazy"), (dragon, "lazy")]


@pytest.mark.sampled
def test_a_line_says_what_adds_up_to_its_points(client) -> None:
    def sums(*changes: str) -> tuple[str, str]:
        page = client.get(address(start(client, "add/giant", *changes))).content.decode()
        (found,) = re.findall(r'<p class="pick__sum figures"><span class="quiet">(.*?)</span>\s*<b>(\d+)<', page)
        return found

    assert sums("equip/0/club", "equip/0/charm") == ("30 + 2 + 4", "36"), "in the order of the slots"
    assert sums("count/0/3") == ("3 × 30", "90")
    assert sums() == ("", "30")


@pytest.mark.sampled
def test_the_seal_of_a_troop_says_what_it_costs_now(client) -> None:
    page = client.get(address(start(client, "add/guards", "soldiers/0/3"))).content.decode()
    assert '<span class="cost">13<span' in page


@pytest.mark.sampled
def test_a_finding_is_a_note_on_its_card(client) -> None:
    page = client.get(address(start(client, "add/giant", "add/dragon", "equip/0/bolt"))).content.decode()
    (notes,) = re.findall(r'<ul class="pinned" aria-label="Notes on ([^"]+)">(.*?)</ul>', page)
    assert notes[0] == "Giant"
    assert "Bolt needs a level 7 creature. Giant is level 5." in notes[1]
    assert "/rules/attack-wing/book/at/p30/arcane-divine-spells/" in notes[1]


@pytest.mark.sampled
def test_an_empty_table_is_neither_legal_nor_illegal(client) -> None:
    legion = start(client, "add/giant")
    response = client.post(address(legion), {"do": "remove/0", "version": legion.version}, headers=HTMX_HEADERS)
    page = Page(response)
    assert page.all("div", id="builder")[0]["data-status"] == "Giant removed. The table is empty."
    for outcome in ("Legal", "Illegal", "Undetermined"):
        assert outcome not in page.words


@pytest.mark.sampled
def test_a_saved_list_belongs_to_build_in_the_navigation(client) -> None:
    for url in (NEW_LIST_URL, address(start(client, "add/giant"))):
        here = [
            (link["href"], link.get("class"))
            for link in Page(client.get(url)).all("a")
            if "aria-current" in link and "hx-get" not in link
        ]
        of_game = [(NEW_LIST_URL, None), (NEW_LIST_URL, "menu__item")]
        assert sorted(here, key=str) == sorted([("/build/", None), *of_game], key=str)


@pytest.mark.parametrize("chosen", ["table", "rows", "text"])
def test_the_density_of_the_layout_is_remembered(client, chosen) -> None:
    response = client.post("/density/", {"density": chosen, "next": NEW_LIST_URL})
    assert (response.status_code, response["Location"]) == (302, NEW_LIST_URL)
    page = Page(client.get(NEW_LIST_URL))
    assert page.all("div", id="builder")[0]["class"] == f"builder builder--{chosen}"


@pytest.mark.sampled
@pytest.mark.parametrize("chosen", ["", "tiny", "x" * 4000, "table; path=/"])
def test_a_density_that_there_is_not_is_not_remembered(client, chosen) -> None:
    response = client.post("/density/", {"density": chosen, "next": "https://elsewhere.example/"})
    assert response["Location"] == "/"
    assert "density" not in response.cookies
    client.cookies["density"] = "tiny"
    assert Page(client.get(NEW_LIST_URL)).all("div", id="builder")[0]["class"] == "builder builder--table"


# -- one change at a time -------------------------------------------------------------------------------------------

GIANT = {"card": "giant"}
CHANGES = [
    ([], "add/giant", {}, [GIANT]),
    (["add/giant"], "add/dragon", {}, [GIANT, {"card": "dragon"}]),
    (["add/giant"], "equip/0/club", {}, [{**GIANT, "upgrades": ["club"]}]),
    (["add/giant", "count/0/3"], "equip/0/club", {}, [{**GIANT, "upgrades": ["club"]}, {**GIANT, "count": 2}]),
    (["add/giant", "equip/0/club"], "unequip/0/0", {}, [GIANT]),
    (["add/giant"], "count/0/3", {}, [{**GIANT, "count": 3}]),
    (["add/giant", "equip/0/club"], "duplicate/0", {}, [{**GIANT, "upgrades": ["club"]}] * 2),
    (["add/guards"], "soldiers/0/4", {}, [{"card": "guards", "soldiers": 4}]),
    (["add/giant"], "remove/0", {}, []),
    (["add/giant"], "undo", {}, []),
    (["add/giant", "undo"], "redo", {}, [GIANT]),
    ([], "paste", {"text": '{"game": "attack-wing", "picks": [{"card": "dragon"}]}'}, [{"card": "dragon"}]),
]


@pytest.mark.sampled
@pytest.mark.parametrize(("before", "do", "fields", "after_it"), CHANGES)
@pytest.mark.parametrize("headers", [{}, HTMX_HEADERS], ids=["plain", "htmx"])
def test_each_change_is_made(client, before, do, fields, after_it, headers) -> None:
    legion = start(client, "limits//120", *before)
    data = {"do": do, "version": legion.version, **fields}
    response = client.post(address(legion), data, headers=headers)
    assert response.status_code == (200 if headers else 303)
    assert picks(legion) == after_it
    assert Legion.objects.get().version == legion.version + 1


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("do", "fields", "stored"),
    [
        ("limits", {"points": "75", "format": ""}, {"points": 75}),
        ("limits//200", {}, {"points": 200}),
        ("limits/standard/60", {}, {"points": 60, "format": "standard"}),
        ("rename", {"name": "  Bones and embers "}, {"name": "Bones and embers"}),
        ("notes", {"notes": "One.\r\nTwo."}, {"notes": "One.\nTwo."}),
    ],
)
def test_name_notes_and_tags_are_saved(client, do, fields, stored) -> None:
    legion = after(client, start(client, "add/giant"), do, **fields)
    assert {key: legion.document[key] for key in stored} == stored
    assert "That could not be done" not in Page(client.get(address(legion))).words


@pytest.mark.sampled
def test_an_empty_limit_is_the_formats_own(client) -> None:
    legion = start(client, "limits//200", "limits//")
    assert "points" not in legion.document
    assert "of 120 points" in Page(client.get(address(legion))).words


@pytest.mark.sampled
def test_a_format_of_fixed_points_offers_these_and_no_other(client) -> None:
    fixed = factories.standard(slug="queen", name="Queen", points=60, recommended_points=[], allowed_points=[60, 100])
    factories.publish(fixed)
    legion = start(client, "add/giant", "limits//200")
    assert Page(client.get(address(legion))).all("input", id="points")
    legion = after(client, legion, "limits/queen/200")
    assert "points" not in legion.document
    Legion.objects.filter(pk=legion.pk).update(document={**legion.document, "points": 200})  # by an API client
    page = Page(client.get(address(legion)))
    assert "Queen is not played at 200 points, but at 60 or 100." in page.words
    assert not page.all("input", id="points")
    assert {"limit-60", "limit-100"} <= {button.get("id") for button in page.all("button")}
    legion = after(client, legion, "limits/queen/100")
    assert "is not played at" not in Page(client.get(address(legion))).words


@pytest.mark.sampled
def test_a_simple_change_is_announced_once(client) -> None:
    legion = start(client, "add/giant", "equip/0/club", "unequip/0/0")
    first, second = (Page(client.get(address(legion))) for _ in range(2))
    assert "Club taken from Giant." in first.words
    assert first.all("button", id="undo-last")
    assert not second.all("button", id="undo-last")


@pytest.mark.sampled
def test_with_htmx_a_change_is_announced_and_moves_the_focus(client) -> None:
    legion = start(client, "add/giant")
    data = {"do": "equip/0/club", "version": legion.version, "at": "/picks/0"}
    page = Page(client.post(address(legion), data, headers=HTMX_HEADERS))
    root = page.all("div", id="builder")[0]
    assert root["data-status"] == "Club added to Giant. 34 of 120 points. Legal."
    assert page.all("a", id=root["data-focus"])[0]["hx-get"].endswith("?at=/picks/0&slot=heroic")


@pytest.mark.sampled
def test_a_list_that_is_laid_out_is_gone_on_with_from_its_head(client) -> None:
    whole = {"game": "attack-wing", "picks": [{"card": "giant"}, {"card": "dragon"}]}
    page = Page(
        client.post(NEW_LIST_URL, {"do": "paste", "text": json.dumps(whole), "start": ""}, headers=HTMX_HEADERS)
    )
    assert page.all("div", id="builder")[0]["data-focus"] == "legion-name"


@pytest.mark.sampled
def test_the_slot_stays_chosen_while_another_of_its_icon_is_open(client) -> None:
    legion = start(client, "add/giant")
    data = {"at": "/picks/0", "slot": "heroic"}
    first = Page(client.post(address(legion), {"do": "equip/0/club", "version": 2, **data}, headers=HTMX_HEADERS))
    assert "Heroic upgrades for Giant" in first.words
    second = Page(client.post(address(legion), {"do": "equip/0/club", "version": 3, **data}, headers=HTMX_HEADERS))
    assert "Upgrades for Giant" in second.words
    assert "Heroic upgrades for Giant" not in second.words


def test_a_change_that_closes_its_slot_is_judged_once(client, monkeypatch) -> None:
    legion = start(client, "add/giant", "equip/0/club")
    judged = count_judged(monkeypatch)
    data = {"do": "equip/0/club", "version": legion.version, "at": "/picks/0", "slot": "heroic"}
    assert "Heroic upgrades for Giant" not in Page(client.post(address(legion), data, headers=HTMX_HEADERS)).words
    assert len(judged) == 1


@pytest.mark.sampled
@pytest.mark.parametrize("do", ["add/giant", "equip/0/club", "unequip/0/0", "rename", "limits//90"])
def test_a_change_is_judged_once_with_own_numbers_and_a_collection(client, monkeypatch, do: str) -> None:
    legion = start(client, "add/giant", "equip/0/club", "add/beast")
    tell = {"do": "tell", "version": legion.version, "number/p2/beast/cost": "31"}
    assert client.post(address(legion), tell, headers=HTMX_HEADERS).status_code == 200
    holder = Holder(guest_key=legion.guest_key)
    set_counts(holder=holder, game=legion.game, now=Counts({"giant": 1, "beast": 1}), what="Counted.")
    judged = count_judged(monkeypatch)
    data = {"do": do, "version": legion.version, "name": "Embers"}
    changed = Page(client.post(address(legion), data, headers=HTMX_HEADERS))
    assert len(judged) == 1
    assert judged[0]["collection"] == {"beast": 1, "giant": 1}
    shown = Page(client.get(address(legion), headers=HTMX_HEADERS))
    points = r"\d+ of \d+ points"
    assert re.search(points, changed.words)[0] == re.search(points, shown.words)[0]
    assert "(with your numbers)" in changed.words


def test_a_repeated_change_renders_few_templates(client, monkeypatch) -> None:
    legion, rendered, render = start(client, "add/giant", "equip/0/club"), [], Template._render

    def counted(template: Template, context: Any) -> str:
        rendered.append(template.name)
        return render(template, context)

    monkeypatch.setattr(Template, "_render", counted)
    for do in ("unequip/0/0", "undo", "unequip/0/0"):
        legion.refresh_from_db()
        rendered.clear()
        data = {"do": do, "version": legion.version}
        assert client.post(address(legion), data, headers=HTMX_HEADERS).status_code == 200
    assert 0 < len(rendered) <= MAX_TEMPLATES, rendered


def test_a_first_change_is_judged_once_after_the_table_that_it_starts_from(client, monkeypatch) -> None:
    judged = count_judged(monkeypatch)
    assert client.post(NEW_LIST_URL, {"do": "add/giant"}, headers=HTMX_HEADERS).status_code == 200
    assert [len(one["picks"]) for one in judged] == [0, 1]


def count_judged(monkeypatch) -> list[dict[str, Any]]:
    """Return a list to which every judged document is appended."""
    judge, judged = verdicts.judge, []

    def counted(document, **options):
        judged.append(document)
        return judge(document, **options)

    monkeypatch.setattr(verdicts, "judge", counted)
    return judged


def test_a_list_can_come_as_a_file(client) -> None:
    file = SimpleUploadedFile("legion.json", b'{"game": "attack-wing", "picks": [{"card": "dragon"}], "name": "Filed"}')
    response = client.post(NEW_LIST_URL, {"do": "paste", "file": file, "text": ""})
    assert Legion.objects.get(pk=pk_in(response["Location"])).name == "Filed"


@pytest.mark.sampled
def test_a_downloaded_list_can_be_pasted(client) -> None:
    legion = start(client, "add/giant", "equip/0/club", "rename/Embers")
    response = client.get(f"{address(legion)}document/")
    assert response["Content-Disposition"] == 'attachment; filename="embers.json"'
    again = start(client, "add/dragon")
    assert after(client, again, "paste", text=response.content.decode()).document == legion.document


# -- contents of the table -----------------------------------------------------------------------------------------


@pytest.mark.sampled
def test_a_slot_shows_all_fitting_cards_and_why_others_do_not_fit(client) -> None:
    legion = start(client, "add/giant")
    page = Page(client.get(f"{address(legion)}?at=/picks/0&slot=arcane"))
    assert "Arcane upgrades for Giant" in page.words
    assert page.all("details", id="candidate-list")[0].keys() >= {"open"}
    assert "Does not fit: what would be wrong then Bolt" in page.words
    assert "Bolt needs a level 7 creature. Giant is level 5." in page.words
    assert "Charm" in page.words
    assert not page.all("button", id="c-club")


@pytest.mark.sampled
def test_the_drawer_can_be_searched(client) -> None:
    legion = start(client, "add/giant")
    found = Page(client.get(f"{address(legion)}?slot=creature&q=drag"))
    assert found.all("button", id="c-dragon")
    assert not found.all("button", id="c-beast")
    headers = {**HTMX_HEADERS, "HX-Target": "candidate-list-body"}
    part = client.get(f"{address(legion)}?slot=creature&q=nothing+like+it", headers=headers)
    assert Page(part).words.strip() == "No cards match “nothing like it”."


@pytest.mark.sampled
def test_a_search_finds_cards_of_other_slots_too(client) -> None:
    legion = start(client, "add/dragon")
    assert not Page(client.get(f"{address(legion)}?at=/picks/0&slot=all")).all("button", id="c-club")
    assert Page(client.get(f"{address(legion)}?at=/picks/0&slot=all&q=club")).all("button", id="c-club")


@pytest.mark.sampled
@pytest.mark.parametrize("place", ["/picks/7", "/picks/-1", "/points", "nonsense", "/picks/0/upgrades/0", "/picks/٣"])
def test_a_missing_selection_is_ignored(client, place) -> None:
    legion = start(client, "add/giant")
    response = client.get(address(legion), {"at": place, "slot": "heroic" * 30, "q": "x" * 3000})
    assert response.status_code == 200
    assert "Creatures" in Page(response).words


@pytest.mark.sampled
def test_findings_lead_to_their_places_and_to_the_section_of_the_book(client) -> None:
    legion = start(client, "limits//120", "add/dragon", "add/dragon", "equip/0/club", "equip/0/bolt")
    page = Page(client.get(address(legion)))
    links = [link["href"] for link in page.all("a")]
    ids = {attrs["id"] for _, attrs in page.elements if "id" in attrs}
    assert {"#pick-0", "#pick-1", "#pick-0-upgrade-0", "#pick-0-upgrade-1", "#limits"} <= set(links)
    assert {link[1:] for link in links if link.startswith("#")} <= ids
    assert "/rules/attack-wing/book/at/p28/unique-names/" in links
    assert "Attack Wing rulebook, p. 28" in page.words


@pytest.mark.sampled
def test_points_are_shown_with_the_limit(client) -> None:
    legion = start(client, "add/giant", "count/0/5")
    words = Page(client.get(address(legion))).words
    assert "150 of 120 points , 30 over" in words.replace("points,", "points ,")
    assert "Illegal" in words
    assert "5 at 30" in words


@pytest.mark.sampled
def test_unknown_facts_are_shown_and_not_guessed(client) -> None:
    legion = start(client, "add/beast", "equip/0/club")
    words = Page(client.get(address(legion))).words
    assert "Undetermined" in words
    assert "The catalog does not know what Beast costs." in words
    assert "At least 4 of 120 points" in words
    assert "Its slots are not known" in words


@pytest.mark.sampled
def test_soldiers_are_offered_with_their_prices(client) -> None:
    legion = start(client, "add/guards", "soldiers/0/3")
    page = Page(client.get(address(legion)))
    assert page.all("button", id="soldiers-0-3")[0]["aria-pressed"] == "true"
    assert "1 soldier, 5 points 2 soldiers, 9 points 3 soldiers, 13 points" in page.words


@pytest.mark.sampled
def test_an_upgrade_without_a_slot_is_shown_as_too_much(client) -> None:
    legion = start(client, "add/dragon", "equip/0/charm", "equip/0/club")
    page = Page(client.get(address(legion)))
    assert "slot--over" in page.all("li", id="pick-0-upgrade-1")[0]["class"]
    assert "slot--filled" in page.all("li", id="pick-0-upgrade-0")[0]["class"]


@pytest.mark.sampled
def test_cards_the_catalog_does_not_have_stay_in_the_list(client) -> None:
    legion = start(client, "add/never-heard-of", "equip/0/nor-of-this")
    page = Page(client.get(address(legion)))
    assert "never-heard-of" in page.words
    assert page.all("button", id="take-0-0")


@pytest.mark.sampled
def test_retired_cards_stay_in_the_list_and_say_so(client) -> None:
    old = factories.creature(slug="relic", name="Relic", retired="Replaced by a newer printing.")
    factories.publish(old)
    legion = start(client, "add/relic")
    words = Page(client.get(address(legion))).words
    assert "Retired: Replaced by a newer printing." in words
    assert legion.document["picks"] == [{"card": "relic"}]


@pytest.mark.sampled
def test_an_older_legion_says_what_the_newest_release_says_and_stays_as_it_is(client) -> None:
    legion = start(client, "add/giant")
    factories.publish(factories.creature(slug="giant", name="Giant", cost=150))
    page = Page(client.get(address(legion)))
    assert "Legal when you built it (release 1), illegal now (release 2). Because: The legion costs 150" in page.words
    assert "30 of 120 points" in page.words
    assert Legion.objects.get().document["release"] == 1
    newer = after(client, legion, "release/2")
    assert "150 of 120 points" in Page(client.get(address(newer))).words


def test_pages_of_legions_are_not_cached(client) -> None:
    legion = start(client, "add/giant")
    response = client.get(address(legion))
    assert "no-store" in response["Cache-Control"]
    assert "HX-Request" in response["Vary"]
    assert 'content="noindex"' in response.content.decode()


@pytest.mark.sampled
@pytest.mark.parametrize(
    "changes",
    [["limits//120"], ["add/giant", "equip/0/club", "add/guards", "add/beast", "add/dragon", "add/dragon"]],
)
def test_the_table_is_sound_markup(client, changes) -> None:
    legion = start(client, *changes)
    for query in ("", "?at=/picks/0&slot=all", "?slot=creature&q=a"):
        page = Page(client.get(f"{address(legion)}{query}"))
        ids = [attrs["id"] for _, attrs in page.elements if "id" in attrs]
        assert len(ids) == len(set(ids)), sorted(one for one in ids if ids.count(one) > 1)
        labelled = {label.get("for") for label in page.all("label")}
        for tag in ("input", "textarea", "select"):
            for field in page.all(tag):
                assert field.get("type") == "hidden" or field.get("id") in labelled, field
        assert page.bare_scripts == 0
        for _, attrs in page.elements:
            assert not [name for name in attrs if name == "style" or name.startswith("on")], attrs


# -- refused changes -------------------------------------------------------------------------------------------------

REFUSED = [
    ({"do": ""}, 400, "This page is out of date"),
    ({"do": "explode"}, 400, "This page is out of date"),
    ({"do": "add"}, 400, "Choose a card."),
    ({"do": "add/Not a slug"}, 400, "does not have the right form"),
    ({"do": "add/" + "x" * 200}, 400, "at most 100 characters"),
    ({"do": "equip/9/club"}, 400, "There is nothing at this place any more."),
    ({"do": "equip/x/club"}, 400, "That place is not on the table any more."),
    ({"do": "unequip/0/0"}, 400, "There is nothing at this place any more."),
    ({"do": "count/0/0"}, 400, "at least 1"),
    ({"do": "count/0/99999999999999999999"}, 400, "at most 500"),
    ({"do": "count/0/many"}, 400, "Enter a whole number"),
    ({"do": "soldiers/0/501"}, 400, "at most 500"),
    ({"do": "limits", "points": "12o"}, 400, "Enter a whole number"),
    ({"do": "limits", "points": "0"}, 400, "at least 1"),
    ({"do": "limits/no-such-format/120"}, 400, "There is no format no-such-format"),
    ({"do": "rename", "name": "x" * 121}, 400, "A name has at most 120 characters."),
    ({"do": "notes", "notes": "x" * 10_001}, 400, "Notes have at most 10,000 characters."),
    ({"do": "release/99"}, 400, "There is no release 99."),
    ({"do": "paste"}, 400, "Paste a list or choose a file first."),
    ({"do": "paste", "text": "{"}, 400, "Not JSON at line 1"),
    ({"do": "paste", "text": "[]"}, 400, "A list is a JSON object."),
    ({"do": "paste", "text": "[" * 5000}, 400, "Nested deeper than 32 levels."),
    ({"do": "paste", "text": '{"game": "attack-wing", "game": "attack-wing"}'}, 400, "is in this object twice"),
    ({"do": "paste", "text": '{"game": "attack-wing", "picks": [], "points": 1e999}'}, 400, "too large"),
    ({"do": "paste", "text": '{"game": "attack-wing", "picks": [], "name": "\\ud800"}'}, 400, "surrogate"),
    ({"do": "paste", "text": '{"game": "attack-wing", "picks": [], "name": "\\u0000"}'}, 400, "NUL"),
    ({"do": "paste", "text": '{"game": "no-such-game", "picks": []}'}, 400, "This table is for"),
    ({"do": "paste", "text": '{"game": "attack-wing", "picks": [], "colour": 1}'}, 400, "There is no field “colour”"),
    ({"do": "paste", "text": '"' + "x" * 270_000 + '"'}, 413, "More than 262,144 bytes"),
]


@pytest.mark.sampled
@pytest.mark.parametrize("headers", [{}, HTMX_HEADERS], ids=["plain", "htmx"])
def test_an_impossible_change_is_refused_and_changes_nothing(client, headers) -> None:
    legion = start(client, "add/giant")
    for data, status, words in REFUSED:
        response = client.post(address(legion), {"version": legion.version, **data}, headers=headers)
        assert response.status_code == status, data
        assert words in Page(response).words, data
        assert picks(legion) == [GIANT], data
        assert Legion.objects.get().version == legion.version, data


@pytest.mark.sampled
@pytest.mark.parametrize(("data", "status", "message"), [REFUSED[1], REFUSED[19], REFUSED[-1]])
def test_an_impossible_change_of_a_new_table_is_refused_and_saves_nothing(client, data, status, message) -> None:
    response = client.post(NEW_LIST_URL, data)
    assert response.status_code == status
    assert message in Page(response).words
    assert not Legion.objects.exists()


@pytest.mark.parametrize("start_", ["{", "[]", '{"game": "no-such-game", "picks": []}', "null", "[" * 4000])
def test_a_new_table_that_was_tampered_with_is_refused(client, start_) -> None:
    response = client.post(NEW_LIST_URL, {"do": "add/giant", "start": start_})
    assert response.status_code == 400
    assert not Legion.objects.exists()


@pytest.mark.one_variant
@pytest.mark.parametrize("version", [None, "", "x", "-1", "1.0", "٣", "9" * 30])
def test_an_edit_that_does_not_say_its_version_is_refused(client, version) -> None:
    legion = start(client, "add/giant")
    data = {"do": "add/dragon"} if version is None else {"do": "add/dragon", "version": version}
    response = client.post(address(legion), data)
    assert response.status_code == 400
    assert "out of date" in Page(response).words
    assert picks(legion) == [GIANT]


@pytest.mark.parametrize(
    ("data", "stays"),
    [
        ({"do": "paste", "text": '{"game": attack-wing}'}, '{"game": attack-wing}'),
        ({"do": "notes", "notes": "Hold the hill. " * 700}, "Hold the hill. Hold the hill."),
        ({"do": "limits", "points": "12o"}, 'value="12o"'),
        ({"do": "rename", "name": "x" * 121}, "x" * 121),
    ],
)
def test_refused_input_is_shown_again(client, data, stays) -> None:
    legion = start(client, "add/giant")
    text = client.post(address(legion), {"version": legion.version, **data}).content.decode()
    assert stays in text or escape(stays) in text


@pytest.mark.parametrize(
    ("data", "place"),
    [
        ({"do": "notes", "notes": "Hold the hill. " * 700}, "<b>Notes:</b>"),
        ({"do": "limits", "points": "12o"}, "<b>Limit:</b>"),
        ({"do": "rename", "name": "x" * 121}, "<b>Name:</b>"),
        ({"do": "paste", "text": '{"game": "attack-wing", "picks": [{"card": 1}]}'}, "<code>/picks/0/card</code>"),
    ],
)
def test_a_refusal_names_the_field_as_it_is_labelled(client, data, place) -> None:
    legion = start(client, "add/giant")
    assert place in client.post(address(legion), {"version": legion.version, **data}).content.decode()


# -- concurrent changes ----------------------------------------------------------------------------------------------


@pytest.mark.sampled
@pytest.mark.parametrize("headers", [{}, HTMX_HEADERS], ids=["plain", "htmx"])
def test_a_legion_changed_elsewhere_is_not_overwritten_and_both_ways_on_are_offered(client, headers) -> None:
    legion = start(client, "add/giant")
    after(client, legion, "add/dragon")
    response = client.post(
        address(legion), {"do": "equip/0/club", "version": legion.version, "at": "/picks/0"}, headers=headers
    )
    page = Page(response)
    assert response.status_code == 409
    assert "This was changed elsewhere" in page.words
    assert picks(legion) == [GIANT, {"card": "dragon"}]
    assert page.all("button", id="keep-mine")
    form = {field["name"]: field["value"] for field in page.all("input", type="hidden")}
    copied = client.post(address(legion), {**form, "version": legion.version, "do": "equip/0/club", "as_copy": "1"})
    mine = Legion.objects.get(pk=pk_in(copied["Location"]))
    assert mine.document["picks"] == [{**GIANT, "upgrades": ["club"]}]
    assert picks(legion) == [GIANT, {"card": "dragon"}]


@pytest.mark.sampled
def test_the_fields_to_keep_mine_as_a_copy_are_those_that_were_sent(client) -> None:
    legion = start(client, "add/giant")
    after(client, legion, "add/dragon")
    page = Page(client.post(address(legion), {"do": "notes", "notes": "Long work.", "version": legion.version}))
    assert page.all("input", name="notes", value="Long work.")
    assert page.all("input", name="do", value="notes")


@pytest.mark.sampled
def test_an_outdated_undo_is_refused_without_a_copy(client) -> None:
    legion = start(client, "add/giant")
    after(client, legion, "add/dragon")
    response = client.post(address(legion), {"do": "undo", "version": legion.version})
    assert response.status_code == 409
    assert not Page(response).all("button", id="keep-mine")


def test_a_first_form_sent_twice_at_once_is_one_list_of_one_guest() -> None:
    form = {"do": "add/giant", "csrfmiddlewaretoken": "once" * 16}
    first, second, other = Client(), Client(), Client()
    answers = [client.post(NEW_LIST_URL, form) for client in (first, second)]
    assert [answer.status_code for answer in answers] == [303, 303]
    assert answers[0]["Location"] == answers[1]["Location"]
    assert key_of(first) == key_of(second)
    assert Legion.objects.count() == 1
    other.post(NEW_LIST_URL, {**form, "csrfmiddlewaretoken": "another" * 9})
    assert key_of(other) not in {None, key_of(first)}


def test_the_same_form_sent_twice_is_one_change(client) -> None:
    legion = start(client, "add/giant")
    data = {"do": "add/dragon", "version": legion.version, "csrfmiddlewaretoken": "the same page"}
    first, second = (client.post(address(legion), data) for _ in range(2))
    assert (first.status_code, second.status_code) == (303, 303)
    assert picks(legion) == [GIANT, {"card": "dragon"}]


@pytest.mark.parametrize("headers", [{}, HTMX_HEADERS], ids=["plain", "htmx"])
def test_a_deleted_legion_links_to_the_trash(client, headers) -> None:
    legion = start(client, "add/giant")
    client.post(f"{address(legion)}delete/")
    for response in (
        client.get(address(legion), headers=headers),
        client.post(address(legion), {"do": "add/dragon", "version": legion.version}, headers=headers),
    ):
        assert response.get("Location", response.get("HX-Redirect")) == f"/legions/?deleted={legion.pk}"
    assert picks(legion) == [GIANT]


# -- database queries -------------------------------------------------------------------------------------------------


@pytest.mark.sampled
def test_pages_of_the_builder_ask_the_database_the_same_however_large_the_legion(
    client, django_assert_num_queries
) -> None:
    small = start(client, "add/giant")
    large = start(client, "add/giant", *["duplicate/0"] * 8, "equip/0/club", "equip/3/charm")
    client.get(NEW_LIST_URL)
    for legion in (small, large):
        with django_assert_num_queries(9):
            client.get(address(legion))
        with django_assert_num_queries(9):
            client.get(f"{address(legion)}?at=/picks/0", headers=HTMX_HEADERS)
    with django_assert_num_queries(10):
        client.get(NEW_LIST_URL)


@pytest.mark.sampled
def test_a_change_asks_the_database_a_set_number_of_questions(client, django_assert_max_num_queries) -> None:
    legion = start(client, "add/giant")
    client.get(address(legion))
    with django_assert_max_num_queries(16):  # one of them: the quota
        client.post(address(legion), {"do": "add/dragon", "version": legion.version}, headers=HTMX_HEADERS)


@pytest.mark.sampled
def test_the_ledger_leads_from_each_line_to_its_card_and_to_the_rule_that_priced_it(client) -> None:
    factories.publish(
        factories.upgrade(
            slug="hex", name="Hex", cost=2, slot="any", penalties=[{"unless": {"level_at_least": 9}, "cost": 5}]
        )
    )
    legion = start(client, "add/giant", "equip/0/hex")
    page = Page(client.get(address(legion)))
    links = [link["href"] for link in page.all("a") if link.get("class") == "ledger__rule"]
    assert links == ["/rules/attack-wing/book/at/p29/equip-restrictions-legion-cost-penalties/"]
    assert {"/cards/attack-wing/giant/", "/cards/attack-wing/hex/"} <= {link["href"] for link in page.all("a")}
    assert "/rules/attack-wing/#point-limit" in {link["href"] for link in page.all("a")}


@pytest.mark.sampled
def test_a_card_that_does_not_fit_says_on_demand_what_would_make_it_fit(client):
    factories.publish(factories.upgrade(slug="axe", name="Axe", cost=5, slot="dragon"))
    legion = start(client, "add/dragon", "equip/0/axe")
    url = f"{address(legion)}?at=/picks/0&slot=dragon"
    assert "What would make it fit?" in Page(client.get(url)).words
    alone = client.get(f"{url}&enter=axe", headers={**HTMX_HEADERS, "HX-Target": "enter-axe"})
    assert Page(alone).words == "Fits if you remove Axe on Dragon."
    assert "Fits if you remove Axe on Dragon." in Page(client.get(f"{url}&enter=axe")).words
    nobody = client.get(f"{url}&enter=never-heard-of", headers={**HTMX_HEADERS, "HX-Target": "enter-never-heard-of"})
    assert nobody.status_code == 200


@pytest.mark.sampled
def test_hints_lead_from_an_empty_table_to_sharing_until_they_are_put_away(client) -> None:
    assert "Step 1 of 3. Add creatures, or start with a ready legion" in Page(client.get(NEW_LIST_URL)).words
    legion = start(client, "add/giant")
    assert "Legal, with 90 points left." in Page(client.get(address(legion))).words
    nearly = after(client, legion, "limits//31")
    assert "Legal, with 1 point left." in Page(client.get(address(nearly))).words
    broken = after(client, after(client, nearly, "undo"), "equip/0/bolt")
    assert "Fix it shows how" in Page(client.get(address(broken))).words
    assert re.search(r"<a href=[^>]*[?]mend=1[^>]*>Fix it</a> shows how", client.get(address(broken)).content.decode())
    full = after(client, after(client, broken, "undo"), "limits//30")
    assert "Step 3 of 3. Your legion is legal." in Page(client.get(address(full))).words
    assert "of 3." not in Page(client.get(address(full))).words, "the last of them was seen"
    client.cookies.pop("no-hints")
    away = client.post("/hints/", {"next": address(broken)})
    assert (away.status_code, away["Location"]) == (302, address(broken))
    assert away.cookies["no-hints"]["max-age"] > 300 * 24 * 3600
    assert "of 3." not in Page(client.get(NEW_LIST_URL)).words
    assert client.post("/hints/", {"next": "https://elsewhere.example/"})["Location"] == "/"


# -- an upgrade that moves from one creature to another -------------------------------------------------------------


@pytest.mark.sampled
def test_an_upgrade_is_moved_by_a_form_that_starts_with_who_is_chosen(client) -> None:
    legion = start(client, "add/dragon", "add/giant", "equip/1/club", "add/giant", "equip/2/charm")
    page = Page(client.get(f"{address(legion)}?at=/picks/2"))
    assert [one["label"] for one in page.all("optgroup")] == ["Giant (first)", "Giant (second)"]
    chosen = [one["value"] for one in page.all("option") if "selected" in one]
    assert chosen[-2:] == ["2/0", "0"]
    moved = after(client, legion, "move", carried="2/0", to="1")
    giant = {"card": "giant"}
    assert picks(moved) == [{"card": "dragon"}, {**giant, "upgrades": ["club", "charm"]}, giant]
    assert picks(after(client, moved, "undo")) == picks(legion)


@pytest.mark.sampled
@pytest.mark.parametrize("picks", [["add/giant"], ["add/giant", "equip/0/club"], ["add/giant", "add/dragon"]])
def test_without_movable_cards_there_is_no_form_to_move_them(client, picks) -> None:
    assert not Page(client.get(address(start(client, *picks)))).all("details", id="transfers")


@pytest.mark.one_variant
@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"carried": "0/0", "to": "0"}, "Choose another creature: it carries this already."),
        ({"carried": "0/7", "to": "1"}, "There is nothing at this place any more."),
        ({"carried": "0/0", "to": "9"}, "There is nothing at this place any more."),
        ({"carried": "all", "to": "1"}, "That place is not on the table any more."),
        ({}, "That place is not on the table any more."),
    ],
)
def test_an_impossible_move_is_refused_and_the_card_stays(client, data, message) -> None:
    legion = start(client, "add/giant", "equip/0/club", "add/dragon")
    response = client.post(address(legion), {"do": "move", "version": legion.version, **data})
    assert response.status_code == 400
    assert message in Page(response).words
    assert picks(Legion.objects.get()) == picks(legion)


def test_several_copies_of_a_card_look_like_several_and_say_how_many(client) -> None:
    legion = start(client, "add/giant")
    assert b'class="copies"' not in client.get(address(legion)).content
    client.post(address(legion), {"do": "count/0/2", "version": legion.version})
    page = client.get(address(legion)).content
    assert b'class="copies">\xc3\x972</b>' in page and b"pick__face stacked" in page


def test_each_answer_brings_the_title_of_the_page(client) -> None:
    legion = start(client, "add/giant")
    form = {"do": "rename", "name": "Stone & Sky", "version": legion.version}
    response = client.post(address(legion), form, headers={**HTMX_HEADERS, "HX-Target": "builder"})
    assert re.match(r"\s*<title>\s*Stone &amp; Sky\s*· Muster</title>", response.content.decode())

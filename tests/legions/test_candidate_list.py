"""The candidate list: cards that fit, cards that may fit, then the others, with costs and search."""

import re
from html import unescape
from typing import Any

import pytest

from catalog.search.compiler import compile_query
from catalog.search.fields import query_language
from legions.builder.candidate_list import CandidateList, candidate_list, sorted_slugs, unknown_sentence
from legions.builder.drawer import Drawer
from legions.builder.judged_table import JudgedTable
from legions.cards.stock import stock
from legions.table.table_layout import Selection
from rulesapi.engine.search.candidates import search_candidates
from rulesapi.engine.search.enabling_changes import enabling_changes
from rulesapi.engine.search.top_candidates import top_candidates
from rulesapi.judging import verdicts
from tests import factories
from tests.engine import conformance_cases
from tests.legions.builder_helpers import address, after, start
from tests.legions.page_parser import Page

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("points", "fits", "over"), [(30, ["z-gift"], [("over-limit", ["club"])]), (1000, ["z-gift", "club"], [])]
)
def test_fitting_cards_come_before_those_that_may_fit_and_those_over_the_limit(points, fits, over) -> None:
    factories.publish_frame(
        factories.creature(slug="giant", cost=30, slots=["heroic"]),
        factories.upgrade(slug="a-riddle", name="A Riddle", cost=None, slot="heroic"),
        factories.upgrade(slug="z-gift", name="Z Gift", cost=0, slot="heroic"),
        factories.upgrade(slug="club", name="Club", cost=4, slot="heroic"),
        factories.upgrade(slug="hoard", name="Hoard", cost=1, slot="dragon"),
    )
    document = {"game": "attack-wing", "points": points, "picks": [{"card": "giant"}]}
    sought, catalog = compile_query("", query_language("attack-wing")), stock("attack-wing")
    ordered = sorted_slugs(["hoard", "club", "z-gift", "a-riddle"], sought, catalog)
    limit = ("attack-wing/point-limit",)
    first, number, _complete = verdicts.top_candidates(document, "/picks/0", ordered, 12, apart=limit)
    shown = candidate_list(first, number, document, Selection(0), catalog, {}, sought)
    order = [(section.slug, [one.card.slug for one in section.candidates]) for section in shown.sections]
    assert order == [("fits", fits), ("may-fit", ["a-riddle"]), *over, ("does-not-fit", ["hoard"])]


# -- search --------------------------------------------------------------------------------------------------------


@pytest.fixture
def world() -> None:
    """Publish a creature with one slot and a few upgrades with different searchable facts."""
    factories.publish_frame(
        factories.creature(slug="giant", name="Giant", cost=30, slots=["heroic"]),
        factories.creature(slug="wyrm", name="Wyrm", cost=50, slots=["dragon"]),
        factories.upgrade(slug="riddle", name="Riddle", cost=None, slot="heroic"),
        factories.upgrade(slug="club", name="Club", cost=4, slot="heroic", keywords=["weapon"]),
        factories.upgrade(slug="hoard", name="Hoard of Clubs", cost=1, slot="dragon"),
    )


def looking_for(query: str, index: int | None = 0, **fields: Any) -> CandidateList:
    document = {"game": "attack-wing", "points": 60, "picks": [{"card": "giant"}], **fields}
    return Drawer(JudgedTable(document), Selection(index, query=query)).candidates


def shown(candidate_list: CandidateList) -> set[str]:
    return {one.card.slug for section in candidate_list.sections for one in section.candidates}


@pytest.mark.one_variant
@pytest.mark.parametrize(
    ("query", "slugs"),
    [
        ("", {"riddle", "club"}),
        ("club", {"club", "hoard", "giant", "wyrm"}),
        ("kind:upgrade club", {"club", "hoard"}),
        ("slot:dragon", {"hoard", "wyrm"}),
        ("keyword:weapon", {"club"}),
        ("cost<=4", {"club", "hoard"}),
        ("-cost<=1", {"club", "giant", "wyrm"}),
        ("cost:?", {"riddle"}),
        ("fits", {"club"}),
        ("fits:giant", {"club", "riddle"}),
        ("fits:wyrm", {"hoard"}),
        ("kind:spell", set()),
        ("kind:creature", {"giant", "wyrm"}),
    ],
)
def test_the_drawer_takes_the_query_of_the_card_browser(world: None, query: str, slugs: set[str]) -> None:
    found = looking_for(query)
    assert not found.errors
    assert shown(found) == slugs


def test_the_term_fits_refers_to_the_selected_place(world: None) -> None:
    assert shown(looking_for("fits", None)) == {"giant"}
    assert shown(looking_for("-fits", None)) == {"wyrm", "club", "hoard", "riddle"}


# -- places for a card ---------------------------------------------------------------------------------------------


def parts(candidate_list: CandidateList) -> dict[str, list[tuple[str, str, str]]]:
    return {
        section.slug: [(one.card.slug, one.where, one.do) for one in section.candidates]
        for section in candidate_list.sections
    }


def test_a_search_shows_where_a_card_fits_in_the_list(world: None) -> None:
    picks = [{"card": "giant"}, {"card": "wyrm"}]
    assert parts(looking_for("hoard", picks=picks, points=200)) == {
        "elsewhere": [("hoard", "On Wyrm", "equip/1/hoard")]
    }
    assert parts(looking_for("wyrm", picks=picks, points=200)) == {"elsewhere": [("wyrm", "On the table", "add/wyrm")]}
    assert parts(looking_for("kind:upgrade club", None, picks=picks, points=200)) == {
        "elsewhere": [("hoard", "On Wyrm", "equip/1/hoard"), ("club", "On Giant", "equip/0/club")]
    }


def test_another_slot_of_the_creature_is_elsewhere_when_one_slot_is_selected() -> None:
    factories.publish_frame(
        factories.creature(slug="drake", name="Drake", cost=40, slots=["dragon", "heroic"]),
        factories.upgrade(slug="club", name="Club", cost=4, slot="heroic"),
    )
    document = {"game": "attack-wing", "points": 200, "picks": [{"card": "drake"}, {"card": "drake"}]}
    found = Drawer(JudgedTable(document), Selection(0, slot="dragon", query="kind:upgrade club")).candidates
    assert parts(found) == {"elsewhere": [("club", "On Drake (first)", "equip/0/club")]}


def test_a_card_that_nobody_on_the_table_can_carry_says_so(world: None) -> None:
    (section,) = looking_for("kind:upgrade club", None, picks=[]).sections
    assert section.slug == "does-not-fit"
    assert {one.reason for one in section.candidates} == {"No creature on the table can carry it."}


def test_the_limit_is_judged_apart_and_says_by_how_much_it_would_be_passed(world: None) -> None:
    found = looking_for("", points=31)
    over = {one.card.slug: (one.over, one.reason) for part in found.sections for one in part.candidates if one.over}
    assert over == {"club": (3, "")}
    reasons = [one.reason for one in looking_for("hoard", points=31).sections[-1].candidates]
    assert reasons == ["Giant has no dragon slot for Hoard of Clubs."]


def test_cards_over_the_limit_may_fit_if_an_unknown_text_may_reduce_the_price() -> None:
    library = conformance_cases.library_documents("dnd-miniatures-2008")
    named = {"unknown-discounts", "ox", "imp", "bear"}
    cards = [{**card, "set": None} for card in library["cards"] if card["slug"] in named]
    form = next(one for one in library["formats"] if one["slug"] == library["game"]["default_format"])
    factories.publish(library["game"], form, *cards)
    document = {"game": "dnd-miniatures-2008", "points": 100, "picks": [{"card": "unknown-discounts"}, {"card": "ox"}]}
    found = Drawer(JudgedTable(document), Selection()).candidates
    parts = {section.slug: {one.card.slug: one for one in section.candidates} for section in found.sections}
    assert "imp" in parts["fits"]
    assert "bear" not in parts["fits"]
    bear = next(iter(Drawer(JudgedTable(document), Selection(query="bear")).candidates.sections)).candidates[0]
    assert (bear.over, bear.open, bear.unfit) == (31, True, False)
    assert bear.reason.startswith("Over the limit, unless a card whose text is not known takes points off.")


@pytest.mark.parametrize(
    ("number", "names"), [(1, "a."), (3, "a, b, c."), (4, "a, b and 2 more."), (9, "a, b and 7 more.")]
)
def test_a_row_names_the_first_of_many_unknown_facts(number: int, names: str) -> None:
    assert unknown_sentence(["a", "b", "c", "d", "e", "f", "g", "h", "i"][:number]) == f"Not known: {names}"


def test_over_the_limit_cards_that_fit_the_slot_are_still_distinguished(world: None) -> None:
    found = looking_for("kind:upgrade club", points=10)
    assert {section.slug: [one.card.slug for one in section.candidates] for section in found.sections} == {
        "over-limit": ["club"],
        "does-not-fit": ["hoard"],
    }


def test_cards_that_do_not_fit_are_apart_even_over_the_limit(world: None, client: Any) -> None:
    found = looking_for("kind:upgrade club", points=10)
    assert [[one.unfit for one in section.candidates] for section in found.sections] == [[False], [True]]
    assert not found.all_unfit
    assert looking_for("hoard").all_unfit
    assert not looking_for("nothing-is-called-so").all_unfit


def test_a_retired_card_is_not_offered(world: None) -> None:
    factories.publish(factories.upgrade(slug="relic", name="Relic Club", cost=1, slot="heroic", retired="Withdrawn."))
    assert "relic" not in shown(looking_for(""))
    assert "relic" not in shown(looking_for("relic"))


@pytest.mark.parametrize(
    ("sort", "order"), [("cost", ["giant", "wyrm"]), ("name", ["giant", "wyrm"]), ("level", ["wyrm", "giant"])]
)
def test_the_drawer_is_sorted_as_asked(world: None, sort: str, order: list[str]) -> None:
    factories.publish(factories.creature(slug="giant", name="Giant", cost=30, level=9, slots=["heroic"]))
    document = {"game": "attack-wing", "points": 500, "picks": []}
    found = Drawer(JudgedTable(document), Selection(sort=sort)).candidates
    assert [one.card.slug for section in found.sections for one in section.candidates] == order


@pytest.mark.sampled
def test_names_that_are_spelled_almost_so_are_links_that_look_for_them(world: None, client: Any) -> None:
    page = Page(client.get(f"{address(start(client, 'add/giant'))}?at=/picks/0&slot=all&q=ridlde"))
    (link,) = [one for one in page.all("a") if one.get("data-query")]
    assert link["data-query"] == "Riddle"
    assert Page(client.get(link["href"].split("#")[0])).all("button", id="c-riddle")


def test_owned_cards_are_those_of_the_legions_collection(world: None) -> None:
    assert shown(looking_for("owned", collection={"hoard": 1, "club": 0})) == {"hoard"}
    assert shown(looking_for("-owned", collection={"hoard": 1})) == {"club", "riddle", "giant", "wyrm"}
    (error,) = looking_for("club owned").errors
    assert error.word == "owned"
    assert error.message.startswith("Your collection is empty.")


def test_a_word_that_means_nothing_is_pointed_at_and_the_rest_finds_cards(world: None) -> None:
    found = looking_for("club cots<4")
    assert shown(found) == {"club", "hoard", "giant", "wyrm"}
    (error,) = found.errors
    assert (error.before, error.word, error.after) == ("club ", "cots", "<4")


def test_similar_names_are_suggested_if_nothing_is_found(world: None) -> None:
    assert looking_for("ridlde").near == ("Riddle",)
    assert looking_for("riddle").near == ()


@pytest.mark.one_variant
@pytest.mark.parametrize("query", ["(" * 500, "fits:" + "x" * 400, "owned " * 80, '"%_', "fits fits -fits"])
def test_no_query_breaks_the_drawer(world: None, query: str) -> None:
    assert looking_for(query).title


# -- several releases --------------------------------------------------------------------------------------------------


@pytest.mark.sampled
def test_rows_name_the_release_that_is_shown_though_a_card_is_the_same_in_another(world: None, client) -> None:
    def named(page: str) -> set[str]:
        return set(re.findall(r"/shields/(\d+)/", client.get(page).content.decode()))

    assert named("/build/attack-wing/") == {"1"}
    factories.publish(factories.creature(slug="ogre", name="Ogre", cost=20))
    assert named("/build/attack-wing/") == {"2"}


# -- many cards -----------------------------------------------------------------------------------------------------


@pytest.fixture
def many() -> None:
    """Publish 70 creatures that fit and 40 that do not."""
    factories.publish_frame(
        *(factories.creature(slug=f"small-{number:02}", name=f"Small {number:02}", cost=1) for number in range(70)),
        *(factories.creature(slug=f"vast-{number:02}", name=f"Vast {number:02}", cost=500) for number in range(40)),
    )


@pytest.mark.sampled
def test_a_drawer_shows_its_first_cards_and_says_how_many_are_left(many: None) -> None:
    found = Drawer(JudgedTable({"game": "attack-wing", "picks": []}), Selection()).candidates
    assert [one.card.slug for one in found.sections[0].candidates] == [f"small-{number:02}" for number in range(12)]
    assert (found.upto, found.left, found.more, found.following) == (12, 98, 36, "small-12")


@pytest.mark.sampled
def test_each_further_page_continues_after_the_last_until_all_cards_are_shown(many: None, client) -> None:
    rows, page = [], client.get("/build/attack-wing/").content.decode()
    for _ in range(4):
        rows += re.findall(r'id="c-([a-z0-9-]+)"', page)
        if further := re.search(r'id="candidate-list-more"[^>]* hx-get="([^"]+)"', page):
            page = client.get(
                unescape(further[1]), headers={"HX-Request": "true", "HX-Target": "candidate-list-more"}
            ).content.decode()
    assert rows == [f"small-{number:02}" for number in range(70)] + [f"vast-{number:02}" for number in range(40)]
    assert "candidate-list-more" not in page
    assert 'id="does-not-fit"' not in page, "its heading stands where its first card does, in the look before"


@pytest.mark.sampled
def test_without_scripts_the_link_shows_more_cards_from_the_first_on(many: None, client) -> None:
    page = client.get("/build/attack-wing/").content.decode()
    (further,) = re.findall(r'id="candidate-list-more" href="([^"#]+)#c-small-12"', page)
    shown = re.findall(r'id="c-([a-z0-9-]+)"', client.get(unescape(further)).content.decode())
    assert len(shown) == 48
    assert shown[47] == "small-47"


@pytest.mark.sampled
@pytest.mark.parametrize("number", ["-1", "x", "²", "1e9", "99999999999", "٣"])
def test_no_number_of_cards_breaks_the_drawer(many: None, client, number: str) -> None:
    page = client.get("/build/attack-wing/", {"upto": number, "since": number}).content.decode()
    assert len(re.findall(r'id="c-', page)) == 12


@pytest.mark.sampled
def test_a_page_of_an_outdated_table_gets_all_rows_again(many: None, client) -> None:
    legion = start(client, "add/small-00")
    page = client.get(address(legion)).content.decode()
    (further,) = re.findall(r'id="candidate-list-more".*?hx-get="([^"]+)"', page)
    upto, since = (int(re.search(rf"{word}=(\d+)", further)[1]) for word in ("upto", "since"))
    headers = {"HX-Request": "true", "HX-Target": "candidate-list-more"}
    more = client.get(unescape(further), headers=headers)
    assert len(re.findall(r'id="c-', more.content.decode())) == upto - since
    assert "HX-Retarget" not in more
    after(client, legion, "add/small-01")
    anew = client.get(unescape(further), headers=headers)
    assert (anew["HX-Retarget"], anew["HX-Reswap"]) == ("#candidate-list-body", "innerHTML")
    assert len(re.findall(r'id="c-', anew.content.decode())) == upto


@pytest.mark.sampled
def test_the_drawer_says_where_not_all_cards_were_tried(client: Any, world: None, monkeypatch: Any) -> None:
    note = "The list is too large to try every card: others may fit as well."
    url = f"{address(start(client, 'add/giant'))}?at=/picks/0"
    assert note not in client.get(f"{url}&slot=all").content.decode()
    assert note not in client.get(f"{url}&q=fits").content.decode()
    monkeypatch.setattr(top_candidates, "__defaults__", (1,))
    assert note in client.get(f"{url}&slot=all").content.decode()
    monkeypatch.undo()
    monkeypatch.setattr(search_candidates, "__defaults__", (None, 1))
    assert note in client.get(f"{url}&q=fits").content.decode()


@pytest.mark.sampled
def test_an_incomplete_search_for_enabling_changes_is_reported(client: Any, world: None, monkeypatch: Any) -> None:
    monkeypatch.setattr(enabling_changes, "__defaults__", (1,))
    url = f"{address(start(client, 'add/giant', 'add/wyrm'))}?at=/picks/0&slot=dragon&enter=hoard"
    note = "Nothing found yet that would make it fit here: there are too many combinations to try them all."
    assert note in Page(client.get(url)).words


# -- the fold of cards that may fit ------------------------------------------------------------------------------


@pytest.fixture
def half_known() -> None:
    """Publish two creatures that fit, 60 whose cost is not known, and five over any limit."""
    factories.publish_frame(
        *(factories.creature(slug=f"known-{number}", name=f"Known {number}", cost=1) for number in range(2)),
        *(factories.creature(slug=f"open-{number:02}", name=f"Open {number:02}", cost=None) for number in range(60)),
        *(factories.creature(slug=f"vast-{number}", name=f"Vast {number}", cost=500) for number in range(5)),
    )


def fold_of(page: Page) -> dict[str, str | None] | None:
    return next(iter(page.all("details", id="may-fit-fold")), None)


def test_cards_that_may_fit_are_folded_under_those_that_fit(half_known: None, client: Any) -> None:
    page = Page(client.get("/build/attack-wing/"))
    assert "60 more, whose cost you would enter" in page.words
    assert "open" not in fold_of(page)


def test_cards_that_may_fit_are_not_folded_where_nothing_fits(client: Any) -> None:
    factories.publish_frame(factories.creature(slug="riddle", name="Riddle", cost=None))
    page = Page(client.get("/build/attack-wing/"))
    assert "May fit: not everything is known" in page.words
    assert "open" in fold_of(page)


def test_a_search_opens_the_fold_of_what_may_fit(half_known: None, client: Any) -> None:
    page = Page(client.get("/build/attack-wing/?slot=creature&q=open-07+or+known"))
    assert "open" in fold_of(page)
    by_name = Page(client.get("/build/attack-wing/?slot=creature&q=Open+07"))
    assert "open" in fold_of(by_name)
    assert by_name.all("button", id="c-open-07")


def test_the_fold_counts_exactly_once_all_its_cards_were_judged(half_known: None) -> None:
    legion = {"game": "attack-wing", "picks": []}
    titles = [Drawer(JudgedTable(legion), Selection(upto=upto)).candidates.may_fit.title for upto in (12, 65)]
    assert titles == ["60 more, whose cost you would enter"] * 2


def test_the_fold_names_no_number_of_facts_that_it_does_not_know() -> None:
    factories.publish_frame(
        factories.creature(slug="giant", name="Giant", cost=30, slots=["heroic"]),
        factories.upgrade(slug="gift", name="Gift", cost=0, slot="heroic"),
        *(
            factories.upgrade(
                slug=f"mixed-{number:02}", name=f"Mixed {number:02}", cost=1, slot="heroic", requires=None
            )
            for number in range(20)
        ),
    )
    document = {"game": "attack-wing", "points": 100, "picks": [{"card": "giant"}]}
    titles = [Drawer(JudgedTable(document), Selection(0, upto=upto)).candidates.may_fit.title for upto in (12, 30)]
    assert titles == ["More, whose facts are not all known", "20 more, whose facts are not all known"]


def test_the_fold_has_its_own_pages_and_further_cards_are_below_it(half_known: None, client: Any) -> None:
    page = client.get("/build/attack-wing/").content.decode()
    within = page[page.index('id="may-fit-fold"') : page.index("</details>", page.index('id="in-may-fit"'))]
    assert 'id="candidate-list-more"' in page
    assert 'id="after-may-fit">' in page
    parts = []
    while further := re.search(r'id="candidate-list-more"[^>]* hx-get="([^"]+)"', page):
        page = client.get(
            unescape(further[1]), headers={"HX-Request": "true", "HX-Target": "candidate-list-more"}
        ).content.decode()
        assert "<details" not in page.replace('<details class="candidate__ask"', ""), "the fold is on the page already"
        parts.append(page.split('<div id="after-may-fit" hx-swap-oob="innerHTML">'))
    assert 'id="c-open-00"' in within
    assert [len(re.findall('id="c-open', part)) for part, _below in parts] == [36, 14]
    assert [len(re.findall('id="c-vast', below)) for _part, below in parts] == [0, 5]
    assert 'id="over-limit"' in parts[-1][1]


@pytest.mark.sampled
def test_without_scripts_the_link_in_the_fold_opens_it(half_known: None, client: Any) -> None:
    page = client.get("/build/attack-wing/").content.decode()
    (further,) = re.findall(r'id="candidate-list-more" href="([^"#]+)#c-open-10"', page)
    more = Page(client.get(unescape(further)))
    assert "open" in fold_of(more)
    assert more.all("button", id="c-open-45")


def test_a_refused_number_opens_the_fold_with_its_field(half_known: None, client: Any) -> None:
    legion = start(client, "add/known-0")
    page = Page(client.post(address(legion), {"do": "tell", "number/c/open-00/cost": "x"}))
    assert "open" in fold_of(page)

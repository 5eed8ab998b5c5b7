"""Plots and odds on pages: everything that is drawn is said in words and stands in a table too."""

from fractions import Fraction

import pytest

from legions.sharing import services as sharing_services
from legions.site.plots import MAX_ROWS, Plot, PlotRow, percent
from tests import factories
from tests.legions.builder_helpers import publish_cards
from tests.legions.page_parser import Page

DICE = [
    {"die": "attack", "sides": 8, "hits": None, "criticals": None, "concentrates": None},
    {"die": "defense", "sides": 8, "dodges": None, "concentrates": None},
]
TITLES = ("Points by creature", "Points by icon", "Level and order", "Attack dice and health", "Energy", "Alignment")
ODDS = "/odds/attack-wing/"
MINE = "attack_hits=3&attack_criticals=1&attack_concentrates=2&defense_dodges=3&defense_concentrates=2"


# -- a plot ------------------------------------------------------------------------------------------------------------


def test_a_plot_says_its_numbers_and_escapes_its_words() -> None:
    plot = Plot("<Levels>", ("creatures", "orders"), (PlotRow("<1>", (3, 0)), PlotRow("2", (None, 6))))
    assert "<title>&lt;Levels&gt;</title>" in plot.drawn
    assert "&lt;1&gt;: 3 creatures, 0 orders; 2: not known creatures, 6 orders." in plot.drawn
    assert "<1>" not in plot.drawn
    assert plot.drawn.count('class="plot__bar') == 3
    assert plot.drawn.count('class="plot__unknown') == 1
    assert "style=" not in plot.drawn
    assert plot.table == [("<1>", ["3", "0"]), ("2", ["not known", "6"])]


def test_a_plot_of_nothing_draws_nothing_and_a_long_one_is_bounded() -> None:
    assert Plot("Levels", ("creatures",), ()).drawn == ""
    long = Plot("Levels", ("creatures",), tuple(PlotRow(str(number), (number,)) for number in range(500)))
    assert long.drawn.count('class="plot__bar') == MAX_ROWS
    assert len(long.table) == 500


def test_a_chance_is_never_said_to_be_none_or_all_when_it_is_neither() -> None:
    chances = [Fraction(0), Fraction(1, 10**6), Fraction(1, 3), 1 - Fraction(1, 10**6), Fraction(1)]
    assert [percent(chance).replace("\u00a0", " ") for chance in chances] == [
        "0 %",
        "0.1 %",
        "33.3 %",
        "99.9 %",
        "100 %",
    ]


# -- plots of a legion -------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_the_plots_of_a_legion_stand_where_it_is_built_and_where_it_is_shared(client) -> None:
    publish_cards()
    user = factories.UserFactory(username="owner")
    client.force_login(user)
    picks = [{"card": "giant", "upgrades": ["club", "charm"]}, {"card": "guards", "count": 2}, {"card": "beast"}]
    legion = factories.legion(*picks, owner=user)
    sharing_services.share_legion(legion=legion)
    for address in (f"/legions/{legion.pk}/", f"/s/{legion.share_key}/"):
        page = Page(client.get(address))
        for title in TITLES:
            assert f"As a table: {title}" in page.words, title
        for row in (
            "Giant: 36 points",
            "2 × Guards: 10 points",
            "Beast: not known points",
            "Heroic: 6 points of upgrades",
        ):
            assert row in page.words, row
    assert "Plots" not in Page(client.get("/build/attack-wing/")).words


# -- the odds of an attack ---------------------------------------------------------------------------------------------


@pytest.fixture
def game(db):
    return factories.publish(factories.game(dice=DICE), factories.standard(), factories.creature(slug="giant"))


def test_the_page_says_what_is_not_confirmed_and_guesses_nothing(client, game) -> None:
    page = Page(client.get(ODDS))
    assert page.words.count("What the catalog knows: not confirmed") == 2
    assert "Hit faces: not known" in page.words
    assert "The odds" not in page.words
    for name in ("attack_hits", "attack_criticals", "attack_concentrates", "defense_dodges", "defense_concentrates"):
        assert page.all("input", name=name)[0].get("value") is None


def test_the_odds_of_dice_that_somebody_counted_are_told_in_words_plot_and_table(client, game) -> None:
    page = Page(client.get(f"{ODDS}?{MINE}&red=1&green=0&health=1"))
    for words in (
        "0.50 damage on average.",
        "No damage: 50.0 %.",
        "Any critical: 12.5 %.",
        "Enough for 1 health: 50.0 %.",
    ):
        assert words in page.words
    assert "1: 50.0 % of all attacks" in page.words
    assert "1 / 2" in page.words
    assert "as you counted them. No source has confirmed them yet." in page.words


def test_tokens_range_and_armor_count(client, game) -> None:
    def mean(more):
        words = Page(client.get(f"{ODDS}?{MINE}&red=3&green=2&{more}")).words
        return float(words.partition(" damage on average")[0].rpartition(" ")[2])

    plain = mean("")
    for helps in ("charge=on", "pivot=on", "target=on", "focus=on", "penetrates=on&armor=0"):
        assert mean(helps) > plain or "penetrates" in helps
    for hinders in ("far=on", "guard=on", "dodges=1", "resists=on", "armor=1"):
        assert mean(hinders) < plain
    assert mean("armor=2&penetrates=on") == plain


@pytest.mark.parametrize(
    "params",
    [
        "attack_hits=8&attack_criticals=1&attack_concentrates=0&defense_dodges=3&defense_concentrates=2&red=1&green=1",
        f"{MINE}&red=13&green=0",
        f"{MINE}&red=-1&green=0",
        f"{MINE}&red=1e9&green=0",
        f"{MINE}&red=%00&green=0",
        "red=3&green=2",
        "nothing=1",
    ],
)
def test_what_cannot_be_counted_is_refused_and_said_at_its_field(client, game, params) -> None:
    response = client.get(f"{ODDS}?{params}")
    assert response.status_code == 400
    page = Page(response)
    assert "See what is said at the fields." in page.words
    assert any("field__error" in (one.get("class") or "") for one in page.all("p"))


def test_dice_that_the_catalog_knows_are_filled_in_and_say_whether_they_are_confirmed(client, db) -> None:
    known = [
        {"die": "attack", "sides": 8, "hits": 3, "criticals": 1, "concentrates": 2},
        {"die": "defense", "sides": 8, "dodges": 3, "concentrates": 2},
    ]
    source = {"source": "A made-up rulebook", "page": 4, "checked": False}
    facts = [(0, "sides"), (0, "hits"), (0, "criticals"), (0, "concentrates")]
    facts += [(1, "sides"), (1, "dodges"), (1, "concentrates")]
    for number, checked in enumerate((False, True), 1):
        sources = {f"/dice/{place}/{key}": {**source, "checked": checked} for place, key in facts}
        factories.publish(factories.game(dice=known, sources={**factories.SOURCES, **sources}), factories.standard())
        page = Page(client.get(ODDS))
        assert page.all("input", name="attack_hits")[0]["value"] == "3"
        assert ("(A made-up rulebook, p. 4, not confirmed)" in page.words) is not checked
        answer = Page(client.get(f"{ODDS}?{MINE}&red=1&green=0")).words
        assert ("which no source has confirmed yet" in answer) is not checked, number
    assert "By the dice as the catalog has them." in answer


def test_a_catalog_that_says_nothing_of_dice_has_the_page_all_the_same(client, db) -> None:
    publish_cards()
    assert "Sides: not known" in Page(client.get(ODDS)).words
    assert "damage on average" in Page(client.get(f"{ODDS}?{MINE}&red=2&green=1")).words


def test_only_a_game_whose_dice_are_counted_leads_there(client, game) -> None:
    other = {"game": "dungeon-command"}
    factories.publish(factories.game(**other, slug="dungeon-command", name="Other"), factories.standard(**other))
    assert Page(client.get("/cards/attack-wing/")).all("a", href=ODDS)
    assert not [
        one for one in Page(client.get("/cards/dungeon-command/")).all("a") if "/odds/" in (one.get("href") or "")
    ]
    assert client.get("/odds/dungeon-command/").status_code == 404
    assert client.get("/odds/no-such-game/").status_code == 404

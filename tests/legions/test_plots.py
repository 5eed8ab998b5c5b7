"""Plots and odds on pages: everything drawn is also described in words and shown in a table."""

from fractions import Fraction
from random import Random
from urllib.parse import urlencode

import pytest

from legions.sharing import services as sharing_services
from legions.site.plots import MAX_ROWS, Plot, PlotRow, percent
from rulesapi.engine.games.attack_wing.odds import Attack, AttackDie, Defense, DefenseDie, odds
from tests import factories
from tests.legions.builder_helpers import publish_cards, start
from tests.legions.page_parser import Page
from tests.nonempty import nonempty

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


def test_a_chance_is_never_rounded_to_0_or_100_percent() -> None:
    chances = [Fraction(0), Fraction(1, 10**6), Fraction(1, 3), 1 - Fraction(1, 10**6), Fraction(1)]
    assert [percent(chance).replace("\u00a0", " ") for chance in chances] == [
        "0 %",
        "0.1 %",
        "33.3 %",
        "99.9 %",
        "100 %",
    ]


# -- plots of a legion -------------------------------------------------------------------------------------------------


@pytest.mark.sampled
@pytest.mark.django_db
def test_the_charts_of_a_legion_are_in_the_builder_and_on_the_shared_page(client) -> None:
    publish_cards()
    user = factories.UserFactory(username="owner")
    client.force_login(user)
    picks = [{"card": "giant", "upgrades": ["club", "charm"]}, {"card": "guards", "count": 2}, {"card": "beast"}]
    legion = factories.legion(*picks, owner=user)
    sharing_services.share_legion(legion=legion)
    for address in (f"/legions/{legion.pk}/?unfolded=plots", f"/s/{legion.share_key}/"):
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
    assert "Charts" not in Page(client.get("/build/attack-wing/")).words


# -- the odds of an attack ---------------------------------------------------------------------------------------------


@pytest.fixture
def game(db):
    return factories.publish(factories.game(dice=DICE), factories.standard(), factories.creature(slug="giant"))


def test_the_page_says_what_is_not_confirmed_and_guesses_nothing(client, game) -> None:
    page = Page(client.get(ODDS))
    assert page.words.count("What the catalog knows: not confirmed") == 2
    assert "Hit faces: not known" in page.words
    assert "The odds" not in page.words
    assert not page.all("input", name="attack_hits")
    assert [one["value"] for one in page.all("input", name="count") if "disabled" in one] == ["attack", "defense"]


def test_the_odds_are_shown_in_words_chart_and_table(client, game) -> None:
    page = Page(client.get(f"{ODDS}?{MINE}&red=1&green=0&health=1"))
    for words in (
        "0.50 damage on average.",
        "No damage: 50.0 %.",
        "Any critical: 12.5 %.",
        "Enough for 1 health: 50.0 %.",
    ):
        assert words in page.words
    assert "1: 50.0 % exactly, 50.0 % that or more" in page.words
    assert "1 / 2" in page.words
    assert "as you counted them. No source has confirmed them yet." in page.words


RED, GREEN = AttackDie(8, 3, 1, 2), DefenseDie(8, 3, 2)
TICKS = ("charge", "pivot", "target", "focus", "penetrates", "far", "guard", "resists")
RANDOM = Random(17)
ATTACKS = [
    {
        **{name: RANDOM.randrange(most) for name, most in (("red", 6), ("green", 5), ("dodges", 4), ("armor", 4))},
        **{name: True for name in TICKS if RANDOM.random() < 0.4},
    }
    for _ in range(40)
]


@pytest.mark.sampled
@pytest.mark.parametrize("numbers", ATTACKS, ids=str)
def test_the_page_adds_dice_as_the_rulebook_does(client, game, numbers) -> None:
    """The test adds up the dice by hand and computes the odds of the sums; the page answers the question of an
    attack.
    """
    ticked = {name: name in numbers for name in TICKS}
    dice = numbers["red"] + ticked["charge"] + ticked["pivot"]
    attack = Attack(dice, ticked["target"], ticked["focus"], ticked["penetrates"])
    dodges = numbers["dodges"] + ticked["resists"]
    expected = odds(
        RED, GREEN, attack, Defense(numbers["green"] + ticked["far"], dodges, ticked["guard"], numbers["armor"])
    )
    page = Page(client.get(f"{ODDS}?{MINE}&{urlencode({k: 'on' if v is True else v for k, v in numbers.items()})}"))
    if not dice:
        assert "No damage: 100 %." in page.words and "the attack does no damage" in page.words
        return
    assert f"{float(expected.mean):.2f} damage on average." in page.words
    for chance in nonempty(expected.damage):
        assert f"{chance.numerator} / {chance.denominator}" in page.words


def test_each_die_that_is_added_has_its_step_and_its_page(client, game) -> None:
    page = Page(client.get(f"{ODDS}?{MINE}&red=3&green=2&charge=on&pivot=on&far=on&dodges=1&resists=on"))
    steps = page.words.partition("The dice, step by step")[2]
    places = [steps.index(words) for words in ("charge", "Pivot Token", "range 4", "Dodge Token", "energy type")]
    assert places == sorted(places)
    assert "p. 20" in steps


@pytest.mark.parametrize(("more", "message"), [("charge=on", "is a ranged attack"), ("far=on", "range 4")])
def test_impossible_attacks_of_a_weapon_are_explained_with_their_page(client, game, more, message) -> None:
    weapon = {"name": "Bow", "melee": False, "arc": "forward", "range": 3}
    factories.publish(factories.creature(slug="archer", name="Archer", attack=2, weapons=[weapon]))
    page = Page(client.get(f"{ODDS}?attacker=archer&weapon=0.0&{MINE}&green=1&{more}"))
    assert message in page.words and "p. 16" in page.words and "on average" not in page.words


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
    ],
)
def test_invalid_numbers_are_refused_at_their_field(client, game, params) -> None:
    response = client.get(f"{ODDS}?{params}")
    assert response.status_code == 400
    page = Page(response)
    assert "See below." in page.words
    assert any("field__error" in (one.get("class") or "") for one in page.all("p"))


@pytest.mark.parametrize(
    "params", ["red=3&green=2", "nothing=1", "attack_hits=3&red=3&green=2", "count=x&count=attack"]
)
def test_dice_that_are_not_counted_are_asked_for_and_no_error(client, game, params) -> None:
    page = Page(client.get(f"{ODDS}?{params}"))
    assert "Tap the faces of your dice once" in page.words and "on average" not in page.words
    assert len([one for one in page.all("button", name="tap") if one["value"] == "attack.hit"]) == 9


@pytest.mark.sampled
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


@pytest.mark.sampled
def test_a_catalog_that_says_nothing_of_dice_has_the_page_all_the_same(client, db) -> None:
    publish_cards()
    assert "Sides: not known" in Page(client.get(ODDS)).words
    assert "damage on average" in Page(client.get(f"{ODDS}?{MINE}&red=2&green=1")).words


@pytest.mark.sampled
def test_only_games_with_known_dice_link_to_the_odds(client, game) -> None:
    other = {"game": "dungeon-command"}
    factories.publish(factories.game(**other, slug="dungeon-command", name="Other"), factories.standard(**other))
    assert Page(client.get("/cards/attack-wing/")).all("a", href=ODDS)
    assert not [
        one for one in Page(client.get("/cards/dungeon-command/")).all("a") if "/odds/" in (one.get("href") or "")
    ]
    assert client.get("/odds/dungeon-command/").status_code == 404
    assert client.get("/odds/no-such-game/").status_code == 404


# -- a weapon against a creature ---------------------------------------------------------------------------------------

BITE = {"name": "Bite", "melee": True, "arc": "forward", "range": 2}
DUEL = f"{ODDS}?attacker=wyrm&weapon=0.1&defender=knight"


@pytest.fixture
def fighters(game):
    factories.publish(
        factories.creature(slug="wyrm", name="Wyrm", attack=5, weapons=[BITE, {**BITE, "name": "Tail"}]),
        factories.creature(slug="knight", name="Knight", agility=1, armor=2, health=3),
        factories.creature(slug="shade", name="Shade", attack=None, agility=None, armor=0, health=4),
    )


def login(client):
    user = factories.UserFactory()
    client.force_login(user)
    return user


def values(page, *names):
    return [page.all("input", name=name)[0].get("value") for name in names]


def test_a_weapon_against_a_creature_is_filled_in_from_their_cards(client, fighters) -> None:
    page = Page(client.get(DUEL))
    assert "Tail against Knight" in page.words
    assert values(page, "red", "green", "armor", "health") == ["5", "1", "2", "3"]


@pytest.mark.sampled
def test_the_dice_are_asked_once_and_remembered_for_a_guest_too(client, fighters) -> None:
    asked = Page(client.get(DUEL))
    assert "Tap the faces of your dice once" in asked.words and "on average" not in asked.words
    client.get(f"{ODDS}?{MINE}&red=1&green=0")
    answered = client.get(DUEL)
    assert "damage on average" in Page(answered).words
    assert "Enough for 3 health" in Page(answered).words
    assert "no-store" in answered["Cache-Control"] and "noindex" in answered["X-Robots-Tag"]
    assert not [name for name in client.cookies if name.startswith("session")]


@pytest.mark.sampled
def test_dice_are_shared_between_the_odds_and_the_questions_of_play(client, fighters) -> None:
    client.get(f"{ODDS}?{MINE}&red=1&green=0")
    attack = {"attacker": "Knight", "defender": "Knight", "range": "1", "weapon_melee": "yes", "weapon_range": "1"}
    stands = {"attacker_play_level": "ground", "defender_play_level": "ground"}
    assert "damage on average" in Page(client.get("/play/attack-wing/attack/", attack | stands)).words
    client.cookies.clear()
    dice = {"attack_hits": 2, "attack_criticals": 1, "attack_concentrates": 1, "icon_morale": "hit"}
    client.post("/play/attack-wing/table/", {**dice, "defense_dodges": 2, "defense_concentrates": 1})
    assert "damage on average" in Page(client.get(DUEL)).words
    client.get(f"{ODDS}?{MINE}&red=1&green=0")
    assert "morale=hit" in client.cookies["dice_attack-wing"].value


@pytest.mark.parametrize(
    "kept",
    [
        "",
        "attack=9.9.9-defense=9.9",
        "x",
        "attack=1.2.3",
        "=-=",
        "attack=-1.0.0-defense=1.1",
        "attack=3.1.2-defense=3.2.1",
    ],
)
def test_a_cookie_that_says_no_dice_asks_for_them(client, fighters, kept) -> None:
    client.cookies["dice_attack-wing"] = kept
    response = client.get(DUEL)
    assert response.status_code in {200, 400} and "damage on average" not in Page(response).words


@pytest.mark.sampled
def test_numbers_that_were_typed_stay_until_somebody_else_fights(client, fighters) -> None:
    same = f"{DUEL}&{MINE}&attacker_filled=wyrm 0.1&defender_filled=knight 0&red=7&green=4&armor=0"
    assert values(Page(client.get(same)), "red", "green", "armor") == ["7", "4", "0"]
    other = same.replace("defender=knight", "defender=wyrm")
    assert values(Page(client.get(other)), "red", "green", "armor") == ["7", "1", "1"]


def test_unknown_facts_are_left_open_and_named(client, fighters) -> None:
    page = Page(client.get(f"{ODDS}?attacker=shade&weapon=0.0&defender=shade"))
    assert "Not known, enter it from the card: Shade, Primary weapon value; Shade, Agility" in page.words
    assert values(page, "armor", "health") == ["0", "4"]


@pytest.mark.sampled
def test_both_lists_are_read_one_of_ones_own_and_one_that_is_shared(client, fighters) -> None:
    mine = factories.legion({"card": "knight"}, {"card": "wyrm"}, owner=login(client))
    theirs = factories.legion({"card": "shade"}, {"card": "knight"}, owner=factories.UserFactory(), name="Theirs")
    key = sharing_services.share_legion(legion=theirs)
    page = Page(client.get(f"{ODDS}?attacker={mine.pk}&weapon=1.0&defender=/s/{key}/&creature=1"))
    assert "Bite against Knight" in page.words
    pasted = Page(client.get(f"{ODDS}?attacker={mine.pk}&weapon=1.0&link=https://muster.example/s/{key}/?lang=de"))
    assert "Bite against Shade" in pasted.words
    assert pasted.all("option", value=f"/s/{key}/")
    assert pasted.all("option", value=str(mine.pk))


@pytest.mark.sampled
def test_attacker_and_defender_are_carried_to_the_question_of_an_attack(client, fighters) -> None:
    mine = factories.legion({"card": "knight"}, {"card": "wyrm"}, owner=login(client))
    theirs = factories.legion({"card": "shade"}, owner=factories.UserFactory(), name="Theirs")
    key = sharing_services.share_legion(legion=theirs)
    for query, words in (
        (f"attacker={mine.pk}&weapon=1.1&defender=/s/{key}/", "Wyrm attacks Shade with Tail"),
        (f"attacker={mine.pk}&weapon=1.0&defender=knight", "Wyrm attacks Knight with Bite"),
        (f"attacker=/s/{key}/&weapon=0.0&defender=/s/{key}/", "Shade attacks Shade"),
        ("attacker=wyrm&weapon=0.0&defender=wyrm", "Wyrm attacks Wyrm with Bite"),
    ):
        [address] = [
            one["href"]
            for one in Page(client.get(f"{ODDS}?{query}")).all("a")
            if (one.get("href") or "").startswith("/play/attack-wing/attack/?")
        ]
        assert words in Page(client.get(f"{address}&measured_range=1")).words


@pytest.mark.sampled
def test_own_numbers_of_a_list_count_in_its_odds(client, fighters) -> None:
    legion = factories.legion({"card": "shade"}, owner=login(client), facts={"shade": {"attack": 6}})
    assert values(Page(client.get(f"{ODDS}?attacker={legion.pk}&weapon=0.0")), "red") == ["6"]


@pytest.mark.parametrize("side", ["nobody", "/s/none/", "00000000-0000-0000-0000-000000000000", "club", "x" * 400, "-"])
def test_a_side_that_is_nobodys_business_is_not_found(client, fighters, side) -> None:
    factories.publish(factories.upgrade(slug="club"))
    page = Page(client.get(f"{ODDS}?attacker=wyrm&defender={side}"))
    assert "There is no such list or creature." in page.words


@pytest.mark.sampled
def test_somebody_elses_list_is_no_side(client, fighters) -> None:
    theirs = factories.legion({"card": "knight"}, owner=factories.UserFactory(), name="Secret plans")
    login(client)
    page = Page(client.get(f"{ODDS}?attacker={theirs.pk}&defender={theirs.pk}"))
    assert "There is no such list or creature." in page.words and "Secret plans" not in page.text


def test_errors_are_in_the_part_that_a_script_replaces(client, fighters) -> None:
    response = client.get(f"{DUEL}&{MINE}&red=99&green=1&attacker_filled=wyrm 0.1", headers={"HX-Request": "true"})
    assert response.status_code == 200
    assert "Some fields have errors." in Page(response).words


@pytest.mark.sampled
def test_a_shared_page_leads_to_the_odds_of_each_weapon(client, fighters) -> None:
    legion = factories.legion({"card": "knight"}, {"card": "wyrm"}, owner=factories.UserFactory())
    key = sharing_services.share_legion(legion=legion)
    page = Page(client.get(f"/s/{key}/"))
    [link] = page.all("a", href=f"{ODDS}?attacker=/s/{key}/&weapon=1.1")
    assert "Tail against Knight" in Page(client.get(f"{link['href']}&defender=knight")).words


@pytest.mark.sampled
def test_a_weapon_on_the_table_leads_to_its_odds_filled_in_from_the_list(client, db) -> None:
    publish_cards()
    legion = start(client, "add/giant", "add/dragon")
    address = f"/odds/attack-wing/?attacker={legion.pk}&weapon=1.0"
    assert Page(client.get(f"/legions/{legion.pk}/")).all("a", href=address)
    assert "Odds of Club" in Page(client.get(address)).words

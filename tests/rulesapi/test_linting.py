"""The linter: reported and accepted cards."""

from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from rulesapi import linting
from rulesapi.engine.core.library import Library
from rulesapi.linting import linting_service
from tests import factories
from tests.factories import creature, spell, upgrade

Document = dict[str, Any]


def remarks(*cards: Document, only: str | None = None) -> list[tuple[str, str]]:
    return [(remark.code, remark.card) for remark in lint(*cards, only=only)]


def lint(*cards: Document, only: str | None = None) -> list[linting.LintMessage]:
    library = Library.build(release=1, game=factories.game(), cards=cards, formats=[factories.standard()])
    return linting.lint(library, cards, only=only)


def named(document: Document, name: str, **facts: Any) -> Document:
    """Return the card with another name, unlike all others."""
    return {**document, "slug": name.lower().replace(" ", "-"), "name": name, **facts}


MINIATURES = "dnd-miniatures-2003"
GIANT = named(creature(), "Giant of the Hills")


def test_cards_in_order_get_no_remark() -> None:
    assert (
        remarks(GIANT, named(upgrade(), "Steady Hand"), named(spell(), "Long Word", text="Says something else.")) == []
    )


# -- cards that nothing can carry ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "requires",
    [[{"alignment": ["evil"]}], [{"level_at_least": 6}], [{"not": {"alignment": ["neutral"]}}]],
)
def test_a_restriction_that_lets_nobody_in_is_an_error(requires: list[Document]) -> None:
    found = lint(GIANT, named(upgrade(requires=requires), "Odd Thing"))
    assert [(one.code, one.level, one.card) for one in found] == [
        ("restriction-excludes-everything", "error", "odd-thing")
    ]
    assert found[0].sentence.startswith("Odd Thing is ")


def test_restrictions_that_together_exclude_everybody_are_one_remark() -> None:
    evil = named(creature(alignment="evil", level=2), "Small and Evil")
    card = named(upgrade(requires=[{"alignment": ["evil"]}, {"level_at_least": 4}]), "Odd Thing")
    (remark,) = lint(GIANT, evil, card)
    assert remark.sentence == (
        "Odd Thing is for evil creatures only and for creatures of level 4 or higher only; "
        "each lets some creature in, and all together none."
    )


def test_a_slot_or_a_level_that_nobody_has_is_an_error() -> None:
    assert remarks(GIANT, named(upgrade(slot="dragon"), "Odd Thing")) == [("nobody-can-equip", "odd-thing")]
    (remark,) = lint(GIANT, named(spell(minimum_level=9), "Odd Word"))
    assert "has the arcane slot and level 9" in remark.sentence


def test_a_slot_that_another_upgrade_gives_will_do_and_one_that_it_gives_itself_will_not() -> None:
    howdah = named(upgrade(grants=[{"slot": "monster", "count": 1}]), "High Howdah")
    rider = named(upgrade(slot="monster", text="Rides."), "Lone Rider")
    assert remarks(GIANT, howdah, rider) == []
    assert remarks(GIANT, {**rider, "grants": howdah["grants"]}) == [("nobody-can-equip", "lone-rider")]


@pytest.mark.parametrize(
    "facts", [{"requires": None}, {"slot": None}, {"retired": "Withdrawn.", "slot": "dragon"}], ids=str
)
def test_unknown_facts_and_retired_cards_get_no_remark(facts: Document) -> None:
    assert remarks(GIANT, named(upgrade(**facts), "Odd Thing")) == []


def test_a_creature_with_the_fact_unknown_may_match() -> None:
    unknown = named(creature(alignment=None), "Somebody Else")
    assert remarks(unknown, named(upgrade(requires=[{"alignment": ["evil"]}]), "Odd Thing")) == []


def test_without_a_format_to_judge_by_nobody_can_say_who_carries_it() -> None:
    cards = [GIANT, named(upgrade(slot="dragon"), "Odd Thing")]
    library = Library.build(release=1, game=factories.game(), cards=cards, formats=[])
    assert linting.lint(library, cards) == []


# -- worse than another ----------------------------------------------------------------------------------------------

PLAIN = named(upgrade(text="Add 1 to your attack. Bright and cold."), "Plain Blade")


@pytest.mark.parametrize(
    ("facts", "reasons"),
    [
        ({"cost": 4}, "its cost"),
        ({"unique": True}, "not being unique"),
        ({"requires": [{"alignment": ["neutral"]}]}, "its restrictions"),
        ({"excludes": [{"keyword": ["armor"]}]}, "what it excludes"),
        ({"penalties": [{"unless": {"alignment": ["neutral"]}, "cost": 2}]}, "its penalties"),
        ({"cost_each": {"family": ["relic"], "cost": 1}}, "its price for each"),
        ({"flavour": "Dull and warm.", "cost": 4}, "its cost"),
    ],
    ids=lambda value: str(value),
)
def test_an_upgrade_that_does_the_same_for_more_is_worse(facts: Document, reasons: str) -> None:
    found = lint(GIANT, PLAIN, named(PLAIN, "Other Weapon", **facts))
    assert [(one.code, one.level, one.card) for one in found] == [("strictly-worse", "warning", "other-weapon")]
    assert found[0].sentence == (
        f"Other Weapon is worse than Plain Blade, which does the same on no fewer creatures and is better in {reasons}."
    )


@pytest.mark.parametrize(
    "facts",
    [
        {},
        {"cost": 4, "text": "Add 2 to your attack. Bright and cold."},
        {"cost": 4, "text": None},
        {"cost": None},
        {"cost": 4, "slot": "arcane"},
        {"cost": 4, "range": "1-2"},
        {"cost": 4, "slot": "any"},
        {"cost": 4, "grants": [{"slot": "heroic", "count": 1}]},
        {"cost": 2, "unique": True},
    ],
    ids=str,
)
def test_an_upgrade_that_has_something_for_its_price_is_not_worse(facts: Document) -> None:
    assert remarks(GIANT, PLAIN, named(PLAIN, "Other Weapon", **facts)) == []


@pytest.mark.parametrize(
    ("facts", "reasons"),
    [
        ({"cost": 21}, "its cost"),
        ({"health": 3}, "health"),
        ({"level": 4, "armor": 0}, "level and armor"),
        ({"slots": ["heroic"]}, "its slots"),
        ({"actions": ["dodge"]}, "its actions"),
        ({"unique": True}, "not being unique"),
    ],
    ids=str,
)
def test_a_creature_with_less_printed_for_no_less_is_worse(facts: Document, reasons: str) -> None:
    (remark,) = lint(GIANT, named(GIANT, "Weaker Sort", **facts))
    assert (remark.code, remark.card) == ("strictly-worse", "weaker-sort")
    assert remark.sentence.endswith(f"and is better in {reasons}.")


@pytest.mark.parametrize(
    "facts",
    [
        {"cost": 21, "attack": 4},
        {"cost": 21, "alignment": "evil"},
        {"cost": 21, "movement": "flying"},
        {"cost": 21, "slots": ["heroic", "arcane", "arcane"]},
        {"cost": 21, "energy": ["fire"]},
        {"cost": 21, "weapons": [{"name": "Bow", "melee": False, "arc": "forward", "range": 3}]},
        {"cost": None},
        {"cost": 21, "health": None},
    ],
    ids=str,
)
def test_a_creature_with_something_of_its_own_is_not_worse(facts: Document) -> None:
    assert remarks(GIANT, named(GIANT, "Other Sort", **facts)) == []


# -- limits ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("per", "at_most", "unique", "bites"),
    [
        ("creature", 1, False, True),
        ("creature", 2, False, False),
        ("legion", 1, True, True),
        ("legion", 2, True, False),
        ("legion", 2, False, True),
    ],
)
def test_a_limit_that_no_legion_can_break_is_a_remark(per: str, at_most: int, unique: bool, bites: bool) -> None:
    relic = upgrade(keywords=["relic"], unique=unique)
    limit = {"family": ["relic"], "per": per, "at_most": at_most}
    cards = (named(relic, "Old Cup", limits=[limit], text="Pours."), named(relic, "Bent Nail", text="Holds."))
    assert remarks(GIANT, *cards) == ([] if bites else [("limit-cannot-bite", "old-cup")])
    unknown = named(relic, "Who Knows", keywords=None, text="Hums.")
    assert remarks(GIANT, *cards, unknown) == []


# -- names -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second", "alike"),
    [
        ("Gravel Maw", "Gravel Man", True),
        ("Gravel Maw", "Gravel Maws", True),
        ("Gravel Maw", "gravel-maw", True),
        ("Gravel Maw", "Grável Maw", True),
        ("Gravel Maw", "Gravel Maw", False),
        ("Gravel Maw", "Travel Man", False),
        ("Watch II", "Watch III", False),
        ("Watch 1", "Watch 2", False),
        ("Fly", "Fry", False),
    ],
)
def test_names_one_letter_apart_are_a_remark_on_both_cards(first: str, second: str, alike: bool) -> None:
    cards = (
        creature(slug="first-one", name=first),
        {**GIANT, "slug": "quite-another", "name": second, "attack": 2, "cost": 1},
    )
    codes = [("names-nearly-collide", "first-one"), ("names-nearly-collide", "quite-another")]
    assert remarks(*cards) == (codes if alike else [])


def test_slugs_one_letter_apart_are_one_remark() -> None:
    cards = (
        creature(slug="gravel-maw", name="Gravel Maw"),
        creature(slug="gravel-maws", name="Gravel Maws", attack=2, cost=1),
    )
    assert [one.sentence for one in lint(*cards)] == [
        "The name of Gravel Maw (gravel-maw) is nearly that of Gravel Maws (gravel-maws).",
        "The name of Gravel Maws (gravel-maws) is nearly that of Gravel Maw (gravel-maw).",
    ]
    one = creature(slug="gravel-maws", name="Quite Another", attack=2, cost=1)
    assert remarks(cards[0], one)[0] == ("names-nearly-collide", "gravel-maw")


def test_a_format_or_a_house_rule_that_names_a_rule_there_is_none_of_is_an_error() -> None:
    rule = "attack-wing/no-such-rule"
    odd = factories.standard(slug="odd", levels=[{"rule": rule, "level": "error"}])
    open_gate = factories.house_rule(waives=[rule])
    library = Library.build(
        release=1, game=factories.game(), cards=[], formats=[factories.standard(), odd], house_rules=[open_gate]
    )
    found = linting.lint(library, [])
    assert [(remark.code, remark.level, remark.card) for remark in found] == [
        ("unfit-rule", "error", "odd"),
        ("unfit-rule", "error", "open-gate"),
    ]
    assert rule in found[0].sentence
    assert linting.lint(library, [], only="odd") == []


def settling(slug: str, reading: str, **facts: Any) -> Document:
    rows = [{"question": "minions", "reading": reading}]
    return factories.ruling(game=MINIATURES, slug=slug, name=slug.title(), rules=[], settles=rows, **facts)


def judged_by(*rulings: Document) -> Library:
    game = factories.game(slug=MINIATURES, ruleset=f"{MINIATURES}/1")
    return Library.build(release=1, game=game, cards=[], formats=[], rulings=rulings)


def test_contradicting_rulings_are_a_remark_on_each_with_the_others() -> None:
    rulings = (settling("first", "extra"), settling("second", "counted"), settling("third", "extra"))
    found = linting.lint(judged_by(*rulings), [])
    assert [(one.code, one.level, one.card, one.kind) for one in found] == [
        ("rulings-disagree", "error", slug, "ruling") for slug in ("first", "second", "third")
    ]
    assert "Against it: Second." in found[0].sentence
    assert "Against it: First and Third." in found[1].sentence
    assert [one.card for one in linting.lint(judged_by(*rulings), [], only="second")] == ["second"]


@pytest.mark.parametrize("past", [{"retired": "Overruled."}, {"replaced_by": "second"}])
def test_rulings_that_agree_or_are_not_in_force_get_no_remark(past: Document) -> None:
    assert linting.lint(judged_by(settling("first", "extra"), settling("second", "extra")), []) == []
    assert linting.lint(judged_by(settling("first", "extra", **past), settling("second", "counted")), []) == []


def test_facts_without_a_source_are_a_remark() -> None:
    cite = {"source": "A list", "checked": False, "basis": "transcribed"}
    (remark,) = lint({**GIANT, "sources": {f"/{fact}": cite for fact in GIANT if fact != "level"}})
    assert (remark.code, remark.level) == ("no-source", "warning")
    assert remark.sentence == "No source is named for these facts of Giant of the Hills (giant-of-the-hills): /level."
    (remark,) = lint({**GIANT, "sources": {}})
    assert remark.sentence.endswith(", …")


def test_sources_without_a_basis_are_a_remark() -> None:
    cite = {"source": "A list", "checked": False}
    (remark,) = lint({**GIANT, "sources": {**factories.SOURCES, "/level": cite, "/cost": cite}, "cost": None})
    assert (remark.code, remark.level) == ("no-basis", "warning")
    assert remark.sentence.endswith("does not say how it came from there: /level.")
    (remark,) = lint({**GIANT, "sources": {"": cite}})
    assert remark.sentence.endswith(": /.")


def test_facts_defined_by_muster_need_no_basis() -> None:
    ours = {"source": "Muster", "checked": True}
    assert lint({**GIANT, "sources": {**factories.SOURCES, "/name": ours}}) == []
    entries = {
        f"/{fact}": {**ours, "basis": "printed"}
        for fact in GIANT
        if fact not in ("game", "kind", "slug", "text", "sources")
    }
    assert lint({**GIANT, "sources": {**entries, "": {"source": "A list", "checked": False}}}) == []


def test_a_single_card_can_be_linted() -> None:
    cards = (GIANT, named(GIANT, "Weaker Sort", health=3), named(upgrade(slot="dragon"), "Odd Thing"))
    assert remarks(*cards, only="weaker-sort") == [("strictly-worse", "weaker-sort")]
    assert remarks(*cards) == [("nobody-can-equip", "odd-thing"), ("strictly-worse", "weaker-sort")]


# -- linting the catalog ---------------------------------------------------------------------------------------------


def linted(*arguments: str) -> tuple[int, list[str]]:
    out = StringIO()
    try:
        call_command("lint_cards", *arguments, stdout=out)
    except SystemExit as ended:
        return int(str(ended.code)), out.getvalue().splitlines()
    return 0, out.getvalue().splitlines()


@pytest.mark.django_db
@pytest.mark.db_facing
def test_the_command_prints_the_remarks_and_fails_for_errors_only() -> None:
    factories.publish_frame(GIANT, named(GIANT, "Weaker Sort", health=3))
    code, lines = linted("--game", "attack-wing")
    assert code == 0
    assert lines[0].startswith("warning: weaker-sort: Weaker Sort is worse than Giant of the Hills")
    assert lines[0].endswith("[strictly-worse]")
    assert lines[1] == "attack-wing: 0 errors, 1 warning."
    factories.publish(named(upgrade(slot="dragon"), "Odd Thing"))
    code, lines = linted()
    assert (code, lines[-1]) == (1, "attack-wing: 1 error, 1 warning.")


@pytest.mark.django_db
def test_the_command_says_that_a_game_is_not_there() -> None:
    factories.publish_frame()
    with pytest.raises(CommandError) as refused:
        linted("--game", "chess")
    assert refused.value.returncode == 2


@pytest.mark.django_db
def test_a_card_is_looked_at_as_its_draft_has_it() -> None:
    card = named(upgrade(), "Odd Thing")
    factories.publish_frame(GIANT, card)
    assert linting_service.lint_card(card) == []
    assert [one.code for one in linting_service.lint_card({**card, "slot": "dragon"})] == ["nobody-can-equip"]
    assert [one.code for one in linting_service.lint_card(named(upgrade(slot="dragon"), "Brand New"))] == [
        "nobody-can-equip"
    ]
    assert linting_service.lint_card({**card, "game": "chess"}) == []

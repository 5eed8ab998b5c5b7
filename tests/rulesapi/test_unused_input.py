"""Input without effect is reported: tested on all shipped situations with parts removed, added and changed."""

import json
import re
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from catalog.documents.validation import schema_validators
from rulesapi.engine.resolutions.inputs import SeveralParts
from rulesapi.engine.resolutions.play_rulesets import find_play_ruleset
from rulesapi.engine.resolutions.reading import Layered, ReadDocument
from tests.engine.test_situations import FILES, answered, cases
from tests.nonempty import nonempty
from tests.situation_variants import Variant, changed, holder, left_out, parts, pointer, put_in

QUESTIONS = pytest.mark.parametrize(("game", "path"), FILES, ids=lambda value: getattr(value, "stem", value))
LABELS = ("/name", "/because")
"""Endings of pointers to mere labels, which an answer need not use."""
OWN_DOCUMENT = "/adventure/document"
"""A document that is looked up like a card and counts as read as a whole."""


def answer_and_unused(game: str, question: str, situation: Any) -> tuple[Any, list[str]]:
    """Return an answer without its unused input, and the pointers of that input."""
    found = answered(game, question, situation)
    return found, [one["at"] for one in found.pop("unused")]


def is_under(place: str, places: Iterable[str]) -> bool:
    """Return whether a pointer equals or is below one of several pointers."""
    return any(place == one or place.startswith(f"{one}/") for one in places)


def allowed(game: str, question: str, variants: Iterable[Variant]) -> Iterator[Variant]:
    """Yield the variants accepted by the schema of the question."""
    validator = schema_validators(f"{game}/situations/{question}.schema.json").quick
    return (one for one in variants if validator.is_valid(one[1]))


def sort_of(place: str) -> str:
    """Return a pointer with `*` for the indexes of lists."""
    return re.sub(r"/\d+(?=/|$)", "/*", place)


def cards_of(game: str, question: str, situation: Any) -> set[str]:
    """Return the cards that a situation names: each is looked up, even in a part that is not used."""
    return {one.slug for one in find_play_ruleset(game).questions[question].named_cards(situation)}


def without(situation: dict[str, Any], places: list[str]) -> dict[str, Any]:
    """Return a situation without some of its parts."""
    found = json.loads(json.dumps(situation))
    for steps in reversed([steps for steps in parts(situation) if pointer(steps) in places]):
        del holder(found, steps)[steps[-1]]
    return found


def has_effect_unless_0(game: str, question: str, place: str) -> bool:
    """Return whether a place is the number of an entry of a list that is unused because this number is 0."""
    *around, name, _number, field = ("", "", *place.split("/")[1:])
    part = find_play_ruleset(game).questions[question].part_at("/".join(("", *filter(None, around))))
    kind = part.inputs[name].kind if part is not None and name in part.inputs else None
    return isinstance(kind, SeveralParts) and kind.idle == field


@pytest.mark.sampled
@QUESTIONS
def test_unused_input_can_be_changed_without_changing_the_answer(game: str, path: Path) -> None:
    """An entry of a list that is unused because its number is 0 is used with another number, and the reverse."""
    for case in nonempty(cases(path)):
        situation, question = case["situation"], path.stem
        answer, unused = answer_and_unused(game, question, situation)
        for place, variant in allowed(game, question, chain(left_out(situation), changed(situation, game, question))):
            if is_under(place, unused) and cards_of(game, question, variant) <= cards_of(game, question, situation):
                found, still_unused = answer_and_unused(game, question, variant)
                entry = place.rpartition("/")[0]
                comes_or_goes = is_under(entry, unused) != is_under(entry, still_unused)
                if not (comes_or_goes and has_effect_unless_0(game, question, place)):
                    assert found == answer, (case["name"], place)


@QUESTIONS
def test_all_that_is_not_used_can_be_left_out_at_once(game: str, path: Path) -> None:
    for case in nonempty(cases(path)):
        answer, unused = answer_and_unused(game, path.stem, case["situation"])
        assert json.loads(json.dumps(answer)) == answer
        for place, variant in allowed(game, path.stem, [("", without(case["situation"], unused))]):
            found, left = answer_and_unused(game, path.stem, variant)
            assert (found, left) == (answer, []), (case["name"], place)


@pytest.mark.sampled
@QUESTIONS
def test_input_that_no_answer_uses_is_reported_at_any_place(game: str, path: Path) -> None:
    used, silent = set[str](), set[str]()
    for case in cases(path):
        situation, question = case["situation"], path.stem
        answer, _unused = answer_and_unused(game, question, situation)
        variants = chain(put_in(situation, game, question), changed(situation, game, question))
        open_ones = (one for one in variants if sort_of(one[0]) not in used)
        for place, variant in allowed(game, question, open_ones):
            found, unused = answer_and_unused(game, question, variant)
            if found != answer:
                used.add(sort_of(place))
            elif not any(is_under(one, [place]) or is_under(place, [one]) for one in unused):
                silent.add(sort_of(place))
    unexplained = {one for one in silent if not any(is_under(of_used, [one]) for of_used in used)}
    assert {one for one in unexplained if not one.endswith(LABELS) and not one.startswith(OWN_DOCUMENT)} == set()


CREATURE = {"attack": 3, "agility": 1, "health": 5, "armor": 0, "movement": "ground", "tokens": ["target"]}
LOST = "The attack was lost, and nothing after that was looked at."


@pytest.mark.parametrize(
    ("question", "situation", "unused"),
    [
        (
            "attack",
            {
                "attacker": {key: CREATURE[key] for key in ("movement", "tokens")},
                "defender": {"movement": "ground"},
                "weapon": {"melee": True, "range": 1},
                "measured": {"range": 3, "arc": "forward"},
                "spend": {"attacker": ["target"]},
                "rolled": {"attack": ["hit"], "defense": ["blank"]},
                "interposing": 1,
            },
            dict.fromkeys(("/measured/arc", "/rolled", "/interposing", "/spend/attacker/0"), LOST),
        ),
        (
            "attack",
            {
                "attacker": {"movement": "ground", "agility": 2},
                "defender": {"movement": "ground"},
                "weapon": {"melee": True, "range": 1},
                "rolled": {"attack": ["hit"]},
            },
            dict.fromkeys(
                ("/attacker/agility", "/weapon/range", "/rolled/attack/0"),
                "Nobody has measured yet, and nothing after that was looked at.",
            )
            | {"/weapon/range": None},
        ),
        (
            "maneuver",
            {"creature": {"movement": "ground", "base": "small", "health": 4}, "overlap": "ground"},
            dict.fromkeys(
                ("/creature/base", "/creature/health", "/overlap"),
                "No maneuver was executed, and nothing after it was looked at.",
            ),
        ),
        (
            "area-attack",
            {
                "attacker": {"movement": "ground"},
                "upgrade": {"dice": 3, "melee": False, "range": "cone 2"},
                "level": "ground",
                "targets": [
                    {"creature": {"movement": "flying", "armor": 1}, "rolled": {"attack": ["hit"]}},
                    {"creature": {**CREATURE, "tokens": []}, "measured": {"range": 1}, "caught": 2},
                ],
                "dice": {
                    "attack": {"sides": 8, "hits": 3, "criticals": 1, "concentrates": 2},
                    "defense": {"sides": 8, "dodges": 3, "concentrates": 2},
                },
            },
            {
                "/targets/0/creature/armor": "This creature is not attacked, and nothing after that was looked at.",
                "/targets/0/rolled": "This creature is not attacked, and nothing after that was looked at.",
                "/targets/1/creature/attack": "Nothing in this answer depends on it.",
                "/targets/1/caught": "Nothing in this answer depends on it.",
            },
        ),
        (
            "end-phase",
            {"sides": [{"total": 50, "creatures": [{"level": 3, "attack": 2}]}, {"creatures": [{"level": 4}]}]},
            dict.fromkeys(("/sides/0/total", "/sides/0/creatures/0/attack"), "Nothing in this answer depends on it."),
        ),
        (
            "damage",
            {"creature": {"health": 4}, "normal": 1, "deck": 9, "discards": 3},
            {"/discards": "Nothing in this answer depends on it."},
        ),
        (
            "damage",
            {"creature": {"armor": 2}, "normal": 1},
            {"/creature/armor": "Nothing in this answer depends on it as long as other facts are missing."},
        ),
        ("morale", {"soldiers": 7, "leader": True}, {"/leader": "Nothing in this answer depends on it."}),
    ],
)
def test_unused_input_has_a_reason(question: str, situation: Any, unused: dict[str, str | None]) -> None:
    found = {one["at"]: one["reason"] for one in answered("attack-wing", question, situation)["unused"]}
    assert {at: found.get(at) for at in unused} == unused


def test_a_rule_of_an_adventure_that_is_settled_without_there_being_one_is_not_used() -> None:
    situation = {"soldiers": 2, "adventure": {"slug": "ambush-in-the-valley", "settled": [0, 39]}}
    found = answered("attack-wing", "morale", situation)
    assert "/adventure/settled/1" in [one["at"] for one in found["unused"]]


def test_copying_and_asking_for_what_is_not_there_read_nothing() -> None:
    document = ReadDocument({"a": 1, "b": {"c": [1, 2], "d": {}}, "e": [{"f": 1}, {"f": 2}]})
    laid_over = Layered({"g": 1}, document)
    assert "h" not in laid_over and document.get("h") is None
    assert [*document.unread()] == ["/a", "/b", "/e"]
    assert laid_over["b"].get("c") is not None
    assert [*document.unread()] == ["/a", "/b/c/0", "/b/c/1", "/b/d", "/e"]
    assert 2 in document["b"]["c"] and 3 not in document["b"]["c"]
    assert document["e"][1]["f"] == 2
    assert [*document.unread()] == ["/a", "/b/c/0", "/b/d", "/e/0"]
    assert len([*laid_over]) == len(laid_over) == 4
    assert [*document.unread()] == ["/b/c/0", "/b/d", "/e/0"]

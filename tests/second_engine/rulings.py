"""Rulings on cards and rules, the questions they settle, and their citations in findings."""

import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from tests.second_engine.places import by_any_slug, words_under
from tests.second_engine.world_generator import SOURCES, Document, World, slugs_of

#: What a judge answers a legion that is judged in a world.
JudgeFunction = Callable[[World, Document], dict[str, Any]]

#: The questions that rulebooks leave open, with their readings.
QUESTIONS = {
    "dnd-miniatures-2003": {
        "commanders-admitted": ("followers-alone", "commanders-too"),
        "minions": ("extra", "counted"),
    },
    "dnd-miniatures-2008": {"identical-names": ("name-alone", "name-and-cost")},
}


def in_force(rulings: Iterable[Document]) -> list[Document]:
    """Return the rulings that are neither retired nor replaced."""
    return [one for one in rulings if not one.keys() & {"retired", "replaced_by"}]


def agreed(form: Document, rulings: Iterable[Document]) -> dict[str, tuple[str, list[str]]]:
    """Return the reading and the rulings of each question that rulings settle.

    These are the questions that the format leaves open and about which all rulings agree.
    """
    settled_by: dict[str, dict[str, str]] = {}
    for one in in_force(rulings):
        for row in one.get("settles", []):
            settled_by.setdefault(row["question"], {})[one["slug"]] = row["reading"]
    own = {row["question"] for row in form.get("settles", [])}
    return {
        question: (next(iter(interpretations.values())), sorted(interpretations))
        for question, interpretations in settled_by.items()
        if question not in own and len(set(interpretations.values())) == 1
    }


def with_rulings(judge: JudgeFunction, world: World, legion: Document) -> dict[str, Any]:
    """Return the judge's answer with the rulings applied as if the format settled their questions, and with
    citations.
    """
    slug = legion.get("format", world.game["default_format"])
    form = world.formats[slug]
    ruled = agreed(form, world.rulings)
    rows = [{"question": question, "reading": interpretation} for question, (interpretation, _) in ruled.items()]
    settled_form = {**form, "settles": [*form.get("settles", []), *rows]} if rows else form
    answer = judge(replace(world, formats={**world.formats, slug: settled_form}), legion)
    open_questions = judge(world, legion).get("questions", set()) if rows else set()
    settled = {
        (question, ruled[question][0], tuple(ruled[question][1]), at, codes)
        for question, at, codes in open_questions
        if question in ruled
    }
    cited = [(one.code, one.places, _cited(one.code, one.places, world, legion, settled)) for one in answer["findings"]]
    return answer | {"settled": settled, "cited": cited}


def _cited(
    code: str, places: tuple[str, ...], world: World, legion: Document, settled: Iterable[tuple[Any, ...]]
) -> tuple[str, ...]:
    """Return the rulings about the rule, about a card at a place of the finding, or on a question it depends on."""
    cards = by_any_slug(world.cards)
    here = {cards[slug]["slug"] for slug in (_slug_at(legion, place) for place in places) if slug in cards}
    found = {slug for _, _, slugs, at, codes in settled if code in codes and set(at) & set(places) for slug in slugs}
    for one in in_force(world.rulings):
        about = {cards[slug]["slug"] for slug in one.get("cards", []) if slug in cards}
        if code in one.get("rules", []) or about & here:
            found.add(one["slug"])
    return tuple(sorted(found))


def _slug_at(legion: Any, place: str) -> str:
    """Return the slug at a place: that of a pick or upgrade, or in a pool the last step of the place."""
    steps = place.split("/")[1:]
    if steps[-2:-1] == ["pool"]:
        return steps[-1]
    value = legion
    for step in steps:
        value = value[int(step)] if isinstance(value, list) else value.get(step, {})
    slug = value.get("card", "") if isinstance(value, dict) else value
    return slug if isinstance(slug, str) else ""


def made_up(world: World, seed: int) -> World:
    """Return a world with some rulings on cards or rules; some settle a question, some are no longer in force."""
    chooser = random.Random(f"rulings {seed}")
    codes = sorted({code for one in world.house_rules.values() for code in words_under(one, "waives")})
    rulings = [_made_up(chooser, world, number, codes) for number in range(chooser.randint(0, 4))]
    return replace(world, rulings=rulings)


def _made_up(chooser: random.Random, world: World, number: int, codes: list[str]) -> Document:
    game = world.game["game"]
    one: dict[str, Any] = {"kind": "ruling", "game": game, "slug": f"ruling-{number}", "name": f"Ruling {number}"}
    one |= {"question": "Made up?", "answer": "For a test.", "said_by": "curators", "date": None, "sources": SOURCES}
    cards = [slug for slug in slugs_of(list(world.cards.values())) if slug != "no-such-card"]
    about: Mapping[str, list[str]] = {
        "cards": chooser.sample(cards, 2),
        "rules": chooser.sample(codes, min(1, len(codes))),
    }
    some = chooser.choice((("cards",), ("rules",), ("cards", "rules")))
    one |= {key: about[key] for key in some if about[key]} or {"cards": about["cards"]}
    questions = QUESTIONS.get(game, {})
    if questions and chooser.random() < 0.6:
        question = chooser.choice(sorted(questions))
        one["settles"] = [{"question": question, "reading": chooser.choice(questions[question])}]
    return one | chooser.choice(({}, {}, {}, {}, {"retired": "Made up to be."}, {"replaced_by": "ruling-x"}))

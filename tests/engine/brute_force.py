"""Every legion that a few edits lead to, made straight from the words of what an edit is."""

import json
from collections.abc import Iterator

from rulesapi.engine.core.digest import digest
from rulesapi.engine.core.evaluation import judge
from rulesapi.engine.core.library import Library
from rulesapi.engine.core.upgrades import Upgrade
from rulesapi.engine.values.model import Card, Creature, PickableCard
from tests.engine.generators import Document


class AddedSlug(str):
    """The slug of a pick that an edit has put in: the search gives it no number of soldiers."""


def cards_lacking(by: Library, legion: Document) -> int:
    """How many cards an error says at most to be lacking; 0 where none says so."""
    hints = by.ruleset.hints
    found = [
        one
        for one in judge(by, legion).findings
        if one.level == "error" and one.code in hints and hints[one.code].remedy
    ]
    return max((one.facts.get("short", 1) for one in found), default=0)


def after_one_edit(by: Library, legion: Document, *, joining: bool) -> Iterator[Document]:
    """Every legion or team that one edit leads to."""
    most = cards_lacking(by, legion) if joining else 0
    if "team" not in legion:
        yield from _list_after_one_edit(by, legion, most)
    yield from ({**legion, "points": limit} for limit in other_limits(by, legion))
    for number, part in enumerate(legion.get("team", ())):
        for other in _list_after_one_edit(by, part, most):
            yield {**legion, "team": [*legion["team"][:number], other, *legion["team"][number + 1 :]]}


def other_limits(by: Library, legion: Document) -> list[int]:
    """The next lower and the next higher limit of points at which the format is played, if it is not at the one now."""
    found = [one.facts for one in judge(by, legion).findings if one.code.endswith("/point-limit-not-allowed")]
    lower = [limit for one in found for limit in one["allowed"] if limit < one["limit"]]
    higher = [limit for one in found for limit in one["allowed"] if limit > one["limit"]]
    return [*sorted(lower)[-1:], *sorted(higher)[:1]]


def _list_after_one_edit(by: Library, legion: Document, most: int) -> Iterator[Document]:
    """Every list that one edit of one player's list leads to, by which up to so many cards may join."""
    standing = [card for card in by.all_cards if card.retired is None]
    yield from _joined(legion, standing, most)
    yield from _with_other_fields(by, legion)
    for number, pick in enumerate(legion["picks"]):
        yield _changed(legion, number, None)
        for count in range(1, pick.get("count", 1)):
            yield _changed(legion, number, {**pick, "count": count})
        known = by.cards.get(pick["card"])
        kind = type(known) if isinstance(known, PickableCard) else PickableCard
        for card in standing:
            if isinstance(card, kind):
                yield _changed(legion, number, {**pick, "card": card.slug})
        joined = isinstance(pick["card"], AddedSlug)
        for soldiers in () if joined else _sizes(known, pick.get("soldiers", 1)):
            yield _changed(legion, number, {**pick, "soldiers": soldiers})
        yield from _with_other_upgrades(legion, number, [card.slug for card in standing if isinstance(card, Upgrade)])


def _changed(legion: Document, number: int, pick: Document | None) -> Document:
    """The legion with another pick at that number, or none."""
    picks = legion["picks"]
    return {**legion, "picks": [*picks[:number], *([pick] if pick else []), *picks[number + 1 :]]}


def _joined(legion: Document, standing: list[Card], most: int) -> Iterator[Document]:
    """Every legion with up to so many copies more, of a card that stands in it or as a pick of their own.

    A card that is retired is never put in.
    """
    slugs = {card.slug for card in standing}
    for copies in range(1, most + 1):
        for card in standing:
            if isinstance(card, PickableCard):
                yield {**legion, "picks": [*legion["picks"], {"card": AddedSlug(card.slug), "count": copies}]}
        for number, pick in enumerate(legion["picks"]):
            if pick["card"] in slugs and not pick.get("upgrades"):
                yield _changed(legion, number, {**pick, "count": pick.get("count", 1) + copies})


def _with_other_fields(by: Library, legion: Document) -> Iterator[Document]:
    """Every legion that says something else, or nothing, in a field of which that can be chosen."""
    if by.ruleset.choices:
        choices = by.ruleset.choices(by, by.format(legion.get("format")), legion)
        for field in choices.keys() & by.ruleset.fields:
            without = {name: value for name, value in legion.items() if name != field}
            yield from (without if value is None else {**without, field: value} for value in choices[field])


def _sizes(card: Card | None, now: int) -> set[int]:
    """The numbers of soldiers that a pick can have."""
    if isinstance(card, Creature) and card.troop is not False:
        return {1, *map(int, card.costs or ())}
    return {1} if isinstance(card, Creature) or now != 1 else set()


def _with_other_upgrades(legion: Document, number: int, upgrades: list[str]) -> Iterator[Document]:
    """Every legion in which a pick carries one upgrade less or another one, or another pick carries one of its."""
    pick = legion["picks"][number]
    carried = list(pick.get("upgrades", ()))
    for place, slug in enumerate(carried):
        without = _changed(legion, number, {**pick, "upgrades": [*carried[:place], *carried[place + 1 :]]})
        yield without
        for other in upgrades:
            yield _changed(legion, number, {**pick, "upgrades": [*carried[:place], other, *carried[place + 1 :]]})
        for at, bearer in enumerate(legion["picks"]):
            if at != number and bearer.get("count", 1) == 1:
                yield _changed(without, at, {**bearer, "upgrades": [*bearer.get("upgrades", ()), slug]})


def key(legion: Document) -> str:
    """What tells legions apart."""
    return digest(legion, format="any", points=legion.get("points"))


def brute_force_fixes(by: Library, legion: Document, most: int) -> tuple[int, set[str]] | None:
    """The least number of edits that mend a legion and all the legions they lead to; None when more are needed."""
    joining = cards_lacking(by, legion) > 0
    known, edge = {legion_json(legion)}, [legion]
    for edits in range(1, most + 1):
        after = {legion_json(made): made for one in edge for made in after_one_edit(by, one, joining=joining)}
        edge = [made for name, made in after.items() if name not in known]
        known |= after.keys()
        legal = {key(made) for made in edge if judge(by, made).verdict == "legal"}
        if legal:
            return edits, legal
    return None


def legion_json(legion: Document) -> str:
    """A legion as JSON: those of a team that have the same picks differ in what each owns, which no digest tells."""
    return json.dumps(legion, sort_keys=True)

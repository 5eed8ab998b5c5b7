"""All legions within a few edits, generated directly from the definition of an edit."""

import json
from collections.abc import Iterator

from rulesapi.engine.core.digest import digest
from rulesapi.engine.core.evaluation import judge
from rulesapi.engine.core.library import Library
from rulesapi.engine.core.upgrades import Upgrade
from rulesapi.engine.values.model import Card, Creature, PickableCard
from tests.engine.generators import Document


class AddedSlug(str):
    """The slug of a pick that an edit has added: the search gives it no number of soldiers."""


def cards_lacking(by: Library, legion: Document) -> int:
    """Return the largest number of lacking cards among the errors; 0 if there is none."""
    hints = by.ruleset.hints
    found = [
        one
        for one in judge(by, legion).findings
        if one.level == "error" and one.code in hints and hints[one.code].remedy
    ]
    return max((one.facts.get("short", 1) for one in found), default=0)


def after_one_edit(by: Library, legion: Document, *, joining: bool) -> Iterator[Document]:
    """Yield every legion or team that one edit leads to."""
    most = cards_lacking(by, legion) if joining else 0
    if "team" not in legion:
        yield from _list_after_one_edit(by, legion, most)
    yield from ({**legion, "points": limit} for limit in other_limits(by, legion))
    for number, part in enumerate(legion.get("team", ())):
        for other in _list_after_one_edit(by, part, most):
            yield {**legion, "team": [*legion["team"][:number], other, *legion["team"][number + 1 :]]}


def other_limits(by: Library, legion: Document) -> list[int]:
    """Return the next lower and the next higher point limit of the format, if the present one is not allowed."""
    found = [one.facts for one in judge(by, legion).findings if one.code.endswith("/point-limit-not-allowed")]
    lower = [limit for one in found for limit in one["allowed"] if limit < one["limit"]]
    higher = [limit for one in found for limit in one["allowed"] if limit > one["limit"]]
    return [*sorted(lower)[-1:], *sorted(higher)[:1]]


def _list_after_one_edit(by: Library, legion: Document, most: int) -> Iterator[Document]:
    """Yield every list that one edit of a player's list leads to; up to `most` cards may join."""
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
    """Return the legion with the pick at that number replaced or removed."""
    picks = legion["picks"]
    return {**legion, "picks": [*picks[:number], *([pick] if pick else []), *picks[number + 1 :]]}


def _joined(legion: Document, standing: list[Card], most: int) -> Iterator[Document]:
    """Yield every legion with up to that many more copies of a card, added to an existing pick or as a pick.

    A retired card is never added.
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
    """Yield every legion with another value, or none, in a field with choices."""
    if by.ruleset.choices:
        choices = by.ruleset.choices(by, by.format(legion.get("format")), legion)
        for field in choices.keys() & by.ruleset.fields:
            without = {name: value for name, value in legion.items() if name != field}
            yield from (without if value is None else {**without, field: value} for value in choices[field])


def _sizes(card: Card | None, now: int) -> set[int]:
    """Return the numbers of soldiers that a pick can have."""
    if isinstance(card, Creature) and card.troop is not False:
        return {1, *map(int, card.costs or ())}
    return {1} if isinstance(card, Creature) or now != 1 else set()


def _with_other_upgrades(legion: Document, number: int, upgrades: list[str]) -> Iterator[Document]:
    """Yield every legion with one upgrade removed, replaced, or moved to another pick."""
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
    """Return the key by which legions are compared."""
    return digest(legion, format="any", points=legion.get("points"))


def brute_force_fixes(by: Library, legion: Document, most: int) -> tuple[int, set[str]] | None:
    """Return the minimum number of edits that repair a legion and the resulting legions; None if more are needed."""
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
    """Return a legion as JSON; unlike a digest, it includes the players' collections."""
    return json.dumps(legion, sort_keys=True)

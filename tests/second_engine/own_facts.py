"""Own facts: facts that a player read from cards in hand, used where the catalog has no value."""

from collections.abc import Iterator, Mapping
from typing import Any

from tests.second_engine.places import by_any_slug, sorted_places

Card = Mapping[str, Any]

#: Facts that only some cards have, with the fact that decides it.
ONLY_OF = {"costs": "troop"}

#: Facts that imply a rating of 1 or more, with the rating; every other creature has 0 (216.1.a of the guide of 2008).
RATINGS = {"champion": "champion_rating", "commander": "commander_rating"}


def with_implied_ratings(card: Card) -> Card:
    """Return a card with the facts that its rating implies, and with the rating of a creature that does not lead."""
    filled = dict(card)
    for title, rating in RATINGS.items():
        if filled.get(title, "") is None and isinstance(filled[rating], int):
            filled[title] = filled[rating] != 0
        if filled.get(title, "") is False and filled[rating] is None:
            filled[rating] = 0
    return filled


def _contradicting_facts(card: Card) -> set[str]:
    """Return the facts of a card that contradict each other about its rating or its factions."""
    pairs = [pair for pair in RATINGS.items() if not {card.get(fact) for fact in pair} & {None}]
    found = {fact for pair in pairs if bool(card[pair[0]]) != bool(card[pair[1]]) for fact in pair}
    factions = card.get("factions")
    lacking = factions is not None and set(card.get("factions_include", ())) - set(factions)
    return found | ({"factions"} if lacking else set())


def cards_with_own_facts(cards: Mapping[str, Card], legion: Mapping[str, Any]) -> dict[str, Card]:
    """Return the cards with the legion's own facts filled in for nulls, and nothing else."""
    filled = {slug: with_implied_ratings(card) for slug, card in cards.items()}
    known = by_any_slug(filled)
    for slug, facts in legion.get("facts", {}).items():
        if slug in known:
            card = known[slug]
            filled[card["slug"]] = with_implied_ratings(_card_with_own_facts(card, facts))
    return filled


def _card_with_own_facts(card: Card, facts: Mapping[str, Any]) -> Card:
    known = {fact: _with(value, facts.get(fact)) for fact, value in card.items()}
    for fact, making in ONLY_OF.items():
        if fact not in card and known.get(making):
            known[fact] = facts.get(fact)
    return {**known, **{fact: card[fact] for fact in _contradicting_facts(known)}}


def _with(value: Any, stated: Any) -> Any:
    if value is None:
        return stated
    if isinstance(value, dict) and isinstance(stated, dict):
        return {key: _with(inner, stated.get(key)) for key, inner in value.items()}
    if isinstance(value, list) and isinstance(stated, list) and len(value) == len(stated):
        return [_with(inner, other) for inner, other in zip(value, stated, strict=True)]
    return value


def own_fact_states(cards: Mapping[str, Card], legion: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the state of each own fact of a legion, by card and fact; for a partly known fact of each part."""
    found = []
    known = {slug: with_implied_ratings(card) for slug, card in by_any_slug(cards).items()}
    for slug, facts in sorted(legion.get("facts", {}).items()):
        at = [place for place, other in _named(legion) if slug in known and _same(known.get(other), known[slug])]
        for fact, stated in sorted(facts.items()):
            row = {"card": slug, "at": list(sorted_places(at))}
            if slug not in known:
                found.append(row | {"fact": f"/{fact}", "value": stated, "state": "not-in-catalog"})
                continue
            card = known[slug]
            if card.get(fact, "") is None and fact in _contradicting_facts(_as_if(card, facts)):
                found.append(row | {"fact": f"/{fact}", "value": stated, "state": "known", "catalog": None})
                continue
            hangs = fact in ONLY_OF and fact not in card and _card_with_own_facts(card, facts).get(ONLY_OF[fact])
            has = None if hangs else card.get(fact, "nothing of the kind")
            for pointer, value, stands in _compared(f"/{fact}", has, stated):
                state = {"state": "known", "catalog": card.get(fact, None) if fact not in card else stands}
                if stands is None:
                    state = {"state": "used" if at else "not-in-legion"}
                found.append(row | {"fact": pointer, "value": value} | state)
    return sorted(found, key=lambda row: (row["card"], row["fact"]))


def _same(card: Card | None, other: Card) -> bool:
    return card is not None and card["slug"] == other["slug"]


def _as_if(card: Card, facts: Mapping[str, Any]) -> Card:
    """Return the card with all own facts filled in for nulls."""
    return {fact: facts.get(fact) if value is None else value for fact, value in card.items()}


def _compared(pointer: str, has: Any, stated: Any) -> Iterator[tuple[str, Any, Any]]:
    """Yield each own fact with its pointer and the known value: None if unknown."""
    whole, parts = ({str(key): one for key, one in _rows(value)} for value in (has, stated))
    alike = type(has) is type(stated) and (
        parts.keys() == whole.keys() if isinstance(has, list) else parts.keys() <= whole.keys()
    )
    if alike and _has_gaps(has):
        for key, value in parts.items():
            if value is not None and value != whole[key]:
                yield from _compared(f"{pointer}/{key}", whole[key], value)
    else:
        yield pointer, stated, has


def _rows(value: Any) -> list[tuple[Any, Any]]:
    return list(value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ())


def _has_gaps(value: Any) -> bool:
    """Return whether a fact is partly unknown."""
    return any(one is None or _has_gaps(one) for _, one in _rows(value))


def _named(line: Mapping[str, Any], pointer: str = "") -> Iterator[tuple[str, str]]:
    """Yield every place of a list that names a card, with the slug."""
    for number, pick in enumerate(line.get("picks", [])):
        place = f"{pointer}/picks/{number}"
        yield place, pick["card"]
        yield from ((f"{place}/upgrades/{index}", slug) for index, slug in enumerate(pick.get("upgrades", [])))
        yield from ((f"{place}/{word}", pick[word]) for word in ("minion_of", "summoned_by") if word in pick)
    if "map" in line:
        yield f"{pointer}/map", line["map"]
    yield from ((f"{pointer}/tiles/{number}", slug) for number, slug in enumerate(line.get("tiles", [])))
    yield from ((f"{pointer}/pool/{slug}", slug) for slug in line.get("pool", {}))
    for number, part in enumerate(line.get("team", [])):
        yield from _named(part, f"{pointer}/team/{number}")

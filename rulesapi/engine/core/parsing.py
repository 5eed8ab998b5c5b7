"""Reading documents: cards, formats and legions. JSON Pointers to places are created here and nowhere else.

Documents are expected to be valid by their schemas; nothing is validated again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Container, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain
from types import MappingProxyType
from typing import Any

from rulesapi.engine.core.conditions import Clause
from rulesapi.engine.core.legion import CarriedUpgrade, Lines, MisplacedCard, Pick, UnknownCard
from rulesapi.engine.core.upgrades import CostPenalty, CostPerUpgrade, Upgrade, UpgradeLimit
from rulesapi.engine.values.model import Card, Creature, Document, PickableCard
from rulesapi.engine.values.names import normalized, slug_as_words

GAME_FIELDS = frozenset(("faction", "map", "tiles", "treasure", "pool", "against"))
"""Fields of a legion that mean something in some games only; each ruleset names those of its game."""

GAME_PICK_FIELDS = frozenset(
    ("upgrades", "soldiers", "minion_of", "summoned_by", "unit", "formed", "attached_to", "bought_slot")
)
"""Fields of a pick that mean something in some games only."""

DISTINGUISHING_PICK_FIELDS = ("attached_to", "bought_slot", "formed", "minion_of", "summoned_by", "unit")
"""Fields that distinguish picks of one card: picks are merged only if they are equal in them."""


EMPTY_GRANTS: Mapping[str, int] = MappingProxyType({})


def present_fields(legion: Document) -> set[str]:
    """Return the names of the fields of a legion and of its picks, and of those of each player of a team."""
    fields = set(legion).union(*legion.get("picks", ()))
    for part in legion.get("team", ()):
        fields |= present_fields(part)
    return fields


@cache
def unsupported_names(fields: frozenset[str], pick_fields: frozenset[str]) -> frozenset[str]:
    """Return the fields of legions and picks that mean nothing in a game, which has only `fields` and `pick_fields`."""
    return (GAME_FIELDS - fields) | (GAME_PICK_FIELDS - pick_fields)


def unsupported_fields(legion: Document, names: frozenset[str]) -> list[str]:
    """Return the places of fields of these names in a legion, its picks and the lists of a team's players."""
    places = [f"/{field}" for field in sorted(GAME_FIELDS & names & legion.keys())]
    for number, pick in enumerate(legion.get("picks", ())):
        places += [f"/picks/{number}/{field}" for field in sorted(GAME_PICK_FIELDS & names & pick.keys())]
    for number, part in enumerate(legion.get("team", ())):
        places += [f"/team/{number}{place}" for place in unsupported_fields(part, names)]
    return places


def game_fields(legion: Document, fields: frozenset[str]) -> dict[str, dict[str, Any]]:
    """Return the values of a legion's game-specific `fields`, keyed by the pointer of the list; see `Legion`."""
    if not fields:
        return {}
    fields_by_place = {"": {field: legion[field] for field in fields if field in legion}}
    for number, part in enumerate(legion.get("team", ())):
        fields_by_place[f"/team/{number}"] = {field: part[field] for field in fields if field in part}
    return fields_by_place


def listed_slugs(legion: Document) -> list[str]:
    """Return the slugs of all cards of a legion, of a team's too: picks, upgrades, map and tiles."""
    picks = legion.get("picks", ())
    slugs = [pick["card"] for pick in picks]
    for pick in picks:
        if "upgrades" in pick:
            slugs += pick["upgrades"]
    if "map" in legion:
        slugs.append(legion["map"])
    if "tiles" in legion:
        slugs += legion["tiles"]
    for part in legion.get("team", ()):
        slugs += listed_slugs(part)
    return slugs


def places_of(legion: Document, slugs: Container[str], of: str = "") -> list[str]:
    """Return the places of these cards in a legion, in order."""
    places = [f"{of}/map"] if "map" in legion and legion["map"] in slugs else []
    for number, pick in enumerate(legion.get("picks", ())):
        if pick["card"] in slugs:
            places.append(f"{of}/picks/{number}")
        if "upgrades" in pick:
            for place, slug in enumerate(pick["upgrades"]):
                if slug in slugs:
                    places.append(f"{of}/picks/{number}/upgrades/{place}")
    for number, part in enumerate(legion.get("team", ())):
        places += places_of(part, slugs, f"/team/{number}")
    places += [f"{of}/tiles/{number}" for number, slug in enumerate(legion.get("tiles", ())) if slug in slugs]
    return places


def referenced_cards(legion: Document, of: str = "") -> Iterator[tuple[str, str]]:
    """Yield every place of a legion that names a card, with the slug; the parts of a team are included.

    This covers the figures of a pool and the cards that bring or summon others, too.
    """
    for number, pick in enumerate(legion.get("picks", ())):
        at = f"{of}/picks/{number}"
        yield at, pick["card"]
        yield from ((f"{at}/upgrades/{place}", slug) for place, slug in enumerate(pick.get("upgrades", ())))
        yield from ((f"{at}/{field}", pick[field]) for field in ("minion_of", "summoned_by") if field in pick)
    if "map" in legion:
        yield f"{of}/map", legion["map"]
    yield from ((f"{of}/tiles/{number}", slug) for number, slug in enumerate(legion.get("tiles", ())))
    yield from ((f"{of}/pool/{slug}", slug) for slug in legion.get("pool", ()))
    for number, part in enumerate(legion.get("team", ())):
        yield from referenced_cards(part, f"/team/{number}")


def read_lines(picks: Sequence[Any], cards: Mapping[str, Card], first: int = 0, of: str = "") -> Lines:
    """Return the picks of a legion's document, each card found by its slug and sorted by its kind.

    With `first` they are a part of a legion: the picks from that number on. `of` is the place of their list.
    """
    bearers: list[Pick] = []
    carried: list[CarriedUpgrade] = []
    unattached: list[CarriedUpgrade] = []
    strangers: list[UnknownCard] = []
    misplaced: list[MisplacedCard] = []
    has_unnamed_card = False
    find = cards.get
    for number, line in enumerate(picks, first):
        at = f"{of}/picks/{number}"
        own: tuple[CarriedUpgrade, ...] = ()
        if "upgrades" in line:
            upgrades = []
            for place, slug in enumerate(line["upgrades"]):
                card = find(slug)
                if isinstance(card, Upgrade):
                    upgrades.append(CarriedUpgrade(f"{at}/upgrades/{place}", card))
                    if card.name is None:
                        has_unnamed_card = True
                elif card is None:
                    strangers.append(UnknownCard(f"{at}/upgrades/{place}", slug, False))
                else:
                    misplaced.append(MisplacedCard(f"{at}/upgrades/{place}", card))
            own = tuple(upgrades)
            carried += own
        bearer = find(line["card"])
        if isinstance(bearer, PickableCard):
            bearers.append(Pick(at, bearer, line.get("count", 1), line.get("soldiers", 1), own, line))
            if bearer.name is None:
                has_unnamed_card = True
            continue
        unattached += own
        if bearer is None:
            strangers.append(UnknownCard(at, line["card"], True))
        else:
            misplaced.append(MisplacedCard(at, bearer))
    return Lines(
        tuple(bearers), tuple(carried), tuple(unattached), tuple(strangers), tuple(misplaced), has_unnamed_card, of
    )


def join_lines(parts: Sequence[Lines], of: str = "") -> Lines:
    """Return the lines of several parts in order, as if read at once from the list at that place."""
    return Lines(
        tuple(chain.from_iterable([part.picks for part in parts])),
        tuple(chain.from_iterable([part.carried for part in parts])),
        tuple(chain.from_iterable([part.unattached_upgrades for part in parts])),
        tuple(chain.from_iterable([part.unknown_cards for part in parts])),
        tuple(chain.from_iterable([part.misplaced for part in parts])),
        True in [part.has_unnamed_card for part in parts],
        of,
    )


def with_other_cards(lines: Lines, new: Mapping[Any, Any]) -> Lines:
    """Return the lines with some cards replaced, each by one that is allowed in its place."""
    changed = {one.at: CarriedUpgrade(one.at, new[one.card]) for one in lines.carried if one.card in new}
    picks = list(lines.picks)
    for number, pick in enumerate(picks):
        if pick.card in new or (changed and not changed.keys().isdisjoint([one.at for one in pick.carried])):
            own = tuple([changed.get(one.at, one) for one in pick.carried])
            picks[number] = Pick(pick.at, new.get(pick.card, pick.card), pick.copies, pick.soldiers, own, pick.line)
    carried = [changed.get(one.at, one) for one in lines.carried]
    return Lines(
        tuple(picks),
        tuple(carried),
        tuple([changed.get(one.at, one) for one in lines.unattached_upgrades]),
        lines.unknown_cards,
        lines.misplaced,
        None in [*[pick.card.name for pick in picks], *[one.card.name for one in carried]],
        lines.at,
    )


def with_upgrade(line: Lines, pointer: str, card: Upgrade) -> Lines:
    """Return the lines of a single pick with one more upgrade on it, at that place."""
    carried = CarriedUpgrade(pointer, card)
    picks = tuple([Pick(p.at, p.card, p.copies, p.soldiers, (*p.carried, carried), p.line) for p in line.picks])
    return Lines(
        picks,
        (*line.carried, carried),
        line.unattached_upgrades if picks else (*line.unattached_upgrades, carried),
        line.unknown_cards,
        line.misplaced,
        line.has_unnamed_card or card.name is None,
        line.at,
    )


def read_card(
    document: Document,
    bearers: frozenset[str],
    carried: Mapping[str, frozenset[str]],
    optimizable_numbers: Collection[str] = (),
) -> Card:
    """Return the card of a game whose kinds `bearers` are creatures and whose kinds `carried` are upgrades.

    `carried` has the icons of each kind. The `optimizable_numbers` of the game are read if this kind of card has them.
    """
    kind, shared = document["kind"], common_card_facts(document, optimizable_numbers)
    if kind in bearers:
        return Creature(**shared, **_creature_facts(document))
    if kind in carried:
        return Upgrade(**shared, **_upgrade_facts(document, carried[kind]))
    return Card(**shared)


def common_card_facts(document: Document, optimizable_numbers: Collection[str] = ()) -> dict[str, Any]:
    """Return the facts that every card has, as `Card` takes them, with the printed numbers that can be optimized."""
    name = document.get("name")
    title = name or document.get("class") or slug_as_words(document["slug"])
    return {
        "slug": document["slug"],
        "kind": document["kind"],
        "name": name,
        "title": title,
        "identity": normalized(name) if name else f"\0{document['slug']}",
        "unique": document.get("unique"),
        "cost": document.get("cost"),
        "keywords": word_set(document, "keywords"),
        "set": document.get("set"),
        "sets": frozenset((document.get("set"), *document.get("also_in", ()))) - {None},
        "retired": document.get("retired"),
        "numbers": {fact: document[fact] for fact in optimizable_numbers if fact in document},
    }


def _creature_facts(document: Document) -> dict[str, Any]:
    slots = document.get("slots")
    return {
        "printed_class": document.get("class"),
        "level": document.get("level"),
        "alignment": document.get("alignment"),
        "energy": word_set(document, "energy"),
        "banner": None if slots is None else dict(Counter(slots)),
        "movement": document.get("movement"),
        "base": document.get("base"),
        "troop": document.get("troop"),
        "costs": document.get("costs"),
    }


def _upgrade_facts(document: Document, icons: frozenset[str]) -> dict[str, Any]:
    slot = document.get("slot")
    single = slot is not None and slot != "any"
    each = document.get("cost_each")
    penalties = _rows(document, "penalties", lambda row: CostPenalty(Clause.read(row["unless"]), row["cost"]))
    return {
        "icons": _interned_words(frozenset((slot,))) if single else icons,
        "slot_known": slot is not None,
        "icon": slot if single else None,
        "minimum_level": document.get("minimum_level", 0),
        "requires": _requires(document),
        "excludes": _excludes(document),
        "penalties": penalties,
        "grants": _grants(document),
        "cost_each": CostPerUpgrade(_interned_words(frozenset(each["family"])), each["cost"]) if each else None,
        "limits": _rows(document, "limits", _limit),
        "exempt": word_set(document, "exempt"),
        "flat_cost": document.get("cost") if not each and penalties == () else None,
    }


def word_set(document: Document, field: str) -> frozenset[str] | None:
    """Return the words of a card's list; `None` if unknown, empty for a missing field."""
    values = document.get(field, ())
    return None if values is None else _interned_words(frozenset(values))


@lru_cache(maxsize=4096)
def _interned_words(slugs: frozenset[str]) -> frozenset[str]:
    """Return one shared set for all cards with these words: most have none or few, so this saves memory."""
    return slugs


def _limit(row: Document) -> UpgradeLimit:
    return UpgradeLimit(_interned_words(frozenset(row["family"])), row["per"], row["at_most"])


def _rows(document: Document, field: str, read: Callable[[Any], Any]) -> tuple[Any, ...] | None:
    rows = document.get(field, ())
    return None if rows is None else tuple(map(read, rows))


def _requires(document: Document) -> tuple[Clause, ...] | None:
    """Return the clauses, repeated ones once."""
    rows = document.get("requires", ())
    if rows is None:
        return None
    return tuple(Clause.read(row) for number, row in enumerate(rows) if row not in rows[:number])


def _grants(document: Document) -> Mapping[str, int] | None:
    rows = document.get("grants", ())
    if rows is None:
        return None
    if not rows:
        return EMPTY_GRANTS
    grants: Counter[str] = Counter()
    for row in rows:
        grants[row["slot"]] += row["count"]
    return dict(grants)


def _excludes(document: Document) -> frozenset[str] | None:
    rows = document.get("excludes", ())
    return None if rows is None else _interned_words(frozenset(keyword for row in rows for keyword in row["keyword"]))

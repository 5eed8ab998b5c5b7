"""Cards that a situation names, and how what players entered about them differs from the catalog."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rulesapi.engine.resolutions.model import Breach, TableFacts
from rulesapi.engine.values.messages import phrase
from rulesapi.engine.values.model import Document, value_object
from rulesapi.engine.values.names import joined_list, slug_as_words

UNKNOWN_CARD = "unknown-card"
FACT_DIFFERS = "fact-differs"
WRONG_KIND = "wrong-kind"
MAX_SUGGESTED = 20
"""Maximum number of unknown cards of a situation that get near matches."""
NO_FACTS = ("card", "name")
"""The fields of a part that are no facts of its card: players may call it by another name."""


@value_object
class NamedCard:
    """A card that a situation names: its place, its slug, the kinds that it may be of, and what is entered about it.

    `labels` are those of the inputs of its part.
    """

    at: str
    slug: str
    kinds: tuple[str, ...]
    entered: Document
    labels: Mapping[str, str]


def card_breaches(named: Iterable[NamedCard], table: TableFacts) -> Iterator[Breach]:
    """Yield cards that are unknown or of another kind, and numbers that differ from the catalog's."""
    strangers: dict[tuple[str, tuple[str, ...]], Document] = {}
    for one in named:
        card = table.cards.get(one.slug)
        if card is None:
            asked = one.slug, one.kinds
            if asked not in strangers:
                near = table.nearest.of_kinds(*asked) if len(strangers) < MAX_SUGGESTED else []
                strangers[asked] = {"nearest": [row.title for row in near], "nearest_slugs": [row.slug for row in near]}
            yield Breach(UNKNOWN_CARD, (one.at,), {"card": one.slug, **strangers[asked]})
            continue
        name = card.get("name") or one.slug
        if card.get("kind") not in one.kinds:
            kinds = [kind.replace("-", " ") for kind in one.kinds]
            yield Breach(WRONG_KIND, (one.at,), {"card": name, "kinds": kinds})
            continue
        for fact, value in one.entered.items():
            printed = card.get(fact)
            if fact not in NO_FACTS and printed is not None and printed != value:
                at = one.at.rpartition("/")[0] + f"/{fact}"
                yield differing(at, {"card": name, "fact": fact, "label": one.labels[fact]}, value, printed)


def differing(place: str, facts: Document, entered: Any, printed: Any) -> Breach:
    """Return that what players entered at a place is not what the card has."""
    return Breach(FACT_DIFFERS, (place,), {**facts, "said": _in_words(entered), "printed": _in_words(printed)})


def _in_words(value: Any) -> str | list[str]:
    """Return a fact of a card as words, one for each entry of a list."""
    if isinstance(value, list | tuple):
        return [_in_text(one) for one in value] or phrase("none")
    if isinstance(value, bool):
        return phrase("yes") if value else phrase("no")
    if isinstance(value, Mapping):
        named = str(value.get("name") or "")
        facts = [f"{slug_as_words(name.replace('_', ' '))} {_in_text(one)}" for name, one in _known(value)]
        return f"{named} ({', '.join(facts)})" if named and facts else named or ", ".join(facts)
    return str(value)


def _in_text(value: Any) -> str:
    words = _in_words(value)
    return joined_list(words) if isinstance(words, list) else words


def _known(value: Document) -> Iterator[tuple[str, Any]]:
    """Yield the known members of an object, without its name."""
    return ((name, one) for name, one in value.items() if name != "name" and one is not None)

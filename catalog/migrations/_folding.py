"""The texts of cards as they are searched, as `0004_folded` fills them in; frozen like it.

The kinds of card with their facts stand here as the schemas had them when this was frozen. Of a card of another kind
nothing is folded; `manage.py rebuild` does it.
"""

import re
import unicodedata
from collections.abc import Iterator
from typing import Any

TEXT, WORDS = "text", "words"
"""How a fact is made: of one text, or of a list of words. All others are objects and lists of such."""

_WEARABLE: tuple[tuple[str, Any], ...] = (
    ("name", TEXT),
    ("class", TEXT),
    ("keywords", WORDS),
    ("cost_each", ()),
    ("range", TEXT),
    ("requires", ()),
    ("excludes", ()),
    ("penalties", ()),
    ("grants", ()),
    ("limits", ()),
    ("text", TEXT),
)
_GROUND = (("name", TEXT), ("terrain", WORDS), ("text", TEXT), ("flavour", TEXT))
KINDS: dict[tuple[str, str], tuple[tuple[str, Any], ...]] = {
    ("attack-wing", "creature"): (
        ("name", TEXT),
        ("class", TEXT),
        ("keywords", WORDS),
        ("costs", ()),
        ("weapons", ("name",)),
        ("text", TEXT),
    ),
    ("attack-wing", "damage-card"): (("name", TEXT), ("text", TEXT)),
    ("attack-wing", "maneuver-card"): (("name", TEXT), ("class", TEXT), ("maneuvers", ())),
    ("attack-wing", "spell"): _WEARABLE,
    ("attack-wing", "upgrade"): _WEARABLE,
    ("dnd-miniatures-2003", "creature"): (
        ("name", TEXT),
        ("keywords", WORDS),
        ("classes", WORDS),
        ("attacks", ()),
        ("requires", ()),
        ("warband_building", ()),
        ("minions", ()),
        ("text", TEXT),
        ("flavour", TEXT),
    ),
    ("dnd-miniatures-2003", "terrain-tile"): _GROUND,
    ("dnd-miniatures-2008", "battle-map"): _GROUND,
    ("dnd-miniatures-2008", "creature"): (
        ("name", TEXT),
        ("keywords", WORDS),
        ("attacks", ("name", "reach")),
        ("warband_building", ()),
        ("discounts", ()),
        ("text", TEXT),
        ("flavour", TEXT),
    ),
    ("dungeon-command", "commander"): (("name", TEXT), ("leader_power", TEXT), ("text", TEXT)),
    ("dungeon-command", "creature"): (
        ("name", TEXT),
        ("keywords", WORDS),
        ("ranged", ()),
        ("powers", ("name", "text")),
    ),
    ("dungeon-command", "order"): (("name", TEXT), ("requires", ()), ("affinity", WORDS), ("text", TEXT)),
    ("dungeon-command", "tile"): (("name", TEXT), ("class", TEXT)),
}
"""By game and kind, the facts with text in them, in the order of the schema; of rows the members that are texts."""

_DROPPED = re.compile("['’‘ʼ`´]")
_LETTERS = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"})
_SPACE = re.compile(r"[\s‐‑–—-]+")


def fold(text: str) -> str:
    """Return `text` as it is compared: `Évocateur’s  Wood-Elf` is `evocateurs wood elf`."""
    decomposed = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    plain = "".join(letter for letter in decomposed if not unicodedata.combining(letter)).translate(_LETTERS)
    return _SPACE.sub(" ", _DROPPED.sub("", plain)).strip()


def folded(document: dict[str, Any]) -> dict[str, str]:
    """Return the searched texts of a card by its facts, and under `*` all the words it says; nothing of no card."""
    facts = KINDS.get((document["game"], document["kind"]))
    if facts is None:
        return {}
    known = [(key, how, document[key]) for key, how in facts if document.get(key) is not None]
    texts = {
        key: "\n".join(_lines(value)) + ("\n\n" if _has_null(value) else "")
        for key, how, value in known
        if how != WORDS
    }
    said = [line for _, how, value in known for line in _said(how, value)]
    return {**texts, "*": "\n".join([fold(document["slug"]), *said])}


def _lines(value: Any, label: str = "") -> Iterator[str]:
    """Yield each single value below `value`, after the word it stands under: `range 2`."""
    if isinstance(value, dict):
        for key, item in sorted(value.items()):
            yield from _lines(item, key)
    elif isinstance(value, list):
        for item in value:
            yield from _lines(item, label)
    elif value is not None:
        spoken = {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
        yield fold(f"{label} {spoken}")


def _said(how: Any, value: Any) -> Iterator[str]:
    """Yield the names, sentences and keywords in a fact, without its numbers and the words of closed lists."""
    if how == TEXT:
        yield fold(value)
    elif how == WORDS:
        yield from (fold(str(word)) for word in value)
    else:
        yield from (fold(row[member]) for row in value for member in how if row.get(member) is not None)


def _has_null(value: Any) -> bool:
    if isinstance(value, dict):
        return any(_has_null(item) for item in value.values())
    if isinstance(value, list):
        return any(_has_null(item) for item in value)
    return value is None

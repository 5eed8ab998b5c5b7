"""One line of a text: what it is marked as, and the cards that it says."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from catalog.documents import guard
from rulesapi.engine.core.model import Card, PickableCard
from rulesapi.engine.core.upgrades import Upgrade

from .name_index import ALL_CLASSES, CardClasses, NameIndex
from .pick_roles import PickRoles, read_role

MAX_LINE_LENGTH = 600
SLUG = r"[a-z0-9]+(?:-[a-z0-9]+)*"
MAX_SLUG_LENGTH = 100
MAX_STRIPPED = 8

_UNSEEN = frozenset(("Cc", "Cs", "Co", "Cn"))
_SILENT = re.compile(
    r"[\W_]*\Z|(?:total|sum|points)\b[\W\d_]*(?:(?:of|points?|pts?|total)\b[\W\d_]*)*\Z"
    r"|[\W_]*\d{1,6}(?:\s*/\s*\d{1,6})?\s*(?:points?|pts?)\W*(?:total\W*|in all\W*)?\Z"
    r"|(?:total|verdict)\s*:.*\Z|<?https?://\S+\Z",
    re.IGNORECASE,
)
_BULLET = re.compile(r"(?:[-*•·>–—]\s+)+")
_MARK = re.compile(r"\+\s*")
_JOINT = re.compile(r"\s+\+\s+")
_BEFORE = re.compile(r"(?:(\d{1,9})(?:\s*[x×])?|[x×]\s*(\d{1,9}))\s+", re.IGNORECASE)
_AFTER = re.compile(r"\s+[x×]\s*(\d{1,9})\Z", re.IGNORECASE)
_BRACKET = re.compile(r"\s*(?:\(([^()\[\]]*)\)|\[([^()\[\]]*)\])\Z")
_SOLDIERS = re.compile(r"(\d{1,9})\s+soldiers?\Z", re.IGNORECASE)
_COST = re.compile(
    r"(?:\d{1,9}\s*(?:points?|pts?):\s*(?=\d))?"
    r"([+-]?)(\d{1,9})(?:\s*(?:points?|pts?|p)?|(?:[+-]\d{1,9})+\s*(?:points?|pts?)?)\.?\Z",
    re.IGNORECASE,
)
_BARE_COST = re.compile(r"(?:\s*[:=,]|\s+[-–—])?\s+\+?(\d{1,4})\s*(?:points?|pts?|p)?\.?\Z", re.IGNORECASE)
_SLUG = re.compile(rf"{SLUG}\Z")


@dataclass
class ParsedCard:
    """One card as a line says it. `cards` share the name, the one that is meant first; a `slug` says it exactly.

    `likeness` is 100 unless the name was guessed; without cards and slug nobody knows the name. `unread` are brackets
    that say nothing we know, `parts` those that say which part a pick has in its list. `cost` is the number after the
    name, which is what somebody says it costs.
    """

    text: str
    name: str
    count: int = 1
    soldiers: int | None = None
    unread: tuple[str, ...] = ()
    cards: list[Card] = field(default_factory=list)
    slug: str | None = None
    likeness: int = 100
    parts: PickRoles = ()
    cost: int | None = None

    @property
    def side(self) -> type[Card] | None:
        """Whether it says a creature or an upgrade; None when the place has to tell."""
        if self.slug is not None or not self.cards:
            return None
        return PickableCard if isinstance(self.cards[0], PickableCard) else Upgrade


class ParsedLine(NamedTuple):
    """A line taken apart: `marked` with a plus, what it says first, and what follows after a plus."""

    marked: bool
    first: ParsedCard
    others: list[ParsedCard]


class _StrippedText(NamedTuple):
    """A card's text without some of its counts and brackets."""

    name: str
    copies: int = 1
    soldiers: int | None = None
    unread: tuple[str, ...] = ()
    slug: str | None = None
    parts: PickRoles = ()
    cost: int | None = None

    @property
    def not_read(self) -> tuple[str, ...]:
        """Its brackets that say nothing, a slug that no card has among them."""
        return self.unread if self.slug is None else (*self.unread, f"[{self.slug}]")


def normalized_line(line: str) -> str:
    """A line in NFC, with every space a plain one and without what cannot be seen."""
    spaced = "".join(" " if one.isspace() or unicodedata.category(one) in _UNSEEN else one for one in line)
    cleaned: str = guard.tidy(spaced)
    return cleaned.rstrip()


def is_blank(line: str) -> bool:
    """Whether a line says nothing: empty, a row of dashes, a total, a verdict, an address."""
    return _SILENT.match(line) is not None


def without_bullets(text: str) -> str:
    """A line without the bullets before it."""
    return _BULLET.sub("", text, count=1) if _BULLET.match(text) else text


def parse_line(names: NameIndex, text: str, carried: bool, guess: bool = True) -> ParsedLine | None:
    """A line without its indent, which tells whether its first card is `carried`; None when no card is said.

    With `guess` false a name that nobody knows is left unknown.
    """
    text = without_bullets(text.strip())
    mark = _MARK.match(text)
    marked = mark is not None
    text = text[mark.end() :] if mark else text
    carried = carried or marked
    whole = _exact_match(names, text, carried)
    if whole is not None:
        return ParsedLine(marked, whole, [])
    parts = [part.strip() for part in _JOINT.split(text) if part.strip()]
    if not parts:
        return None
    first, *rest = parts
    return ParsedLine(
        marked,
        _parse_card(names, first, carried, (Upgrade,) if marked else ALL_CLASSES, guess),
        [_parse_card(names, part, True, (Upgrade,), guess) for part in rest],
    )


def parse_single_card(names: NameIndex, text: str, guess: bool = True) -> ParsedCard:
    """A card that stands alone in its line, whatever its kind."""
    return _parse_card(names, text, False, (Card,), guess)


def _parse_card(names: NameIndex, text: str, carried: bool, sides: CardClasses, guess: bool) -> ParsedCard:
    exact = _exact_match(names, text, carried)
    if exact is not None:
        return exact
    plain = list(_stripped_forms(text))[-1]
    card = ParsedCard(
        text, plain.name, plain.copies, plain.soldiers, plain.not_read, parts=plain.parts, cost=plain.cost
    )
    found, likeness = names.guess(plain.name, sides) if guess else ([], 0)
    if found:
        card.cards, card.likeness = found, likeness
    return card


def _exact_match(names: NameIndex, text: str, carried: bool) -> ParsedCard | None:
    """What the text says when it names a card or a slug, with as little as possible taken off."""
    if _JOINT.search(text) is None:
        for one in _stripped_forms(text):
            known = one.slug in names.library.cards or not one.name
            if one.slug is not None and known:
                card = ParsedCard(text, one.name, one.copies, one.soldiers, one.unread, parts=one.parts, cost=one.cost)
                card.slug = one.slug
                return card
    for one in _stripped(text):
        if found := names.find(one.name):
            fitting: list[Card] = [other for other in found if isinstance(other, Upgrade if carried else PickableCard)]
            card = ParsedCard(text, one.name, one.copies, one.soldiers, one.not_read, parts=one.parts, cost=one.cost)
            card.cards = fitting or found
            return card
    return None


def _stripped_forms(text: str) -> Iterator[_StrippedText]:
    """The text as it is, then with its count off, then with each bracket off up to the first that says nothing."""
    return (one for one in _stripped(text, counted_only=True) if not one.unread)


def _stripped(text: str, counted_only: bool = False) -> Iterator[_StrippedText]:
    """The text with more and more taken off its end; then the same once more without the count before it.

    A bare number may begin a name as well, so that it is always tried with the name first.
    """
    before = _BEFORE.match(text)
    if not counted_only or before is None or before[0].strip().isdigit():
        yield from _strip_suffix(_StrippedText(text))
    if before is not None:
        yield from _strip_suffix(_StrippedText(text[before.end() :], int(before[1] or before[2])))


def _strip_suffix(one: _StrippedText) -> Iterator[_StrippedText]:
    for _ in range(MAX_STRIPPED):
        yield one
        if after := _AFTER.search(one.name):
            one = one._replace(name=one.name[: after.start()], copies=int(after[1]))
        elif bracket := _BRACKET.search(one.name):
            one = _with_bracket_off(one, one.name[: bracket.start()], bracket)
        elif one.cost is None and (cost := _BARE_COST.search(one.name)) and cost.start():
            one = one._replace(name=one.name[: cost.start()], cost=int(cost[1]))
        else:
            return
    yield one


def _with_bracket_off(one: _StrippedText, name: str, bracket: re.Match[str]) -> _StrippedText:
    """The same with a bracket off, and what that says kept."""
    inside = (bracket[1] if bracket[1] is not None else bracket[2]).strip()
    if soldiers := _SOLDIERS.match(inside):
        return one._replace(name=name, soldiers=int(soldiers[1]))
    is_slug = bracket[2] is not None and len(inside) <= MAX_SLUG_LENGTH and _SLUG.match(inside)
    if is_slug and one.slug is None and (not name or not _COST.match(inside)):
        return one._replace(name=name, slug=inside)
    if part := read_role(inside, bracket[0].strip()):
        return one._replace(name=name, parts=(part, *one.parts))
    if cost := _COST.match(inside):
        said = None if cost[1] == "-" or one.cost is not None else int(cost[2])
        return one._replace(name=name, cost=one.cost if said is None else said)
    if not inside:
        return one._replace(name=name)
    return one._replace(name=name, unread=(*one.unread, bracket[0].strip()))

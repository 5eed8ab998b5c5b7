"""The parser of one line of a text: its marker and the cards it names."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple

from catalog.documents import json_input
from rulesapi.engine.core.upgrades import Upgrade
from rulesapi.engine.values.model import Card, PickableCard
from rulesapi.text_form.headings import is_heading
from rulesapi.text_form.known_costs import has_cost, known_cost
from rulesapi.text_form.name_index import ALL_CLASSES, CardClasses, NameIndex, is_misspelling, name_key
from rulesapi.text_form.number_reading import (
    Number,
    leading_numbers,
    left_out_numbers,
    number_in_bracket,
    numbers_in_bracket,
    read_numbers,
    says_a_number,
    takes_a_card_out,
    trailing_numbers,
)
from rulesapi.text_form.pick_roles import PickRoles, read_role

MAX_LINE_LENGTH = 600
SLUG = r"[a-z0-9]+(?:-[a-z0-9]+)*"
MAX_SLUG_LENGTH = 100
MAX_STRIPPED = 8
MAX_TAG_LENGTH = 70
MAX_LEADING = 3
MAX_FORMS = 80
"""The maximum number of stripped forms of one card's text that are compared with card names."""
MAX_PIECES = 24
MAX_JOINED = 4
"""The maximum number of pieces of a line that form one name with its numbers: “Tordek, Dwarf Champion, 59”."""

_UNSEEN = frozenset(("Cc", "Cs", "Co", "Cn"))
_BULLET = re.compile(r"(?:(?:[-*•·>–—◦▪●○■□☐☑✓✔★☆→➤»~]|\[[ xX✓]?\])\s+)+")
_MARK = re.compile(r"\+\s*|w/\s*|@\s*", re.IGNORECASE)
_WORD_MARK = re.compile(r"(?:with|mit|and|und|plus|&)\s+", re.IGNORECASE)
_JOINT = re.compile(r"(?<!\s)\s+\+\s+")
_BRACKET = re.compile(r"(?:\(([^()\[\]]*)\)|\[([^()\[\]]*)\]|\{([^{}]*)\})\s*\Z")
_OPENING = {")": "(", "]": "[", "}": "{"}
_KEYCAP = re.compile(r"(\d)\ufe0f?\u20e3\s*")
_TAG = re.compile(r"\s+(?P<tag>#!?[^\W\d][\w-]*|#\s*!\w+|\*[^\s*][^*]{0,30}\*|\^[^^]{0,60}\^)\Z")
"""Tags that deck builders append to a name: “*F*”, “#dragon”, “# !Commander”, “^Have,#37d67a^”."""
_WHOLE_BRACKET = re.compile(r"[(\[{]\s*+(?P<inside>.*\S)\s*[)\]}]\Z")
_LEADING_BRACKET = re.compile(r"(?:\(([^()\[\]]*)\)|\[([^()\[\]]*)\]|\{([^{}]*)\}|<([^<>]*)>)\s*[:.,|-]?\s*(?=\S)")
_COST_SLUG = re.compile(r"\d{1,9}(?:p|pts?|points?)?\Z")
_SLUG = re.compile(rf"{SLUG}\Z")
_MARKUP = re.compile(
    r"\[/?(?:b|i|u|s|\*|li|list|quote|center|color|size|code)(?:=[^\]]*)?\]|</?(?:b|i|u|s|em|strong|li)>", re.I
)
_ENCLOSED = re.compile(r"[(\[{<]\s*+([^()\[\]{}<>]*[^()\[\]{}<>\s])\s*[)\]}>]\Z")
_SEPARATOR = re.compile(
    r"(?<!\s)\s+(?:(?P<word>with|and|plus|mit|und)\s+|w/\s*|[-/=*]\s+)|(?:(?<!\s)\s*|(?<=\s))"
    r"(?:(?P<plus>\+)\s*(?!\d+\s*(?:[^\w\s]|\Z))|(?P<mark>[-=–—]+>|//+|[,;|:&@→•·»>—–])\s*)",
    re.IGNORECASE,
)
"""Signs and words between the parts of a line. Only the start of a run of spaces is tried, so long runs are fast."""


@dataclass
class ParsedCard:
    """One card named in a line. `cards` share the name, the likeliest first; `slug` identifies one card exactly.

    `likeness` is 100 unless the name was guessed. If there are neither cards nor a slug, the name is unknown and
    `similar` is the most similar card, if any. `unread` are brackets and labels that were not understood, `remarks`
    other text next to the card, `parts` the brackets with the pick's role in the list. `cost` is the stated cost.
    `unread_numbers` are numbers that were not understood; `doubts` are sentences about ambiguous ones.
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
    numbers: tuple[Number, ...] = ()
    remarks: tuple[str, ...] = ()
    similar: Card | None = None
    unread_numbers: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()

    @property
    def side(self) -> type[Card] | None:
        """The class of the card, creature or upgrade; None if only its place in the list decides."""
        if self.slug is not None or not self.cards:
            return None
        return PickableCard if isinstance(self.cards[0], PickableCard) else Upgrade

    @property
    def is_exact(self) -> bool:
        """True if the line gives the card's exact name or slug."""
        return self.slug is not None or (bool(self.cards) and self.likeness == 100)

    @property
    def is_taken_out(self) -> bool:
        """True if a negative number before the name removes the card from a list: “-1 Wraith”."""
        return bool(self.numbers) and takes_a_card_out(self.numbers[0]) and self.text.startswith(self.numbers[0].text)

    @property
    def is_counted(self) -> bool:
        """True if digits give the number of copies, even if it is 1."""
        return any(number.form in ("times", "before") and says_a_number(number.text) for number in self.numbers)

    @property
    def is_priced(self) -> bool:
        """True if a number next to the name can be its cost."""
        return any(number.form in ("points", "bracket", "before") for number in self.numbers)


class ParsedLine(NamedTuple):
    """A parsed line: whether it is `marked` with a plus, its first card, and the cards after further plus signs."""

    marked: bool
    first: ParsedCard
    others: list[ParsedCard]


class _StrippedText(NamedTuple):
    """A card's text without some of its numbers and brackets; a `weak` form is used only if it is a known name."""

    name: str
    numbers: tuple[Number, ...] = ()
    unread: tuple[str, ...] = ()
    slug: str | None = None
    parts: PickRoles = ()
    weak: bool = False

    @property
    def not_read(self) -> tuple[str, ...]:
        return self.unread if self.slug is None else (*self.unread, f"[{self.slug}]")


class _Piece(NamedTuple):
    """A part of a line between two separators, with the kind of the separator before it: “plus”, “word”, “mark” or
    empty.
    """

    start: int
    end: int
    separator: str


def normalized_line(line: str) -> str:
    """Return a line in NFC with plain spaces, keycaps as numbers and no invisible characters."""
    line = _KEYCAP.sub(r"\1. ", line)
    spaced = "".join(" " if one.isspace() or unicodedata.category(one) in _UNSEEN else one for one in line)
    cleaned: str = json_input.tidy(spaced)
    return cleaned.rstrip()


def without_bullets(text: str) -> str:
    """Return a line without its leading bullets."""
    return _BULLET.sub("", text, count=1) if _BULLET.match(text) else text


def undecorated(text: str) -> str:
    """Return a line without emphasis marks, quotation marks and brackets around all of it."""
    plain = _MARKUP.sub("", text).strip()
    start, end = 0, len(plain)
    while start < end and not (plain[start].isalnum() or plain[start].isspace() or plain[start] in "([{<#+½-−–/"):
        start += 1
    while end > start and not (plain[end - 1].isalnum() or plain[end - 1] in ")]}>.%"):
        end -= 1
    inner = plain[start:end].strip()
    if enclosed := _ENCLOSED.match(inner):
        return inner if _SLUG.match(enclosed[1]) and inner[0] == "[" else enclosed[1]
    return inner


def parse_line(names: NameIndex, text: str, carried: bool, guess: bool = True) -> ParsedLine | None:
    """Return the parsed form of a line; None if it names no card.

    `carried` says that the line's indent makes its first card an upgrade. With `guess` false, unknown names are not
    matched to similar ones.
    """
    marked, text = _without_mark(names, without_bullets(text.strip()))
    carried = carried or marked
    if cards := _exact_cards(names, text, carried, guess):
        cards = [one for card in cards for one in _with_bracketed_cards(names, card)]
        return ParsedLine(marked, cards[0], cards[1:])
    parts = [part.strip() for part in _JOINT.split(text) if part.strip()]
    if not parts:
        return None
    first, *rest = parts
    return ParsedLine(
        marked,
        _parse_card(names, first, carried, names.carried_classes if marked else ALL_CLASSES, guess),
        [
            _parse_card(names, part, True, names.carried_classes, guess and place < MAX_PIECES)
            for place, part in enumerate(rest)
        ],
    )


def parse_cards(names: NameIndex, text: str, guess: bool = True) -> list[ParsedCard]:
    """Return the cards of a line that contains only cards of any kind: one, or several separated by commas."""
    return _exact_cards(names, text, False, guess) or [_parse_card(names, text, False, (Card,), guess)]


def parse_single_card(names: NameIndex, text: str, guess: bool = True) -> ParsedCard:
    """Return the card of a line that contains one card of any kind."""
    for shown in dict.fromkeys((text, undecorated(text))):
        if (whole := _exact_match(names, shown, carried=False)) is not None:
            return whole
    return _parse_card(names, text, False, (Card,), guess)


def _exact_cards(names: NameIndex, text: str, carried: bool, guess: bool) -> list[ParsedCard]:
    """Return the cards of a text, with or without decoration; empty unless some part of it is an exact card name."""
    forms = list(dict.fromkeys((text, undecorated(text))))
    for shown in forms:
        if (whole := _exact_match(names, shown, carried)) is not None:
            return [whole]
    several = (_several_cards(names, shown, carried, guess) for shown in forms)
    return next(filter(None, several), [])


def _with_bracketed_cards(names: NameIndex, card: ParsedCard) -> Iterator[ParsedCard]:
    """Yield a card and the upgrades named in brackets or remarks next to it: “Maurghoros (Fireball, Candle-Flight)”."""
    carried: list[ParsedCard] = []

    def without_cards(texts: tuple[str, ...]) -> tuple[str, ...]:
        found = [(text, _bracketed_upgrades(names, text)) for text in texts]
        carried.extend(upgrade for _, upgrades in found for upgrade in upgrades)
        return tuple(text for text, upgrades in found if not upgrades)

    if card.side is not Upgrade:
        card.unread = without_cards(card.unread[::-1])[::-1]
        card.unread_numbers = without_cards(card.unread_numbers)
        card.remarks = without_cards(card.remarks)
    yield card
    yield from carried


def _bracketed_upgrades(names: NameIndex, text: str) -> list[ParsedCard]:
    """Return the upgrades in a bracket; empty if it contains anything else."""
    whole = _WHOLE_BRACKET.match(text)
    if whole is None:
        return []
    inside = whole["inside"]
    if mark := _MARK.match(inside) or _WORD_MARK.match(inside):
        inside = inside[mark.end() :]
    cards = _exact_cards(names, inside, True, False)
    return cards if all(card.side is Upgrade and card.is_exact and not card.remarks for card in cards) else []


def _without_mark(names: NameIndex, text: str) -> tuple[bool, str]:
    """Return whether a line is marked as an upgrade, and the line without the mark."""
    if mark := _MARK.match(text):
        return True, text[mark.end() :]
    if (mark := _WORD_MARK.match(text)) and _exact_match(names, text[mark.end() :], carried=True) is not None:
        return True, text[mark.end() :]
    return False, text


# -- several cards -----------------------------------------------------------------------------------------------------


def _several_cards(names: NameIndex, text: str, carried: bool, guess: bool) -> list[ParsedCard]:
    """Return the cards of a line with separators; empty unless some piece of it is an exact card name."""
    pieces = _pieces(text)
    if not 2 <= len(pieces) <= MAX_PIECES:
        return []
    found = list(_matched_pieces(names, text, pieces, carried))
    if not any(card for _, _, card in found):
        return []
    if any(card is None and separator == "word" for _, separator, card in found[1:]):
        return []
    cards: list[ParsedCard] = []
    before: list[str] = []
    for number, (shown, _separator, card) in enumerate(found):
        if card is None:
            card = _unmatched_piece(names, shown, found[number:], guess, first=not cards, carried=carried)
        if card is not None:
            card.unread = (*(f"“{label}”" for label in before if not says_a_number(label)), *card.unread)
            card.remarks = (*filter(says_a_number, before), *card.remarks)
            before = []
            cards.append(card)
        elif cards:
            cards[-1].remarks = (*cards[-1].remarks, shown)
        else:
            before.append(shown)
    return cards


def _unmatched_piece(
    names: NameIndex,
    shown: str,
    pieces: Sequence[tuple[str, str, ParsedCard | None]],
    guess: bool,
    *,
    first: bool,
    carried: bool,
) -> ParsedCard | None:
    """Return the card of a piece that is no exact card name, the first of `pieces`; None if it is a label or a
    remark.
    """
    plus = pieces[0][1] == "plus" or (first and len(pieces) > 1 and pieces[1][1] == "plus")
    if first and not plus:
        following = next((card for _, _, card in pieces if card is not None), None)
        plus = following is not None and following.side is Upgrade and not is_heading(names.words, shown)
    if plus:
        return _parse_card(names, shown, carried or not first, ALL_CLASSES if first else names.carried_classes, guess)
    if first:
        return None
    card = _parse_card(names, shown, True, ALL_CLASSES, guess)
    return card if card.cards else None


def _matched_pieces(
    names: NameIndex, text: str, pieces: Sequence[_Piece], carried: bool
) -> Iterator[tuple[str, str, ParsedCard | None]]:
    """Yield the text, preceding separator and card of each piece, or of several pieces that together are one name."""
    place = 0
    while place < len(pieces):
        for size in range(min(MAX_JOINED, len(pieces) - place), 0, -1):
            shown = text[pieces[place].start : pieces[place + size - 1].end]
            forms = dict.fromkeys((shown, undecorated(shown)))
            card = next(filter(None, (_exact_match(names, one, carried or place > 0) for one in forms)), None)
            if card is not None or size == 1:
                break
        yield shown, pieces[place].separator, card
        place += size


def _pieces(text: str) -> list[_Piece]:
    depths = _bracket_depths(text)
    pieces: list[_Piece] = []
    start, separator = 0, ""
    for match in _SEPARATOR.finditer(text):
        if depths[match.start()] or not text[start : match.start()].strip():
            continue
        pieces.append(_Piece(start, match.start(), separator))
        start = match.end()
        separator = match.lastgroup or "mark"
        if len(pieces) > MAX_PIECES:
            break
    if text[start:].strip():
        pieces.append(_Piece(start, len(text), separator))
    return pieces


def _bracket_depths(text: str) -> list[int]:
    """Return the number of open brackets at each character; zeros if the brackets do not match."""
    depths, depth = [], 0
    for character in text:
        depth -= character in ")]"
        depths.append(depth)
        depth += character in "(["
    return depths if depth == 0 and min(depths, default=0) >= 0 else [0] * len(text)


# -- one card ----------------------------------------------------------------------------------------------------------


def _parse_card(names: NameIndex, text: str, carried: bool, sides: CardClasses, guess: bool) -> ParsedCard:
    exact = _exact_match(names, text, carried)
    if exact is not None:
        return exact
    stripped = list(islice(_stripped(text), MAX_FORMS))
    plain = _fullest([one for one in stripped if not one.weak and not one.unread])
    card = _card(names, text, plain)
    if not guess:
        return card
    for one in dict.fromkeys((plain, _fullest([one for one in stripped if not one.weak]))):
        found, likeness = names.guess(one.name, sides)
        for counted in _word_counted(stripped):
            others, likelier = names.guess(counted.name, sides)
            if likelier > likeness:
                one, found, likeness = counted, others, likelier
        if found and is_misspelling(one.name, found[0].title):
            guessed = _card(names, text, one, found, likeness)
            guessed.unread_numbers = (*guessed.unread_numbers, *left_out_numbers(one.name, found[0].title))
            return guessed
        if found and card.similar is None:
            card.similar = found[0]
    return card


def _word_counted(stripped: Sequence[_StrippedText]) -> Iterator[_StrippedText]:
    """Yield the form of a text without a leading number word, which may be part of a name."""
    yield from islice((one for one in stripped if one.weak and one.numbers[0].form == "times"), 1)


def _fullest(stripped: Sequence[_StrippedText]) -> _StrippedText:
    """Return the first of the forms with the most numbers and brackets removed."""
    return max(
        stripped, key=lambda form: len(form.numbers) + len(form.unread) + len(form.parts) + (form.slug is not None)
    )


def _exact_match(names: NameIndex, text: str, carried: bool) -> ParsedCard | None:
    """Return the card whose exact name or slug is in the text, with as little removed as possible; None if there is
    none.
    """
    if text in names.unmatched:
        return None
    if "[" in text and _JOINT.search(text) is None and (by_slug := _slug_match(names, text)) is not None:
        return by_slug
    for one in islice(_stripped(text), MAX_FORMS):
        if one.name.strip() and (found := names.find(one.name)):
            fitting: list[Card] = [card for card in found if isinstance(card, Upgrade if carried else PickableCard)]
            return _card(names, text, one, fitting or found)
    names.unmatched.add(text)
    return None


def _slug_match(names: NameIndex, text: str) -> ParsedCard | None:
    """Return the card whose slug is in the text, either after its name or with nothing but numbers; None if there is
    none.
    """
    known = names.library.cards
    forms = [one for one in islice(_stripped(text), MAX_FORMS) if one.slug is not None and not one.unread]
    fitting = [one for one in forms if not one.weak and (not one.name.strip() or one.slug in known)]
    if not fitting:
        return None
    named = (one for one in fitting if one.slug and known.get(one.slug) in names.find(one.name))
    best = next(named, None) or _fullest(fitting)
    card = _card(names, text, best, slug=best.slug)
    called = known.get(best.slug or "")
    if (
        called is not None
        and best.name.strip()
        and called not in names.find(best.name)
        and name_key(called.title) != name_key(best.name)
    ):
        card.remarks = (*card.remarks, best.name.strip())
    return card


def _card(
    names: NameIndex,
    text: str,
    form: _StrippedText,
    cards: Sequence[Card] = (),
    likeness: int = 100,
    *,
    slug: str | None = None,
) -> ParsedCard:
    known = names.library.cards.get(slug) if slug is not None else next(iter(cards), None)
    soldiers = next((number.value for number in form.numbers if number.form == "soldiers"), None)
    open_numbers = any(number.form not in ("times", "points", "soldiers") for number in form.numbers)
    cost = known_cost(names.library, known, soldiers) if known is not None and open_numbers else None
    costs = names.has_costs if known is None else has_cost(names.library, known)
    read = read_numbers(form.numbers, cost, may_cost=open_numbers and cost is None and costs)
    unread = form.unread if slug is not None else form.not_read
    return ParsedCard(
        text,
        form.name,
        read.count,
        read.soldiers,
        tuple(bracket for bracket in unread if not says_a_number(bracket)),
        list(cards),
        slug,
        likeness,
        form.parts,
        read.cost,
        form.numbers,
        unread_numbers=(*read.unread, *(bracket for bracket in unread if says_a_number(bracket))),
        doubts=read.doubts,
    )


def _stripped(text: str) -> Iterator[_StrippedText]:
    """Yield the text with more and more removed from its end, then again with each removable prefix taken off.

    A number may be part of the name, so the forms with the number come first.
    """
    yield from _strip_suffix(_StrippedText(text))
    yield from _strip_prefix(_StrippedText(text), MAX_LEADING)


def _strip_prefix(form: _StrippedText, most: int) -> Iterator[_StrippedText]:
    if not most:
        return
    for shorter in _without_leading(form):
        yield from _strip_suffix(shorter)
        yield from _strip_prefix(shorter, most - 1)


def _without_leading(form: _StrippedText) -> Iterator[_StrippedText]:
    if bracket := _LEADING_BRACKET.match(form.name):
        inside = next(group for group in bracket.groups() if group is not None).strip()
        shown = bracket[0].strip()
        number = number_in_bracket(inside, shown.rstrip(" :.,|-"))
        rest = form.name[bracket.end() :]
        if number is not None and number.form == "bracket":
            number = Number(number.text, number.value, "before")
        if number is not None:
            yield form._replace(name=rest, numbers=(*form.numbers, number))
        elif inside:
            yield form._replace(name=rest, unread=(*form.unread, shown))
        return
    for end in leading_numbers(form.name):
        yield form._replace(name=end.rest, numbers=(*form.numbers, end.number), weak=form.weak or end.weak)


def _strip_suffix(form: _StrippedText) -> Iterator[_StrippedText]:
    for _ in range(MAX_STRIPPED):
        yield form
        if tag := _TAG.search(form.name, max(0, len(form.name) - MAX_TAG_LENGTH)):
            form = form._replace(name=form.name[: tag.start()].rstrip(), unread=(*form.unread, f"“{tag['tag']}”"))
            continue
        if bracket := _last_bracket(form.name):
            form = _with_bracket_off(form, form.name[: bracket.start()].rstrip(), bracket)
            continue
        ends = list(trailing_numbers(form.name))
        for end in ends:
            if end.weak:
                yield form._replace(name=end.rest, numbers=(*form.numbers, end.number), weak=True)
        strong = next((end for end in ends if not end.weak), None)
        if strong is None:
            return
        form = form._replace(name=strong.rest, numbers=(*form.numbers, strong.number))
    yield form


def _last_bracket(text: str) -> re.Match[str] | None:
    opening = _OPENING.get(text.rstrip()[-1:])
    return _BRACKET.match(text, max(text.rfind(opening), 0)) if opening else None


def _with_bracket_off(form: _StrippedText, name: str, bracket: re.Match[str]) -> _StrippedText:
    """Return the form without the bracket, whose meaning is recorded."""
    shown = bracket[0].strip()
    inside = next(group for group in bracket.groups() if group is not None).strip()
    numbers = numbers_in_bracket(inside, shown)
    if any(number.form in ("soldiers", "times") for number in numbers):
        return form._replace(name=name, numbers=(*form.numbers, *numbers))
    is_slug = bracket[2] is not None and len(inside) <= MAX_SLUG_LENGTH and _SLUG.match(inside)
    if is_slug and form.slug is None and (not name or not _COST_SLUG.match(inside)):
        return form._replace(name=name, slug=inside)
    if part := read_role(inside, shown):
        return form._replace(name=name, parts=(part, *form.parts))
    if numbers:
        return form._replace(name=name, numbers=(*form.numbers, *numbers))
    if not inside:
        return form._replace(name=name)
    return form._replace(name=name, unread=(*form.unread, shown))

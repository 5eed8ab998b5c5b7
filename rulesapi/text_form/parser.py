"""The parser of a text into a legion, with a report about each line."""

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from catalog.documents import schema_path, slugify
from catalog.documents.card_facts import faults_in_facts
from catalog.documents.errors import format_number, json_pointer
from catalog.documents.suggestions import listed
from rulesapi.engine.core.library import Library
from rulesapi.engine.core.upgrades import Upgrade
from rulesapi.engine.values.model import PickableCard
from rulesapi.text_form.column_lines import lines_of_columns
from rulesapi.text_form.extra_fields import SOURCES, ExtraFieldsReader, field_line
from rulesapi.text_form.headings import (
    address_in_bracket,
    has_address,
    is_blank,
    is_comment,
    is_heading,
    is_lone_number,
    is_remark,
    label_of_list,
    points_alone,
    silent_words,
)
from rulesapi.text_form.known_costs import COST_FACT, has_cost
from rulesapi.text_form.line_parser import (
    MAX_LINE_LENGTH,
    MAX_SLUG_LENGTH,
    ParsedCard,
    ParsedLine,
    normalized_line,
    parse_cards,
    parse_line,
    without_bullets,
)
from rulesapi.text_form.name_index import NameIndex, name_key
from rulesapi.text_form.number_reading import unread_words
from rulesapi.text_form.numbering import TextLine, without_numbering
from rulesapi.text_form.own_facts import MARKER, MAX_OWN_FACT_CARDS, MAX_OWN_FACTS, MAX_OWN_FACTS_LENGTH, read_own_facts
from rulesapi.text_form.pick_roles import PickRoles, resolve_roles
from rulesapi.text_form.report import ReportRow, RowOutcome
from rulesapi.text_form.title_line import SettingsReader, has_settings

MAX_TEXT_LENGTH = 200_000
MAX_LINES = 400
MAX_CARDS = 400
"""The maximum number of cards read from a text, within the limits of documents from outside."""
MAX_GUESSES = 50
"""The maximum number of names looked up by likeness in one text; a text that needs more is no list of this game."""
MAX_NUMBER = 500

_TITLE = re.compile(r"#+\s*")
_STRUCK = re.compile(r"~~(?=\S)(.+?)(?<=\S)~~")
_STRIKE_MARKS = re.compile("[\u0335-\u0338]")
_HASH_NUMBER = re.compile(r"#\d")
_LAST_BRACKET = re.compile(r"[)\]]\W*\Z")
_ABOUT = re.compile(r"about\W*\Z", re.IGNORECASE)
_ABOUT_NAME = re.compile(r"name\s+(\S.*)\Z", re.IGNORECASE)


class _PlacedCard(NamedTuple):
    """A card to be added to the legion, with its report row."""

    slug: str
    row: ReportRow


class _ParsedPick:
    """The line of a creature, with the upgrades read for it so far."""

    def __init__(self, standing: _PlacedCard, card: ParsedCard, part: dict[str, Any]) -> None:
        self.standing, self.count, self.soldiers, self.part = standing, card.count, card.soldiers, part
        self.carried: list[_PlacedCard] = []

    @property
    def cards(self) -> int:
        """The number of places the pick takes in the legion; copies without upgrades share one."""
        return self.count * (1 + len(self.carried)) if self.carried else 1

    def lines(self) -> list[dict[str, Any]]:
        """Return the picks of the legion's document: one, or one per copy if the copies carry upgrades."""
        line: dict[str, Any] = {"card": self.standing.slug}
        if self.soldiers not in (None, 1):
            line["soldiers"] = self.soldiers
        line |= self.part
        if not self.carried:
            return [line if self.count == 1 else {**line, "count": self.count}]
        return [{**line, "upgrades": [one.slug for one in self.carried]} for _ in range(self.count)]


def parse_text(
    library: Library, text: str, *, newest_release: Callable[[], int] | None = None
) -> tuple[dict[str, Any], list[ReportRow]]:
    """Return the legion of a text and the report about its lines. Never raises, for any text.

    The legion is valid by its schema but not necessarily legal. A release above `newest_release`, by default that of
    the library, is reported.
    """
    reader = _TextParser(library, newest_release)
    lines = without_numbering(reader.names, list(_lines(reader, text)))
    for place, line in enumerate(lines):
        reader.read(line, lines[place + 1] if place + 1 < len(lines) else None)
    return reader.legion(), reader.sorted_report()


def exact_line_count(library: Library, text: str) -> int:
    """Return the number of lines that begin with the exact name of a card of the library; used to detect the game."""
    reader = _TextParser(library)
    lines = without_numbering(reader.names, list(_lines(reader, text)))
    found = 0
    for line in lines:
        parsed = parse_line(reader.names, line.text, line.text[0] == " ", guess=False)
        beside = parse_cards(reader.extras.others, field_line(line.text)[1] or line.text, guess=False)
        found += (parsed is not None and bool(parsed.first.cards)) or bool(beside[0].cards)
    return found


def as_card_line(text: str, number: int) -> str:
    """Return the text with `1x` put before the line with this number, so that the line is read as a card."""
    lines = text.splitlines(keepends=True)
    if not 1 <= number <= len(lines):
        return text
    line = lines[number - 1]
    plain = without_bullets(line.lstrip()).lstrip("#/-–—=*~ ")
    lines[number - 1] = f"{line[: len(line) - len(line.lstrip())]}1x {plain.rstrip().rstrip(':')}\n"
    return "".join(lines)


def _lines(reader: "_TextParser", text: str) -> Iterator[TextLine]:
    """Yield the lines that may contain something, with their line numbers and without the common indent."""
    lines_read: list[TextLine] = []
    silent = 0
    lines = text[:MAX_TEXT_LENGTH].splitlines()
    whole = len(text) <= MAX_TEXT_LENGTH
    for number, (line, has_headings) in enumerate(lines_of_columns(lines, reader.is_card_name), start=1):
        plain = normalized_line(_with_struck_letters(line))
        if not plain.strip():
            continue
        if len(lines_read) == MAX_LINES or silent == MAX_LINES or (number == len(lines) and not whole):
            message = _("Nothing is read beyond {lines} lines or {characters} characters.")
            reader.drop(number, plain, message.format(lines=MAX_LINES, characters=format_number(MAX_TEXT_LENGTH)))
            break
        if has_headings:
            reader.tell(number, plain, _("Read as the headings of columns; it names no card."))
        elif is_blank(plain) and not plain.startswith("#") and not reader.names.has_very_name(plain):
            bracketed = address_in_bracket(plain)
            if has_address(plain) and reader.begins_with_card(bracketed):
                lines_read.append(TextLine(number, bracketed))
                continue
            reader.tell_silent(number, plain, may_be_limit=len(lines_read) <= 1)
            silent += 1
        else:
            lines_read.append(TextLine(number, plain))
    shared = min((_indent(one.text) for one in lines_read if not one.text.startswith("#")), default=0)
    for one in lines_read:
        yield one if one.text.startswith("#") else one._replace(text=one.text[shared:])


def _with_struck_letters(line: str) -> str:
    """Return a line with combining strike marks as Markdown strikethrough."""
    plain = _STRIKE_MARKS.sub("", line)
    letters = sum(map(str.isalnum, plain))
    if not letters or 2 * (len(line) - len(plain)) < letters:
        return line
    return f"{plain[: _indent(plain)]}~~{plain.strip()}~~"


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())


class _TextParser:
    """The parser state: the legion and report so far."""

    def __init__(self, library: Library, newest_release: Callable[[], int] | None = None) -> None:
        self.library = library
        self.names = NameIndex.of(library)
        self.extras = ExtraFieldsReader(self.names)
        self.settings = SettingsReader(library, newest_release)
        self.picks: list[_ParsedPick] = []
        self.facts: dict[str, dict[str, Any]] = {}
        self.costs: dict[str, int] = {}
        self.report: list[ReportRow] = []
        self.guesses = 0
        self.begun = False
        self.after_about = False

    def legion(self) -> dict[str, Any]:
        """Return the document and set the places in the report rows."""
        lines: list[dict[str, Any]] = []
        for pick in self.picks:
            at = f"/picks/{len(lines)}"
            pick.standing.row.at = at
            for place, one in enumerate(pick.carried):
                one.row.at = one.row.at or f"{at}/upgrades/{place}"
            lines += pick.lines()
        facts = self.facts_with_costs()
        own = {"facts": facts} if facts else {}
        return {"game": self.library.game, **self.settings.fields, **self.extras.fields, "picks": lines, **own}

    def sorted_report(self) -> list[ReportRow]:
        return sorted(self.report, key=lambda row: row.line)

    def facts_with_costs(self) -> dict[str, dict[str, Any]]:
        """Return the own numbers merged with the costs next to names; explicit own numbers take precedence."""
        facts = dict(self.facts)
        names = {self.library.cards[slug].slug: slug for slug in facts if slug in self.library.cards}
        for card, cost in self.costs.items():
            slug = names.get(card, card)
            full = len(facts) >= MAX_OWN_FACT_CARDS and slug not in facts
            if not full and sum(map(len, facts.values())) < MAX_OWN_FACTS:
                facts[slug] = {COST_FACT: cost, **facts.get(slug, {})}
        return facts

    # -- lines that name no card -----------------------------------------------------------------------------------

    def drop(self, number: int, text: str, message: str) -> None:
        """Report a text that is not in the legion."""
        self.report.append(ReportRow(number, text.strip()[:MAX_LINE_LENGTH], "dropped", message=message))

    def tell(
        self, number: int, text: str, message: str, pointer: str = "", outcome: RowOutcome = "mapped"
    ) -> ReportRow:
        """Report a line that names no card."""
        row = ReportRow(number, text.strip()[:MAX_LINE_LENGTH], outcome, at=pointer, message=message)
        self.report.append(row)
        return row

    def tell_silent(self, number: int, text: str, *, may_be_limit: bool = False) -> None:
        """Report a line without card information; points above all cards may be the limit."""
        row = self.tell(number, text, silent_words(text), outcome="guessed" if is_lone_number(text) else "mapped")
        if may_be_limit and (points := points_alone(text)):
            self.note(row, _("If it is the limit, write “Limit: {points}”.").format(points=points))

    def heading(self, line: TextLine, card: ParsedCard, *, sure: bool) -> None:
        """Report a heading, and the card it might be."""
        row = self.tell(line.number, line.text, _("Read as a heading; it names no card."))
        if not sure or card.similar is not None or card.cards:
            row.outcome = "guessed"
            self.note_possible_card(row, card)

    def note_possible_card(self, row: ReportRow, card: ParsedCard) -> None:
        """Note in the row that the line may be a card."""
        row.may_be_card = True
        near = card.cards[0] if card.cards else card.similar
        if near is None:
            self.note(row, _("If it is a card, write “1x” before it."))
        else:
            row.likeness = card.likeness if card.cards and card.likeness < 100 else None
            self.note(row, _("If it is the card {title}, write “1x” before it.").format(title=near.title))

    def title(self, line: TextLine, text: str) -> ReportRow:
        row = self.tell(line.number, line.text, _("Read as the title."))
        self.settings.read_title(text)
        row.at = next((f"/{field}" for field in self.settings.fields), "/name")
        self.take_notes(line.number)
        return row

    def take_notes(self, number: int) -> None:
        """Report the parts of a title or label that were not understood."""
        for note in self.settings.notes:
            if note.outcome == "dropped":
                self.drop(number, note.text, note.message)
            else:
                self.tell(number, note.text, note.message, "/name", note.outcome)
        self.settings.notes.clear()

    def is_about_list(self, line: TextLine, text: str) -> bool:
        """Read a label line about the whole list, such as its name, format or limit; return False for any other
        line.
        """
        field, value = label_of_list(text)
        if not field and self.after_about and (named := _ABOUT_NAME.match(text)):
            field, value = "name", named[1]
        self.after_about = _ABOUT.match(text) is not None
        if field and value:
            if self.settings.read_label(field, value):
                self.tell(line.number, line.text, "", f"/{field}")
            self.take_notes(line.number)
        elif is_remark(text):
            self.tell(line.number, line.text, _("Read as a remark; it names no card."))
        else:
            return False
        return True

    def hash_line(self, line: TextLine, begun: bool) -> None:
        """Read a line that starts with `#`: the title, a numbered card, or a remark."""
        plain = _TITLE.sub("", line.text, count=1)
        numbered = parse_line(self.names, line.text, False, guess=False) if _HASH_NUMBER.match(line.text) else None
        if numbered is not None and numbered.first.is_exact:
            self.cards(line, numbered, indented=False)
        elif not begun:
            self.title(line, plain)
        else:
            row = self.tell(line.number, line.text, _("A line with “#” is a remark; it names no card."))
            parsed = parse_line(self.names, plain, False, guess=False) if len(plain) <= MAX_LINE_LENGTH else None
            if parsed is not None and parsed.first.is_exact:
                row.outcome = "guessed"
                self.note_possible_card(row, parsed.first)

    # -- reading ---------------------------------------------------------------------------------------------------

    def read(self, line: TextLine, following: TextLine | None) -> None:
        """Read one line; `following` is the next line with content."""
        if not line.text.startswith(("#", MARKER)) and _STRUCK.search(line.text):
            line = self.without_struck(line)
            if not any(map(str.isalpha, line.text)):
                return
        begun, self.begun = self.begun, True
        text = without_bullets(line.text.strip())
        if not self.names.has_very_name(line.text):
            if line.text.startswith("#"):
                self.hash_line(line, begun)
                return
            if text.startswith(MARKER) and not is_comment(text):
                self.own(line.number, text)
                return
        if len(line.text) > MAX_LINE_LENGTH:
            message = _("A line of more than {most} characters is not read.")
            self.drop(line.number, line.text, message.format(most=MAX_LINE_LENGTH))
            return
        if self.names.find(text) == [] and (
            self.is_extra_field(line.number, line.text, begun) or self.is_about_list(line, text)
        ):
            return
        indented = line.text[0] == " "
        parsed = parse_line(self.names, line.text, indented, self.guesses < MAX_GUESSES)
        if parsed is None:
            self.tell_silent(line.number, line.text)
        elif not self.reads_otherwise(line, parsed, following, begun):
            self.cards(line, parsed, indented=indented)

    def without_struck(self, line: TextLine) -> TextLine:
        """Report the struck-out parts of a line; return the rest of the line."""
        for text in _STRUCK.findall(line.text):
            self.drop(line.number, text, _("This is struck out, so it is not in the list."))
        return line._replace(text=_STRUCK.sub("", line.text).rstrip())

    def reads_otherwise(self, line: TextLine, parsed: ParsedLine, following: TextLine | None, begun: bool) -> bool:
        """Read a line without exact card names as a map, a heading or the title; return False if it contains cards."""
        first = parsed.first
        if any(card.is_exact for card in (first, *parsed.others)):
            return False
        if self.is_map_or_tile(line):
            return True
        text = without_bullets(line.text.strip())
        counted = any(number.form == "times" and number.text.isdecimal() for number in first.numbers)
        if counted or (parsed.marked and not is_comment(text)):
            return False
        self.guesses += 1
        carries = self.is_upgrade(following)
        if is_comment(text) or (text.endswith(":") and not carries and begun):
            self.heading(line, first, sure=is_heading(self.names.words, text.rstrip(":")))
            return True
        if begun or text[0] in "([<{" or _ABOUT.match(text):
            known = is_heading(self.names.words, text) and not self.is_plural(first)
            if carries or not (known or self.is_word_like_a_card(first)):
                return False
            self.heading(line, first, sure=is_heading(frozenset(), text))
            return True
        if carries or first.is_counted or self.shares_bullet(line, following) or self.is_priced(line, first):
            return False
        row = self.title(line, text)
        if not has_settings(self.library, text) or first.similar is not None or first.cards:
            row.outcome = "guessed"
            self.note_possible_card(row, first)
        return True

    def is_priced(self, line: TextLine, card: ParsedCard) -> bool:
        """Return whether the number next to a name is the price of a card and not the limit of a list."""
        return (
            card.is_priced and _LAST_BRACKET.search(line.text) is not None and not has_settings(self.library, line.text)
        )

    def is_upgrade(self, line: TextLine | None) -> bool:
        """Return whether a line is an upgrade carried by the card of the line above."""
        if not self.names.carries or line is None:
            return False
        if len(line.text) > MAX_LINE_LENGTH or line.text.startswith(("#", MARKER)):
            return False
        parsed = parse_line(self.names, line.text, line.text[0] == " ", guess=False)
        if parsed is None or parsed.first.side is PickableCard:
            return False
        return parsed.marked or parsed.first.side is Upgrade

    def shares_bullet(self, line: TextLine, following: TextLine | None) -> bool:
        """Return whether two lines begin with the same bullet."""
        if following is None:
            return False
        bullets = [
            one.text.strip()[:1] for one in (line, following) if without_bullets(one.text.strip()) != one.text.strip()
        ]
        return len(bullets) == 2 and bullets[0] == bullets[1]

    def is_word_like_a_card(self, card: ParsedCard) -> bool:
        """Return whether a line is a single word similar to a card name but not a misspelling of it."""
        alone = card.text == card.name and " " not in card.name
        return alone and not card.cards and card.similar is not None

    def is_plural(self, card: ParsedCard) -> bool:
        """Return whether the line is the plural of the guessed card's name: “Wraiths”."""
        return bool(card.cards) and name_key(card.name) == f"{name_key(card.cards[0].title)}s"

    def is_card_name(self, text: str) -> bool:
        return bool(self.names.find(text) or self.extras.others.find(text))

    def begins_with_card(self, text: str) -> bool:
        parsed = parse_line(self.names, text, False, guess=False) if len(text) <= MAX_LINE_LENGTH else None
        return parsed is not None and parsed.first.is_exact

    def is_map_or_tile(self, line: TextLine) -> bool:
        """Read a line that names a battle map or a tile without a label; return False for any other line."""
        if not any(self.library.ruleset.settings.values()):
            return False
        cards = parse_cards(self.extras.others, without_bullets(line.text.strip()), guess=False)
        fields = {self.extras.field_of(card) for card in cards}
        if len(fields) != 1 or not (field := fields.pop()):
            return False
        for card in cards:
            self.put_extra(line.number, field, card)
        return True

    def is_extra_card(self, number: int, text: str) -> bool:
        """Read text next to a card that names a battle map or a tile; return False for any other text."""
        if not any(self.library.ruleset.settings.values()):
            return False
        card = parse_cards(self.extras.others, text.strip("“”"), guess=False)[0]
        field = self.extras.field_of(card) if card.is_exact and not card.remarks else ""
        if field:
            self.put_extra(number, field, card)
        return bool(field)

    def cards(self, line: TextLine, parsed: ParsedLine, *, indented: bool) -> None:
        """Add the cards of a line to the legion."""
        for card in (parsed.first, *parsed.others):
            self.guesses += not card.is_exact
            for beside in ("unread", "unread_numbers", "remarks"):
                texts = getattr(card, beside)
                setattr(card, beside, tuple(text for text in texts if not self.is_extra_card(line.number, text)))
        others = [card for card in parsed.others if card.is_exact or not self.is_extra_card(line.number, card.text)]
        first = parsed.first
        carries = self.names.carries
        carried = first.side is Upgrade or (carries and first.side is None and (indented or parsed.marked))
        row = self.put(line.number, first, carried=carried)
        numbering = line.numbering.strip(" #.):([]-–—").lstrip("0")
        if numbering not in ("", "1"):
            message = _("“{number}” was read as the number of the line. For a count write “{count}x”.")
            self.note(row, message.format(number=line.numbering, count=numbering))
        for card in others:
            self.put(line.number, card, carried=carries and card.side is not PickableCard)

    def own(self, number: int, line: str) -> None:
        """Read a line of own numbers, or report why it cannot be read."""
        if len(line) > MAX_OWN_FACTS_LENGTH:
            message = _("A line of own numbers has at most {most} characters.")
            self.drop(number, line, message.format(most=format_number(MAX_OWN_FACTS_LENGTH)))
            return
        slug, own_facts, problem = read_own_facts(self.names, line)
        if own_facts and slug is not None:
            facts = {**self.facts, slug: {**self.facts.get(slug, {}), **own_facts}}
            if len(facts) > MAX_OWN_FACT_CARDS or sum(map(len, facts.values())) > MAX_OWN_FACTS:
                message = _("A text holds at most {numbers} own numbers, of {cards} cards.")
                problem = message.format(numbers=MAX_OWN_FACTS, cards=MAX_OWN_FACT_CARDS)
            else:
                self.facts = facts
                row = self.tell(number, line, "", json_pointer("facts", slug))
                row.card = slug
        if problem:
            self.drop(number, line, problem)

    def is_extra_field(self, number: int, line: str, begun: bool) -> bool:
        """Read a line with a field other than picks; return False for any other line."""
        field, value = field_line(without_bullets(line.strip()))
        if not field:
            return False
        if field != SOURCES and field not in self.library.ruleset.fields:
            if begun:
                self.drop(number, line, _("Lists of this game have no such thing."))
            return begun
        cards = self.extras.parse(field, value, self.guesses < MAX_GUESSES)
        if isinstance(cards, list):
            for card in cards:
                self.put_extra(number, field, card)
        elif cards:
            self.drop(number, line, cards)
        else:
            self.tell(number, line, "", f"/{field}")
        return True

    def put_extra(self, number: int, field: str, card: ParsedCard) -> None:
        """Add a card to a field other than picks, or report why it cannot be added."""
        self.guesses += not card.is_exact
        standing = self.standing(number, card)
        if standing is not None:
            standing.row.at, reason = self.extras.put(field, standing.slug, card)
            self.refuse(standing.row, reason)

    def put(self, number: int, card: ParsedCard, *, carried: bool) -> ReportRow:
        """Add a card to the legion, or report why it cannot be added; return its row."""
        standing = self.standing(number, card)
        if standing is None:
            return self.report[-1]
        reason = self.refusal(card, carried)
        if not reason and card.cost is not None:
            self.note_cost(standing, card)
        part = self.part(card.parts, standing.row, carried=carried)
        if reason:
            self.refuse(standing.row, reason)
        elif carried:
            self.picks[-1].carried += [standing] * card.count
            if self.picks[-1].count > 1:
                self.note(standing.row, _("Each of the {number} carries it.").format(number=self.picks[-1].count))
        else:
            self.picks.append(_ParsedPick(standing, card, part))
        return standing.row

    def part(self, parts: PickRoles, row: ReportRow, *, carried: bool) -> dict[str, Any]:
        """Return the role fields of a pick, with unclear ones noted in the row; an upgrade has none."""
        fields, notes = resolve_roles(self.names, parts, frozenset() if carried else self.library.ruleset.pick_fields)
        for note in notes:
            self.note(row, note.words)
            if row.outcome == "mapped" and note.outcome != "mapped":
                row.outcome, row.likeness = note.outcome, 100 if note.outcome == "guessed" else None
        return fields

    def refuse(self, row: ReportRow, reason: str) -> None:
        """Mark a row as dropped for a reason; does nothing if the reason is empty."""
        if reason:
            row.outcome, row.message = "dropped", reason
            row.card = row.likeness = row.at = None

    def refusal(self, card: ParsedCard, carried: bool) -> str:
        """Return why a card cannot be added to the legion; empty if it can."""
        if card.is_taken_out:
            message = _("“{number}” takes a card out, so it is not in the list. Write “1x” before its name to have it.")
            return message.format(number=card.unread_numbers[0])
        if not 1 <= card.count <= MAX_NUMBER or (card.soldiers or 0) > MAX_NUMBER:
            return _("Numbers go from 1 to {most}.").format(most=MAX_NUMBER)
        if carried and not self.picks:
            return _("There is no creature above that could carry it.")
        if carried and card.soldiers is not None:
            return _("Only a creature has soldiers.")
        taken = sum(pick.cards for pick in self.picks)
        last = self.picks[-1] if carried else None
        more = last.count * (1 + len(last.carried) + card.count) - last.cards if last else 1
        return _("A text holds at most {most} cards.").format(most=MAX_CARDS) if taken + more > MAX_CARDS else ""

    def standing(self, number: int, parsed: ParsedCard) -> _PlacedCard | None:
        """Add a report row for a card and return both; None if the name yields no slug."""
        row = ReportRow(number, parsed.text[:MAX_LINE_LENGTH], "mapped")
        if parsed.slug is not None:
            card = self.library.cards.get(parsed.slug)
            row.card = parsed.slug
            if card is None:
                row.outcome, row.message = "unknown", _("No card has this slug.")
        elif parsed.cards:
            row.card = parsed.cards[0].slug
            self.note_choice(row, parsed)
        else:
            row.card = slugify(parsed.name)[:MAX_SLUG_LENGTH].strip("-") or None
            message = _("No card has a name like this. It is in the list as {slug}.")
            row.outcome, row.message = "unknown", message.format(slug=row.card)
        self.report.append(row)
        if row.card is None:
            row.outcome, row.message = "dropped", _("No card has this name.")
            return None
        self.note_unread(row, parsed)
        return _PlacedCard(row.card, row)

    def note_unread(self, row: ReportRow, parsed: ParsedCard) -> None:
        """Note in the row the text and numbers next to a card that were not read or are ambiguous."""
        words = (*parsed.unread, *(f"“{remark}”" for remark in parsed.remarks))
        if words:
            message = ngettext("{words} was not read.", "{words} were not read.", len(words))
            self.note(row, message.format(words=listed(words, _("and"))))
        if parsed.unread_numbers:
            card = self.library.cards.get(row.card or "")
            self.note(row, unread_words(parsed.unread_numbers, costs=card is None or has_cost(self.library, card)))
        for sentence in parsed.doubts:
            self.note(row, sentence)
        if parsed.remarks or parsed.unread_numbers or parsed.doubts:
            self.note_doubt(row)

    def note_doubt(self, row: ReportRow) -> None:
        """Mark a row whose card is certain but whose line was not read completely."""
        if row.outcome == "mapped":
            row.outcome, row.likeness = "guessed", 100

    def note_cost(self, standing: _PlacedCard, parsed: ParsedCard) -> None:
        """Record the cost written next to a name, or note that it contradicts the catalog.

        The number is ignored for cards without a cost and for troops whose cost depends on the soldiers.
        """
        card = self.library.cards.get(standing.slug)
        document = self.library.documents[card.slug] if card is not None else {}
        if card is None or COST_FACT not in document or parsed.soldiers not in (None, 1):
            return
        known, cost = document[COST_FACT], parsed.cost
        if known is not None:
            if cost not in {known, known * parsed.count}:
                message = _("It costs {cost} here, but {known} in the catalog. The catalog counts.")
                self.note(standing.row, message.format(cost=cost, known=known))
        elif parsed.count > 1:
            message = _("The catalog does not know what one costs, and {cost} may be for all: write it for one.")
            self.note(standing.row, message.format(cost=cost))
            self.note_doubt(standing.row)
        elif faults_in_facts(schema_path(dict(document)), {COST_FACT: cost}):
            self.note(standing.row, _("It cannot cost {cost}.").format(cost=cost))
            self.note_doubt(standing.row)
        elif self.costs.setdefault(card.slug, int(cost or 0)) == cost:
            message = _("The catalog has no cost for this card: {cost} is taken from this line.")
            self.note(standing.row, message.format(cost=cost))
        else:
            message = _("Above it costs {other}, which counts.")
            self.note(standing.row, message.format(other=self.costs[card.slug]))

    def note_choice(self, row: ReportRow, card: ParsedCard) -> None:
        """Note in the row that the name was guessed, or that several cards share it."""
        if card.likeness < 100:
            row.outcome, row.likeness = "guessed", card.likeness
            self.note(row, _("Read as {title}.").format(title=card.cards[0].title))
        side = isinstance(card.cards[0], PickableCard)
        shared = [card.slug for card in card.cards if isinstance(card, PickableCard) is side]
        if len(shared) > 1:
            row.outcome, row.likeness = "guessed", card.likeness
            message = _("{number} cards have this name: {slugs}. The first was taken; write [{other}] for the other.")
            self.note(row, message.format(number=len(shared), slugs=listed(shared, _("and")), other=shared[1]))

    def note(self, row: ReportRow, message: str) -> None:
        row.message = f"{row.message} {message}".strip()

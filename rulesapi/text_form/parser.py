"""From a text to a legion, with a report of what became of each line."""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from catalog.documents import schema_path, slugify
from catalog.documents.card_facts import faults_in_facts
from catalog.documents.errors import format_number
from catalog.documents.suggestions import listed
from rulesapi.engine.core.library import Library
from rulesapi.engine.core.model import PickableCard
from rulesapi.engine.core.upgrades import Upgrade

from .extra_fields import SOURCES, ExtraFieldsReader, field_line
from .line_parser import (
    MAX_LINE_LENGTH,
    MAX_SLUG_LENGTH,
    ParsedCard,
    ParsedLine,
    is_blank,
    normalized_line,
    parse_line,
    without_bullets,
)
from .name_index import NameIndex
from .own_facts import MARKER, MAX_OWN_FACT_CARDS, MAX_OWN_FACTS, MAX_OWN_FACTS_LENGTH, read_own_facts
from .pick_roles import PickRoles, resolve_roles
from .report import ReportRow
from .title_line import has_settings, read_title

MAX_TEXT_LENGTH = 200_000
MAX_LINES = 400
MAX_CARDS = 400
"""Cards of a legion read from a text, so that it passes the limits for documents from outside."""
MAX_GUESSES = 50
"""Names looked up by likeness in one text: a text that needs more is no list of this game."""
MAX_NUMBER = 500
COST_FACT = "cost"
"""The fact that a number beside a name says."""

_TITLE = re.compile(r"#+\s*")


class _PlacedCard(NamedTuple):
    """A card that goes into the legion, with its row."""

    slug: str
    row: ReportRow


class _ParsedPick:
    """A creature's line, with what it carries so far."""

    def __init__(self, standing: _PlacedCard, card: ParsedCard, part: dict[str, Any]) -> None:
        self.standing, self.count, self.soldiers, self.part = standing, card.count, card.soldiers, part
        self.carried: list[_PlacedCard] = []

    @property
    def cards(self) -> int:
        """How many places of the legion it takes: bare copies share one."""
        return self.count * (1 + len(self.carried)) if self.carried else 1

    def lines(self) -> list[dict[str, Any]]:
        """The picks of the legion's document: one, or one for each copy when they carry something."""
        line: dict[str, Any] = {"card": self.standing.slug}
        if self.soldiers not in (None, 1):
            line["soldiers"] = self.soldiers
        line |= self.part
        if not self.carried:
            return [line if self.count == 1 else {**line, "count": self.count}]
        return [{**line, "upgrades": [one.slug for one in self.carried]} for _ in range(self.count)]


def parse_text(library: Library, text: str) -> tuple[dict[str, Any], list[ReportRow]]:
    """The legion that a text says, and what became of its lines. Never raises, whatever the text.

    The legion is valid by its schema; whether it is legal is for the judge to say.
    """
    reader = _TextParser(library)
    for number, line in _lines(reader, text):
        reader.read(number, line)
    return reader.legion(), reader.report


def exact_line_count(library: Library, text: str) -> int:
    """How many lines of a text begin with a card of the library by its very name: to tell games apart."""
    reader = _TextParser(library)
    parsed = (parse_line(reader.names, line, line[0] == " ", guess=False) for _, line in _lines(reader, text))
    return sum(one is not None and bool(one.first.cards) for one in parsed)


def _lines(reader: "_TextParser", text: str) -> Iterator[tuple[int, str]]:
    """The lines that may say something, with their numbers and without the indent that all share."""
    lines_read: list[tuple[int, str]] = []
    lines = text[:MAX_TEXT_LENGTH].splitlines()
    whole = len(text) <= MAX_TEXT_LENGTH
    for number, line in enumerate(lines, start=1):
        plain = normalized_line(line)
        if len(lines_read) == MAX_LINES or (number == len(lines) and not whole):
            message = _("Nothing is read beyond {lines} lines or {characters} characters.")
            reader.drop(number, plain, message.format(lines=MAX_LINES, characters=format_number(MAX_TEXT_LENGTH)))
            break
        if not is_blank(plain) or plain.startswith("#"):
            lines_read.append((number, plain))
    shared = min((len(line) - len(line.lstrip()) for _, line in lines_read if not line.startswith("#")), default=0)
    for number, line in lines_read:
        yield number, line if line.startswith("#") else line[shared:]


class _TextParser:
    """The legion as far as it is read."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.names = NameIndex.of(library)
        self.extras = ExtraFieldsReader(self.names)
        self.fields: dict[str, Any] = {}
        self.picks: list[_ParsedPick] = []
        self.facts: dict[str, dict[str, Any]] = {}
        self.costs: dict[str, int] = {}
        self.report: list[ReportRow] = []
        self.guesses = 0
        self.begun = False

    def legion(self) -> dict[str, Any]:
        """The document, with the rows of the report pointed at its places."""
        lines: list[dict[str, Any]] = []
        for pick in self.picks:
            at = f"/picks/{len(lines)}"
            pick.standing.row.at = at
            for place, one in enumerate(pick.carried):
                one.row.at = one.row.at or f"{at}/upgrades/{place}"
            lines += pick.lines()
        facts = self.facts_with_costs()
        own = {"facts": facts} if facts else {}
        return {"game": self.library.game, **self.fields, **self.extras.fields, "picks": lines, **own}

    def facts_with_costs(self) -> dict[str, dict[str, Any]]:
        """The own numbers, with the costs beside names; a line of own numbers stands before such a cost."""
        facts = dict(self.facts)
        names = {self.library.cards[slug].slug: slug for slug in facts if slug in self.library.cards}
        for card, cost in self.costs.items():
            slug = names.get(card, card)
            full = len(facts) >= MAX_OWN_FACT_CARDS and slug not in facts
            if not full and sum(map(len, facts.values())) < MAX_OWN_FACTS:
                facts[slug] = {COST_FACT: cost, **facts.get(slug, {})}
        return facts

    def drop(self, number: int, text: str, message: str) -> None:
        """Tell that something is not in the legion."""
        self.report.append(ReportRow(number, text.strip()[:MAX_LINE_LENGTH], "dropped", message=message))

    def read(self, number: int, line: str) -> None:
        """Read one line."""
        begun, self.begun = self.begun, True
        if line.startswith("#"):
            if not begun:
                self.title(number, _TITLE.sub("", line, count=1))
            return
        if (own := without_bullets(line)).startswith(MARKER):
            self.own(number, own)
            return
        if len(line) > MAX_LINE_LENGTH:
            message = _("A line of more than {most} characters is not read.")
            self.drop(number, line, message.format(most=MAX_LINE_LENGTH))
            return
        if self.is_extra_field(number, line, begun):
            return
        indented = line[0] == " "
        parsed = parse_line(self.names, line, indented, self.guesses < MAX_GUESSES)
        if parsed is None:
            return
        if not begun and self.is_title(parsed, indented, line):
            self.title(number, without_bullets(line.strip()))
            return
        for card in (parsed.first, *parsed.others):
            self.guesses += card.slug is None and (not card.cards or card.likeness < 100)
        first = parsed.first
        self.put(number, first, carried=first.side is Upgrade or (first.side is None and (indented or parsed.marked)))
        for card in parsed.others:
            self.put(number, card, carried=card.side is not PickableCard)

    def own(self, number: int, line: str) -> None:
        """Read a line of own numbers, or tell why not."""
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
        if problem:
            self.drop(number, line, problem)

    def is_extra_field(self, number: int, line: str, begun: bool) -> bool:
        """Read a line that says what the list has beside its picks; False when it is none."""
        field, value = field_line(without_bullets(line.strip()))
        if not field or self.names.find(without_bullets(line.strip())):
            return False
        if field != SOURCES and field not in self.library.ruleset.fields:
            if begun:
                self.drop(number, line, _("Lists of this game have no such thing."))
            return begun
        card = self.extras.parse(field, value, self.guesses < MAX_GUESSES)
        if isinstance(card, ParsedCard):
            self.guesses += card.slug is None and (not card.cards or card.likeness < 100)
            standing = self.standing(number, card)
            if standing is not None:
                standing.row.at, reason = self.extras.put(field, standing.slug, card)
                self.refuse(standing.row, reason)
        elif card:
            self.drop(number, line, card)
        else:
            self.report.append(ReportRow(number, line.strip()[:MAX_LINE_LENGTH], "mapped", at=f"/{field}"))
        return True

    def is_title(self, parsed: ParsedLine, indented: bool, line: str) -> bool:
        """Whether the first line is a title though nothing marks it."""
        first = parsed.first
        if parsed.marked or indented or first.slug is not None or first.count != 1:
            return False
        return not first.cards or (first.likeness < 100 and has_settings(self.library, line))

    def title(self, number: int, text: str) -> None:
        """Read the title."""
        fields, unread = read_title(self.library, text)
        self.fields = fields
        for part in unread:
            self.drop(number, part, _("This part of the title was not read."))

    def put(self, number: int, card: ParsedCard, *, carried: bool) -> None:
        """Put a card into the legion, or tell why not."""
        standing = self.standing(number, card)
        if standing is None:
            return
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

    def part(self, parts: PickRoles, row: ReportRow, *, carried: bool) -> dict[str, Any]:
        """The part that a pick has in the list, what is not clear of it told in the row; an upgrade has none."""
        fields, notes = resolve_roles(self.names, parts, frozenset() if carried else self.library.ruleset.pick_fields)
        for note in notes:
            self.note(row, note.words)
            if row.outcome == "mapped" and note.outcome != "mapped":
                row.outcome, row.likeness = note.outcome, 100 if note.outcome == "guessed" else None
        return fields

    def refuse(self, row: ReportRow, reason: str) -> None:
        """Tell why a card is not in the legion; with no reason it is."""
        if reason:
            row.outcome, row.message = "dropped", reason
            row.card = row.likeness = row.at = None

    def refusal(self, card: ParsedCard, carried: bool) -> str:
        """Why a card cannot go into the legion, or nothing."""
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
        """The card with its row in the report; None when no slug can be made of its name."""
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
        if parsed.unread:
            message = ngettext("{words} was not read.", "{words} were not read.", len(parsed.unread))
            self.note(row, message.format(words=listed(parsed.unread, _("and"))))
        return _PlacedCard(row.card, row)

    def note_cost(self, standing: _PlacedCard, parsed: ParsedCard) -> None:
        """Take the number beside a name for what the card costs, or tell where the catalog knows better.

        Of a card that has no cost, or another one by its soldiers, such a number says nothing.
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
        elif faults_in_facts(schema_path(dict(document)), {COST_FACT: cost}):
            self.note(standing.row, _("It cannot cost {cost}.").format(cost=cost))
        elif self.costs.setdefault(card.slug, int(cost or 0)) == cost:
            message = _("The catalog does not know what it costs: {cost} is taken from here.")
            self.note(standing.row, message.format(cost=cost))
        else:
            message = _("Above it costs {other}, which counts.")
            self.note(standing.row, message.format(other=self.costs[card.slug]))

    def note_choice(self, row: ReportRow, card: ParsedCard) -> None:
        """Say in the row when the name was guessed, or several cards share it."""
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
        """Add a sentence to a row."""
        row.message = f"{row.message} {message}".strip()

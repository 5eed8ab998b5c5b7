"""The writer of a legion's text."""

import re
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from rulesapi.engine.core.library import Library
from rulesapi.engine.core.upgrades import Upgrade
from rulesapi.text_form.extra_fields import field_line, write_extra_fields
from rulesapi.text_form.headings import is_blank, label_of_list
from rulesapi.text_form.line_parser import MAX_LINE_LENGTH, ParsedCard, normalized_line, parse_line
from rulesapi.text_form.name_index import NameIndex
from rulesapi.text_form.own_facts import write_own_facts
from rulesapi.text_form.pick_roles import FIELDS, resolve_roles
from rulesapi.text_form.prices import Prices
from rulesapi.text_form.title_line import title_line

_NESTED = re.compile(r"[()\[\]+]")


def write_text(
    library: Library,
    legion: dict[str, Any],
    *,
    ledger: Iterable[Mapping[str, Any]] = (),
    closing: Iterable[str] = (),
) -> str:
    """Return the text of a legion's document, which must be valid by its schema and of the library's game.

    With the `ledger` of its verdict, each card's points follow its name. `closing` are lines to append, such as a
    total, a verdict or an address; lines that the parser would read as content are left out. Raises ValueError for a
    team, whose legions are written one by one.
    """
    if "picks" not in legion:
        raise ValueError("A team has no text of its own; write its legions one by one.")
    names = NameIndex.of(library)
    lines = [title_line(names, legion)]
    lines += write_extra_fields(names, legion)
    prices = Prices(library, legion, ledger)
    for place, pick in enumerate(legion["picks"]):
        part = {field: pick[field] for field in FIELDS if pick.get(field)}
        line = _line(names, pick["card"], pick.get("count", 1), pick.get("soldiers", 1), part)
        lines.append(prices.beside(names, line, f"/picks/{place}"))
        for carried, slug in enumerate(pick.get("upgrades", ())):
            line = f"  + {_line(names, slug, carried=True)}"
            lines.append(prices.beside(names, line, f"/picks/{place}/upgrades/{carried}"))
    lines += write_own_facts(names, legion.get("facts", {}))
    silent = [line for line in map(normalized_line, closing) if line and is_blank(line)]
    return "\n".join([*lines, *(["", *silent] if silent else [])]) + "\n"


def _line(
    names: NameIndex,
    slug: str,
    count: int = 1,
    soldiers: int = 1,
    part: Mapping[str, Any] = MappingProxyType({}),
    *,
    carried: bool = False,
) -> str:
    """Return the line of a card: by name if the parser reads that back as exactly this card here, else by slug."""
    card = names.library.cards.get(slug)
    before = f"{count}x " if count != 1 else ""
    after = ("" if soldiers == 1 else f" ({soldiers} soldiers)") + _parts(names, part)
    titles = [] if card is None else [" ".join(normalized_line(card.title).split())]
    for shown in (*titles, *(f"{title} [{slug}]" for title in titles)):
        line = f"{before}{shown}{after}"
        if _reads_back(names, line, slug, (count, soldiers, part), carried):
            return line
    return f"{before}[{slug}]{after}"


def _reads_back(
    names: NameIndex, line: str, slug: str, rest: tuple[int, int, Mapping[str, Any]], carried: bool
) -> bool:
    """Return whether the parser reads the line as exactly this card with this count, soldiers and role."""
    if is_blank(line) or line.startswith("#") or field_line(line)[0] or label_of_list(line)[0]:
        return False
    marked = f"+ {line}" if carried else line
    parsed = parse_line(names, marked, carried, guess=False) if len(line) <= MAX_LINE_LENGTH else None
    if parsed is None or parsed.others or parsed.marked is not carried:
        return False
    card = parsed.first
    slugs = [card.slug] if card.slug is not None else [card.slug for card in card.cards]
    one_side = card.side is None or (card.side is Upgrade) is carried
    return (
        slugs == [slug]
        and one_side
        and not card.unread
        and not card.remarks
        and not card.unread_numbers
        and card.cost is None
        and (card.count, 1 if card.soldiers is None else card.soldiers, _part(names, card)) == rest
    )


def _part(names: NameIndex, card: ParsedCard) -> dict[str, Any]:
    return resolve_roles(names, card.parts, names.library.ruleset.pick_fields)[0]


def _parts(names: NameIndex, pick: Mapping[str, Any]) -> str:
    return "".join(f" {bracket}" for bracket in _brackets(names, pick))


def _brackets(names: NameIndex, pick: Mapping[str, Any]) -> Iterator[str]:
    for field, words in (("minion_of", "minion of"), ("summoned_by", "summoned by")):
        if field in pick:
            yield _bracket(names, words, pick[field])
    if "unit" in pick:
        yield f"({'formed ' if pick.get('formed') else ''}unit {pick['unit']})"
    elif pick.get("formed"):
        yield "(formed)"
    if "attached_to" in pick:
        yield f"(attached to {pick['attached_to']})"


def _bracket(names: NameIndex, label: str, slug: str) -> str:
    """Return the bracket with the card's name if that identifies exactly this card, else with its slug."""
    card = names.library.cards.get(slug)
    title = " ".join(normalized_line(card.title).split()) if card is not None else ""
    if title and not _NESTED.search(title) and [one.slug for one in names.find(title)] == [slug]:
        return f"({label} {title})"
    return f"[{label} {slug}]"

"""From a legion to its text."""

from typing import Any

from rulesapi.engine.model import Upgrade
from rulesapi.engine.ruleset import Library

from .lines import LONGEST_LINE, clean, is_silent, take_apart
from .naming import Names
from .title import title_of


def write(library: Library, legion: dict[str, Any]) -> str:
    """The text of a legion's document, which must be valid by its schema and of the library's game.

    Raises ValueError for a team, whose legions are written one by one.
    """
    if "picks" not in legion:
        raise ValueError("A team has no text of its own; write its legions one by one.")
    names = Names.of(library)
    lines = [title_of(library, legion)]
    for pick in legion["picks"]:
        lines.append(_line(names, pick["card"], pick.get("count", 1), pick.get("soldiers", 1)))
        lines += [f"  + {_line(names, slug, carried=True)}" for slug in pick.get("upgrades", ())]
    return "\n".join(lines) + "\n"


def _line(names: Names, slug: str, count: int = 1, soldiers: int = 1, *, carried: bool = False) -> str:
    """A card's line: by its name if reading that finds this very card in this place, else by its slug."""
    card = names.library.cards.get(slug)
    before = f"{count}x " if count != 1 else ""
    after = "" if soldiers == 1 else f" ({soldiers} soldiers)"
    titles = [] if card is None else [" ".join(clean(card.title).split())]
    for shown in (*titles, *(f"{title} [{slug}]" for title in titles)):
        line = f"{before}{shown}{after}"
        if _reads_back(names, line, slug, (count, soldiers), carried):
            return line
    return f"{before}[{slug}]{after}"


def _reads_back(names: Names, line: str, slug: str, numbers: tuple[int, int], carried: bool) -> bool:
    if is_silent(line) or line.startswith("#"):
        return False
    marked = f"+ {line}" if carried else line
    parsed = take_apart(names, marked, carried, guess=False) if len(line) <= LONGEST_LINE else None
    if parsed is None or parsed.others or parsed.marked is not carried:
        return False
    said = parsed.first
    slugs = [said.slug] if said.slug is not None else [card.slug for card in said.cards]
    one_side = said.side is None or (said.side is Upgrade) is carried
    return (
        slugs == [slug]
        and one_side
        and not said.unread
        and (said.count, 1 if said.soldiers is None else said.soldiers) == numbers
    )

"""Stat cards of miniatures and the maps they fight on: layouts shared by several games.

Each game defines the labels of its numbers, the content of the banner, and the line under the name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from catalog.faces.arms_choices import Bearing
from catalog.faces.coats_of_arms import INK, Arms, arms_of
from catalog.faces.drawn_card import DrawnCard
from catalog.faces.marks import names as marks
from catalog.faces.parts import (
    AMBER,
    END,
    LEFT,
    LINING,
    PAPER,
    TEXT,
    TEXT_FACTS,
    banner,
    describe_card,
    flavour,
    footer,
    level,
    mark,
    names,
    own_bar,
    panel,
    paper,
    rule,
    rules,
    seal,
    stat,
    svg_document,
    unknown,
)
from catalog.faces.shield_figures import charge_of
from catalog.faces.typography import (
    DISPLAY,
    SANS,
    SERIF,
    capitalized_word,
    fit,
    not_known,
    plain_text,
    schema_word,
    text,
)

# Background and text colors of the numbers at the right, from the top.
_FIELDS = (("#2d628f", "#fffdf8"), ("#3f7335", "#fffdf8"), ("#a8331f", "#fffdf8"), ("#dcb13c", INK))
_LINE_FACTS = ("commander", "commander_rating", "champion", "champion_rating", "alignment", "keywords", "size", "area")
"""The facts in the line below the name."""
_FLAVOUR_TOP = 702
_ATTACKS_TOP = 752


class AttackLine(NamedTuple):
    """One line of the attacks: the mark and word of its manner, its name, and its numbers."""

    mark: str | None
    manner: str
    name: str
    numbers: str


class CreatureTexts(NamedTuple):
    """The texts on a creature's card that depend on the game."""

    banner: Sequence[str] | None
    stats: Sequence[tuple[str, str]]
    line: str
    blows: Sequence[AttackLine] | None


def creature_bearing(document: dict[str, Any], tinctures: Mapping[str, str], outline: str) -> Bearing:
    """Return the parts of the arms chosen by the facts of a creature whose factions determine the tincture."""
    factions: Sequence[str] = known_factions(document)
    return Bearing(
        tincture=tinctures[factions[0]] if factions else "unknown",
        second=tinctures[factions[1]] if len(factions) > 1 else None,
        outline=outline,
        family=" ".join(document.get("keywords") or ()) or str(document.get("slug")),
        charge=charge_of(document),
        known=document.get("factions") is not None,
        unique=document.get("unique") is True,
    )


def known_factions(document: Mapping[str, Any]) -> Sequence[str]:
    """Return the factions of a creature; if not all of them are known, those that it surely has."""
    factions = document.get("factions")
    return (document.get("factions_include") or ()) if factions is None else factions


def faction_banner(document: Mapping[str, Any], abbreviation: Callable[[str], str]) -> list[str] | None:
    """Return the abbreviated factions, with a question mark if others may be added; None if none is known."""
    known = list(map(abbreviation, known_factions(document)))
    if document.get("factions") is None:
        return [*known, "?"] if known else None
    return known


def ground_bearing(family: str) -> Bearing:
    """Return the parts of the arms of a map or tile. Members of a `family` have similar arms."""
    return Bearing(tincture="neutral", outline="maneuver-card", family=family, charge="construct")


def miniature(card: DrawnCard, texts: CreatureTexts) -> str:
    """Return a creature card: cost, banner and numbers around its arms, then its text and attacks."""
    arms = arms_of(card.document)
    drawing = [
        paper(arms),
        panel(arms, 396),
        _banner(texts.banner, arms, own=card.is_own("factions")),
        seal(card),
        *(
            stat(place, word, card.get(fact), *_FIELDS[place], own=card.is_own(fact))
            for place, (word, fact) in enumerate(texts.stats[: len(_FIELDS)])
        ),
        _names(card, texts.line, 404),
        level(card.get("level"), 458, _("Level"), own=card.is_own("level")),
        rule(536),
        rules(card.get("text"), " ".join(card.sentences), 542, _FLAVOUR_TOP - 546),
        flavour(card.get("flavour"), _FLAVOUR_TOP),
        own_bar(card.is_own(*TEXT_FACTS), 542, _ATTACKS_TOP - 552),
        _blows(texts.blows),
        own_bar(card.is_own("attacks"), _ATTACKS_TOP, 84),
        footer(card),
    ]
    parts = [texts.line, *map(capitalized_word, known_factions(card.document))]
    if len(parts) > 1 and card.get("factions") is None:
        parts.append(_("Other factions not known"))
    return svg_document(card.title, _description(card, parts, arms), "".join(drawing), named=card.is_named)


def ground(card: DrawnCard, line: str, squares: int) -> str:
    """Return a map or tile: its grid, its terrain, and its text."""
    arms = arms_of(card.document)
    terrain = card.get("terrain")
    requirements = (
        _("Terrain not known")
        if terrain is None
        else capfirst(", ".join(map(schema_word, terrain))) or _("Open ground")
    )
    drawing = [
        paper(arms),
        panel(arms, 396),
        _grid(squares),
        _names(card, line, END - TEXT),
        rule(536),
        rules(card.get("text"), f"{requirements}.", 546, 180),
        flavour(card.get("flavour"), 740),
        own_bar(card.is_own("terrain", *TEXT_FACTS), 546, 180),
        footer(card),
    ]
    return svg_document(
        card.title, _description(card, (line, requirements), arms), "".join(drawing), named=card.is_named
    )


def _names(card: DrawnCard, line: str, wide: float) -> str:
    own_name, own_line = card.is_own("name"), card.is_own(*_LINE_FACTS)
    return names(card.get("name"), line, 486, wide, own_name=own_name, own_line=own_line)


def _banner(abbreviations: Sequence[str] | None, arms: Arms, *, own: bool) -> str:
    """Return the banner at the left with its abbreviations."""
    if abbreviations is None:
        return unknown(LEFT, 176, 32, _("Factions not known"))
    if not abbreviations:
        return ""
    end = 138 + 56 * len(abbreviations) + 8
    return banner(84, end + 26, arms, own=own) + "".join(
        text(word, LEFT, 178 + 56 * place, 34 if len(word) < 2 else 28, fill=PAPER, face=SERIF, anchor="middle")
        for place, word in enumerate(abbreviations)
    )


def _grid(squares: int) -> str:
    """Return a grid with `squares` on each side, at the left of the arms."""
    step = 72 / squares
    lines = "".join(f"M{40 + step * n:g} 60V132M40 {60 + step * n:g}H112" for n in range(squares + 1))
    return f'<path d="{lines}" fill="none" stroke="{INK}" stroke-width="1.6" opacity=".75"/>'


def _blows(blows: Sequence[AttackLine] | None) -> str:
    """Return the attacks, one on each line, or a note that they are unknown."""
    if blows is None:
        return rule(_ATTACKS_TOP - 4) + text(
            _("Attacks not known."), TEXT, _ATTACKS_TOP + 30, 21, fill=AMBER, face=SANS
        )
    step = min(40.0, 84 / max(1, len(blows)))
    return rule(_ATTACKS_TOP - 4) + "".join(
        _blow(blow, _ATTACKS_TOP + step * number, step) for number, blow in enumerate(blows)
    )


def _blow(blow: AttackLine, y: float, high: float) -> str:
    size = min(26.0, high - 6)
    base = y + high / 2 + size * 0.3
    known = blow.mark in marks()
    sign = mark(blow.mark or "", TEXT, base - size * 0.85, size, INK, blow.manner) if known else ""
    numbers, small = fit(plain_text(blow.numbers), 250, size * 0.86, size * 0.6)
    wide = END - TEXT - size - 16 - 254
    name, name_size = fit(plain_text(blow.name), wide, size * 0.86, size * 0.6, DISPLAY)
    return (
        sign
        + text(name, TEXT + size + 8, base, name_size, fill=INK, face=SERIF)
        + text(numbers, END, base, small, fill=INK, anchor="end", more=LINING)
    )


def _description(card: DrawnCard, parts: Iterable[str], arms: Arms) -> str:
    """Return the card in words: its most visible facts, then its text and arms."""
    cost = [_cost(card.get("cost"))] if "cost" in card.document else []
    unique = [_("Unique")] if card.get("unique") else []
    return describe_card(card, [*map(plain_text, parts), *cost, *unique], card.get("text"), arms)


def _cost(cost: int | None) -> str:
    return not_known(_("Cost")) if cost is None else f"{_('Cost')} {cost}"

"""Cards of Dungeon Command. An ability determines the tincture, alignment or action the outline."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from catalog.faces.arms_choices import Bearing
from catalog.faces.coats_of_arms import INK, Arms, arms_of
from catalog.faces.drawn_card import DrawnCard
from catalog.faces.parts import (
    AMBER,
    END,
    LEFT,
    LINE,
    LINING,
    PAPER,
    QUIET,
    RIGHT,
    ROUND,
    TEXT,
    TEXT_FACTS,
    describe_card,
    footer,
    names,
    own_bar,
    own_underline,
    panel,
    paper,
    rule,
    rules,
    shape,
    stat,
    svg_document,
    unknown,
)
from catalog.faces.shield_figures import creature_of, thing_of, words_of
from catalog.faces.typography import SERIF, capitalized_word, not_known, plain_text, schema_word, text, width

_TINCTURES = {
    "str": "slot-heroic",
    "dex": "poison",
    "con": "slot-monster",
    "int": "slot-arcane",
    "wis": "slot-divine",
    "cha": "thunder",
    "any": "slot-equipment",
}
_OUTLINES = {"standard": "upgrade", "minor": "spell", "immediate": "maneuver-card"}
_DEEDS = {"standard": "blade", "minor": "scroll", "immediate": "mail"}

# Label, fact, background and text color of the printed numbers.
_CREATURE_STATS = (
    (gettext_lazy("Hit Points"), "hit_points", "#a8331f", "#fffdf8"),
    (gettext_lazy("Speed"), "speed", "#3f7335", "#fffdf8"),
    (gettext_lazy("Melee damage"), "melee_damage", "#dcb13c", INK),
)
_COMMANDER_STATS = (
    (gettext_lazy("Starting Morale"), "morale", "#a8331f", "#fffdf8"),
    (gettext_lazy("Starting Leadership"), "leadership", "#dcb13c", INK),
    (gettext_lazy("Creature hand"), "creature_hand", "#3f7335", "#fffdf8"),
    (gettext_lazy("Starting Order hand"), "order_hand", "#2d628f", "#fffdf8"),
)


_KINDS = {
    "creature": gettext_lazy("Creature"),
    "order": gettext_lazy("Order"),
    "commander": gettext_lazy("Commander"),
    "tile": gettext_lazy("Battlefield tile"),
}


def bearing(document: dict[str, Any]) -> Bearing:
    """Return the parts of the arms chosen by the facts of a card."""
    kind, words = document.get("kind"), words_of(document)
    if kind == "creature":
        abilities: Sequence[str] = document.get("abilities") or ()
        outline = next((word for word in ("good", "evil") if word in words), "neutral")
        return Bearing(
            tincture=_TINCTURES[abilities[0]] if abilities else "unknown",
            second=_TINCTURES[abilities[1]] if len(abilities) > 1 else None,
            outline=outline,
            family=" ".join(document.get("keywords") or ()),
            charge=creature_of(words),
            known=document.get("abilities") is not None,
        )
    if kind == "order":
        ability, action = document.get("ability"), document.get("action") or ""
        return Bearing(
            tincture=_TINCTURES.get(ability or "", "unknown"),
            outline=_OUTLINES.get(action, "upgrade"),
            family=f"{ability} {action}",
            charge=thing_of(words) or _DEEDS.get(action, "ring"),
            known=ability is not None,
        )
    if kind == "commander":
        return Bearing(tincture="positive", outline="good", family=str(document.get("set")), charge="humanoid")
    return Bearing(tincture="neutral", outline="damage-card", family=str(document.get("size")), charge="construct")


def creature(card: DrawnCard) -> str:
    """Return a Creature card: level top left, abilities on the banner, numbers at the right, powers below."""
    arms = arms_of(card.document)
    drawing = [
        paper(arms),
        panel(arms, 396),
        _banner(card.get("abilities"), arms, _("Abilities"), own=card.is_own("abilities")),
        _level(card),
        *(
            stat(n, str(word), card.get(fact), field, ink, own=card.is_own(fact))
            for n, (word, fact, field, ink) in enumerate(_CREATURE_STATS)
        ),
        _ranged(card.get("ranged"), own=card.is_own("ranged")),
        _names(card, _keywords(card.get("keywords")), "keywords"),
        rule(536),
        rules(_powers(card.get("powers")), "", 546, 270),
        own_bar(card.is_own(*TEXT_FACTS), 546, 270),
        footer(card),
    ]
    return svg_document(card.title, _description(card, arms), "".join(drawing), named=card.is_named)


def order(card: DrawnCard) -> str:
    """Return an Order card: level top left, ability on the banner, action type below the name."""
    arms = arms_of(card.document)
    ability = card.get("ability")
    requirements = " ".join((*card.sentences, *_affinity(card.get("affinity")), *_ranged_only(card)))
    drawing = [
        paper(arms),
        panel(arms, 396),
        _banner(None if ability is None else [ability], arms, _("Ability"), own=card.is_own("ability")),
        _level(card),
        _names(card, _action(card), "action", "attach"),
        rule(536),
        rules(card.get("text"), requirements, 546, 270),
        own_bar(card.is_own("affinity", "ranged_attack", *TEXT_FACTS), 546, 270),
        footer(card),
    ]
    return svg_document(card.title, _description(card, arms), "".join(drawing), named=card.is_named)


def commander(card: DrawnCard) -> str:
    """Return a Commander card: the starting numbers of a battle at the right, the leader power below."""
    arms = arms_of(card.document)
    power = card.get("leader_power")
    drawing = [
        paper(arms),
        panel(arms, 396),
        *(
            stat(n, str(word), card.get(fact), field, ink, own=card.is_own(fact))
            for n, (word, fact, field, ink) in enumerate(_COMMANDER_STATS)
        ),
        _names(card, _("Commander")),
        rule(536),
        rules(card.get("text"), f"{power}." if power else "", 546, 270),
        own_bar(card.is_own(*TEXT_FACTS), 546, 270),
        footer(card),
    ]
    return svg_document(card.title, _description(card, arms), "".join(drawing), named=card.is_named)


def tile(card: DrawnCard) -> str:
    """Return a battlefield tile as a grid of its size, with its known printed features."""
    arms = arms_of(card.document)
    size = card.get("size")
    area = ""
    if card.get("start"):
        area = text(_("START"), 315, 300, 58, fill=arms.field[1], face=SERIF, anchor="middle")
    elif card.get("start") is None and size != "large":
        area = unknown(315, 280, 40, _("Start area not known"))
    squares = card.get("treasure_squares")
    treasure = _("Treasure squares not known")
    if squares is not None:
        treasure = _("Treasure squares: {number}").format(number=squares)
    drawing = [
        paper(arms),
        _ground(size, arms),
        area,
        unknown(315, 372 if area else 280, 34 if area else 60, treasure) if squares is None else "",
        own_underline(card.is_own("size", "start"), 147, 483, 462),
        names(card.get("class"), _("Battlefield tile"), 586, END - TEXT, own_name=card.is_own("class")),
        rule(636),
        text(treasure, TEXT, 676, 25, fill=AMBER if squares is None else INK),
        own_underline(card.is_own("treasure_squares"), TEXT, TEXT + width(treasure, 25), 685),
        footer(card),
    ]
    title = plain_text(card.get("class") or _("A battlefield tile"))
    return svg_document(title, _description(card, arms), "".join(drawing), named=bool(card.get("class")))


FACES = {"creature": creature, "order": order, "commander": commander, "tile": tile}


def _ground(size: str | None, arms: Arms) -> str:
    """Return the squares of a tile; for an unknown size a dashed edge without squares."""
    squares, edge = {"large": (8, 48), "small": (4, 72)}.get(size or "", (1, 336))
    wide = squares * edge
    start, top = 315 - wide / 2, 280 - wide / 2
    lines = LINE if size else f'{AMBER}" stroke-dasharray="6 5'
    grid = "".join(
        f"M{start + n * edge:g} {top:g}v{wide}M{start:g} {top + n * edge:g}h{wide}" for n in range(squares + 1)
    )
    return (
        f'<rect x="{start:g}" y="{top:g}" width="{wide}" height="{wide}" fill="{arms.field[0]}" opacity=".16"/>'
        f'<path d="{grid}" fill="none" stroke="{lines}" stroke-width="2"/>'
        + ("" if size else unknown(315, 188, 34, _("Size not known")))
    )


def _names(card: DrawnCard, line: str, *facts: str) -> str:
    """Return the name and the line with these facts below it."""
    own_name, own_line = card.is_own("name"), card.is_own(*facts)
    return names(card.get("name"), line, 486, END - TEXT, own_name=own_name, own_line=own_line)


def _level(card: DrawnCard) -> str:
    """Return the level in a ring at the top left."""
    value = card.get("level")
    if value is None:
        return unknown(LEFT, 78, 45, _("Level not known"))
    field = f'circle cx="{LEFT}" cy="78" r="45"'
    return (
        f"<g><title>{_('Level')} {value}</title>"
        + (shape(field, INK, own=True) if card.is_own("level") else f'<{field} fill="{INK}"/>')
        + f'<circle cx="{LEFT}" cy="78" r="39" fill="none" stroke="{PAPER}" stroke-width="1.5"/>'
        + text(str(value), LEFT, 96, 54, fill=PAPER, face=SERIF, anchor="middle", more=LINING)
        + text(_("Level").upper(), LEFT, 53, 13, fill=PAPER, anchor="middle", more=' letter-spacing="1.5"')
        + "</g>"
    )


def _banner(abilities: Sequence[str] | None, arms: Arms, word: str, *, own: bool) -> str:
    """Return the abilities in three letters each, from top to bottom on a swallowtail banner."""
    if abilities is None:
        return unknown(LEFT, 176, 32, not_known(word))
    end = 140 + 54 * len(abilities)
    outline = f'path d="M38 128V{end + 26:g}L{LEFT} {end + 6:g}L114 {end + 26:g}V128Z"'
    cloth = shape(outline, arms.field[1], own=own, more=ROUND)
    texts = "".join(
        text(schema_word(one).upper(), LEFT, 178 + 54 * n, 30, fill=PAPER, anchor="middle", more=' font-weight="700"')
        for n, one in enumerate(abilities)
    )
    return f"<g><title>{word}: {', '.join(schema_word(one).upper() for one in abilities)}</title>{cloth}{texts}</g>"


def _ranged(ranged: Sequence[dict[str, Any]] | None, *, own: bool) -> str:
    """Return ranged damage with its distance below; empty if none is printed."""
    if ranged is None:
        return unknown(RIGHT, 399, 26, _("Ranged damage not known"))
    if not ranged:
        return ""
    distance = ranged[0].get("distance")
    reach = "?" if distance is None else str(distance)
    return stat(3, _("Ranged damage"), ranged[0].get("damage"), "#2d628f", "#fffdf8", own=own) + text(
        _("within {reach}").format(reach=reach), RIGHT, 446, 15, fill=QUIET, anchor="middle"
    )


def _keywords(keywords: Sequence[str] | None) -> str:
    if keywords is None:
        return _("Keywords not known")
    return ", ".join("-".join(part.capitalize() for part in word.split("-")) for word in keywords)


def _powers(powers: Sequence[dict[str, Any]] | None) -> str | None:
    """Return all powers in one text, each with its name if it has one."""
    if powers is None:
        return None
    sentences = (
        f"{power['name']}: {power['text'] or _('not known yet.')}"
        if power["name"]
        else power["text"] or _("Not known yet.")
        for power in powers
    )
    return " ".join(sentences)


def _action(card: DrawnCard) -> str:
    action = card.get("action")
    attach = {"self": _("attached to who plays it"), "target": _("attached to its target")}.get(
        card.document["attach"] or ""
    )
    if not action:
        return _("Kind of action not known")
    return ", ".join(filter(None, (_("{kind} action").format(kind=capitalized_word(action)), attach)))


def _affinity(affinity: Sequence[str] | None) -> list[str]:
    return [_("Affinity: {keywords}.").format(keywords=_keywords(affinity))] if affinity else []


def _ranged_only(card: DrawnCard) -> list[str]:
    return [_("Requires a ranged attack.")] if card.get("ranged_attack") else []


def _description(card: DrawnCard, arms: Arms) -> str:
    """Return the card in words: its kind and numbers, then its text and arms."""
    parts = [str(_KINDS[card.document["kind"]])]
    numbers = ((_("Level"), "level"), *((word, fact) for word, fact, *_rest in (*_CREATURE_STATS, *_COMMANDER_STATS)))
    for word, fact in numbers:
        if fact in card.document:
            number = card.get(fact)
            parts.append(not_known(str(word)) if number is None else f"{word} {number}")
    if card.get("abilities"):
        parts.append(f"{_('Abilities')} {', '.join(map(schema_word, card.get('abilities')))}")
    return describe_card(card, parts, card.get("text") or _powers(card.get("powers") or ()), arms)

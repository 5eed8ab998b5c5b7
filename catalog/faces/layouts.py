"""Layouts of creature, upgrade, spell and damage cards, and the back. Maneuver cards are in `maneuver_dials`."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from catalog.faces.coats_of_arms import GOLD, INK, TINCTURES, Arms, arms_of
from catalog.faces.drawn_card import DrawnCard
from catalog.faces.marks import PEN, strokes
from catalog.faces.parts import (
    AMBER,
    CARD,
    END,
    HIGH,
    LEFT,
    LINE,
    LINING,
    OWN_DASHES,
    PAPER,
    QUIET,
    ROUND,
    TEXT,
    WIDE,
    describe_card,
    energies,
    footer,
    level,
    mark,
    names,
    own_underline,
    panel,
    paper,
    ribbon,
    rule,
    rules_and_flavour,
    seal,
    shape,
    stat,
    svg_document,
    unknown,
)
from catalog.faces.typography import (
    DISPLAY,
    SERIF,
    capitalized_word,
    cut,
    fit,
    not_known,
    plain_text,
    schema_word,
    text,
    width,
)

# Label, fact, background and text color of the four printed numbers.
_STATS = (
    (gettext_lazy("Attack"), "attack", "#a8331f", "#fffdf8"),
    (gettext_lazy("Agility"), "agility", "#3f7335", "#fffdf8"),
    (gettext_lazy("Health"), "health", "#dcb13c", INK),
    (gettext_lazy("Armor"), "armor", "#2d628f", "#fffdf8"),
)


_KINDS = {
    "creature": gettext_lazy("Creature"),
    "upgrade": gettext_lazy("Upgrade"),
    "spell": gettext_lazy("Spell"),
    "damage-card": gettext_lazy("Damage card"),
}
_ARCS = {"forward": gettext_lazy("Forward arc"), "rear": gettext_lazy("Rear arc"), "any": gettext_lazy("Any arc")}
_REACH_FACTS = ("range", "dice", "dice_from", "spends", "places_tokens")
_BASES = {"small": gettext_lazy("Small base"), "large": gettext_lazy("Large base")}


def creature(card: DrawnCard) -> str:
    """Return a creature card: banner at the left, numbers at the right, actions and weapons below."""
    arms = arms_of(card.document)
    tokens = _troop_costs(card.get("costs"), arms, own=card.is_own("costs")) if card.get("troop") else ""
    top = 612 if tokens else 546
    drawing = [
        paper(arms),
        panel(arms, 396),
        ribbon(card.get("slots"), arms, own=card.is_own("slots")),
        seal(card),
        energies(card.get("energy"), TINCTURES, own=card.is_own("energy")),
        *(
            stat(place, str(word), card.get(fact), field, ink, own=card.is_own(fact))
            for place, (word, fact, field, ink) in enumerate(_STATS)
        ),
        _names(card, 486, 404),
        level(card.get("level"), 458, _("Level"), own=card.is_own("level")),
        rule(536),
        tokens,
        rules_and_flavour(card, "", top, 692 - top),
        _actions(card.get("actions"), own=card.is_own("actions")),
        _weapons(card.get("weapons"), arms, own=card.is_own("weapons")),
        _stance(card),
        footer(card),
    ]
    return svg_document(card.title, _description(card, arms), "".join(drawing), named=card.is_named)


def upgrade(card: DrawnCard) -> str:
    """Return an upgrade or spell card: icon on the banner, required level, more room for text."""
    arms = arms_of(card.document)
    slot = card.get("slot")
    granted = [word["slot"] for word in card.get("grants") or () for _ in range(word["count"])]
    requirements = " ".join(card.sentences)
    wordy = sum(map(len, (requirements, card.get("text") or "", card.get("flavour") or ""))) > 330
    tall = 316 if wordy else 396
    minimum, own_minimum = card.get("minimum_level"), card.is_own("minimum_level")
    drawing = [
        paper(arms),
        panel(arms, tall),
        ribbon([slot] if slot else None, arms, own=card.is_own("slot")),
        _granted(granted, own=card.is_own("grants")),
        seal(card, "+" if card.get("cost_each") else ""),
        energies(card.get("energy"), TINCTURES, own=card.is_own("energy")),
        level(minimum, tall - 42, _("Level"), "+", own=own_minimum) if card.get("kind") == "spell" else "",
        _names(card, tall + 90, END - TEXT),
        rule(tall + 140),
        rules_and_flavour(card, requirements, tall + 148, 616 - tall),
        _reach(card),
        footer(card),
    ]
    return svg_document(card.title, _description(card, arms), "".join(drawing), named=card.is_named)


def damage(card: DrawnCard) -> str:
    """Return a damage card: number of copies, whether it can be turned face down, and its effect."""
    arms = arms_of(card.document)
    copies = card.get("copies")
    many = (
        unknown(LEFT, 78, 44, _("Copies not known"))
        if copies is None
        else "<g>"
        + f"<title>{escape(_('{number} in the damage deck').format(number=copies))}</title>"
        + text(f"\u00d7{copies}", LEFT, 92, 48, fill=INK, face=SERIF, anchor="middle", more=LINING)
        + own_underline(card.is_own("copies"), LEFT - 32, LEFT + 32, 104)
        + "</g>"
    )
    flips = card.get("flips")
    labels = {
        True: _("Can be turned face down"),
        False: _("Stays face up"),
        None: _("Whether it can be turned down is not known"),
    }
    drawing = [
        paper(arms),
        panel(arms, 396),
        many,
        mark("damage-card", LEFT - 27, 132, 54, arms.field[1], _("Damage card")),
        names(card.get("name"), _("Damage card"), 486, END - TEXT, own_name=card.is_own("name")),
        rule(536),
        rules_and_flavour(card, "", 546, 220),
        rule(776),
        mark("undo" if flips else "minus", TEXT, 786, 32, AMBER if flips is None else INK),
        text(labels[flips], TEXT + 44, 810, 23, fill=AMBER if flips is None else QUIET),
        own_underline(card.is_own("flips"), TEXT + 44, TEXT + 44 + width(labels[flips], 23), 818),
        footer(card),
    ]
    return svg_document(card.title, _description(card, arms), "".join(drawing), named=card.is_named)


def reverse() -> str:
    """Return the back of every card: Muster's banner on a diapered field."""
    lattice = "".join(f"M{x} 34L{x + 812} 846M{x + 812} 34L{x} 846" for x in range(-780, 600, 58))
    corners = "".join(
        f'<g transform="translate({x} {y}) scale(1.5)" color="{GOLD}" {PEN}>{strokes("any")}</g>'
        for x, y in ((52, 52), (542, 52), (52, 792), (542, 792))
    )
    drawing = (
        f'<rect width="{WIDE}" height="{HIGH}" rx="29" fill="#14161b"/>'
        f'<clipPath id="back-field"><rect x="34" y="34" width="562" height="812" rx="10"/></clipPath>'
        f'<g clip-path="url(#back-field)"><rect x="34" y="34" width="562" height="812" fill="#22262f"/>'
        f'<path d="{lattice}" fill="none" stroke="{GOLD}" stroke-width="1.2" opacity=".22"/></g>'
        f'<rect x="34" y="34" width="562" height="812" rx="10" fill="none" stroke="{GOLD}" stroke-width="3"/>'
        f'<rect x="44" y="44" width="542" height="792" rx="6" fill="none" stroke="{GOLD}" stroke-width="1"/>{corners}'
        f'<circle cx="315" cy="440" r="206" fill="#14161b" stroke="{GOLD}" stroke-width="3"/>'
        f'<circle cx="315" cy="440" r="193" fill="none" stroke="{GOLD}" stroke-width="1.2"/>'
        f'<circle cx="315" cy="440" r="199.5" fill="none" stroke="{GOLD}" stroke-width="5" stroke-dasharray="0 15.67"'
        f' stroke-linecap="round"/>'
        f'<g fill="none" stroke="{GOLD}" stroke-linejoin="round" stroke-linecap="round">'
        '<path d="M315 276V318M190 318H440" stroke-width="10"/>'
        '<path d="M222 318V590L315 520L408 590V318" stroke-width="10" fill="#8f2c1d"/>'
        '<path d="M222 506L315 436L408 506M222 448L315 378L408 448" stroke-width="10"/></g>'
        f'<circle cx="190" cy="318" r="10" fill="{GOLD}"/><circle cx="440" cy="318" r="10" fill="{GOLD}"/>'
        f'<circle cx="315" cy="272" r="12" fill="{GOLD}"/>'
    )
    words = _("Muster's banner in gold and red on a dark field.")
    return svg_document(_("The back of a card"), words, drawing, named=False)


def _names(card: DrawnCard, y: float, wide: float) -> str:
    own_name, own_class = card.is_own("name"), card.is_own("class")
    return names(card.get("name"), card.get("class"), y, wide, own_name=own_name, own_line=own_class)


def _description(card: DrawnCard, arms: Arms) -> str:
    """Return the card in words: its most visible facts, then its text and arms."""
    parts = [plain_text(card.get("class") or _KINDS[card.document["kind"]])]
    for word, fact in (
        (_("Cost"), "cost"),
        (_("Level"), "level"),
        (_("Minimum level"), "minimum_level"),
        *((w, f) for w, f, *_rest in _STATS),
    ):
        if fact in card.document:
            value_of = card.get(fact)
            parts.append(not_known(str(word)) if value_of is None else f"{word} {value_of}")
    for word, fact in ((_("Slots"), "slots"), (_("Energy"), "energy"), (_("Actions"), "actions")):
        if card.get(fact):
            parts.append(f"{word} {', '.join(map(schema_word, card.get(fact)))}")
    if card.get("unique"):
        parts.append(_("Unique"))
    return describe_card(card, parts, card.get("text"), arms)


def _actions(actions: list[str] | None, *, own: bool) -> str:
    if actions is None:
        return unknown(TEXT + 24, 730, 23, _("Actions not known"))
    ring = f'stroke="{INK}" stroke-width="3"{OWN_DASHES}' if own else f'stroke="{LINE}" stroke-width="1.5"'
    return "".join(
        f'<circle cx="{TEXT + 24 + 60 * place}" cy="730" r="24" fill="none" {ring}/>'
        + mark(action, TEXT + 7 + 60 * place, 713, 34, INK, capitalized_word(action))
        for place, action in enumerate(actions)
    )


def _weapons(weapons: list[dict[str, Any]] | None, arms: Arms, *, own: bool) -> str:
    """Return the weapon banner with up to six weapons in two columns."""
    if weapons is None:
        return unknown(END - 24, 790, 23, _("Weapons not known"))
    if not weapons:
        return ""
    rows = (len(weapons) + 1) // 2
    high = 62 / rows if rows > 1 else 48
    top = 768 if rows > 1 else 775
    wide = (END - TEXT) / (2 if len(weapons) > 1 else 1.6)
    left = END - wide * min(2, len(weapons))
    end, middle = top + high * rows, top + high * rows / 2
    outline = f'path d="M{left:g} {top}H{END}V{end:g}H{left:g}L{left + 12:g} {middle:g}Z"'
    return shape(outline, arms.field[1], own=own, stroke=2, more=ROUND) + "".join(
        _weapon(weapon, left + 20 + wide * (place % 2), top + high * (place // 2), wide - 28, high)
        for place, weapon in enumerate(weapons)
    )


def _weapon(weapon: dict[str, Any], x: float, y: float, wide: float, high: float) -> str:
    """Return one line of the banner: melee or ranged, name, arc and range."""
    size = min(30.0, high - 4)
    middle = y + high / 2
    top = middle - size / 2
    type_size = size * 0.8
    base = middle + type_size * 0.34
    melee, arc, reach = weapon.get("melee"), weapon.get("arc"), weapon.get("range")
    drawing = []
    if melee is None:
        drawing.append(text("?", x + size / 2, base, type_size, fill=GOLD, face=SERIF, anchor="middle"))
    else:
        word = "melee" if melee else "ranged"
        drawing.append(mark(word, x, top, size, PAPER, capitalized_word(word)))
    room = wide - 2.9 * size - 8
    name, name_size = fit(plain_text(weapon.get("name") or "?"), room, type_size, type_size * 0.62, DISPLAY)
    drawing.append(text(name, x + size + 8, base, name_size, fill=PAPER, face=SERIF, more=CARD))
    end = x + wide
    drawing.append(
        text(
            "?" if reach is None else str(reach),
            end,
            base,
            type_size,
            fill=PAPER,
            face=SERIF,
            anchor="end",
            more=LINING,
        )
    )
    if arc in ("forward", "rear", "any"):
        drawing.append(mark(f"arc-{arc}", end - size - type_size * 0.7, top, size, PAPER, str(_ARCS[arc])))
    elif arc is None:
        drawing.append(
            text("?", end - size * 0.5 - type_size * 0.7, base, type_size, fill=GOLD, face=SERIF, anchor="middle")
        )
    return "".join(drawing)


def _stance(card: DrawnCard) -> str:
    """Return the lower left corner: movement, base, and alignment in a circle."""
    drawing = []
    movement, base = card.get("movement"), card.get("base")
    x = LEFT - 40
    drawing.append(
        mark(movement, x, 702, 36, INK, capitalized_word(movement))
        if movement
        else unknown(x + 18, 720, 16, _("Movement not known"))
    )
    if card.get("troop"):
        drawing.append(mark("troop", x + 42, 702, 36, INK, _("Troop")))
    elif base:
        drawing.append(mark(f"base-{base}", x + 44, 705, 30, INK, str(_BASES[base])))
    else:
        drawing.append(unknown(x + 60, 720, 16, _("Base not known")))
    drawing.append(own_underline(card.is_own("movement"), x, x + 36, 743))
    drawing.append(own_underline(card.is_own("troop", "base"), x + 43, x + 77, 743))
    alignment = card.get("alignment")
    if alignment is None:
        return "".join(drawing) + unknown(LEFT, 798, 36, _("Alignment not known"))
    field = TINCTURES[alignment][0]
    drawing.append(shape(f'circle cx="{LEFT}" cy="798" r="40"', field, own=card.is_own("alignment")))
    drawing.append(mark(alignment, LEFT - 27, 771, 54, "#fffdf8", capitalized_word(alignment)))
    return "".join(drawing)


def _troop_costs(costs: dict[str, int | None] | None, arms: Arms, *, own: bool) -> str:
    """Return the costs of troop tokens in a row under the name."""
    drawing = []
    for place, soldiers in enumerate("23456"):
        x = TEXT + 96 * place
        cost = (costs or {}).get(soldiers)
        drawing.append(text(f"{soldiers}\u00d7", x, 584, 22, fill=QUIET, more=LINING))
        field = f'rect x="{x + 30}" y="552" width="52" height="46" rx="6"'
        drawing.append(shape(field, arms.field[1], own=True) if own else f'<{field} fill="{arms.field[1]}"/>')
        drawing.append(
            text(
                "?" if cost is None else str(cost),
                x + 56,
                585,
                28,
                fill=PAPER,
                face=SERIF,
                anchor="middle",
                more=LINING,
            )
        )
    title = escape(_("Cost of two to six soldiers"))
    return f"<g><title>{title}</title>" + "".join(drawing) + "</g>"


def _granted(icons: list[str], *, own: bool) -> str:
    """Return the slots added by the card, below its own banner."""
    return "".join(
        text("+", LEFT - 34, 276 + 44 * place, 32, fill=QUIET)
        + mark(icon, LEFT - 12, 248 + 44 * place, 36, INK, _("Adds a slot: {icon}").format(icon=schema_word(icon)))
        + own_underline(own, LEFT - 34, LEFT + 24, 287 + 44 * place)
        for place, icon in enumerate(icons[:10])
    )


def _use(card: DrawnCard) -> Iterator[str]:
    """Yield the known dice of an attack, and costs and tokens of using the card."""
    if (dice := card.get("dice")) is not None:
        yield ngettext("{number} die", "{number} dice", dice).format(number=dice)
    elif card.get("dice_from") == "primary":
        yield _("weapon value")
    for spent in card.get("spends") or ():
        if spent != "none":
            yield _("costs {token}").format(token=spent.capitalize())
    if tokens := card.get("places_tokens"):
        yield ngettext("{number} token", "{number} tokens", tokens).format(number=tokens)


def _reach(card: DrawnCard) -> str:
    """Return range and arc at the foot of the card; empty if it has neither."""
    reach, arc = card.get("range"), card.get("arc")
    if reach == "none" and arc == "none":
        return ""
    drawing = [rule(776)]
    if arc in ("forward", "rear", "any"):
        drawing.append(mark(f"arc-{arc}", TEXT, 788, 34, INK, str(_ARCS[arc])))
    elif arc is None:
        drawing.append(unknown(TEXT + 17, 805, 16, _("Arc not known")))
    if reach is None:
        drawing.append(text(_("Range not known"), TEXT + 48, 813, 23, fill=AMBER))
    elif reach != "none":
        label = (
            _("Range {reach}").format(reach=plain_text(reach))
            if reach[:1].isdigit()
            else plain_text(reach).capitalize()
        )
        words = ", ".join([label, *_use(card)])
        size = 24 if words == label else 19
        words = cut(words, size, END - TEXT - 48)
        drawing.append(text(words, TEXT + 48, 813, size, fill=INK, more=LINING))
        drawing.append(own_underline(card.is_own(*_REACH_FACTS), TEXT + 48, TEXT + 48 + width(words, size), 821))
    drawing.append(own_underline(card.is_own("arc"), TEXT, TEXT + 34, 825))
    return "".join(drawing)

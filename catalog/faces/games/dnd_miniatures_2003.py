"""Cards of D&D Miniatures, the original edition. The faction determines the tincture and the outline."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from catalog.faces import stat_cards
from catalog.faces.arms_choices import Bearing
from catalog.faces.drawn_card import DrawnCard
from catalog.faces.stat_cards import AttackLine, CreatureTexts
from catalog.faces.typography import capitalized_word, schema_word

_TINCTURES = {"lawful-good": "cold", "chaotic-good": "poison", "lawful-evil": "thunder", "chaotic-evil": "fire"}


def bearing(document: dict[str, Any]) -> Bearing:
    """Return the parts of the arms chosen by the facts of a card."""
    if document.get("kind") != "creature":
        return stat_cards.ground_bearing(" ".join(document.get("terrain") or ()))
    sides = {faction.rpartition("-")[2] for faction in stat_cards.known_factions(document)}
    return stat_cards.creature_bearing(document, _TINCTURES, sides.pop() if len(sides) == 1 else "neutral")


def _creature(card: DrawnCard) -> str:
    attacks = card.get("attacks")
    words = CreatureTexts(
        banner=stat_cards.faction_banner(card.document, _abbreviation),
        stats=((_("Armor Class"), "ac"), (_("Speed"), "speed"), (_("Hit points"), "hp")),
        line=_line(card.document),
        blows=None if attacks is None else [_blow(attack) for attack in attacks],
    )
    return stat_cards.miniature(card, words)


def _abbreviation(faction: str) -> str:
    return "".join(word[0].upper() for word in faction.split("-"))


def _line(document: Mapping[str, Any]) -> str:
    """Return commander rating, types and size, without a medium size: “Commander 5 · Giant, large”."""
    rating = document.get("commander_rating")
    commander = f"{_('Commander')} {'?' if rating is None else rating}" if document.get("commander") else ""
    kind = ", ".join(document.get("keywords") or ()).replace("-", " ")
    size = document.get("size") or ""
    body = ", ".join(filter(None, (kind, schema_word(size) if size != "medium" else "")))
    return " · ".join(filter(None, (commander, body[:1].upper() + body[1:]))) or _("Miniature")


def _blow(attack: dict[str, Any]) -> AttackLine:
    bonuses = "?" if attack["bonuses"] is None else "/".join(f"{bonus:+d}" for bonus in attack["bonuses"])
    damage = "?" if attack["damage"] is None else attack["damage"]
    name = _("{manner} attack").format(manner=capitalized_word(attack["manner"])) if attack["manner"] else _("Attack")
    return AttackLine(attack["manner"], capitalized_word(attack["manner"] or ""), name, f"{bonuses} ({damage})")


def _tile(card: DrawnCard) -> str:
    return stat_cards.ground(card, _("Terrain tile"), 4)


FACES = {"creature": _creature, "terrain-tile": _tile}

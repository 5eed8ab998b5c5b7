"""Cards of D&D Miniatures, 2008. The faction determines the tincture, the alignment the outline."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from catalog.faces import stat_cards
from catalog.faces.arms_choices import Bearing
from catalog.faces.drawn_card import DrawnCard
from catalog.faces.stat_cards import AttackLine, CreatureTexts
from catalog.faces.typography import capitalized_word, schema_word

_TINCTURES = {"borderlands": "fire", "civilization": "cold", "underdark": "thunder", "wild": "poison"}
_AGAINST = {"ac": "AC", "fortitude": "Fort", "reflex": "Ref", "will": "Will", None: "?"}


def bearing(document: dict[str, Any]) -> Bearing:
    """Return the parts of the arms chosen by the facts of a card."""
    if document.get("kind") != "creature":
        return stat_cards.ground_bearing(str(document.get("area")))
    alignment = document.get("alignment")
    return stat_cards.creature_bearing(
        document, _TINCTURES, "neutral" if alignment in (None, "none") else str(alignment)
    )


def _creature(card: DrawnCard) -> str:
    attacks = card.get("attacks")
    words = CreatureTexts(
        banner=stat_cards.faction_banner(card.document, _abbreviation),
        stats=((_("Armor Class"), "ac"), (_("Defense"), "defense"), (_("Hit points"), "hp"), (_("Speed"), "speed")),
        line=_line(card.document),
        blows=None if attacks is None else [_blow(attack) for attack in attacks],
    )
    return stat_cards.miniature(card, words)


def _abbreviation(faction: str) -> str:
    return faction[0].upper()


def _line(document: Mapping[str, Any]) -> str:
    """Return champion rating, alignment, keywords and size, without a medium size: “Champion 4 · Good giant, large”."""
    rating = document.get("champion_rating")
    champion = f"{_('Champion')} {'?' if rating is None else rating}" if document.get("champion") else ""
    alignment = document.get("alignment")
    aligned = capitalized_word(alignment) if alignment and alignment != "none" else ""
    kind = ", ".join(document.get("keywords") or ()).replace("-", " ")
    size = document.get("size") or ""
    body = ", ".join(filter(None, (f"{aligned} {kind}".strip(), schema_word(size) if size != "medium" else "")))
    return " · ".join(filter(None, (champion, body[:1].upper() + body[1:]))) or _("Miniature")


def _blow(attack: dict[str, Any]) -> AttackLine:
    bonus = "?" if attack["bonus"] is None else f"{attack['bonus']:+d}"
    reach = "" if attack["reach"] in (None, "none") else f"{attack['reach']}, "
    damage = "?" if attack["damage"] is None else attack["damage"]
    manner = {"melee": "melee", "ranged": "ranged", "close": "arc-forward", "area": "arc-any"}.get(attack["manner"])
    return AttackLine(
        manner,
        capitalized_word(attack["manner"] or ""),
        attack["name"],
        f"{reach}{bonus} vs {_AGAINST[attack['against']]}; {damage}",
    )


def _map(card: DrawnCard) -> str:
    area = card.get("area")
    line = _("Battle map, area not known")
    if area is not None:
        line = _("{area}-size battle map").format(area=capitalized_word(area))
    return stat_cards.ground(card, line, 3 if area == "half" else 6)


FACES = {"creature": _creature, "battle-map": _map}

"""Cards of D&D Attack Wing. Energy and alignment determine the tinctures, the class the division of the field."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from catalog.faces import layouts, maneuver_dials
from catalog.faces.arms_choices import Bearing
from catalog.faces.coats_of_arms import OUTLINES, TINCTURES
from catalog.faces.shield_figures import charge_of

# Kinds without energy, alignment or slot.
_BY_KIND = {"damage-card": "damage", "maneuver-card": "maneuver"}


def bearing(document: dict[str, Any]) -> Bearing:
    """Return the parts of the arms chosen by the facts of a card."""
    energy: Sequence[str] = document.get("energy") or ()
    return Bearing(
        tincture=_tincture(document),
        second=str(energy[1]) if len(energy) > 1 else None,
        outline=_outline(document),
        family=document.get("class") or f"slot {document.get('slot')}",
        charge=charge_of(document),
        device=_device(document),
        known=document.get("energy") is not None,
        unique=document.get("unique") is True,
    )


def _tincture(document: dict[str, Any]) -> str:
    energy = document.get("energy")
    if document.get("kind") in _BY_KIND:
        return _BY_KIND[document["kind"]]
    if energy:
        return str(energy[0])
    alignment = document.get("alignment")
    if alignment:
        return str(alignment)
    slot = f"slot-{document.get('slot')}"
    return slot if slot in TINCTURES else "unknown"


def _device(document: dict[str, Any]) -> str | None:
    """Return the mark on a spell's scroll: its energy, or its icon if the energy is unknown."""
    if document.get("kind") != "spell":
        return None
    return next(iter(document.get("energy") or ()), None) or document.get("slot")


def _outline(document: dict[str, Any]) -> str:
    kind = document.get("kind") or ""
    return kind if kind in OUTLINES else document.get("alignment") or "good"


FACES = {
    "creature": layouts.creature,
    "upgrade": layouts.upgrade,
    "spell": layouts.upgrade,
    "damage-card": layouts.damage,
    "maneuver-card": maneuver_dials.maneuver_card,
}

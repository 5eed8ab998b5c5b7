"""D&D Miniatures, the original edition, on the pages: its numbers and words, its filters, and a warband's setting."""

from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from legions import speech
from legions.cards.facts import none
from legions.games import Room, miniatures
from legions.presenting import beside

FACTIONS = {
    "lawful-good": _("Lawful good"),
    "chaotic-good": _("Chaotic good"),
    "lawful-evil": _("Lawful evil"),
    "chaotic-evil": _("Chaotic evil"),
}


def _attacks(attacks: list[dict[str, Any]]) -> str:
    return "; ".join(_attack(attack) for attack in attacks) or none()


def _attack(attack: dict[str, Any]) -> str:
    bonuses = attack["bonuses"]
    numbers = gettext("bonus not known") if bonuses is None else "/".join(f"{bonus:+d}" for bonus in bonuses)
    damage = gettext("not known") if attack["damage"] is None else attack["damage"]
    manner = speech.value(attack["manner"] or "") or gettext("manner not known")
    said = gettext("{manner}: {numbers}, damage {damage}")
    return said.format(manner=manner[:1].upper() + manner[1:], numbers=numbers, damage=damage)


ROOM = Room(
    word=_("warband"),
    lesson=miniatures.LESSON,
    stats=("level", "ac", "speed", "hp"),
    short={"level": _("Lvl"), "ac": _("AC"), "speed": _("Spd"), "hp": _("HP")},
    card_words={
        "warband_building": _("Warband Building"),
        "requires": _("what it requires"),
        "minions": _("minions"),
        "self_command": _("whether it commands itself"),
    },
    spoken={"attacks": _attacks},
    summary=miniatures.summary("commander"),
    choices=(miniatures.FACTION, miniatures.SIZE),
    ranges=miniatures.RANGES,
    sorts=miniatures.SORTS,
    hint=_("commander, orc, golem …"),
    carrying=False,
    order=miniatures.order,
    aside="games/miniatures/setting.html",
    view=miniatures.setting(FACTIONS, "limited-pool"),
    part=beside.part(lambda card: card.document.get("minions") != []),
    under="games/miniatures/part.html",
    brings=beside.brought(miniatures.BROUGHT, {"faction": FACTIONS}),
    leads={
        "faction": "/faction",
        "terrain-tiles": "/tiles",
        "limited-pool": "/pool",
        "minions": "/picks/*/part",
        "unit-attachment": "/picks/*/part",
        "formed-unit-class": "/picks/*/part",
    },
    reasons=miniatures.REASONS,
    unknown=miniatures.UNKNOWN,
    start=miniatures.start("commander"),
    plots=miniatures.plots,
    wounds=("hp", 5),
)

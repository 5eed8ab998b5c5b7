"""D&D Miniatures, the original edition, on the pages: its numbers and words, its filters, and a warband's setting."""

from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from legions.builder import extras_options
from legions.cards.card_sheet import empty_list_words
from legions.games import PageAdapter, miniatures
from legions.site import wording

FACTIONS = {
    "lawful-good": _("Lawful good"),
    "chaotic-good": _("Chaotic good"),
    "lawful-evil": _("Lawful evil"),
    "chaotic-evil": _("Chaotic evil"),
}


def _attacks(attacks: list[dict[str, Any]]) -> str:
    return "; ".join(_attack(attack) for attack in attacks) or empty_list_words()


def _attack(attack: dict[str, Any]) -> str:
    bonuses = attack["bonuses"]
    numbers = gettext("bonus not known") if bonuses is None else "/".join(f"{bonus:+d}" for bonus in bonuses)
    damage = gettext("not known") if attack["damage"] is None else attack["damage"]
    manner = wording.schema_word(attack["manner"] or "") or gettext("manner not known")
    template = gettext("{manner}: {numbers}, damage {damage}")
    return template.format(manner=manner[:1].upper() + manner[1:], numbers=numbers, damage=damage)


PAGE_ADAPTER = PageAdapter(
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
    summary=miniatures.leader_summary("commander"),
    choices=(miniatures.FACTION, miniatures.SIZE),
    ranges=miniatures.RANGES,
    sorts=miniatures.SORTS,
    hint=_("commander, orc, golem …"),
    carrying=False,
    order=miniatures.card_order,
    aside="games/miniatures/setting.html",
    view=miniatures.setting_view(FACTIONS, "limited-pool"),
    part=extras_options.part_maker(lambda card: card.document.get("minions") != []),
    under="games/miniatures/part.html",
    brings=extras_options.extra_rows(miniatures.EXTRA_LABELS, {"faction": FACTIONS}),
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
    start=miniatures.starter_cards("commander"),
    plots=miniatures.warband_plots,
    wounds=("hp", 5),
)

"""D&D Miniatures, 2008, on the pages: its numbers and words, how its cards are found, and a warband's setting."""

from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from legions.cards.facts import none
from legions.games import Choice, Room, miniatures
from legions.presenting import beside

FACTIONS = {
    "borderlands": _("Borderlands"),
    "civilization": _("Civilization"),
    "underdark": _("Underdark"),
    "wild": _("Wild"),
}


def _attacks(attacks: list[dict[str, Any]]) -> str:
    return "; ".join(_attack(attack) for attack in attacks) or none()


def _attack(attack: dict[str, Any]) -> str:
    reach = "" if attack["reach"] in (None, "none") else f", {attack['reach']}"
    basic = gettext("basic") + " " if attack["basic"] else ""
    against = attack["against"] or gettext("not known")
    numbers = gettext("{bonus} against {against}, damage {damage}").format(
        bonus=_signed(attack["bonus"]), against=against, damage=_number(attack["damage"])
    )
    return f"{attack['name']}: {basic}{attack['manner'] or gettext('manner not known')}{reach}, {numbers}"


def _signed(number: int | None) -> str:
    return gettext("bonus not known") if number is None else f"{number:+d}"


def _number(number: int | None) -> str:
    return gettext("not known") if number is None else str(number)


ROOM = Room(
    word=_("warband"),
    lesson=miniatures.LESSON,
    stats=("level", "ac", "defense", "hp", "speed"),
    short={"level": _("Lvl"), "ac": _("AC"), "defense": _("Def"), "hp": _("HP"), "speed": _("Spd")},
    card_words={"warband_building": _("Warband Building"), "discounts": _("discounts")},
    spoken={"attacks": _attacks},
    summary=miniatures.summary("champion"),
    choices=(
        miniatures.FACTION,
        Choice("alignment", _("Alignment"), mark=None),
        miniatures.SIZE,
    ),
    ranges=miniatures.RANGES,
    sorts=miniatures.SORTS,
    hint=_("champion, drake, goblin …"),
    carrying=False,
    order=miniatures.order,
    aside="games/miniatures/setting.html",
    view=miniatures.setting(FACTIONS, "sealed-pool"),
    brings=beside.brought(miniatures.BROUGHT, {"faction": FACTIONS}),
    leads={"faction": "/faction", "battle-map": "/map", "sealed-pool": "/pool"},
    reasons=miniatures.REASONS,
    unknown=miniatures.UNKNOWN,
    start=miniatures.start("champion"),
    plots=miniatures.plots,
    wounds=("hp", 5),
)

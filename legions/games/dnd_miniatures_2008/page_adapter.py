"""D&D Miniatures, 2008, on the pages: its numbers and words, how its cards are found, and a warband's setting."""

from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from legions.builder import extras_options
from legions.cards.card_sheet import empty_list_words
from legions.games import ChoiceFilter, PageAdapter, miniatures

FACTIONS = {
    "borderlands": _("Borderlands"),
    "civilization": _("Civilization"),
    "underdark": _("Underdark"),
    "wild": _("Wild"),
}


def _attacks(attacks: list[dict[str, Any]]) -> str:
    return "; ".join(_attack(attack) for attack in attacks) or empty_list_words()


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


PAGE_ADAPTER = PageAdapter(
    word=_("warband"),
    lesson=miniatures.LESSON,
    stats=("level", "ac", "defense", "hp", "speed"),
    short={"level": _("Lvl"), "ac": _("AC"), "defense": _("Def"), "hp": _("HP"), "speed": _("Spd")},
    card_words={"warband_building": _("Warband Building"), "discounts": _("discounts")},
    spoken={"attacks": _attacks},
    summary=miniatures.leader_summary("champion"),
    choices=(
        miniatures.FACTION,
        ChoiceFilter("alignment", _("Alignment"), mark=None),
        miniatures.SIZE,
    ),
    ranges=miniatures.RANGES,
    sorts=miniatures.SORTS,
    hint=_("champion, drake, goblin …"),
    carrying=False,
    order=miniatures.card_order,
    aside="games/miniatures/setting.html",
    view=miniatures.setting_view(FACTIONS, "sealed-pool"),
    brings=extras_options.extra_rows(miniatures.EXTRA_LABELS, {"faction": FACTIONS}),
    leads={"faction": "/faction", "battle-map": "/map", "sealed-pool": "/pool"},
    reasons=miniatures.REASONS,
    unknown=miniatures.UNKNOWN,
    start=miniatures.starter_cards("champion"),
    plots=miniatures.warband_plots,
    wounds=("hp", 5),
)

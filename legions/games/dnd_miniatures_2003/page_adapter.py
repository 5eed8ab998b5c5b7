"""D&D Miniatures, the original edition, on the pages: its numbers and words, its filters, and a warband's setting."""

from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from legions.cards.card_sheet import empty_list_words
from legions.cards.stock import Stock
from legions.games import CardFilters, FactWords, miniatures
from legions.games.miniatures import MiniaturesPageAdapter
from legions.set_sheets.columns import SheetColumn, columns_of_facts
from legions.site import wording
from legions.table import setting_options
from legions.table.setting_options import MakePart

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


class Miniatures2003PageAdapter(MiniaturesPageAdapter):
    """The original edition: commanders lead, and creatures may be minions, be summoned, or stand in units."""

    fact_words = FactWords(
        stats={"level": _("Lvl"), "ac": _("AC"), "speed": _("Spd"), "hp": _("HP")},
        card_words={
            "warband_building": _("Warband Building"),
            "requires": _("what it requires"),
            "minions": _("minions"),
            "self_command": _("whether it commands itself"),
            "familiar": _("whether it is a familiar"),
            "fielded": _("published warbands it was in"),
        },
        spoken={"attacks": _attacks},
        unknown=miniatures.UNKNOWN,
        price_reasons=miniatures.REASONS,
    )
    filters = CardFilters(
        choices=(miniatures.FACTION, miniatures.SIZE),
        ranges=miniatures.RANGES,
        sorts=miniatures.SORTS,
        hint=_("commander, orc, golem …"),
    )
    sheets = {
        "creature": (
            *columns_of_facts("cost", "factions"),
            SheetColumn(
                ("commander", "commander_rating", "difficult"),
                _("Commander or Difficult"),
                {"c": "commander_rating", "d": "difficult"},
            ),
            *columns_of_facts("requires", "size", "unique"),
            SheetColumn(("warband_building", "minions", "self_command"), _("Builds or leads otherwise")),
        )
    }
    target_places = {
        "faction": "/faction",
        "terrain-tiles": "/tiles",
        "limited-pool": "/pool",
        "minions": "/picks/*/part",
        "unit-attachment": "/picks/*/part",
        "formed-unit-class": "/picks/*/part",
    }
    part_template = "games/miniatures/part.html"
    leader = "commander"
    factions = FACTIONS
    pool_rule = "limited-pool"

    def pick_parts(self, document: dict[str, Any], stock: Stock) -> MakePart:
        """Return whose minion a pick is or who summons it, and its unit."""
        return setting_options.part_maker(document, stock, lambda card: card.document.get("minions") != [])


PAGE_ADAPTER = Miniatures2003PageAdapter("dnd-miniatures-2003")

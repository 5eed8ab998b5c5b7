"""Words of D&D Miniatures, the original edition: numbers, card words and card filters."""

from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from legions.cards.card_sheet import empty_list_words
from legions.game_words import CardFilters, FactWords
from legions.game_words.sheet_columns import RowPart, SheetColumn, columns_of_facts
from legions.games.miniatures import words as miniatures
from legions.games.miniatures.words import MiniaturesWords
from legions.site import wording

LEADER = "commander"
"""The fact that marks a leader."""


def _attacks(attacks: list[dict[str, Any]]) -> str:
    return "; ".join(_attack(attack) for attack in attacks) or empty_list_words()


def _attack(attack: dict[str, Any]) -> str:
    bonuses = attack["bonuses"]
    numbers = gettext("bonus not known") if bonuses is None else "/".join(f"{bonus:+d}" for bonus in bonuses)
    damage = gettext("not known") if attack["damage"] is None else attack["damage"]
    manner = wording.schema_word(attack["manner"] or "") or gettext("manner not known")
    template = gettext("{manner}: {numbers}, damage {damage}")
    return template.format(manner=manner[:1].upper() + manner[1:], numbers=numbers, damage=damage)


class Miniatures2003Words(MiniaturesWords):
    """Words of the original edition, with commanders, minions, summoned creatures and units."""

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
    shelves = {
        "creature": (
            *columns_of_facts("factions", "cost"),
            SheetColumn(("ac",), _("AC")),
            *columns_of_facts("hp", "speed"),
            SheetColumn(("attacks",), _("Melee attack"), part=RowPart("bonuses", where={"manner": "melee"})),
            SheetColumn(("attacks",), _("Melee damage"), part=RowPart("damage", where={"manner": "melee"})),
            SheetColumn(
                ("commander", "commander_rating", "difficult"),
                _("Commander or Difficult"),
                {"c": "commander_rating", "d": "difficult"},
            ),
            *columns_of_facts("level"),
            SheetColumn(("attacks",), _("Ranged attack"), part=RowPart("bonuses", where={"manner": "ranged"})),
            SheetColumn(("attacks",), _("Ranged damage"), part=RowPart("damage", where={"manner": "ranged"})),
            *columns_of_facts("size", "unique", "flight", "keywords", "classes", "requires"),
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
    leader = LEADER


WORDS = Miniatures2003Words("dnd-miniatures-2003")

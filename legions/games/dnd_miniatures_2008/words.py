"""Words of D&D Miniatures, 2008: numbers, card words and card filters."""

from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from legions.cards.card_sheet import empty_list_words
from legions.game_words import CardFilters, ChoiceFilter, FactWords
from legions.game_words.sheet_columns import RowPart, SheetColumn, columns_of_facts
from legions.games.miniatures import words as miniatures
from legions.games.miniatures.words import MiniaturesWords

LEADER = "champion"
"""The fact that marks a leader."""


def _attacks(attacks: list[dict[str, Any]]) -> str:
    return "; ".join(_attack(attack) for attack in attacks) or empty_list_words()


def _attack(attack: dict[str, Any]) -> str:
    reach = "" if attack["reach"] in (None, "none") else f", {attack['reach']}"
    basic = gettext("basic") + " " if attack["basic"] else ""
    against = attack["against"] or gettext("not known")
    numbers = gettext("{bonus} against {against}, damage {damage}").format(
        bonus=_signed(attack["bonus"]), against=against, damage=_number(attack["damage"])
    )
    name, manner = attack["name"] or gettext("Attack"), attack["manner"] or gettext("manner not known")
    return f"{name}: {basic}{manner}{reach}, {numbers}"


def _signed(number: int | None) -> str:
    return gettext("bonus not known") if number is None else f"{number:+d}"


def _number(number: int | None) -> str:
    return gettext("not known") if number is None else str(number)


class Miniatures2008Words(MiniaturesWords):
    """Words of the 2008 edition, with champions and a map for each warband."""

    fact_words = FactWords(
        stats={"level": _("Lvl"), "ac": _("AC"), "defense": _("Def"), "hp": _("HP"), "speed": _("Spd")},
        card_words={"warband_building": _("Warband Building"), "discounts": _("discounts")},
        spoken={"attacks": _attacks},
        unknown=miniatures.UNKNOWN,
        price_reasons=miniatures.REASONS,
    )
    filters = CardFilters(
        choices=(miniatures.FACTION, ChoiceFilter("alignment", _("Alignment"), mark=None), miniatures.SIZE),
        ranges=miniatures.RANGES,
        sorts=miniatures.SORTS,
        hint=_("champion, drake, goblin …"),
    )
    sheets = {
        "creature": (
            *columns_of_facts("cost", "factions"),
            SheetColumn(("champion", "champion_rating"), _("Champion"), {"c": "champion_rating"}),
            *columns_of_facts("size", "alignment", "unique"),
            SheetColumn(("warband_building", "discounts"), _("Warband Building, discounts")),
        )
    }
    shelves = {
        "creature": (
            *columns_of_facts("factions", "cost"),
            SheetColumn(("ac",), _("AC")),
            *columns_of_facts("hp", "speed"),
            SheetColumn(("attacks",), _("Attack"), part=RowPart("name")),
            SheetColumn(("attacks",), _("Attack bonus"), part=RowPart("bonus")),
            SheetColumn(("attacks",), _("Damage"), part=RowPart("damage")),
            SheetColumn(("champion", "champion_rating"), _("Champion"), {"c": "champion_rating"}),
            *columns_of_facts("level", "defense", "size", "alignment", "unique", "flight", "keywords"),
            SheetColumn(("attacks",), _("Second attack: name"), part=RowPart("name", 1)),
            SheetColumn(("attacks",), _("Second attack: bonus"), part=RowPart("bonus", 1)),
            SheetColumn(("attacks",), _("Second attack: damage"), part=RowPart("damage", 1)),
            SheetColumn(("warband_building", "discounts"), _("Warband Building, discounts")),
        )
    }
    target_places = {"faction": "/faction", "battle-map": "/map", "sealed-pool": "/pool"}
    leader = LEADER


WORDS = Miniatures2008Words("dnd-miniatures-2008")

"""The table of D&D Miniatures, the original edition."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from legions.cards.stock import Stock
from legions.games.miniatures.table import MiniaturesTable
from legions.table import setting_options
from legions.table.setting_options import MakePart

FACTIONS = {
    "lawful-good": _("Lawful good"),
    "chaotic-good": _("Chaotic good"),
    "lawful-evil": _("Lawful evil"),
    "chaotic-evil": _("Chaotic evil"),
}


class Miniatures2003Table(MiniaturesTable):
    """Hooks for warbands of the original edition, with minions, summoned creatures and units."""

    part_template = "games/miniatures/part.html"
    factions = FACTIONS
    pool_rule = "limited-pool"

    def pick_parts(self, document: dict[str, Any], stock: Stock) -> MakePart:
        """Return a function for the parts of a pick: its master or summoner, and its unit."""
        return setting_options.part_maker(document, stock, lambda card: card.document.get("minions") != [])


TABLE_HOOKS = Miniatures2003Table()

"""The table of D&D Miniatures, 2008."""

from django.utils.translation import gettext_lazy as _

from legions.games.miniatures.table import MiniaturesTable

FACTIONS = {
    "borderlands": _("Borderlands"),
    "civilization": _("Civilization"),
    "underdark": _("Underdark"),
    "wild": _("Wild"),
}


class Miniatures2008Table(MiniaturesTable):
    """Hooks for warbands of the 2008 edition."""

    factions = FACTIONS
    pool_rule = "sealed-pool"


TABLE_HOOKS = Miniatures2008Table()

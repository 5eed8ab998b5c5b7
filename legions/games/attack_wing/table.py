"""The table of D&D Attack Wing: its charts."""

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _

from legions.games.attack_wing import list_plots
from legions.site.plots import Plot
from legions.table.pick_views import PickView
from legions.table.table_hooks import TableHooks
from legions.verdicts.view_models import VerdictView


class AttackWingTable(TableHooks):
    """Hooks for creatures with cards in their slots."""

    order_template = "games/attack-wing/order.html"
    numbers = {"attack": _("Attack"), "agility": _("Agility"), "health": _("Health"), "armor": _("Armor")}

    def plots(self, picks: Sequence[PickView], verdict: VerdictView) -> list[Plot]:
        """Return the plots of points, of the order of movement and attacks, and of attack dice."""
        return list_plots.list_plots(picks, verdict)


TABLE_HOOKS = AttackWingTable()

"""The curve of levels of a warband's decks."""

from django.utils.translation import gettext as _

from legions.site.plots import Plot, PlotRow
from rulesapi.engine.games.dungeon_command.cards import Decks


def level_plot(decks: Decks) -> Plot:
    """Return the number of creatures and orders of each level."""
    counts: dict[int, list[int]] = {}
    unknown = [0, 0]
    for place, picks in enumerate((decks.creatures, decks.orders)):
        for pick in picks:
            row = unknown if pick.card.level is None else counts.setdefault(pick.card.level, [0, 0])
            row[place] += pick.copies
    levels = range(1, 1 + max(counts, default=0))
    rows = [PlotRow(str(level), tuple(counts.get(level, (0, 0)))) for level in levels]
    if any(unknown):
        rows.append(PlotRow(_("not known"), tuple(unknown)))
    return Plot(_("Levels"), (_("creatures"), _("orders")), tuple(rows))

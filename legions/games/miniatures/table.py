"""The table of both editions of D&D Miniatures: charts and the setting of a warband."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from legions.cards.stock import Stock
from legions.game_words import Document
from legions.site.plots import Plot
from legions.table import setting_options
from legions.table.pick_views import PickView
from legions.table.plots import fact_reader, pick_plot
from legions.table.setting_options import ExtraOption, ExtraRow, FigurePool, TileOptions
from legions.table.table_hooks import TableHooks
from legions.verdicts.view_models import VerdictView
from rulesapi.engine.values.names import slug_as_words


@dataclass(frozen=True, slots=True)
class WarbandSetting:
    """The setting of a warband in addition to its creatures, and the available choices.

    `maps` and `tiles` are empty in an edition without them; `tiles_required` is the number its format requires. `pool`
    is None in formats without a pool.
    """

    factions: tuple[ExtraOption, ...]
    maps: tuple[ExtraOption, ...]
    tiles: TileOptions
    tiles_required: int | None
    pool: FigurePool | None

    @property
    def faction(self) -> Any:
        """The name of the chosen faction, or an empty string."""
        return next((one.words for one in self.factions if one.chosen), "")

    @property
    def map(self) -> Any:
        """The name of the chosen map, or an empty string."""
        return next((one.words for one in self.maps if one.chosen), "")

    @property
    def lacks_tiles(self) -> bool:
        """True if the format requires more tiles than are chosen."""
        return self.tiles_required is not None and len(self.tiles.chosen) < self.tiles_required


EXTRA_LABELS = {
    "faction": _("Faction"),
    "map": _("Battle map"),
    "tiles": _("Terrain tiles"),
    "pool": _("Opened figures"),
}


class MiniaturesTable(TableHooks):
    """Hooks for creatures of one of the `factions`; formats with the rule `pool_rule` have a pool of opened figures."""

    bar_template = "games/miniatures/bar.html"
    setting_template = "games/miniatures/setting.html"
    numbers = {"level": _("Level"), "ac": _("AC"), "hp": _("HP"), "speed": _("Speed")}
    pool_rule: str

    def plots(self, picks: Sequence[PickView], verdict: VerdictView) -> list[Plot]:
        """Return the plots of points, levels, and defense with hit points."""
        if not picks:
            return []
        return [
            pick_plot(_("Points by creature"), picks, {_("points"): lambda pick: pick.points}),
            pick_plot(_("Levels"), picks, {_("level"): fact_reader("level")}),
            pick_plot(_("Defense and hit points"), picks, {_("AC"): fact_reader("ac"), _("HP"): fact_reader("hp")}),
        ]

    def extras(self, document: Document, stock: Stock) -> list[ExtraRow]:
        """Return the faction, the map, the tiles and the opened figures."""
        return setting_options.extra_rows(document, stock, EXTRA_LABELS, {"faction": self.factions})

    def table_view(
        self,
        document: dict[str, Any],
        stock: Stock,
        format_: Document,
        picks: Sequence[PickView],
        entered: Mapping[str, str],
    ) -> WarbandSetting:
        """Return the setting of a warband, with a pool in formats that have the rule for it."""
        faction, map_ = document.get("faction"), document.get("map")
        factions = [ExtraOption(slug, label, slug == faction) for slug, label in self.factions.items()]
        if faction is not None and faction not in self.factions:
            factions.append(ExtraOption(faction, slug_as_words(faction).capitalize(), True))
        maps = setting_options.cards_of_kind(stock, "battle-map")
        numbers = {row["name"]: row["number"] for row in format_.get("numbers", ())}
        return WarbandSetting(
            factions=tuple(factions),
            maps=setting_options.card_options(maps, stock, map_) if maps or map_ else (),
            tiles=setting_options.tile_options(document, stock, "terrain-tile"),
            tiles_required=numbers.get("tiles"),
            pool=setting_options.figure_pool(document, stock, format_, self.pool_rule),
        )

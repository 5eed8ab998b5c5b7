"""Hooks for the table of a game: templates and their data, charts, parts of picks, and other fields."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from legions.cards.stock import Stock
from legions.game_words import game_module
from legions.site.plots import Plot
from legions.table.pick_views import PickView
from legions.table.setting_options import ExtraRow, MakePart
from legions.verdicts.view_models import VerdictView


class TableHooks:
    """The table of a game: `TABLE_HOOKS` of the module `table` in a game's package.

    `table_template` renders the picks, `bar_template` the fields next to the points limit, `setting_template` those
    below the picks, and `part_template` the part of one pick. `laid_template` renders the picks to read,
    `order_template` the order in which they act, and `hand_template` the page of the opening hand. `numbers` are the
    main numbers shown next to picks, with their titles. `factions` are the factions of its lists with their names.
    These methods are the defaults for a game without a package.
    """

    table_template = "builder/_table.html"
    bar_template = ""
    setting_template = ""
    part_template = ""
    laid_template = "sharing/_laid.html"
    order_template = ""
    numbers: Mapping[str, Any] = {}
    factions: Mapping[str, Any] = {}
    hand_template = ""

    def plots(self, picks: Sequence[PickView], verdict: VerdictView) -> list[Plot]:
        """Return the charts of the picks on the table and of their verdict."""
        return []

    def table_view(
        self,
        document: dict[str, Any],
        stock: Stock,
        format_: Mapping[str, Any],
        picks: Sequence[PickView],
        entered: Mapping[str, str],
    ) -> Any:
        """Return the data for the templates of this game.

        `format_` is the format of the list, `picks` are its cards on the table, `entered` are form fields with invalid
        values, which are shown again.
        """
        return None

    def laid_view(self, document: dict[str, Any], stock: Stock, picks: Sequence[PickView]) -> Any:
        """Return the data for `laid_template`, besides the list itself."""
        return None

    def pick_parts(self, document: dict[str, Any], stock: Stock) -> MakePart | None:
        """Return a function that returns the part of each pick in a list, or None if picks have no parts."""
        return None

    def hand(self, document: Mapping[str, Any], stock: Stock, data: Mapping[str, str]) -> Any:
        """Return the opening hand of a list for `hand_template`. Its `form` reads the parameters of the address."""
        return None

    def extras(self, document: Mapping[str, Any], stock: Stock) -> list[ExtraRow]:
        """Return the fields of a list other than its picks: name, label, text."""
        return []


@cache
def table_hooks(game: str) -> TableHooks:
    module = game_module(game, "table")
    return TableHooks() if module is None else module.TABLE_HOOKS

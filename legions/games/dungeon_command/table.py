"""The table of Dungeon Command: a commander, two decks, and their abilities."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext, gettext_lazy, ngettext
from django.utils.translation import gettext_lazy as _

from legions.cards.stock import Stock
from legions.game_words import (
    Document,
)
from legions.games.dungeon_command.level_plot import level_plot
from legions.games.dungeon_command.opening_hand import OpeningHand
from legions.games.dungeon_command.words import ABILITY_WORDS
from legions.site import wording
from legions.site.marked_text import fill_marked, marked_text
from legions.site.plots import Plot, PlotRow, percent
from legions.table import setting_options
from legions.table.pick_views import PickView
from legions.table.setting_options import ExtraRow, TileOptions
from legions.table.table_hooks import TableHooks
from legions.verdicts.view_models import VerdictView
from rulesapi.engine.core.legion import Lines, Pick
from rulesapi.engine.core.parsing import read_lines
from rulesapi.engine.games.dungeon_command.cards import ANY_ABILITY, Decks, Order, card_count, read_decks
from rulesapi.engine.games.dungeon_command.deck_rules import MIN_CREATURES, MIN_ORDERS
from rulesapi.engine.games.dungeon_command.play_rules import LevelSums, can_play, opening_chance
from rulesapi.engine.games.dungeon_command.table_rules import TILES_PER_SIZE
from rulesapi.judging import verdicts


@dataclass(frozen=True, slots=True)
class DeckRow:
    """A card in its deck. For an order, creatures in `alone` can play it alone, creatures in `helped` with help."""

    view: PickView
    level: int | None
    alone: tuple[str, ...] = ()
    helped: tuple[str, ...] = ()
    nobody: bool = False

    @property
    def players(self) -> str:
        """The number of creatures that can play the order, in words."""
        alone, helped = len(self.alone), len(self.helped)
        if not alone:
            words = ngettext("%(number)d creature with help", "%(number)d creatures with help", helped)
            return words % {"number": helped} if helped else ""
        by_itself = ngettext("%(number)d creature", "%(number)d creatures", alone) % {"number": alone}
        return f"{by_itself}, {gettext('{number} more with help').format(number=helped)}" if helped else by_itself


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck with its rows, its number of cards, and its required minimum or exact number."""

    slug: str
    title: Any
    rows: tuple[DeckRow, ...]
    cards: int
    least: int | None = None
    exactly: int | None = None


@dataclass(frozen=True, slots=True)
class Treasure:
    """The treasure of a warband: the number of chest markers by field name, and tokens.

    A rejected entry keeps the entered text. `squares` is the number of Treasure squares on the tiles, None if it is not
    known for one of them.
    """

    chests: tuple[tuple[str, int, int | str], ...]
    tokens: int | str
    squares: int | None


@dataclass(frozen=True, slots=True)
class WarbandView:
    """A warband on the table: its decks, treasure and opening hand."""

    decks: tuple[Deck, ...]
    rest: tuple[PickView, ...]
    tiles: TileOptions
    tiles_required: tuple[int, int]
    treasure: Treasure
    opening: str


@dataclass(frozen=True, slots=True)
class OrderLevel:
    """The orders of one level with their number of cards. `level` is None for those whose level is not known."""

    level: int | None
    cards: int
    picks: tuple[PickView, ...]


@dataclass(frozen=True, slots=True)
class LaidWarband:
    """A warband to read: its decks with their numbers of cards, and the chart of levels, None without cards."""

    commanders: tuple[PickView, ...]
    creatures: tuple[PickView, ...]
    creature_count: int
    orders: tuple[OrderLevel, ...]
    order_count: int
    rest: tuple[PickView, ...]
    levels: Plot | None


def _treasure(document: Document, tiles: TileOptions, entered: Mapping[str, str]) -> Treasure:
    treasure = document.get("treasure", {"chests": (), "tokens": 0})
    squares = [card.document.get("treasure_squares") for card in tiles.chosen]
    known = [number for number in squares if number is not None]
    fields = enumerate(("ones", "twos", "threes"), start=1)
    return Treasure(
        tuple((name, number, entered.get(name, treasure["chests"].count(number))) for number, name in fields),
        entered.get("tokens", treasure["tokens"]),
        sum(known) if len(known) == len(squares) else None,
    )


def _with_views(lines: Lines, views: Sequence[PickView]) -> list[tuple[Pick, PickView]]:
    return [(pick, views[int(pick.at.rpartition("/")[2])]) for pick in lines.picks]


def _rows(picks: Sequence[Pick], numbers: dict[str, PickView]) -> tuple[DeckRow, ...]:
    return tuple(DeckRow(numbers[pick.at], getattr(pick.card, "level", None)) for pick in picks)


def _by_level(deck_rows: tuple[DeckRow, ...]) -> tuple[DeckRow, ...]:
    return tuple(sorted(deck_rows, key=lambda row: (row.level is None, -(row.level or 0), row.view.card.title)))


def _order_levels(deck_rows: tuple[DeckRow, ...]) -> tuple[OrderLevel, ...]:
    levels: dict[int | None, list[PickView]] = {}
    for row in sorted(deck_rows, key=lambda row: (row.level is None, row.level or 0, row.view.card.title)):
        levels.setdefault(row.level, []).append(row.view)
    return tuple(OrderLevel(level, sum(view.count for view in views), tuple(views)) for level, views in levels.items())


def _order_row(pick: Pick, view: PickView, creatures: Sequence[Pick], ranks: LevelSums) -> DeckRow:
    order: Order = pick.card
    cards = list({one.card: None for one in creatures})
    together = ranks.together.get(order.ability or ANY_ABILITY, 0)
    alone = [card for card in cards if can_play(order, card) is not False]
    helped = [card for card in cards if card not in alone and can_play(order, card, together) is not False]
    return DeckRow(
        view,
        order.level,
        tuple(sorted(card.title for card in alone)),
        tuple(sorted(card.title for card in helped)),
        bool(cards) and not alone and not helped,
    )


def _abilities(decks: Decks) -> Plot:
    rows = []
    for ability in ABILITY_WORDS:
        owners = sum(p.copies for p in decks.creatures if ability == ANY_ABILITY or ability in (p.card.abilities or ()))
        users = sum(p.copies for p in decks.orders if p.card.ability == ability)
        rows.append(
            PlotRow(wording.schema_word(ability).upper() if ability != ANY_ABILITY else str(_("Any")), (owners, users))
        )
    kinds = str(_("creatures that have it")), str(_("orders that need it"))
    return Plot(str(_("Abilities")), kinds, tuple(rows))


OPENING_SENTENCES = {
    Fraction(1): _(
        "Of the opening hands of {hand} creatures, every one holds a creature that {commander} can deploy with "
        "Leadership {leadership}."
    ),
    Fraction(0): _(
        "Of the opening hands of {hand} creatures, none holds a creature that {commander} can deploy with "
        "Leadership {leadership}."
    ),
}
"""The sentences for opening hands if all of them, or none, have a deployable creature."""


def _opening(decks: Decks) -> str:
    """Return the chance of an opening hand with a deployable creature, in words; empty if it is not known."""
    if len(decks.commanders) != 1:
        return ""
    commander = decks.commanders[0].card
    chance = opening_chance(decks.creatures, commander.leadership, commander.creature_hand)
    if chance is None:
        return ""
    hand, leadership = commander.creature_hand, commander.leadership
    template = OPENING_SENTENCES.get(chance) or gettext_lazy(
        "Of the opening hands of {hand} creatures, {chance} hold a creature that {commander} can deploy with "
        "Leadership {leadership}. Exactly: {hits} in {all}."
    )
    return fill_marked(
        str(template),
        hand=hand,
        chance=percent(chance),
        commander=marked_text(commander.title),
        leadership=leadership,
        hits=chance.numerator,
        all=chance.denominator,
    )


class DungeonCommandTable(TableHooks):
    """Hooks for a commander, a creature deck and an order deck."""

    table_template = "games/dungeon-command/table.html"
    setting_template = "games/dungeon-command/aside.html"
    laid_template = "games/dungeon-command/laid.html"
    hand_template = "games/dungeon-command/hand.html"

    def plots(self, picks: Sequence[PickView], verdict: VerdictView) -> list[Plot]:
        """Return the plots of both decks: their levels, and the available and required abilities."""
        library = verdicts.library(verdict.document["game"], verdict.document.get("release"))
        found = read_decks(read_lines(verdict.document.get("picks", ()), library.cards))
        return [level_plot(found), _abilities(found)] if found.creatures else []

    def table_view(
        self,
        document: dict[str, Any],
        stock: Stock,
        format_: Document,
        picks: Sequence[PickView],
        entered: Mapping[str, str],
    ) -> WarbandView:
        """Return the decks of a warband, its tiles and treasure, and its opening hand."""
        library = verdicts.library(document["game"], document.get("release"))
        lines = read_lines(document.get("picks", ()), library.cards)
        found = read_decks(lines)
        numbers = {pick.at: view for pick, view in _with_views(lines, picks)}
        ranks = LevelSums(found.creatures)
        orders = tuple(_order_row(pick, numbers[pick.at], found.creatures, ranks) for pick in found.orders)
        tiles = setting_options.tile_options(document, stock, "tile")
        creatures = _by_level(_rows(found.creatures, numbers))
        required = {row["name"]: row["number"] for row in format_.get("numbers", ())}
        return WarbandView(
            decks=(
                Deck("commander", _("Commander"), _rows(found.commanders, numbers), card_count(found.commanders)),
                Deck(
                    "creature",
                    _("Creature deck"),
                    creatures,
                    found.of_creatures,
                    MIN_CREATURES,
                    required.get("creatures"),
                ),
                Deck("order", _("Order deck"), _by_level(orders), found.of_orders, MIN_ORDERS, required.get("orders")),
            ),
            rest=tuple(view for view in picks if view.index not in {one.index for one in numbers.values()}),
            tiles=tiles,
            tiles_required=(required.get("large-tiles", TILES_PER_SIZE), required.get("small-tiles", TILES_PER_SIZE)),
            treasure=_treasure(document, tiles, entered),
            opening=_opening(found),
        )

    def laid_view(self, document: dict[str, Any], stock: Stock, picks: Sequence[PickView]) -> LaidWarband:
        """Return the decks of a warband to read: creatures from the highest level, orders from the lowest."""
        library = verdicts.library(document["game"], document.get("release"))
        lines = read_lines(document.get("picks", ()), library.cards)
        found = read_decks(lines)
        views = {pick.at: view for pick, view in _with_views(lines, picks)}
        in_decks = {views[pick.at].index for pick in found.picks}
        return LaidWarband(
            commanders=tuple(views[pick.at] for pick in found.commanders),
            creatures=tuple(row.view for row in _by_level(_rows(found.creatures, views))),
            creature_count=found.of_creatures,
            orders=_order_levels(_rows(found.orders, views)),
            order_count=found.of_orders,
            rest=tuple(view for view in picks if view.index not in in_decks),
            levels=level_plot(found) if found.creatures or found.orders else None,
        )

    def hand(self, document: Document, stock: Stock, data: Mapping[str, str]) -> OpeningHand:
        """Return the opening hand with the number in `data`."""
        return OpeningHand(document, stock, data)

    def extras(self, document: Document, stock: Stock) -> list[ExtraRow]:
        """Return the tiles and the treasure."""
        labels = {"tiles": _("Battlefield tiles"), "treasure": _("Treasure")}
        return setting_options.extra_rows(document, stock, labels)


TABLE_HOOKS = DungeonCommandTable()

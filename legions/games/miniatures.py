"""What the pages of both editions of D&D Miniatures share: words, how cards are found, and the warband's setting."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from legions.cards import vocabulary
from legions.cards.stock import CardView, Stock
from legions.games import ChoiceFilter, Document, ListWords, PageAdapter, RangeFilter, SortOrder
from legions.site import wording
from legions.site.plots import Plot
from legions.table import setting_options
from legions.table.plots import fact_reader, pick_plot
from legions.table.setting_options import ExtraOption, ExtraRow, FigurePool, TileOptions
from rulesapi.engine.values.names import slug_as_words

if TYPE_CHECKING:
    from legions.table.table_layout import PickView
    from legions.verdicts.view_models import VerdictView

RANGES = (RangeFilter("cost", _("Cost")), RangeFilter("level", _("Level"), 100))
SORTS = (
    SortOrder("", _("Cost, highest first"), "cost", descending=True),
    SortOrder("cost", _("Cost, lowest first"), "cost"),
    SortOrder("level", _("Level, lowest first"), "level"),
    SortOrder("-level", _("Level, highest first"), "level", descending=True),
)
REASONS = {"discount": _("discount"), "minion": _("minion"), "summoned": _("only comes during play")}
UNKNOWN = {
    "factions": _("the factions of {card}"),
    "alignment": _("the alignment of {card}"),
    "size": _("the size of {card}"),
    "area": _("the area of {card}"),
    "beta": _("whether {card} is a beta card"),
    "discounts": _("the discounts of {card}"),
    "warband_building": _("what the Warband Building of {card} does, if it has any"),
    "champion": _("whether {card} is a champion"),
    "commander": _("whether {card} is a commander"),
    "commander_rating": _("the Commander rating of {card}"),
    "difficult": _("how Difficult {card} is"),
    "requires": _("what {card} requires"),
    "minions": _("which minions {card} brings"),
    "familiar": _("whether {card} is a familiar"),
    "classes": _("the classes of {card}"),
}


FACTION = ChoiceFilter("factions", _("Faction"), mark=None)
SIZE = ChoiceFilter("size", _("Size"), mark=None)


@dataclass(frozen=True, slots=True)
class WarbandSetting:
    """What a warband has beside its creatures, and what there is to choose from.

    `maps` and `tiles` are empty in an edition that has none of them; `tiles_required` is how many its format asks for.
    `pool` is None where it is played without.
    """

    factions: tuple[ExtraOption, ...]
    maps: tuple[ExtraOption, ...]
    tiles: TileOptions
    tiles_required: int | None
    pool: FigurePool | None


EXTRA_LABELS = {
    "faction": _("Faction"),
    "map": _("Battle map"),
    "tiles": _("Terrain tiles"),
    "pool": _("Opened figures"),
}


class MiniaturesPageAdapter(PageAdapter):
    """An edition of D&D Miniatures; it adds its `factions`, what its leaders are called, and the rule for a pool."""

    list_words = ListWords(
        word=_("warband"),
        noun=_("creature"),
        nouns=_("creatures"),
        starter=_("creature"),
        invitation=_("Pick one and build around it."),
        lesson=(
            _("Creatures cost points, all together no more than the limit."),
            _("A warband has a faction, and its creatures belong to it, unless a card says otherwise."),
            _("A unique creature has a ring around its cost: a warband has it once."),
        ),
    )
    wounds = ("hp", 5)
    played = ("attacks", "flight", "commander_rating", "champion_rating")
    setting_template = "games/miniatures/setting.html"
    leader: str
    factions: Mapping[str, Any]
    pool_rule: str

    def summary(self, document: Document) -> str:
        """Return for example "Champion 4, level 11, wild"."""
        if document["kind"] != "creature":
            area = document.get("area")
            if not area:
                return vocabulary.kind_title(document["game"], document["kind"])
            return gettext("{area}-size battle map").format(area=wording.schema_word(area).capitalize())
        factions, rating, level = document["factions"], document[f"{self.leader}_rating"], document["level"]
        leads = document[self.leader]
        name = gettext(self.leader.capitalize()) if leads else gettext("Creature")
        parts = [
            f"{name} {rating}" if leads and rating is not None else name,
            "" if level is None else gettext("level {level}").format(level=level),
            "" if factions is None else wording.join_or(wording.schema_word(one).replace("-", " ") for one in factions),
        ]
        facts = {
            gettext("rating"): rating if leads else 0,
            gettext("level"): level,
            gettext("faction"): factions,
        }
        unknown = [fact for fact, value in facts.items() if value is None]
        parts.append(gettext("{facts} not known").format(facts=wording.join_and(unknown)) if unknown else "")
        return ", ".join(filter(None, parts))

    def order(self, card: CardView) -> tuple[Any, ...]:
        """Cards of known cost first, the dearer before the cheaper, then by name."""
        return (card.cost is None, -(card.cost or 0), card.title)

    def starters(self, cards: Iterable[CardView]) -> list[CardView]:
        """Return who leads, of each first faction the dearest."""
        leading = [card for card in cards if card.document.get(self.leader) and card.cost and card.document["factions"]]
        leading.sort(key=lambda card: (-(card.cost or 0), card.slug))
        first: dict[str, CardView] = {}
        for card in leading:
            first.setdefault(card.document["factions"][0], card)
        return list(first.values())

    def plots(self, picks: Sequence["PickView"], verdict: "VerdictView") -> list[Plot]:
        """Return where the points are, the levels, how hard each is to hit and to bring down."""
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
        picks: Sequence["PickView"],
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

"""What the pages of both editions of D&D Miniatures share: their words, how cards are found, and the warband's setting.

This is no game's room; each edition has one of its own.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from legions import speech
from legions.cards import vocabulary
from legions.cards.stock import CardView
from legions.games import Choice, Document, Range, Sort
from legions.presenting import beside
from legions.presenting.beside import Option, Pool, Tiles
from legions.presenting.plots import Plot, by_pick, fact
from rulesapi.engine.names import spoken

if TYPE_CHECKING:
    from legions.presenting.bench import Bench
    from legions.presenting.table import LaidOut
    from legions.presenting.verdicts import VerdictView

RANGES = (Range("cost", _("Cost")), Range("level", _("Level"), 100))
SORTS = (
    Sort("", _("Cost, highest first"), "cost", descending=True),
    Sort("cost", _("Cost, lowest first"), "cost"),
    Sort("level", _("Level, lowest first"), "level"),
    Sort("-level", _("Level, highest first"), "level", descending=True),
)
LESSON = (
    _("Creatures cost points, all together no more than the limit."),
    _("A warband has a faction, and its creatures belong to it, unless a card says otherwise."),
    _("A unique creature has a ring around its cost: a warband has it once."),
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
    "classes": _("the classes of {card}"),
}


FACTION = Choice("factions", _("Faction"), mark=None)
SIZE = Choice("size", _("Size"), mark=None)


def summary(leader: str) -> Callable[[Document], str]:
    """Return what says in one line what a card is: "Champion 4, level 11, wild"."""

    def said(document: Document) -> str:
        if document["kind"] != "creature":
            area = document.get("area")
            if not area:
                return vocabulary.kind_title(document["game"], document["kind"])
            return gettext("{area}-size battle map").format(area=speech.value(area).capitalize())
        factions, rating, level = document["factions"], document[f"{leader}_rating"], document["level"]
        leads = document[leader]
        name = gettext(leader.capitalize()) if leads else gettext("Creature")
        parts = [
            f"{name} {rating}" if leads and rating is not None else name,
            "" if level is None else gettext("level {level}").format(level=level),
            "" if factions is None else speech.choice(speech.value(one).replace("-", " ") for one in factions),
        ]
        facts = {
            gettext("rating"): rating if leads else 0,
            gettext("level"): level,
            gettext("faction"): factions,
        }
        wanted = [fact for fact, value in facts.items() if value is None]
        parts.append(gettext("{facts} not known").format(facts=speech.row(wanted)) if wanted else "")
        return ", ".join(filter(None, parts))

    return said


def order(card: CardView) -> tuple[Any, ...]:
    """Order cards of known cost first, the dearer before the cheaper, then by name."""
    return (card.cost is None, -(card.cost or 0), card.title)


def start(leader: str) -> Callable[[Iterable[CardView]], list[CardView]]:
    """Return what picks cards to start a warband with: who leads, of each first faction the dearest."""

    def found(cards: Iterable[CardView]) -> list[CardView]:
        leading = [card for card in cards if card.document.get(leader) and card.cost and card.document["factions"]]
        leading.sort(key=lambda card: (-(card.cost or 0), card.slug))
        first: dict[str, CardView] = {}
        for card in leading:
            first.setdefault(card.document["factions"][0], card)
        return list(first.values())

    return found


@dataclass(frozen=True, slots=True)
class Setting:
    """What a warband has beside its creatures, and what there is to choose from.

    `maps` and `tiles` are empty in an edition that has none of them; `tiles_asked` is how many its format asks for.
    `pool` is None where it is played without.
    """

    factions: tuple[Option, ...]
    maps: tuple[Option, ...]
    tiles: Tiles
    tiles_asked: int | None
    pool: Pool | None


def setting(words: Mapping[str, Any], pool_rule: str) -> Callable[["Bench"], Setting]:
    """Return what makes the setting of a warband whose game has these factions, and a pool in formats with a rule."""

    def made(bench: "Bench") -> Setting:
        document, stock = bench.document, bench.stock
        faction, map_ = document.get("faction"), document.get("map")
        factions = [Option(slug, said, slug == faction) for slug, said in words.items()]
        if faction is not None and faction not in words:
            factions.append(Option(faction, spoken(faction).capitalize(), True))
        maps = beside.of_kind(stock, "battle-map")
        numbers = {row["name"]: row["number"] for row in bench.format.get("numbers", ())}
        return Setting(
            factions=tuple(factions),
            maps=beside.options(maps, stock, map_) if maps or map_ else (),
            tiles=beside.tiles(document, stock, "terrain-tile"),
            tiles_asked=numbers.get("tiles"),
            pool=beside.pool(bench, pool_rule),
        )

    return made


BROUGHT = {"faction": _("Faction"), "map": _("Battle map"), "tiles": _("Terrain tiles"), "pool": _("Opened figures")}


def plots(picks: Sequence["LaidOut"], verdict: "VerdictView") -> list[Plot]:
    """Return the plots of a warband: where its points are, its levels, how hard it is to hit and to bring down."""
    if not picks:
        return []
    return [
        by_pick(_("Points by creature"), picks, {_("points"): lambda pick: pick.points}),
        by_pick(_("Levels"), picks, {_("level"): fact("level")}),
        by_pick(_("Defense and hit points"), picks, {_("AC"): fact("ac"), _("HP"): fact("hp")}),
    ]

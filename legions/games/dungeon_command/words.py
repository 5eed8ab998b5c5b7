"""Words of Dungeon Command: numbers, card words, card filters and card summaries."""

from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from legions.cards.card_sheet import empty_list_words, joined_words, value_or_unknown
from legions.game_words import (
    CardFilters,
    ChoiceFilter,
    DeckKind,
    Document,
    FactWords,
    GameWords,
    ListWords,
    RangeFilter,
    SortOrder,
)
from legions.game_words.sheet_columns import RowPart, SheetColumn, columns_of_facts
from legions.site import wording
from rulesapi.engine.games.dungeon_command.cards import ANY_ABILITY
from rulesapi.engine.values.names import slug_as_words

ABILITY_WORDS = {
    "str": _("Strength"),
    "dex": _("Dexterity"),
    "con": _("Constitution"),
    "int": _("Intelligence"),
    "wis": _("Wisdom"),
    "cha": _("Charisma"),
    ANY_ABILITY: _("Any"),
}
ATTACHMENT_WORDS = {"self": _("To who plays it"), "target": _("To its target"), "none": _("No")}
_STATS = ("level", "hit_points", "speed", "melee_damage", "morale", "leadership", "creature_hand", "order_hand")


def _ranged(ranged: list[dict[str, Any]]) -> str:
    template = gettext("{damage} within {distance} squares")
    parts = (
        template.format(damage=value_or_unknown(o["damage"]), distance=value_or_unknown(o["distance"])) for o in ranged
    )
    return "; ".join(parts) or empty_list_words()


def _powers(powers: list[dict[str, Any]]) -> str:
    words = (": ".join(part for part in (p["name"], p["text"] or gettext("not known yet")) if part) for p in powers)
    return " ".join(words) or empty_list_words()


def _ability(word: str) -> str:
    return gettext(str(ABILITY_WORDS[word]))


def _keywords(slugs: list[str]) -> str:
    return joined_words([slug_as_words(word) for word in slugs]) or empty_list_words()


def _missing_of_powers(document: Document, rest: str) -> str:
    index, _slash, inner = rest.partition("/")
    name = document["powers"][int(index)]["name"]
    if inner == "name":
        return gettext("the name of a power")
    return gettext("what {power} does").format(power=name or gettext("a power"))


class DungeonCommandWords(GameWords):
    """Words for a warband of a commander and two decks, without points."""

    list_words = ListWords(
        word=_("warband"),
        noun=_("card"),
        nouns=_("cards"),
        starter=_("commander"),
        invitation=_("A commander, 12 creatures or more, and 30 orders or more."),
        lesson=(
            _("A warband is a commander, a deck of creatures and a deck of orders. Cards cost no points."),
            _("Each deck has a least number of cards, and only so many copies of one card."),
            _("Orders need creatures that can play them: the table shows how many can play each."),
        ),
        complete_nouns=_("commanders, creatures and orders"),  # the tiles are cards as well, but decide nothing
    )
    fact_words = FactWords(
        stats={key: key for key in _STATS},
        card_words={"requires": _("what it requires")},
        spoken={
            "abilities": lambda slugs: ", ".join(map(_ability, slugs)) or empty_list_words(),
            "ability": _ability,
            "attach": lambda word: str(ATTACHMENT_WORDS[word]),
            "action": lambda word: wording.schema_word(word).capitalize(),
            "size": lambda word: wording.schema_word(word).capitalize(),
            "affinity": _keywords,
            "ranged": _ranged,
            "powers": _powers,
        },
        missing={"powers": _missing_of_powers},
        unknown={
            "symbol": _("the set symbol of {card}"),
            "treasure_squares": _("how many Treasure squares are on {card}"),
            "start": _("whether a Start area is on {card}"),
            "size": _("the size of {card}"),
        },
    )
    filters = CardFilters(
        choices=(
            ChoiceFilter("ability", _("Ability"), mark=None, words=ABILITY_WORDS),
            ChoiceFilter("action", _("Action"), mark=None),
        ),
        ranges=(RangeFilter("level", _("Level"), 100),),
        sorts=(
            SortOrder("", _("Level, highest first"), "level", descending=True),
            SortOrder("level", _("Level, lowest first"), "level"),
        ),
        hint=_("goblin, parry, undead …"),
    )
    shelves = {
        "creature": (
            *columns_of_facts("level", "hit_points", "speed", "melee_damage", "abilities"),
            SheetColumn(("ranged",), _("Ranged damage"), part=RowPart("damage")),
            SheetColumn(("ranged",), _("Distance"), part=RowPart("distance")),
        ),
        "order": columns_of_facts("level", "ability", "action"),
    }
    wounds = ("hit_points", 10)
    played = ("ranged", "abilities", "affinity")
    decks = (
        DeckKind("commander", _("commanders"), single=True),
        DeckKind("creature", _("creatures")),
        DeckKind("order", _("orders"), listed=False),
    )
    ready_start = (
        _("Play with one Faction Pack"),
        _("Choose one of five. What comes in a pack is a legal warband, and yours to change."),
    )
    target_places = {"tiles": "/tiles", "treasure-supply": "/treasure", "treasure-without-tiles": "/tiles"}

    def summary(self, document: Document) -> str:
        """Return the kind of the card with its level and abilities or its Leadership and Morale."""
        if document["kind"] == "creature":
            abilities = ", ".join(wording.schema_word(word).upper() for word in document["abilities"] or ())
            words = gettext("Level {level} creature").format(level=value_or_unknown(document["level"]))
            return f"{words}, {abilities}" if abilities else words
        if document["kind"] == "order":
            ability = {**ABILITY_WORDS, ANY_ABILITY: gettext("any ability")}.get(
                document["ability"] or "", gettext("ability not known")
            )
            action = wording.schema_word(document["action"] or "") or gettext("action not known")
            words = gettext("Level {level} order").format(level=value_or_unknown(document["level"]))
            return f"{words}, {ability}, {action}"
        if document["kind"] == "commander":
            words = gettext("Commander, Leadership {leadership}, Morale {morale}")
            return words.format(
                leadership=value_or_unknown(document["leadership"]), morale=value_or_unknown(document["morale"])
            )
        return {"large": gettext("Large tile"), "small": gettext("Small tile")}.get(
            document["size"] or "", gettext("Battlefield tile")
        )


WORDS = DungeonCommandWords("dungeon-command")

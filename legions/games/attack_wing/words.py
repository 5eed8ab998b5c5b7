"""Words of D&D Attack Wing: numbers, marks, card words, card filters and card summaries."""

from typing import Any

from django.db.models import F, IntegerField
from django.db.models.functions import Cast, Coalesce
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from catalog.models import fact_text
from legions.cards.card_sheet import empty_list_words, value_or_unknown
from legions.game_words import (
    CardFilters,
    ChoiceFilter,
    Document,
    FactWords,
    GameWords,
    ListWords,
    RangeFilter,
    SortOrder,
    vocabulary,
)
from legions.game_words.sheet_columns import SheetColumn, columns_of_facts
from legions.games.attack_wing.dial_grids import dial_grids
from legions.site import wording

# The card words, and their titles if they are not spelled out.
_CARD_WORDS = {
    "requires": _("restrictions"),
    "excludes": _("exclusions"),
    "penalties": _("extra costs"),
    "grants": _("slots it grants"),
    "limits": _("limits"),
    "exempt": _("exemptions"),
    "cost_each": _("cost for each"),
}
# The five numbers with short labels.
_STATS = {"level": _("Lvl"), "attack": _("Att"), "agility": _("Agi"), "health": _("Hea"), "armor": _("Arm")}
# Rare conditions in one column: exclusions, penalties, granted slots, limits and exemptions.
_OTHERS = SheetColumn(("excludes", "penalties", "grants", "limits", "exempt"), _("Other conditions"))
# Facts of an upgrade needed in play but not for lists; the last ones only if it has an attack.
_PLAY_FACTS = (
    "headers",
    "places_tokens",
    "permanent",
    "spends",
    "when_used",
    "dice_from",
    "dice",
    "melee",
    "area",
    "penetrates",
)
# Facts with a drawn mark for each value, and the prefix of the mark's name.
_MARKED = {
    "energy": "",
    "alignment": "",
    "slots": "",
    "slot": "",
    "actions": "",
    "movement": "",
    "arc": "arc-",
    "base": "base-",
}
# A spell has no level of its own; the lowest level it requires of its bearer is used instead.
_NEEDED_LEVEL = Coalesce(F("level"), Cast(fact_text("minimum_level"), IntegerField()))
_REASONS = {
    "troop-cost": _("troop token"),
    "cost-each": _("one for each in the legion"),
    "cost-penalty": _("penalty"),
}
_UNKNOWN = {
    "costs": _("what the troop tokens of {card} cost"),
    "class": _("the class of {card}"),
    "alignment": _("the alignment of {card}"),
    "energy": _("the energy types of {card}"),
    "slots": _("the upgrade slots of {card}"),
    "slot": _("which slot {card} needs"),
    "minimum_level": _("which level {card} needs"),
    "movement": _("how {card} moves"),
    "base": _("the base of {card}"),
    "troop": _("whether {card} is a troop"),
    "requires": _("the restrictions of {card}"),
    "excludes": _("what {card} excludes"),
    "penalties": _("the penalties of {card}"),
    "grants": _("the slots that {card} grants"),
    "limits": _("the limits of {card}"),
    "exempt": _("which rules {card} is exempt from"),
}


def _weapons(weapons: list[dict[str, Any]]) -> str:
    return "; ".join(_weapon(weapon) for weapon in weapons) or empty_list_words()


def _weapon(weapon: dict[str, Any]) -> str:
    reach = {True: gettext("melee"), False: gettext("ranged"), None: gettext("melee or ranged not known")}[
        weapon["melee"]
    ]
    arc = {
        "forward": gettext("forward arc"),
        "rear": gettext("rear arc"),
        "any": gettext("both arcs"),
        "none": gettext("not aimed"),
        None: gettext("arc not known"),
    }[weapon["arc"]]
    distance = (
        gettext("range not known")
        if weapon["range"] is None
        else gettext("range {number}").format(number=weapon["range"])
    )
    return f"{weapon['name'] or gettext('Not named yet')}: {reach}, {arc}, {distance}"


def _maneuvers(maneuvers: list[dict[str, Any]]) -> str:
    """Return the maneuvers by dial and color, each bearing once with its sides and speeds."""
    listed: dict[tuple[str | None, str], dict[tuple[str, int], list[str]]] = {}
    for one in maneuvers:
        bearings = listed.setdefault((one["dial"], one["colour"]), {})
        bearings.setdefault((one["bearing"], one["speed"]), []).append(one["side"])
    parts = []
    for (dial, colour), bearings in listed.items():
        words = ", ".join(_maneuver(*key, sides) for key, sides in bearings.items())
        parts.append(
            f"{wording.schema_word(dial or '') or gettext('dial not known')}, {wording.schema_word(colour)}: {words}"
        )
    text = "; ".join(parts) or empty_list_words()
    return text[:1].upper() + text[1:]


def _maneuver(bearing: str, speed: int, sides: list[str]) -> str:
    direction = wording.join_or(wording.schema_word(side) for side in sides if side != "none")
    return " ".join(filter(None, (wording.schema_word(bearing).replace("-", " "), direction, str(speed))))


def _costs(costs: dict[str, int | None]) -> str:
    template = gettext("{count} soldiers: {cost}")
    return ", ".join(template.format(count=count, cost=value_or_unknown(cost)) for count, cost in sorted(costs.items()))


def _missing_of_weapons(document: Document, rest: str) -> str:
    index, _slash, inner = rest.partition("/")
    name = document["weapons"][int(index)]["name"] or gettext("a weapon")
    return gettext("{fact} of {card}").format(
        fact=wording.inline_noun(gettext(inner.capitalize())) if inner else index, card=name
    )


def _missing_of_maneuvers(document: Document, rest: str) -> str:
    return gettext("the {fact} of its maneuvers").format(fact=rest.partition("/")[2])


def _large(word: str) -> str:
    text = wording.schema_word(word)
    return text[:1].upper() + text[1:]


class AttackWingWords(GameWords):
    """Words for creatures with slots and the cards in them."""

    list_words = ListWords(
        word=_("legion"),
        noun=_("creature"),
        nouns=_("creatures"),
        starter=_("creature"),
        invitation=_("Pick one and fill its slots."),
        lesson=(
            _("Creatures and the cards in their slots cost points, all together no more than the limit."),
            _("A card goes into an open slot with its icon. Some also require a level, an alignment or an energy."),
            _("A unique card has a ring around its cost: a legion has it once."),
        ),
    )
    fact_words = FactWords(
        stats=_STATS,
        card_words=_CARD_WORDS,
        marked=_MARKED,
        spoken={"weapons": _weapons, "maneuvers": _maneuvers, "costs": _costs},
        missing={"weapons": _missing_of_weapons, "maneuvers": _missing_of_maneuvers},
        unknown=_UNKNOWN,
        price_reasons=_REASONS,
    )
    filters = CardFilters(
        choices=(
            ChoiceFilter("slot", _("Slot")),
            ChoiceFilter("alignment", _("Alignment")),
            ChoiceFilter("energy", _("Energy"), inked=True),
        ),
        ranges=(RangeFilter("cost", _("Cost")), RangeFilter("level", _("Level"), 100)),
        sorts=(
            SortOrder("", _("Cost, highest first"), "cost", descending=True),
            SortOrder("cost", _("Cost, lowest first"), "cost"),
            SortOrder("level", _("Level, lowest first"), _NEEDED_LEVEL),
            SortOrder("-level", _("Level, highest first"), _NEEDED_LEVEL, descending=True),
        ),
        hint=_("dragon, breath, saddle …"),
    )
    wounds = ("health", 1)
    in_squares = False
    played = ("weapons", "actions", "movement", "energy", "range", "arc")
    sheets = {
        "creature": (
            *columns_of_facts("cost", "unique", "level", "slots"),
            SheetColumn(("costs",), only_if=("troop", True)),
        ),
        "upgrade": (*columns_of_facts("cost", "unique", "slot", "requires"), _OTHERS),
        "spell": (*columns_of_facts("cost", "unique", "slot", "minimum_level", "requires"), _OTHERS),
    }
    shelves = {
        "creature": (
            *columns_of_facts("cost", "level", "attack", "agility", "health", "armor", "slots", "unique", "troop"),
            SheetColumn(("costs",), only_if=("troop", True)),
            *columns_of_facts("actions", "alignment", "energy", "movement", "base"),
        ),
        "upgrade": (*sheets["upgrade"], *columns_of_facts("energy", "range", "arc", "dice_from", "dice")),
        "spell": (*sheets["spell"], *columns_of_facts("energy", "range", "arc", "dice_from", "dice")),
    }
    grids = {"maneuver-card": dial_grids()}
    common_deck = ("damage-card", _("the damage deck"))
    play_facts = {"upgrade": _PLAY_FACTS, "spell": _PLAY_FACTS, "damage-card": ("places_tokens", "counts_as")}

    def summary(self, document: Document) -> str:
        """Return the kind of the card with its most important number, for example its level or slot."""
        kind = vocabulary.kind_title(document["game"], document["kind"])
        printed = document.get("class")
        if "level" in document:
            level = document["level"]
            return gettext("{what}, level {level}").format(what=printed or kind, level=value_or_unknown(level))
        if "minimum_level" in document:
            level = value_or_unknown(document["minimum_level"])
            if not document["slot"]:
                return gettext("spell, level {level}").format(level=level)
            return gettext("{slot} spell, level {level}").format(slot=_large(document["slot"]), level=level)
        if "slot" in document:
            if document["slot"] is None:
                return gettext("Upgrade, slot not known")
            if document["slot"] == "any":
                return gettext("Upgrade for any slot")
            return gettext("{slot} upgrade").format(slot=_large(document["slot"]))
        if document.get("maneuvers"):
            count = len(document["maneuvers"])
            return ngettext("{kind}, {count} maneuver", "{kind}, {count} maneuvers", count).format(
                kind=kind, count=count
            )
        if document.get("copies") is not None:
            return gettext("{kind}, {count} in the deck").format(kind=kind, count=document["copies"])
        return kind


WORDS = AttackWingWords("attack-wing")

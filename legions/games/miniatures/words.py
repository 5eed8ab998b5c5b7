"""Words of both editions of D&D Miniatures, with the filters and orders of their cards."""

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from catalog.faces.stat_cards import known_factions
from legions.game_words import ChoiceFilter, Document, GameWords, ListWords, RangeFilter, SortOrder, vocabulary
from legions.site import wording

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


class MiniaturesWords(GameWords):
    """Words of an edition of D&D Miniatures; `leader` is the fact that marks a leader."""

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
    leader: str

    def summary(self, document: Document) -> str:
        """Return a summary of the card, for example "Champion 4, level 11, wild"."""
        if document["kind"] != "creature":
            area = document.get("area")
            if not area:
                return vocabulary.kind_title(document["game"], document["kind"])
            return gettext("{area}-size battle map").format(area=wording.schema_word(area).capitalize())
        rating, level = document[f"{self.leader}_rating"], document["level"]
        factions, certain = document["factions"], known_factions(document)
        leads = document[self.leader]
        name = gettext(self.leader.capitalize()) if leads else gettext("Creature")
        parts = [
            f"{name} {rating}" if leads and rating is not None else name,
            "" if level is None else gettext("level {level}").format(level=level),
            wording.join_or(wording.schema_word(faction).replace("-", " ") for faction in certain),
        ]
        facts = {
            gettext("rating"): rating if leads else 0,
            gettext("level"): level,
            gettext("other factions") if certain else gettext("faction"): factions,
        }
        unknown = [fact for fact, value in facts.items() if value is None]
        parts.append(gettext("{facts} not known").format(facts=wording.join_and(unknown)) if unknown else "")
        return ", ".join(filter(None, parts))

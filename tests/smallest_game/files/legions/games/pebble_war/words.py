"""Words of Pebble War."""

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from legions.cards.card_sheet import value_or_unknown
from legions.game_words import CardFilters, Document, FactWords, GameWords, ListWords, RangeFilter


class PebbleWarWords(GameWords):
    """Words for a side of stones and a banner."""

    list_words = ListWords(
        word=_("side"),
        noun=_("card"),
        nouns=_("cards"),
        starter=_("banner"),
        invitation=_("A banner, and three stones or more."),
        lesson=(_("A side is a banner and stones. Their weight together is limited."),),
    )
    fact_words = FactWords(stats={"weight": _("Weight")}, unknown={"weight": _("the weight of {card}")})
    filters = CardFilters(
        choices=(), ranges=(RangeFilter("weight", _("Weight"), 20),), sorts=(), hint=_("flint, rag …")
    )
    wounds = ("", 1)

    def summary(self, document: Document) -> str:
        """Return the kind of the card, with the weight of a stone."""
        if document["kind"] == "banner":
            return gettext("Banner")
        return gettext("Stone of weight {weight}").format(weight=value_or_unknown(document["weight"]))


WORDS = PebbleWarWords("pebble-war")

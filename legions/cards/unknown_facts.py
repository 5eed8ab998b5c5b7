"""Descriptions of unknown facts."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from legions.cards.stock import CardView
from legions.game_words import words_of_game
from legions.site.marked_text import MarkedText, fill_marked, marked_text

UNKNOWN_FACT_WORDS = {
    "cost": gettext_lazy("what {card} costs"),
    "unique": gettext_lazy("whether {card} is unique"),
    "name": gettext_lazy("the name of {card}"),
    "keywords": gettext_lazy("the keywords of {card}"),
    "set": gettext_lazy("which set {card} is of"),
    "level": gettext_lazy("the level of {card}"),
}
"""Descriptions of unknown facts of any game, for “The catalog does not know ...”. Games have their own in addition."""


def unknown_words(card: CardView, fact: str) -> MarkedText:
    """Return a sentence that the catalog does not know a fact of a card."""
    key = fact.split("/")[1]
    template = (
        words_of_game(card.game).fact_words.unknown.get(key)
        or UNKNOWN_FACT_WORDS.get(key)
        or gettext_lazy("{fact} of {card}")
    )
    what = fill_marked(str(template), card=marked_text(card.title), fact=key.replace("_", " "))
    return fill_marked(_("The catalog does not know {what}."), what=what)

"""What the catalog does not know of a card, in words."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from legions.cards.stock import CardView
from legions.game_words import words_of_game

UNKNOWN_FACT_WORDS = {
    "cost": gettext_lazy("what {card} costs"),
    "unique": gettext_lazy("whether {card} is unique"),
    "name": gettext_lazy("the name of {card}"),
    "keywords": gettext_lazy("the keywords of {card}"),
    "set": gettext_lazy("which set {card} is of"),
    "level": gettext_lazy("the level of {card}"),
}
"""What a fact of any game that is not known is called in “The catalog does not know ...”; games have their own."""


def unknown_words(card: CardView, fact: str) -> str:
    """Return what the catalog does not know of a card."""
    key = fact.split("/")[1]
    template = (
        words_of_game(card.game).fact_words.unknown.get(key)
        or UNKNOWN_FACT_WORDS.get(key)
        or gettext_lazy("{fact} of {card}")
    )
    what = str(template).format(card=card.title, fact=key.replace("_", " "))
    return _("The catalog does not know {what}.").format(what=what)

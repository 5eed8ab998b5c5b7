"""The cards of the lists for everybody: which lists have one, and what stands beside it in them.

Everything here is bounded: a card's newest lists are looked at, and no more.
"""

from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import Count

from legions.cards.stock import CardView, Stock
from legions.saved_lists.models import Legion, LegionQuerySet, PublicCard
from rulesapi.engine.core.parsing import referenced_cards

MAX_NAMED = 5
"""How many lists with a card are named on its page."""
MAX_LOOKED_AT = 200
"""In so many of the newest lists with a card it is counted what stands beside it."""
MIN_TOGETHER = 2
"""In so many lists two cards stand together before that is told: one list says nothing of what is usual."""
MAX_COMPANIONS = 6


class Companion(NamedTuple):
    """A card that often stands in a list with another, and in how many lists it does."""

    card: CardView
    lists: int


def write_cards(legion: Legion) -> None:
    """Write down which cards a public legion has now."""
    PublicCard.objects.filter(legion=legion).delete()
    slugs = dict.fromkeys(slug for _at, slug in referenced_cards(legion.document))
    PublicCard.objects.bulk_create([PublicCard(legion=legion, game=legion.game, slug=slug) for slug in slugs])


def forget_cards(legion: Legion) -> None:
    """Forget them, as of a legion that left the list for everybody."""
    PublicCard.objects.filter(legion=legion).delete()


def slugs_of(card: CardView) -> Sequence[str]:
    """Return all slugs by which lists name a card: its own and those that it had before."""
    return [card.slug, *card.document.get("formerly", ())]


def lists_with(card: CardView) -> LegionQuerySet:
    """Return the public lists that have a card, by any of its slugs; in no order."""
    with_it = PublicCard.objects.filter(game=card.game, slug__in=slugs_of(card))
    return Legion.objects.public().filter(game=card.game, pk__in=with_it.values("legion"))


def newest_lists_with(card: CardView) -> list[Legion]:
    """Return the newest of them, one more than are named, so that it is known whether there are more."""
    found = lists_with(card).select_related("owner__profile").order_by("-published_at", "-pk")
    return list(found[: MAX_NAMED + 1])


def companions(card: CardView, stock: Stock) -> list[Companion]:
    """Return the cards that most often stand in lists with a card, those of most lists first, then by name."""
    newest = list(lists_with(card).order_by("-published_at", "-pk").values_list("pk", flat=True)[:MAX_LOOKED_AT])
    if len(newest) < MIN_TOGETHER:
        return []
    counted = (
        PublicCard.objects.filter(legion__in=newest)
        .exclude(slug__in=slugs_of(card))
        .values_list("slug")
        .annotate(lists=Count("pk"))
        .filter(lists__gte=MIN_TOGETHER)
        .order_by("-lists", "slug")
    )
    found = [Companion(stock.card(slug), lists) for slug, lists in counted[: 2 * MAX_COMPANIONS]]
    return [one for one in found if one.card.known][:MAX_COMPANIONS]

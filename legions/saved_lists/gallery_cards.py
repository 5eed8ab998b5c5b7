"""The cards of public lists: lists with a card, and cards that often appear together.

The work is limited to the newest lists with a card.
"""

from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import Count

from legions.cards.stock import CardView, Stock
from legions.saved_lists.models import Legion, LegionQuerySet, PublicCard
from rulesapi.engine.core.parsing import referenced_cards

MAX_NAMED_LISTS = 5
"""The maximum number of lists named on a card's page."""
MAX_COUNTED_LISTS = 200
"""The maximum number of lists with a card in which other cards are counted, the newest ones."""
MIN_COMMON_LISTS = 2
"""The minimum number of lists with both cards: one list does not show what is usual."""
MAX_COMPANIONS = 6


class Companion(NamedTuple):
    """A card that often appears in lists with another, and the number of these lists."""

    card: CardView
    lists: int


def write_cards(legion: Legion) -> None:
    """Store the cards of a public legion."""
    PublicCard.objects.filter(legion=legion).delete()
    slugs = dict.fromkeys(slug for _at, slug in referenced_cards(legion.document))
    PublicCard.objects.bulk_create([PublicCard(legion=legion, game=legion.game, slug=slug) for slug in slugs])


def forget_cards(legion: Legion) -> None:
    """Delete the stored cards of a legion that is no longer public."""
    PublicCard.objects.filter(legion=legion).delete()


def slugs_of(card: CardView) -> Sequence[str]:
    """Return all slugs under which lists name a card: its own and its former ones."""
    return [card.slug, *card.document.get("formerly", ())]


def lists_with(card: CardView) -> LegionQuerySet:
    """Return the public lists with a card, by any of its slugs, unordered."""
    with_it = PublicCard.objects.filter(game=card.game, slug__in=slugs_of(card))
    return Legion.objects.public().filter(game=card.game, pk__in=with_it.values("legion"))


def newest_lists_with(card: CardView) -> list[Legion]:
    """Return the newest public lists with a card, one more than are named: it shows whether there are more."""
    found = lists_with(card).select_related("owner__profile").order_by("-published_at", "-pk")
    return list(found[: MAX_NAMED_LISTS + 1])


def companions(card: CardView, stock: Stock) -> list[Companion]:
    """Return the cards that most often appear in lists with a card, those in most lists first, then by slug."""
    newest = list(lists_with(card).order_by("-published_at", "-pk").values_list("pk", flat=True)[:MAX_COUNTED_LISTS])
    if len(newest) < MIN_COMMON_LISTS:
        return []
    counted = (
        PublicCard.objects.filter(legion__in=newest)
        .exclude(slug__in=slugs_of(card))
        .values_list("slug")
        .annotate(lists=Count("pk"))
        .filter(lists__gte=MIN_COMMON_LISTS)
        .order_by("-lists", "slug")
    )
    found = [Companion(stock.card(slug), lists) for slug, lists in counted[: 2 * MAX_COMPANIONS]]
    return [one for one in found if one.card.known][:MAX_COMPANIONS]

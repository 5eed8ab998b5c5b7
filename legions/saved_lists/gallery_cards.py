"""The cards of public lists: lists with a card, cards that often appear together, and lists with the same cards.

The work is limited to the newest lists.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.db.models import Count, Exists, OuterRef, Q

from legions.cards.stock import CardView, Stock
from legions.saved_lists.models import Legion, LegionQuerySet, PublicCard
from rulesapi.engine.core.parsing import referenced_cards

MAX_NAMED_LISTS = 5
"""The maximum number of lists named on a card's page."""
MAX_COUNTED_LISTS = 200
"""The maximum number of lists with a card in which other cards are counted, the newest ones."""
MAX_COLLECTED_LISTS = 5_000
"""The number of lists with a card from which the newest lists are searched for it."""
MIN_COMMON_LISTS = 2
"""The minimum number of lists with both cards: one list does not show what is usual."""
MAX_COMPANIONS = 6
MAX_COMPARED_LISTS = 200
"""The maximum number of lists that are compared with a list, the newest ones of its game."""
MAX_COMPARED_CARDS = 100
"""The maximum number of different cards of a list that are compared."""
MAX_ALIKE = 3
MIN_SHARED = 4
"""Two lists are alike if at least one in this many of their different cards is in both."""


class Companion(NamedTuple):
    """A card that often appears in lists with another, and the number of these lists."""

    card: CardView
    lists: int


class AlikeList(NamedTuple):
    """A public list similar to another: its number of different cards, and the number of shared cards."""

    legion: Legion
    cards: int
    shared: int


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
    """Return the public lists with a card, by any of its slugs, unordered.

    Lists of a rare card are collected by the card. For a common card this would collect thousands to show the newest
    few, so the newest lists are searched for the card instead.
    """
    with_it = PublicCard.objects.filter(game=card.game, slug__in=slugs_of(card))
    lists = Legion.objects.public().filter(game=card.game)
    if with_it.values("pk")[MAX_COLLECTED_LISTS : MAX_COLLECTED_LISTS + 1].exists():
        return lists.filter(Exists(with_it.filter(legion=OuterRef("pk"))))
    return lists.filter(pk__in=with_it.values("legion"))


def newest_lists(lists: LegionQuerySet) -> list[Legion]:
    """Return the newest of the lists with a card, one more than are named: it shows whether there are more."""
    found = lists.select_related("owner__profile").order_by("-published_at", "-pk")
    return list(found[: MAX_NAMED_LISTS + 1])


def companions(card: CardView, lists: LegionQuerySet, stock: Stock) -> list[Companion]:
    """Return the cards that most often appear in the lists with a card, by frequency, then by slug."""
    newest = list(lists.order_by("-published_at", "-pk").values_list("pk", flat=True)[:MAX_COUNTED_LISTS])
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


def lists_like(document: Mapping[str, Any], stock: Stock, legion: Legion) -> list[AlikeList]:
    """Return the public lists most similar to a list, without `legion` itself: by similarity, the newest first.

    Similarity is the number of different cards in both lists, divided by the number of different cards in either. Only
    the newest lists of the game are compared, so that the work does not grow with the number of lists.
    """
    slugs = list(dict.fromkeys(stock.card(slug).slug for _at, slug in referenced_cards(document)))
    named = [name for slug in slugs[:MAX_COMPARED_CARDS] for name in slugs_of(stock.card(slug))]
    newest = Legion.objects.public().filter(game=document["game"]).exclude(pk=legion.pk)
    compared = list(newest.order_by("-published_at", "-pk").values_list("pk", flat=True)[:MAX_COMPARED_LISTS])
    rows = (
        PublicCard.objects.filter(legion__in=compared)
        .values("legion")
        .annotate(cards=Count("pk"), shared=Count("pk", filter=Q(slug__in=named)))
        .filter(shared__gt=0)
    )
    found = [
        (row["shared"] / (len(slugs) + row["cards"] - row["shared"]), row)
        for row in rows
        if MIN_SHARED * row["shared"] >= len(slugs) + row["cards"] - row["shared"]
    ]
    best = {row["legion"]: (share, row) for share, row in sorted(found, key=lambda alike: -alike[0])[: 4 * MAX_ALIKE]}
    legions = Legion.objects.public().select_related("owner__profile").filter(pk__in=best)
    ranked = sorted(legions, key=lambda legion: (best[legion.pk][0], legion.published_at, legion.pk), reverse=True)
    return [AlikeList(one, best[one.pk][1]["cards"], best[one.pk][1]["shared"]) for one in ranked[:MAX_ALIKE]]

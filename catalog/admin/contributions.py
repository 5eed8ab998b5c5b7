"""What players offer from their cards, to look at: a curator who has seen the card writes the fact as any other."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString

from catalog import canonical
from catalog.contributing import PRINTED_CARD
from catalog.models import Contribution, Record

from .looking import LookOnly
from .words import address_of

MOST_SHOWN = 50
NOBODY = "an account that is gone"


class ContributionAdmin(LookOnly, admin.ModelAdmin):
    """Who offered what of which card, when, and where they have it from."""

    list_display = ("card", "game_of_card", "said", "who", "offered_at", "state")
    list_display_links = ("said",)
    list_filter = ("state", "record__game")
    list_select_related = ("record", "by")
    search_fields = ("record__slug", "by__username")
    fields = ("card", "game_of_card", "said", "source", "who", "release", "offered_at", "changed_at", "state")
    readonly_fields = fields
    actions = None

    def get_queryset(self, request: HttpRequest) -> QuerySet[Contribution]:
        return super().get_queryset(request).select_related("record", "by")

    @admin.display(description="Card", ordering="record__slug")
    def card(self, one: Contribution) -> SafeString:
        """The card, with the way to it."""
        return format_html('<a href="{}">{}</a>', address_of(one.record), one.record.slug)

    @admin.display(description="Game", ordering="record__game")
    def game_of_card(self, one: Contribution) -> str:
        """The game of the card."""
        return one.record.game

    @admin.display(description="Facts")
    def said(self, one: Contribution) -> str:
        """The facts in a line."""
        return said(one.facts)

    @admin.display(description="By", ordering="by__username", empty_value=NOBODY)
    def who(self, one: Contribution) -> Any:
        """Whose offer it is."""
        return one.by

    @admin.display(description="From")
    def source(self, one: Contribution) -> str:
        """Where they have it from."""
        return source(one)


def said(facts: dict[str, Any]) -> str:
    """Return offered facts in a line."""
    return ", ".join(f"{fact.replace('_', ' ')}: {canonical.wire(value)}" for fact, value in sorted(facts.items()))


def source(one: Contribution) -> str:
    """Return where somebody has offered facts from."""
    return f"{PRINTED_CARD}; {one.note}" if one.note else PRINTED_CARD


def about(record: Record | None) -> list[dict[str, Any]]:
    """Return what stands offered of a card, the newest first, as its page shows it."""
    if record is None:
        return []
    found = Contribution.objects.offered().filter(record=record).select_related("by")[:MOST_SHOWN]
    return [
        {"said": said(one.facts), "by": one.by or NOBODY, "source": source(one), "at": one.changed_at} for one in found
    ]

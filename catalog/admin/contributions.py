"""What players offer from their cards: the list of it, and the ways to where it is decided about (`reviewing`)."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.models import Group
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest
from django.urls import URLPattern, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from catalog import contributing, roles
from catalog.models import Contribution, Record
from catalog.models.contributions import State

from . import reviewing
from .badges import WithBadges, with_badge
from .looking import ByGame, LookOnly
from .words import address_of, facts_in_a_line

MOST_SHOWN = 50
NOBODY = gettext_lazy("an account that is gone")


class ContributionAdmin(WithBadges, ByGame, LookOnly, admin.ModelAdmin):
    """Who offered what of which card, when, and where they have it from; what contributors offer comes first."""

    list_display = ("card", "game_of_card", "said", "who", "offered_at", "state", "review")
    list_display_links = ("said",)
    ordering = (
        Exists(Group.objects.filter(name=roles.CONTRIBUTOR, user=OuterRef("by"))).desc(),
        "-changed_at",
        "-pk",
    )
    list_filter = ("state", "mends", "record__game")
    list_select_related = ("record", "by")
    search_fields = ("record__slug", "by__username")
    fields = ("card", "game_of_card", "said", "origin", "who", "release", "offered_at", "changed_at", "state")
    readonly_fields = fields
    actions = None
    in_game = "record__game"
    shown_of = staticmethod(roles.games_kept)

    def get_urls(self) -> list[URLPattern]:
        return [*reviewing.addresses(self), *super().get_urls()]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Contribution]:
        return super().get_queryset(request).select_related("record", "by")

    @admin.display(description=gettext_lazy("Card"), ordering="record__slug")
    def card(self, one: Contribution) -> SafeString:
        """The card, with the way to it."""
        return format_html('<a href="{}">{}</a>', address_of(one.record), one.record.slug)

    @admin.display(description=gettext_lazy("Game"), ordering="record__game")
    def game_of_card(self, one: Contribution) -> str:
        """The game of the card."""
        return one.record.game

    @admin.display(description=gettext_lazy("Facts"))
    def said(self, one: Contribution) -> str:
        """The facts in a line."""
        return facts_in_a_line(one)

    @admin.display(description=gettext_lazy("By"), ordering="by__username", empty_value=NOBODY)
    def who(self, one: Contribution) -> Any:
        """Whose offer it is."""
        return with_badge(one.by)

    @admin.display(description=gettext_lazy("From"))
    def origin(self, one: Contribution) -> str:
        """Where they have it from."""
        return origin(one)

    @admin.display(description=gettext_lazy("Decide"))
    def review(self, one: Contribution) -> SafeString:
        """The way to where it is decided about."""
        words = _("Decide") if one.waits else _("Look")
        return format_html(
            '<a href="{}">{}<span class="visually-hidden"> {}</span></a>', reviewing.address(one), words, one
        )


def desk(user: Any) -> list[tuple[str, str]]:
    """Return how much that players offer waits for a person to decide or rule: words, and where it is listed."""
    if not user.has_perm("catalog.view_contribution"):
        return []
    games = roles.games_kept(user)
    offered = roles.within(Contribution.objects.filter(state=State.OFFERED), games, "record__game").count()
    disputed = roles.within(contributing.open_disputes(), games, "contribution__record__game").count()
    listed = reverse("admin:catalog_contribution_changelist")
    found = [
        (_("Contributions to decide about: {number}"), State.OFFERED, offered),
        (_("Facts that sources disagree about: {number}"), State.DISPUTED, disputed),
    ]
    return [(words.format(number=count), f"{listed}?state={state}") for words, state, count in found if count]


def origin(one: Contribution) -> str:
    """Return where somebody has offered facts from, with what they say to the curators."""
    where = one.source or _("the printed card")
    if one.page:
        where = f"{where}, {_('p. {page}').format(page=one.page)}"
    return f"{where}; {one.note}" if one.note else where


def about(record: Record | None) -> list[dict[str, Any]]:
    """Return what stands offered of a card, the newest first, as its page shows it."""
    if record is None:
        return []
    found = Contribution.objects.offered().filter(record=record).select_related("by")[:MOST_SHOWN]
    return [
        {
            "said": facts_in_a_line(one),
            "by": one.by,
            "nobody": NOBODY,
            "source": origin(one),
            "at": one.changed_at,
            "address": reviewing.address(one),
        }
        for one in found
    ]

"""The list of contributions, with links to their review (`contribution_review`)."""

from typing import Any, cast

from django.contrib import admin
from django.contrib.auth.models import Group
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest
from django.urls import URLPattern, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from catalog import permissions
from catalog.admin import agreeing_contributions, contribution_review, shelf_contributions
from catalog.admin.changelist import GameFieldFilter
from catalog.admin.labels import admin_url, format_facts
from catalog.admin.mixins import GameScopedMixin, ListTitleMixin, ReadOnlyMixin
from catalog.admin.role_badges import RoleBadgeMixin, account_with_badge
from catalog.admin.saved_filters import SavedFiltersMixin
from catalog.curation import contributions
from catalog.models import Contribution, Record
from catalog.models.contributions import ContributionState

MAX_SHOWN = 50
NOBODY = gettext_lazy("an account that is gone")


class ContributionAdmin(
    SavedFiltersMixin, RoleBadgeMixin, ListTitleMixin, GameScopedMixin, ReadOnlyMixin, admin.ModelAdmin
):
    """The list of contributions: card, facts, author, date and state; accounts with the contributor role come first."""

    list_display = ("card", "game_of_card", "offered_facts", "who", "offered_at", "state", "review")
    list_display_links = ("offered_facts",)
    ordering = (
        Exists(Group.objects.filter(name=permissions.CONTRIBUTOR, user=OuterRef("by"))).desc(),
        "-changed_at",
        "-pk",
    )
    list_filter = ("state", "mends", ("batch", admin.EmptyFieldListFilter), ("record__game", GameFieldFilter))
    list_select_related = ("record", "by")
    search_fields = ("record__slug", "by__username")
    fields = ("card", "game_of_card", "offered_facts", "origin", "who", "release", "offered_at", "changed_at", "state")
    readonly_fields = fields
    actions = None
    game_lookup = "record__game"
    games_visible_to = staticmethod(permissions.curated_games)

    def get_urls(self) -> list[URLPattern]:
        return [
            *agreeing_contributions.agreement_urls(self),
            *contribution_review.review_urls(self),
            *shelf_contributions.shelf_urls(self),
            *super().get_urls(),
        ]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Contribution]:
        return super().get_queryset(request).select_related("record", "by")

    @admin.display(description=gettext_lazy("Card"), ordering="record__slug")
    def card(self, contribution: Contribution) -> SafeString:
        """The card's slug, linked to its page."""
        return format_html('<a href="{}">{}</a>', admin_url(contribution.record), contribution.record.slug)

    @admin.display(description=gettext_lazy("Game"), ordering="record__game")
    def game_of_card(self, contribution: Contribution) -> str:
        return contribution.record.game

    @admin.display(description=gettext_lazy("Facts"))
    def offered_facts(self, contribution: Contribution) -> str:
        """The offered facts on one line."""
        return format_facts(contribution)

    @admin.display(description=gettext_lazy("By"), ordering="by__username", empty_value=cast("str", NOBODY))
    def who(self, contribution: Contribution) -> Any:
        """The account that offered the facts, with its role badge."""
        return account_with_badge(contribution.by)

    @admin.display(description=gettext_lazy("From"))
    def origin(self, contribution: Contribution) -> str:
        """The source of the facts."""
        return origin_label(contribution)

    @admin.display(description=gettext_lazy("Decide"))
    def review(self, contribution: Contribution) -> SafeString:
        """A link to the review page."""
        words = _("Decide") if contribution.waits else _("Look")
        return format_html(
            '<a href="{}">{}<span class="visually-hidden"> {}</span></a>',
            contribution_review.review_url(contribution),
            words,
            contribution,
        )


def waiting_items(user: Any) -> list[tuple[str, str]]:
    """Return the counts of contributions that wait for a decision or a ruling, as pairs of text and address."""
    if not permissions.may_view(user, Contribution):
        return []
    games = permissions.curated_games(user)
    offered = permissions.limit_to_games(
        Contribution.objects.filter(state=ContributionState.OFFERED), games, "record__game"
    ).count()
    disputed = permissions.limit_to_games(contributions.open_disputes(), games, "contribution__record__game").count()
    listed = reverse("admin:catalog_contribution_changelist")
    found = [
        (_("Contributions to decide about: {number}"), ContributionState.OFFERED, offered),
        (_("Facts that sources disagree about: {number}"), ContributionState.DISPUTED, disputed),
    ]
    waiting = [(words.format(number=count), f"{listed}?state={state}") for words, state, count in found if count]
    if permissions.may_change_cards(user) and (agreed := contributions.agreed_count(games, by=user)):
        words = _("Facts agreed by two: {number}").format(number=agreed)
        waiting.append((words, reverse("admin:catalog_contribution_agreements")))
    if permissions.may_change_cards(user) and (shelves := len(shelf_contributions.open_shelves(user))):
        words = _("Shelves to decide about: {number}").format(number=shelves)
        waiting.append((words, reverse("admin:catalog_contribution_shelves")))
    return waiting


def origin_label(contribution: Contribution) -> str:
    """Return the source of a contribution, with its page and the note to the curators."""
    where = contribution.source or _("the printed card")
    if contribution.page:
        where = f"{where}, {_('p. {page}').format(page=contribution.page)}"
    return f"{where}; {contribution.note}" if contribution.note else where


def contributions_to(record: Record | None) -> list[dict[str, Any]]:
    """Return the open contributions to a card, newest first, as context of its page."""
    if record is None:
        return []
    found = Contribution.objects.offered().filter(record=record).select_related("by")[:MAX_SHOWN]
    return [
        {
            "offered_facts": format_facts(one),
            "by": one.by,
            "nobody": NOBODY,
            "source": origin_label(one),
            "at": one.changed_at,
            "address": contribution_review.review_url(one),
        }
        for one in found
    ]

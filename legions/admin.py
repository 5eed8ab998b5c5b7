"""What people look after of legions: what everybody can see, what is reported of it, and nothing else.

And what the catalog's admin is told: which legions a release would change, and how the page of a card says its facts.
"""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from catalog.admin import audit_log, labels, related_cards, users
from catalog.documents.errors import InvalidInput
from catalog.publishing.previews import PreviewProvider, register_provider

from .accounts import account_names
from .builder import own_facts
from .cards.stock import stock
from .community.models import Decision, Report
from .community.moderation_admin import DecisionAdmin, ModerationAdmin, ReportAdmin, decide_address
from .contributing import waiting_lists
from .saved_lists import release_effects
from .saved_lists.models import Legion

# Nobody looks into other people's second steps and sessions, superusers no more than others; addresses for mail are
# confirmed by whose they are.
admin.site.unregister([Authenticator, EmailAddress, UserSession])


@admin.register(Legion)
class PublicLegionAdmin(ModerationAdmin):
    """The list for everybody, with the way to take something out of it. No document is shown or changed here."""

    list_display = ("seen", "owner", "game", "published_at", "favoured", "decide")
    list_select_related = ("owner",)
    list_filter = ("game",)
    ordering = ("-published_at",)

    @admin.display(description=gettext_lazy("Legion"))
    def seen(self, legion: Legion) -> str:
        """Its name, leading to what everybody sees of it."""
        return format_html('<a href="/s/{}/">{}</a>', legion.share_key, legion.name)

    @admin.display(description=gettext_lazy("Look after it"))
    def decide(self, legion: Legion) -> str:
        """The way to taking it out, with a reason."""
        return format_html(
            '<a href="{}">{}</a>',
            decide_address("legion", legion.pk),
            _("Decide about {name}").format(name=legion.name),
        )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Legion]:
        """Only what its owner shows to everybody."""
        return Legion.objects.public()


admin.site.register(Report, ReportAdmin)
admin.site.register(Decision, DecisionAdmin)
register_provider(PreviewProvider("legions", release_effects.release_effects, "admin/legions/effect.html"))


def _lists_with(document: dict[str, Any]) -> list[related_cards.LinkGroup]:
    """Return how many lists hold a card, in no smaller numbers than everybody is told, and public ones by name."""
    slugs = [document["slug"], *document.get("formerly", ())]
    try:
        count = waiting_lists.waiting_lists(document["game"], stock(document["game"])).get(document["slug"], 0)
    except InvalidInput:  # nothing of this game is published yet
        return []
    mentions = (
        _("fewer than {number}").format(number=waiting_lists.MIN_SHOWN_COUNT)
        if count < waiting_lists.MIN_SHOWN_COUNT
        else str(count)
    )
    shown = [
        related_cards.Link(one.name, f"/s/{one.share_key}/")
        for one in waiting_lists.public_lists_with(document["game"], slugs)
    ]
    counted = [related_cards.Link(mentions)] if count else []
    return [related_cards.LinkGroup(_("Lists that hold it"), counted), related_cards.LinkGroup(_("Public ones"), shown)]


audit_log.register_action_labels(
    {
        "log-in refused": gettext_lazy("log-in refused"),
        "logged in": gettext_lazy("logged in"),
        "moderator: decline": gettext_lazy("moderator: decline"),
        "moderator: hide": gettext_lazy("moderator: hide"),
        "moderator: let-speak": gettext_lazy("moderator: let-speak"),
        "moderator: restore": gettext_lazy("moderator: restore"),
        "moderator: silence": gettext_lazy("moderator: silence"),
        "refused": gettext_lazy("refused"),
        "second step ended": gettext_lazy("second step ended"),
        "token ended": gettext_lazy("token ended"),
        "token made": gettext_lazy("token made"),
    }
)
users.register_name_check(account_names.validate_new_name)
labels.register_formatter(own_facts.value_words)
related_cards.register_provider(_lists_with)

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

from catalog.admin import audits, people, related, words
from catalog.faults import Malformed
from catalog.publishing.effects import Source, register

from . import effects
from .accounts import account_names
from .building import own_facts
from .cards.stock import stock
from .community.desk import Decisions, Desk, Reports, decide_address
from .community.models import Decision, Report
from .models import Legion
from .wanted import waiting

# Nobody looks into other people's second steps and sessions, superusers no more than others; addresses for mail are
# confirmed by whose they are.
admin.site.unregister([Authenticator, EmailAddress, UserSession])


@admin.register(Legion)
class PublicLegions(Desk):
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


admin.site.register(Report, Reports)
admin.site.register(Decision, Decisions)
register(Source("legions", effects.tell, "admin/legions/effect.html"))


def _lists_with(document: dict[str, Any]) -> list[related.Related]:
    """Return how many lists hold a card, in no smaller numbers than everybody is told, and public ones by name."""
    slugs = [document["slug"], *document.get("formerly", ())]
    try:
        count = waiting.waiting(document["game"], stock(document["game"])).get(document["slug"], 0)
    except Malformed:  # nothing of this game is published yet
        return []
    said = _("fewer than {number}").format(number=waiting.FEW) if count < waiting.FEW else str(count)
    shown = [related.Link(one.name, f"/s/{one.share_key}/") for one in waiting.public_with(document["game"], slugs)]
    counted = [related.Link(said)] if count else []
    return [related.Related(_("Lists that hold it"), counted), related.Related(_("Public ones"), shown)]


audits.name(
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
people.register_name_check(account_names.check_new)
words.register(own_facts.words)
related.register(_lists_with)

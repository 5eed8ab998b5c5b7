"""What people look after of legions: what everybody can see, what is reported of it, and nothing else.

And what the catalog's admin is told of legions: which of them a release would change.
"""

from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html

from catalog.publishing.effects import Source, register

from . import effects
from .community.desk import Decisions, Desk, Reports, decide_address
from .community.models import Decision, Report
from .models import Legion

# Nobody looks into other people's second steps and sessions, superusers no more than others.
admin.site.unregister([Authenticator, UserSession])


@admin.register(Legion)
class PublicLegions(Desk):
    """The list for everybody, with the way to take something out of it. No document is shown or changed here."""

    list_display = ("seen", "owner", "game", "published_at", "favoured", "decide")
    list_select_related = ("owner",)
    list_filter = ("game",)
    ordering = ("-published_at",)

    @admin.display(description="Legion")
    def seen(self, legion: Legion) -> str:
        """Its name, leading to what everybody sees of it."""
        return format_html('<a href="/s/{}/">{}</a>', legion.share_key, legion.name)

    @admin.display(description="Look after it")
    def decide(self, legion: Legion) -> str:
        """The way to taking it out, with a reason."""
        return format_html('<a href="{}">Decide about {}</a>', decide_address("legion", legion.pk), legion.name)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Legion]:
        """Only what its owner shows to everybody."""
        return Legion.objects.public()


admin.site.register(Report, Reports)
admin.site.register(Decision, Decisions)
register(Source("legions", effects.tell, "admin/legions/effect.html"))

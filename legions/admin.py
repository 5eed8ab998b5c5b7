"""What people look after of legions: what everybody can see, what is reported of it, and nothing else."""

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from .community.models import Decision, Report
from .community.moderation_admin import DecisionAdmin, ModerationAdmin, ReportAdmin, decide_address
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

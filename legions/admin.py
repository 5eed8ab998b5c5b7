"""Admin pages of moderators: public legions, shared adventures and campaigns, reports, decisions, and mails."""

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from catalog.admin.role_badges import RoleBadgeMixin, account_with_badge
from legions.campaigns.models import Campaign, SharedAdventure
from legions.community.models import Decision, Report
from legions.community.moderation_admin import DecisionAdmin, ModerationAdmin, ReportAdmin, decide_address
from legions.mails.admin import OutgoingMailAdmin
from legions.mails.models import OutgoingMail
from legions.saved_lists.models import Legion

# Nobody may look into the second factors and sessions of other people, superusers included; only their owners confirm
# email addresses.
admin.site.unregister([Authenticator, EmailAddress, UserSession])


@admin.register(Legion)
class PublicLegionAdmin(ModerationAdmin):
    """The list of public legions, with links to remove one from it. Documents are neither shown nor editable."""

    list_display = ("seen", "owner", "game", "published_at", "favoured", "decide")
    list_select_related = ("owner",)
    list_filter = ("game",)
    ordering = ("-published_at",)

    @admin.display(description=gettext_lazy("Legion"))
    def seen(self, legion: Legion) -> str:
        """The name, linked to the public page."""
        return format_html('<a href="/s/{}/">{}</a>', legion.share_key, legion.name)

    @admin.display(description=gettext_lazy("Look after it"))
    def decide(self, legion: Legion) -> str:
        """A link to the form for removing the legion, with a reason."""
        return format_html(
            '<a href="{}">{}</a>',
            decide_address("legion", legion.pk),
            _("Decide about {name}").format(name=legion.name),
        )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Legion]:
        """Return the public legions."""
        return Legion.objects.public()


@admin.register(SharedAdventure)
class SharedAdventureAdmin(RoleBadgeMixin, ModerationAdmin):
    """The adventures that their authors have published by a link, with links to hide one."""

    list_display = ("seen", "author", "game", "shared_at", "barred", "decide")
    people = ("owner",)
    list_select_related = ("owner",)
    list_filter = ("game", "barred")
    ordering = ("-shared_at",)

    @admin.display(description=gettext_lazy("Adventure"))
    def seen(self, adventure: SharedAdventure) -> str:
        """The name, linked to the public page if the adventure has one."""
        return format_html('<a href="{}">{}</a>', adventure.address, adventure) if adventure.address else str(adventure)

    @admin.display(description=gettext_lazy("Of"), ordering="owner__username")
    def author(self, adventure: SharedAdventure) -> str | None:
        return account_with_badge(adventure.owner)

    @admin.display(description=gettext_lazy("Look after it"))
    def decide(self, adventure: SharedAdventure) -> str:
        """A link to the form for hiding the adventure or showing it again, with a reason."""
        words = _("Decide about {name}").format(name=adventure)
        return format_html('<a href="{}">{}</a>', decide_address("adventure", adventure.pk), words)

    def get_queryset(self, request: HttpRequest) -> QuerySet[SharedAdventure]:
        """Return the adventures with a share link, hidden or not."""
        return SharedAdventure.objects.filter(share_key__isnull=False)


@admin.register(Campaign)
class SharedCampaignAdmin(ModerationAdmin):
    """The campaigns with a read-only link, with that link and the record. Nothing is editable."""

    list_display = ("seen", "game", "entered", "updated_at", "record")
    list_filter = ("game",)
    ordering = ("-updated_at",)

    @admin.display(description=gettext_lazy("Campaign"))
    def seen(self, campaign: Campaign) -> str:
        """The name, linked to the read-only page."""
        return format_html('<a href="{}">{}</a>', reverse("campaign-shared", args=[campaign.share_key]), campaign.name)

    @admin.display(description=gettext_lazy("Record"))
    def record(self, campaign: Campaign) -> str:
        """A link to the record as a file."""
        address = reverse("campaign-shared-record", args=[campaign.share_key])
        return format_html('<a href="{}">{}</a>', address, _("Record of {name}").format(name=campaign.name))

    def get_queryset(self, request: HttpRequest) -> QuerySet[Campaign]:
        """Return the campaigns with a read-only link. Moderators cannot see private ones."""
        return Campaign.objects.filter(share_key__isnull=False)


admin.site.register(Report, ReportAdmin)
admin.site.register(Decision, DecisionAdmin)
admin.site.register(OutgoingMail, OutgoingMailAdmin)

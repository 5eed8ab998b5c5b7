"""What people look after of legions: those that everybody can see, and nobody else's."""

from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html

from catalog import roles

from . import services
from .models import Legion

# Nobody looks into other people's second steps and sessions, superusers no more than others.
admin.site.unregister([Authenticator, UserSession])


@admin.register(Legion)
class PublicLegions(admin.ModelAdmin):
    """The list for everybody, with a way to take something out of it. No document is shown or changed here."""

    list_display = ("seen", "owner", "game", "updated_at")
    list_display_links = None
    list_select_related = ("owner",)
    list_filter = ("game",)
    actions = ("take_out",)

    @admin.display(description="Legion")
    def seen(self, legion: Legion) -> str:
        """Its name, leading to what everybody sees of it."""
        return format_html('<a href="/s/{}/">{}</a>', legion.share_key, legion.name)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Legion]:
        """Only what its owner shows to everybody."""
        return Legion.objects.public()

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody makes legions here."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Legion | None = None) -> bool:
        """Nobody deletes what is somebody's."""
        return False

    def has_module_permission(self, request: HttpRequest) -> bool:
        """The list is for admins."""
        return request.user.is_active and (request.user.is_superuser or roles.ADMIN in roles.roles_of(request.user))

    def has_change_permission(self, request: HttpRequest, obj: Legion | None = None) -> bool:
        """A single legion is not opened here."""
        return obj is None and self.has_module_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: Legion | None = None) -> bool:
        """See `has_change_permission`."""
        return self.has_change_permission(request, obj)

    @admin.action(description="Take out of the list for everybody", permissions=["change"])
    def take_out(self, request: HttpRequest, legions: QuerySet[Legion]) -> None:
        """Take legions out of the list; their links go on working for those who have them."""
        for legion in legions:
            services.unlist(legion=legion)
            self.log_change(request, legion, "Taken out of the list for everybody.")
        self.message_user(request, "Taken out of the list.", messages.SUCCESS)

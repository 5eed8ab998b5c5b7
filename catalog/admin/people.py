"""Who gets into the admin, and what admins may do with people: give and take roles and games, no more."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import admin
from django.contrib.auth import admin as auth_admin
from django.contrib.auth.forms import UserChangeForm
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.views.decorators.cache import never_cache

from catalog import audit, roles

from .looking import LookOnly
from .words import games

# What would let an admin make themselves, or anybody, more than an admin.
BEYOND_ADMINS = ("is_superuser", "user_permissions")


@never_cache
def login(request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
    """Send whoever is not signed in to the site's own page for that; refuse whoever is and has no role."""
    index = reverse("admin:index")
    if not request.user.is_authenticated:
        return redirect_to_login(request.GET.get("next") or index, settings.LOGIN_URL)
    if not admin.site.has_permission(request):
        raise PermissionDenied("The admin is for curators and admins.")
    return HttpResponseRedirect(index)


class PersonForm(UserChangeForm):
    """A person, and which games they keep as a curator."""

    games = forms.MultipleChoiceField(
        label="Keeps",
        required=False,
        choices=lambda: list(games().items()),
        widget=forms.CheckboxSelectMultiple,
        help_text="What a curator sees and changes. With none chosen it is every game. Admins keep every game.",
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["games"] = [one.game for one in self.instance.kept_games.all()]


class UserAdmin(auth_admin.UserAdmin):
    """People and their roles. Whether somebody may enter the admin follows from their roles."""

    actions = None
    form = PersonForm
    filter_horizontal = ()
    list_display = ("username", "email", "role_names", "is_active", "last_login")
    list_filter = ("groups", "is_active")

    @admin.display(description="Roles")
    def role_names(self, user: Any) -> str:
        """The roles of a user, in one line."""
        names = sorted(group.name for group in user.groups.all())
        return ", ".join(["superuser", *names] if user.is_superuser else names)

    @admin.display(description="Keeps")
    def games(self, user: Any) -> str:
        """The games that a curator keeps, on a page on which nothing is changed."""
        return _kept(user, games())

    def get_list_display(self, request: HttpRequest) -> Any:
        titles = SimpleLazyObject(games)

        @admin.display(description="Keeps")
        def keeps(user: Any) -> str:
            return _kept(user, titles)

        return [*super().get_list_display(request), keeps]

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).prefetch_related("groups", "kept_games")

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        if obj is None:
            return super().get_fieldsets(request, obj)
        rights = ("is_active", "groups", "games", *(BEYOND_ADMINS if request.user.is_superuser else ()))
        return (
            (None, {"fields": ("username", "password")}),
            ("Person", {"fields": ("first_name", "last_name", "email")}),
            (
                "Rights",
                {
                    "fields": rights,
                    "description": "A role opens the admin, but for contributors; without one it is closed.",
                },
            ),
            ("Dates", {"fields": ("last_login", "date_joined")}),
        )

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return ("last_login", "date_joined")

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Superusers are changed by superusers alone: whoever sets their password could become one."""
        beyond = obj is not None and obj.is_superuser and not request.user.is_superuser
        return super().has_change_permission(request, obj) and not beyond

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Accounts are closed (not active), so that what somebody published keeps their name."""
        return False

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """Save, and remember for the audit log what the user might before."""
        form.rights_before = roles.rights_of(self.model.objects.get(pk=obj.pk)) if change else None
        super().save_model(request, obj, form, change)

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Save the roles and the games, open or close the admin by them, and note the change."""
        super().save_related(request, form, formsets, change)
        if "games" in form.cleaned_data:
            roles.put_games(form.instance, form.cleaned_data["games"])
        roles.settle(form.instance)
        roles.note_rights(form.instance, form.rights_before, by=request.user)

    def log_addition(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        """Note in the audit log, too, that an account was made."""
        audit.note("account made", by=request.user, of=f"user {obj.pk}")
        return super().log_addition(request, obj, message)

    def construct_change_message(self, request: HttpRequest, form: Any, formsets: Any, add: bool = False) -> Any:
        """Say that a password was changed where one was taken away, too, which no field of that form tells."""
        if isinstance(form, self.change_password_form):
            return [{"changed": {"fields": ["password"]}}]
        return super().construct_change_message(request, form, formsets, add)

    def log_change(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        """Note in the audit log, too, which fields of an account were changed, and nothing of what stands in them."""
        fields = [name for one in message if isinstance(one, dict) for name in one.get("changed", {}).get("fields", [])]
        if fields:
            audit.note("account changed", by=request.user, of=f"user {obj.pk}", after={"fields": sorted(fields)})
        return super().log_change(request, obj, message)


def _kept(user: Any, titles: Mapping[str, str]) -> str:
    """Return the games that somebody keeps in words, in one line; nothing for who is no curator."""
    held = {group.name for group in user.groups.all()}
    if user.is_superuser or roles.ADMIN in held:
        return "every game"
    if roles.CURATOR not in held:
        return ""
    return ", ".join(titles.get(one.game, one.game) for one in user.kept_games.all()) or "every game"


class GroupAdmin(LookOnly, auth_admin.GroupAdmin):
    """The roles and what they permit, to look at: roles are set in code, people are put into them."""

"""The management of accounts, roles and curated games by admins."""

from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Any, cast

from django import forms
from django.contrib import admin
from django.contrib.auth import admin as auth_admin
from django.contrib.auth.forms import AdminUserCreationForm, UserChangeForm
from django.contrib.auth.models import Group, Permission
from django.http import HttpRequest, HttpResponse
from django.utils.functional import SimpleLazyObject
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from catalog import audit
from catalog import permissions as catalog_permissions
from catalog.admin.audit_log import audit_address
from catalog.admin.labels import game_names
from catalog.admin.mixins import ListTitleMixin, ReadOnlyMixin
from catalog.extensions import catalog_extensions

# Fields that would let an admin give more rights than an admin has.
BEYOND_ADMINS = ("is_superuser", "user_permissions")
ACTIONS = {"view": _("look at"), "add": _("add"), "change": _("change"), "delete": _("delete")}
"""The permitted actions on the objects of a model, with labels."""

DJANGO_MESSAGES = (
    gettext_noop("After you’ve created a user, you’ll be able to edit more user options."),
    gettext_noop("Disabled"),
    gettext_noop("Enabled"),
    gettext_noop("Password-based authentication"),
    gettext_noop("Raw passwords are not stored, so there is no way to see the user’s password."),
    gettext_noop("Reset password"),
    gettext_noop("Set password"),
    gettext_noop(
        "Whether the user will be able to authenticate using a password or not. If disabled, they may still be able to "
        "authenticate using other backends, such as Single Sign-On or LDAP."
    ),
)
"""Messages of Django's account pages without a German translation in Django."""


def _check_name(name: str, user: Any) -> None:
    for extension in catalog_extensions():
        extension.validate_username(name, user)


class AccountAddForm(AdminUserCreationForm):
    def clean_username(self) -> str:
        """Return the username. Raises ValidationError if it is not allowed."""
        name: str = super().clean_username()
        _check_name(name, None)
        return name


class AccountChangeForm(UserChangeForm):
    """An account with the games that it curates."""

    games = forms.MultipleChoiceField(
        label=_("Looks after"),
        required=False,
        choices=lambda: list(game_names().items()),
        widget=forms.CheckboxSelectMultiple,
        help_text=_(
            "The games that a curator sees and changes. If none is chosen, these are all games. Admins see all games."
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["games"] = [one.game for one in self.instance.curated_games.all()]
        for name, words in (
            ("groups", group_label),
            ("user_permissions", lambda permission: permissions_label([permission])),
        ):
            if name in self.fields:
                cast("Any", self.fields[name]).label_from_instance = words

    def clean_username(self) -> str:
        """Return the username. Raises ValidationError for a change to a name that is not allowed."""
        name: str = self.cleaned_data["username"]
        if "username" in self.changed_data:
            _check_name(name, self.instance)
        return name


class RoleFilter(admin.RelatedFieldListFilter):
    """A filter by role that shows labels."""

    def field_choices(self, field: Any, request: HttpRequest, model_admin: Any) -> list[Any]:
        return [
            (pk, catalog_permissions.role_label(str(name)))
            for pk, name in super().field_choices(field, request, model_admin)
        ]


class UserAdmin(ListTitleMixin, auth_admin.UserAdmin):
    """The admin of accounts and their roles. Access to the admin follows from the roles."""

    actions = None
    change_form_template = "admin/catalog/account.html"
    form = AccountChangeForm
    add_form = AccountAddForm
    filter_horizontal = ()
    list_display = ("username", "email", "role_names", "is_active", "last_login")
    list_filter = (("groups", RoleFilter), "is_active")

    @admin.display(description=_("Roles"))
    def role_names(self, user: Any) -> str:
        """The roles of a user, on one line."""
        names = sorted(catalog_permissions.role_label(group.name) for group in user.groups.all())
        return ", ".join([gettext("superuser"), *names] if user.is_superuser else names)

    @admin.display(description=_("Looks after"))
    def games(self, user: Any) -> str:
        """The games of a curator, for the read-only page."""
        return _games_label(user, game_names())

    def get_list_display(self, request: HttpRequest) -> Any:
        titles = cast("Mapping[str, str]", SimpleLazyObject(game_names))

        @admin.display(description=_("Looks after"))
        def keeps(user: Any) -> str:
            return _games_label(user, titles)

        return [*super().get_list_display(request), keeps]

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).prefetch_related("groups", "curated_games")

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        context: dict[str, Any] = {}
        if object_id.isdecimal():
            context["actions_of"] = audit_address(request.user, person=int(object_id))
            context["audited"] = audit_address(request.user, about=f"user {object_id}")
        return super().change_view(request, object_id, form_url, {**context, **(extra_context or {})})

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        if obj is None:
            return super().get_fieldsets(request, obj)
        roles = "groups" if self.has_change_permission(request, obj) else "role_names"
        rights = ("is_active", roles, "games", *(BEYOND_ADMINS if request.user.is_superuser else ()))
        return (
            (None, {"fields": ("username", "password")}),
            (_("Person"), {"fields": ("first_name", "last_name", "email")}),
            (
                _("Rights"),
                {
                    "fields": rights,
                    "description": _("A role opens the admin, but for contributors; without one it is closed."),
                },
            ),
            (_("Dates"), {"fields": ("last_login", "date_joined")}),
        )

    def formfield_for_manytomany(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """Show the roles as check boxes."""
        if db_field.name == "groups":
            kwargs |= {"label": _("Roles"), "help_text": "", "widget": forms.CheckboxSelectMultiple}
        return super().formfield_for_manytomany(db_field, request, **kwargs)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return ("last_login", "date_joined")

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Allow changes of superusers to superusers only."""
        allowed = obj is None or catalog_permissions.may_change_account(request.user, obj)
        return super().has_change_permission(request, obj) and allowed

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False: accounts are deactivated instead, so that their published work keeps their name."""
        return False

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """Save the account, and keep its previous rights for the audit log."""
        form.rights_before = catalog_permissions.audit_snapshot(self.model.objects.get(pk=obj.pk)) if change else None
        super().save_model(request, obj, form, change)

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Save roles and games, update the access to the admin, and log the change."""
        super().save_related(request, form, formsets, change)
        if "games" in form.cleaned_data:
            catalog_permissions.store_games(form.instance, form.cleaned_data["games"])
        catalog_permissions.sync_staff_status(form.instance)
        catalog_permissions.log_permission_change(form.instance, form.rights_before, by=request.user)

    def log_addition(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        """Write the creation of an account to the audit log, too."""
        audit.log_action("account made", by=request.user, of=f"user {obj.pk}")
        return super().log_addition(request, obj, message)

    def construct_change_message(self, request: HttpRequest, form: Any, formsets: Any, add: bool = False) -> Any:
        """Report a disabled password as a password change as well: the fields of the form do not show it."""
        if isinstance(form, self.change_password_form):
            return [{"changed": {"fields": ["password"]}}]
        return super().construct_change_message(request, form, formsets, add)

    def log_change(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        """Write the names of an account's changed fields, without values, to the audit log, too."""
        fields = [name for one in message if isinstance(one, dict) for name in one.get("changed", {}).get("fields", [])]
        if fields:
            audit.log_action("account changed", by=request.user, of=f"user {obj.pk}", after={"fields": sorted(fields)})
        return super().log_change(request, obj, message)


def group_label(group: Group) -> str:
    """Return the label of a role."""
    return catalog_permissions.role_label(group.name)


def permissions_label(permissions: Iterable[Permission]) -> str:
    """Return permissions for one model as text: its name and the permitted actions."""
    granted = list(permissions)
    model = granted[0].content_type.model_class()
    things = capfirst(model._meta.verbose_name_plural if model else granted[0].content_type.model)
    actions = {one.codename.partition("_")[0] for one in granted}
    known = [str(words) for action, words in ACTIONS.items() if action in actions]
    return f"{things}: {', '.join([*known, *sorted(actions - ACTIONS.keys())])}"


def _games_label(user: Any, titles: Mapping[str, str]) -> str:
    """Return the games of a curator on one line; `""` for accounts that are not curators."""
    roles = {group.name for group in user.groups.all()}
    if user.is_superuser or catalog_permissions.ADMIN in roles:
        return gettext("every game")
    if catalog_permissions.CURATOR not in roles:
        return ""
    return ", ".join(titles.get(one.game, one.game) for one in user.curated_games.all()) or gettext("every game")


class GroupAdmin(ListTitleMixin, ReadOnlyMixin, auth_admin.GroupAdmin):
    """The read-only list of roles and their permissions. Roles are defined in code."""

    list_display = ("role",)
    fields = readonly_fields = ("role", "permits")

    @admin.display(description=_("Role"), ordering="name")
    def role(self, group: Group) -> str:
        return group_label(group)

    @admin.display(description=_("Permits"))
    def permits(self, group: Group) -> SafeString:
        """The permissions of a role, one line per model."""
        permissions = group.permissions.select_related("content_type").order_by("content_type", "codename")
        lines = (
            (permissions_label(ones),)
            for _model, ones in groupby(permissions, key=lambda permission: permission.content_type_id)
        )
        return format_html("<ul>{}</ul>", format_html_join("", "<li>{}</li>", lines))

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Group | None:
        """Return a group with its label as name, for display only; it is never saved."""
        group: Group | None = super().get_object(request, object_id, from_field)
        if group is not None:
            group.name = group_label(group)
        return group

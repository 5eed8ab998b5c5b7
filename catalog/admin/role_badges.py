"""Role badges next to the names of accounts in the admin."""

from typing import Any, ClassVar

from django.contrib import admin
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from catalog import permissions


def name_with_badge(name: Any, role: str | None) -> SafeString:
    """Return a name followed by the badge of its role, if it has one."""
    badge = render_to_string("community/_role.html", {"role": role}) if role else ""
    return format_html("{}{}", name, SafeString(badge))


def account_with_badge(user: Any) -> SafeString | None:
    """Return the name of an account with its badge; None without an account."""
    return None if user is None else name_with_badge(user, permissions.badge_of(user))


class RoleBadgeMixin:
    """A mixin that shows accounts with their badges; the roles are fetched in one query for all fields in `people`."""

    people: ClassVar[tuple[str, ...]] = ("by",)

    @admin.display(description=_("by"), ordering="by__username")
    def who(self, row: Any) -> SafeString | None:
        """The account of the author, with its role badge."""
        return account_with_badge(row.by)

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        listed = super().get_changelist_instance(request)  # type: ignore[misc]
        permissions.fetch_roles(getattr(row, field) for row in listed.result_list for field in self.people)
        return listed

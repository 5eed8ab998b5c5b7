"""The badges of roles beside the names of people, at the desk."""

from typing import Any, ClassVar

from django.contrib import admin
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from catalog import permissions


def name_with_badge(name: Any, role: str | None) -> SafeString:
    """Return a name with the badge of a role beside it, if there is one."""
    badge = render_to_string("community/_role.html", {"role": role}) if role else ""
    return format_html("{}{}", name, SafeString(badge))


def account_with_badge(user: Any) -> SafeString | None:
    """Return the name of an account with its badge for a cell of a list; None where there is no account."""
    return None if user is None else name_with_badge(user, permissions.badge_of(user))


class RoleBadgeMixin:
    """A list that names people with their badges; the roles of those in the fields `people` are asked for once."""

    people: ClassVar[tuple[str, ...]] = ("by",)

    @admin.display(description=_("by"), ordering="by__username")
    def who(self, one: Any) -> SafeString | None:
        """Who made it, with the badge of their role."""
        return account_with_badge(one.by)

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        listed = super().get_changelist_instance(request)  # type: ignore[misc]
        permissions.fetch_roles(getattr(row, field) for row in listed.result_list for field in self.people)
        return listed

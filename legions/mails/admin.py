"""The admin's list of mails that wait or have failed."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from catalog import audit
from catalog.admin.mixins import ReadOnlyMixin
from legions.permissions import may_see_mails

from . import queue
from .models import OutgoingMail


class OutgoingMailAdmin(ReadOnlyMixin, admin.ModelAdmin):
    """Mails that are not sent, with the last answer of the mail server. Their texts are not shown."""

    list_display = ("created_at", "recipient", "subject", "state", "tries", "next_try", "error")
    list_display_links = None
    list_filter = ("state",)
    list_per_page = 100
    ordering = ("-pk",)
    actions = ("send_again",)

    def has_module_permission(self, request: HttpRequest) -> bool:
        return may_see_mails(request.user)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """A single mail is not opened: its text may hold a link that sets a password."""
        return obj is None and may_see_mails(request.user)

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Head the list by its contents."""
        title = capfirst(self.opts.verbose_name_plural)
        return super().changelist_view(request, {"title": title, **(extra_context or {})})

    @admin.display(description=_("next try"), ordering="next_at", empty_value="–")
    def next_try(self, mail: OutgoingMail) -> Any:
        """The time of the next try, or None for a mail that is given up."""
        return mail.next_at if mail.state == OutgoingMail.State.WAITING else None

    @admin.action(description=_("Try failed mails again"), permissions=["view"])
    def send_again(self, request: HttpRequest, mails: QuerySet[OutgoingMail]) -> None:
        """Queue the chosen mails that have failed, from the first try on."""
        number = queue.send_again(mails)
        if number:
            audit.log_action("mails queued again", by=request.user, of=f"{number} mails")
        message = ngettext("{number} mail is sent again.", "{number} mails are sent again.", number)
        messages.success(request, message.format(number=number))

"""The admin's list of waiting and failed mails."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.timezone import localtime
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from catalog import audit
from catalog.admin.mixins import ListTitleMixin, ReadOnlyMixin
from legions.mails import queue
from legions.mails.models import OutgoingMail
from legions.permissions import may_see_mails


class OutgoingMailAdmin(ListTitleMixin, ReadOnlyMixin, admin.ModelAdmin):
    """Unsent mails with the last answer of the mail server. Their texts are not shown."""

    list_display = ("mail", "progress", "created_at")
    list_display_links = None
    list_filter = ("state",)
    list_per_page = 100
    ordering = ("-pk",)
    actions = ("send_again",)

    def has_module_permission(self, request: HttpRequest) -> bool:
        return may_see_mails(request.user)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return whether the user may see the list. Single mails are never shown: they may contain a link to set a
        password.
        """
        return obj is None and may_see_mails(request.user)

    @admin.display(description=_("mail"), ordering="recipient")
    def mail(self, mail: OutgoingMail) -> str:
        """The recipient above the subject, so that a phone has room for the answer of the mail server."""
        return format_html("{}<br>{}", mail.recipient, mail.subject)

    @admin.display(description=_("state"), ordering="next_at")
    def progress(self, mail: OutgoingMail) -> str:
        """The number of tries, the time of the next one, and the last answer of the mail server."""
        return format_html("{}<br>{}", _progress(mail), mail.error) if mail.error else _progress(mail)

    @admin.action(description=_("Try failed mails again"), permissions=["view"])
    def send_again(self, request: HttpRequest, mails: QuerySet[OutgoingMail]) -> None:
        """Queue the selected failed mails again, with all tries."""
        number = queue.send_again(mails)
        if number:
            audit.log_action("mails queued again", by=request.user, of=f"{number} mails")
        message = ngettext("{number} mail is sent again.", "{number} mails are sent again.", number)
        messages.success(request, message.format(number=number))


def _progress(mail: OutgoingMail) -> str:
    if mail.state == OutgoingMail.State.FAILED:
        return ngettext("Failed after {tries} try", "Failed after {tries} tries", mail.tries).format(tries=mail.tries)
    at = date_format(localtime(mail.next_at), "DATETIME_FORMAT")
    text = gettext("Waiting for try {number} of {most}: {at}")
    return text.format(number=mail.tries + 1, most=queue.MAX_TRIES, at=at)

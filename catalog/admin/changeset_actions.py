"""The actions of the page of a changeset: its notes, its title, its review and its publication."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from catalog import publishing
from catalog.admin.changeset_forms import NoteForm, ReasonForm, TitleForm
from catalog.admin.review_messages import tell_left, tell_result
from catalog.admin.workflow_actions import published_message
from catalog.documents.errors import InvalidInput
from catalog.errors import Refused
from catalog.models import Changeset
from catalog.permissions import current_user
from catalog.publishing import changeset_publication, changeset_review, changesets
from catalog.publishing.changeset_review import ReviewResult

REVIEW_ACTIONS: dict[str, tuple[Callable[..., ReviewResult], Any]] = {
    "_submit": (changeset_review.submit_rows, _("put up for review")),
    "_approve": (changeset_review.approve_rows, _("approved")),
    "_return": (changeset_review.return_rows, _("sent back")),
    "_withdraw": (changeset_review.withdraw_rows, _("withdrawn from review")),
    "_discard": (changeset_publication.discard_rows, _("discarded")),
}
"""The actions of the review by the names of their buttons, with what is said of the drafts afterwards."""


def apply(request: HttpRequest, changeset: Changeset, form: ReasonForm, note: NoteForm, title: TitleForm) -> bool:
    """Carry out the posted action and add a message; return False if a form has errors to show."""
    by = current_user(request)
    try:
        if "_note" in request.POST:
            if not note.is_valid():
                return False
            changesets.add_note(changeset, text=note.cleaned_data["text"], by=by)
            return True
        if "_rename" in request.POST:
            if not title.is_valid():
                return False
            changesets.rename_changeset(changeset, title=title.cleaned_data["title"], by=by)
            messages.success(request, gettext("It has another title now."))
            return True
    except InvalidInput as error:
        messages.error(request, error.faults[0].message)
        return True
    return _review(request, changeset, form)


def _review(request: HttpRequest, changeset: Changeset, form: ReasonForm) -> bool:
    """Carry out an action of the review on all rows, or on the ticked ones; return False if the form has errors."""
    if not form.is_valid():
        return False
    keys = _ticked(request)
    if "_all" not in request.POST and not keys:
        messages.warning(request, gettext("Tick the rows first."))
        return True
    for name, (action, done) in REVIEW_ACTIONS.items():
        if name in request.POST:
            if name == "_return" and not form.cleaned_data["why"].strip():
                form.add_error("why", gettext("Give a reason to send drafts back."))
                return False
            values: dict[str, Any] = {
                "by": current_user(request),
                "keys": None if "_all" in request.POST else keys,
                **form.cleaned_data,
            }
            attempt(request, lambda: action(changeset, **values), str(done))  # noqa: B023 - called at once
            break
    return True


def attempt(request: HttpRequest, act: Callable[[], ReviewResult], done: str) -> None:
    """Carry out an action, and say how many drafts it changed and which it left, with the reasons."""
    try:
        result = act()
    except publishing.Conflict as conflict:
        messages.warning(request, f"{conflict} {gettext('This is the current state.')}")
        return
    except InvalidInput as error:
        messages.error(request, error.faults[0].message)
        return
    tell_result(request, result, done)


def publish(request: HttpRequest, changeset: Changeset, seen: str) -> None:
    """Publish the approved drafts that the page showed, and say which ones were left."""
    try:
        release, left = changeset_publication.publish_changeset(changeset, by=current_user(request), seen=seen)
    except publishing.Conflict as conflict:
        messages.warning(request, f"{conflict} {gettext('This is the current state.')}")
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, published_message(release))
        tell_left(request, left)


def _ticked(request: HttpRequest) -> set[int]:
    return {int(key) for key in request.POST.getlist("row") if key.isdecimal() and len(key) < 19}

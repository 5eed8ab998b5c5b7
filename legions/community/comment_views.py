"""Views of comments on public lists, for their authors and the owners of the lists."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from catalog.permissions import current_user
from legions.accounts.login_prompts import prompt_login
from legions.community import comment_services
from legions.community.comments import CommentThread
from legions.community.forms import CommentForm
from legions.community.models import Comment
from legions.saved_lists.models import Legion
from legions.saved_lists.permissions import is_owner
from legions.saved_lists.shared_lookup import with_public_legion
from legions.sharing.views import shared_page
from legions.site import error_views
from legions.site.errors import ActionRefused
from legions.throttling import throttled_response

UNLIMITED_ACTIONS = frozenset(("close", "delete", "hide"))
"""Actions without a rate limit, because they remove something."""


@never_cache
@require_POST
@with_public_legion
def comment_list(request: HttpRequest, legion: Legion) -> HttpResponse:
    """Write a comment (`do=write`), or close and open the user's own list to comments (`close`, `open`)."""
    if refusal := _refusal(request, legion):
        return refusal
    do = request.POST.get("do", "")
    if do in {"close", "open"} and is_owner(request.user, legion):
        comment_services.close_comments(legion=legion, closed=do == "close")
        return redirect(f"/s/{legion.share_key}/#comments")
    if do != "write":
        return error_views.bad_request(request)
    form = CommentForm(request.POST)
    if form.is_valid():
        try:
            written = comment_services.write_comment(user=current_user(request), legion=legion, **form.cleaned_data)
        except ActionRefused as refused:
            form.add_error(None, str(refused))
        else:
            return redirect(written.address)
    answering = form.cleaned_data.get("answers") or 0
    thread = CommentThread(legion, request.user, answering=answering, form=form)
    return shared_page(request, legion, thread=thread, status=400)


@never_cache
@require_POST
@with_public_legion
def comment_detail(request: HttpRequest, legion: Legion, number: int) -> HttpResponse:
    """Change or delete the user's comment (`do=change`, `delete`); hide or show one on the user's list (`hide`,
    `show`).

    Raises Http404 for comments and lists of other users.
    """
    if refusal := _refusal(request, legion):
        return refusal
    found = Comment.objects.select_related("legion").filter(legion=legion, pk=number).first()
    do = request.POST.get("do", "")
    if do not in {"change", "delete", "hide", "show"}:
        return error_views.bad_request(request)
    if do in {"hide", "show"}:
        if found is None or not is_owner(request.user, legion):
            raise Http404("There is no such comment.")
        comment_services.hide_comment(legion=legion, comment=found, hidden=do == "hide")
        return redirect(found.address)
    if found is None or found.by_id != request.user.pk:
        raise Http404("There is no such comment.")
    if do == "change":
        return _change(request, legion, found)
    if comment_services.delete_comment(user=current_user(request), comment=found):
        messages.success(request, _("Your comment is deleted."))
    return redirect(f"/s/{legion.share_key}/#comments")


def _change(request: HttpRequest, legion: Legion, comment: Comment) -> HttpResponse:
    form = CommentForm(request.POST, changing=comment.pk)
    if form.is_valid():
        try:
            comment_services.edit_comment(user=current_user(request), comment=comment, text=form.cleaned_data["text"])
        except ActionRefused as refused:
            form.add_error(None, str(refused))
        else:
            return redirect(comment.address)
    thread = CommentThread(legion, request.user, start=comment.pk, editing=comment.pk, form=form)
    return shared_page(request, legion, thread=thread, status=400)


def _refusal(request: HttpRequest, legion: Legion) -> HttpResponse | None:
    """Return the response to a user who is not logged in or comments too often, otherwise None."""
    if not request.user.is_authenticated:
        return prompt_login(request, f"/s/{legion.share_key}/", _("Log in or sign up to comment."))
    return None if request.POST.get("do") in UNLIMITED_ACTIONS else throttled_response(request, "comments")

"""Views to watch cards and sets, and the page of what one watches."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from catalog.models import DocumentType, Record
from catalog.permissions import current_user
from legions.accounts.login_prompts import prompt_login
from legions.cards import queries
from legions.site import error_views
from legions.site.errors import ActionRefused
from legions.throttling import throttled_response
from legions.watching import services
from legions.watching.models import Watch, WatchNotice
from legions.watching.watch_page import PAGE_SIZE, document_page, notice_rows, watch_rows


@never_cache
@require_POST
def watch_card(request: HttpRequest, game: str, slug: str) -> HttpResponse:
    """Watch a card (`do=watch`), or stop (`unwatch`)."""
    return _watch(request, _record_or_404(game, DocumentType.CARD, slug))


@never_cache
@require_POST
def watch_set(request: HttpRequest, game: str, slug: str) -> HttpResponse:
    """Watch a set with its cards (`do=watch`), or stop (`unwatch`)."""
    return _watch(request, _record_or_404(game, DocumentType.SET, slug))


def _record_or_404(game: str, document_type: DocumentType, slug: str) -> Record:
    """Return the record of a published document by its slug or a former one. Raises Http404."""
    current = queries.current_slug(game, document_type, slug) or slug
    revision = queries.current_revision(game, document_type, current)
    if revision is None:
        raise Http404("There is no such card or set.")
    return revision.record


def _watch(request: HttpRequest, record: Record) -> HttpResponse:
    address = document_page(record)
    if not request.user.is_authenticated:
        return prompt_login(request, address, _("Log in or sign up to watch this. Then press the button again."))
    do, user = request.POST.get("do", ""), current_user(request)
    if do == "unwatch":
        services.unwatch(user=user, record=record)
        return redirect(f"{address}#watch")
    if do != "watch":
        return error_views.bad_request(request)
    if waiting := throttled_response(request, "watches"):
        return waiting
    try:
        services.watch(user=user, record=record)
    except ActionRefused as error:
        messages.error(request, str(error))
        return redirect(address)
    return redirect(f"{address}#watch")


@never_cache
@login_required
@require_safe
def watching(request: HttpRequest) -> HttpResponse:
    """Show the notices of the user, and the watched cards and sets, the latest first."""
    watches = Watch.objects.filter(user=current_user(request)).select_related("record").order_by("-pk")
    notices = WatchNotice.objects.filter(user=current_user(request)).select_related("release")
    page = Paginator(watches, PAGE_SIZE).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "rows": watch_rows(page.object_list),
        "notices": notice_rows(notices),
        "unread": any(not notice.is_read for notice in notices),
        "most": services.MAX_WATCHES,
    }
    return render(request, "watching/watching.html", context)


@never_cache
@login_required
@require_POST
def stop_watching(request: HttpRequest, number: int) -> HttpResponse:
    """Remove a watch of the user by its number. A repeated request has no effect."""
    services.unwatch_by_number(user=current_user(request), number=number)
    return redirect("watching")


@never_cache
@login_required
@require_POST
def read_notices(request: HttpRequest) -> HttpResponse:
    """Mark the notices of the user as read."""
    services.mark_read(user=current_user(request))
    return redirect("watching")

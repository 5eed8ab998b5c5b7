"""Views to report comments, lists, adventures and profiles to the moderators."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from legions.accounts.login_prompts import prompt_login
from legions.campaigns.models import SharedAdventure
from legions.campaigns.shared_adventure_views import with_shared_adventure
from legions.community import moderation
from legions.community.forms import ReportForm
from legions.community.models import About, Comment
from legions.community.moderation import ReportTarget
from legions.saved_lists.models import Legion
from legions.saved_lists.shared_lookup import with_public_legion
from legions.sharing.gallery_views import profile_or_404
from legions.site.errors import ActionRefused
from legions.site.responses import noindex
from legions.throttling import throttled_response

METHODS = ["GET", "HEAD", "POST"]


@never_cache
@require_http_methods(METHODS)
@with_public_legion
def report_legion(request: HttpRequest, legion: Legion) -> HttpResponse:
    """Report a public list."""
    return _report(request, ReportTarget(About.LEGION, legion), back=f"/s/{legion.share_key}/")


@never_cache
@require_http_methods(METHODS)
@with_public_legion
def report_comment(request: HttpRequest, legion: Legion, number: int) -> HttpResponse:
    """Report a public comment."""
    comments = Comment.objects.readable().filter(legion=legion, pk=number)
    one = comments.select_related("legion", "by__profile").first()
    if one is None:
        raise Http404("There is no such comment.")
    return _report(request, ReportTarget(About.COMMENT, one), back=one.address)


@never_cache
@require_http_methods(METHODS)
def report_profile(request: HttpRequest, handle: str) -> HttpResponse:
    profile = profile_or_404(handle)
    return _report(request, ReportTarget(About.PERSON, profile.user), back=profile.address)


@never_cache
@require_http_methods(METHODS)
@with_shared_adventure
def report_adventure(request: HttpRequest, shared: SharedAdventure) -> HttpResponse:
    """Report a published adventure."""
    return _report(request, ReportTarget(About.ADVENTURE, shared), back=shared.address)


def _report(request: HttpRequest, target: ReportTarget, *, back: str) -> HttpResponse:
    if not request.user.is_authenticated:
        message = _("Log in or sign up to report something to the moderators.")
        return noindex(prompt_login(request, request.path, message))
    form = ReportForm(request.POST if request.method == "POST" else None)
    if request.method == "POST":
        if waiting := throttled_response(request, "reports"):
            return waiting
        if form.is_valid():
            try:
                moderation.create_report(by=request.user, target=target, **form.cleaned_data)
            except ActionRefused as refused:
                form.add_error(None, str(refused))
            else:
                messages.success(request, _("Thank you. A moderator will look at it."))
                return noindex(redirect(back))
    context = {"form": form, "target": target, "back": back}
    return noindex(render(request, "community/report.html", context, status=400 if form.errors else 200))

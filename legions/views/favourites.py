"""Marking shared legions, and the page of those one has marked."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from legions.community import favourites
from legions.models import Legion
from legions.presenting.favourites import Marked, marked_page
from legions.services import Refused

from . import errors
from .sharing import unlisted, wrong_key
from .throttling import throttled


@never_cache
@require_POST
def favourite(request: HttpRequest, key: str) -> HttpResponse:
    """Mark a shared legion (`do=mark`) or end that (`unmark`)."""
    legion = Legion.objects.under(key)
    if legion is None:
        return wrong_key(request, key)
    address = f"/s/{key}/"
    if not request.user.is_authenticated:
        messages.info(request, _("Log in or sign up to keep favourites. Then press the button once more."))
        return unlisted(redirect_to_login(address, settings.LOGIN_URL))
    do = request.POST.get("do", "")
    if do != "unmark" and (waiting := throttled(request, "favourites")):
        return waiting
    try:
        if do == "mark":
            favourites.mark(user=request.user, legion=legion)
        elif do == "unmark":
            favourites.unmark(user=request.user, legion=legion)
        else:
            return errors.bad_request(request)
    except Refused as error:
        messages.error(request, str(error))
        return unlisted(redirect(address))
    if not request.htmx:
        return unlisted(redirect(f"{address}#favourite"))
    legion.refresh_from_db(fields=["favoured"])
    return unlisted(render(request, "community/_favourite.html", {"marked": Marked.of(request.user, legion)}))


@never_cache
@login_required
@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """List what who is asking has marked, the latest first; what they cannot see any more is there as gone."""
    page = marked_page(request.user, before=request.GET.get("before", ""))
    return render(request, "community/favourites.html", {"page": page})


@never_cache
@login_required
@require_POST
def remove(request: HttpRequest, number: int) -> HttpResponse:
    """Take one out of one's own favourites, from their list. Twice is the same as once."""
    favourites.remove(user=request.user, number=number)
    return redirect("favourites")

"""Views for favorites: mark shared lists, and list the marked ones."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from catalog.permissions import current_user
from legions.accounts.login_prompts import prompt_login
from legions.community import favourite_services
from legions.community.favourites import FavouriteMark, favourites_page
from legions.saved_lists.models import Legion
from legions.saved_lists.shared_lookup import with_shared_legion
from legions.site import error_views
from legions.site.errors import ActionRefused
from legions.site.requests import HtmxRequest
from legions.site.responses import noindex
from legions.throttling import throttled_response


@never_cache
@require_POST
@with_shared_legion
def toggle_favourite(request: HtmxRequest, legion: Legion) -> HttpResponse:
    """Mark a shared list (`do=mark`) or remove the mark (`unmark`)."""
    address = f"/s/{legion.share_key}/"
    if not request.user.is_authenticated:
        message = _("Log in or sign up to save favourites. Then press the button again.")
        return noindex(prompt_login(request, address, message))
    do = request.POST.get("do", "")
    if do != "unmark" and (waiting := throttled_response(request, "favourites")):
        return waiting
    try:
        if do == "mark":
            favourite_services.add_favourite(user=request.user, legion=legion)
        elif do == "unmark":
            favourite_services.remove_favourite(user=request.user, legion=legion)
        else:
            return error_views.bad_request(request)
    except ActionRefused as error:
        messages.error(request, str(error))
        return noindex(HttpResponseClientRedirect(address) if request.htmx else redirect(address))
    if not request.htmx:
        return noindex(redirect(f"{address}#favourite"))
    legion.refresh_from_db(fields=["favoured"])
    return noindex(render(request, "community/_favourite.html", {"marked": FavouriteMark.of(request.user, legion)}))


@never_cache
@login_required
@require_safe
def my_favourites(request: HttpRequest) -> HttpResponse:
    """List the user's favorites, the latest first; those they cannot see any more are shown as gone."""
    page = favourites_page(request.user, before=request.GET.get("before", ""))
    return render(request, "community/favourites.html", {"page": page})


@never_cache
@login_required
@require_POST
def remove_favourite(request: HttpRequest, number: int) -> HttpResponse:
    """Remove a list from the user's favorites. A repeated request has no effect."""
    favourite_services.remove_favourite_by_number(user=current_user(request), number=number)
    return redirect("favourites")

"""Small pages: the legend, trademarks and licences, the theme switch, what robots and finders of holes want to know."""

from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from catalog.faces.marks import INKS, LEGEND
from legions.cards import queries
from legions.site.requests import COOKIE_AGE, HtmxRequest, next_url

THEMES = {"light", "dark"}


@require_safe
def marks_page(request: HttpRequest) -> HttpResponse:
    """Say what each drawn mark means."""
    return render(request, "site/marks.html", {"legend": LEGEND, "inks": INKS})


@require_safe
def legal_page(request: HttpRequest) -> HttpResponse:
    """Say whose names are used here, game by game, and under which licences Muster's own work is."""
    games = queries.published_games()
    noticed = any(game.get("notice") for game in games)
    return render(request, "site/legal.html", {"games": games, "noticed": noticed})


@require_POST
def set_theme(request: HtmxRequest) -> HttpResponse:
    """Remember in this browser whether its pages are light, dark or as the system is, and go back."""
    response = HttpResponse(status=204) if request.htmx else redirect(next_url(request))
    theme = request.POST.get("theme")
    if theme in THEMES:
        response.set_cookie("theme", theme, COOKIE_AGE, secure=request.is_secure(), httponly=True, samesite="Lax")
    else:
        response.delete_cookie("theme", samesite="Lax")
    return response


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Keep robots off what is somebody's own and off the endless pages of a search, and tell them what to look at.

    Shared legions are not named here: those that nobody shall find say so themselves, which only who reads them sees.
    """
    lines = [
        "User-agent: *",
        "Disallow: /account/",
        "Disallow: /admin/",
        "Disallow: /build/",
        "Disallow: /legions/",
        "Disallow: /favourites/",
        "Disallow: /cards/*?",
        "Disallow: /shared/*?",
        "Disallow: /shared/random/",
        "Disallow: /wanted/*?",
        f"Sitemap: {request.build_absolute_uri(reverse('sitemap'))}",
        "",
    ]
    return HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")


@require_safe
def security(request: HttpRequest) -> HttpResponse:
    """Say whom to tell about a hole (RFC 9116). Whoever runs Muster gives the address in SECURITY_CONTACT."""
    if not settings.SECURITY_CONTACT:
        return HttpResponse(status=404)
    expires = (timezone.now() + timedelta(days=180)).replace(hour=0, minute=0, second=0, microsecond=0)
    lines = [
        f"Contact: {settings.SECURITY_CONTACT}",
        f"Expires: {expires.isoformat().replace('+00:00', 'Z')}",
        "Preferred-Languages: en",
        f"Canonical: {request.build_absolute_uri()}",
        "",
    ]
    return HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Lead browsers that ask for the old address to the drawn one."""
    return redirect(static("favicon.svg"), permanent=True)

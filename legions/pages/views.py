"""Small pages: legend, legal notices, the theme switch, robots.txt, security.txt and the favicon."""

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
from legions.site.requests import COOKIE_AGE_SECONDS, HtmxRequest, next_url

THEMES = {"light", "dark"}


@require_safe
def marks_page(request: HttpRequest) -> HttpResponse:
    """Show the meaning of each drawn mark."""
    return render(request, "site/marks.html", {"legend": LEGEND, "inks": INKS})


@require_safe
def legal_page(request: HttpRequest) -> HttpResponse:
    """Show the trademark notices of the games and the licenses of Muster's own work."""
    games = queries.published_games()
    noticed = any(game.get("notice") for game in games)
    return render(request, "site/legal.html", {"games": games, "noticed": noticed})


@require_POST
def set_theme(request: HtmxRequest) -> HttpResponse:
    """Store the theme (light, dark or the system's) in a cookie and redirect back."""
    response = HttpResponse(status=204) if request.htmx else redirect(next_url(request))
    theme = request.POST.get("theme")
    if theme in THEMES:
        response.set_cookie(
            "theme", theme, COOKIE_AGE_SECONDS, secure=request.is_secure(), httponly=True, samesite="Lax"
        )
    else:
        response.delete_cookie("theme", samesite="Lax")
    return response


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Exclude robots from private pages and from endless search results, and name the site map.

    Shared legions are not listed here: unlisted ones have a noindex header, which reveals nothing to others.
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
    """Return the contact for security reports (RFC 9116) from the setting SECURITY_CONTACT; 404 without one."""
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
    """Redirect from the conventional favicon path to the SVG."""
    return redirect(static("favicon.svg"), permanent=True)

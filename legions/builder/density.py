"""The density of a table: cards, rows or text. It is stored in a cookie."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from legions.site.requests import HtmxRequest

DENSITY_COOKIE = "density"
COOKIE_AGE_SECONDS = 365 * 24 * 3600
DENSITIES = {"table": _("Table"), "rows": _("Rows"), "text": _("Text")}


def density_of(request: HttpRequest) -> str:
    """Return the density that a browser has chosen, or the first one."""
    chosen = request.COOKIES.get(DENSITY_COOKIE, "")
    return chosen if chosen in DENSITIES else next(iter(DENSITIES))


@require_POST
def set_density(request: HtmxRequest) -> HttpResponse:
    """Store the density of tables in a cookie, and redirect back to the table."""
    url = request.POST.get("next", "")
    allowed = url_has_allowed_host_and_scheme(url, {request.get_host()}, require_https=request.is_secure())
    response = HttpResponse(status=204) if request.htmx else redirect(url if allowed else "/")
    if (density := request.POST.get("density", "")) in DENSITIES:
        secure = request.is_secure()
        response.set_cookie(DENSITY_COOKIE, density, COOKIE_AGE_SECONDS, secure=secure, httponly=True, samesite="Lax")
    return response

"""Redirects of API addresses without a trailing slash."""

from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.urls import Resolver404, resolve
from django.views.decorators.csrf import csrf_exempt

from catalog.api_base.renderers import dumps


@csrf_exempt  # this view reads and changes nothing, and clients without a CSRF token need the redirect
def add_slash(request: HttpRequest, rest: str) -> HttpResponse:
    """Redirect to the address with a trailing slash, with method and body kept. Raises Http404 if there is none."""
    try:
        resolve(f"{request.path_info}/")
    except Resolver404 as error:
        raise Http404 from error
    there = request.get_full_path(force_append_slash=True)
    response = HttpResponsePermanentRedirect(there, preserve_request=True, content_type="application/json")
    response.content = dumps({"detail": "The address must end with a slash.", "location": there})
    return response

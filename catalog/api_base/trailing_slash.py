"""Addresses of the API that are nothing by themselves."""

from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.urls import Resolver404, resolve
from django.views.decorators.csrf import csrf_exempt

from catalog.api_base.renderers import dumps


@csrf_exempt  # nothing is read or changed here, and a redirect has to reach programs that hold no token
def add_slash(request: HttpRequest, rest: str) -> HttpResponse:
    """Lead to the address with a slash at its end, method and body kept, if there is one. Raises Http404."""
    try:
        resolve(f"{request.path_info}/")
    except Resolver404 as error:
        raise Http404 from error
    there = request.get_full_path(force_append_slash=True)
    response = HttpResponsePermanentRedirect(there, preserve_request=True, content_type="application/json")
    response.content = dumps({"detail": "Addresses here end with a slash.", "location": there})
    return response

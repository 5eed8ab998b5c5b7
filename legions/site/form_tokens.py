"""Form submissions: their identity, and the version of the legion they are based on."""

from hashlib import sha256

from django.http import HttpRequest
from django.utils.translation import gettext as _

from legions.site.invalid_forms import invalid_form


def form_token(request: HttpRequest) -> str:
    """Return a token that identifies this form submission, or an empty string without a CSRF token.

    The CSRF token of a form differs each time the page is rendered. A form that is sent twice, by two clicks or by a
    phone that tries again, therefore has one token.
    """
    fields = "&".join(f"{name}={value}" for name, values in sorted(request.POST.lists()) for value in values)
    return sha256(fields.encode("utf-8", "surrogatepass")).hexdigest() if "csrfmiddlewaretoken" in request.POST else ""


def base_version(request: HttpRequest) -> int:
    """Return the legion version that a form is based on. Raises InvalidInput if the form has none."""
    version = request.POST.get("version", "")
    if not (version.isascii() and version.isdigit() and len(version) < 10):
        message = _("This page is out of date. Load it again.")
        raise invalid_form(message, "/version", "missing")
    return int(version)

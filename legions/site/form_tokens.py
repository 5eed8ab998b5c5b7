"""What a posted form says beside what it asks for: a mark of its own, and the version of the legion it is based on."""

from hashlib import sha256

from django.http import HttpRequest
from django.utils.translation import gettext as _

from catalog.documents.errors import Fault, InvalidInput


def form_token(request: HttpRequest) -> str:
    """Return a mark of this very form: the secret against forgery in it is written anew each time a page is made.

    A form that is sent twice, by two clicks or by a phone that tries again, has one mark.
    """
    fields = "&".join(f"{name}={value}" for name, values in sorted(request.POST.lists()) for value in values)
    return sha256(fields.encode("utf-8", "surrogatepass")).hexdigest() if "csrfmiddlewaretoken" in request.POST else ""


def base_version(request: HttpRequest) -> int:
    """Return the version that a form is based on. Raises InvalidInput when it does not say."""
    version = request.POST.get("version", "")
    if not (version.isascii() and version.isdigit() and len(version) < 10):
        message = _("This page is out of date. Load it again.")
        raise InvalidInput("invalid-form", [Fault("/version", "missing", message)])
    return int(version)

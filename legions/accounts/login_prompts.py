"""Redirects to the log-in page and back."""

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse


def prompt_login(request: HttpRequest, address: str, message: str) -> HttpResponse:
    """Redirect to the log-in page, which shows `message` and leads back to `address`."""
    messages.info(request, message)
    return redirect_to_login(address)

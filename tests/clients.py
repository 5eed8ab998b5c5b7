"""Clients of accounts."""

from typing import Any

from django.test import Client


def logged_in(user: Any) -> Client:
    """Return a client of an account; without one, of a visitor."""
    client = Client()
    if user:
        client.force_login(user)
    return client

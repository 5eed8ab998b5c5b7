"""Clients of accounts."""

from time import time
from typing import Any

from django.test import Client


def logged_in(user: Any) -> Client:
    """Return a client of an account; without one, of a visitor."""
    client = Client()
    if user:
        client.force_login(user)
    return client


def confirmed(user: Any) -> Client:
    """Return a client of an account that has just entered the password."""
    client = logged_in(user)
    confirm_password(client)
    return client


def confirm_password(client: Client) -> None:
    """Let a client's account have just entered its password."""
    session = client.session
    session["account_authentication_methods"] = [{"method": "password", "at": time()}]
    session.save()

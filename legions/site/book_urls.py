"""Addresses of a game's rulebook and of its sections on the site."""

from urllib.parse import quote

from django.urls import reverse


def section_url(game: str, address: str) -> str:
    """Return the path of a section of a rulebook, which redirects to its place on the page of its chapter."""
    return reverse("section", args=[game, address])


def anchor(address: str) -> str:
    """Return the fragment of a section within the page of its chapter, with its hash."""
    return f"#{quote(address)}"

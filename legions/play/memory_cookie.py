"""What a table says once of its dice, and of icons that no text has: a cookie of the browser keeps it for all pages.

Nothing of it is stored on the server: who only looks in leaves no row there.
"""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse

from legions.play.play_hooks import play_hooks

SECONDS = 365 * 24 * 3600
Said = Mapping[str, Mapping[str, Any]]


def cookie_name(game: str) -> str:
    """Return the name of the cookie of a game."""
    return f"dice_{game}"


def remembered(request: HttpRequest, game: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Return what was said of dice and icons in this browser, as a situation has it; nothing of what nobody wrote."""
    memory = play_hooks(game["slug"]).memory
    return memory.decode(request.COOKIES.get(cookie_name(game["slug"]), ""), game) if memory else {}


def remember(request: HttpRequest, response: HttpResponse, game: str, said: Said) -> None:
    """Keep in the browser what was said of dice and icons."""
    memory = play_hooks(game).memory
    if memory is None:
        return
    response.set_cookie(
        cookie_name(game),
        memory.encode(said),
        max_age=SECONDS,
        secure=request.is_secure(),
        httponly=True,
        samesite="Lax",
    )

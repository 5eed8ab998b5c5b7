"""The cookie that keeps a table's dice and icons for all pages of play.

Nothing is stored on the server, so visitors leave no row there.
"""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse

from legions.play.play_hooks import play_hooks

COOKIE_AGE_SECONDS = 365 * 24 * 3600
Said = Mapping[str, Mapping[str, Any]]


def cookie_name(game: str) -> str:
    """Return the name of the cookie of a game."""
    return f"dice_{game}"


def remembered(request: HttpRequest, game: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the dice and icons kept in this browser in the format of a situation; empty without a valid cookie."""
    memory = play_hooks(game["slug"]).memory
    return memory.decode(request.COOKIES.get(cookie_name(game["slug"]), ""), game) if memory else {}


def remember(request: HttpRequest, response: HttpResponse, game: str, entered: Said) -> None:
    """Set the cookie that keeps the dice and icons."""
    memory = play_hooks(game).memory
    if memory is None:
        return
    response.set_cookie(
        cookie_name(game),
        memory.encode(entered),
        max_age=COOKIE_AGE_SECONDS,
        secure=request.is_secure(),
        httponly=True,
        samesite="Lax",
    )

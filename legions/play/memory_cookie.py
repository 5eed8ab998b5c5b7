"""The cookie that keeps a table's dice and icons for all pages of play.

Nothing is stored on the server, so visitors leave no row there.
"""

from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from legions.play.dice_counter import COUNT, CountedDie, without_counts
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


def dice_at_table(request: HttpRequest, game: Mapping[str, Any], entered: Said | None = None) -> list[CountedDie]:
    """Return the dice of a table with their faces: as counted in the address, `entered` in another way, or kept in this
    browser.
    """
    memory = play_hooks(game["slug"]).memory
    kept = remembered(request, game)
    return memory.dice(game, {**kept, "dice": entered or kept.get("dice", {})}, request.GET) if memory else []


def after_count(request: HttpRequest, game: Mapping[str, Any], dice: Iterable[CountedDie]) -> HttpResponse | None:
    """Return a response that keeps the dice that were just counted to their last face; None if there are none.

    It redirects to the address without these dice and their numbers; other dice stay as far as they are counted.
    """
    memory, dice = play_hooks(game["slug"]).memory, list(dice)
    counted = {die.name: memory.facts_of(die) for die in dice if memory and die.tapped and die.complete}
    if not counted:
        return None
    data = without_counts(request.GET)
    data.setlist(COUNT, [die.value for die in dice if die.tapped and not die.complete])
    for name, facts in counted.items():
        for fact in facts:
            data.pop(f"{name}_{fact}", None)
    kept = remembered(request, game)
    said = [(name, value) for name, values in data.lists() for value in values if value]
    response = redirect(f"{request.path}?{urlencode(said)}".rstrip("?"))
    remember(request, response, game["slug"], {**kept, "dice": {**kept.get("dice", {}), **counted}})
    return response

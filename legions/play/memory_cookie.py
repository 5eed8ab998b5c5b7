"""The cookie that keeps a table's dice and icons for all pages of play.

Nothing is stored on the server, so visitors leave no row there.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
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


@dataclass(frozen=True)
class BrowserMemory:
    """The dice and icons of a game that the browser of a request keeps, read once."""

    request: HttpRequest
    game: Mapping[str, Any]

    @cached_property
    def kept(self) -> dict[str, dict[str, Any]]:
        """The dice and icons in the format of a situation; empty without a valid cookie."""
        memory = play_hooks(self.game["slug"]).memory
        return memory.decode(self.request.COOKIES.get(cookie_name(self.game["slug"]), ""), self.game) if memory else {}

    @cached_property
    def dice(self) -> list[CountedDie]:
        """The dice with their faces as counted in the address or kept in this browser."""
        return self.dice_with(self.kept.get("dice", {}))

    def dice_with(self, entered: Said) -> list[CountedDie]:
        """Return the dice with their faces as counted in the address or `entered` in another way."""
        memory = play_hooks(self.game["slug"]).memory
        return memory.dice(self.game, {**self.kept, "dice": entered}, self.request.GET) if memory else []

    def keep_dice(self, response: HttpResponse, entered: Said) -> None:
        """Set the cookie that keeps the dice, next to other dice and icons."""
        dice = {**self.kept.get("dice", {}), **entered}
        remember(self.request, response, self.game["slug"], {**self.kept, "dice": dice})

    def after_count(self) -> HttpResponse | None:
        """Return a response that keeps the dice that were just counted to their last face; None if there are none.

        It redirects to the address without these dice and their numbers; other dice stay as far as they are counted.
        """
        memory = play_hooks(self.game["slug"]).memory
        counted = {die.name: memory.facts_of(die) for die in self.dice if memory and die.tapped and die.complete}
        if not counted:
            return None
        data = without_counts(self.request.GET)
        data.setlist(COUNT, [die.value for die in self.dice if die.tapped and not die.complete])
        for name, facts in counted.items():
            for fact in facts:
                data.pop(f"{name}_{fact}", None)
        said = [(name, value) for name, values in data.lists() for value in values if value]
        response = redirect(f"{self.request.path}?{urlencode(said)}".rstrip("?"))
        self.keep_dice(response, counted)
        return response

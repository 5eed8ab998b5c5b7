"""What the rules add to the catalog's admin: the linter's remarks."""

from collections.abc import Iterable
from typing import Any

from catalog.admin import remarks

from . import curating, games, linting


def _shown(found: Iterable[linting.Remark]) -> list[remarks.Remark]:
    return [remarks.Remark(one.level, one.card, one.sentence) for one in found]


def _on_card(document: dict[str, Any]) -> list[remarks.Remark]:
    return _shown(curating.on_card(document))


def _on_game(game: str) -> list[remarks.Remark]:
    return _shown(curating.on_game(game)) if game in games.judged() else []


remarks.register(remarks.Source(on_card=_on_card, on_game=_on_game))

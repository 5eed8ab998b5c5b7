"""The games with a second judge, each with its parts for the comparison."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from tests.second_engine import comparison, rulings
from tests.second_engine.attack_wing.comparison import differences as attack_wing_differences
from tests.second_engine.attack_wing.completions import completions as attack_wing_completions
from tests.second_engine.own_fact_generator import with_own_numbers
from tests.second_engine.world_generator import Document, World

Differences = Callable[[Any, Any], list[str]]
Completions = Callable[[list[Document], Document, list[Document]], Iterator[list[Document]]]


@dataclass(frozen=True)
class Game:
    """A game: its judge, its generators of libraries and of legions, and the kinds of card that legions have.

    `completions` fills in the unknown facts of some cards in every way; None if the game is not compared with them.
    """

    slug: str
    kinds: tuple[str, ...]
    judge: Callable[[World, Document], dict[str, Any]]
    world: Callable[[int], World]
    legion: Callable[[World, int], Document]
    differences: Differences = comparison.differences
    completions: Completions | None = None


def _game(slug: str, *kinds: str, **more: Any) -> Game:
    """Return a game by its slug: every folder has a judge and generators by equal names."""
    folder = f"tests.second_engine.{slug.replace('-', '_')}"
    judging, making, fielding = (
        import_module(f"{folder}.{name}") for name in ("judge", "world_generator", "legion_generator")
    )

    def legion(world: World, seed: int) -> Document:
        return with_own_numbers(world, fielding.legion(world, seed), seed)

    return Game(
        slug,
        kinds,
        judging.judge,
        lambda seed: rulings.made_up(making.WorldGenerator(seed).world(), seed),
        legion,
        **more,
    )


GAMES = {
    game.slug: game
    for game in (
        _game(
            "attack-wing",
            *("creature", "upgrade", "spell", "damage-card"),
            differences=attack_wing_differences,
            completions=attack_wing_completions,
        ),
        _game("dungeon-command", "creature", "order", "commander", "tile"),
        _game("dnd-miniatures-2003", "creature", "terrain-tile"),
        _game("dnd-miniatures-2008", "creature", "battle-map"),
    )
}

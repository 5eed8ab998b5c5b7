"""The games that have a second judge, each with what it takes to compare the two."""

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
    """A game: its judge, its makers of libraries and of legions, and the kinds of card that stand in legions.

    `completions` fills in what is not known of some cards in every way; None where nothing is compared with that.
    """

    slug: str
    kinds: tuple[str, ...]
    judge: Callable[[World, Document], dict[str, Any]]
    world: Callable[[int], World]
    legion: Callable[[World, int], Document]
    differences: Differences = comparison.differences
    completions: Completions | None = None


def _game(slug: str, *kinds: str, **more: Any) -> Game:
    """A game by its slug: its folder has a judge and makers by the names that they have in every folder."""
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

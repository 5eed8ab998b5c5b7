"""The games that have a second judge, each with what it takes to compare the two."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from tests.second_engine import comparing
from tests.second_engine.attack_wing.comparing import differences as attack_wing_differences
from tests.second_engine.attack_wing.completing import completions as attack_wing_completions
from tests.second_engine.attack_wing.fielding import legion as attack_wing_legion
from tests.second_engine.attack_wing.judging import judge as attack_wing_judge
from tests.second_engine.attack_wing.making import Maker as AttackWingMaker
from tests.second_engine.dnd_miniatures_2003.fielding import legion as dnd_miniatures_2003_legion
from tests.second_engine.dnd_miniatures_2003.judging import judge as dnd_miniatures_2003_judge
from tests.second_engine.dnd_miniatures_2003.making import Maker as Miniatures2003Maker
from tests.second_engine.dnd_miniatures_2008.fielding import legion as dnd_miniatures_2008_legion
from tests.second_engine.dnd_miniatures_2008.judging import judge as dnd_miniatures_2008_judge
from tests.second_engine.dnd_miniatures_2008.making import Maker as Miniatures2008Maker
from tests.second_engine.dungeon_command.fielding import legion as dungeon_command_legion
from tests.second_engine.dungeon_command.judging import judge as dungeon_command_judge
from tests.second_engine.dungeon_command.making import Maker as DungeonCommandMaker
from tests.second_engine.making import Document, World

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
    differences: Differences = comparing.differences
    completions: Completions | None = None


GAMES = {
    game.slug: game
    for game in (
        Game(
            slug="attack-wing",
            kinds=("creature", "upgrade", "spell", "damage-card"),
            judge=attack_wing_judge,
            world=lambda seed: AttackWingMaker(seed).world(),
            legion=attack_wing_legion,
            differences=attack_wing_differences,
            completions=attack_wing_completions,
        ),
        Game(
            slug="dungeon-command",
            kinds=("creature", "order", "commander", "tile"),
            judge=dungeon_command_judge,
            world=lambda seed: DungeonCommandMaker(seed).world(),
            legion=dungeon_command_legion,
        ),
        Game(
            slug="dnd-miniatures-2003",
            kinds=("creature", "terrain-tile"),
            judge=dnd_miniatures_2003_judge,
            world=lambda seed: Miniatures2003Maker(seed).world(),
            legion=dnd_miniatures_2003_legion,
        ),
        Game(
            slug="dnd-miniatures-2008",
            kinds=("creature", "battle-map"),
            judge=dnd_miniatures_2008_judge,
            world=lambda seed: Miniatures2008Maker(seed).world(),
            legion=dnd_miniatures_2008_legion,
        ),
    )
}

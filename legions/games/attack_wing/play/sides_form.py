"""The form of questions about all sides of a game: setting up, the order of a round, the End Phase and the winner."""

import re
from typing import Any

from catalog.documents.errors import InvalidInput
from legions.play.roster_form import RosterForm
from rulesapi.engine.games.attack_wing.play.parts import Side
from rulesapi.engine.resolutions.inputs import Input
from rulesapi.judging import verdicts

TODAYS_NAMES = {
    "list": "sides_{}_creatures_list",
    "shared": "sides_{}_creatures_shared",
    "lines": "sides_{}_creatures_lines",
    "total": "sides_{}_total",
    "duration": "durations_{}",
    "tokens": "durations_{}_tokens",
}
"""The names of fields by their former names, which ended with the place of the side or card."""
TODAYS_VALUES = {"permanent": "on", "burst": "on", "continuous": "yes"}
"""The values of the fields of a card with Duration Tokens by what it was said to be."""
_FORMER = re.compile(r"([a-z]+)_(\d{1,2})", re.ASCII)


class SidesForm(RosterForm):
    """The form of a question about all sides, with the points of a list as the total of its side."""

    max_entries = 20

    @classmethod
    def todays_field(cls, name: str, value: str) -> tuple[str, str]:
        """Return the name and the value that a field has today."""
        former = _FORMER.fullmatch(name)
        if former and former[1] in TODAYS_NAMES:
            return TODAYS_NAMES[former[1]].format(former[2]), value
        if former and former[1] == "sort" and value in TODAYS_VALUES:
            return f"durations_{former[2]}_{value}", TODAYS_VALUES[value]
        if name.endswith("_fell_before") and value == "on":
            return name, "yes"
        return ("legion_building", "no") if name == "no_building" and value else (name, value)

    def _of_input(self, declared: Input[Any], path: str) -> Any:
        """Return what is entered for an input; the points of a side whose creatures are all from one list."""
        entered = super()._of_input(declared, path)
        if entered is not None or declared is not Side.total or path not in self._inputs:
            return entered
        found = self.rosters[f"{path.removesuffix(Side.total.name)}{Side.creatures.name}"].only_list
        return None if found is None else _points_of(found.legion.document)


def _points_of(document: dict[str, Any]) -> int | None:
    """Return the points of a list; None for one of a removed release, which has no verdict."""
    try:
        total: int | None = verdicts.judge(dict(document))["points"]["total"]
    except InvalidInput:
        return None
    return total

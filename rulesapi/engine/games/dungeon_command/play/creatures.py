"""Creatures of a situation by their printed level, which Leadership and Morale count (p. 14)."""

from __future__ import annotations

from rulesapi.engine.resolutions.inputs import Part, fact
from rulesapi.engine.resolutions.model import Course


class LeveledCreature(Part, kind="creature"):
    """A creature with its printed level."""

    level = fact(int, help="Its printed level, without what attached cards add.", asked="the printed level of {who}")

    @property
    def printed_level(self) -> int | None:
        """The level on its card, whatever players entered; without a card the entered one."""
        return self.card.get("level") or self.level

    def need_level(self, rule: str) -> Course[int | None]:
        """Return the printed level: None, yielded as missing, if it is not known."""
        return self.printed_level or (yield from self.need(LeveledCreature.level, rule))

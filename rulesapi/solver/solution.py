"""The conversion of a solution into a legion: the upgrades per body, and the JSON Patch for the document sent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from rulesapi.engine.core.evaluation import rules_in_force
from rulesapi.engine.core.upgrades import Upgrade
from rulesapi.engine.search.incremental import IncrementalJudge
from rulesapi.engine.values.model import Creature
from rulesapi.solver.client import Values
from rulesapi.solver.integer_program import BodyGroup, LegionProgram


@dataclass(frozen=True, slots=True)
class LegionBody:
    """A creature of a legion with its additional upgrades; `new` marks a creature that is not yet in the legion."""

    group: BodyGroup
    new: bool
    more: tuple[Upgrade, ...]

    def line(self) -> dict[str, Any]:
        """Return the body as a pick of its own."""
        carried = sorted(upgrade.slug for upgrade in (*self.group.carried, *self.more))
        line: dict[str, Any] = {"card": self.group.creature.slug}
        if self.group.soldiers != 1:
            line["soldiers"] = self.group.soldiers
        return {**line, "upgrades": carried} if carried else line


class UnassignableUpgrades(Exception):
    """The upgrades of a group cannot be distributed to its bodies one by one."""

    def __init__(self, group: BodyGroup) -> None:
        super().__init__(group.creature.slug)
        self.group = group


class UpgradeAssigner:
    """The distribution of upgrades to the bodies of a group, checked against the rules for each body."""

    def __init__(self, judge: IncrementalJudge) -> None:
        self._judge = judge
        self._rules = [
            rule for rule, level in rules_in_force(judge.terms) if rule.code in judge.per_creature and level == "error"
        ]

    def bodies(self, program: LegionProgram, values: Values) -> list[LegionBody]:
        """Return the bodies of a solution. Raises UnassignableUpgrades."""
        found: list[LegionBody] = []
        for group, body, columns in zip(program.groups, program.bodies, program.carries, strict=True):
            standing = values.get(body, 0)
            more = {
                upgrade: values[column] - program.model.low[column]
                for upgrade, column in columns.items()
                if values.get(column, 0) > program.model.low[column]
            }
            for number, carried in enumerate(self._deal(group, standing, more)):
                found.append(LegionBody(group, number >= group.least, carried))
        return found

    def _deal(self, group: BodyGroup, standing: int, more: Mapping[Upgrade, int]) -> Iterable[tuple[Upgrade, ...]]:
        assigned: list[list[Upgrade]] = [[] for _ in range(standing)]
        if standing == 1:
            assigned[0] += [upgrade for upgrade, copies in more.items() for _ in range(copies)]
            return map(tuple, assigned)
        # Upgrades that add slots come first, then those on most bodies, which leave the least choice.
        for upgrade in sorted(more, key=lambda upgrade: (not upgrade.grants, -more[upgrade], upgrade.slug)):
            for _ in range(more[upgrade]):
                for hand in sorted(assigned, key=len):
                    if self._carries(group, [*hand, upgrade]):
                        hand.append(upgrade)
                        break
                else:
                    raise UnassignableUpgrades(group)
        return map(tuple, assigned)

    def _carries(self, group: BodyGroup, more: list[Upgrade]) -> bool:
        part = self._judge.part(0, LegionBody(group, True, tuple(more)).line())
        return not any(self._judge.results_of(part, rule) for rule in self._rules)


class EditedLegion(NamedTuple):
    """The picks of a legion with the additions, and the JSON Patch that produces them."""

    picks: list[dict[str, Any]]
    do: list[dict[str, Any]]


BodyKey = tuple[Creature, int, tuple[Upgrade, ...]]
"""The key of picks with identical bodies: creature, soldiers, upgrades."""


def add_bodies(
    picks: Sequence[Mapping[str, Any]], alike: Mapping[int, BodyKey], bodies: Iterable[LegionBody]
) -> EditedLegion:
    """Return the picks with the bodies added; `alike` is the body key of each pick by its number.

    Existing picks keep their place and only gain upgrades. If only some copies of a pick gain upgrades, these become
    separate picks at the end, together with new bodies.
    """
    waiting: dict[BodyKey, list[LegionBody]] = {}
    new: list[dict[str, Any]] = []
    for body in bodies:
        if body.new:
            new.append(body.line())
        else:
            waiting.setdefault((body.group.creature, body.group.soldiers, body.group.carried), []).append(body)
    after: list[dict[str, Any]] = []
    do: list[dict[str, Any]] = []
    apart: list[dict[str, Any]] = []
    for number, pick in enumerate(picks):
        at, copies = f"/picks/{number}", pick.get("count", 1)
        here = waiting[alike[number]][:copies]
        del waiting[alike[number]][:copies]
        changed = [body for body in here if body.more]
        line = dict(pick)
        if len(changed) == copies:
            first = changed.pop()
            line["upgrades"] = [*pick.get("upgrades", ()), *(upgrade.slug for upgrade in first.more)]
            if "upgrades" in pick:
                do += [{"op": "add", "path": f"{at}/upgrades/-", "value": upgrade.slug} for upgrade in first.more]
            else:
                do.append({"op": "add", "path": f"{at}/upgrades", "value": line["upgrades"]})
            copies = 1 + len(changed)
        if changed:
            line["count"] = copies - len(changed)
            do.append({"op": "replace", "path": f"{at}/count", "value": line["count"]})
            apart += [body.line() for body in changed]
        after.append(line)
    for line in sorted(_counted_lines([*apart, *new]), key=lambda line: (line["card"], line.get("upgrades", []))):
        do.append({"op": "add", "path": "/picks/-", "value": line})
        after.append(line)
    return EditedLegion(after, do)


def _counted_lines(lines: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the lines with identical ones without upgrades merged into one line with a count."""
    bare: Counter[tuple[str, int]] = Counter()
    carrying = []
    for line in lines:
        if "upgrades" in line:
            carrying.append(line)
        else:
            bare[line["card"], line.get("soldiers", 1)] += 1
    for (card, soldiers), copies in bare.items():
        line = {"card": card} if soldiers == 1 else {"card": card, "soldiers": soldiers}
        carrying.append(line if copies == 1 else {**line, "count": copies})
    return carrying

"""What mutmut has found in a room of the engine, and how it is told."""

import difflib
import json
from dataclasses import dataclass, field
from pathlib import Path

from tests.mutants.workshop import ENGINE, KILLED, ROOT, STOPPED, SURVIVED


@dataclass
class Room:
    """The faults of one room: how many the tests saw or had to be stopped at, and those that nobody saw."""

    name: str
    folder: Path
    killed: int = 0
    stopped: int = 0
    untried: int = 0
    survivors: list[tuple[Path, str]] = field(default_factory=list)

    @classmethod
    def read(cls, folder: Path, sources: list[Path]) -> "Room":
        """What is known of a room from the folder in which its faults were tried."""
        room = cls(folder.name, folder)
        for source in sources:
            room._add(source)
        return room

    def _add(self, source: Path) -> None:
        kept = self.folder / "mutants" / f"{source}.meta"
        if not kept.exists():
            self.untried += 1
            return
        for name, code in json.loads(kept.read_text(encoding="utf-8"))["exit_code_by_key"].items():
            if code in KILLED:
                self.killed += 1
            elif code in STOPPED:
                self.stopped += 1
            elif code in SURVIVED:
                self.survivors.append((source, name))
            else:
                self.untried += 1

    @property
    def seen(self) -> int:
        """The faults that did not go unnoticed: a test failed or never ended."""
        return self.killed + self.stopped

    @property
    def total(self) -> int:
        """All faults, tried or not."""
        return self.seen + len(self.survivors) + self.untried


def summary(found: list[Room], wanted: int) -> str:
    """The survivors with what is changed in them, then a line for each room and one for all."""
    lines = [line for room in found for source, name in room.survivors for line in _told(room, source, name)]
    lines.append(f"{'room':12} {'faults':>7} {'killed':>7} {'stopped':>8} {'survived':>9} {'untried':>8} {'seen':>7}")
    lines += [_line(room.name, [room]) for room in found]
    lines += [_line("all", found), f"At least {wanted} % are wanted."]
    return "\n".join(lines) + "\n"


def share(found: list[Room]) -> float:
    """How many per cent of the faults in some rooms were seen."""
    total = sum(room.total for room in found)
    return 100 * sum(room.seen for room in found) / total if total else 100


def _line(name: str, found: list[Room]) -> str:
    total, killed, stopped, survived, untried = (
        sum(number(room) for room in found)
        for number in (
            lambda room: room.total,
            lambda room: room.killed,
            lambda room: room.stopped,
            lambda room: len(room.survivors),
            lambda room: room.untried,
        )
    )
    return f"{name:12} {total:7} {killed:7} {stopped:8} {survived:9} {untried:8} {share(found):6.1f}%"


def _told(room: Room, source: Path, name: str) -> list[str]:
    """A survivor: where it is and which lines it changes."""
    file = room.folder / "mutants" / source
    spans = json.loads(file.with_name(f"{file.name}.spans").read_text(encoding="utf-8"))["spans"]
    lines = file.read_text(encoding="utf-8").splitlines()
    changed = name.rpartition(".")[2]
    original = f"{changed.rpartition('__mutmut_')[0]}__mutmut_orig"
    before, after = (lines[spans[one][0] - 1 : spans[one][1]] for one in (original, changed))
    first = next(number for number, line in enumerate(before) if " def " in f" {line}" and original in line)
    plain = [line.replace(original, "") for line in before], [line.replace(changed, "") for line in after]
    changes = [line for line in difflib.ndiff(*plain) if line[0] in "+-"]
    at = next((number for number, (old, new) in enumerate(zip(*plain, strict=False)) if old != new), first)
    start = _starts(source, changed)
    place = source.relative_to(ENGINE)
    return [f"{place}:{start + at - first}  {changed}", *(f"    {line[0]} {line[2:].strip()}" for line in changes), ""]


def _starts(source: Path, changed: str) -> int:
    """The line on which the function begins of which a fault is made; classes stand between their own marks."""
    of_class, _, function = changed.rpartition("__mutmut_")[0].removeprefix("x").strip("_ǁ").rpartition("ǁ")
    lines = (ROOT / source).read_text(encoding="utf-8").splitlines()
    begin = next((number for number, line in enumerate(lines) if line.startswith(f"class {of_class}")), 0)
    function = function if of_class else changed.rpartition("__mutmut_")[0].removeprefix("x_")
    return next(
        (number for number, line in enumerate(lines, 1) if number > begin and f"def {function}(" in line), begin + 1
    )

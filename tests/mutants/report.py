"""The results of mutmut for a group of the engine, and their report."""

import ast
import difflib
import json
from dataclasses import dataclass, field
from pathlib import Path

from tests.mutants.workspaces import ENGINE, KILLED, ROOT, STOPPED, SURVIVED


@dataclass
class MutantGroup:
    """The mutants of one group: the number detected or timed out, and the survivors."""

    name: str
    folder: Path
    killed: int = 0
    stopped: int = 0
    untried: int = 0
    survivors: list[tuple[Path, str]] = field(default_factory=list)

    @classmethod
    def read(cls, folder: Path, sources: list[Path]) -> "MutantGroup":
        """Return the state of a group, read from its folder."""
        group = cls(folder.name, folder)
        for source in sources:
            group._add(source)
        return group

    def _add(self, source: Path) -> None:
        meta = self.folder / "mutants" / f"{source}.meta"
        if not meta.exists():
            self.untried += 1
            return
        for name, code in json.loads(meta.read_text(encoding="utf-8"))["exit_code_by_key"].items():
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
        """The number of detected mutants: a test failed or never ended."""
        return self.killed + self.stopped

    @property
    def total(self) -> int:
        """The number of all mutants, tested or not."""
        return self.seen + len(self.survivors) + self.untried


def summary(groups: list[MutantGroup], required: int) -> str:
    """Return the survivors with their changes, then a line for each group and one for all."""
    lines = [
        line for group in groups for source, name in group.survivors for line in _survivor_lines(group, source, name)
    ]
    lines.append(f"{'group':12} {'faults':>7} {'killed':>7} {'stopped':>8} {'survived':>9} {'untried':>8} {'seen':>7}")
    lines += [_line(group.name, [group]) for group in groups]
    lines += [_line("all", groups), f"At least {required} % are required."]
    return "\n".join(lines) + "\n"


def share(groups: list[MutantGroup]) -> float:
    """Return the percentage of detected mutants in some tested groups; 100 if there are none."""
    tried = sum(group.total - group.untried for group in groups)
    return 100 * sum(group.seen for group in groups) / tried if tried else 100


def _line(name: str, groups: list[MutantGroup]) -> str:
    total, killed, stopped, survived, untried = (
        sum(number(group) for group in groups)
        for number in (
            lambda group: group.total,
            lambda group: group.killed,
            lambda group: group.stopped,
            lambda group: len(group.survivors),
            lambda group: group.untried,
        )
    )
    return f"{name:12} {total:7} {killed:7} {stopped:8} {survived:9} {untried:8} {share(groups):6.1f}%"


def _survivor_lines(group: MutantGroup, source: Path, name: str) -> list[str]:
    """Return the location and the changed lines of a survivor."""
    file = group.folder / "mutants" / source
    spans = json.loads(file.with_name(f"{file.name}.spans").read_text(encoding="utf-8"))["spans"]
    lines = file.read_text(encoding="utf-8").splitlines()
    changed = name.rpartition(".")[2]
    mangled = changed.rpartition("__mutmut_")[0]
    of_class, function = mangled.split("ǁ")[1:] if "ǁ" in mangled else ("", mangled.removeprefix("x_"))
    before, after = (
        [line.replace(f"def {one}(", f"def {function}(") for line in lines[spans[one][0] - 1 : spans[one][1]]]
        for one in (f"{mangled}__mutmut_orig", changed)
    )
    changes = [line for line in difflib.ndiff(before, after) if line[0] in "+-"]
    at = next((number for number, (old, new) in enumerate(zip(before, after, strict=False)) if old != new), 0)
    define = next(number for number, line in enumerate(before) if line.lstrip().startswith(f"def {function}("))
    place = f"{source.relative_to(ENGINE)}:{_line_of(source, of_class, function) + at - define}"
    return [f"{place}  {changed}", *(f"    {line[0]} {line[2:].strip()}" for line in changes), ""]


def _line_of(source: Path, of_class: str, function: str) -> int:
    """Return the line number of a function, or of a method of a class."""
    body: list[ast.stmt] = ast.parse((ROOT / source).read_text(encoding="utf-8")).body
    if of_class:
        body = next(node.body for node in body if isinstance(node, ast.ClassDef) and node.name == of_class)
    return next(node.lineno for node in body if isinstance(node, ast.FunctionDef) and node.name == function)

"""The report of `make mutants`; the mutation tests themselves take hours and do not run here."""

import ast
import json
from pathlib import Path

import pytest

from tests.mutants.report import MutantGroup, share, summary
from tests.mutants.workspaces import ENGINE, LINKED, ROOT, TESTS, WHOLE_ENGINE, engine_parts, mutant_groups

SOURCE = ENGINE / "values" / "names.py"


def tried(folder: Path, **codes: int | None) -> MutantGroup:
    """Return a group with these mutants and the exit codes that mutmut stores."""
    meta = folder / "mutants" / f"{SOURCE}.meta"
    meta.parent.mkdir(parents=True)
    meta.write_text(json.dumps({"exit_code_by_key": codes}))
    return MutantGroup.read(folder, [SOURCE])


def test_every_module_of_the_engine_is_in_one_part_and_in_the_whole() -> None:
    whole = mutant_groups()[WHOLE_ENGINE]
    found = [path for paths in engine_parts().values() for path in paths]
    engine = [path.relative_to(ROOT) for path in (ROOT / ENGINE).rglob("*.py")]
    games = ENGINE / "games"
    named = [path for path in engine if path.name != "__init__.py" or games in path.parent.parents]
    assert sorted(found) == sorted(whole) == sorted(named)


def test_a_folder_of_the_engine_is_a_group_of_the_modules_in_it() -> None:
    groups = mutant_groups()
    play = ENGINE / "games" / "attack_wing" / "play"
    assert groups["campaigns"] == [path for path in groups[WHOLE_ENGINE] if path.parent == ENGINE / "campaigns"]
    assert groups["games.attack_wing.play"] == [path for path in groups[WHOLE_ENGINE] if play in path.parents]


def test_files_that_the_tests_read_exist() -> None:
    assert [name for name in LINKED if not (ROOT / name).exists()] == []


@pytest.mark.sampled
def test_the_tests_that_are_run_need_nothing_but_the_engine_and_themselves() -> None:
    """Other imports would not be found in mutmut's folder."""
    single_files = ("benchmarks.engine_rate", "tests.nonempty", "tests.sampling")
    theirs = ("rulesapi.engine", "tests.engine", "tests.mutants", "tests.second_engine", *single_files)
    ours = {path.name for path in ROOT.iterdir() if (path / "__init__.py").exists()} | {"benchmarks"}
    strangers = {
        f"{path.relative_to(ROOT)}: {name}"
        for tests in TESTS
        for path in ([ROOT / tests] if tests.endswith(".py") else sorted((ROOT / tests).rglob("*.py")))
        for name in _imported(path)
        if name.partition(".")[0] in ours and not f"{name}.".startswith(tuple(f"{one}." for one in theirs))
    }
    assert strangers == set()


def _imported(path: Path) -> set[str]:
    """Return the dotted names of the modules that a file imports."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def test_a_fault_is_seen_when_a_test_fails_or_never_ends(tmp_path: Path) -> None:
    group = tried(tmp_path / "names", failed=1, broke=3, endless=36, passed=0, unasked=33, crashed=255, later=None)
    assert (group.killed, group.stopped, len(group.survivors), group.untried) == (2, 1, 2, 2)
    assert (group.seen, group.total, round(share([group]))) == (3, 7, 60)


def test_a_room_that_was_never_entered_has_something_untried(tmp_path: Path) -> None:
    group = MutantGroup.read(tmp_path, [SOURCE])
    assert (group.untried, share([group])) == (1, 100)


@pytest.mark.sampled
def test_a_survivor_is_reported_with_its_line_and_what_is_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pyproject.toml").write_text(f'[tool.mutmut]\nsource_paths = ["{ENGINE}"]')
    monkeypatch.chdir(tmp_path)
    from mutmut.mutation.file_mutation import mutate_file_contents

    lines = (ROOT / SOURCE).read_text("utf-8").splitlines()
    made = mutate_file_contents(str(SOURCE), "\n".join(lines))
    group = tried(tmp_path, **{f"rulesapi.engine.values.names.{name}": 0 for name in made.mutant_names})
    spans = {function: [span.start, span.end] for function, span in made.line_span_by_function_name.items()}
    (tmp_path / "mutants" / SOURCE).write_text(made.code)
    (tmp_path / "mutants" / f"{SOURCE}.spans").write_text(json.dumps({"version": 1, "spans": spans}))
    reported = [survivor.splitlines() for survivor in summary([group], 85).split("\n\n")[:-1]]
    assert len(reported) == len(made.mutant_names)
    for place, before, after, *_ in reported:
        number = int(place.partition(":")[2].split()[0])
        assert lines[number - 1].strip() == before.strip().removeprefix("- ")
        assert after.strip().startswith("+ ")
        assert before.strip()[1:] != after.strip()[1:]

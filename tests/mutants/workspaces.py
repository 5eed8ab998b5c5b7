"""The working folders of mutmut: one for each group of the engine, with links to the files its tests need."""

import hashlib
import json
import shutil
from pathlib import Path

ROOT = Path(__file__).parents[2]
ENGINE = Path("rulesapi/engine")
WORK = ROOT / "var" / "mutants"
WHOLE_ENGINE = "engine"
"""The group of all modules, for samples of the whole engine."""

LINKED = (
    *("rulesapi", "catalog", "fixtures", "legions/games", "clients"),
    *("benchmarks/__init__.py", "benchmarks/engine_rate.py"),
    *(
        "tests/__init__.py",
        "tests/nonempty.py",
        "tests/sampling.py",
        "tests/cases",
        "tests/situations",
        "tests/engine",
        "tests/mutants",
        "tests/second_engine",
    ),
)
"""The files that the engine's tests read; mutmut's folder contains no others."""

TESTS = ("tests/engine", "tests/mutants/engine_agreement.py")
DESELECTED_TESTS = (
    "tests/engine/test_budgets.py",
    "tests/engine/test_growth.py",
    "tests/engine/test_properties_of_candidates.py",
    "tests/engine/test_evaluation.py::test_the_engine_imports_only_itself_and_the_standard_library",
    "tests/engine/test_cases.py::test_the_documents_of_the_cases_are_valid_by_the_schemas",
    "tests/engine/test_properties.py::test_generated_documents_are_valid_by_the_schemas",
)
"""Tests that cannot detect mutants, or only slowly.

They count lines of Python, to which mutmut adds; are slow; fail with any mutant, because it imports mutmut; or run
nothing of the engine.
"""

KILLED = {1, 3}
STOPPED = {-24, 24, 36, 152}
SURVIVED = {0, 33}
"""Exit codes of mutmut: tests failed (`KILLED`), timed out (`STOPPED`), or passed or are missing (`SURVIVED`)."""

SETTINGS = """\
[tool.mutmut]
source_paths = ["{engine}"]
only_mutate = {group}
also_copy = ["rulesapi/__init__.py", "catalog", "fixtures", "legions", "clients"]
pytest_add_cli_args = {deselected}
pytest_add_cli_args_test_selection = {tests}
process_isolation = "forkserver"
forkserver_warmup = "collect"
timeout_constant = 10.0
timeout_multiplier = 4.0
track_dependencies = false
use_git_change_detection = false

[tool.pytest.ini_options]
addopts = "-p no:cacheprovider -p _hypothesis_pytestplugin -p tests.mutants.pytest_plugin"
"""


def mutant_groups() -> dict[str, list[Path]]:
    """Return all groups by name with their files: the parts, the packages that contain some, and the whole."""
    whole = [path for paths in engine_parts().values() for path in paths]
    found: dict[str, list[Path]] = {}
    for path in whole:
        for folder in path.relative_to(ENGINE).parents[:-1]:
            found.setdefault(".".join(folder.parts), []).append(path)
    return {**found, **engine_parts(), WHOLE_ENGINE: whole}


def engine_parts() -> dict[str, list[Path]]:
    """Return the disjoint parts of the engine by name: each module in a package, and each game."""
    found: dict[str, list[Path]] = {}
    for path in sorted((ROOT / ENGINE).rglob("*.py")):
        parts = path.relative_to(ROOT / ENGINE).with_suffix("").parts[:2]
        if parts[-1] != "__init__":
            found.setdefault(".".join(parts), []).append(path.relative_to(ROOT))
    return found


def prepare(group: str) -> Path:
    """Return the folder of a group, ready for mutmut; results that newer tests could change are discarded."""
    folder = WORK / group
    folder.mkdir(parents=True, exist_ok=True)
    for name in LINKED:
        link = folder / name
        link.parent.mkdir(exist_ok=True)
        link.unlink(missing_ok=True)
        link.symlink_to(ROOT / name)
    shutil.rmtree(folder / "mutants" / "tests", ignore_errors=True)
    (folder / "pyproject.toml").write_text(
        SETTINGS.format(
            engine=ENGINE,
            group=json.dumps([str(path) for path in mutant_groups()[group]]),
            deselected=json.dumps([f"--deselect={test}" for test in DESELECTED_TESTS]),
            tests=json.dumps(TESTS),
        ),
        encoding="utf-8",
    )
    stored, now = folder / "tests-digest", _tests_digest()
    if stored.exists() and stored.read_text() == now:
        _forget_results(folder, keeping=KILLED | STOPPED | SURVIVED)
    else:
        _forget_results(folder, keeping=KILLED)
        (folder / "mutants" / "mutmut-stats.json").unlink(missing_ok=True)
        stored.write_text(now)
    return folder


def mutants_generated(group: str) -> bool:
    """Return whether the mutants of a group were generated; a module that only defines names has none."""
    return all(_meta_file(group, path).exists() for path in mutant_groups()[group])


def untried(group: str) -> list[str]:
    """Return the names of the generated mutants of a group without a result."""
    names = []
    for path in mutant_groups()[group]:
        meta = _meta_file(group, path)
        codes = json.loads(meta.read_text(encoding="utf-8"))["exit_code_by_key"] if meta.exists() else {}
        names += [name for name, code in codes.items() if code not in KILLED | STOPPED | SURVIVED]
    return names


def _meta_file(group: str, path: Path) -> Path:
    return WORK / group / "mutants" / f"{path}.meta"


def _tests_digest() -> str:
    digest = hashlib.sha256()
    for folder in ("cases", "engine", "mutants", "second_engine", "situations"):
        for file in sorted((ROOT / "tests" / folder).rglob("*")):
            if file.suffix in {".py", ".json"}:
                digest.update(file.read_bytes())
    return digest.hexdigest()


def _forget_results(folder: Path, keeping: set[int]) -> None:
    """Discard all results except those in `keeping`, so that the mutants are tested again."""
    for file in folder.glob("mutants/**/*.meta"):
        meta = json.loads(file.read_text(encoding="utf-8"))
        codes = meta["exit_code_by_key"]
        meta["exit_code_by_key"] = {name: code if code in keeping else None for name, code in codes.items()}
        file.write_text(json.dumps(meta), encoding="utf-8")

"""A plugin of pytest for tests that are run again and again, each time on another fault."""

import importlib
import os
import sys

import pytest
from hypothesis import HealthCheck, Phase, settings

settings.register_profile(
    "mutants",
    max_examples=6,
    derandomize=True,
    database=None,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
settings.load_profile("mutants")

OURS = ("rulesapi.engine", "tests.engine", "tests.second_engine")


def pytest_sessionstart() -> None:
    """Begin as if nothing had been imported before the fault was there."""
    _begin_anew()


def pytest_runtest_setup() -> None:
    """While it is found out which test reaches which function, let none rest on what an earlier one has made."""
    if os.environ.get("MUTANT_UNDER_TEST") == "stats":
        _begin_anew()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the tests by example before those that make up many: the first that fails ends the try of a fault."""
    items.sort(key=lambda item: item.get_closest_marker("hypothesis") is not None)


def pytest_collectreport(report: pytest.CollectReport) -> None:
    """Count a file of tests that cannot be read as a test that fails; pytest would say that it was called wrongly."""
    if report.failed:
        pytest.exit("A file of tests cannot be read.", returncode=pytest.ExitCode.TESTS_FAILED)


def _begin_anew() -> None:
    """Forget what is kept, and make the rules once more, which are made when their module is imported."""
    ours = [(name, module) for name, module in sorted(sys.modules.items()) if name.startswith(OURS)]
    for _, module in ours:
        for value in vars(module).values():
            if hasattr(value, "cache_clear"):
                value.cache_clear()
    # Those of play are gathered from the modules below theirs.
    for _, module in sorted(ours, key=lambda one: -one[0].count(".")):
        if any(hasattr(module, rules) for rules in _rules_of(module.__name__)):
            importlib.reload(module)


def _rules_of(module: str) -> tuple[str, ...]:
    """What the rules are called that a module makes when it is imported."""
    if not module.startswith("rulesapi.engine.games."):
        return ()
    return ("SITUATIONS", "RULES", "PLAY") if "play" in module.split(".") else ("RULESETS",)

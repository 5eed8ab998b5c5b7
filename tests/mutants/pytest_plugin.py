"""A pytest plugin for tests that run repeatedly, each time with another mutant."""

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
    """Reset the state of modules imported before the mutant was active."""
    _begin_anew()


def pytest_runtest_setup() -> None:
    """Clear caches while mutmut records which test reaches which function."""
    if os.environ.get("MUTANT_UNDER_TEST") == "stats":
        _begin_anew()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run tests by example before those that generate examples: the first failure ends the test of a mutant."""
    items.sort(key=lambda item: item.get_closest_marker("hypothesis") is not None)


def pytest_collectreport(report: pytest.CollectReport) -> None:
    """Count a test file that cannot be imported as a failed test; pytest would report a usage error."""
    if report.failed:
        pytest.exit("A file of tests cannot be read.", returncode=pytest.ExitCode.TESTS_FAILED)


def _begin_anew() -> None:
    """Clear the caches, and create again the rules that are created when their module is imported."""
    ours = [(name, module) for name, module in sorted(sys.modules.items()) if name.startswith(OURS)]
    for _, module in ours:
        for value in vars(module).values():
            if hasattr(value, "cache_clear"):
                value.cache_clear()
    # The rules of play are collected from the modules below.
    for _, module in sorted(ours, key=lambda module: -module[0].count(".")):
        if any(hasattr(module, rules) for rules in _rules_of(module.__name__)):
            importlib.reload(module)


def _rules_of(module: str) -> tuple[str, ...]:
    """Return the names of the rules that a module creates when it is imported."""
    if not module.startswith("rulesapi.engine.games."):
        return ()
    return ("SITUATIONS", "RULES", "PLAY") if "play" in module.split(".") else ("RULESETS",)

"""Sampling of the tests: a part with each seed, regardless of their order, and all of them eventually."""

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.browser.sampling import PART, Sample
from tests.nonempty import nonempty
from tests.sampling import DRILLS, IN_CHROMIUM, ON_POSTGRESQL, SAMPLED, sampled

SEEDS = range(1_000, 1_000 + 3 * SAMPLED * IN_CHROMIUM * DRILLS)


@dataclass(frozen=True)
class Test:
    """The attributes of a collected pytest item that a sample reads."""

    __test__ = False
    nodeid: str
    marks: frozenset[str] = field(default_factory=frozenset)

    def get_closest_marker(self, name: str) -> object:
        return name if name in self.marks else None

    def iter_markers(self) -> Iterator[SimpleNamespace]:
        return (SimpleNamespace(name=name) for name in self.marks)


class Varied(Test):
    """An item with parameters."""

    callspec = SimpleNamespace()


def collected() -> list[Any]:
    kinds = (set(), {"sampled"}, {"browser", "django_db"}, {"drill", "sampled"}, {"db_facing", "skipif"}, {"guard"})
    plain = [Test(f"{number}-{sorted(kind)}", frozenset(kind)) for kind in kinds for number in range(7)]
    return plain + [
        Varied(f"{sorted(kind)}[{variant}]", frozenset(kind))
        for kind in ({"one_variant"}, {"one_variant", "sampled"}, {"sampled"}, {"one_variant", "browser"})
        for variant in range(3)
    ]


@pytest.mark.parametrize("database", ["", "postgres://somewhere"])
def test_every_test_and_each_of_its_variants_is_run_with_some_seed(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", database)
    seen = set().union(*(sampled(collected(), seed) for seed in SEEDS))
    assert seen == set(collected())


@given(st.integers(0, 2**32), st.randoms(use_true_random=False))
def test_a_seed_selects_the_same_tests_in_any_order_of_collection(seed: int, chance: random.Random) -> None:
    shuffled = chance.sample(collected(), len(collected()))
    assert sampled(shuffled, seed) == sampled(collected(), seed)


@pytest.mark.parametrize(
    ("marks", "database", "share"),
    [
        ((), "", 1),
        (("sampled",), "", SAMPLED),
        (("browser", "sampled"), "", IN_CHROMIUM),
        (("drill", "db_facing"), "postgres://somewhere", DRILLS),
        (("db_facing",), "sqlite://", 1),
        (("guard", "sampled"), "sqlite://", 1),
        (("drill", "guard"), "postgres://somewhere", 1),
        (("db_facing", "guard"), "postgres://somewhere", ON_POSTGRESQL),
        (("db_facing",), "postgres://somewhere", ON_POSTGRESQL),
        (("db_facing", "skipif"), "postgres://somewhere", 1),
    ],
)
def test_each_kind_of_test_is_run_in_its_stated_share(
    marks: tuple[str, ...], database: str, share: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", database)
    tests: Any = [Test(f"{number:03}", frozenset(marks)) for number in range(120)]
    assert [len(sampled(tests, seed)) for seed in range(7)] == [120 // share] * 7


def test_of_the_variants_of_a_test_that_is_marked_so_one_is_run_and_of_others_all() -> None:
    tests: Any = [Varied(f"a[{number}]", frozenset({"django_db", "one_variant"})) for number in range(4)]
    tests += [Varied(f"b[{number}]") for number in range(4)]
    assert sorted(one.nodeid[0] for one in sampled(tests, 9)) == [*"abbbb"]


def test_samples_of_pages_cover_all_pages_and_looks_over_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tests.browser.sampling.WHOLE", False)
    tests: Any = [Test(str(number), frozenset({"browser"})) for number in range(IN_CHROMIUM)]
    pages, looks = [f"/{number}/" for number in range(2 * PART)], [(width, "light") for width in range(6)]
    seen = {
        (page, look)
        for seed in range(IN_CHROMIUM * PART * len(looks))
        if tests[0] in sampled(tests, seed)
        for page, of_page in Sample(seed).pages(pages, looks)
        for look in of_page
    }
    assert len(seen) == len(pages) * len(looks)


SHARES = {4: "a quarter", 8: "an eighth", 10: "a tenth", 15: "a fifteenth"}


def test_the_instructions_name_the_shares() -> None:
    root = Path(__file__).resolve().parent.parent
    text = (root / "CONTRIBUTING.md").read_text("utf-8")
    rows = dict(re.findall(r"^\| `(\w+)` \|.*\| ([^|]+) \|$", text, re.MULTILINE))
    assert rows == {
        "sampled": SHARES[SAMPLED],
        "one_variant": "one variant of each",
        "browser": SHARES[IN_CHROMIUM],
        "drill": SHARES[DRILLS],
        "db_facing": SHARES[ON_POSTGRESQL],
        "guard": f"all; {SHARES[ON_POSTGRESQL]} again on PostgreSQL",
    }
    assert f"Of all pages {SHARES[PART]} are opened in Chromium" in text
    for summary in ("README.md", "Makefile", "CONTRIBUTING.md"):
        assert f"{SHARES[SAMPLED]} of the slow ones" in (root / summary).read_text("utf-8"), summary


def test_the_instructions_name_each_step_of_the_check_of_a_commit() -> None:
    root = Path(__file__).resolve().parent.parent
    targets = re.findall(r"^(?:step|begin) .*\bmake (\w+)", (root / ".ci" / "run").read_text("utf-8"), re.MULTILINE)
    steps = (root / "CONTRIBUTING.md").read_text("utf-8").partition("`.ci/run` runs ")[2].partition("`make bench`")[0]
    assert [target for target in nonempty(targets) if f"`make {target}`" not in steps] == []


GUARDS = re.compile(
    r"permission|hostile|_names\b|name_char|token|backup|session|second_factor|accounts|moderation|throttl|admin_(roles|actions)"
)


def test_tests_with_the_mark_guard_always_run() -> None:
    folder = Path(__file__).parent
    files = [
        file for app in ("catalog", "legions", "rulesapi", "operations") for file in (folder / app).rglob("test_*.py")
    ]
    guards = [file for file in files if GUARDS.search(file.stem)]
    unmarked = [file.name for file in guards if "pytest.mark.guard" not in file.read_text("utf-8")]
    assert len(guards) >= 15
    assert unmarked == []

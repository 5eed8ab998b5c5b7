"""The share of the tests that runs for each commit; `LONG=1` runs all, as `make long` does.

A sample depends on the seed of the run, which `.ci/run` takes from the files of the commit: a commit that passes in one
place passes in another. Only marked tests are sampled (`sampled`, `one_variant`, `browser`, `drill`, and on PostgreSQL
`db_facing`). All tests with the mark `guard` run: permissions, hostile input, names, tokens, backups.
"""

import os
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import count

import pytest

WHOLE = os.environ.get("LONG") == "1"


def one_in(number: int) -> int:
    """Return the step of a sampled slice: `number`, or 1 in a long run."""
    return 1 if WHOLE else number


EXAMPLES = 5_000 if WHOLE else 12
"""How many examples of each property are tried; some properties say a multiple or a part of it."""

# -- which tests `pytest --sample` runs, as `make test` and `.ci/run` do: with another seed of the run others

SAMPLED = 8
"""One in so many of the tests with the mark `sampled`: they take a tenth of a second of a core or longer."""

DRILLS = 4
"""One in so many of the drills."""

IN_CHROMIUM = 12
"""One in so many of the tests that drive Chromium."""

ON_POSTGRESQL = 8
"""One in so many of the tests that are run on PostgreSQL as well; what only PostgreSQL can show is run each time."""


def share(item: pytest.Item) -> int:
    """Return n if a sample runs one in n of the tests like this one."""
    marks = {mark.name for mark in item.iter_markers()}
    if "browser" in marks:
        return IN_CHROMIUM
    if "drill" in marks:
        return 1 if "guard" in marks else DRILLS
    if "sampled" in marks and "guard" not in marks:
        return SAMPLED
    on_postgresql = os.environ.get("DATABASE_URL", "").startswith("postgres")
    return ON_POSTGRESQL if on_postgresql and "skipif" not in marks else 1


def sampled(items: Iterable[pytest.Item], seed: int) -> set[pytest.Item]:
    """Return the tests that a sample runs: some of each share, and one variant of a test with the mark `one_variant`.

    Equal seeds give equal tests, regardless of the order of `items`.
    """
    tests: dict[tuple[int, str], list[pytest.Item]] = {}
    for item in items:
        varied = hasattr(item, "callspec") and item.get_closest_marker("one_variant")
        name = item.nodeid.partition("[")[0] if varied else item.nodeid
        tests.setdefault((share(item), name), []).append(item)
    numbers: dict[int, Iterator[int]] = defaultdict(lambda: count(seed))
    taken = set()
    for (part, _), variants in sorted(tests.items(), key=lambda test: test[0]):
        if next(numbers[part]) % part == 0:
            written = sorted(variants, key=lambda item: item.nodeid)
            taken.add(written[seed // part % len(written)])  # the rest of the seed has selected this test
    return taken


# -- how much of their matter tests go through

FIXTURES_IN_FORMS = one_in(160)
"""One in so many documents that come with Muster goes through its form and back."""

OUTAGES = one_in(2)
"""One in so many outages that need no service is tried on the whole site."""

FAULTS_IN_DATA = one_in(12)
"""One in so many faults is put into a database and found by `check_data`."""

GROWING_LISTS = one_in(28)
"""One in so many sorts of lists is judged short and long, to see how the work grows."""

FIRST_EDGES, EDGES = 50, 48
"""Of the questions at the edges of what an operation takes so many are asked, and of the others one in so many."""

HONEST_NAMES = one_in(20)
"""One in so many names of real people is tried by everything that refuses names."""

HOSTILE_PICTURES = one_in(6)
"""One in so many hostile pictures is sent to each entrance, to the next one others."""

HOSTILE_BODIES = one_in(24)
"""Each operation is sent one in so many hostile bodies, each of them others, and `judge` all of them."""

HOSTILE_VALUES = one_in(4)
"""Where a body is fine besides, one in so many hostile values is put, in the next place others."""

HOSTILE_TEXTS = one_in(3)
"""One in so many hostile texts stands on the pages of a test that shows them one by one."""

PAGES_IN_BOTH_LANGUAGES = one_in(36)
"""One in so many pages is read in one language after the other."""

PAGES_IN_GERMAN = one_in(36)
"""One in so many pages is read in German."""

PAGES_OF_HOSTILE_TEXTS = one_in(30)
"""One in so many pages is read where everything that people write is hostile."""

PAIRED_CREATURES = 3
"""On so many creatures every card is tried that they could carry; on each one in the whole."""

REFUSED_ACTORS = one_in(6)
"""Each action of the admin is tried by one in so many of the actors who may not do it, the next by others."""

ACTORS_TREATED_ALIKE = one_in(12)
"""What the API or the admin answers alike to several is tried by one in so many of them, the next by others."""

OWN_LEGIONS = one_in(3)
"""Each address of somebody's legion is tried by one in so many of the actors, the next by others."""

CASES_TRIED = one_in(6)
"""Of the conformance cases, each of which is judged, one in so many is also mended, misspelt or asked about."""

PAGES_OF_THE_ADMIN_IN_GERMAN = one_in(20)
"""One in so many pages of documents and drafts is read in German by who keeps them."""

MANY_LEGIONS = 1_000 if WHOLE else 100
"""Beside so many legions a page asks the database as often as beside 10."""

PAGES_BESIDE_MANY = one_in(3)
"""One in so many pages is asked for beside as many; beside 10 each one is."""

MOMENTS_OF_SAVING = one_in(4)
"""Somebody saves before one in so many of the questions that a page asks the database."""

CLIENTS = 16 if WHOLE else 6
"""So many clients change one legion at once, again and again."""

REPEATED_REQUESTS = 50 if WHOLE else 20
"""So many times one request is sent at once."""

SEEDS_OF_CHANGES = 3 if WHOLE else 1
"""So many times a list is changed at random, each time in other ways."""

STOPPING = one_in(3)
"""One in so many of the signals that stop `serve` is sent to one that runs."""

GERMAN_SUBMISSIONS = 1 if not WHOLE else 3
"""In so many ways each form of the website is sent in German: with nothing, with what no field takes, with too much."""

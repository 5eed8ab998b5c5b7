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
"""Number of examples of each property; some properties use a multiple or a fraction of it."""

# -- tests that `pytest --sample` runs, as `make test` and `.ci/run` do; they depend on the seed

SAMPLED = 10
"""Runs one in N of the tests with the mark `sampled`: they take a tenth of a second of a core or longer, or have a
hundred variants or more.
"""

DRILLS = 4
"""Runs one in N of the drills."""

IN_CHROMIUM = 8
"""Runs one in N of the tests that drive Chromium."""

ON_POSTGRESQL = 8
"""Runs one in N of the tests that also run on PostgreSQL; tests for PostgreSQL alone always run."""


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


# -- sizes of samples within tests

FIXTURES_IN_FORMS = one_in(160)
"""One in N shipped documents goes through its form and back."""

OUTAGES = one_in(2)
"""One in N outages that need no service is tested on the whole site."""

FAULTS_IN_DATA = one_in(12)
"""One in N faults is put into a database and found by `check_data`."""

GROWING_LISTS = one_in(28)
"""One in N kinds of lists is judged short and long, to measure the growth."""

FIRST_EDGES, EDGES = 50, 48
"""The number of edge cases of an operation that are always sent, and N for one in N of the others."""

HONEST_NAMES = one_in(20)
"""One in N names of real people is tested with everything that refuses names."""

HOSTILE_PICTURES = one_in(6)
"""One in N hostile pictures is sent to each upload, different ones to each."""

HOSTILE_BODIES = one_in(24)
"""Each operation receives one in N hostile bodies, different ones each, and `judge` all of them."""

HOSTILE_VALUES = one_in(4)
"""One in N hostile values is put into an otherwise valid body, different ones at each position."""

HOSTILE_TEXTS = one_in(3)
"""One in N hostile texts is on the pages of a test that shows them one by one."""

PAGES_IN_BOTH_LANGUAGES = one_in(36)
"""One in N pages is read in one language after the other."""

PAGES_IN_GERMAN = one_in(36)
"""One in N pages is read in German."""

PAGES_OF_HOSTILE_TEXTS = one_in(30)
"""One in N pages is read with hostile texts in everything that users write."""

PAIRED_CREATURES = 3
"""The number of creatures that are tested with every possible upgrade; all of them in a long run."""

REFUSED_ACTORS = one_in(6)
"""Each action of the admin is tested with one in N of the actors without permission, others for the next action."""

ACTORS_TREATED_ALIKE = one_in(12)
"""A response shared by several actors is tested with one in N of them, others for the next request."""

OWN_LEGIONS = one_in(3)
"""Each address of a user's legion is tested with one in N of the actors, others for the next address."""

CASES_TRIED = one_in(6)
"""One in N of the conformance cases, all of which are judged, is also fixed, misspelled or queried."""

PAGES_OF_THE_ADMIN_IN_GERMAN = one_in(20)
"""One in N pages of documents and drafts is read in German by a curator."""

MANY_LEGIONS = 1_000 if WHOLE else 100
"""With this number of legions a page sends as many database queries as with 10."""

PAGES_BESIDE_MANY = one_in(3)
"""One in N pages is requested with many legions; with 10 each of them is."""

MOMENTS_OF_SAVING = one_in(4)
"""Another user saves before one in N of the database queries of a page."""

CLIENTS = 16 if WHOLE else 6
"""The number of clients that change one legion at once, repeatedly."""

REPEATED_REQUESTS = 50 if WHOLE else 20
"""The number of concurrent copies of one request."""

SEEDS_OF_CHANGES = 3 if WHOLE else 1
"""The number of random series of changes to a list."""

STOPPING = one_in(3)
"""One in N of the signals that stop `serve` is sent to a running process."""

GERMAN_SUBMISSIONS = 1 if not WHOLE else 3
"""The number of ways in which each form is sent in German: empty, with invalid values, with too much."""

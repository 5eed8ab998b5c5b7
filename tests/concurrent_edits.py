"""Concurrent edits of one card by several curators: conflicts are reported, and no edit is lost.

`python -m tests.concurrent_edits --clients 16 --edits 500` uses an SQLite file of its own, or the empty PostgreSQL
database that `DATABASE_URL` names. Each client is a separate process. Each edit increments two counters: one that all
clients write (in the card's text), and one that only this client writes (a page among the sources). A client that
edited an outdated state is refused, receives the differences, repeats its edit on the current state, and saves.
Afterwards the history of the card must contain each edit once, each based on the previous one, and the card must
contain the sum.
"""

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from dataclasses import asdict, dataclass
from itertools import pairwise
from json import dumps, loads
from math import log
from pathlib import Path
from typing import Any

from tests import isolated_processes

LONGEST = 60
"""Seconds of waiting that never count as starvation, however fast the other clients are."""
LOOKING, MERGING = 1.0, 0.1
"""Maximum seconds that a client reads the card before its first save, and the differences before the next."""

FACTS = [
    *("name", "class", "keywords", "set", "unique", "cost", "level", "attack", "agility", "health", "armor"),
    *("alignment", "energy", "slots", "actions", "weapons", "movement", "base", "troop"),
]
"""The facts of a creature: each client edits one of them, page by page."""

Document = dict[str, Any]


@dataclass
class ClientResult:
    """Statistics of one client: refusals, differing facts, "busy" responses (on pages: status 503), and the waiting
    time.
    """

    saved: int = 0
    refused: int = 0
    busy: int = 0
    differed: int = 0
    most_tries: int = 0
    longest: float = 0.0


def main() -> int:
    """Run all clients, compare the history with their edits, print both; return 1 if an edit was lost."""
    parser = argparse.ArgumentParser(prog="python -m tests.concurrent_edits", description=__doc__)
    parser.add_argument("--clients", type=int, default=16, choices=range(1, len(FACTS) + 1))
    parser.add_argument("--edits", type=int, default=500)
    options = parser.parse_args()
    with isolated_processes.database("curators"), tempfile.TemporaryDirectory() as folder:
        from tests import factories

        factories.publish(factories.creature(slug="one", text=_text(0), sources=_pages(options.clients)))
        users = [factories.UserFactory(username=f"curator-{number}") for number in range(options.clients)]
        begin = time.monotonic()
        results = [Path(folder, str(number)) for number in range(options.clients)]
        writers = [
            isolated_processes.forked(
                lambda number=number, user=user: _write(number, user, options.edits, results[number])
            )
            for number, user in enumerate(users)
        ]
        for writer in writers:
            isolated_processes.ended(writer)
        took = time.monotonic() - begin
        errors = _history_errors(users, options.edits)
        clients = [ClientResult(**loads(file.read_text())) for file in results]
    edits = options.clients * options.edits
    _print(clients, edits, took, errors)
    starved = max(one.longest for one in clients) > _longest_by_chance(len(clients), edits, took)
    if starved:
        print("Somebody was starved: no chance explains the longest wait.")  # noqa: T201
    return int(bool(errors) or starved)


def _longest_by_chance(clients: int, edits: int, took: float) -> float:
    """Return the longest waiting time expected once in a thousand runs if each client is equally likely to save next.

    An edit then needs another try with probability 1 - 1 / clients; each try takes as long as one save by every client.
    """
    return max(LONGEST, took / edits * clients * log(1_000 * edits))


def _print(clients: list[ClientResult], edits: int, took: float, errors: list[str]) -> None:
    refused, waited = sum(one.refused for one in clients), max(one.longest for one in clients)
    print(f"{len(clients)} curators, one card: {edits:,} edits in {took:.0f} s, refused {refused:,} times;")  # noqa: T201
    differed = sum(one.differed for one in clients) / max(refused, 1)
    print(f"told of {differed:.1f} facts that differ each time, the text and those of others;")  # noqa: T201
    print(f"told to come again {sum(one.busy for one in clients)} times,")  # noqa: T201
    print(f"most tries for one edit {max(one.most_tries for one in clients)}, longest wait {waited:.1f} s;")  # noqa: T201
    print(f"lost {len(errors)}" + "".join(f"\n  {fault}" for fault in errors))  # noqa: T201


# -- clients ---------------------------------------------------------------------------------------------------------


def _write(number: int, user: Any, edits: int, statistics_file: Path) -> None:
    """Make `edits` edits of the card, and write the statistics to the file `statistics_file`."""
    from django.db import OperationalError

    from catalog import publishing
    from catalog.documents.differences import differences
    from catalog.models import Record

    record = Record.objects.get(slug="one")
    out, chance = ClientResult(), random.Random(number)
    for edit in range(1, edits + 1):
        begin, tries = time.monotonic(), 1
        seen, started = publishing.open_for_editing(record)
        while True:
            time.sleep(chance.uniform(0, LOOKING if tries == 1 else MERGING))
            try:
                document = _edited(started.document, number, edit)
                publishing.save_draft(document, by=user, why=f"Edit {edit}", expected=seen, sources_hold=[""])
                break
            except publishing.Conflict:
                seen, now = publishing.open_for_editing(record)
                differ = list(differences(started.document, now.document))
                assert differ, "A client was refused, and nothing differs from what it started from."
                out.refused, out.differed, started = out.refused + 1, out.differed + len(differ), now
            except OperationalError:  # SQLite may favor one client repeatedly
                out.busy += 1
            tries += 1
        out.saved += 1
        out.most_tries = max(out.most_tries, tries)
        out.longest = max(out.longest, time.monotonic() - begin)
    statistics_file.write_text(dumps(asdict(out)))


def _edited(document: Document, number: int, edit: int) -> Document:
    """Return the card with one more edit by a client: its own fact, and the shared counter."""
    sources = document["sources"]
    place = _place(number)
    assert sources[place]["page"] == edit, "Somebody wrote over the fact of another."
    own = {**sources[place], "page": edit + 1}
    return {**document, "text": _text(_count(document) + 1), "sources": {**sources, place: own}}


def _text(count: int) -> str:
    return f"Looked at {count} times."


def _count(document: Document) -> int:
    """Return the number of edits according to the card's text."""
    return int(document["text"].split()[2])


def _place(number: int) -> str:
    """Return the pointer of the fact that only this client edits."""
    return f"/{FACTS[number]}"


def _pages(clients: int) -> dict[str, Any]:
    """Return the sources of a card with one fact for each client."""
    rulebook = {"source": "A made-up rulebook", "page": 1, "checked": True}
    return {"": rulebook} | {_place(number): rulebook for number in range(clients)}


# -- results ---------------------------------------------------------------------------------------------------------


def _history_errors(users: list[Any], edits: int) -> list[str]:
    """Return the differences between the history and the edits that were made, one per line."""
    from catalog import publishing
    from catalog.models import AuditEntry, Record

    record = Record.objects.get(slug="one")
    states = list(record.states.order_by("number"))
    documents = [record.revisions.newest().get().document] + [publishing.document_of(state) for state in states]
    by_number = {user.pk: number for number, user in enumerate(users)}
    expected = Counter((number, edit) for number in by_number.values() for edit in range(1, edits + 1))
    stored = Counter((by_number[state.by_id], int(state.why.removeprefix("Edit "))) for state in states)
    errors = [f"edit {edit} of client {number} is lost" for number, edit in (expected - stored).elements()]
    errors += [f"edit {edit} of client {number} is there twice" for number, edit in (stored - expected).elements()]
    for state, (before, after) in zip(states, pairwise(documents), strict=True):
        number, edit = by_number[state.by_id], int(state.why.removeprefix("Edit "))
        if after != _edited(before, number, edit):
            errors.append(f"state {state.number} is not the one before it with edit {edit} of client {number}")
    now = publishing.current_revision(record)
    assert now is not None
    if now.document != documents[-1] or _count(now.document) != len(users) * edits:
        errors.append(f"the card says {_count(now.document)} at the end of {len(users) * edits} edits")
    noted = AuditEntry.objects.filter(what="draft saved").count()
    if noted != len(users) * edits:
        errors.append(f"the audit log tells of {noted} edits")
    return errors


if __name__ == "__main__":
    sys.exit(main())

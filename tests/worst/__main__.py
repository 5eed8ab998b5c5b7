"""Search for the slowest request of each address and game: the slowest are kept and mutated.

The unit is CPU seconds of the whole request within one process, the smallest of three measurements. With `--keep` the
table is written as Markdown. Exits with 1 if a request takes longer than its address may, or grows faster than with the
exponent 1.2.
"""

import argparse
import gc
import os
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator
from math import log
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

EXPONENT = 1.2
LEAST = 0.05
"""CPU seconds below which growth is not measured: too little of them depends on the list."""


class Worst(NamedTuple):
    """The slowest request found."""

    address: str
    game: str
    seconds: float
    bound: float
    exponent: float | None
    status: int
    cards: int

    @property
    def fault(self) -> bool:
        """True if the request exceeds the limits."""
        return self.seconds > self.bound or (self.exponent or 0) > EXPONENT or self.status >= 500


def enter() -> Any:
    """Set Django up over a separate database with every card, and return a client with an account."""
    folder = Path(tempfile.mkdtemp())
    os.environ |= {
        "DATABASE_URL": f"sqlite:///{folder / 'worst.sqlite3'}",
        "CACHE_URL": "",
        "VAR_DIR": str(folder),
        "SECRET_KEY": "only for these questions, and for nothing that anybody keeps",
        "SIGNING_KEY": "A" * 43,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "INSECURE_HTTP": "1",
        "ALLOWED_HOSTS": "testserver",
        "DEMO": "1",
        "API_LIMITS": "0",
        "THROTTLE_FACTOR": "1000000",
    }
    import django

    django.setup()
    from django.contrib.auth import get_user_model
    from django.core.management import call_command
    from django.test import Client

    from legions.accounts.holders import Holder
    from legions.saved_lists import services
    from legions.saved_lists.models import Legion, LegionRevision
    from legions.sharing import services as sharing_services
    from tests.engine.published_libraries import FIXTURES

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    call_command("import_cards", str(FIXTURES), why="First cards", verbosity=0)
    owner = get_user_model().objects.create_user("owner", password=None)

    class AccountClient(Client):
        """A client with an account that contains only the objects created last."""

        def stored(self, legion: dict[str, Any], **fields: Any) -> Any:
            """Return the id of a list saved now."""
            Legion.objects.all().delete()
            return services.create_legion(holder=Holder(user=owner), document=legion, **fields).pk

        def stored_all(self, legion: dict[str, Any], number: int, **fields: Any) -> list[Any]:
            """Return the ids of `number` lists saved now, equal except for their names."""
            first = Legion.objects.get(pk=self.stored(legion, **fields))
            others = [
                copied(first, pk=uuid.uuid4(), document={**first.document, "name": str(each)})
                for each in range(1, number)
            ]
            return [one.pk for one in (first, *Legion.objects.bulk_create(others))]

        def shared(self, legion: dict[str, Any]) -> str:
            """Return the share key of a list saved now."""
            return sharing_services.share_legion(legion=Legion.objects.get(pk=self.stored(legion)))

        def published(self, legion: dict[str, Any], number: int) -> None:
            """Save `number` lists now, and publish them in the gallery."""
            self.stored_all(legion, number)
            for one in Legion.objects.all():
                sharing_services.list_in_gallery(legion=one)

        def changed(self, legion: dict[str, Any], states: int) -> Any:
            """Return the id of a list saved now with `states` former states, each with another name."""
            first = LegionRevision.objects.get(legion=self.stored(legion))
            earlier = [
                copied(first, pk=None, number=number, document={**first.document, "name": str(number)})
                for number in range(2, states + 1)
            ]
            LegionRevision.objects.bulk_create(earlier)
            return first.legion_id

    client = AccountClient(raise_request_exception=False)
    client.force_login(owner)
    return client


def copied(row: Any, **other: Any) -> Any:
    """Return an unsaved copy of a database row, with other values in some of its fields."""
    values = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
    return type(row)(**{**values, **other})


def seconds_of(send: Any, client: Any, legion: dict[str, Any], times: int = 1) -> tuple[float, int]:
    """Return the CPU seconds of a request, the fewest of `times` tries, and its status."""
    from django.core.cache import caches

    from rulesapi.judging import card_fitting

    least, status = float("inf"), 0
    for _ in range(times):
        for cache in caches.all():
            cache.clear()
        card_fitting.fitting_cards.cache_clear()
        gc.collect()  # garbage of the previous request is not counted here,
        gc.freeze()  # and objects from the start of the process are not scanned, as in the server
        before = time.process_time()
        answer = send(client, legion)
        status = answer.status_code
        b"".join(answer) if answer.streaming else answer.content
        least = min(least, time.process_time() - before)
    return least, status


def worst_of(address: Any, game: str, client: Any, rounds: int, seed: int) -> Worst:
    """Return the slowest request of an address found in `rounds`, each of eight lists."""
    from tests.worst.legion_generator import cards_of, generate, mutate, scaled

    chance = Random(f"{seed} {address.name} {game}")
    best: list[tuple[float, dict[str, Any]]] = []
    for number in range(rounds):
        for _ in range(8):
            if number and best:
                legion = mutate(chance, chance.choice(best)[1], address.most)
            else:
                legion = generate(chance, game, address.most, teams=address.teams)
            best.append((seconds_of(address.send, client, legion)[0], legion))
        best = sorted(best, key=lambda case: -case[0])[:3]
    legion = best[0][1]
    whole, status = seconds_of(address.send, client, legion, 3)
    part, _ = seconds_of(address.send, client, scaled(legion, 0.25), 3)
    exponent = log(whole / part) / log(4) if whole > LEAST and part > 0 else None
    return Worst(address.name, game, whole, address.bound, exponent, status, cards_of(legion))


def table(cases: list[Worst]) -> Iterator[str]:
    """Yield the lines of a table in Markdown."""
    yield "| address | game | cards | ms of a core | may take | grows with |"
    yield "|---|---|---|---|---|---|"
    for one in cases:
        grows = "–" if one.exponent is None else f"n^{one.exponent:.2f}"
        took = f"{one.seconds * 1000:.0f} | {one.bound * 1000:,.0f}"
        yield f"| {one.address} | {one.game} | {one.cards} | {took} | {grows} |"


def main() -> int:
    """Search, and print the results; return 1 if a limit is exceeded."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=10, help="how often the slowest lists are changed")
    parser.add_argument("--seed", type=int, default=1, help="of the chance")
    parser.add_argument("--only", default="", help="of the addresses those with this in their name")
    parser.add_argument("--game", default="", help="one game alone")
    parser.add_argument("--keep", type=Path, help="a file for the table")
    options = parser.parse_args()
    client = enter()
    from tests.engine.published_libraries import GAMES
    from tests.worst.addresses import ADDRESSES

    found = []
    for address in [one for one in ADDRESSES if options.only in one.name]:
        for game in [options.game] if options.game else GAMES:
            found.append(worst_of(address, game, client, options.rounds, options.seed))
            _, _, row = table(found[-1:])
            sys.stdout.write(row + (" BEYOND" if found[-1].fault else "") + "\n")
            sys.stdout.flush()
    if options.keep:
        options.keep.write_text("\n".join(table(found)) + "\n", encoding="utf-8")
    return int(any(one.fault for one in found))


if __name__ == "__main__":
    sys.exit(main())

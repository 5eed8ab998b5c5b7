"""Public lists of many accounts, in bulk: the rows that saving and publishing each list would write.

The rows go into the tables as the applied migrations made them, so a database of an earlier version can be filled, too.
"""

import base64
import itertools
import random
import uuid
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from django.contrib.auth.hashers import make_password
from django.db import models, transaction

from benchmarks import sample
from legions.accounts.name_skeletons import skeleton
from legions.saved_lists import quotas
from legions.saved_lists.models import search_text
from legions.saved_lists.share_keys import SHARE_KEY_BYTES
from operations import databases
from rulesapi.engine.core.parsing import referenced_cards

SEED = 1
DISTINCT = 200
"""The number of different lists of each game, which repeat under other names."""
LISTS_PER_ACCOUNT = 20
ROWS_PER_CHUNK = 2_000
FIRST_DAY = datetime(2026, 1, 1, tzinfo=UTC)
WORDS = ("ember", "bone", "lantern", "storm", "river", "iron", "thorn", "moon", "salt", "raven", "glass", "frost")


class ListTables(NamedTuple):
    """The models of the tables with lists and their owners."""

    user: Any
    profile: Any
    legion: Any
    revision: Any
    public_card: Any
    release: Any

    @classmethod
    def applied(cls) -> "ListTables":
        """Return the models as the applied migrations made their tables."""
        by_name = {table.name: table.model for table in databases.applied_layout("default").tables}
        return cls(
            by_name["auth_user"],
            by_name["legions_profile"],
            by_name["legions_legion"],
            by_name["legions_legionrevision"],
            by_name["legions_publiccard"],
            by_name["catalog_release"],
        )


def sample_documents() -> list[sample.Document]:
    """Return different lists of all games, the games in turn."""
    by_game = [sample.legions(DISTINCT, SEED, game) for game in sample.games()]
    return list(itertools.chain.from_iterable(zip(*by_game, strict=True)))


def add_lists(count: int, documents: Sequence[sample.Document]) -> None:
    """Add public lists until there are `count`, each with the release that was the newest in its time.

    The lists, their owners and their keys are equal for equal numbers; `documents` repeat under other names.
    """
    tables = ListTables.applied()
    present = tables.legion.objects.filter(public=True).count()
    if present >= count:
        return
    owners = _accounts(tables, -(-count // LISTS_PER_ACCOUNT))
    newest = tables.release.objects.aggregate(newest=models.Max("number"))["newest"]
    numbers = iter(range(present, count))
    while chunk := list(itertools.islice(numbers, ROWS_PER_CHUNK)):
        pinned = [(number, 1 + number * newest // count) for number in chunk]
        _write(tables, [_legion(tables, number, release, documents, owners) for number, release in pinned])


def _accounts(tables: ListTables, count: int) -> list[Any]:
    """Return `count` accounts with a public page, after creating the missing ones."""
    grown = tables.user.objects.filter(username__startswith="grower-")
    names = [f"grower-{number}" for number in range(grown.count(), count)]
    new = [tables.user(username=name, password=make_password(None)) for name in names]
    users = tables.user.objects.bulk_create(new)
    tables.profile.objects.bulk_create(
        [
            tables.profile(user=user, name=user.username, skeleton=skeleton(user.username), handle=name, shown=True)
            for user, name in zip(users, names, strict=True)
        ]
    )
    return list(grown.order_by("pk"))


def _legion(
    tables: ListTables, number: int, release: int, documents: Sequence[sample.Document], owners: Sequence[Any]
) -> Any:
    chance = random.Random(f"{SEED} {number}")
    name = f"{chance.choice(WORDS)} and {chance.choice(WORDS)} {number}"
    document = {**documents[number % len(documents)], "name": name, "release": release}
    published_at = FIRST_DAY + timedelta(minutes=number)
    return tables.legion(
        id=uuid.UUID(int=chance.getrandbits(128), version=4),
        owner=owners[number % len(owners)],
        game=document["game"],
        document=document,
        what="Started.",
        share_key=base64.urlsafe_b64encode(chance.randbytes(SHARE_KEY_BYTES)).decode(),
        public=True,
        published_at=published_at,
        created_at=published_at,
        updated_at=published_at,
        searched=search_text(document),
        stored=2 * quotas.document_size(document),
    )


@transaction.atomic
def _write(tables: ListTables, legions: Sequence[Any]) -> None:
    tables.legion.objects.bulk_create(legions)
    tables.revision.objects.bulk_create(
        [
            tables.revision(
                legion_id=legion.pk, number=1, document=legion.document, what=legion.what, saved_at=legion.updated_at
            )
            for legion in legions
        ]
    )
    tables.public_card.objects.bulk_create(
        [
            tables.public_card(legion_id=legion.pk, game=legion.game, slug=slug)
            for legion in legions
            for slug in dict.fromkeys(slug for _pointer, slug in referenced_cards(legion.document))
        ]
    )

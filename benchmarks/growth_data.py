"""A site of a chosen size: cards, releases, accounts and public lists, in bulk and equal for equal numbers."""

import itertools
import random
import uuid
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.db import transaction

from benchmarks import sample
from benchmarks.growth_page import Size
from catalog import publishing
from catalog.models import Record, Release, Revision, UpcomingRelease
from catalog.publishing import ImportOptions, upcoming_releases
from legions.accounts.models import Profile
from legions.saved_lists.models import Legion, LegionRevision, PublicCard, search_text

SEED = 1
DISTINCT = 200
"""The number of different lists of each game, which repeat under other names."""
LISTS_PER_ACCOUNT = 20
ROWS_PER_CHUNK = 2_000
CHANGED_CARDS = 50
"""The number of cards that a release changes."""
FIRST_DAY = datetime(2026, 1, 1, tzinfo=UTC)
WORDS = ("ember", "bone", "lantern", "storm", "river", "iron", "thorn", "moon", "salt", "raven", "glass", "frost")


def fill(size: Size) -> None:
    """Fill the database, whose cards are those of `fixtures/`, up to a size."""
    _add_cards(size.cards)
    for number in range(Release.objects.newest() + 1, size.releases + 1):
        change_cards(number)
    _add_lists(size.lists)


def card_count() -> int:
    """Return the number of published cards."""
    return Revision.objects.newest().of_type("card").count()


def _add_cards(count: int) -> None:
    """Publish copies of the cards of Attack Wing, 3,000 a release, until there are `count` cards."""
    present = set(Revision.objects.newest().of_type("card", sample.ATTACK_WING).values_list("slug", flat=True))
    new = (copied for copied in _copies() if copied["slug"] not in present)
    copies = itertools.islice(new, max(0, count - card_count()))
    while chunk := list(itertools.islice(copies, 3_000)):
        _publish(chunk, "More cards")


def _copies() -> Iterator[sample.Document]:
    for turn in itertools.count(1):
        for card in sample.cards():
            copied = {key: value for key, value in card.items() if key not in ("formerly", "set", "also_in")}
            copied |= {"slug": f"{card['slug']}-{turn}", "name": f"{card['name']} {turn}" if card["name"] else None}
            copied["sources"] = {key: value for key, value in card["sources"].items() if key != "/set"}
            yield {**copied, "set": None}


def change_cards(number: int) -> None:
    """Publish a release that changes the text of some cards."""
    found = Revision.objects.newest().of_type("card", sample.ATTACK_WING).filter(kind__in=("creature", "upgrade"))
    start = number * CHANGED_CARDS % (found.count() - CHANGED_CARDS)
    documents = found.order_by("slug").values_list("document", flat=True)[start : start + CHANGED_CARDS]
    _publish([{**document, "text": f"Changed in release {number}."} for document in documents], f"Release {number}")


def upcoming_release() -> UpcomingRelease:
    """Return a release with a new cost of one card of Attack Wing, approved but not published."""
    curator, _ = get_user_model().objects.get_or_create(username="curator", is_staff=True, is_superuser=True)
    cards = Revision.objects.newest().of_type("card", sample.ATTACK_WING).filter(cost__isnull=False)
    document = cards.order_by("slug")[0].document
    for record in Record.objects.filter(pk__in=upcoming_releases.approved_drafts().values("record")):
        publishing.discard_draft(record)
    changed = {**document, "cost": document["cost"] + 1}
    draft = publishing.save_and_submit(changed, by=None, why="Growth", sources_hold=None)
    publishing.approve(draft.record, by=curator, expected=publishing.edit_token(draft.record))
    return upcoming_releases.create_upcoming(by=curator, why="Growth")


def _publish(documents: list[Any], why: str) -> None:
    how = ImportOptions(why=why, held=publishing.all_held, unsourced_reason="For a measurement")
    plan, release, _ = publishing.import_documents(documents, how)
    if release is None:
        raise RuntimeError(f"{why}: {plan.publication.faults[:1]}")


def _add_lists(count: int) -> None:
    present = Legion.objects.public().count()
    if present >= count:
        return
    made = [sample.legions(DISTINCT, SEED, game) for game in sample.games()]
    documents = list(itertools.chain.from_iterable(zip(*made, strict=True)))
    owners = _accounts(present, -(-count // LISTS_PER_ACCOUNT))
    numbers = iter(range(present, count))
    while chunk := list(itertools.islice(numbers, ROWS_PER_CHUNK)):
        _write([_legion(number, documents, owners) for number in chunk])


def _accounts(present: int, count: int) -> list[User]:
    known = get_user_model().objects.filter(username__startswith="grower-")
    names = [f"grower-{number}" for number in range(known.count(), count)]
    made = get_user_model().objects.bulk_create([User(username=name) for name in names])
    Profile.objects.bulk_create(
        [Profile(user=user, name=user.username, handle=user.username, shown=True) for user in made]
    )
    return list(known.order_by("pk"))


def _legion(number: int, documents: list[Any], owners: list[User]) -> Legion:
    chance = random.Random(f"{SEED} {number}")
    document = {**documents[number % len(documents)], "release": 1}
    document["name"] = f"{chance.choice(WORDS)} and {chance.choice(WORDS)} {number}"
    shown_at = FIRST_DAY + timedelta(minutes=number)
    return Legion(
        id=uuid.UUID(int=chance.getrandbits(128), version=4),
        owner=owners[number % len(owners)],
        game=document["game"],
        document=document,
        what="",
        share_key=f"grown-{number}",
        public=True,
        published_at=shown_at,
        created_at=shown_at,
        updated_at=shown_at,
        searched=search_text(document),
    )


@transaction.atomic
def _write(legions: list[Legion]) -> None:
    Legion.objects.bulk_create(legions)
    LegionRevision.objects.bulk_create(
        [
            LegionRevision(legion=legion, number=1, document=legion.document, what="", saved_at=legion.created_at)
            for legion in legions
        ]
    )
    PublicCard.objects.bulk_create(
        [
            PublicCard(legion=legion, game=legion.game, slug=slug)
            for legion in legions
            for slug in sorted(set(_slugs(legion.document["picks"])))
        ]
    )


def _slugs(picks: Iterable[Any]) -> Iterator[str]:
    for pick in picks:
        yield pick["card"]
        yield from pick.get("upgrades", ())

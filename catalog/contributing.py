"""What players offer to the curators: facts of cards that the catalog does not know, from the cards in their hands.

An offer changes nothing in the catalog. It is a record for the curators, who may look a card up by it; the person who
made it can take it back. When an account goes, its offers stay and are nobody's.
"""

from collections.abc import Iterable
from datetime import timedelta
from hashlib import sha256
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils import timezone

from . import canonical, documents, guard, own_facts, publishing
from .faults import Fault, Malformed, point
from .models import Contribution, Record, Release, Revision, Shelf

MOST_STANDING = 300
MOST_A_DAY = 60
MOST_CHARACTERS = 20_000
NOTE_LENGTH = 200
PRINTED_CARD = "The printed card"


class Refused(Exception):
    """An offer that is not taken, with the reason for people as its text."""


@transaction.atomic
def offer(*, by: AbstractBaseUser, game: str, slug: str, facts: dict[str, Any], note: str = "") -> Contribution:
    """Offer what a card says; return the record, the same one for the same offer made twice.

    Only what the catalog does not know is taken. Earlier offers of the same person for the same facts are taken back,
    since the newest is what the card says. Raises Malformed `invalid-contribution`, or Refused.
    """
    # Locked, so that two offers of one person count one another.
    get_user_model().objects.select_for_update().get(pk=by.pk)
    revision = _revision(game, slug)
    given = {"facts": facts, "note": note}
    guard.check(given)
    given = guard.tidy(given)
    if faults := own_facts.explain(documents.schema_path(revision.document), given["facts"]):
        raise Malformed(
            "invalid-contribution", [Fault(point("facts") + one.pointer, one.code, one.message) for one in faults]
        )
    wanted = {fact: value for fact, value in given["facts"].items() if _is_wanted(revision.document, fact)}
    if not wanted:
        raise Refused("The catalog knows this by now, so there is nothing to offer.")
    text = canonical.wire(wanted)
    if len(text) > MOST_CHARACTERS:
        raise Refused("This is more than one offer takes. Leave out what is not printed on the card.")
    key = {"by": by, "record_id": revision.record_id, "digest": sha256(text.encode()).hexdigest()}
    mine = Contribution.objects.filter(by=by)
    if standing := mine.offered().filter(**key).first():
        return standing
    _check_limits(mine)
    for other in mine.offered().filter(record_id=revision.record_id):
        if other.facts.keys() & wanted.keys():
            withdraw(contribution=other)
    said = {"facts": wanted, "note": given["note"].strip()[:NOTE_LENGTH], "state": Contribution.State.OFFERED}
    said |= {"release": Release.objects.newest(), "changed_at": timezone.now()}
    made, _ = Contribution.objects.update_or_create(**key, defaults=said)
    return made


@transaction.atomic
def withdraw(*, contribution: Contribution) -> None:
    """Take an offer back; the record stays, so that nothing is offered and taken back in secret."""
    Contribution.objects.offered().filter(pk=contribution.pk).update(
        state=Contribution.State.WITHDRAWN, changed_at=timezone.now()
    )


def standing(*, by_id: int, game: str, slugs: Iterable[str]) -> dict[str, dict[str, Any]]:
    """Return what somebody has offered and not taken back of these cards: by slug, each fact with its value."""
    found: dict[str, dict[str, Any]] = {}
    mine = Contribution.objects.offered().filter(by=by_id, record__game=game, record__slug__in=list(slugs))
    for one in mine.select_related("record").order_by("changed_at", "pk"):
        found.setdefault(one.record.slug, {}).update(one.facts)
    return found


def withdraw_all(*, by: AbstractBaseUser, game: str, slug: str) -> int:
    """Take back everything that somebody has offered of a card; return how many offers there were."""
    mine = Contribution.objects.offered().filter(by=by, record__game=game, record__slug=slug)
    return mine.update(state=Contribution.State.WITHDRAWN, changed_at=timezone.now())


def _revision(game: str, slug: str) -> Revision:
    """The card as the newest release has it, by its slug or a former one."""
    record = Record.objects.filter(game=game, shelf=Shelf.CARD, slug=slug).first()
    while record is not None:
        if found := record.revisions.newest().first():
            return found
        record = publishing.successor(record)
    raise Refused("The catalog does not have this card, so nothing can be offered of it.")


def _is_wanted(document: dict[str, Any], fact: str) -> bool:
    """Whether the catalog knows a fact not at all, or only in part; one that a card may not have could be wanted."""
    return fact not in document or bool(documents.wanted(document[fact]))


def _check_limits(mine: Any) -> None:
    """Keep one person from flooding the curators. Raises Refused."""
    if mine.offered().count() >= MOST_STANDING:
        raise Refused(f"You have {MOST_STANDING} offers waiting. The curators will see to them first.")
    if mine.filter(offered_at__gt=timezone.now() - timedelta(days=1)).count() >= MOST_A_DAY:
        raise Refused(f"You have made {MOST_A_DAY} offers since yesterday. Go on tomorrow.")

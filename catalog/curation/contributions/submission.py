"""Making an offer and taking it back.

The person who made an offer can take it back while it waits. When an account goes, its offers stay and are nobody's.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Case, F, QuerySet, Value, When
from django.utils import timezone
from django.utils.translation import gettext as _

from catalog import documents, publishing
from catalog.curation.contributions import photos, quotas
from catalog.curation.contributions.quotas import ContributionRefused
from catalog.documents import canonical, card_facts, json_input
from catalog.documents.errors import InvalidInput, json_pointer
from catalog.models import Contribution, ContributionPhoto, DocumentType, Record, Release, Revision
from catalog.models.contributions import NOTE_LENGTH, WAITING, ContributionState
from catalog.pictures import uploads

MAX_CHARACTERS = 20_000
PRINTED_CARD = "The printed card"


@dataclass(frozen=True, slots=True)
class Origin:
    """Where offered facts are from, as a form says it: `source` is a title or a public address, empty for the printed
    card; `photo` is a file as it was sent; `thank` whether to name who offered them."""

    source: str = ""
    page: int | None = None
    photo: bytes = b""
    thank: bool = False

    def entry(self) -> dict[str, Any]:
        """Return it as documents name a source."""
        entry: dict[str, Any] = {
            "source": self.source or PRINTED_CARD,
            "checked": False,
            "basis": "transcribed" if self.source else "printed",
        }
        return entry | ({"page": self.page} if self.page else {})


def submit(
    *,
    by: User,
    game: str,
    slug: str,
    facts: dict[str, Any],
    note: str = "",
    mends: bool = False,
    origin: Origin | None = None,
) -> Contribution:
    """Offer what a card says; return the record, the same one for the same offer made twice.

    What the catalog knows as well is left out. What it does not know is taken; what it knows otherwise only when the
    offer `mends`. With an `origin` any fact of the card may be said, else those that players may say of their own
    in a list. Earlier offers of the same person for the same facts are taken back, since the newest is what the card
    says. Raises InvalidInput `invalid-contribution`, ContributionRefused, or UnreadablePicture for a photo that is
    none.
    """
    where = origin or Origin()
    photo = uploads.as_jpeg(where.photo) if where.photo else b""
    with transaction.atomic():
        _lock_offers(by)
        revision = _revision(game, slug)
        values = _values(revision, facts, note, where, mends=mends, whole=origin is not None)
        return _keep(by, revision, values, photo)


@dataclass(frozen=True, slots=True)
class SheetOffer:
    """What became of a sheet that was offered: the offers, one a card, and why others were left out, by slug."""

    made: tuple[Contribution, ...]
    left: dict[str, str]


def submit_sheet(
    *, by: User, game: str, sheet: str, rows: Mapping[str, dict[str, Any]], note: str = "", origin: Origin
) -> SheetOffer:
    """Offer what the cards of a set say, by slug, from the printed cards: all of it or nothing.

    What the catalog knows by now, or a curator has decided about, is left out and told. The offers count as one, and a
    photo is for all of them. Raises ContributionRefused where nothing is left, or UnreadablePicture.
    """
    photo = uploads.as_jpeg(origin.photo) if origin.photo else b""
    made, left = [], {}
    with transaction.atomic():
        _lock_offers(by)
        quotas.check_quota(by, photo=bool(photo))
        for slug, facts in sorted(rows.items()):
            try:
                revision = _revision(game, slug)
                values = _values(revision, facts, note, origin, mends=False, whole=False)
                made.append(_keep(by, revision, {**values, "sheet": sheet}, b"", checked=True))
            except ContributionRefused as refused:
                left[slug] = str(refused)
            except InvalidInput as error:
                left[slug] = error.faults[0].message
        if not made:
            raise ContributionRefused(
                _("There is nothing on this sheet that the catalog does not know or has not got.")
            )
        if photo:
            ContributionPhoto.objects.update_or_create(contribution=made[0], defaults={"data": photo})
    return SheetOffer(tuple(made), left)


def _lock_offers(by: User) -> None:
    """Hold what somebody offers until the transaction ends, so that two offers of one person count one another."""
    get_user_model().objects.select_for_update().get(pk=by.pk)


def _values(
    revision: Revision, facts: dict[str, Any], note: str, where: Origin, *, mends: bool, whole: bool
) -> dict[str, Any]:
    """Return what is kept of an offer. Raises InvalidInput, or ContributionRefused where it says nothing new."""
    submitted = {"facts": facts, "note": note, "source": where.source}
    json_input.check(submitted)
    submitted = json_input.tidy(submitted)
    document = revision.document
    _validate(document, submitted["facts"], where, whole=whole)
    new_facts = {
        fact: value for fact, value in submitted["facts"].items() if _adds_information(document, fact, value, mends)
    }
    if not new_facts:
        raise ContributionRefused(_("The catalog knows this by now, so there is nothing to offer."))
    return {
        "facts": new_facts,
        "note": submitted["note"].strip()[:NOTE_LENGTH],
        "source": submitted["source"].strip(),
        "page": where.page,
        "thank": where.thank,
        "mends": mends,
    }


@transaction.atomic
def withdraw(*, contribution: Contribution) -> None:
    """Take an offer back; the record stays, so that nothing is offered and taken back in secret.

    What of it was accepted before stays accepted.
    """
    _withdraw(Contribution.objects.filter(pk=contribution.pk))


def withdraw_by_id(*, by: User, number: int) -> bool:
    """Take back what somebody has offered under this number; return whether there was something that waits."""
    return bool(_withdraw(Contribution.objects.filter(by=by, pk=number)))


def open_contributions(*, by_id: int, game: str, slugs: Iterable[str]) -> dict[str, dict[str, Any]]:
    """Return what somebody has offered and not taken back of these cards: by slug, each fact with its value."""
    found: dict[str, dict[str, Any]] = {}
    mine = Contribution.objects.offered().filter(by=by_id, record__game=game, record__slug__in=list(slugs))
    for one in mine.select_related("record").order_by("changed_at", "pk"):
        found.setdefault(one.record.slug, {}).update(one.facts)
    return found


def withdraw_all(*, by: User, game: str, slug: str) -> int:
    """Take back everything that somebody has offered of a card; return how many offers there were."""
    return _withdraw(Contribution.objects.filter(by=by, record__game=game, record__slug=slug))


@transaction.atomic
def _withdraw(found: QuerySet[Contribution]) -> int:
    # Locked, so that a curator who decides at the same moment does so before, and is counted, or after, and is told.
    waiting = found.select_for_update(of=("self",)).filter(state__in=WAITING)
    numbers = list(waiting.order_by("pk").values_list("pk", flat=True))
    photos.pass_on(numbers)
    left = Case(
        When(accepted__gt=0, then=Value(ContributionState.ACCEPTED)), default=Value(ContributionState.WITHDRAWN)
    )
    return Contribution.objects.filter(pk__in=numbers).update(
        state=left, changed_at=timezone.now(), version=F("version") + 1
    )


def _keep(by: User, revision: Revision, values: dict[str, Any], photo: bytes, *, checked: bool = False) -> Contribution:
    """Keep an offer, once. Raises ContributionRefused where there are too many, or this one was decided about.

    Whether there are too many is not asked where that was `checked` before.
    """
    text = canonical.compact(values["facts"])
    if len(text) > MAX_CHARACTERS:
        raise ContributionRefused(_("This is more than one offer takes. Leave out what is not printed on the card."))
    key: dict[str, Any] = {"by": by, "record_id": revision.record_id, "digest": sha256(text.encode()).hexdigest()}
    mine = Contribution.objects.filter(by=by)
    before = mine.filter(**key).first()
    if before is not None and before.waits:
        return before
    if before is not None and (before.decided or before.state != ContributionState.WITHDRAWN):
        raise ContributionRefused(
            _("A curator has already decided about this offer. See how and why under your contributions.")
        )
    if not checked:
        quotas.check_quota(by, photo=bool(photo))
    for other in mine.offered().filter(record_id=revision.record_id):
        if other.undecided.keys() & values["facts"].keys():
            withdraw(contribution=other)
    anew = {"state": ContributionState.OFFERED, "release": Release.objects.newest(), "changed_at": timezone.now()}
    if before is not None:
        anew |= {"messages": [], "version": before.version + 1}
    made, _made = Contribution.objects.update_or_create(**key, defaults=values | anew)
    if photo:
        ContributionPhoto.objects.create(contribution=made, data=photo)
    return made


def _validate(document: dict[str, Any], facts: dict[str, Any], origin: Origin, *, whole: bool) -> None:
    """Hold offered facts against the schema of their card, and where they are from. Raises InvalidInput."""
    faults = card_facts.faults_in_facts(documents.schema_path(document), facts, whole=whole)
    if whole and not faults:
        merged = with_facts(document, facts, origin.entry())
        faults = [one for one in documents.faults_in(merged) if _is_about(one.pointer, facts)]
    if faults:
        raise InvalidInput("invalid-contribution", [one.under(json_pointer("facts")) for one in faults])


def _is_about(pointer: str, facts: dict[str, Any]) -> bool:
    """Whether a fault is one of these facts or of the whole card; what else is wrong was so before."""
    first = pointer.split("/")[1] if pointer else ""
    return not first or first in facts or first == "sources"


def with_facts(document: dict[str, Any], facts: dict[str, Any], entry: dict[str, Any]) -> dict[str, Any]:
    """Return the document of a card that says these facts, each of them from this source."""
    sources = {
        pointer: source
        for pointer, source in document["sources"].items()
        if not pointer or pointer.split("/")[1] not in facts
    }
    return {**document, **facts, "sources": sources | {json_pointer(fact): entry for fact in facts}}


def _revision(game: str, slug: str) -> Revision:
    """The card as the newest release has it, by its slug or a former one."""
    record = Record.objects.filter(game=game, document_type=DocumentType.CARD, slug=slug).first()
    while record is not None:
        if found := record.revisions.newest().first():
            return found
        record = publishing.successor(record)
    raise ContributionRefused(_("The catalog does not have this card, so nothing can be offered of it."))


def _adds_information(document: dict[str, Any], fact: str, value: Any, mends: bool) -> bool:
    """Whether an offer of a fact says something: what the catalog knows not at all, or in part, or otherwise."""
    if fact in document and document[fact] == value:
        return False
    return mends or fact not in document or bool(documents.wanted_pointers(document[fact]))

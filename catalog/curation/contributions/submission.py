"""Submitting and withdrawing contributions.

An author can withdraw a contribution while it is open. Contributions of deleted accounts stay, without an author.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any
from uuid import uuid4

from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Case, F, QuerySet, Value, When
from django.utils import timezone
from django.utils.translation import gettext as _

from catalog import documents, publishing
from catalog.curation.contributions import photos, quotas
from catalog.curation.contributions.quotas import ContributionRefused
from catalog.documents import canonical, card_facts, json_input, provenance, semantic_validation
from catalog.documents.errors import InvalidInput, json_pointer
from catalog.models import Contribution, ContributionPhoto, DocumentType, Record, Release, Revision
from catalog.models.contributions import NOTE_LENGTH, WAITING, ContributionState
from catalog.pictures import uploads

MAX_CHARACTERS = 20_000
PRINTED_CARD = "The printed card"


@dataclass(frozen=True, slots=True)
class Origin:
    """The source of offered facts as entered in a form.

    `source` is a title or public address. Without one the facts are from the printed card: either `printed` is true,
    because the author says so, or `photo` holds the uploaded file. `thank` is true if the author wants to be named.
    """

    source: str = ""
    page: int | None = None
    photo: bytes = b""
    thank: bool = False
    printed: bool = False

    @property
    def is_named(self) -> bool:
        """True if there is a source, or a statement or photo of the printed card."""
        return bool(self.source or self.printed or self.photo)

    def tidied(self) -> "Origin":
        """Return an origin that says `printed` instead of naming the printed card as its source."""
        named = self.source.strip(" .").casefold().removeprefix("the ")
        own = {word.casefold().removeprefix("the ") for word in (PRINTED_CARD, _("the printed card"))}
        return replace(self, source="", printed=True) if named in own else self

    def entry(self) -> dict[str, Any]:
        """Return the source in the format of documents."""
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
    origin: Origin,
    note: str = "",
    mends: bool = False,
    whole: bool = True,
) -> Contribution:
    """Submit facts of a card; return the contribution, the existing one if the offer is repeated.

    Facts that the catalog already has are left out. Facts with another value in the catalog are accepted only if the
    offer `mends`. With `whole` any fact of the card can be offered, else only those that players may enter in a list.
    Earlier open contributions by the account with any of these facts are withdrawn. Raises InvalidInput
    `invalid-contribution`, also for an `origin` that names nothing; ContributionRefused; or UnreadablePicture for an
    unusable photo.
    """
    photo = uploads.as_jpeg(origin.photo) if origin.photo else b""
    with transaction.atomic():
        _lock_offers(by)
        revision = _revision(game, slug)
        values = _values(revision, facts, note, origin, mends=mends, whole=whole)
        return _keep(by, revision, values, photo)


@dataclass(frozen=True, slots=True)
class SheetOffer:
    """The result of submitting several cards: the contributions, one per card, and the reasons for skipped cards by
    slug.
    """

    made: tuple[Contribution, ...]
    left: dict[str, str]


def submit_sheet(
    *, by: User, game: str, sheet: str, facts_by_slug: Mapping[str, dict[str, Any]], note: str = "", origin: Origin
) -> SheetOffer:
    """Submit facts of the cards of a set, by slug, from the printed cards, in one transaction.

    Cards that the catalog knows by now, or that a curator has decided about, are skipped and reported. The
    contributions count as one, and share the photo. Raises ContributionRefused if nothing is left, or
    UnreadablePicture.
    """
    photo = uploads.as_jpeg(origin.photo) if origin.photo else b""
    with transaction.atomic():
        _lock_offers(by)
        quotas.check_quota(by, photo=bool(photo))
        done = _submit_cards(by, game, facts_by_slug, note, origin, {"sheet": sheet})
        if not done.made:
            raise ContributionRefused(
                _("There is nothing on this sheet that the catalog does not know or has not got.")
            )
        if photo:
            ContributionPhoto.objects.update_or_create(contribution=done.made[0], defaults={"data": photo})
    return done


@transaction.atomic
def submit_batch(
    *,
    by: User,
    game: str,
    facts_by_slug: Mapping[str, dict[str, Any]],
    photos_by_slug: Mapping[str, bytes],
    note: str = "",
    origin: Origin,
) -> SheetOffer:
    """Submit facts of the cards of a shelf, by slug, from the printed cards, each with its own photo if there is one.

    The photos are JPEGs of `catalog.pictures.uploads`. Cards that the catalog knows by now, or that a curator has
    decided about, are skipped and reported. The contributions form a new batch, which counts as one contribution.
    Raises ContributionRefused if nothing is left, or for a limit.
    """
    _lock_offers(by)
    photos_of_cards = {slug: photo for slug, photo in photos_by_slug.items() if slug in facts_by_slug}
    quotas.check_batch(by, photos=photos_of_cards.values())
    done = _submit_cards(by, game, facts_by_slug, note, origin, {"batch": uuid4()}, photos_of_cards)
    if not done.made:
        raise ContributionRefused(next(iter(done.left.values()), _("No card of this shelf is done yet.")))
    return done


def _submit_cards(
    by: User,
    game: str,
    facts_by_slug: Mapping[str, dict[str, Any]],
    note: str,
    origin: Origin,
    group: Mapping[str, Any],
    photos_by_slug: Mapping[str, bytes] | None = None,
) -> SheetOffer:
    """Submit facts of several cards of one `group`, whose quota was checked; cards that are refused are reported."""
    made, left = [], {}
    for slug, facts in sorted(facts_by_slug.items()):
        try:
            revision = _revision(game, slug)
            values = _values(revision, facts, note, origin, mends=False, whole=False) | dict(group)
            made.append(_keep(by, revision, values, (photos_by_slug or {}).get(slug, b""), checked=True))
        except ContributionRefused as refused:
            left[slug] = str(refused)
        except InvalidInput as error:
            left[slug] = error.faults[0].message
    return SheetOffer(tuple(made), left)


def _lock_offers(by: User) -> None:
    """Lock the account until the end of the transaction, so that concurrent contributions are counted correctly."""
    get_user_model().objects.select_for_update().get(pk=by.pk)


def _values(
    revision: Revision, facts: dict[str, Any], note: str, where: Origin, *, mends: bool, whole: bool
) -> dict[str, Any]:
    """Return the fields of a contribution. Raises InvalidInput, or ContributionRefused if no fact is new."""
    submitted = {"facts": facts, "note": note, "source": where.source}
    json_input.check(submitted)
    submitted = json_input.tidy(submitted)
    document = revision.document
    where = replace(where, source=submitted["source"].strip()).tidied()
    _validate(document, submitted["facts"], where, whole=whole)
    new_facts = {
        fact: value for fact, value in submitted["facts"].items() if _adds_information(document, fact, value, mends)
    }
    if not new_facts:
        if all(document.get(fact) == value for fact, value in submitted["facts"].items()):
            raise ContributionRefused(_("The catalog knows this by now, so there is nothing to offer."))
        raise ContributionRefused(_("The catalog has other values. Offer yours as a correction."))
    return {
        "facts": new_facts,
        "note": submitted["note"].strip()[:NOTE_LENGTH],
        "source": where.source,
        "page": where.page,
        "thank": where.thank,
        "mends": mends,
        "sheet": "",
        "batch": None,
    }


@transaction.atomic
def withdraw(*, contribution: Contribution) -> None:
    """Withdraw a contribution. The record is kept, so that submitting and withdrawing stays visible.

    Facts accepted before remain accepted.
    """
    _withdraw(Contribution.objects.filter(pk=contribution.pk))


def withdraw_by_id(*, by: User, number: int) -> bool:
    """Withdraw the contribution of an account with this number; return whether an open one existed."""
    return bool(_withdraw(Contribution.objects.filter(by=by, pk=number)))


def open_contributions(*, by_id: int, game: str, slugs: Iterable[str]) -> dict[str, dict[str, Any]]:
    """Return the open contributions of an account to these cards: the value of each fact, by slug."""
    found: dict[str, dict[str, Any]] = {}
    mine = Contribution.objects.offered().filter(by=by_id, record__game=game, record__slug__in=list(slugs))
    for contribution in mine.select_related("record").order_by("changed_at", "pk"):
        found.setdefault(contribution.record.slug, {}).update(contribution.facts)
    return found


def withdraw_all(*, by: User, game: str, slug: str) -> int:
    """Withdraw all open contributions of an account to a card; return their number."""
    return _withdraw(Contribution.objects.filter(by=by, record__game=game, record__slug=slug))


@transaction.atomic
def _withdraw(contributions: QuerySet[Contribution]) -> int:
    # Locked, so that a concurrent decision of a curator is either completed first or gets an error.
    waiting = contributions.select_for_update(of=("self",)).filter(state__in=WAITING)
    numbers = list(waiting.order_by("pk").values_list("pk", flat=True))
    photos.pass_on(numbers)
    left = Case(
        When(accepted__gt=0, then=Value(ContributionState.ACCEPTED)), default=Value(ContributionState.WITHDRAWN)
    )
    return Contribution.objects.filter(pk__in=numbers).update(
        state=left, changed_at=timezone.now(), version=F("version") + 1
    )


def _keep(by: User, revision: Revision, values: dict[str, Any], photo: bytes, *, checked: bool = False) -> Contribution:
    """Store a contribution once. Raises ContributionRefused over the quota, or if a curator has decided about it
    before.

    With `checked` the quota is not checked again.
    """
    text = canonical.compact(values["facts"])
    if len(text) > MAX_CHARACTERS:
        raise ContributionRefused(_("The offer is too large. Leave out everything that is not printed on the card."))
    key: dict[str, Any] = {"by": by, "record_id": revision.record_id, "digest": sha256(text.encode()).hexdigest()}
    mine = Contribution.objects.filter(by=by)
    before = mine.filter(**key).first()
    if before is not None and before.waits:
        if photo:
            ContributionPhoto.objects.update_or_create(contribution=before, defaults={"data": photo})
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
    """Check offered facts and their source against the schema of the card. Raises InvalidInput."""
    faults = card_facts.faults_in_facts(documents.schema_path(document), facts, whole=whole)
    if not faults:
        merged = with_facts(document, facts, origin.entry())
        found = documents.faults_in(merged) if whole else semantic_validation.partial_fact_faults(merged)
        faults = [one for one in found if _is_about(one.pointer, facts)]
    faults = [one.under(json_pointer("facts")) for one in faults]
    if not origin.is_named:
        remedy = _("Name one, such as “the printed card”, or add a photo of the card.")
        faults.append(provenance.unsourced_fault(json_pointer("source"), remedy))
    if faults:
        raise InvalidInput("invalid-contribution", faults)


def _is_about(pointer: str, facts: dict[str, Any]) -> bool:
    """Return whether a fault concerns one of these facts, the sources or the whole card."""
    first = pointer.split("/")[1] if pointer else ""
    return not first or first in facts or first == "sources"


def with_facts(document: dict[str, Any], facts: dict[str, Any], entry: dict[str, Any]) -> dict[str, Any]:
    """Return the document of a card with these facts and their source."""
    sources = {
        pointer: source
        for pointer, source in document["sources"].items()
        if not pointer or pointer.split("/")[1] not in facts
    }
    return {**document, **facts, "sources": sources | {json_pointer(fact): entry for fact in facts}}


def _revision(game: str, slug: str) -> Revision:
    """Return the card's revision in the newest release, by its current or a former slug."""
    record = Record.objects.filter(game=game, document_type=DocumentType.CARD, slug=slug).first()
    while record is not None:
        if found := record.revisions.newest().first():
            return found
        record = publishing.successor(record)
    refusal = ContributionRefused(_("The catalog does not have this card, so nothing can be offered of it."))
    refusal.pointer = "/card"
    raise refusal


def _adds_information(document: dict[str, Any], fact: str, value: Any, mends: bool) -> bool:
    """Return whether a fact is new to the catalog: unknown there, known in part, or, with `mends`, different."""
    if fact in document and document[fact] == value:
        return False
    return mends or fact not in document or bool(documents.wanted_pointers(document[fact]))

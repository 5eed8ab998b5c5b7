"""Adding a picture to a card, changing what is said of it, and withdrawing it: each whole or not at all."""

import secrets
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from catalog import audit
from catalog.atomic_files import atomic_write
from catalog.errors import Refused
from catalog.models import DocumentType, Picture, Record, Rendition
from catalog.pictures import renditions, uploads

FOLDER = "pictures"
MAX_PER_CARD = 12
SHORTEST_SIDE = 160
"""Pixels below which nothing is to be seen in a picture."""


class PictureRefused(Refused):
    """A picture that is not taken, with the reason for people as its text."""


@dataclass(frozen=True, slots=True)
class Credit:
    """What is said of a picture: `alt` what it shows, whose it is, the SPDX id of its licence, the address it is from
    or `""`."""

    alt: str
    author: str
    licence: str
    source: str = ""


def shown_pictures(game: str, document: dict[str, Any]) -> list[Picture]:
    """Return the pictures of a card that everybody sees, in the order in which they were added, with their files.

    A card that was given another slug keeps those it has from before.
    """
    slugs = [document["slug"], *document.get("formerly", ())]
    found = Picture.objects.shown().filter(
        record__game=game, record__document_type=DocumentType.CARD, record__slug__in=slugs
    )
    return list(found.prefetch_related("renditions"))


def add(*, record: Record, raw: bytes, credit: Credit, by: Any) -> Picture:
    """Add a picture to a card and return it. Raises UnreadablePicture, Refused; nothing of it is kept then."""
    image = uploads.normalized(raw, renditions.LONGEST)
    if min(image.size) < SHORTEST_SIDE:
        message = _("The picture has {wide} × {high} pixels, too few to see much. {least} each way is the least.")
        raise PictureRefused(message.format(wide=image.width, high=image.height, least=SHORTEST_SIDE))
    digest = renditions.digest(image)
    _check(record, digest)
    made = list(renditions.render_files(image))
    folder = f"{FOLDER}/{secrets.token_hex(8)}"
    rows = [_rendition(folder, one) for one in made]
    try:
        for row, one in zip(rows, made, strict=True):
            _write(_place(str(row.file.name)), one.body)
        with transaction.atomic():
            Record.objects.select_for_update().get(pk=record.pk)
            _check(record, digest)
            picture = Picture.objects.create(record=record, digest=digest, by=by, **asdict(credit))
            for row in rows:
                row.picture = picture
            Rendition.objects.bulk_create(rows)
            audit.log_action(
                "picture added", by=by, of=_audit_label(picture), after={"licence": credit.licence, "digest": digest}
            )
    except BaseException:
        _remove([str(row.file.name) for row in rows])
        raise
    return picture


@transaction.atomic
def change(*, picture: Picture, credit: Credit, by: Any) -> list[str]:
    """Say something else of a picture that is shown; return the names of what differs. Raises Refused."""
    now = Picture.objects.select_for_update().get(pk=picture.pk)
    if now.withdrawn_at:
        raise PictureRefused(_("This picture is withdrawn."))
    before, after = {key: getattr(now, key) for key in asdict(credit)}, asdict(credit)
    differing = [key for key in after if before[key] != after[key]]
    if differing:
        Picture.objects.filter(pk=now.pk).update(**after)
        # Whose it is may be somebody's name, which the log does not keep.
        logged = {"licence": before["licence"]}, {"licence": after["licence"], "changed": differing}
        audit.log_action("picture changed", by=by, of=_audit_label(now), before=logged[0], after=logged[1])
    return differing


@transaction.atomic
def withdraw(*, picture: Picture, why: str, by: Any, barred: bool) -> int:
    """Take a picture away from everybody's eyes at once and delete its files; return from how many cards.

    `barred`, it goes from every card that has it, and is not taken again. What was withdrawn before stays so. The row
    stays. Its files go when this is certain; those that a stop left are found by `check_data` and go by `rebuild`.
    """
    same = Picture.objects.shown().filter(digest=picture.digest)
    found = list((same if barred else same.filter(pk=picture.pk)).select_for_update(of=("self",)))
    names = list(Rendition.objects.filter(picture__in=found).values_list("file", flat=True))
    Rendition.objects.filter(picture__in=found).delete()
    for one in found:
        changes = {"withdrawn_at": timezone.now(), "withdrawn_by": by, "why": why, "barred": barred}
        Picture.objects.filter(pk=one.pk).update(**changes)
        audit.log_action(
            "picture withdrawn", by=by, of=_audit_label(one), after={"barred": barred, "digest": one.digest}
        )
    transaction.on_commit(lambda: _remove(names))
    return len(found)


def _check(record: Record, digest: str) -> None:
    """Refuse what is there, what was barred, and too many. Raises Refused."""
    barred = Picture.objects.filter(digest=digest, barred=True).first()
    if barred is not None:
        message = _("This picture was withdrawn on {day}, and is not taken again: “{why}”.")
        raise PictureRefused(message.format(day=f"{barred.withdrawn_at:%Y-%m-%d}", why=barred.why))
    here = Picture.objects.shown().filter(record=record)
    if here.filter(digest=digest).exists():
        raise PictureRefused(_("The card has this picture already."))
    if here.count() >= MAX_PER_CARD:
        raise PictureRefused(_("The card has {most} pictures. Withdraw one first.").format(most=MAX_PER_CARD))


def _audit_label(picture: Picture) -> str:
    record = picture.record
    return f"{record.game}/{record.document_type}/{record.slug} picture {picture.pk}"


# -- files -----------------------------------------------------------------------------------------------------------


def _rendition(folder: str, one: renditions.RenderedFile) -> Rendition:
    return Rendition(
        form=one.form,
        width=one.width,
        height=one.height,
        size=len(one.body),
        digest=one.digest,
        file=f"{folder}/{one.width}.{one.form}",
    )


def _place(name: str) -> Path:
    return Path(settings.MEDIA_ROOT) / name


def _write(target: Path, body: bytes) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    with atomic_write(target) as file:
        file.write(body)


def _remove(names: Iterable[str]) -> None:
    """Delete files, and the folders that they leave empty. What cannot be deleted is what `check_data` finds."""
    for name in names:
        place = _place(name)
        try:
            place.unlink(missing_ok=True)
            place.parent.rmdir()
        except OSError:
            continue


def rendition_bytes(one: Rendition) -> bytes | None:
    """Return what is sent; None where the file is not there."""
    try:
        return _place(str(one.file.name)).read_bytes()
    except FileNotFoundError:
        return None

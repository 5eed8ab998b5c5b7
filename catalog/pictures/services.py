"""Services that add, change and withdraw pictures of cards, each atomically."""

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
MIN_SIDE_PIXELS = 160
"""Minimum shorter side of a picture in pixels."""


class PictureRefused(Refused):
    """A refused picture, with the reason for people as its text."""


@dataclass(frozen=True, slots=True)
class Credit:
    """The credit of a picture.

    `alt` is its alternative text, `licence` the SPDX id of its license, `source` the address of its source or `""`.
    """

    alt: str
    author: str
    licence: str
    source: str = ""


def shown_pictures(game: str, document: dict[str, Any]) -> list[Picture]:
    """Return the public pictures of a card with their files, in the order in which they were added.

    A renamed card keeps the pictures of its former slugs.
    """
    slugs = [document["slug"], *document.get("formerly", ())]
    found = Picture.objects.shown().filter(
        record__game=game, record__document_type=DocumentType.CARD, record__slug__in=slugs
    )
    return list(found.prefetch_related("renditions"))


def add(*, record: Record, raw: bytes, credit: Credit, by: Any) -> Picture:
    """Add a picture to a card and return it. Raises UnreadablePicture and Refused; nothing is stored then."""
    image = uploads.normalized(raw, renditions.MAX_SIDE_PIXELS)
    if min(image.size) < MIN_SIDE_PIXELS:
        message = _("The picture has {wide} × {high} pixels, too few to see much. {least} each way is the least.")
        raise PictureRefused(message.format(wide=image.width, high=image.height, least=MIN_SIDE_PIXELS))
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
    """Change the credit of a shown picture. Return the names of the changed fields. Raises Refused."""
    now = Picture.objects.select_for_update().get(pk=picture.pk)
    if now.withdrawn_at:
        raise PictureRefused(_("This picture is withdrawn."))
    before, after = {key: getattr(now, key) for key in asdict(credit)}, asdict(credit)
    differing = [key for key in after if before[key] != after[key]]
    if differing:
        Picture.objects.filter(pk=now.pk).update(**after)
        # The author may be a person's name, which the log does not keep.
        logged = {"licence": before["licence"]}, {"licence": after["licence"], "changed": differing}
        audit.log_action("picture changed", by=by, of=_audit_label(now), before=logged[0], after=logged[1])
    return differing


@transaction.atomic
def withdraw(*, picture: Picture, why: str, by: Any, barred: bool) -> int:
    """Withdraw a picture and delete its files. Return the number of affected cards.

    With `barred` it is withdrawn from every card that has it, and refused in the future. Earlier withdrawals stay
    unchanged. The row remains. The files are deleted after the commit; files left behind by a crash are found by
    `check_data` and removed by `rebuild`.
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
    """Raise Refused for a duplicate, a barred picture, and one too many."""
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


def _rendition(folder: str, rendered: renditions.RenderedFile) -> Rendition:
    return Rendition(
        form=rendered.form,
        width=rendered.width,
        height=rendered.height,
        size=len(rendered.body),
        digest=rendered.digest,
        file=f"{folder}/{rendered.width}.{rendered.form}",
    )


def _place(name: str) -> Path:
    return Path(settings.MEDIA_ROOT) / name


def _write(target: Path, body: bytes) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    with atomic_write(target) as file:
        file.write(body)


def _remove(names: Iterable[str]) -> None:
    """Delete files and the folders left empty. `check_data` finds files that could not be deleted."""
    for name in names:
        place = _place(name)
        try:
            place.unlink(missing_ok=True)
            place.parent.rmdir()
        except OSError:
            continue


def rendition_bytes(rendition: Rendition) -> bytes | None:
    """Return the bytes of a file; None if it is missing."""
    try:
        return _place(str(rendition.file.name)).read_bytes()
    except FileNotFoundError:
        return None

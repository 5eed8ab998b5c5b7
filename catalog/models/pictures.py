"""Models of pictures of cards: their author and license, and the image files."""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from catalog.documents.licences import LICENCES

ALT_LENGTH = 300
AUTHOR_LENGTH = 200
SOURCE_LENGTH = 500
REASON_LENGTH = 300
MEDIA_TYPES = {"avif": "image/avif", "webp": "image/webp"}
"""The formats of image files, smallest first: media types by file extension."""


class PictureQuerySet(models.QuerySet["Picture"]):
    def shown(self) -> "PictureQuerySet":
        """Return the pictures that are not withdrawn."""
        return self.filter(withdrawn_at__isnull=True)


class Picture(models.Model):
    """A picture of a card: a photo of its miniature, or a drawing.

    `digest` is computed from the pixels, to recognize a picture in any file. A withdrawn picture has no files; its row
    records the user who withdrew it and the reason. A `barred` picture is never accepted again.
    """

    record = models.ForeignKey("catalog.Record", models.PROTECT, related_name="pictures", verbose_name=_("card"))
    alt = models.CharField(_("what it shows"), max_length=ALT_LENGTH)
    author = models.CharField(max_length=AUTHOR_LENGTH)
    licence = models.CharField(max_length=20, choices=[(one.id, one.name) for one in LICENCES.values()])
    source = models.URLField(max_length=SOURCE_LENGTH, blank=True, default="", db_default="")
    digest = models.CharField(max_length=64, editable=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, editable=False, related_name="+")
    added_at = models.DateTimeField(auto_now_add=True)
    withdrawn_at = models.DateTimeField(null=True, editable=False)
    withdrawn_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, editable=False, related_name="+"
    )
    why = models.CharField(max_length=REASON_LENGTH, blank=True, default="", db_default="", editable=False)
    barred = models.BooleanField(default=False, db_default=False, editable=False)

    objects = PictureQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["record", "digest"], condition=Q(withdrawn_at__isnull=True), name="picture_once_a_card"
            ),
            models.CheckConstraint(condition=Q(licence__in=list(LICENCES)), name="picture_licence_known"),
            models.CheckConstraint(condition=~Q(alt="") & ~Q(author=""), name="picture_says_what_and_whose"),
            models.CheckConstraint(
                condition=Q(withdrawn_at__isnull=True, why="", barred=False)
                | (Q(withdrawn_at__isnull=False) & ~Q(why="")),
                name="picture_withdrawn_says_why",
            ),
        ]
        indexes = [models.Index(fields=["digest"], name="picture_digest")]

    def __str__(self) -> str:
        return f"picture {self.pk} of {self.record}"

    @property
    def terms(self) -> Any:
        """The license, with its name and address."""
        return LICENCES[self.licence]

    @property
    def avif(self) -> list["Rendition"]:
        """The AVIF files, narrowest first."""
        return self.of("avif")

    @property
    def webp(self) -> list["Rendition"]:
        """The WebP files, narrowest first."""
        return self.of("webp")

    def of(self, form: str) -> list["Rendition"]:
        """Return the files of a format, narrowest first."""
        return sorted((file for file in self.renditions.all() if file.form == form), key=lambda file: file.width)


class Rendition(models.Model):
    """An image file of a picture in one size. `digest` is computed from its bytes and is part of its address."""

    picture = models.ForeignKey(Picture, models.CASCADE, related_name="renditions")
    form = models.CharField(max_length=4, choices=MEDIA_TYPES)
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    size = models.PositiveIntegerField(help_text="In bytes.")
    digest = models.CharField(max_length=64)
    file = models.FileField(max_length=100)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["picture", "form", "width"], name="rendition_once"),
            models.UniqueConstraint(fields=["file"], name="rendition_file_of_one"),
            models.CheckConstraint(condition=Q(form__in=list(MEDIA_TYPES)), name="rendition_form_known"),
        ]
        indexes = [models.Index(fields=["digest"], name="rendition_digest")]

    def __str__(self) -> str:
        return f"{self.width} × {self.height} {self.form}"

    @property
    def media_type(self) -> str:
        return MEDIA_TYPES[self.form]

    @property
    def address(self) -> str:
        """The path of the URL. It changes with the contents, so that responses can be cached forever."""
        return f"/pictures/{self.digest}.{self.form}"

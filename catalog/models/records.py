"""Models of the identities in the catalog: a game, a document type and a slug, which never change."""

from typing import ClassVar, Self, TypeVar

from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

valid_slug = RegexValidator(r"^[a-z0-9]+(-[a-z0-9]+)*\Z", "Lower-case letters, digits and single hyphens.")


class DocumentType(models.TextChoices):
    """The types of documents in the catalog, each with its own namespace of slugs."""

    CARD = "card", _("card")
    SET = "set", _("set")
    FORMAT = "format", _("format")
    HOUSE_RULE = "house-rule", _("house rule")
    RULING = "ruling", _("ruling")
    ADVENTURE = "adventure", _("adventure")
    REFERENCE = "reference", _("reference")
    RULEBOOK = "rulebook", _("rulebook")
    SECTION = "section", _("section")
    GAME = "game", _("game")


class Stage(models.TextChoices):
    """The stage of a draft on its way into a release."""

    DRAFT = "draft", _("draft")
    REVIEW = "review", _("in review")
    APPROVED = "approved", _("approved")


class Record(models.Model):
    """The identity of a document: its game, document type and slug."""

    game = models.CharField(max_length=100, validators=[valid_slug])
    document_type = models.CharField(max_length=10, choices=DocumentType, db_column="shelf")
    slug = models.CharField(max_length=100, validators=[valid_slug])

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "document_type", "slug"], name="record_identity"),
            models.CheckConstraint(
                condition=Q(document_type__in=[one.value for one in DocumentType]), name="record_shelf_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game}/{self.slug}"


R = TypeVar("R", bound=Record)


class DocumentTypeManager(models.Manager[R]):
    def __init__(self, document_type: DocumentType) -> None:
        super().__init__()
        self.document_type = document_type

    def get_queryset(self) -> models.QuerySet[R]:
        return super().get_queryset().filter(document_type=self.document_type)


class Card(Record):
    """The identity of a card."""

    objects: ClassVar[DocumentTypeManager[Self]] = DocumentTypeManager(DocumentType.CARD)

    class Meta:
        proxy = True
        verbose_name = _("card")
        verbose_name_plural = _("cards")


class CardSet(Record):
    """The identity of a set."""

    objects: ClassVar[DocumentTypeManager[Self]] = DocumentTypeManager(DocumentType.SET)

    class Meta:
        proxy = True
        verbose_name = _("set")
        verbose_name_plural = _("sets")


class Format(Record):
    """The identity of a format."""

    objects: ClassVar[DocumentTypeManager[Self]] = DocumentTypeManager(DocumentType.FORMAT)

    class Meta:
        proxy = True
        verbose_name = _("format")
        verbose_name_plural = _("formats")


class HouseRule(Record):
    """The identity of a house rule."""

    objects: ClassVar[DocumentTypeManager[Self]] = DocumentTypeManager(DocumentType.HOUSE_RULE)

    class Meta:
        proxy = True
        verbose_name = _("house rule")
        verbose_name_plural = _("house rules")


class Ruling(Record):
    """The identity of a ruling."""

    objects: ClassVar[DocumentTypeManager[Self]] = DocumentTypeManager(DocumentType.RULING)

    class Meta:
        proxy = True
        verbose_name = _("ruling")
        verbose_name_plural = _("rulings")


class Adventure(Record):
    """The identity of an adventure."""

    objects: ClassVar[DocumentTypeManager[Self]] = DocumentTypeManager(DocumentType.ADVENTURE)

    class Meta:
        proxy = True
        verbose_name = _("adventure")
        verbose_name_plural = _("adventures")


class Reference(Record):
    """The identity of a reference: a summary of one topic of the rulebook."""

    objects: ClassVar[DocumentTypeManager[Self]] = DocumentTypeManager(DocumentType.REFERENCE)

    class Meta:
        proxy = True
        verbose_name = _("reference")
        verbose_name_plural = _("references")


class Rulebook(Record):
    """The identity of a rulebook."""

    objects: ClassVar[DocumentTypeManager[Self]] = DocumentTypeManager(DocumentType.RULEBOOK)

    class Meta:
        proxy = True
        verbose_name = _("rulebook")
        verbose_name_plural = _("rulebooks")


class Section(Record):
    """The identity of a section of a rulebook: a rule or a heading at its address."""

    objects: ClassVar[DocumentTypeManager[Self]] = DocumentTypeManager(DocumentType.SECTION)

    class Meta:
        proxy = True
        verbose_name = _("section")
        verbose_name_plural = _("sections")


class Game(Record):
    """The identity of a game."""

    objects: ClassVar[DocumentTypeManager[Self]] = DocumentTypeManager(DocumentType.GAME)

    class Meta:
        proxy = True
        verbose_name = _("game")
        verbose_name_plural = _("games")

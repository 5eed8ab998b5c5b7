"""What the catalog knows, whatever is said of it: a game, a document type and a slug that stay for ever."""

from typing import ClassVar, Self, TypeVar

from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

valid_slug = RegexValidator(r"^[a-z0-9]+(-[a-z0-9]+)*\Z", "Lower-case letters, digits and single hyphens.")


class DocumentType(models.TextChoices):
    """The sorts of document the catalog keeps, each with slugs of its own."""

    CARD = "card", _("card")
    SET = "set", _("set")
    FORMAT = "format", _("format")
    HOUSE_RULE = "house-rule", _("house rule")
    RULING = "ruling", _("ruling")
    ADVENTURE = "adventure", _("adventure")
    REFERENCE = "reference", _("reference")
    GAME = "game", _("game")


class Stage(models.TextChoices):
    """How far a draft is on its way into a release."""

    DRAFT = "draft", _("draft")
    REVIEW = "review", _("in review")
    APPROVED = "approved", _("approved")


class Record(models.Model):
    """One thing the catalog knows, whatever its document says: its game, its document type, its slug."""

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
    """The records of documents of one type."""

    def __init__(self, document_type: DocumentType) -> None:
        super().__init__()
        self.document_type = document_type

    def get_queryset(self) -> models.QuerySet[R]:
        return super().get_queryset().filter(document_type=self.document_type)


class Card(Record):
    """A card's identity."""

    objects: ClassVar[DocumentTypeManager[Self]] = DocumentTypeManager(DocumentType.CARD)

    class Meta:
        proxy = True
        verbose_name = _("card")
        verbose_name_plural = _("cards")


class CardSet(Record):
    """A set's identity."""

    objects: ClassVar[DocumentTypeManager[Self]] = DocumentTypeManager(DocumentType.SET)

    class Meta:
        proxy = True
        verbose_name = _("set")
        verbose_name_plural = _("sets")


class Format(Record):
    """A format's identity."""

    objects: ClassVar[DocumentTypeManager[Self]] = DocumentTypeManager(DocumentType.FORMAT)

    class Meta:
        proxy = True
        verbose_name = _("format")
        verbose_name_plural = _("formats")


class HouseRule(Record):
    """A house rule's identity."""

    objects: ClassVar[DocumentTypeManager[Self]] = DocumentTypeManager(DocumentType.HOUSE_RULE)

    class Meta:
        proxy = True
        verbose_name = _("house rule")
        verbose_name_plural = _("house rules")


class Ruling(Record):
    """A ruling's identity."""

    objects: ClassVar[DocumentTypeManager[Self]] = DocumentTypeManager(DocumentType.RULING)

    class Meta:
        proxy = True
        verbose_name = _("ruling")
        verbose_name_plural = _("rulings")


class Adventure(Record):
    """An adventure's identity."""

    objects: ClassVar[DocumentTypeManager[Self]] = DocumentTypeManager(DocumentType.ADVENTURE)

    class Meta:
        proxy = True
        verbose_name = _("adventure")
        verbose_name_plural = _("adventures")


class Reference(Record):
    """A reference's identity: what the rulebook says of one thing of the game."""

    objects: ClassVar[DocumentTypeManager[Self]] = DocumentTypeManager(DocumentType.REFERENCE)

    class Meta:
        proxy = True
        verbose_name = _("reference")
        verbose_name_plural = _("references")


class Game(Record):
    """A game's identity."""

    objects: ClassVar[DocumentTypeManager[Self]] = DocumentTypeManager(DocumentType.GAME)

    class Meta:
        proxy = True
        verbose_name = _("game")
        verbose_name_plural = _("games")

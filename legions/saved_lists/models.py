"""Models of saved lists: legions and all their states.

A legion's document is stored as it was built. Its digest and its verdict are never stored: they are computed when
needed, with the release that the document names.
"""

import uuid
from datetime import datetime
from typing import Any, Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Length
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from catalog.documents.json_input import is_blank
from catalog.documents.text_folding import fold
from catalog.models import number_column, text_column
from legions.accounts.holders import Holder, held_by, one_holder
from legions.game_words import words_of_game
from legions.saved_lists.share_keys import SHARE_KEY
from rulesapi.engine.core.collection import without_collections

FOLDER_LENGTH = 60
SEARCHED_BYTES = 2_000
"""The maximum size of the text by which a legion is found: PostgreSQL refuses rows of an index of more than 2,704."""
_FOUND_BY = ("searched", "share_key", "deleted_at", "public")


class LegionQuerySet(models.QuerySet["Legion"]):
    """Legions by holder, visibility and deletion."""

    def held_by(self, holder: Holder) -> Self:
        """Return the legions of `holder`, of both the account and the guest session; none without either."""
        return self.filter(held_by(holder))

    def not_deleted(self) -> Self:
        """Return the legions that are not in the trash."""
        return self.filter(deleted_at__isnull=True)

    def family(self, legion: "Legion") -> Self:
        """Return `legion` and its variants that are not in the trash, the oldest first."""
        return self.not_deleted().filter(Q(pk=legion.root) | Q(family=legion.root)).order_by("created_at", "pk")

    def perhaps_tagged(self, tag: str) -> Self:
        """Return the legions whose searched text has a tag, or may have had it before it was cut."""
        cut = Q(searched_length__gt=SEARCHED_BYTES // 4 - 2)  # a character has at most 4 bytes
        return self.alias(searched_length=Length("searched")).filter(Q(searched__contains=fold(tag)) | cut)

    def shared(self) -> Self:
        """Return the legions with a share link."""
        return self.not_deleted().filter(share_key__isnull=False)

    def by_share_key(self, key: str) -> "Legion | None":
        """Return the legion with this share key, or None; `key` can be any text."""
        if not SHARE_KEY.fullmatch(key):  # some databases reject certain characters
            return None
        return self.shared().select_related("owner__profile").filter(share_key=key).first()

    def public(self) -> Self:
        """Return the public legions."""
        return self.shared().filter(public=True)

    def unchanged_of_guests(self, since: datetime) -> Self:
        """Return the guests' legions without a share link and without changes since then."""
        return self.not_deleted().filter(owner__isnull=True, share_key__isnull=True, updated_at__lt=since)

    def shared_by_guests(self, since: datetime) -> Self:
        """Return the guests' legions with a share link and without changes since then."""
        return self.shared().filter(owner__isnull=True, updated_at__lt=since)

    def deleted_before(self, since: datetime) -> Self:
        """Return the legions of all holders that were deleted before then."""
        return self.filter(deleted_at__lt=since)


class LegionState(models.Model):
    """A state of a legion: its document, a description of the change that led to it, and the states for undo and redo.

    `undo_to` and `redo_to` are numbers of states of this legion, null if there is nothing to undo or redo. Undo creates
    a new state with an earlier document, so the states are the complete history and are never changed.
    """

    document = models.JSONField()
    what = models.CharField(max_length=300)
    undo_to = models.PositiveIntegerField(null=True)
    redo_to = models.PositiveIntegerField(null=True)

    class Meta:
        abstract = True


class BuildStatus(models.TextChoices):
    """The player's status of a legion: none, built, or wanted.

    A wanted legion is not judged by the owned cards: the missing cards are known and listed.
    """

    NONE = "", _("Neither")
    BUILT = "built", _("Built")
    WANTED = "wanted", _("Wanted")


class Legion(LegionState):
    """A saved army list in its newest state.

    `version` is the number of that state; an edit names it as the state it is based on. Either `owner` or `guest_key`
    is set, never both: a guest's legions belong to the guest session until they move into an account. The player's
    owned cards are shown to others only if `shows_collection` is set.

    A legion is private without a `share_key`; with one it is visible to everyone who has the link. A `public` one is
    also in the public gallery, since `published_at`, the first time it was published; if a moderator removed it from
    there, it is `barred`. `origin` is the legion that it was copied from, at its state `origin_state`. `favoured` is
    the number of favorites, `searched` the text for search in the gallery; nobody can comment while `comments_closed`.
    `limit` is the points limit in its document, null if it is the format's own, and `faction` its faction if it names
    one.

    A variant is a copy that its owner keeps in addition to the original: all variants of a legion have its id as their
    `family`. `folder` is the owner's folder, empty for none; a folder exists while it contains legions. Archiving only
    hides a legion from the main list. `stored` is the size of its document and all its states in bytes (see `quotas`).
    None of this is part of the document or visible to others.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="legions",
        db_index=False,
        verbose_name=_("owner"),
    )
    guest_key = models.CharField(max_length=64, null=True, blank=True, editable=False)  # noqa: DJ001 - unset is no key
    game = models.CharField(_("game"), max_length=100)
    version = models.PositiveIntegerField(default=1)
    share_key = models.CharField(max_length=64, null=True, unique=True, editable=False)  # noqa: DJ001 - unset is no key
    shows_collection = models.BooleanField(default=False, db_default=False, editable=False)
    public = models.BooleanField(default=False, db_default=False, editable=False)
    published_at = models.DateTimeField(_("shown since"), null=True, editable=False)
    favoured = models.PositiveIntegerField(_("marked by"), default=0, db_default=0, editable=False)
    comments_closed = models.BooleanField(default=False, db_default=False, editable=False)
    barred = models.BooleanField(default=False, db_default=False, editable=False)
    format = text_column("format", 200)
    limit = number_column("points")
    faction = text_column("faction", 100)
    searched = models.TextField(default="", db_default="", editable=False)
    origin = models.ForeignKey("self", models.SET_NULL, null=True, editable=False, related_name="copies")
    origin_state = models.PositiveIntegerField(null=True, editable=False)
    family = models.UUIDField(null=True, editable=False)
    folder = models.CharField(max_length=FOLDER_LENGTH, blank=True, default="", db_default="")
    archived_at = models.DateTimeField(null=True, blank=True)
    mark = models.CharField(
        max_length=10, choices=BuildStatus.choices, blank=True, default=BuildStatus.NONE, db_default="", editable=False
    )
    stored = models.PositiveBigIntegerField(default=0, db_default=0, editable=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    updated_at = models.DateTimeField()
    deleted_at = models.DateTimeField(null=True, blank=True)

    objects = LegionQuerySet.as_manager()

    class Meta:
        verbose_name = _("legion")
        verbose_name_plural = _("legions")
        constraints = [
            one_holder("legion_has_one_holder"),
            models.CheckConstraint(
                condition=Q(share_key__isnull=True) | ~Q(share_key=""), name="legion_share_key_not_empty"
            ),
            models.CheckConstraint(
                condition=Q(public=False) | Q(share_key__isnull=False, owner__isnull=False),
                name="legion_public_is_shared_by_account",
            ),
            models.CheckConstraint(
                condition=Q(public=False) | Q(published_at__isnull=False), name="legion_public_since_a_time"
            ),
            models.CheckConstraint(condition=Q(public=False) | Q(barred=False), name="legion_public_is_not_barred"),
        ]
        indexes = [
            models.Index(fields=["owner", "-updated_at"], name="legion_of_owner"),
            models.Index(fields=["guest_key", "-updated_at"], name="legion_of_guest"),
            # The indexes of the orders of the gallery have every column that a search for words reads.
            models.Index(
                fields=["-published_at", "-id", *_FOUND_BY], condition=Q(public=True), name="legion_found_new"
            ),
            models.Index(
                fields=["game", "-published_at", "-id", *_FOUND_BY], condition=Q(public=True), name="legion_found_game"
            ),
            models.Index(
                fields=["-favoured", "-published_at", "-id", *_FOUND_BY],
                condition=Q(public=True),
                name="legion_found_favoured",
            ),
            models.Index(
                fields=["game", "limit", "-published_at", "-id"], condition=Q(public=True), name="legion_public_limit"
            ),
            models.Index(
                fields=["game", "faction", "-published_at", "-id"],
                condition=Q(public=True),
                name="legion_public_faction",
            ),
            models.Index(fields=["id"], condition=Q(public=True), name="legion_public_id"),
            models.Index(  # with every column that site maps read, so that they read no row of the table
                fields=["owner", "updated_at", "share_key", "public", "deleted_at"],
                condition=Q(public=True, share_key__isnull=False, deleted_at__isnull=True),
                name="legion_in_site_map",
            ),
            models.Index(fields=["owner", "deleted_at", "stored"], name="legion_size_of_owner"),
            models.Index(fields=["guest_key", "deleted_at", "stored"], name="legion_size_of_guest"),
            models.Index(fields=["family"], condition=Q(family__isnull=False), name="legion_family"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """The name given by its owner, or a phrase if it has none."""
        return display_name_of_document(self.document)

    @property
    def word(self) -> str:
        """The word for a list of its game."""
        return str(words_of_game(self.game).list_words.word)

    @property
    def root(self) -> uuid.UUID:
        """The id that identifies the family of variants: the id of the first legion, even if it was deleted."""
        return self.family or self.pk

    @property
    def is_variant(self) -> bool:
        """True if it is a variant of another legion."""
        return self.family is not None

    @property
    def tags(self) -> list[str]:
        """The tags of its owner, from the document."""
        return list(self.document.get("tags", ()))

    def state_at(self, number: int) -> "LegionRevision | None":
        """Return the state with this number, or None for any other number."""
        return self.revisions.filter(number=number).first() if 0 < number <= self.version else None

    @property
    def shown(self) -> dict[str, Any]:
        """The document as shown to others under the share link."""
        return self.document if self.shows_collection else dict(without_collections(self.document))


class LegionRevision(LegionState):
    """A state of a legion, the newest included. `number` is the legion's version at that time.

    `once` identifies the form submission, so that a form sent twice counts once.
    """

    legion = models.ForeignKey(Legion, models.CASCADE, related_name="revisions", db_index=False)
    number = models.PositiveIntegerField()
    once = models.CharField(max_length=64, blank=True, default="")
    saved_at = models.DateTimeField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["legion", "number"], name="legion_revision_number"),
            models.UniqueConstraint(fields=["once"], condition=~Q(once=""), name="legion_revision_once"),
        ]

    def __str__(self) -> str:
        return f"{self.legion_id} v{self.number}: {self.what}"


class PublicCard(models.Model):
    """A card of a public legion, by which the legion is found.

    It is written when the legion is published and with each change after that, with the slug in the document. Queries
    have to filter for public legions: a deleted legion keeps its rows until it is restored or permanently deleted.
    """

    legion = models.ForeignKey(Legion, models.CASCADE, related_name="public_cards", db_index=False)
    game = models.CharField(max_length=100)
    slug = models.CharField(max_length=200)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["legion", "slug"], name="public_card_once")]
        indexes = [models.Index(fields=["game", "slug", "legion"], name="public_card_found")]

    def __str__(self) -> str:
        return f"{self.slug} in {self.legion_id}"


def search_text(document: dict[str, Any]) -> str:
    """Return the text by which a legion is found in the public gallery: its name and tags, folded and cut."""
    text = fold(" ".join([document.get("name", ""), *document.get("tags", [])]))
    return text.encode()[:SEARCHED_BYTES].decode(errors="ignore")


def display_name_of_document(document: dict[str, Any]) -> str:
    """Return the name of a legion document, or a phrase if it has none."""
    name: str = document.get("name", "").strip()
    return (
        name
        if name and not is_blank(name)
        else gettext("Unnamed {word}").format(word=words_of_game(document["game"]).list_words.word)
    )

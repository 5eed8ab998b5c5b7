"""What the website stores of lists: legions, and every state that a legion was in.

A legion's document is stored as it was built. Its digest and its verdict never are: both are computed when they are
needed, by the release the document names.
"""

import uuid
from datetime import datetime
from typing import Any, Self

from django.conf import settings
from django.db import models
from django.db.models import Q
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


class LegionQuerySet(models.QuerySet["Legion"]):
    """Legions by whose they are and whether they are thrown away."""

    def held_by(self, holder: Holder) -> Self:
        """Return the legions of `holder`: those of the account and those of the visit. Of nobody: none."""
        return self.filter(held_by(holder))

    def not_deleted(self) -> Self:
        """Return the legions that are not thrown away."""
        return self.filter(deleted_at__isnull=True)

    def family(self, legion: "Legion") -> Self:
        """Return `legion` and its variants, those that are kept, the first one first."""
        return self.not_deleted().filter(Q(pk=legion.root) | Q(family=legion.root)).order_by("created_at", "pk")

    def shared(self) -> Self:
        """Return the legions that stand under a link for others."""
        return self.not_deleted().filter(share_key__isnull=False)

    def by_share_key(self, key: str) -> "Legion | None":
        """Return the legion that is shared under a key, whatever is sent as one."""
        if not SHARE_KEY.fullmatch(key):  # nor does every database take whatever stands in an address
            return None
        return self.shared().select_related("owner__profile").filter(share_key=key).first()

    def public(self) -> Self:
        """Return the legions that stand in the list for everybody."""
        return self.shared().filter(public=True)

    def unchanged_of_guests(self, since: datetime) -> Self:
        """Return the legions of guests that nobody has changed since then and that no link leads to."""
        return self.not_deleted().filter(owner__isnull=True, share_key__isnull=True, updated_at__lt=since)

    def shared_by_guests(self, since: datetime) -> Self:
        """Return the legions of guests that stand under a link and that nobody has changed since then."""
        return self.shared().filter(owner__isnull=True, updated_at__lt=since)

    def thrown_away(self, since: datetime) -> Self:
        """Return the legions, anybody's, that were thrown away before then."""
        return self.filter(deleted_at__lt=since)


class LegionState(models.Model):
    """One state of a legion: its document, the words for the change that led to it, and the ways back and forward.

    `undo_to` and `redo_to` are numbers of states of the same legion, empty where there is nothing to undo or redo.
    Undoing makes a new state with an earlier document, so the states are the whole history and none is ever changed.
    """

    document = models.JSONField()
    what = models.CharField(max_length=300)
    undo_to = models.PositiveIntegerField(null=True)
    redo_to = models.PositiveIntegerField(null=True)

    class Meta:
        abstract = True


class BuildStatus(models.TextChoices):
    """What the cards of a legion are for its player: nothing in particular, in use where it stands, or to be got.

    A wanted legion is not judged by what there is: what is missing for it is known, and named.
    """

    NONE = "", _("Neither")
    BUILT = "built", _("Built")
    WANTED = "wanted", _("Wanted")


class Legion(LegionState):
    """An army list somebody keeps, in its newest state.

    `version` is the number of that state, and what an edit names to say which one it is based on. Either `owner`
    or `guest_key` is set, never both: a guest's legions are bound to the visit until they move into an account. What
    its player has is shown to others with the legion only when `shows_collection` says so.

    A legion is private without a `share_key`; with one whoever has the link sees it; a `public` one stands in the
    list for everybody besides, since `published_at`, the first time it was put there; what a moderator took out of it
    is `barred` from it. `origin` is the legion that it was copied from, at its state `origin_state`. `favoured`
    says how many have marked it, `searched` by which words it is found in that list; nobody comments while
    `comments_closed`. `limit` are the points that its document names, empty where these are its format's.

    A variant is a copy that its owner keeps beside the original: all variants of one legion have its id as their
    `family`. `folder` is the one that its owner keeps it in, empty for none; a folder is there while something is in
    it. One that is archived is only out of the way. `stored` are the bytes of its document and of all its states (see
    `quotas`). None of this is part of the document, nor seen by others.
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
    share_key = models.CharField(max_length=64, null=True, unique=True, editable=False)  # noqa: DJ001 - as above
    shows_collection = models.BooleanField(default=False, db_default=False, editable=False)
    public = models.BooleanField(default=False, db_default=False, editable=False)
    published_at = models.DateTimeField(_("shown since"), null=True, editable=False)
    favoured = models.PositiveIntegerField(_("marked by"), default=0, db_default=0, editable=False)
    comments_closed = models.BooleanField(default=False, db_default=False, editable=False)
    barred = models.BooleanField(default=False, db_default=False, editable=False)
    format = text_column("format", 200)
    limit = number_column("points")
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
            models.Index(fields=["-published_at", "-id"], condition=Q(public=True), name="legion_public_new"),
            models.Index(fields=["game", "-published_at", "-id"], condition=Q(public=True), name="legion_public_game"),
            models.Index(
                fields=["-favoured", "-published_at", "-id"], condition=Q(public=True), name="legion_public_favoured"
            ),
            models.Index(
                fields=["game", "limit", "-published_at", "-id"], condition=Q(public=True), name="legion_public_limit"
            ),
            models.Index(fields=["id"], condition=Q(public=True), name="legion_public_id"),
            models.Index(fields=["owner", "deleted_at", "stored"], name="legion_size_of_owner"),
            models.Index(fields=["guest_key", "deleted_at", "stored"], name="legion_size_of_guest"),
            models.Index(fields=["family"], condition=Q(family__isnull=False), name="legion_family"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """What its owner calls it; legions need no name."""
        return display_name_of_document(self.document)

    @property
    def word(self) -> str:
        """What a list of its game is called."""
        return str(words_of_game(self.game).list_words.word)

    @property
    def root(self) -> uuid.UUID:
        """The id that its variants have as their family: that of the first of them, which may be gone."""
        return self.family or self.pk

    @property
    def is_variant(self) -> bool:
        """Whether it is a variant of another."""
        return self.family is not None

    @property
    def tags(self) -> list[str]:
        """The words its owner sorts it by. They stand in the document."""
        return list(self.document.get("tags", ()))

    def state_at(self, number: int) -> "LegionRevision | None":
        """Return the state of this number; None where there is none, of whatever size the number is."""
        return self.revisions.filter(number=number).first() if 0 < number <= self.version else None

    @property
    def shown(self) -> dict[str, Any]:
        """Its document as others see it under the link."""
        return self.document if self.shows_collection else dict(without_collections(self.document))


class LegionRevision(LegionState):
    """One state a legion was in, the newest included. `number` is the legion's version at the time.

    `once` is a mark of the form that requested it, so that a form sent twice counts once.
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
    """A card that a legion in the list for everybody has: by it the legion is found.

    It is written when the legion is put there and with each change after that, by the slug that its document names.
    What reads it asks for public legions: one that was thrown away keeps its rows until it is brought back or is gone.
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
    """Return the words by which a legion is found in the list for everybody: its name and its tags, folded."""
    return fold(" ".join([document.get("name", ""), *document.get("tags", [])]))


def display_name_of_document(document: dict[str, Any]) -> str:
    """Return what to call a legion document: its name, or words that say it has none."""
    name: str = document.get("name", "").strip()
    return (
        name
        if name and not is_blank(name)
        else gettext("Unnamed {word}").format(word=words_of_game(document["game"]).list_words.word)
    )

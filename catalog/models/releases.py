"""Models of the states of documents and their releases.

A Revision is one state of one document. It belongs to release N if `since <= N` and `until` is null or `> N`; without
`since` it is a draft. A Release has a number and an author. Nothing is copied for a release, and of a released revision
only `until` changes, once.
"""

from django.conf import settings
from django.db import models
from django.db.models import F, Q, Value
from django.db.models.fields.json import KT
from django.db.models.functions import Cast, NullIf
from django.db.models.lookups import Contains
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from catalog import documents
from catalog.documents.titles import document_title
from catalog.models.records import DocumentType, Record, Stage


class ReleaseManager(models.Manager["Release"]):
    def newest(self) -> int:
        """Return the number of the newest release; 0 before the first."""
        return self.aggregate(newest=models.Max("number"))["newest"] or 0


class Release(models.Model):
    """A numbered, immutable state of the published catalog."""

    number = models.PositiveIntegerField(_("number"), primary_key=True)
    published_at = models.DateTimeField(_("published at"), auto_now_add=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("by")
    )
    why = models.CharField(_("why"), max_length=300)

    objects = ReleaseManager()

    class Meta:
        ordering = ["-number"]
        verbose_name = _("release")
        verbose_name_plural = _("releases")

    def __str__(self) -> str:
        return gettext("Release {number}").format(number=self.number)


class RevisionQuerySet(models.QuerySet["Revision"]):
    """Queries for revisions by release and type."""

    def at(self, release: int) -> "RevisionQuerySet":
        """Return the revisions in release number `release`."""
        return self.filter(Q(until__isnull=True) | Q(until__gt=release), since__lte=release)

    def newest(self) -> "RevisionQuerySet":
        """Return the revisions in the newest release."""
        return self.filter(since__isnull=False, until__isnull=True)

    def drafts(self) -> "RevisionQuerySet":
        """Return the revisions that are not published."""
        return self.filter(since__isnull=True)

    def of_type(self, document_type: str, game: str | None = None) -> "RevisionQuerySet":
        """Return the revisions of documents of one type, of one game if given."""
        other = [kind for kind in documents.COMMON_TYPES if kind != document_type]
        found = self.exclude(kind__in=other) if document_type == DocumentType.CARD else self.filter(kind=document_type)
        return found.filter(game=game) if game else found


def fact_text(path: str) -> models.Func:
    """Return the text of the fact at `path` of the document; SQL NULL if it is absent or not known.

    `F("document__x")` would return quoted strings on PostgreSQL, and JSON null is the text `null` on SQLite.
    """
    return NullIf(KT(f"document__{path}"), Value("null", output_field=models.TextField()))


def sold_in(set_slug: str) -> Q:
    """Return the condition that a card was sold in a set: in its own one or again in that one."""
    return Q(set_slug=set_slug) | sold_again_in(set_slug)


def sold_again_in(set_slug: str) -> Q:
    """Return the condition that a card was sold again in a set; NULL for a card without `also_in`."""
    return Q(Contains(fact_text("also_in"), f'"{set_slug}"'))


def text_column(path: str, length: int = 120) -> models.GeneratedField:
    """Return a generated column with the text at `path` of the document."""
    return models.GeneratedField(
        expression=fact_text(path), output_field=models.CharField(max_length=length, null=True), db_persist=True
    )


def number_column(path: str) -> models.GeneratedField:
    """Return a generated column with the integer at `path` of the document."""
    return models.GeneratedField(
        expression=Cast(fact_text(path), models.IntegerField()),
        output_field=models.IntegerField(null=True),
        db_persist=True,
    )


def searched_column(key: str) -> models.GeneratedField:
    """Return a generated column with the search text under `key`, so that searches need not parse JSON."""
    return models.GeneratedField(
        expression=KT(f"folded__{key}"), output_field=models.TextField(null=True), db_persist=True
    )


class Revision(models.Model):
    """One state of one document, with the author, reason and source of the change.

    `unsourced_reason` is the reason for publishing facts without a source.

    Only drafts have a `stage`. An approved draft was compared with release `approved_over`, the newest at the time that
    had changed its document (0 for none); after another change it must be reviewed again. It may be `gathered_in` an
    upcoming release.

    `changeset` is what it belongs to; null only for revisions of a former version of Muster without one.
    """

    record = models.ForeignKey(Record, models.PROTECT, related_name="revisions")
    document = models.JSONField()
    text = models.TextField(editable=False, help_text="The document as canonical JSON, served as it is.")
    folded = models.JSONField(default=dict, editable=False, help_text="The texts of a card as they are searched.")
    since = models.ForeignKey(Release, models.PROTECT, null=True, related_name="brought", editable=False)
    until = models.ForeignKey(Release, models.PROTECT, null=True, related_name="ended", editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("by")
    )
    why = models.CharField(_("why"), max_length=300)
    source = models.CharField(max_length=300, blank=True, default="", db_default="")
    unsourced_reason = models.CharField(max_length=300, blank=True, default="", db_default="")
    stage = models.CharField(
        _("stage"), max_length=8, choices=Stage, blank=True, default="", db_default="", editable=False
    )
    approved_over = models.PositiveIntegerField(null=True, editable=False)
    gathered_in = models.ForeignKey(
        "catalog.UpcomingRelease", models.SET_NULL, null=True, related_name="drafts", editable=False
    )
    changeset = models.ForeignKey("catalog.Changeset", models.SET_NULL, null=True, related_name="rows", editable=False)

    game = text_column("game", 100)
    kind = text_column("kind", 100)
    slug = text_column("slug", 100)
    name = text_column("name")
    set_slug = text_column("set", 100)
    slot = text_column("slot", 20)
    alignment = text_column("alignment", 20)
    energy = text_column("energy", 300)
    cost = number_column("cost")
    level = number_column("level")
    searched_words = searched_column("*")
    searched_stems = searched_column("~")
    searched_title = searched_column("^")

    objects = RevisionQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["record", "since"], name="revision_once_a_release"),
            models.UniqueConstraint(fields=["record"], condition=Q(since__isnull=True), name="revision_one_draft"),
            models.UniqueConstraint(
                fields=["record"],
                condition=Q(since__isnull=False, until__isnull=True),
                name="revision_one_in_force",
            ),
            models.CheckConstraint(
                condition=Q(game__isnull=False, kind__isnull=False, slug__isnull=False),
                name="revision_says_what_it_is",
            ),
            models.CheckConstraint(
                condition=Q(until__isnull=True) | Q(until__gt=F("since")), name="revision_until_after_since"
            ),
            models.CheckConstraint(
                condition=Q(since__isnull=False, stage="")
                | Q(since__isnull=True, stage__in=[stage.value for stage in Stage]),
                name="revision_draft_has_a_stage",
            ),
            models.CheckConstraint(
                condition=Q(gathered_in__isnull=True) | Q(stage=Stage.APPROVED), name="revision_gathered_is_approved"
            ),
            models.CheckConstraint(
                condition=Q(stage=Stage.APPROVED, approved_over__isnull=False)
                | (~Q(stage=Stage.APPROVED) & Q(approved_over__isnull=True)),
                name="revision_approved_over_something",
            ),
        ]
        indexes = [
            models.Index(fields=["since", "until"], name="revision_release"),
            models.Index(fields=["game", "kind", "slug"], name="revision_game_kind_slug"),
            # The games of a release are looked up on most pages, and site maps count and date the cards of all games.
            models.Index(fields=["kind", "game", "slug", "since", "until"], name="revision_kind"),
            models.Index(fields=["since", "game"], name="revision_release_game"),
            # What most searches for cards and their orders read, so that they read few documents. `until` is first
            # because SQLite else takes the index of the foreign key, which has nothing else.
            models.Index(
                fields=[
                    *("until", "game", "kind", "slug", "since"),
                    *("set_slug", "name", "cost", "level", "slot", "alignment", "energy"),
                ],
                condition=Q(since__isnull=False, until__isnull=True),
                name="revision_in_force",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.record} ({'draft' if self.since_id is None else f'release {self.since_id}'})"

    @property
    def title(self) -> str:
        """The display title: the printed name, else the class, else the slug."""
        return document_title(self.document)

    @property
    def wanted(self) -> list[str]:
        """The pointers of the facts that are not known."""
        return documents.wanted_pointers(self.document)


class Draft(Revision):
    """A revision that is in no release, for the admin."""

    class Meta:
        proxy = True
        default_permissions = ("view",)
        verbose_name = _("draft")
        verbose_name_plural = _("drafts")

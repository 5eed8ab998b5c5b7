"""Models of imported tables."""

from datetime import timedelta

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

HEARTBEAT_TIMEOUTS = {"checking": timedelta(minutes=1), "writing": timedelta(minutes=10)}
"""The time without a heartbeat after which processing counts as lost. While writing there are no heartbeats."""


class TableImport(models.Model):
    """A table imported by a curator: its file in parts, the meaning of its columns, and its effects.

    `meant` has the column key of each heading, `source` the source of all changes; with `sources_hold` the former
    sources cover them. `mended` has the texts entered for single cells, by line and column index; the file stays as it
    was. The rows on `omitted_lines` are not imported. `report` has the result of the check, in the `language` of the
    user who asked; `digest` identifies it, to detect changes before the import. `left_behind` pairs the lines of rows
    that cannot be imported with their faults. `changeset` has the drafts of an imported table. `done` of `total` is the
    progress, last updated at `heard_at`.
    """

    class State(models.TextChoices):
        """The state of a table."""

        RECEIVING = "receiving", _("being uploaded")
        WHOLE = "whole", _("columns not chosen yet")
        CHECKING = "checking", _("being checked")
        CHECKED = "checked", _("ready to review")
        WRITING = "writing", _("being imported")
        DONE = "done", _("imported")
        CANCELLED = "cancelled", _("cancelled")

    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", editable=False, verbose_name=_("by")
    )
    game = models.CharField(_("game"), max_length=100)
    kind = models.CharField(_("kind"), max_length=100)
    name = models.CharField(max_length=200)
    size = models.PositiveIntegerField()
    sha256 = models.CharField(max_length=64, blank=True, default="")
    received = models.PositiveIntegerField(default=0)
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.RECEIVING)
    meant = models.JSONField(default=list)
    source = models.JSONField(null=True)
    sources_hold = models.BooleanField(default=False, db_default=False)
    mended = models.JSONField(default=dict, db_default=models.Value({}, models.JSONField()))
    omitted_lines = models.JSONField(default=list, db_default=models.Value([], models.JSONField()))
    report = models.JSONField(default=dict)
    left_behind = models.JSONField(default=list, db_default=models.Value([], models.JSONField()))
    language = models.CharField(max_length=10, default=settings.LANGUAGE_CODE, editable=False)
    digest = models.CharField(max_length=64, blank=True, default="")
    why = models.CharField(max_length=300, blank=True, default="")
    changeset = models.ForeignKey("catalog.Changeset", models.SET_NULL, null=True, editable=False, related_name="+")
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(_("begun"), auto_now_add=True)
    heard_at = models.DateTimeField(default=timezone.now)

    class Meta:
        db_table = "catalog_broughttable"
        ordering = ["-pk"]
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        constraints = [models.CheckConstraint(condition=Q(received__lte=models.F("size")), name="table_no_larger")]

    def __str__(self) -> str:
        return self.name

    @property
    def lost(self) -> bool:
        """True if processing has sent no heartbeat for too long."""
        silent = HEARTBEAT_TIMEOUTS.get(self.state)
        return silent is not None and timezone.now() - self.heard_at > silent

    @property
    def open(self) -> bool:
        """True if the table is neither imported nor cancelled."""
        return self.state not in (self.State.DONE, self.State.CANCELLED)


class TablePart(models.Model):
    """A part of a file, starting at byte `offset`."""

    table = models.ForeignKey(TableImport, models.CASCADE, related_name="parts")
    offset = models.PositiveIntegerField()
    data = models.BinaryField()

    class Meta:
        ordering = ["offset"]
        constraints = [models.UniqueConstraint(fields=["table", "offset"], name="table_part_once")]

    def __str__(self) -> str:
        return f"{self.table_id} from {self.offset}"

"""The model of documents imported from files."""

from django.db import models


class ImportedDocument(models.Model):
    """The document of the last import for a record.

    `digest` is the SHA-256 of its canonical JSON, `release` the newest release after the import. `text` is that JSON if
    the release has another document, because people had changed some of it; it is empty if the record's revision in
    that release is the document. `undecided` has the former file value of each unsettled conflict between files and
    people, by pointer: `{"value": …}`, `{}` for an absent value, None if it is unknown.
    """

    record = models.OneToOneField("catalog.Record", models.PROTECT, primary_key=True, related_name="imported")
    digest = models.CharField(max_length=64)
    release = models.ForeignKey("catalog.Release", models.PROTECT, related_name="+")
    text = models.TextField(blank=True, default="", db_default="")
    undecided = models.JSONField(default=dict)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.record} ({self.release_id})"

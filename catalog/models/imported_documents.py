"""What is stored of the documents that files brought into the catalog."""

from django.db import models


class ImportedDocument(models.Model):
    """The document that files brought last under the slug of a record.

    `digest` is the SHA-256 of its canonical JSON, `release` the newest release when it was imported. `text` is that
    JSON where the release has another document, because people had changed some of it; it is empty where the revision
    of the record in that release is the document. `undecided` has, by pointer, the former file value of each conflict
    between files and people that is not settled: `{"value": …}`, `{}` for no value, None where it is not known.
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

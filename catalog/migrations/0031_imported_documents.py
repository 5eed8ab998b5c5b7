"""A row for each document that files brought, filled in from the releases that imports have published."""

from hashlib import sha256
from itertools import islice

import django.db.models.deletion
from django.db import migrations, models

CHUNK = 500
REASONS = ("Imported from files", "First cards")
"""The reasons of imports by which releases from before the audit log are recognized."""


def fill_in(apps, schema_editor):
    """Take the last state that an import published of each document for what files brought last.

    Where no import is known nothing is filled in, and the next import overwrites nothing.
    """
    using = schema_editor.connection.alias
    revisions = apps.get_model("catalog", "Revision").objects.using(using)
    rows = apps.get_model("catalog", "ImportedDocument").objects.using(using)
    published = revisions.filter(since__in=import_releases(apps, using)).order_by("since", "pk")
    last = {
        record: (release, sha256(text.encode()).hexdigest())
        for record, release, text in published.values_list("record", "since", "text").iterator(chunk_size=CHUNK)
    }
    pending = iter(last.items())
    while lot := list(islice(pending, CHUNK)):
        rows.bulk_create(
            rows.model(record_id=record, release_id=release, digest=digest) for record, (release, digest) in lot
        )


def import_releases(apps, using):
    """Return the numbers of the releases that the command line published, which is what imports do alone.

    The audit log names nobody as their publisher. It names nobody for a scheduled release either, if the account that
    scheduled it is gone.
    """
    entries = apps.get_model("catalog", "AuditEntry").objects.using(using).filter(what="release published")
    publishers = dict(entries.values_list("of", "by"))
    upcoming = apps.get_model("catalog", "UpcomingRelease").objects.using(using).filter(release__isnull=False)
    scheduled = set(upcoming.values_list("release", flat=True))
    releases = apps.get_model("catalog", "Release").objects.using(using).filter(by__isnull=True)
    return [
        number
        for number, why in releases.values_list("number", "why")
        if number not in scheduled and publishers.get(f"release {number}", None if why in REASONS else 0) is None
    ]


class Migration(migrations.Migration):
    dependencies = [
        ("catalog", "0030_searched_columns"),
    ]

    operations = [
        migrations.CreateModel(
            name="ImportedDocument",
            fields=[
                (
                    "record",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="imported",
                        serialize=False,
                        to="catalog.record",
                    ),
                ),
                ("digest", models.CharField(max_length=64)),
                ("text", models.TextField(blank=True, db_default="", default="")),
                ("undecided", models.JSONField(default=dict)),
                (
                    "release",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="catalog.release"
                    ),
                ),
            ],
            options={"default_permissions": ()},
        ),
        migrations.RunPython(fill_in, migrations.RunPython.noop),
    ]

"""Legions know the bytes that they and all their states take, so that those of a holder are added up in one look."""

import json
from collections import Counter

from django.conf import settings
from django.db import migrations, models

from legions.migrations._functions import fill


def weigh(apps, schema_editor):
    alias = schema_editor.connection.alias
    legion, revision = (apps.get_model("legions", name).objects.using(alias) for name in ("Legion", "LegionRevision"))
    of_states = Counter()
    for number, document in revision.values_list("legion", "document").iterator():
        of_states[number] += _size(document)
    rows = legion.order_by("pk").only("document")
    fill(rows, "stored", lambda one: _size(one.document) + of_states[one.pk])


def _size(document):
    """The bytes of a document as the API says it, whatever the database makes of it."""
    return len(json.dumps(document, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode())


class Migration(migrations.Migration):

    dependencies = [
        ('legions', '0020_one_clock'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='legion',
            name='stored',
            field=models.PositiveBigIntegerField(db_default=0, default=0, editable=False),
        ),
        migrations.AddIndex(
            model_name='legion',
            index=models.Index(fields=['owner', 'deleted_at', 'stored'], name='legion_size_of_owner'),
        ),
        migrations.AddIndex(
            model_name='legion',
            index=models.Index(fields=['guest_key', 'deleted_at', 'stored'], name='legion_size_of_guest'),
        ),
        migrations.RunPython(weigh, migrations.RunPython.noop),
    ]

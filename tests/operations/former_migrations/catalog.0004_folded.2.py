"""Texts of cards as they are searched, beside the documents they are made from."""

from itertools import islice

from django.db import migrations, models

from catalog.migrations._folding import folded

CHUNK = 500


def fold_all(apps, schema_editor):
    revisions = apps.get_model("catalog", "Revision").objects.using(schema_editor.connection.alias)
    there = revisions.only("pk", "document").iterator(chunk_size=CHUNK)
    while some := list(islice(there, CHUNK)):
        for revision in some:
            revision.folded = folded(revision.document)
        revisions.bulk_update(some, ["folded"])


class Migration(migrations.Migration):

    dependencies = [("catalog", "0003_house_rules")]

    operations = [
        migrations.AddField(
            model_name="revision",
            name="folded",
            field=models.JSONField(
                default=dict,
                editable=False,
                help_text="The texts of a card as they are searched (catalog.documents.folding).",
            ),
        ),
        migrations.RunPython(fold_all, migrations.RunPython.noop),
    ]

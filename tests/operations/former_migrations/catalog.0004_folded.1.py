"""Texts of cards as they are searched, beside the documents they are made from."""

from django.db import migrations, models

from catalog.migrations._folding import folded


def fold_all(apps, schema_editor):
    revisions = apps.get_model("catalog", "Revision").objects.using(schema_editor.connection.alias)
    for revision in revisions.only("pk", "document").iterator(chunk_size=500):
        revisions.filter(pk=revision.pk).update(folded=folded(revision.document))


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

"""Texts of cards as they are searched, beside the documents they are made from."""

from django.db import migrations, models

from catalog.migrations._folding import folded
from catalog.migrations._functions import fill


def fold_all(apps, schema_editor):
    revisions = apps.get_model("catalog", "Revision").objects.using(schema_editor.connection.alias)
    fill(revisions.only("pk", "document"), "folded", lambda one: folded(one.document))


class Migration(migrations.Migration):

    dependencies = [("catalog", "0003_house_rules")]

    operations = [
        migrations.AddField(
            model_name="revision",
            name="folded",
            field=models.JSONField(
                default=dict,
                editable=False,
                help_text="The texts of a card as they are searched (catalog.query.folding).",
            ),
        ),
        migrations.RunPython(fold_all, migrations.RunPython.noop),
    ]

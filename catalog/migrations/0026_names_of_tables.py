"""Names in the code: a table that a curator brings in is a `TableImport`, what is said of an offer its `messages`."""

from functools import partial

from django.db import migrations, models

NAMES = {"broughttable": ("tableimport", "table")}
FORMER_NAMES = {"tableimport": ("broughttable", "table")}


def rename_permissions(names, apps, schema_editor):
    """Rename the permissions of the model, which Django does not do with the model."""
    permissions = apps.get_model("auth", "Permission").objects.using(schema_editor.connection.alias)
    for before, (after, words) in names.items():
        for action in ("add", "change", "delete", "view"):
            permissions.filter(content_type__app_label="catalog", codename=f"{action}_{before}").update(
                codename=f"{action}_{after}", name=f"Can {action} {words}"
            )


class Migration(migrations.Migration):
    dependencies = [("catalog", "0025_sources_of_values"), ("auth", "0012_alter_user_first_name_max_length")]

    operations = [
        # The column keeps its name: only what Django knows of it changes.
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameField(model_name="contribution", old_name="talk", new_name="messages"),
                migrations.AlterField(
                    model_name="contribution",
                    name="messages",
                    field=models.JSONField(db_column="talk", default=list),
                ),
            ],
        ),
        migrations.AlterModelTable(name="broughttable", table="catalog_broughttable"),
        migrations.RenameModel(old_name="BroughtTable", new_name="TableImport"),
        migrations.RunPython(partial(rename_permissions, NAMES), partial(rename_permissions, FORMER_NAMES)),
    ]

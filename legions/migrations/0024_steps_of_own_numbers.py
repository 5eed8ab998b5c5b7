"""Own numbers keep each of their last changes, to take back one after the other, and not the very last alone."""

from django.db import migrations, models


def keep_the_last_change(apps, schema_editor):
    """Make what could be taken back, or made again, the one step of its row."""
    rows = apps.get_model("legions", "OwnNumbers").objects.using(schema_editor.connection.alias)
    for row in rows.filter(before__isnull=False).iterator():
        facts = row.before["facts"]
        if again := row.before.get("again"):
            row.redo_steps = [{"what": again, "facts": facts}]
        else:
            row.undo_steps = [{"what": row.what, "facts": facts}]
        row.save(update_fields=["undo_steps", "redo_steps"])


def keep_one_change_alone(apps, schema_editor):
    """Keep the last change of each row alone."""
    rows = apps.get_model("legions", "OwnNumbers").objects.using(schema_editor.connection.alias)
    for row in rows.iterator():
        if row.redo_steps:
            row.before = {"facts": row.redo_steps[-1]["facts"], "again": row.redo_steps[-1]["what"]}
        elif row.undo_steps:
            row.before = {"facts": row.undo_steps[-1]["facts"]}
        row.save(update_fields=["before"])


class Migration(migrations.Migration):
    dependencies = [("legions", "0023_names_of_models")]

    operations = [
        migrations.AddField(model_name="ownnumbers", name="undo_steps", field=models.JSONField(default=list)),
        migrations.AddField(model_name="ownnumbers", name="redo_steps", field=models.JSONField(default=list)),
        migrations.RunPython(keep_the_last_change, keep_one_change_alone),
        migrations.RemoveField(model_name="ownnumbers", name="before"),
    ]

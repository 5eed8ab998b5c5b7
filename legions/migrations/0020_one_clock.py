"""A list was begun when it was first changed and no moment later, as two looks at the clock had it."""

import django.utils.timezone
from django.db import migrations, models


def mend(apps, schema_editor):
    legions = apps.get_model("legions", "Legion").objects.using(schema_editor.connection.alias)
    legions.filter(updated_at__lt=models.F("created_at")).update(created_at=models.F("updated_at"))


class Migration(migrations.Migration):

    dependencies = [
        ('legions', '0019_looks_of_names'),
    ]

    operations = [
        # In the database nothing changes, and SQLite need not write the whole table anew.
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    model_name='legion',
                    name='created_at',
                    field=models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
            ],
        ),
        migrations.RunPython(mend, migrations.RunPython.noop),
    ]

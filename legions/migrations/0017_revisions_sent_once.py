"""Tables from before the first migration of this app got a column are given it.

`0001_initial` once made the states of legions without `once` and without its constraint; a second migration added both,
then both were written into the first and the second was taken away. Where the former first one alone had been applied,
no migration made them: `migrate` said that all was well, and no legion could be saved. A database that has the two is
left alone.
"""

from django.db import migrations

CONSTRAINT = "legion_revision_once"


def mend(apps, schema_editor):
    revision = apps.get_model("legions", "LegionRevision")
    if "once" not in _columns(schema_editor, revision):
        schema_editor.add_field(revision, revision._meta.get_field("once"))
    if CONSTRAINT not in _constraints(schema_editor, revision):  # on SQLite the table was made anew, and it with it
        schema_editor.add_constraint(revision, *(one for one in revision._meta.constraints if one.name == CONSTRAINT))


def _columns(schema_editor, model):
    with schema_editor.connection.cursor() as cursor:
        found = schema_editor.connection.introspection.get_table_description(cursor, model._meta.db_table)
    return {one.name for one in found}


def _constraints(schema_editor, model):
    with schema_editor.connection.cursor() as cursor:
        return schema_editor.connection.introspection.get_constraints(cursor, model._meta.db_table)


class Migration(migrations.Migration):

    dependencies = [
        ("legions", "0016_spent_codes"),
    ]

    operations = [migrations.RunPython(mend, migrations.RunPython.noop)]

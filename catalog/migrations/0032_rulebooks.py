"""Rulebooks and their sections as documents, and the right of the roles to keep them."""

from django.db import migrations, models


EDIT, VIEW = ("view", "add", "change"), ("view",)
GROUPS = {"curator": EDIT, "publisher": VIEW, "admin": EDIT}


def grant(apps, schema_editor):
    using = schema_editor.connection.alias
    content_types = apps.get_model("contenttypes", "ContentType").objects.using(using)
    permissions = apps.get_model("auth", "Permission").objects.using(using)
    groups = apps.get_model("auth", "Group").objects.using(using)
    for model in ("rulebook", "section"):
        content_type, _ = content_types.get_or_create(app_label="catalog", model=model)
        for action in EDIT:
            permission, _ = permissions.get_or_create(
                content_type=content_type, codename=f"{action}_{model}", defaults={"name": f"Can {action} {model}"}
            )
            for group in groups.filter(name__in=[name for name, actions in GROUPS.items() if action in actions]):
                group.permissions.add(permission)


class Migration(migrations.Migration):

    dependencies = [
        ('catalog', '0001_squashed_0031_imported_documents'),
    ]

    operations = [
        migrations.CreateModel(
            name='Rulebook',
            fields=[
            ],
            options={
                'verbose_name': 'rulebook',
                'verbose_name_plural': 'rulebooks',
                'proxy': True,
                'indexes': [],
                'constraints': [],
            },
            bases=('catalog.record',),
        ),
        migrations.CreateModel(
            name='Section',
            fields=[
            ],
            options={
                'verbose_name': 'section',
                'verbose_name_plural': 'sections',
                'proxy': True,
                'indexes': [],
                'constraints': [],
            },
            bases=('catalog.record',),
        ),
        migrations.RemoveConstraint(
            model_name='record',
            name='record_shelf_known',
        ),
        migrations.AlterField(
            model_name='record',
            name='document_type',
            field=models.CharField(choices=[('card', 'card'), ('set', 'set'), ('format', 'format'), ('house-rule', 'house rule'), ('ruling', 'ruling'), ('adventure', 'adventure'), ('reference', 'reference'), ('rulebook', 'rulebook'), ('section', 'section'), ('game', 'game')], db_column='shelf', max_length=10),
        ),
        migrations.AddConstraint(
            model_name='record',
            constraint=models.CheckConstraint(condition=models.Q(('document_type__in', ['card', 'set', 'format', 'house-rule', 'ruling', 'adventure', 'reference', 'rulebook', 'section', 'game'])), name='record_shelf_known'),
        ),
        # Without the permissions again, the roles would only lose what a later migration gives back.
        migrations.RunPython(grant, migrations.RunPython.noop),
    ]

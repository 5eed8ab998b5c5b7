"""A document type for adventures, which curators keep as they keep formats."""

from django.db import migrations, models
from django.db.models import Q

TYPES = [
    ("card", "card"),
    ("set", "set"),
    ("format", "format"),
    ("house-rule", "house rule"),
    ("ruling", "ruling"),
    ("adventure", "adventure"),
    ("game", "game"),
]
ACTIONS = {"curator": ("view", "add", "change"), "admin": ("view", "add", "change"), "publisher": ("view",)}


def let_curators_keep_them(apps, schema_editor):
    using = schema_editor.connection.alias
    content_types = apps.get_model("contenttypes", "ContentType").objects.using(using)
    content_type, _ = content_types.get_or_create(app_label="catalog", model="adventure")
    permissions = apps.get_model("auth", "Permission").objects.using(using)
    for group in apps.get_model("auth", "Group").objects.using(using).filter(name__in=ACTIONS):
        for action in ACTIONS[group.name]:
            permission, _ = permissions.get_or_create(
                content_type=content_type,
                codename=f"{action}_adventure",
                defaults={"name": f"Can {action} adventure"},
            )
            group.permissions.add(permission)


class Migration(migrations.Migration):
    dependencies = [
        ("catalog", "0026_names_of_tables"),
        ("contenttypes", "0002_remove_content_type_name"),
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.AlterField(
            model_name="record",
            name="document_type",
            field=models.CharField(choices=TYPES, db_column="shelf", max_length=10),
        ),
        migrations.RemoveConstraint(model_name="record", name="record_shelf_known"),
        migrations.AddConstraint(
            model_name="record",
            constraint=models.CheckConstraint(
                condition=Q(document_type__in=[name for name, _ in TYPES]), name="record_shelf_known"
            ),
        ),
        migrations.CreateModel(
            name="Adventure",
            fields=[],
            options={
                "verbose_name": "adventure",
                "verbose_name_plural": "adventures",
                "proxy": True,
                "indexes": [],
                "constraints": [],
            },
            bases=("catalog.record",),
        ),
        migrations.RunPython(let_curators_keep_them, migrations.RunPython.noop),
    ]

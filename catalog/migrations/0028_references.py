"""A document type for references, which curators keep as they keep adventures."""

from django.db import migrations, models
from django.db.models import Q

TYPES = [
    ("card", "card"),
    ("set", "set"),
    ("format", "format"),
    ("house-rule", "house rule"),
    ("ruling", "ruling"),
    ("adventure", "adventure"),
    ("reference", "reference"),
    ("game", "game"),
]
ACTIONS = {"curator": ("view", "add", "change"), "admin": ("view", "add", "change"), "publisher": ("view",)}


def let_curators_keep_them(apps, schema_editor):
    using = schema_editor.connection.alias
    content_types = apps.get_model("contenttypes", "ContentType").objects.using(using)
    content_type, _ = content_types.get_or_create(app_label="catalog", model="reference")
    permissions = apps.get_model("auth", "Permission").objects.using(using)
    for group in apps.get_model("auth", "Group").objects.using(using).filter(name__in=ACTIONS):
        for action in ACTIONS[group.name]:
            permission, _ = permissions.get_or_create(
                content_type=content_type,
                codename=f"{action}_reference",
                defaults={"name": f"Can {action} reference"},
            )
            group.permissions.add(permission)


class Migration(migrations.Migration):
    dependencies = [
        ("catalog", "0027_adventures"),
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
            name="Reference",
            fields=[],
            options={
                "verbose_name": "reference",
                "verbose_name_plural": "references",
                "proxy": True,
                "indexes": [],
                "constraints": [],
            },
            bases=("catalog.record",),
        ),
        migrations.RunPython(let_curators_keep_them, migrations.RunPython.noop),
    ]

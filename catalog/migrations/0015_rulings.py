"""A shelf for rulings, which curators keep as they keep formats."""

from django.db import migrations, models
from django.db.models import Q

SHELVES = ["card", "set", "format", "house-rule", "ruling", "game"]
ACTIONS = {"curator": ("view", "add", "change"), "admin": ("view", "add", "change"), "publisher": ("view",)}


def let_curators_keep_them(apps, schema_editor):
    using = schema_editor.connection.alias
    content_type, _ = (
        apps.get_model("contenttypes", "ContentType")
        .objects.using(using)
        .get_or_create(app_label="catalog", model="ruling")
    )
    permissions = apps.get_model("auth", "Permission").objects.using(using)
    for group in apps.get_model("auth", "Group").objects.using(using).filter(name__in=ACTIONS):
        for action in ACTIONS[group.name]:
            permission, _ = permissions.get_or_create(
                content_type=content_type,
                codename=f"{action}_ruling",
                defaults={"name": f"Can {action} ruling"},
            )
            group.permissions.add(permission)


class Migration(migrations.Migration):
    dependencies = [("catalog", "0014_confirmations")]

    operations = [
        migrations.AlterField(
            model_name="record",
            name="shelf",
            field=models.CharField(
                choices=[
                    ("card", "Card"),
                    ("set", "Set"),
                    ("format", "Format"),
                    ("house-rule", "House Rule"),
                    ("ruling", "Ruling"),
                    ("game", "Game"),
                ],
                max_length=10,
            ),
        ),
        migrations.RemoveConstraint(model_name="record", name="record_shelf_known"),
        migrations.AddConstraint(
            model_name="record",
            constraint=models.CheckConstraint(condition=Q(shelf__in=SHELVES), name="record_shelf_known"),
        ),
        migrations.CreateModel(
            name="Ruling",
            fields=[],
            options={"proxy": True, "indexes": [], "constraints": []},
            bases=("catalog.record",),
        ),
        migrations.RunPython(let_curators_keep_them, migrations.RunPython.noop),
    ]

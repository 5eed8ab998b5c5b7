"""The groups of curators and admins, with their permissions.

Django makes permissions after all migrations have run, so those the groups need are made here, in the form in which
Django would make them; it finds them there later and leaves them alone.
"""

from django.conf import settings
from django.db import migrations

KEEP = ("view", "add", "change")
CURATOR = {
    ("catalog", "card", "card"): KEEP,
    ("catalog", "cardset", "set"): KEEP,
    ("catalog", "format", "format"): KEEP,
    ("catalog", "game", "game"): ("view",),
    ("catalog", "release", "release"): ("view",),
}
ADMIN = {
    **CURATOR,
    ("catalog", "game", "game"): KEEP,
    ("auth", "user", "user"): KEEP,
    ("auth", "group", "group"): ("view",),
}


def make_groups(apps, schema_editor):
    using = schema_editor.connection.alias
    content_types = apps.get_model("contenttypes", "ContentType").objects.using(using)
    permissions = apps.get_model("auth", "Permission").objects.using(using)
    groups = apps.get_model("auth", "Group").objects.using(using)
    for role, models in (("curator", CURATOR), ("admin", ADMIN)):
        group, _ = groups.get_or_create(name=role)
        for (app, model, words), actions in models.items():
            content_type, _ = content_types.get_or_create(app_label=app, model=model)
            for action in actions:
                permission, _ = permissions.get_or_create(
                    content_type=content_type, codename=f"{action}_{model}", defaults={"name": f"Can {action} {words}"}
                )
                group.permissions.add(permission)


class Migration(migrations.Migration):

    dependencies = [
        ("catalog", "0001_initial"),
        ("contenttypes", "0002_remove_content_type_name"),
        ("auth", "0012_alter_user_first_name_max_length"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    # Taking the groups away again would take people's roles with them.
    operations = [migrations.RunPython(make_groups, migrations.RunPython.noop)]

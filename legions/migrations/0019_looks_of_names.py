"""What the names that are there look like. Where several look alike the oldest account has the skeletons."""

from django.conf import settings
from django.db import migrations

from legions.migrations._skeletons import skeleton, typed_skeleton

CHUNK = 1_000


def keep_accounts(apps, schema_editor):
    database = schema_editor.connection.alias
    users = apps.get_model(settings.AUTH_USER_MODEL).objects.using(database).order_by("pk")
    names = apps.get_model("legions", "AccountName")
    kept = set(names.objects.using(database).values_list("pk", flat=True))
    taken, typed_taken, rows = set(), set(), []
    for pk, name in users.values_list("pk", "username").iterator(chunk_size=CHUNK):
        if pk in kept:
            continue
        looks, typed = skeleton(name), typed_skeleton(name)
        free = looks not in taken and typed not in typed_taken
        if free:
            taken.add(looks)
            typed_taken.add(typed)
        rows.append(
            names(user_id=pk, name=name, skeleton=looks if free else None, typed_skeleton=typed if free else None)
        )
    names.objects.using(database).bulk_create(rows, batch_size=CHUNK)


def keep_profiles(apps, schema_editor):
    profiles = apps.get_model("legions", "Profile").objects.using(schema_editor.connection.alias)
    found = []
    for profile in profiles.filter(skeleton="").only("pk", "name").order_by("pk").iterator(chunk_size=CHUNK):
        profile.skeleton = skeleton(profile.name)
        found.append(profile)
    profiles.bulk_update(found, ["skeleton"], batch_size=CHUNK)


class Migration(migrations.Migration):

    dependencies = [
        ("legions", "0018_names_that_look_alike"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RunPython(keep_accounts, migrations.RunPython.noop),
        migrations.RunPython(keep_profiles, migrations.RunPython.noop),
    ]

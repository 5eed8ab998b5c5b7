"""Names in the code for what is kept under an idempotency key and for a try to deliver. The tables stay."""

from functools import partial

from django.db import migrations

NAMES = {"madeonce": ("idempotencyrecord", "idempotency record"), "try": ("deliveryattempt", "delivery attempt")}
FORMER_NAMES = {"idempotencyrecord": ("madeonce", "made once"), "deliveryattempt": ("try", "try")}


def rename_permissions(names, apps, schema_editor):
    """Rename the permissions of the models, which Django does not do with the models."""
    permissions = apps.get_model("auth", "Permission").objects.using(schema_editor.connection.alias)
    for before, (after, words) in names.items():
        for action in ("add", "change", "delete", "view"):
            permissions.filter(content_type__app_label="legions", codename=f"{action}_{before}").update(
                codename=f"{action}_{after}", name=f"Can {action} {words}"
            )


class Migration(migrations.Migration):
    dependencies = [("legions", "0022_own_numbers"), ("auth", "0012_alter_user_first_name_max_length")]

    operations = [
        migrations.AlterModelTable(name="madeonce", table="legions_madeonce"),
        migrations.RenameModel(old_name="MadeOnce", new_name="IdempotencyRecord"),
        migrations.AlterModelTable(name="try", table="legions_try"),
        migrations.RenameModel(old_name="Try", new_name="DeliveryAttempt"),
        migrations.RunPython(partial(rename_permissions, NAMES), partial(rename_permissions, FORMER_NAMES)),
    ]

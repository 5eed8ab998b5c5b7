from django.db import migrations
from django.db.models.functions import Length

SEARCHED_BYTES = 2_000


def cut(apps, schema_editor):
    """Cut texts that would not fit into an index."""
    legions = apps.get_model("legions", "Legion").objects.using(schema_editor.connection.alias)
    long = legions.alias(length=Length("searched")).filter(length__gt=SEARCHED_BYTES // 4)
    for key, text in list(long.values_list("pk", "searched")):
        legions.filter(pk=key).update(searched=text.encode()[:SEARCHED_BYTES].decode(errors="ignore"))


class Migration(migrations.Migration):
    dependencies = [("legions", "0036_site_map_of_lists")]

    operations = [migrations.RunPython(cut, migrations.RunPython.noop)]

"""The role of contributors, and everybody who is one by what was accepted so far."""

from django.conf import settings
from django.db import migrations
from django.db.models import Sum

ENOUGH = 10


def make_contributors(apps, schema_editor):
    using = schema_editor.connection.alias
    contributors, _ = apps.get_model("auth", "Group").objects.using(using).get_or_create(name="contributor")
    contributions = apps.get_model("catalog", "Contribution").objects.using(using).filter(by__isnull=False)
    sums = contributions.order_by().values("by").annotate(sum=Sum("accepted")).filter(sum__gte=ENOUGH)
    contributors.user_set.add(*sums.values_list("by", flat=True))


class Migration(migrations.Migration):

    dependencies = [
        ("catalog", "0015_rulings"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    # Taking the group away again would take people's role with it.
    operations = [migrations.RunPython(make_contributors, migrations.RunPython.noop)]

"""What holds of stages, and the role of those who publish. Who was a curator could publish so far, and goes on."""

from django.db import migrations, models

LOOK = ("card", "cardset", "format", "houserule", "game", "release")
WORDS = {"draft": "Can view draft", "release": "Can add release"}


def make_publishers(apps, schema_editor):
    using = schema_editor.connection.alias
    content_types = apps.get_model("contenttypes", "ContentType").objects.using(using)
    permissions = apps.get_model("auth", "Permission").objects.using(using)
    groups = apps.get_model("auth", "Group").objects.using(using)

    def permission(action, model):
        content_type, _ = content_types.get_or_create(app_label="catalog", model=model)
        given = {"content_type": content_type, "codename": f"{action}_{model}"}
        return permissions.get_or_create(**given, defaults={"name": WORDS[model]})[0]

    view_draft, add_release = permission("view", "draft"), permission("add", "release")
    publisher, _ = groups.get_or_create(name="publisher")
    publisher.permissions.add(view_draft, add_release)
    looked_at = permissions.filter(content_type__app_label="catalog", codename__in=[f"view_{one}" for one in LOOK])
    publisher.permissions.add(*looked_at)
    for group in groups.filter(name__in=["curator", "admin"]):
        group.permissions.add(view_draft)
    for group in groups.filter(name="admin"):
        group.permissions.add(add_release)
    for group in groups.filter(name="curator"):
        publisher.user_set.add(*group.user_set.all())


class Migration(migrations.Migration):

    dependencies = [
        ('catalog', '0009_stages'),
    ]

    operations = [
        migrations.AddConstraint(
            model_name='revision',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('since__isnull', False), ('stage', '')), models.Q(('since__isnull', True), ('stage__in', ['draft', 'review', 'approved'])), _connector='OR'), name='revision_draft_has_a_stage'),
        ),
        migrations.AddConstraint(
            model_name='revision',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('approved_over__isnull', False), ('stage', 'approved')), models.Q(models.Q(('stage', 'approved'), _negated=True), ('approved_over__isnull', True)), _connector='OR'), name='revision_approved_over_something'),
        ),
        migrations.RunPython(make_publishers, migrations.RunPython.noop),
    ]

"""Releases before they are published, and what they would do."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from catalog.migrations import _functions


def let_them_look(apps, schema_editor):
    using = schema_editor.connection.alias
    content_types = apps.get_model("contenttypes", "ContentType").objects.using(using)
    content_type, _ = content_types.get_or_create(app_label="catalog", model="upcomingrelease")
    permission, _ = (
        apps.get_model("auth", "Permission")
        .objects.using(using)
        .get_or_create(
            content_type=content_type,
            codename="view_upcomingrelease",
            defaults={"name": "Can view upcoming release"},
        )
    )
    groups = apps.get_model("auth", "Group").objects.using(using)
    for group in groups.filter(name__in=["curator", "publisher", "admin"]):
        group.permissions.add(permission)


class Migration(migrations.Migration):

    dependencies = [
        ('catalog', '0011_pictures'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='UpcomingRelease',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('why', models.CharField(max_length=300)),
                ('begun_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('state', models.CharField(choices=[('open', 'being gathered'), ('scheduled', 'scheduled'), ('published', 'published'), ('dropped', 'dropped')], default='open', editable=False, max_length=9)),
                ('due_at', models.DateTimeField(editable=False, null=True)),
                ('stopped', models.TextField(blank=True, editable=False)),
                ('version', models.PositiveIntegerField(default=1, editable=False)),
                ('by', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('release', models.OneToOneField(editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, to='catalog.release')),
            ],
            options={
                'ordering': ['-pk'],
                'default_permissions': ('view',),
            },
        ),
        migrations.CreateModel(
            name='ReleasePreview',
            fields=[
                ('key', models.CharField(default=_functions.new_key, editable=False, max_length=16, primary_key=True, serialize=False)),
                ('mark', models.CharField(editable=False, max_length=64)),
                ('state', models.CharField(choices=[('waiting', 'waiting for a worker'), ('running', 'running'), ('done', 'done'), ('failed', 'failed'), ('cancelled', 'cancelled')], default='waiting', editable=False, max_length=9)),
                ('done', models.PositiveIntegerField(default=0, editable=False)),
                ('total', models.PositiveIntegerField(default=0, editable=False)),
                ('told', models.JSONField(default=dict, editable=False)),
                ('asked_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('heard_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('upcoming', models.ForeignKey(editable=False, on_delete=django.db.models.deletion.CASCADE, related_name='previews', to='catalog.upcomingrelease')),
            ],
            options={
                'ordering': ['-asked_at'],
            },
        ),
        migrations.AddField(
            model_name='revision',
            name='gathered_in',
            field=models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='drafts', to='catalog.upcomingrelease'),
        ),
        migrations.AddConstraint(
            model_name='revision',
            constraint=models.CheckConstraint(condition=models.Q(('gathered_in__isnull', True), ('stage', 'approved'), _connector='OR'), name='revision_gathered_is_approved'),
        ),
        migrations.AddConstraint(
            model_name='upcomingrelease',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('due_at__isnull', False), ('state', 'scheduled')), models.Q(('state', 'scheduled'), _negated=True), _connector='OR'), name='upcoming_scheduled_is_due'),
        ),
        migrations.AddConstraint(
            model_name='upcomingrelease',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('release__isnull', False), ('state', 'published')), models.Q(models.Q(('state', 'published'), _negated=True), ('release__isnull', True)), _connector='OR'), name='upcoming_published_is_a_release'),
        ),
        migrations.RunPython(let_them_look, migrations.RunPython.noop),
    ]

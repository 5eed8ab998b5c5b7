"""What players offer to the curators, who look at it."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def let_curators_look(apps, schema_editor):
    using = schema_editor.connection.alias
    content_type, _ = (
        apps.get_model("contenttypes", "ContentType")
        .objects.using(using)
        .get_or_create(app_label="catalog", model="contribution")
    )
    permission, _ = (
        apps.get_model("auth", "Permission")
        .objects.using(using)
        .get_or_create(
            content_type=content_type, codename="view_contribution", defaults={"name": "Can view contribution"}
        )
    )
    for group in apps.get_model("auth", "Group").objects.using(using).filter(name__in=("curator", "admin")):
        group.permissions.add(permission)


class Migration(migrations.Migration):

    dependencies = [
        ('catalog', '0004_folded'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Contribution',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('facts', models.JSONField()),
                ('digest', models.CharField(editable=False, max_length=64)),
                ('note', models.CharField(blank=True, default='', help_text='Beside the printed card itself.', max_length=200)),
                ('release', models.PositiveIntegerField()),
                ('state', models.CharField(choices=[('offered', 'Offered'), ('withdrawn', 'Withdrawn')], default='offered', max_length=10)),
                ('offered_at', models.DateTimeField(auto_now_add=True)),
                ('changed_at', models.DateTimeField()),
                ('by', models.ForeignKey(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='contributions', to=settings.AUTH_USER_MODEL)),
                ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='contributions', to='catalog.record', verbose_name='card')),
            ],
            options={
                'ordering': ['-changed_at', '-pk'],
                'indexes': [models.Index(fields=['by', '-offered_at'], name='contribution_by')],
                'constraints': [models.UniqueConstraint(fields=('by', 'record', 'digest'), name='contribution_once'), models.CheckConstraint(condition=models.Q(('state__in', ['offered', 'withdrawn'])), name='contribution_state_known')],
            },
        ),
        migrations.RunPython(let_curators_look, migrations.RunPython.noop),
    ]

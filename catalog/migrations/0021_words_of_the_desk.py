"""What is called how at the desk, and why a release was stopped: said in each language, of which there was one."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def by_language(apps, schema_editor):
    upcoming = apps.get_model('catalog', 'UpcomingRelease').objects.using(schema_editor.connection.alias)
    for one in upcoming.exclude(stopped_in_english=''):
        upcoming.filter(pk=one.pk).update(stopped={'en': one.stopped_in_english})


def in_english(apps, schema_editor):
    upcoming = apps.get_model('catalog', 'UpcomingRelease').objects.using(schema_editor.connection.alias)
    for one in upcoming.exclude(stopped={}):
        upcoming.filter(pk=one.pk).update(stopped_in_english=one.stopped.get('en', ''))


class Migration(migrations.Migration):

    dependencies = [
        ('catalog', '0020_words_of_offers'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='broughttable',
            name='language',
            field=models.CharField(default='en', editable=False, max_length=10),
        ),
        migrations.AlterField(
            model_name='auditentry',
            name='request',
            field=models.CharField(blank=True, default='', editable=False, max_length=32, verbose_name='request'),
        ),
        migrations.AlterField(
            model_name='auditentry',
            name='what',
            field=models.CharField(editable=False, max_length=40, verbose_name='deed'),
        ),
        migrations.AlterField(
            model_name='broughttable',
            name='by',
            field=models.ForeignKey(editable=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by'),
        ),
        migrations.AlterField(
            model_name='broughttable',
            name='created_at',
            field=models.DateTimeField(auto_now_add=True, verbose_name='begun'),
        ),
        migrations.AlterField(
            model_name='broughttable',
            name='game',
            field=models.CharField(max_length=100, verbose_name='game'),
        ),
        migrations.AlterField(
            model_name='broughttable',
            name='kind',
            field=models.CharField(max_length=100, verbose_name='kind'),
        ),
        migrations.AlterField(
            model_name='broughttable',
            name='state',
            field=models.CharField(choices=[('receiving', 'on its way'), ('whole', 'columns to be chosen'), ('checking', 'being checked'), ('checked', 'to be looked at'), ('writing', 'being brought in'), ('done', 'brought in'), ('cancelled', 'given up')], default='receiving', max_length=10, verbose_name='state'),
        ),
        migrations.AlterField(
            model_name='upcomingrelease',
            name='by',
            field=models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by'),
        ),
        migrations.AlterField(
            model_name='upcomingrelease',
            name='state',
            field=models.CharField(choices=[('open', 'being gathered'), ('scheduled', 'scheduled'), ('published', 'published'), ('dropped', 'dropped')], default='open', editable=False, max_length=9, verbose_name='state'),
        ),
        migrations.RenameField(model_name='upcomingrelease', old_name='stopped', new_name='stopped_in_english'),
        migrations.AddField(
            model_name='upcomingrelease',
            name='stopped',
            field=models.JSONField(blank=True, default=dict, editable=False),
        ),
        migrations.RunPython(by_language, in_english),
        migrations.RemoveField(model_name='upcomingrelease', name='stopped_in_english'),
        migrations.AlterField(
            model_name='upcomingrelease',
            name='why',
            field=models.CharField(max_length=300, verbose_name='why'),
        ),
    ]

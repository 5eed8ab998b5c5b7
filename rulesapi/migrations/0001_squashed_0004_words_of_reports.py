"""Both tables of the API: completions, and verdicts that somebody reported as wrong.

It replaces the migrations up to the last one of version 0.1.1, which is all that `replaces` needs to name: `migrate`
refuses a database in which that one is not applied.
"""

import django.db.models.deletion
import django.utils.timezone
import rulesapi.models
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [('rulesapi', '0004_words_of_reports')]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Completion',
            fields=[
                ('key', models.CharField(default=rulesapi.models.new_key, editable=False, max_length=22, primary_key=True, serialize=False)),
                ('question', models.JSONField()),
                ('release', models.PositiveBigIntegerField()),
                ('seconds', models.PositiveSmallIntegerField()),
                ('state', models.CharField(choices=[('waiting', 'Waiting'), ('running', 'Running'), ('done', 'Done'), ('failed', 'Failed')], default='waiting', max_length=7)),
                ('best', models.BigIntegerField(null=True)),
                ('bound', models.BigIntegerField(null=True)),
                ('answer', models.JSONField(null=True)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('started_at', models.DateTimeField(null=True)),
                ('heard_at', models.DateTimeField(null=True)),
                ('expires_at', models.DateTimeField(db_index=True, default=rulesapi.models.new_end)),
            ],
        ),
        migrations.CreateModel(
            name='WrongVerdict',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('mark', models.CharField(editable=False, max_length=64, unique=True)),
                ('game', models.CharField(max_length=100, verbose_name='game')),
                ('digest', models.CharField(max_length=71, verbose_name='digest')),
                ('legion', models.JSONField()),
                ('verdict', models.JSONField(help_text='As it was when it was reported.')),
                ('expected', models.CharField(choices=[('legal', 'Legal'), ('illegal', 'Illegal'), ('undetermined', 'Undetermined')], max_length=12, verbose_name='expected')),
                ('code', models.CharField(blank=True, max_length=200, verbose_name='rule')),
                ('note', models.CharField(blank=True, max_length=1000, verbose_name='note')),
                ('state', models.CharField(choices=[('open', 'Open'), ('wrong', 'The verdict was wrong'), ('right', 'The verdict was right')], db_index=True, default='open', max_length=5, verbose_name='state')),
                ('made_at', models.DateTimeField(db_index=True, default=django.utils.timezone.now, verbose_name='reported on')),
                ('by', models.ForeignKey(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='wrong_verdicts', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ('-made_at', '-pk'),
                'verbose_name': 'wrong verdict',
                'verbose_name_plural': 'wrong verdicts',
            },
        ),
    ]

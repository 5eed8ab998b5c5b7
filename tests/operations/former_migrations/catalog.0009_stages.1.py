"""Stages of drafts, and the states that drafts were in: a draft of before begins with the state it is in."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


def begin(apps, schema_editor):
    using = schema_editor.connection.alias
    drafts = apps.get_model("catalog", "Revision").objects.using(using).filter(since__isnull=True)
    states = apps.get_model("catalog", "DraftState").objects.using(using)
    for draft in drafts.defer("document", "folded").iterator(chunk_size=500):
        given = {"by_id": draft.by_id, "why": draft.why, "at": draft.created_at, "text": draft.text}
        states.create(record_id=draft.record_id, number=1, deed="saved", **given)
    drafts.update(stage="draft")


class Migration(migrations.Migration):

    dependencies = [
        ('catalog', '0008_tables'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='DraftState',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(editable=False)),
                ('deed', models.CharField(choices=[('saved', 'saved'), ('restored', 'restored'), ('sent', 'put up for review'), ('taken-back', 'taken back from review'), ('returned', 'sent back'), ('approved', 'approved'), ('discarded', 'thrown away'), ('published', 'published')], editable=False, max_length=10)),
                ('text', models.TextField(editable=False)),
                ('at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('why', models.CharField(blank=True, editable=False, max_length=300)),
                ('source', models.CharField(blank=True, editable=False, max_length=300)),
            ],
            options={
                'ordering': ['record', 'number'],
            },
        ),
        migrations.CreateModel(
            name='Draft',
            fields=[
            ],
            options={
                'proxy': True,
                'default_permissions': ('view',),
                'indexes': [],
                'constraints': [],
            },
            bases=('catalog.revision',),
        ),
        migrations.AddField(
            model_name='revision',
            name='approved_over',
            field=models.PositiveIntegerField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name='revision',
            name='source',
            field=models.CharField(blank=True, db_default='', default='', max_length=300),
        ),
        migrations.AddField(
            model_name='revision',
            name='stage',
            field=models.CharField(blank=True, choices=[('draft', 'draft'), ('review', 'in review'), ('approved', 'approved')], db_default='', default='', editable=False, max_length=8),
        ),
        migrations.AddField(
            model_name='draftstate',
            name='by',
            field=models.ForeignKey(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='draftstate',
            name='record',
            field=models.ForeignKey(db_index=False, editable=False, on_delete=django.db.models.deletion.PROTECT, related_name='states', to='catalog.record'),
        ),
        migrations.AddConstraint(
            model_name='draftstate',
            constraint=models.UniqueConstraint(fields=('record', 'number'), name='draft_state_number'),
        ),
        migrations.RunPython(begin, migrations.RunPython.noop),
    ]

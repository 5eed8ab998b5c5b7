"""Changesets: the drafts, imported tables, accepted contributions and releases that exist get theirs."""

from collections import defaultdict

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

CONTRIBUTED = ("Contribution ", "Agreed by two: ")
"""The beginnings of the reasons of drafts with accepted contributions."""
CHUNK = 1_000
ROLES = ("curator", "publisher", "admin")


def give_changesets(apps, schema_editor):
    """Give each revision a changeset, with the author, time and reason of its table, release or draft."""
    using = schema_editor.connection.alias
    revisions = apps.get_model("catalog", "Revision").objects.using(using)
    changesets = apps.get_model("catalog", "Changeset").objects.using(using)
    tables = apps.get_model("catalog", "TableImport").objects.using(using)
    releases = dict(apps.get_model("catalog", "Release").objects.using(using).values_list("number", "published_at"))
    by_table = {}
    for table in tables.filter(state="done").order_by("pk"):
        for row in table.report.get("rows", ()):
            by_table[table.by_id, table.why, table.game, row["slug"]] = table
    groups = defaultdict(list)
    columns = ("pk", "by", "why", "game", "slug", "since", "created_at")
    for pk, by, why, game, slug, since, at in revisions.order_by("pk").values_list(*columns).iterator(CHUNK):
        table = by_table.get((by, why, game, slug))
        if table is not None:
            group = ("table", table.pk, by, why, table.created_at)
        elif why.startswith(CONTRIBUTED):
            group = ("offers", since, by, "Accepted contributions", releases.get(since))
        elif since is not None:
            group = ("files" if by is None else "publication", since, by, why, releases[since])
        else:
            group = ("work", at.date(), by, why, None)
        groups[group].append((pk, at))
    for (origin, key, by, title, begun), rows in groups.items():
        changeset = changesets.create(
            origin=origin, by_id=by, title=title or "A draft", created_at=begun or min(at for _pk, at in rows)
        )
        if origin == "table":
            tables.filter(pk=key).update(changeset=changeset)
        keys = [pk for pk, _at in rows]
        for start in range(0, len(keys), CHUNK):
            revisions.filter(pk__in=keys[start : start + CHUNK]).update(changeset=changeset)


def grant(apps, schema_editor):
    """Let the roles look at changesets."""
    using = schema_editor.connection.alias
    content_types = apps.get_model("contenttypes", "ContentType").objects.using(using)
    permissions = apps.get_model("auth", "Permission").objects.using(using)
    content_type, _ = content_types.get_or_create(app_label="catalog", model="changeset")
    permission, _ = permissions.get_or_create(
        content_type=content_type, codename="view_changeset", defaults={"name": "Can view changeset"}
    )
    for group in apps.get_model("auth", "Group").objects.using(using).filter(name__in=ROLES):
        group.permissions.add(permission)


class Migration(migrations.Migration):

    dependencies = [
        ('catalog', '0032_rulebooks'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterField(
            model_name='draftstate',
            name='deed',
            field=models.CharField(choices=[('saved', 'saved'), ('restored', 'restored'), ('sent', 'put up for review'), ('taken-back', 'withdrawn from review'), ('returned', 'sent back'), ('approved', 'approved'), ('sampled', 'approved by sample'), ('discarded', 'discarded'), ('published', 'published')], editable=False, max_length=10),
        ),
        migrations.CreateModel(
            name='Changeset',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('title', models.CharField(max_length=300, verbose_name='title')),
                ('origin', models.CharField(choices=[('work', 'written by hand'), ('table', 'imported table'), ('offers', 'accepted contributions'), ('files', 'imported files'), ('publication', 'published at once'), ('revert', 'takes back another')], default='work', max_length=11, verbose_name='origin')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='begun')),
                ('by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                ('reverts', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='reverted_by', to='catalog.changeset')),
            ],
            options={
                'verbose_name': 'changeset',
                'verbose_name_plural': 'changesets',
                'ordering': ['-pk'],
                'default_permissions': ('view',),
            },
        ),
        migrations.AddField(
            model_name='revision',
            name='changeset',
            field=models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='rows', to='catalog.changeset'),
        ),
        migrations.AddField(
            model_name='tableimport',
            name='changeset',
            field=models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='catalog.changeset'),
        ),
        migrations.CreateModel(
            name='ChangesetNote',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('text', models.CharField(max_length=1000)),
                ('by', models.ForeignKey(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('changeset', models.ForeignKey(editable=False, on_delete=django.db.models.deletion.CASCADE, related_name='notes', to='catalog.changeset')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.AddConstraint(
            model_name='changeset',
            constraint=models.CheckConstraint(condition=models.Q(('origin__in', ['work', 'table', 'offers', 'files', 'publication', 'revert'])), name='changeset_origin_known'),
        ),
        # Without the columns, nothing is left of what was given.
        migrations.RunPython(give_changesets, migrations.RunPython.noop),
        migrations.RunPython(grant, migrations.RunPython.noop),
    ]

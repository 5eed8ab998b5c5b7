"""All tables of the catalog, the triggers that protect the audit log, and the groups of the roles.

It replaces the migrations up to the last one of version 0.1.1, which is all that `replaces` needs to name: `migrate`
refuses a database in which that one is not applied.

A migration that alters the table of the audit log has to create its triggers again: SQLite loses them when Django
remakes the table. Django creates permissions after all migrations have run, so this one creates those that the groups
need, with the names that Django would give them.
"""

import catalog.models.upcoming
import django.core.validators
import django.db.models.deletion
import django.db.models.fields.json
import django.db.models.functions.comparison
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

SAID = "The audit log is only ever added to."
KEPT = {
    "sqlite": [
        f"""CREATE TRIGGER audit_kept_{word.lower()} BEFORE {word} ON catalog_auditentry
        BEGIN SELECT RAISE(ABORT, '{SAID}'); END"""
        for word in ("UPDATE", "DELETE")
    ]
    + [
        # INSERT OR REPLACE takes a row away without any DELETE.
        f"""CREATE TRIGGER audit_kept_insert BEFORE INSERT ON catalog_auditentry
        WHEN EXISTS (SELECT 1 FROM catalog_auditentry WHERE id = NEW.id)
        BEGIN SELECT RAISE(ABORT, '{SAID}'); END"""
    ],
    "postgresql": [
        f"""CREATE OR REPLACE FUNCTION audit_kept() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION '{SAID}' USING ERRCODE = 'integrity_constraint_violation'; END $$""",
        """CREATE TRIGGER audit_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON catalog_auditentry
        FOR EACH STATEMENT EXECUTE FUNCTION audit_kept()""",
    ],
}
LET_GO = {
    "sqlite": [f"DROP TRIGGER IF EXISTS audit_kept_{word}" for word in ("update", "delete", "insert")],
    "postgresql": [
        "DROP TRIGGER IF EXISTS audit_kept ON catalog_auditentry",
        "DROP FUNCTION IF EXISTS audit_kept",
    ],
}

KEEP = ("view", "add", "change")
WORDS = {
    ("catalog", "card"): "card",
    ("catalog", "cardset"): "set",
    ("catalog", "format"): "format",
    ("catalog", "houserule"): "house rule",
    ("catalog", "ruling"): "ruling",
    ("catalog", "adventure"): "adventure",
    ("catalog", "reference"): "reference",
    ("catalog", "game"): "game",
    ("catalog", "draft"): "draft",
    ("catalog", "release"): "release",
    ("catalog", "upcomingrelease"): "upcoming release",
    ("catalog", "contribution"): "contribution",
    ("catalog", "tableimport"): "table",
    ("catalog", "auditentry"): "audit entry",
    ("auth", "user"): "user",
    ("auth", "group"): "group",
}
"""The verbose names of models, as Django puts them into the names of permissions."""
CURATOR = {
    ("catalog", "card"): KEEP,
    ("catalog", "cardset"): KEEP,
    ("catalog", "format"): KEEP,
    ("catalog", "houserule"): KEEP,
    ("catalog", "ruling"): KEEP,
    ("catalog", "adventure"): KEEP,
    ("catalog", "reference"): KEEP,
    ("catalog", "game"): ("view",),
    ("catalog", "draft"): ("view",),
    ("catalog", "release"): ("view",),
    ("catalog", "upcomingrelease"): ("view",),
    ("catalog", "contribution"): ("view",),
    ("catalog", "tableimport"): ("view",),
}
PUBLISHER = {
    **{model: ("view",) for model in CURATOR if model[1] not in ("contribution", "tableimport")},
    ("catalog", "release"): ("view", "add"),
}
ADMIN = {
    **CURATOR,
    ("catalog", "game"): KEEP,
    ("catalog", "release"): ("view", "add"),
    ("catalog", "auditentry"): ("view",),
    ("auth", "user"): KEEP,
    ("auth", "group"): ("view",),
}
GROUPS = {"contributor": {}, "curator": CURATOR, "publisher": PUBLISHER, "admin": ADMIN}


def keep(apps, schema_editor):
    for sql in KEPT[schema_editor.connection.vendor]:
        schema_editor.execute(sql, params=None)


def let_go(apps, schema_editor):
    for sql in LET_GO[schema_editor.connection.vendor]:
        schema_editor.execute(sql, params=None)


def make_groups(apps, schema_editor):
    using = schema_editor.connection.alias
    content_types = apps.get_model("contenttypes", "ContentType").objects.using(using)
    permissions = apps.get_model("auth", "Permission").objects.using(using)
    groups = apps.get_model("auth", "Group").objects.using(using)
    made = {}
    for (app, model), words in WORDS.items():
        content_type, _ = content_types.get_or_create(app_label=app, model=model)
        for action in sorted({one for group in GROUPS.values() for one in group.get((app, model), ())}):
            made[app, model, action], _ = permissions.get_or_create(
                content_type=content_type, codename=f"{action}_{model}", defaults={"name": f"Can {action} {words}"}
            )
    for name, models_of in GROUPS.items():
        group, _ = groups.get_or_create(name=name)
        group.permissions.add(
            *(made[app, model, action] for (app, model), actions in models_of.items() for action in actions)
        )


class Migration(migrations.Migration):

    replaces = [('catalog', '0031_imported_documents')]

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('contenttypes', '0002_remove_content_type_name'),
    ]

    operations = [
        migrations.CreateModel(
            name='Record',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(max_length=100, validators=[django.core.validators.RegexValidator('^[a-z0-9]+(-[a-z0-9]+)*\\Z', 'Lower-case letters, digits and single hyphens.')])),
                ('document_type', models.CharField(choices=[('card', 'card'), ('set', 'set'), ('format', 'format'), ('house-rule', 'house rule'), ('ruling', 'ruling'), ('adventure', 'adventure'), ('reference', 'reference'), ('game', 'game')], db_column='shelf', max_length=10)),
                ('slug', models.CharField(max_length=100, validators=[django.core.validators.RegexValidator('^[a-z0-9]+(-[a-z0-9]+)*\\Z', 'Lower-case letters, digits and single hyphens.')])),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('game', 'document_type', 'slug'), name='record_identity'), models.CheckConstraint(condition=models.Q(('document_type__in', ['card', 'set', 'format', 'house-rule', 'ruling', 'adventure', 'reference', 'game'])), name='record_shelf_known')],
            },
        ),
        migrations.CreateModel(
            name='Card',
            fields=[
            ],
            options={
                'indexes': [],
                'constraints': [],
                'proxy': True,
                'verbose_name': 'card',
                'verbose_name_plural': 'cards',
            },
            bases=('catalog.record',),
        ),
        migrations.CreateModel(
            name='CardSet',
            fields=[
            ],
            options={
                'indexes': [],
                'constraints': [],
                'verbose_name': 'set',
                'proxy': True,
                'verbose_name_plural': 'sets',
            },
            bases=('catalog.record',),
        ),
        migrations.CreateModel(
            name='Format',
            fields=[
            ],
            options={
                'indexes': [],
                'constraints': [],
                'proxy': True,
                'verbose_name': 'format',
                'verbose_name_plural': 'formats',
            },
            bases=('catalog.record',),
        ),
        migrations.CreateModel(
            name='Game',
            fields=[
            ],
            options={
                'indexes': [],
                'constraints': [],
                'proxy': True,
                'verbose_name': 'game',
                'verbose_name_plural': 'games',
            },
            bases=('catalog.record',),
        ),
        migrations.CreateModel(
            name='Release',
            fields=[
                ('number', models.PositiveIntegerField(primary_key=True, serialize=False, verbose_name='number')),
                ('published_at', models.DateTimeField(auto_now_add=True, verbose_name='published at')),
                ('why', models.CharField(max_length=300, verbose_name='why')),
                ('by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
            ],
            options={
                'ordering': ['-number'],
                'verbose_name': 'release',
                'verbose_name_plural': 'releases',
            },
        ),
        migrations.CreateModel(
            name='UpcomingRelease',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('why', models.CharField(max_length=300, verbose_name='why')),
                ('begun_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('state', models.CharField(choices=[('open', 'collecting changes'), ('scheduled', 'scheduled'), ('published', 'published'), ('dropped', 'dropped')], default='open', editable=False, max_length=9, verbose_name='state')),
                ('due_at', models.DateTimeField(editable=False, null=True)),
                ('version', models.PositiveIntegerField(default=1, editable=False)),
                ('by', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                ('release', models.OneToOneField(editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, to='catalog.release')),
                ('language', models.CharField(default='', editable=False, max_length=10)),
                ('site', models.CharField(default='', editable=False, max_length=200)),
                ('stopped', models.JSONField(blank=True, default=dict, editable=False)),
            ],
            options={
                'ordering': ['-pk'],
                'default_permissions': ('view',),
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('due_at__isnull', False), ('state', 'scheduled')), models.Q(('state', 'scheduled'), _negated=True), _connector='OR'), name='upcoming_scheduled_is_due'), models.CheckConstraint(condition=models.Q(models.Q(('release__isnull', False), ('state', 'published')), models.Q(models.Q(('state', 'published'), _negated=True), ('release__isnull', True)), _connector='OR'), name='upcoming_published_is_a_release')],
                'verbose_name': 'upcoming release',
                'verbose_name_plural': 'upcoming releases',
            },
        ),
        migrations.CreateModel(
            name='Revision',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('document', models.JSONField()),
                ('text', models.TextField(editable=False, help_text='The document as canonical JSON, served as it is.')),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('why', models.CharField(max_length=300, verbose_name='why')),
                ('game', models.GeneratedField(db_persist=True, expression=django.db.models.functions.comparison.NullIf(django.db.models.fields.json.KeyTextTransform('game', 'document'), models.Value('null', output_field=models.TextField())), output_field=models.CharField(max_length=100, null=True))),
                ('kind', models.GeneratedField(db_persist=True, expression=django.db.models.functions.comparison.NullIf(django.db.models.fields.json.KeyTextTransform('kind', 'document'), models.Value('null', output_field=models.TextField())), output_field=models.CharField(max_length=100, null=True))),
                ('slug', models.GeneratedField(db_persist=True, expression=django.db.models.functions.comparison.NullIf(django.db.models.fields.json.KeyTextTransform('slug', 'document'), models.Value('null', output_field=models.TextField())), output_field=models.CharField(max_length=100, null=True))),
                ('name', models.GeneratedField(db_persist=True, expression=django.db.models.functions.comparison.NullIf(django.db.models.fields.json.KeyTextTransform('name', 'document'), models.Value('null', output_field=models.TextField())), output_field=models.CharField(max_length=120, null=True))),
                ('set_slug', models.GeneratedField(db_persist=True, expression=django.db.models.functions.comparison.NullIf(django.db.models.fields.json.KeyTextTransform('set', 'document'), models.Value('null', output_field=models.TextField())), output_field=models.CharField(max_length=100, null=True))),
                ('slot', models.GeneratedField(db_persist=True, expression=django.db.models.functions.comparison.NullIf(django.db.models.fields.json.KeyTextTransform('slot', 'document'), models.Value('null', output_field=models.TextField())), output_field=models.CharField(max_length=20, null=True))),
                ('alignment', models.GeneratedField(db_persist=True, expression=django.db.models.functions.comparison.NullIf(django.db.models.fields.json.KeyTextTransform('alignment', 'document'), models.Value('null', output_field=models.TextField())), output_field=models.CharField(max_length=20, null=True))),
                ('energy', models.GeneratedField(db_persist=True, expression=django.db.models.functions.comparison.NullIf(django.db.models.fields.json.KeyTextTransform('energy', 'document'), models.Value('null', output_field=models.TextField())), output_field=models.CharField(max_length=300, null=True))),
                ('cost', models.GeneratedField(db_persist=True, expression=django.db.models.functions.comparison.Cast(django.db.models.functions.comparison.NullIf(django.db.models.fields.json.KeyTextTransform('cost', 'document'), models.Value('null', output_field=models.TextField())), models.IntegerField()), output_field=models.IntegerField(null=True))),
                ('level', models.GeneratedField(db_persist=True, expression=django.db.models.functions.comparison.Cast(django.db.models.functions.comparison.NullIf(django.db.models.fields.json.KeyTextTransform('level', 'document'), models.Value('null', output_field=models.TextField())), models.IntegerField()), output_field=models.IntegerField(null=True))),
                ('by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='revisions', to='catalog.record')),
                ('since', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='brought', to='catalog.release')),
                ('until', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='ended', to='catalog.release')),
                ('folded', models.JSONField(default=dict, editable=False, help_text='The texts of a card as they are searched.')),
                ('approved_over', models.PositiveIntegerField(editable=False, null=True)),
                ('source', models.CharField(blank=True, db_default='', default='', max_length=300)),
                ('stage', models.CharField(blank=True, choices=[('draft', 'draft'), ('review', 'in review'), ('approved', 'approved')], db_default='', default='', editable=False, max_length=8, verbose_name='stage')),
                ('gathered_in', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='drafts', to='catalog.upcomingrelease')),
                ('unsourced_reason', models.CharField(blank=True, db_default='', default='', max_length=300)),
                ('searched_stems', models.GeneratedField(db_persist=True, expression=django.db.models.fields.json.KeyTextTransform('~', 'folded'), output_field=models.TextField(null=True))),
                ('searched_title', models.GeneratedField(db_persist=True, expression=django.db.models.fields.json.KeyTextTransform('^', 'folded'), output_field=models.TextField(null=True))),
                ('searched_words', models.GeneratedField(db_persist=True, expression=django.db.models.fields.json.KeyTextTransform('*', 'folded'), output_field=models.TextField(null=True))),
            ],
            options={
                'indexes': [models.Index(fields=['since', 'until'], name='revision_release'), models.Index(fields=['game', 'kind', 'slug'], name='revision_game_kind_slug')],
                'constraints': [models.UniqueConstraint(fields=('record', 'since'), name='revision_once_a_release'), models.UniqueConstraint(condition=models.Q(('since__isnull', True)), fields=('record',), name='revision_one_draft'), models.UniqueConstraint(condition=models.Q(('since__isnull', False), ('until__isnull', True)), fields=('record',), name='revision_one_in_force'), models.CheckConstraint(condition=models.Q(('game__isnull', False), ('kind__isnull', False), ('slug__isnull', False)), name='revision_says_what_it_is'), models.CheckConstraint(condition=models.Q(('until__isnull', True), ('until__gt', models.F('since')), _connector='OR'), name='revision_until_after_since'), models.CheckConstraint(condition=models.Q(models.Q(('since__isnull', False), ('stage', '')), models.Q(('since__isnull', True), ('stage__in', ['draft', 'review', 'approved'])), _connector='OR'), name='revision_draft_has_a_stage'), models.CheckConstraint(condition=models.Q(models.Q(('approved_over__isnull', False), ('stage', 'approved')), models.Q(models.Q(('stage', 'approved'), _negated=True), ('approved_over__isnull', True)), _connector='OR'), name='revision_approved_over_something'), models.CheckConstraint(condition=models.Q(('gathered_in__isnull', True), ('stage', 'approved'), _connector='OR'), name='revision_gathered_is_approved')],
            },
        ),
        migrations.CreateModel(
            name='HouseRule',
            fields=[
            ],
            options={
                'indexes': [],
                'constraints': [],
                'verbose_name': 'house rule',
                'proxy': True,
                'verbose_name_plural': 'house rules',
            },
            bases=('catalog.record',),
        ),
        migrations.CreateModel(
            name='Contribution',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('facts', models.JSONField()),
                ('digest', models.CharField(editable=False, max_length=64)),
                ('note', models.CharField(blank=True, default='', help_text='For the curators.', max_length=200)),
                ('release', models.PositiveIntegerField(verbose_name='release')),
                ('state', models.CharField(choices=[('offered', 'waiting'), ('asked', 'question asked'), ('accepted', 'accepted'), ('declined', 'declined'), ('withdrawn', 'withdrawn'), ('undone', 'undone'), ('disputed', 'sources disagree')], default='offered', max_length=10, verbose_name='state')),
                ('offered_at', models.DateTimeField(auto_now_add=True, verbose_name='offered on')),
                ('changed_at', models.DateTimeField(verbose_name='changed on')),
                ('by', models.ForeignKey(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='contributions', to=settings.AUTH_USER_MODEL)),
                ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='contributions', to='catalog.record', verbose_name='card')),
                ('accepted', models.PositiveSmallIntegerField(db_default=0, default=0)),
                ('decided', models.JSONField(default=dict)),
                ('mends', models.BooleanField(db_default=False, default=False, verbose_name='says that the catalog is wrong')),
                ('page', models.PositiveSmallIntegerField(blank=True, null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(9999)])),
                ('source', models.CharField(blank=True, db_default='', default='', max_length=300)),
                ('messages', models.JSONField(db_column='talk', default=list)),
                ('thank', models.BooleanField(db_default=False, default=False)),
                ('version', models.PositiveIntegerField(db_default=1, default=1)),
                ('sheet', models.CharField(blank=True, db_default='', default='', editable=False, max_length=100)),
            ],
            options={
                'ordering': ['-changed_at', '-pk'],
                'indexes': [models.Index(fields=['by', '-offered_at'], name='contribution_by')],
                'constraints': [models.UniqueConstraint(fields=('by', 'record', 'digest'), name='contribution_once'), models.CheckConstraint(condition=models.Q(('state__in', ['offered', 'asked', 'accepted', 'declined', 'withdrawn', 'undone', 'disputed'])), name='contribution_state_known')],
                'verbose_name': 'contribution',
                'verbose_name_plural': 'contributions',
            },
        ),
        migrations.CreateModel(
            name='ContributionPhoto',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('data', models.BinaryField()),
                ('contribution', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='photo', to='catalog.contribution')),
            ],
        ),
        migrations.CreateModel(
            name='AuditEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('by', models.PositiveBigIntegerField(editable=False, null=True)),
                ('what', models.CharField(editable=False, max_length=40, verbose_name='deed')),
                ('of', models.CharField(blank=True, default='', editable=False, max_length=250)),
                ('before', models.JSONField(editable=False, null=True)),
                ('after', models.JSONField(editable=False, null=True)),
                ('request', models.CharField(blank=True, default='', editable=False, max_length=32, verbose_name='request')),
            ],
            options={
                'verbose_name': 'audit entry',
                'verbose_name_plural': 'audit log',
                'ordering': ['-pk'],
                'indexes': [models.Index(fields=['by', '-at'], name='audit_by')],
            },
        ),
        migrations.CreateModel(
            name='DraftState',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(editable=False)),
                ('deed', models.CharField(choices=[('saved', 'saved'), ('restored', 'restored'), ('sent', 'put up for review'), ('taken-back', 'withdrawn from review'), ('returned', 'sent back'), ('approved', 'approved'), ('discarded', 'discarded'), ('published', 'published')], editable=False, max_length=10)),
                ('text', models.TextField(editable=False)),
                ('at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('why', models.CharField(blank=True, editable=False, max_length=300)),
                ('source', models.CharField(blank=True, editable=False, max_length=300)),
                ('by', models.ForeignKey(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('record', models.ForeignKey(db_index=False, editable=False, on_delete=django.db.models.deletion.PROTECT, related_name='states', to='catalog.record')),
                ('unsourced_reason', models.CharField(blank=True, db_default='', default='', editable=False, max_length=300)),
            ],
            options={
                'ordering': ['record', 'number'],
                'constraints': [models.UniqueConstraint(fields=('record', 'number'), name='draft_state_number')],
            },
        ),
        migrations.CreateModel(
            name='Draft',
            fields=[
            ],
            options={
                'indexes': [],
                'constraints': [],
                'proxy': True,
                'default_permissions': ('view',),
                'verbose_name': 'draft',
                'verbose_name_plural': 'drafts',
            },
            bases=('catalog.revision',),
        ),
        migrations.CreateModel(
            name='Picture',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('alt', models.CharField(max_length=300, verbose_name='what it shows')),
                ('author', models.CharField(max_length=200)),
                ('licence', models.CharField(choices=[('CC0-1.0', 'CC0 1.0'), ('CC-BY-4.0', 'CC BY 4.0'), ('CC-BY-SA-4.0', 'CC BY-SA 4.0'), ('CC-BY-3.0', 'CC BY 3.0'), ('CC-BY-SA-3.0', 'CC BY-SA 3.0'), ('CC-BY-2.0', 'CC BY 2.0'), ('CC-BY-SA-2.0', 'CC BY-SA 2.0'), ('CC-PDM-1.0', 'Public Domain Mark 1.0')], max_length=20)),
                ('source', models.URLField(blank=True, db_default='', default='', max_length=500)),
                ('digest', models.CharField(editable=False, max_length=64)),
                ('added_at', models.DateTimeField(auto_now_add=True)),
                ('withdrawn_at', models.DateTimeField(editable=False, null=True)),
                ('why', models.CharField(blank=True, db_default='', default='', editable=False, max_length=300)),
                ('barred', models.BooleanField(db_default=False, default=False, editable=False)),
                ('by', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='pictures', to='catalog.record', verbose_name='card')),
                ('withdrawn_by', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['pk'],
                'indexes': [models.Index(fields=['digest'], name='picture_digest')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('withdrawn_at__isnull', True)), fields=('record', 'digest'), name='picture_once_a_card'), models.CheckConstraint(condition=models.Q(('licence__in', ['CC0-1.0', 'CC-BY-4.0', 'CC-BY-SA-4.0', 'CC-BY-3.0', 'CC-BY-SA-3.0', 'CC-BY-2.0', 'CC-BY-SA-2.0', 'CC-PDM-1.0'])), name='picture_licence_known'), models.CheckConstraint(condition=models.Q(models.Q(('alt', ''), _negated=True), models.Q(('author', ''), _negated=True)), name='picture_says_what_and_whose'), models.CheckConstraint(condition=models.Q(models.Q(('barred', False), ('why', ''), ('withdrawn_at__isnull', True)), models.Q(('withdrawn_at__isnull', False), models.Q(('why', ''), _negated=True)), _connector='OR'), name='picture_withdrawn_says_why')],
            },
        ),
        migrations.CreateModel(
            name='Rendition',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('form', models.CharField(choices=[('avif', 'image/avif'), ('webp', 'image/webp')], max_length=4)),
                ('width', models.PositiveSmallIntegerField()),
                ('height', models.PositiveSmallIntegerField()),
                ('size', models.PositiveIntegerField(help_text='In bytes.')),
                ('digest', models.CharField(max_length=64)),
                ('file', models.FileField(upload_to='')),
                ('picture', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='renditions', to='catalog.picture')),
            ],
            options={
                'indexes': [models.Index(fields=['digest'], name='rendition_digest')],
                'constraints': [models.UniqueConstraint(fields=('picture', 'form', 'width'), name='rendition_once'), models.UniqueConstraint(fields=('file',), name='rendition_file_of_one'), models.CheckConstraint(condition=models.Q(('form__in', ['avif', 'webp'])), name='rendition_form_known')],
            },
        ),
        migrations.CreateModel(
            name='ReleasePreview',
            fields=[
                ('key', models.CharField(default=catalog.models.upcoming.new_key, editable=False, max_length=16, primary_key=True, serialize=False)),
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
        migrations.CreateModel(
            name='Confirmation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('fact', models.CharField(max_length=100)),
                ('digest', models.CharField(max_length=64)),
                ('named', models.BooleanField(db_default=False, default=False)),
                ('source', models.CharField(blank=True, db_default='', default='', max_length=300)),
                ('page', models.PositiveSmallIntegerField(null=True)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='confirmations', to='catalog.record', verbose_name='card')),
            ],
            options={
                'ordering': ['at', 'pk'],
                'default_permissions': (),
                'constraints': [models.UniqueConstraint(fields=('record', 'fact', 'digest', 'by'), name='confirmation_once')],
            },
        ),
        migrations.CreateModel(
            name='Ruling',
            fields=[
            ],
            options={
                'indexes': [],
                'constraints': [],
                'proxy': True,
                'verbose_name': 'ruling',
                'verbose_name_plural': 'rulings',
            },
            bases=('catalog.record',),
        ),
        migrations.CreateModel(
            name='Dispute',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('fact', models.CharField(max_length=100)),
                ('against', models.JSONField()),
                ('kept_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('outcome', models.CharField(blank=True, choices=[('', 'not decided yet'), ('holds', 'holds'), ('out', 'ruled out')], db_default='', default='', max_length=5)),
                ('ruled_at', models.DateTimeField(null=True)),
                ('why', models.CharField(blank=True, db_default='', default='', max_length=500)),
                ('contribution', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='disputes', to='catalog.contribution')),
                ('kept_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('ruled_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['kept_at', 'pk'],
                'default_permissions': (),
                'constraints': [models.UniqueConstraint(fields=('contribution', 'fact'), name='dispute_once'), models.CheckConstraint(condition=models.Q(models.Q(('outcome', ''), ('ruled_at__isnull', True), ('why', '')), models.Q(('outcome__in', ['holds', 'out']), ('ruled_at__isnull', False), models.Q(('why', ''), _negated=True)), _connector='OR'), name='dispute_ruled_says_why')],
            },
        ),
        migrations.CreateModel(
            name='PeriodicTaskState',
            fields=[
                ('name', models.CharField(max_length=200, primary_key=True, serialize=False)),
                ('due_at', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='WorkerLease',
            fields=[
                ('worker', models.CharField(max_length=64, primary_key=True, serialize=False)),
                ('seen_at', models.DateTimeField(db_index=True)),
            ],
        ),
        migrations.CreateModel(
            name='CuratedGame',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(max_length=100)),
                ('person', models.ForeignKey(editable=False, on_delete=django.db.models.deletion.CASCADE, related_name='curated_games', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['game'],
                'default_permissions': (),
                'constraints': [models.UniqueConstraint(fields=('person', 'game'), name='kept_game_once')],
                'db_table': 'catalog_keptgame',
            },
        ),
        migrations.CreateModel(
            name='TableImport',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(max_length=100, verbose_name='game')),
                ('kind', models.CharField(max_length=100, verbose_name='kind')),
                ('name', models.CharField(max_length=200)),
                ('size', models.PositiveIntegerField()),
                ('sha256', models.CharField(blank=True, default='', max_length=64)),
                ('received', models.PositiveIntegerField(default=0)),
                ('state', models.CharField(choices=[('receiving', 'being uploaded'), ('whole', 'columns not chosen yet'), ('checking', 'being checked'), ('checked', 'ready to review'), ('writing', 'being imported'), ('done', 'imported'), ('cancelled', 'cancelled')], default='receiving', max_length=10, verbose_name='state')),
                ('meant', models.JSONField(default=list)),
                ('source', models.JSONField(null=True)),
                ('report', models.JSONField(default=dict)),
                ('digest', models.CharField(blank=True, default='', max_length=64)),
                ('why', models.CharField(blank=True, default='', max_length=300)),
                ('done', models.PositiveIntegerField(default=0)),
                ('total', models.PositiveIntegerField(default=0)),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='begun')),
                ('heard_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('by', models.ForeignKey(editable=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                ('language', models.CharField(default='en', editable=False, max_length=10)),
                ('sources_hold', models.BooleanField(db_default=False, default=False)),
            ],
            options={
                'verbose_name': 'table',
                'ordering': ['-pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(('received__lte', models.F('size'))), name='table_no_larger')],
                'verbose_name_plural': 'tables',
                'db_table': 'catalog_broughttable',
            },
        ),
        migrations.CreateModel(
            name='TablePart',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('offset', models.PositiveIntegerField()),
                ('data', models.BinaryField()),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='parts', to='catalog.tableimport')),
            ],
            options={
                'ordering': ['offset'],
                'constraints': [models.UniqueConstraint(fields=('table', 'offset'), name='table_part_once')],
            },
        ),
        migrations.CreateModel(
            name='Adventure',
            fields=[
            ],
            options={
                'indexes': [],
                'constraints': [],
                'verbose_name': 'adventure',
                'verbose_name_plural': 'adventures',
                'proxy': True,
            },
            bases=('catalog.record',),
        ),
        migrations.CreateModel(
            name='Reference',
            fields=[
            ],
            options={
                'indexes': [],
                'constraints': [],
                'verbose_name': 'reference',
                'verbose_name_plural': 'references',
                'proxy': True,
            },
            bases=('catalog.record',),
        ),
        migrations.CreateModel(
            name='ImportedDocument',
            fields=[
                ('record', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='imported', serialize=False, to='catalog.record')),
                ('digest', models.CharField(max_length=64)),
                ('text', models.TextField(blank=True, db_default='', default='')),
                ('undecided', models.JSONField(default=dict)),
                ('release', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='catalog.release')),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.RunPython(keep, let_go),
        # Taking the groups away again would take people's roles with them.
        migrations.RunPython(make_groups, migrations.RunPython.noop),
    ]

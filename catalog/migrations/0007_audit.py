"""The audit log, which the database lets nobody change, and which admins read.

Whoever alters the table later makes the triggers anew: SQLite loses them when Django makes the table anew.
"""

import django.utils.timezone
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


def keep(apps, schema_editor):
    for sql in KEPT[schema_editor.connection.vendor]:
        schema_editor.execute(sql, params=None)


def let_go(apps, schema_editor):
    for sql in LET_GO[schema_editor.connection.vendor]:
        schema_editor.execute(sql, params=None)


def let_admins_look(apps, schema_editor):
    using = schema_editor.connection.alias
    content_types = apps.get_model("contenttypes", "ContentType").objects.using(using)
    content_type, _ = content_types.get_or_create(app_label="catalog", model="auditentry")
    permissions = apps.get_model("auth", "Permission").objects.using(using)
    permission, _ = permissions.get_or_create(
        content_type=content_type, codename="view_auditentry", defaults={"name": "Can view audit entry"}
    )
    for group in apps.get_model("auth", "Group").objects.using(using).filter(name="admin"):
        group.permissions.add(permission)


class Migration(migrations.Migration):

    dependencies = [
        ('catalog', '0006_reviewing'),
    ]

    operations = [
        migrations.CreateModel(
            name='AuditEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('by', models.PositiveBigIntegerField(editable=False, null=True)),
                ('what', models.CharField(editable=False, max_length=40)),
                ('of', models.CharField(blank=True, default='', editable=False, max_length=250)),
                ('before', models.JSONField(editable=False, null=True)),
                ('after', models.JSONField(editable=False, null=True)),
                ('request', models.CharField(blank=True, default='', editable=False, max_length=32)),
            ],
            options={
                'verbose_name': 'audit entry',
                'verbose_name_plural': 'audit log',
                'ordering': ['-pk'],
                'indexes': [models.Index(fields=['by', '-at'], name='audit_by')],
            },
        ),
        migrations.RunPython(keep, let_go),
        migrations.RunPython(let_admins_look, migrations.RunPython.noop),
    ]

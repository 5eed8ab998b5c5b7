"""What is called how, said so that it can be translated. Nothing stored changes."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('catalog', '0018_stopped_schedules'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterModelOptions(
            name='broughttable',
            options={'ordering': ['-pk'], 'verbose_name': 'table', 'verbose_name_plural': 'tables'},
        ),
        migrations.AlterModelOptions(
            name='card',
            options={'verbose_name': 'card', 'verbose_name_plural': 'cards'},
        ),
        migrations.AlterModelOptions(
            name='cardset',
            options={'verbose_name': 'set', 'verbose_name_plural': 'sets'},
        ),
        migrations.AlterModelOptions(
            name='contribution',
            options={'ordering': ['-changed_at', '-pk'], 'verbose_name': 'contribution', 'verbose_name_plural': 'contributions'},
        ),
        migrations.AlterModelOptions(
            name='draft',
            options={'default_permissions': ('view',), 'verbose_name': 'draft', 'verbose_name_plural': 'drafts'},
        ),
        migrations.AlterModelOptions(
            name='format',
            options={'verbose_name': 'format', 'verbose_name_plural': 'formats'},
        ),
        migrations.AlterModelOptions(
            name='game',
            options={'verbose_name': 'game', 'verbose_name_plural': 'games'},
        ),
        migrations.AlterModelOptions(
            name='houserule',
            options={'verbose_name': 'house rule', 'verbose_name_plural': 'house rules'},
        ),
        migrations.AlterModelOptions(
            name='release',
            options={'ordering': ['-number'], 'verbose_name': 'release', 'verbose_name_plural': 'releases'},
        ),
        migrations.AlterModelOptions(
            name='ruling',
            options={'verbose_name': 'ruling', 'verbose_name_plural': 'rulings'},
        ),
        migrations.AlterModelOptions(
            name='upcomingrelease',
            options={'default_permissions': ('view',), 'ordering': ['-pk'], 'verbose_name': 'upcoming release', 'verbose_name_plural': 'upcoming releases'},
        ),
        migrations.AlterField(
            model_name='record',
            name='shelf',
            field=models.CharField(choices=[('card', 'card'), ('set', 'set'), ('format', 'format'), ('house-rule', 'house rule'), ('ruling', 'ruling'), ('game', 'game')], max_length=10),
        ),
        migrations.AlterField(
            model_name='release',
            name='by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by'),
        ),
        migrations.AlterField(
            model_name='release',
            name='number',
            field=models.PositiveIntegerField(primary_key=True, serialize=False, verbose_name='number'),
        ),
        migrations.AlterField(
            model_name='release',
            name='published_at',
            field=models.DateTimeField(auto_now_add=True, verbose_name='published at'),
        ),
        migrations.AlterField(
            model_name='release',
            name='why',
            field=models.CharField(max_length=300, verbose_name='why'),
        ),
        migrations.AlterField(
            model_name='revision',
            name='by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by'),
        ),
        migrations.AlterField(
            model_name='revision',
            name='stage',
            field=models.CharField(blank=True, choices=[('draft', 'draft'), ('review', 'in review'), ('approved', 'approved')], db_default='', default='', editable=False, max_length=8, verbose_name='stage'),
        ),
        migrations.AlterField(
            model_name='revision',
            name='why',
            field=models.CharField(max_length=300, verbose_name='why'),
        ),
    ]

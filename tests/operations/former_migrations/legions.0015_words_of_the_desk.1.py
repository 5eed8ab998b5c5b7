"""What is called how at the desk, said so that it can be translated. Nothing stored changes."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('legions', '0014_token_scopes'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterModelOptions(
            name='decision',
            options={'verbose_name': 'decision of a moderator', 'verbose_name_plural': 'decisions of moderators'},
        ),
        migrations.AlterModelOptions(
            name='report',
            options={'verbose_name': 'report', 'verbose_name_plural': 'reports'},
        ),
        migrations.AlterField(
            model_name='decision',
            name='about',
            field=models.CharField(choices=[('comment', 'comment'), ('legion', 'list'), ('person', 'person')], max_length=20, verbose_name='about'),
        ),
        migrations.AlterField(
            model_name='decision',
            name='at',
            field=models.DateTimeField(auto_now_add=True, verbose_name='at'),
        ),
        migrations.AlterField(
            model_name='decision',
            name='by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by'),
        ),
        migrations.AlterField(
            model_name='decision',
            name='do',
            field=models.CharField(choices=[('hide', 'hidden'), ('restore', 'shown again'), ('decline', 'left as it is'), ('silence', 'may not comment'), ('let-speak', 'may comment again')], max_length=20, verbose_name='decision'),
        ),
        migrations.AlterField(
            model_name='decision',
            name='whom',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='decided', to=settings.AUTH_USER_MODEL, verbose_name='whose it is'),
        ),
        migrations.AlterField(
            model_name='decision',
            name='why',
            field=models.CharField(max_length=300, verbose_name='why'),
        ),
        migrations.AlterField(
            model_name='report',
            name='about',
            field=models.CharField(choices=[('comment', 'comment'), ('legion', 'list'), ('person', 'person')], max_length=20, verbose_name='about'),
        ),
        migrations.AlterField(
            model_name='report',
            name='by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='made_reports', to=settings.AUTH_USER_MODEL, verbose_name='by'),
        ),
        migrations.AlterField(
            model_name='report',
            name='made_at',
            field=models.DateTimeField(auto_now_add=True, verbose_name='at'),
        ),
        migrations.AlterField(
            model_name='report',
            name='reason',
            field=models.CharField(choices=[('abuse', 'It insults or threatens somebody'), ('spam', 'It is advertising or rubbish'), ('private', 'It reveals something private about somebody'), ('rights', 'It takes what belongs to somebody else'), ('other', 'Something else')], max_length=20, verbose_name='reason'),
        ),
    ]

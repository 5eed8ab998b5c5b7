"""What is called how at the desk, said so that it can be translated. Nothing stored changes."""

import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('rulesapi', '0003_words'),
    ]

    operations = [
        migrations.AlterField(
            model_name='wrongverdict',
            name='digest',
            field=models.CharField(max_length=71, verbose_name='digest'),
        ),
        migrations.AlterField(
            model_name='wrongverdict',
            name='expected',
            field=models.CharField(choices=[('legal', 'Legal'), ('illegal', 'Illegal'), ('undetermined', 'Undetermined')], max_length=12, verbose_name='expected'),
        ),
        migrations.AlterField(
            model_name='wrongverdict',
            name='game',
            field=models.CharField(max_length=100, verbose_name='game'),
        ),
        migrations.AlterField(
            model_name='wrongverdict',
            name='made_at',
            field=models.DateTimeField(db_index=True, default=django.utils.timezone.now, verbose_name='reported on'),
        ),
        migrations.AlterField(
            model_name='wrongverdict',
            name='note',
            field=models.CharField(blank=True, max_length=1000, verbose_name='note'),
        ),
        migrations.AlterField(
            model_name='wrongverdict',
            name='state',
            field=models.CharField(choices=[('open', 'Open'), ('wrong', 'The verdict was wrong'), ('right', 'The verdict was right')], db_index=True, default='open', max_length=5, verbose_name='state'),
        ),
    ]

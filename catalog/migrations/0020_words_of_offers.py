"""What is called how at the desk, said so that it can be translated. Nothing stored changes."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('catalog', '0019_words'),
    ]

    operations = [
        migrations.AlterField(
            model_name='contribution',
            name='changed_at',
            field=models.DateTimeField(verbose_name='changed on'),
        ),
        migrations.AlterField(
            model_name='contribution',
            name='mends',
            field=models.BooleanField(db_default=False, default=False, verbose_name='says that the catalog is wrong'),
        ),
        migrations.AlterField(
            model_name='contribution',
            name='offered_at',
            field=models.DateTimeField(auto_now_add=True, verbose_name='offered on'),
        ),
        migrations.AlterField(
            model_name='contribution',
            name='release',
            field=models.PositiveIntegerField(verbose_name='release'),
        ),
        migrations.AlterField(
            model_name='contribution',
            name='state',
            field=models.CharField(choices=[('offered', 'waiting'), ('asked', 'asked back'), ('accepted', 'accepted'), ('declined', 'declined'), ('withdrawn', 'taken back'), ('undone', 'undone'), ('disputed', 'sources disagree')], default='offered', max_length=10, verbose_name='state'),
        ),
    ]

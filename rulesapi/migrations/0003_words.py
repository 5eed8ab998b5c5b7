"""What is called how, said so that it can be translated. Nothing stored changes."""

from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('rulesapi', '0002_wrong_verdicts'),
    ]

    operations = [
        migrations.AlterModelOptions(
            name='wrongverdict',
            options={'ordering': ('-made_at', '-pk'), 'verbose_name': 'wrong verdict', 'verbose_name_plural': 'wrong verdicts'},
        ),
    ]

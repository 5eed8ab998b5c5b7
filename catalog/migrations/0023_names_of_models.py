"""Names in the code: a record has a `document_type`, and a curator's games are `CuratedGame`. The tables stay."""

from django.conf import settings
from django.db import migrations, models

TYPES = [
    ("card", "card"),
    ("set", "set"),
    ("format", "format"),
    ("house-rule", "house rule"),
    ("ruling", "ruling"),
    ("game", "game"),
]


class Migration(migrations.Migration):
    dependencies = [("catalog", "0022_background"), migrations.swappable_dependency(settings.AUTH_USER_MODEL)]

    operations = [
        # The column keeps its name, and with it the constraints of the table: only what Django knows of them changes.
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveConstraint(model_name="record", name="record_shelf_known"),
                migrations.RemoveConstraint(model_name="record", name="record_identity"),
                migrations.RenameField(model_name="record", old_name="shelf", new_name="document_type"),
                migrations.AlterField(
                    model_name="record",
                    name="document_type",
                    field=models.CharField(choices=TYPES, db_column="shelf", max_length=10),
                ),
                migrations.AddConstraint(
                    model_name="record",
                    constraint=models.UniqueConstraint(
                        fields=["game", "document_type", "slug"], name="record_identity"
                    ),
                ),
                migrations.AddConstraint(
                    model_name="record",
                    constraint=models.CheckConstraint(
                        condition=models.Q(document_type__in=[name for name, _ in TYPES]), name="record_shelf_known"
                    ),
                ),
            ],
        ),
        migrations.AlterModelTable(name="keptgame", table="catalog_keptgame"),
        migrations.RenameModel(old_name="KeptGame", new_name="CuratedGame"),
        migrations.AlterField(
            model_name="curatedgame",
            name="person",
            field=models.ForeignKey(
                editable=False,
                on_delete=models.CASCADE,
                related_name="curated_games",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
    ]

"""Write down which cards the legions have that stand in the list for everybody already."""

from django.db import migrations

BATCH_SIZE = 200


def slugs(document):
    """Return the cards that a legion's document names, each once."""
    found = {}
    for pick in document.get("picks") or []:
        found[pick["card"]] = True
        found.update(dict.fromkeys(pick.get("upgrades") or [], True))
        found.update((pick[field], True) for field in ("minion_of", "summoned_by") if field in pick)
    if document.get("map"):
        found[document["map"]] = True
    found.update(dict.fromkeys(document.get("tiles") or [], True))
    found.update(dict.fromkeys(document.get("pool") or [], True))
    return list(found)


def fill(apps, schema_editor):
    """Write the cards of each public legion."""
    using = schema_editor.connection.alias
    legions = apps.get_model("legions", "Legion").objects.using(using).filter(public=True)
    cards = apps.get_model("legions", "PublicCard").objects.using(using)
    rows = legions.order_by("pk").values_list("pk", "game", "document")
    for pk, game, document in rows.iterator(chunk_size=BATCH_SIZE):
        cards.bulk_create([cards.model(legion_id=pk, game=game, slug=slug[:200]) for slug in slugs(document)])


class Migration(migrations.Migration):
    dependencies = [("legions", "0025_public_cards")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop, elidable=True)]

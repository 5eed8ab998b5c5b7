"""Create the tables in the database of DATABASE_URL and fill them with the documents of a game."""

import os
from typing import Any

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "benchmarks.nested_drf.settings"
django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import transaction  # noqa: E402

from benchmarks import sample  # noqa: E402
from benchmarks.nested_drf.models import (  # noqa: E402
    Card,
    CardType,
    Document,
    GameSystem,
    Keyword,
    License,
    Publisher,
    Source,
    Weapon,
)

RENAMED = {"class": "printed_class"}
COLUMNS = {field.name for field in Card._meta.concrete_fields}
NAMED = {"name", "slug", "set", "kind", "game", "keywords", "weapons", "sources"}


@transaction.atomic
def fill() -> None:
    documents = sample.documents()
    game = next(one for one in documents if one["kind"] == "game")
    system = GameSystem.objects.create(
        key=game["slug"], name=game["name"], notice=game["notice"], released=game["released"]
    )
    publisher = Publisher.objects.create(key="publisher", name=game["publisher"])
    licence = License.objects.create(key="facts", name="Facts, in words of our own")
    for one in documents:
        if one["kind"] == "set":
            values = {column: one.get(column) for column in ("name", "official", "released", "wave")}
            stored = Document.objects.create(
                key=one["slug"], desc=one.get("text"), gamesystem=system, publisher=publisher, **values
            )
            stored.licenses.add(licence)
    for card in sample.cards():
        _add(card, system)


def _add(card: dict[str, Any], system: GameSystem) -> None:
    """Write a card and its related rows."""
    facts = {RENAMED.get(name, name): value for name, value in card.items() if name not in NAMED}
    columns = {name: value for name, value in facts.items() if name in COLUMNS}
    kind, _made = CardType.objects.get_or_create(
        key=card["kind"], defaults={"name": card["kind"], "gamesystem": system}
    )
    stored = Card.objects.create(
        key=card["slug"],
        name=card["name"],
        document_id=card["set"],
        type=kind,
        words={name: value for name, value in facts.items() if name not in COLUMNS},
        **columns,
    )
    for word in card.get("keywords") or ():
        keyword, _made = Keyword.objects.get_or_create(key=word, defaults={"name": word, "gamesystem": system})
        stored.keywords.add(keyword)
    for weapon in card.get("weapons") or ():
        Weapon.objects.create(card=stored, **{name: weapon.get(name) for name in ("name", "arc", "melee", "range")})
    for place, source in card["sources"].items():
        values = {name: source.get(name) for name in ("source", "note", "page", "checked")}
        Source.objects.create(card=stored, place=place, **values)


if __name__ == "__main__":
    call_command("migrate", run_syncdb=True, verbosity=0)
    fill()

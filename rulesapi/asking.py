"""What a query about cards may need to know of a release: its sets, its keywords, and what fits a creature.

Each is looked up when a query asks for it, and kept, because a published release never changes.
"""

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache, partial
from typing import Any

import orjson
from django.db.models import Q
from django.utils.translation import gettext as _

from catalog.faults import Malformed
from catalog.models import Revision, RevisionQuerySet, Shelf, fact
from catalog.query import database
from catalog.query.conditions import Cards
from catalog.query.fields import Field, Language, language
from catalog.query.meaning import Meaning, NotAsked, Surroundings, did_you_mean, understand
from catalog.query.nearest import Named, looked_for, near_names
from catalog.query.sentences import sentence
from catalog.query.syntax import write

from . import verdicts
from .engine.model import Creature, Upgrade
from .snapshots import Snapshot

# A creature is asked by itself, so that no limit of points stands in the way, nor that a cost is not known.
NO_LIMIT = 100_000
OF_THE_PRICE = "/point-limit"
MOST_FACETS = 10
MOST_COUNTED = 200
OF_EVERY_CARD = {"kind": "kind", "set": "set"}


def cards(game: str | None, snapshot: Snapshot) -> RevisionQuerySet:
    """Return the revisions of the cards of a game, of all games with None, that stand in a release."""
    return Revision.objects.at(snapshot.release).shelf(Shelf.CARD, game)


def meaning(text: str, game: str | None, snapshot: Snapshot) -> Meaning:
    """Return what a query means among the cards of a game in a release. A collection is never at hand here."""
    return understand(text, language(game), surroundings(game, snapshot))


def surroundings(game: str | None, snapshot: Snapshot) -> Surroundings:
    """Return what a query about the cards of a game in a release may ask for."""
    return Surroundings(
        sets=partial(_sets, game, snapshot),
        words=partial(words, game, snapshot),
        fits=partial(fits, game, snapshot),
    )


def where(understood: Meaning) -> Q:
    """Return the condition by which revisions of cards are what a query asks for."""
    return database.where(understood.condition)


def as_document(understood: Meaning, game: str | None) -> dict[str, str]:
    """Return a query as it was understood: written anew, and in words."""
    return {"q": write(understood.term), "words": sentence(understood.condition, language(game))}


def near(understood: Meaning, found: RevisionQuerySet) -> list[Named]:
    """Return the cards whose names are spelled almost like what was looked for; for when nothing was found."""
    if not looked_for(understood.condition):
        return []
    rows = found.values_list("game", "slug", "name")
    return near_names(understood.condition, (Named(game, slug, name) for game, slug, name in rows if name))


@lru_cache(maxsize=64)
def _sets(game: str | None, snapshot: Snapshot) -> Mapping[str, Any]:
    found = Revision.objects.at(snapshot.release).shelf(Shelf.SET, game).order_by("slug")
    return dict(found.values_list("slug", "document"))


@lru_cache(maxsize=256)
def words(game: str | None, snapshot: Snapshot, key: str) -> Collection[str]:
    """Return the words that any card has in a list whose words no schema closes."""
    lists = cards(game, snapshot).annotate(words=fact(key)).exclude(words=None).values_list("words", flat=True)
    return frozenset(word for text in lists.distinct().order_by() for word in orjson.loads(text))


def fits(game: str | None, snapshot: Snapshot, slug: str | None) -> Cards:
    """Return what could stand on a creature by itself, as the rules say. Raises NotAsked."""
    if game is None:
        raise NotAsked("What fits a creature can be asked of one game. Say which.")
    if slug is None:
        raise NotAsked("“fits” alone is about a place of a legion. Write “fits:” and the slug of a creature.")
    try:
        return fitting(game, snapshot, slug)
    except Malformed as error:
        raise NotAsked(error.faults[0].message) from error


@lru_cache(maxsize=128)
def fitting(game: str, snapshot: Snapshot, slug: str) -> Cards:
    """Return what could stand on the creature `slug` by itself; what may fit is told apart from what surely does.

    Where there are too many cards to try them all, those that were not may fit.

    Raises NotAsked for a card that carries nothing, and Malformed for a game that cannot be judged.
    """
    shelf = verdicts.library(game, snapshot.release)
    if not shelf.ruleset.carried:
        raise NotAsked(_("In this game no card is carried by another."))
    card = shelf.cards.get(slug)
    if not isinstance(card, Creature):
        close = [one.slug for one in shelf.nearest.to(slug, (Creature,))]
        message = _("There is no creature “{name}” that could carry anything.").format(name=slug[:60])
        raise NotAsked(message + did_you_mean(close, " "))
    legion = {"game": game, "points": NO_LIMIT, "picks": [{"card": card.slug}]}
    found = verdicts.candidates(legion, "/picks/0", release=snapshot.release)
    fits = {one["card"]: not any(map(_decides, one["unknown"])) for one in found["candidates"] if one["fits"]}
    if not found["complete"]:
        tried = {one["card"] for one in found["candidates"]}
        carried = (one.slug for one in shelf.shelf if isinstance(one, Upgrade))
        fits |= dict.fromkeys((one for one in carried if one not in tried), False)
    return Cards(
        words=_("fit {card}").format(card=card.title),
        yes=frozenset(one for one, sure in fits.items() if sure),
        maybe=frozenset(one for one, sure in fits.items() if not sure),
    )


def _decides(unknown: dict[str, Any]) -> bool:
    """Return whether a fact that is not known is needed for more than the price."""
    return not all(code.endswith(OF_THE_PRICE) for code in unknown["needed_by"])


# -- counting ----------------------------------------------------------------------------------------------------


def countable(name: str, known: Language) -> Field | str | None:
    """Return what `name` counts by: a field, or the key of what every card has; None where nothing can be counted."""
    if name in OF_EVERY_CARD:
        return OF_EVERY_CARD[name]
    found = known.field(name)
    return found if found is not None and found.countable else None


def facets(found: RevisionQuerySet, names: Iterable[str], known: Language) -> dict[str, list[dict[str, Any]]]:
    """Return for each name how many of the cards found have which value, the most frequent first; one query.

    Null stands for not known. A card that has no such fact is not counted; of a list each word counts once.
    """
    counts: dict[str, dict[Any, int]] = {name: {} for name in names}
    fields = {name: countable(name, known) for name in counts}
    for text in found.order_by().values_list("text", flat=True):
        document = orjson.loads(text)
        for name, one in fields.items():
            for value in _values(document, one):
                counts[name][value] = counts[name].get(value, 0) + 1
    return {name: _ordered(values) for name, values in counts.items()}


def _values(document: dict[str, Any], one: Field | str | None) -> set[Any]:
    keys = [one] if isinstance(one, str) else [fact.key for fact in one.facts] if one else []
    values = [document[key] for key in keys if key in document]
    return {word for value in values for word in (value if isinstance(value, list) else [value])}


def _ordered(values: dict[Any, int]) -> list[dict[str, Any]]:
    rows = sorted(values.items(), key=lambda row: (-row[1], row[0] is None, str(row[0])))
    return [{"value": value, "count": count} for value, count in rows[:MOST_COUNTED]]

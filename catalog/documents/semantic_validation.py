"""Semantic validation of documents, beyond their schemas: parts must be consistent, and sources must have a fact."""

from collections.abc import Callable, Iterator, Mapping
from datetime import date
from typing import Any

from django.utils.translation import gettext as _

from catalog.documents import provenance
from catalog.documents.adventure_faults import adventure_faults
from catalog.documents.errors import Fault, json_pointer
from catalog.documents.schemas import ONE_A_GAME, card_kinds
from catalog.documents.sections import section_faults
from catalog.documents.set_origins import PUBLISHER, set_origin

RATED = {"champion": "champion_rating", "commander": "commander_rating"}
"""The fact with the rating of a card, keyed by the fact that says whether the card has one.

Other cards have a rating of 0.
"""

PARTIAL_FACTS = {"factions": "factions_include"}
"""The fact with the known part of a list, keyed by the list, which may be unknown."""


def rating_faults(facts: dict[str, Any]) -> Iterator[Fault]:
    """Yield contradictions in the facts of a card: a leader without a rating, or a rating without a leader."""
    for leads, rating in RATED.items():
        leading, number = facts.get(leads), facts.get(rating)
        if leading is not None and number is not None and leading is not (number > 0):
            message = _(
                "“{leads}” and “{rating}” contradict each other: a creature that leads has a rating of at least 1."
            )
            yield Fault(json_pointer(rating), "not-allowed", message.format(leads=leads, rating=rating))


def semantic_faults(document: dict[str, Any]) -> Iterator[Fault]:
    """Yield the faults of a document that its schema accepts."""
    yield from rating_faults(document)
    sources = document["sources"]
    for pointer in sources:
        if not resolves(document, pointer):
            message = _("The document has no fact at {pointer}. Correct or remove this source.")
            yield Fault(json_pointer("sources", pointer), "no-such-fact", message.format(pointer=pointer))
    yield from _checked_faults(sources)
    if document["slug"] in document.get("formerly", ()):
        message = _("The document's own slug is none of its former ones. Take it out.")
        yield Fault("/formerly", "own-slug", message)
    if document.get("set") in document.get("also_in", ()):
        yield Fault("/also_in", "not-allowed", _("The card is of this set already. Name only further sets."))
    yield from partial_fact_faults(document)
    for faults_of_kind in _FAULTS_BY_KIND.get(document["kind"], ()):
        yield from faults_of_kind(document)
    if document["kind"] in ONE_A_GAME and document["slug"] != document["game"]:
        message = _("A {kind} has the slug of its game. Write {slug}.")
        yield Fault("/slug", "not-allowed", message.format(kind=document["kind"], slug=document["game"]))


def partial_fact_faults(document: dict[str, Any]) -> Iterator[Fault]:
    """Yield the fault of a known list that lacks values which its known part has."""
    for whole, part in PARTIAL_FACTS.items():
        known = document.get(whole)
        missing = [] if known is None else [one for one in document.get(part, ()) if one not in known]
        if missing:
            message = _("The card certainly has {missing} (“{part}”). Add it to the list.")
            yield Fault(json_pointer(whole), "not-allowed", message.format(part=part, missing=", ".join(missing)))


def _checked_faults(sources: dict[str, Any]) -> Iterator[Fault]:
    """Yield faults of sources that count as checked despite a doubt, or without a statement to check."""
    for pointer, source in sources.items():
        place = json_pointer("sources", pointer, "checked")
        if not source["checked"]:
            continue
        if "doubt" in source:
            message = _("It is in doubt, so that it is not checked. Take out the doubt or the tick.")
            yield Fault(place, "not-allowed", message)
        if source.get("basis") in provenance.UNCHECKABLE:
            message = _("An inferred or absent fact cannot be checked against a source. Remove the tick.")
            yield Fault(place, "not-allowed", message)


def _point_faults(document: dict[str, Any]) -> Iterator[Fault]:
    """Yield faults of default and recommended points that are not among the allowed points of a format."""
    allowed = document.get("allowed_points")
    if allowed is None:
        return
    message = _("The format is not played at {points} points. Allow them, or change this.")
    if document["points"] is None:
        yield Fault("/points", "missing", _("Choose which of the allowed points apply to a legion that names none."))
    elif document["points"] not in allowed:
        yield Fault("/points", "not-allowed", message.format(points=document["points"]))
    for index, points in enumerate(document["recommended_points"]):
        if points not in allowed:
            yield Fault(json_pointer("recommended_points", index), "not-allowed", message.format(points=points))


def _date_faults(document: dict[str, Any]) -> Iterator[Fault]:
    """Yield faults of a format's dates: an invalid date, or an end before the start."""
    known = [key for key in ("from", "until") if key in document]
    for key in known:
        yield from _no_such_day(key, document[key])
    if len(known) == 2 and document["until"] < document["from"]:
        yield Fault("/until", "not-allowed", _("The last day is before the first."))


def _no_such_day(key: str, day: str) -> Iterator[Fault]:
    """Yield the fault of an invalid date."""
    try:
        date.fromisoformat(day)
    except ValueError:
        yield Fault(json_pointer(key), "bad-form", _("There is no {day} in the calendar.").format(day=day))


def _origin_faults(document: dict[str, Any]) -> Iterator[Fault]:
    """Yield the fault of a set whose origin contradicts `official`: official sets are exactly the publisher's."""
    if document["official"] is not (set_origin(document) == PUBLISHER):
        message = _("“{official}” and “{origin}” contradict each other: the publisher's sets are the official ones.")
        yield Fault("/origin", "not-allowed", message.format(official="official", origin="origin"))


def _repeated(document: dict[str, Any]) -> Iterator[Fault]:
    """Yield a fault for each card that the contents of a set list twice."""
    seen: set[str] = set()
    for index, row in enumerate(document.get("contents", ())):
        if row["card"] in seen:
            message = _("“{card}” is listed above. Count its copies in one row.").format(card=row["card"])
            yield Fault(json_pointer("contents", index, "card"), "repeated", message)
        seen.add(row["card"])


def _ruling_faults(document: dict[str, Any]) -> Iterator[Fault]:
    """Yield the faults of a ruling: it needs a subject and a source, and must not replace itself."""
    if not document.keys() & {"cards", "rules", "abilities", "sections"}:
        message = _("The ruling names no cards, rules, abilities or sections. Name at least one.")
        yield Fault("", "missing", message)
    if "" not in document["sources"]:
        yield Fault("/sources", "missing", _("Name where the ruling can be read: a source for the whole of it."))
    if document.get("replaced_by") == document["slug"]:
        yield Fault("/replaced_by", "own-slug", _("A ruling does not replace itself. Name the other one."))
    if document["date"] is not None and document["date"].count("-") == 2:
        yield from _no_such_day("date", document["date"])


def resolves(document: Any, pointer: str) -> bool:
    value = document
    for part in pointer.split("/")[1:]:
        if isinstance(value, dict) and part in value:
            value = value[part]
        elif isinstance(value, list) and part in map(str, range(len(value))):
            value = value[int(part)]
        else:
            return False
    return True


LIST_RULES = ("card_counts", "card_copies", "unique_names")
"""The fields of a game that switch on rules for the cards of a kind."""


def _list_rule_faults(document: dict[str, Any]) -> Iterator[Fault]:
    """Yield rows of a game's rules about kinds that it does not have or that are named twice, and impossible counts."""
    kinds = card_kinds().get(document["game"], ())
    for field in LIST_RULES:
        named: set[str] = set()
        for number, row in enumerate(document.get(field, ())):
            place = json_pointer(field, number, "kind")
            if row["kind"] not in kinds:
                message = _("The game has no such kind of card; it is one of: {choices}.")
                yield Fault(place, "unknown-kind", message.format(choices=", ".join(kinds)))
            elif row["kind"] in named:
                yield Fault(place, "repeated", _("This kind is named twice. Keep one row."))
            named.add(row["kind"])
    for number, row in enumerate(document.get("card_counts", ())):
        if not {"at_least", "at_most"} & row.keys():
            message = _("The row has no number. Enter the least or the greatest number of cards.")
            yield Fault(json_pointer("card_counts", number), "missing", message)
        elif row.get("at_least", 0) > row.get("at_most", row.get("at_least", 0)):
            message = _("The least number of cards is greater than the greatest. Correct one of them.")
            yield Fault(json_pointer("card_counts", number, "at_least"), "not-allowed", message)


_FAULTS_BY_KIND: Mapping[str, tuple[Callable[[dict[str, Any]], Iterator[Fault]], ...]] = {
    "game": (_list_rule_faults,),
    "format": (_date_faults, _point_faults),
    "set": (_origin_faults, _repeated),
    "ruling": (_ruling_faults,),
    "adventure": (adventure_faults,),
    "section": (section_faults,),
}

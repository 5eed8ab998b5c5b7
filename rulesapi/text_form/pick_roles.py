"""The role of a pick in its list, in brackets after its name: “(minion of Wolf-Caller)”, “(formed unit left-wing)”."""

import re
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from catalog.documents import slugify
from catalog.documents.suggestions import listed
from rulesapi.engine.values.model import PickableCard
from rulesapi.text_form.name_index import NameIndex
from rulesapi.text_form.report import RowOutcome

MAX_SLUG_LENGTH = 100
FIELDS = ("minion_of", "summoned_by", "unit", "formed", "attached_to")

_PART = re.compile(
    r"(?:(?P<minion_of>minions? of)|(?P<summoned_by>summoned by)|(?P<formed>formed unit)|(?P<unit>unit)"
    r"|(?P<attached_to>attached to(?: the unit)?))\s+(?P<value>\S.*)\Z",
    re.IGNORECASE,
)
_FORMED = re.compile(r"formed\Z", re.IGNORECASE)


class PickRole(NamedTuple):
    """A role bracket: its field, its value, whether square brackets mark the value as a slug, and the bracket's
    text.
    """

    field: str
    value: str
    exact: bool
    text: str


PickRoles = tuple[PickRole, ...]


def read_role(inside: str, bracket: str) -> PickRole | None:
    """Return the role in a bracket; None if the bracket contains anything else."""
    exact = bracket.startswith("[")
    if _FORMED.match(inside):
        return PickRole("formed", "", exact, bracket)
    match = _PART.match(inside)
    if match is None:
        return None
    field = next(field for field in FIELDS if match[field])
    return PickRole(field, match["value"], exact, bracket)


class RoleNote(NamedTuple):
    """A sentence about an unclear bracket, and the outcome it gives to the report row."""

    words: str
    outcome: RowOutcome = "mapped"


def resolve_roles(
    names: NameIndex, parts: PickRoles, allowed_fields: frozenset[str]
) -> tuple[dict[str, Any], list[RoleNote]]:
    """Return the pick fields set by role brackets, limited to `allowed_fields`, and notes about unclear brackets."""
    fields: dict[str, Any] = {}
    notes: list[RoleNote] = []
    for part in parts:
        field = "unit" if part.field == "formed" and part.value else part.field
        value, found = _value(names, part, field)
        if field not in allowed_fields or field in fields or value is None:
            notes.append(RoleNote(f"{part.text} was not read."))
            continue
        fields[field] = value
        if part.field == "formed":
            fields["formed"] = True
        notes += found
    return fields, notes


def _value(names: NameIndex, part: PickRole, field: str) -> tuple[Any, list[RoleNote]]:
    if field == "formed":
        return True, []
    slug = _slug(part.value)
    if field in ("unit", "attached_to"):
        return slug, []
    if part.exact:
        return slug, [] if slug in names.library.cards else [
            RoleNote(_("No card has the slug {slug}.").format(slug=slug), "unknown")
        ]
    found = [card.slug for card in names.find(part.value) if isinstance(card, PickableCard)]
    if not found:
        return slug, [
            RoleNote(
                _("No card is called {name}. It is in the list as {slug}.").format(name=part.value, slug=slug),
                "unknown",
            )
        ]
    if found[1:]:
        message = _("{number} cards are called {name}: {slugs}. The first was taken.")
        words = message.format(number=len(found), name=part.value, slugs=listed(found, _("and")))
        return found[0], [RoleNote(words, "guessed")]
    return found[0], []


def _slug(text: str) -> str | None:
    return slugify(text)[:MAX_SLUG_LENGTH].strip("-") or None

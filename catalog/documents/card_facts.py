"""The facts of a card that users may report from the printed card.

A reportable fact is one that may be unknown, since its schema accepts null. Facts assigned by Muster, the sets of the
card, the known part of an unknown fact, and the published lists that include the card are not printed on it.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from catalog.documents import semantic_validation
from catalog.documents.errors import Fault, json_pointer
from catalog.documents.schemas import NON_FACT_KEYS, load_schemas, schema_path
from catalog.documents.validation import MAX_FAULTS, SchemaValidators, faults_by_validators

NOT_ON_THE_CARD = NON_FACT_KEYS | {"set", "also_in", "factions_include", "fielded"}


def wanted_pointers(value: Any, pointer: str = "") -> list[str]:
    """Return the pointers of all unknown facts (null values), in the document's order."""
    if value is None:
        return [pointer]
    if isinstance(value, dict):
        items: Any = value.items()
    elif isinstance(value, list):
        items = enumerate(value)
    else:
        return []
    return [found for key, item in items for found in wanted_pointers(item, pointer + json_pointer(key))]


def is_known(value: Any) -> bool:
    """Return whether a value has no unknown part (null)."""
    if isinstance(value, dict):
        return all(map(is_known, value.values()))
    if isinstance(value, list):
        return all(map(is_known, value))
    return value is not None


@cache
def reportable_facts(path: str) -> tuple[str, ...]:
    """Return the reportable facts of a card whose schema is at `path`, in the schema's order."""
    known = [key for key in load_schemas()[path]["properties"] if key not in NOT_ON_THE_CARD]
    return tuple(key for key in known if SchemaValidators(_property(path, key)).quick.is_valid(None))


def wanted_facts(document: Mapping[str, Any]) -> list[str]:
    """Return the facts printed on a card that are unknown at least in part, in the schema's order."""
    order = load_schemas()[schema_path(dict(document))]["properties"]
    return [key for key in order if key not in NOT_ON_THE_CARD and key in document and not is_known(document[key])]


def count_known_facts(document: Mapping[str, Any]) -> tuple[int, int]:
    """Return the number of fully known facts printed on a card, and the number of all of them."""
    values = [value for key, value in document.items() if key not in NOT_ON_THE_CARD]
    return sum(map(is_known, values)), len(values)


@cache
def readable_facts(path: str) -> tuple[str, ...]:
    """Return all facts printed on a card whose schema is at `path`, in the schema's order."""
    return tuple(key for key in load_schemas()[path]["properties"] if key not in NOT_ON_THE_CARD)


def faults_in_facts(path: str, facts: dict[str, Any], *, whole: bool = False) -> list[Fault]:
    """Return the faults in `facts` of a card whose schema is at `path`, with pointers into `facts`.

    With `whole` all facts printed on the card are accepted, otherwise only those that the catalog may not know.
    """
    known = readable_facts(path) if whole else reportable_facts(path)
    faults = forbidden_facts(facts)
    pointers = {fault.pointer for fault in faults}
    message = _("The catalog has this for every such card: “{key}” cannot be entered.")
    faults += [
        Fault(json_pointer(key), "not-allowed", message.format(key=key))
        for key in facts
        if key in load_schemas()[path]["properties"] and key not in known and json_pointer(key) not in pointers
    ]
    pointers = {fault.pointer for fault in faults}
    rest = faults_by_validators(_validators(path, known), facts, most=MAX_FAULTS, facts_only=True)
    faults += [fault for fault in rest if fault.pointer not in pointers]
    return faults or list(semantic_validation.rating_faults(facts))


def forbidden_facts(facts: dict[str, Any]) -> list[Fault]:
    """Return a fault for each fact that is not printed on cards of any kind."""
    message = _("This is not printed on cards, so it cannot be entered. Leave it out.")
    return [Fault(json_pointer(key), "not-allowed", message) for key in facts if key in NOT_ON_THE_CARD]


@cache
def _validators(path: str, facts: tuple[str, ...]) -> SchemaValidators:
    not_null = {"description": gettext_noop("Leave out a fact that is not known."), "not": {"type": "null"}}
    properties = {key: {"allOf": [not_null, _property(path, key)]} for key in facts}
    return SchemaValidators({"type": "object", "properties": properties, "additionalProperties": False})


def _property(path: str, key: str) -> dict[str, Any]:
    return {"$ref": f"{load_schemas()[path]['$id']}#/properties/{key}"}

"""The sources of a document's facts. An entry covers the fact at its pointer and everything below it.

An entry was given for a value. If the value changes, the entry has to be given again or confirmed for the new value. No
new value takes over a source silently.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from django.utils.translation import gettext as _

from catalog.documents.differences import ABSENT
from catalog.documents.errors import Fault, json_pointer
from catalog.documents.schemas import NON_FACT_KEYS

Document = dict[str, Any]
Entry = dict[str, Any]
UNCHECKABLE = frozenset({"inferred", "absent"})
"""Values of `basis` for facts that no source states, so that they cannot be checked against one."""
OURS = "Muster"
"""The source of facts that Muster itself defined because they are not printed, such as names of unnamed tiles."""
EVERY_FACT = ("",)
"""Confirms all sources for all changed values."""


def source_of(document: Document, pointer: str) -> Entry | None:
    """Return the source of the fact at `pointer`: the nearest entry at or above it, or None."""
    place = entry_pointer(document, pointer)
    return None if place is None else document["sources"][place]


def entry_pointer(document: Document, pointer: str) -> str | None:
    """Return the pointer of the entry that covers the fact at `pointer`, None if there is none."""
    sources = document.get("sources", {})
    while pointer not in sources and pointer:
        pointer = pointer.rpartition("/")[0]
    return pointer if pointer in sources else None


def sources_of(document: Document, key: str) -> list[Entry]:
    """Return the sources of the fact `key`: the source of the whole fact, then the sources of its parts."""
    whole = source_of(document, json_pointer(key))
    parts = sorted(pointer for pointer in document["sources"] if pointer.startswith(f"{json_pointer(key)}/"))
    return [*([whole] if whole else []), *(document["sources"][pointer] for pointer in parts)]


def states_it(entry: Entry) -> bool:
    """Return whether a source states its fact: without doubt, and neither inferred nor assumed absent."""
    return "doubt" not in entry and entry.get("basis") not in UNCHECKABLE


def unsourced(document: Document) -> list[str]:
    """Return the pointers of the known facts without a source."""
    sources = document.get("sources", {})
    if "" in sources:
        return []
    facts = ((json_pointer(key), value) for key, value in document.items() if key not in NON_FACT_KEYS)
    return [pointer for fact, value in facts for pointer in _without_entry(value, fact, sources)]


def newly_unsourced(document: Document, states: Sequence[Document]) -> list[str]:
    """Return the pointers of the known facts without a source, except for values that have none in `states` either."""
    known = [(state, unsourced(state)) for state in states]
    return [
        pointer
        for pointer in unsourced(document)
        if not any(pointer in bare and value_at(state, pointer) == value_at(document, pointer) for state, bare in known)
    ]


def unsourced_fault(pointer: str, remedy: str = "") -> Fault:
    """Return the fault of a fact without a source; `remedy` says what to do, by default what curators can do."""
    remedy = remedy or _("Name one, or give a reason why it is published without.")
    return Fault(pointer, "unsourced", f"{_('No source is named for this.')} {remedy}")


def without_basis(document: Document) -> list[str]:
    """Return the pointers of the entries of known facts that have no `basis`.

    An entry of an unknown fact explains why the fact is unknown. Facts defined by Muster itself need no basis.
    """
    sources = document.get("sources", {})
    silent = [place for place, entry in sources.items() if "basis" not in entry and entry["source"] != OURS]
    return [place for place in silent if _stands_for_something(document, place)]


def _stands_for_something(document: Document, place: str) -> bool:
    """Return whether the entry at a place is the source of a known fact."""
    if place:
        return _is_known(value_at(document, place))
    return bool(unsourced({**document, "sources": {one: entry for one, entry in document["sources"].items() if one}}))


def _without_entry(value: Any, pointer: str, sources: Collection[str]) -> Iterator[str]:
    """Yield the pointers of known values without a source entry. If parts of a value have entries, each part counts."""
    if value is None or pointer in sources:
        return
    if _has_parts(value, pointer, sources):
        for key, part in _parts(value).items():
            yield from _without_entry(part, pointer + json_pointer(key), sources)
    else:
        yield pointer


# -- a source belongs to the value it was given for --------------------------------------------------------------------


def stale_facts(document: Document, states: Sequence[Document], *, own_draft: bool = False) -> list[str]:
    """Return the pointers of values in `document` that are new but have a former source.

    `states` are the states that it replaces: first the one that its author started from, usually a draft, then others
    such as the published one. If the first state already has a value with its source, the source was confirmed there.
    With `own_draft` the first state is a draft of the author, who may correct its values without naming their source
    again, since nobody else relies on them.
    """
    found = []
    for number, state in enumerate(states):
        if own_draft and number == 0:
            continue
        for pointer in new_values(state, document):
            was_told = number > 0 and _says_same(states[0], document, pointer)
            if not was_told and pointer not in found and _is_former(document, state, pointer):
                found.append(pointer)
    return found


def new_values(before: Document, after: Document) -> list[str]:
    """Return the pointers of the known values in `after` that were different or unknown `before`.

    A list is one fact, unless its parts have sources of their own.
    """
    entries = {*before.get("sources", {}), *after.get("sources", {})}
    return [
        pointer
        for key, value in after.items()
        if key not in NON_FACT_KEYS
        for pointer in _changed(before.get(key, ABSENT), value, json_pointer(key), entries)
    ]


def hold_sources(document: Document, pointers: Sequence[str]) -> Document:
    """Return a document whose sources are confirmed for the new values at `pointers`.

    The new value has not been compared with its source, so it no longer counts as checked. An entry that covers other
    facts too stays checked for these, and the new value gets an entry of its own.
    """
    sources = dict(document["sources"])
    for pointer in pointers:
        entry = source_of(document, pointer)
        if entry is not None and entry["checked"]:
            sources[pointer] = {**entry, "checked": False}
    return {**document, "sources": sources}


def is_held(pointer: str, held: Collection[str]) -> bool:
    """Return whether the source of the fact at `pointer` is confirmed by one of the pointers in `held`."""
    return any(pointer == one or pointer.startswith(f"{one}/") for one in held)


def settle_sources(
    document: Document, states: Sequence[Document], held: Collection[str] | None, *, own_draft: bool = False
) -> tuple[Document, list[Fault]]:
    """Return a document that replaces `states`, and a fault for each new value with a former source.

    `held` are the pointers of facts whose sources are confirmed for their new values. None skips the check, for values
    that had these sources before, as in a restored state. `own_draft` is explained at `stale_facts`; a source that
    covers a correction is no longer checked.
    """
    if held is None or not states:
        return document, []
    stale = stale_facts(document, states)
    asked = stale_facts(document, states, own_draft=True) if own_draft else stale
    refused = [pointer for pointer in asked if not is_held(pointer, held)]
    settled = hold_sources(document, [pointer for pointer in stale if pointer not in refused])
    return settled, [stale_fault(document, pointer) for pointer in refused]


def stale_fault(document: Document, pointer: str) -> Fault:
    """Return the fault of a new value with a former source."""
    entry = source_of(document, pointer)
    assert entry is not None  # a value with a former source has a source
    message = _(
        "This value is new, but its source, “{source}”, is older. Name the source of the new"
        " value, or confirm that this source covers it, too."
    )
    return Fault(pointer, "stale-source", message.format(source=entry["source"]))


def _changed(before: Any, after: Any, pointer: str, entries: Collection[str]) -> Iterator[str]:
    if not _is_known(after) or (type(before) is type(after) and before == after):
        return
    both = isinstance(before, dict) and isinstance(after, dict)
    if not both and not _has_parts(after, pointer, entries):
        yield pointer
        return
    former, parts = _parts(before), _parts(after)
    if isinstance(after, list) and len(parts) < len(former):
        yield pointer  # the reduced length of the list is new
    for key, part in parts.items():
        yield from _changed(former.get(key, ABSENT), part, pointer + json_pointer(key), entries)


def _is_known(value: Any) -> bool:
    """Return whether a value is known. An object with only unknown members is not."""
    return any(map(_is_known, value.values())) if isinstance(value, dict) else value is not None


def _parts(value: Any) -> dict[str | int, Any]:
    if isinstance(value, dict):
        return value
    return dict(enumerate(value)) if isinstance(value, list) else {}


def _has_parts(value: Any, pointer: str, entries: Collection[str]) -> bool:
    """Return whether parts of a value have entries of their own."""
    return isinstance(value, (dict, list)) and any(one.startswith(f"{pointer}/") for one in entries)


def _is_former(document: Document, state: Document, pointer: str) -> bool:
    """Return whether the entry that covers a fact is an old one: unchanged, or equal to the fact's former source."""
    place = entry_pointer(document, pointer)
    if place is None:
        return False
    entry = _without_check_mark(document["sources"][place])
    return entry in (
        _without_check_mark(state.get("sources", {}).get(place)),
        _without_check_mark(source_of(state, pointer)),
    )


def _says_same(state: Document, document: Document, pointer: str) -> bool:
    """Return whether a state and a document have equal values and sources at a pointer."""
    same = is_same_source(source_of(state, pointer), source_of(document, pointer))
    return same and value_at(state, pointer) == value_at(document, pointer)


def is_same_source(first: Entry | None, second: Entry | None) -> bool:
    """Return whether two entries are equal, regardless of whether they are checked."""
    return _without_check_mark(first) == _without_check_mark(second)


def _without_check_mark(entry: Entry | None) -> Entry | None:
    """Return an entry without its check mark."""
    return entry and {key: value for key, value in entry.items() if key != "checked"}


def value_at(document: Any, pointer: str) -> Any:
    """Return the value in a document at a JSON Pointer, ABSENT if there is none."""
    value = document
    for part in pointer.split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")
        if isinstance(value, dict):
            value = value.get(key, ABSENT)
        elif isinstance(value, list) and key.isdecimal() and int(key) < len(value):
            value = value[int(key)]
        else:
            return ABSENT
    return value

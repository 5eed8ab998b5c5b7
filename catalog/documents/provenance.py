"""Where the facts of a document are from: an entry stands for the fact that its pointer names, and all below that.

An entry was given for the value that the fact had then. When the value changes, the entry that stands for it is given
anew, or somebody says that it holds for the new value, too; nothing takes it over in silence.
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
"""The bases of a fact that no source states, so that nothing can be held against one."""
OURS = "Muster"
"""The source of what no print says and Muster settled itself, such as what a tile without a name is called."""
EVERY_FACT = ("",)
"""What is said to hold where all sources hold for whatever changes."""


def source_of(document: Document, pointer: str) -> Entry | None:
    """Return the source that stands for the fact at `pointer`: the nearest entry above it, or None."""
    place = entry_pointer(document, pointer)
    return None if place is None else document["sources"][place]


def entry_pointer(document: Document, pointer: str) -> str | None:
    """Return the pointer of the entry that stands for the fact at `pointer`, None where there is none."""
    sources = document.get("sources", {})
    while pointer not in sources and pointer:
        pointer = pointer.rpartition("/")[0]
    return pointer if pointer in sources else None


def sources_of(document: Document, key: str) -> list[Entry]:
    """Return the sources of the fact `key`: that of the whole fact, then those of its parts."""
    whole = source_of(document, json_pointer(key))
    parts = sorted(pointer for pointer in document["sources"] if pointer.startswith(f"{json_pointer(key)}/"))
    return [*([whole] if whole else []), *(document["sources"][pointer] for pointer in parts)]


def states_it(entry: Entry) -> bool:
    """Return whether a fact can be held against its source: it is not in doubt, nor inferred, nor taken as none."""
    return "doubt" not in entry and entry.get("basis") not in UNCHECKABLE


def unsourced(document: Document) -> list[str]:
    """Return the pointers of the known facts of which no source says where they are from."""
    sources = document.get("sources", {})
    if "" in sources:
        return []
    facts = ((json_pointer(key), value) for key, value in document.items() if key not in NON_FACT_KEYS)
    return [pointer for fact, value in facts for pointer in _without_entry(value, fact, sources)]


def unsourced_faults(document: Document, states: Sequence[Document]) -> list[Fault]:
    """Return a fault for each known fact without a source, but for those that `states` say in just that way."""
    known = [(state, unsourced(state)) for state in states]
    message = _("No source is named for this. Name one, or give a reason why it is published without.")
    return [
        Fault(pointer, "unsourced", message)
        for pointer in unsourced(document)
        if not any(pointer in bare and value_at(state, pointer) == value_at(document, pointer) for state, bare in known)
    ]


def without_basis(document: Document) -> list[str]:
    """Return the pointers of the entries that do not say how the known facts they stand for came from their source.

    An entry beside a fact that is not known says why it is not, and what Muster settled itself came from nowhere.
    """
    sources = document.get("sources", {})
    silent = [place for place, entry in sources.items() if "basis" not in entry and entry["source"] != OURS]
    return [place for place in silent if _stands_for_something(document, place)]


def _stands_for_something(document: Document, place: str) -> bool:
    """Return whether a known fact has its source from the entry at a place."""
    if place:
        return _is_known(value_at(document, place))
    return bool(unsourced({**document, "sources": {one: entry for one, entry in document["sources"].items() if one}}))


def _without_entry(value: Any, pointer: str, sources: Collection[str]) -> Iterator[str]:
    """Yield the known values at a pointer and below that no entry stands for, as a whole where that says it all."""
    if value is None or pointer in sources:
        return
    if _has_parts(value, pointer, sources):
        for key, part in _parts(value).items():
            yield from _without_entry(part, pointer + json_pointer(key), sources)
    else:
        yield pointer


# -- a source belongs to the value it was given for --------------------------------------------------------------------


def stale_facts(document: Document, states: Sequence[Document]) -> list[str]:
    """Return the pointers of values that are new in `document` and whose source is not.

    `states` are what it takes the place of: what its writer started from, a draft mostly, and then what else stands,
    such as what is published. Of these the first has been asked about what it took over from the others.
    """
    found = []
    for number, state in enumerate(states):
        for pointer in new_values(state, document):
            was_told = number > 0 and _says_same(states[0], document, pointer)
            if not was_told and pointer not in found and _is_former(document, state, pointer):
                found.append(pointer)
    return found


def new_values(before: Document, after: Document) -> list[str]:
    """Return the pointers of what is known in `after` and was otherwise, or not known, `before`.

    Lists are one fact, unless their parts have sources of their own.
    """
    entries = {*before.get("sources", {}), *after.get("sources", {})}
    return [
        pointer
        for key, value in after.items()
        if key not in NON_FACT_KEYS
        for pointer in _changed(before.get(key, ABSENT), value, json_pointer(key), entries)
    ]


def hold_sources(document: Document, pointers: Sequence[str]) -> Document:
    """Return a document whose sources are said to hold for the new values at `pointers`.

    Nobody has held the new value against its source: what counted as checked does so no more. An entry that stands for
    other facts, too, stays checked for these, and the new value gets one of its own.
    """
    sources = dict(document["sources"])
    for pointer in pointers:
        entry = source_of(document, pointer)
        if entry is not None and entry["checked"]:
            sources[pointer] = {**entry, "checked": False}
    return {**document, "sources": sources}


def is_held(pointer: str, held: Collection[str]) -> bool:
    """Return whether the source of the fact at `pointer` is among those that somebody says hold, or under one."""
    return any(pointer == one or pointer.startswith(f"{one}/") for one in held)


def settle_sources(
    document: Document, states: Sequence[Document], held: Collection[str] | None
) -> tuple[Document, list[Fault]]:
    """Return a document that takes the place of `states`, and a fault for each new value with a former source.

    `held` are the pointers of the facts whose sources are said to hold for their new values. With None nothing is
    asked: its values have had these sources before, as in a state that is restored.
    """
    if held is None or not states:
        return document, []
    stale = stale_facts(document, states)
    faults = [_stale_fault(document, pointer) for pointer in stale if not is_held(pointer, held)]
    return hold_sources(document, [pointer for pointer in stale if is_held(pointer, held)]), faults


def _stale_fault(document: Document, pointer: str) -> Fault:
    entry = source_of(document, pointer)
    assert entry is not None  # else it would not be a former one
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
        yield pointer  # that there are no more of them is new
    for key, part in parts.items():
        yield from _changed(former.get(key, ABSENT), part, pointer + json_pointer(key), entries)


def _is_known(value: Any) -> bool:
    """Return whether a value says anything: an object all of whose members are unknown says nothing."""
    return any(map(_is_known, value.values())) if isinstance(value, dict) else value is not None


def _parts(value: Any) -> dict[str | int, Any]:
    if isinstance(value, dict):
        return value
    return dict(enumerate(value)) if isinstance(value, list) else {}


def _has_parts(value: Any, pointer: str, entries: Collection[str]) -> bool:
    """Return whether parts of a value have entries of their own."""
    return isinstance(value, (dict, list)) and any(one.startswith(f"{pointer}/") for one in entries)


def _is_former(document: Document, state: Document, pointer: str) -> bool:
    """Return whether the entry that stands for a fact says what it, or that of the fact, said in another state."""
    place = entry_pointer(document, pointer)
    if place is None:
        return False
    entry = _given(document["sources"][place])
    return entry in (_given(state.get("sources", {}).get(place)), _given(source_of(state, pointer)))


def _says_same(state: Document, document: Document, pointer: str) -> bool:
    """Return whether a state has the value and the source that a document has at a pointer."""
    same = is_same_source(source_of(state, pointer), source_of(document, pointer))
    return same and value_at(state, pointer) == value_at(document, pointer)


def is_same_source(one: Entry | None, other: Entry | None) -> bool:
    """Return whether two entries say the same of where a fact is from, checked or not."""
    return _given(one) == _given(other)


def _given(entry: Entry | None) -> Entry | None:
    """Return what an entry says of where a fact is from; whether it was checked is no part of that."""
    return entry and {key: value for key, value in entry.items() if key != "checked"}


def value_at(document: Any, pointer: str) -> Any:
    """Return what stands in a document at a JSON Pointer, ABSENT where nothing does."""
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

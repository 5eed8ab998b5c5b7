"""The differences between two states of a document fact by fact, as text for everybody, with public sources only."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from catalog.documents import canonical, provenance
from catalog.documents.errors import json_pointer
from catalog.documents.forms.document_form import NON_FORM_KEYS
from catalog.documents.titles import document_title
from legions.cards.card_sheet import CardSource
from legions.changes import own_facts
from legions.game_words import vocabulary, words_of_game
from legions.site import wording
from legions.site.marked_text import marked_text

MAX_FACTS = 30
"""The maximum number of facts of a document that are shown; further ones are counted."""
MAX_VALUE_LENGTH = 400
"""The maximum number of characters of a value; the rest is cut."""
MAX_SOURCES = 3
"""The maximum number of sources of a fact that are named."""
ENGLISH_TEXTS = frozenset({"text", "flavour", "name", "class"})
"""Facts of cards whose values are shown as they are printed."""
DESCRIBED_ELSEWHERE = NON_FORM_KEYS | {"formerly", "translations"}
"""Keys whose changes are described by sentences, or are not shown."""

Document = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class FactDifference:
    """A fact with its values before and after, and the sources of the new value."""

    label: str
    before: str
    after: str
    sources: tuple[CardSource, ...] = ()


def fact_differences(before: Document, after: Document) -> list[FactDifference]:
    """Return the facts that differ between two states of a document, in the order of their keys."""
    return [*_values(before, after), *_sentences(before, after)]


def source_differences(before: Document, after: Document) -> list[FactDifference]:
    """Return the facts that are from another source, but have the same value."""
    found = []
    for key in _with_other_entries(before, after):
        former, now = (_named(state.get("sources", {}), key) or _("no source") for state in (before, after))
        if former != now:
            found.append(FactDifference(_label(after, key) if key else _("All facts"), former, now))
    return found


def checked_again(before: Document, after: Document) -> list[str]:
    """Return the labels of facts with the same value and source, which were checked or explained again."""
    both = [state.get("sources", {}) for state in (before, after)]
    keys = [key for key in _with_other_entries(before, after) if _named(both[0], key) == _named(both[1], key)]
    return [_label(after, key) if key else _("All facts") for key in keys]


def _with_other_entries(before: Document, after: Document) -> Iterator[str]:
    """Yield the facts with the same value and other entries of sources; an empty key for the whole document."""
    former, now = before.get("sources", {}), after.get("sources", {})
    keys = {pointer.split("/")[1] if pointer else "" for pointer in former.keys() | now.keys()}
    for key in sorted(keys):
        if _entries(former, key) != _entries(now, key) and (not key or before.get(key) == after.get(key)):
            yield key


def state_sentences(before: Document, after: Document) -> Iterator[str]:
    """Yield sentences about a new title, another slug, and retirement."""
    if document_title(before) != document_title(after):
        yield _("It was called %(name)s before.") % {"name": document_title(before)}
    if before["slug"] != after["slug"]:
        yield _("Its short name was %(slug)s before; both are understood.") % {"slug": before["slug"]}
    yield from retirement_sentences(before, after)


def retirement_sentences(before: Document, after: Document) -> Iterator[str]:
    """Yield a sentence if a document was retired or is no longer retired."""
    retired, was = after.get("retired"), before.get("retired")
    if retired and not was:
        yield _("It is retired: %(why)s") % {"why": retired}
    elif was and not retired:
        yield _("It is no longer retired.")


def _values(before: Document, after: Document) -> Iterator[FactDifference]:
    for key in sorted((before.keys() | after.keys()) - DESCRIBED_ELSEWHERE - _worded(after)):
        if before.get(key) != after.get(key):
            yield FactDifference(
                label=_label(after, key),
                before=_value_words(after, key, before.get(key)),
                after=_value_words(after, key, after.get(key)),
                sources=_sources(after, key) if after.get(key) is not None else (),
            )


def _sentences(before: Document, after: Document) -> Iterator[FactDifference]:
    """Yield the change of the sentences that express several facts of a card together."""
    if not (worded := _worded(after)):
        return
    both = [" ".join(wording.card_text(state)) for state in (before, after)]
    if both[0] != both[1]:
        changed = [key for key in sorted(worded) if before.get(key) != after.get(key) and after.get(key) is not None]
        sources = {(one.title, one.page): one for key in changed for one in _sources(after, key)}
        former, now = (_cut(words) or _("nothing") for words in both)
        named = tuple(sources.values())[:MAX_SOURCES]
        yield FactDifference(_("What it requires and gives"), former, now, named)


def _worded(document: Document) -> frozenset[str]:
    """Return the keys of a card that its sentences express."""
    if not _is_card(document):
        return frozenset()
    return frozenset(words_of_game(document["game"]).fact_words.card_words)


def _is_card(document: Document) -> bool:
    return document["kind"] in dict(vocabulary.card_kinds(document["game"]))


def _label(document: Document, key: str) -> str:
    return vocabulary.fact_title(document["game"], document["kind"], key)


def _value_words(document: Document, key: str, value: Any) -> str:
    if value is None:
        return _("not known") if _is_card(document) else _("nothing")
    if _is_card(document) and key not in ENGLISH_TEXTS:
        return _cut(own_facts.value_words(document["game"], key, value))
    return _plain(value)


def _plain(value: Any) -> str:
    """Return a value of a document that is no card as text."""
    if isinstance(value, bool):
        return _("Yes") if value else _("No")
    if isinstance(value, list) and not any(isinstance(one, dict | list) for one in value):
        return marked_text(_cut(", ".join(map(str, value)))) if value else _("none")
    return marked_text(_cut(canonical.compact(value) if isinstance(value, dict | list) else str(value)))


def _cut(text: str) -> str:
    return text if len(text) <= MAX_VALUE_LENGTH else text[: MAX_VALUE_LENGTH - 1] + "…"


def _sources(document: Document, key: str) -> tuple[CardSource, ...]:
    """Return the sources of a fact, each once."""
    found = provenance.sources_of({"sources": {}, **document}, key)
    pages = dict.fromkeys((entry["source"], entry.get("page")) for entry in found)
    return tuple(CardSource(number, title, page) for number, (title, page) in enumerate(pages, 1))[:MAX_SOURCES]


def _entries(sources: Mapping[str, Any], key: str) -> dict[str, Any]:
    """Return the entries of a fact, or that of the whole document for an empty key."""
    if not key:
        return {"": sources.get("")}
    pointer = json_pointer(key)
    return {place: one for place, one in sources.items() if place == pointer or place.startswith(f"{pointer}/")}


def _named(sources: Mapping[str, Any], key: str) -> str:
    """Return the sources of a fact as text, each with its page."""
    entries = [one for one in _entries(sources, key).values() if one]
    named = dict.fromkeys(
        f"{entry['source']}, {wording.page_words(entry['page'])}" if "page" in entry else entry["source"]
        for entry in entries
    )
    return marked_text(_cut("; ".join(named))) if named else ""

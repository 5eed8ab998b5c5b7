"""Differences between two states of a document as rows for curators: by fact, by list member and by word.

Lists are compared member by member, so that an added weapon is one row and not the whole list. Removed text is struck
out and added text underlined; both are also labeled for screen readers.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from typing import Any

from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from catalog import documents
from catalog.documents import canonical, provenance
from catalog.documents.differences import ABSENT, differences

NAMING_KEYS = ("name", "card", "slug", "question", "language")
"""Keys that identify a member of a list; the first that a member has is used."""
MAX_TOKENS = 2_000
"""The maximum number of words of a text that is compared word by word; longer texts are shown unmarked."""
MIN_SIMILARITY = 0.3
"""The minimum similarity of two texts, from 0 to 1; less similar texts are shown unmarked."""
PATH_SEPARATOR = " › "


@dataclass(frozen=True, slots=True)
class DifferenceRow:
    """One differing fact, or a part of it, with its values and sources before and after.

    `kept` is true if the value changed and its source did not.
    """

    fact: str
    before: str
    after: str
    before_source: str = ""
    after_source: str = ""
    kept: bool = False


def document_rows(before: dict[str, Any], after: dict[str, Any]) -> list[DifferenceRow]:
    """Return the differences between two states of a document, each value with its source.

    If only the source of a fact differs, it has a row of its own.
    """
    found = list(differences(_without_sources(before), _without_sources(after)))
    rows = []
    for difference in found:
        is_fact = difference.pointer.split("/")[1] not in documents.NON_FACT_KEYS
        given = [provenance.source_of(state, difference.pointer) if is_fact else None for state in (before, after)]
        labels = [
            source_label(entry, _("no source")) if is_fact and value is not ABSENT and value is not None else ""
            for entry, value in zip(given, (difference.before, difference.after), strict=True)
        ]
        known = bool(labels[0] and labels[1]) and given[0] is not None
        kept = known and provenance.is_same_source(*given)
        rows += [
            replace(row, before_source=labels[0], after_source=labels[1], kept=kept)
            for row in _fact_rows(_path(difference.pointer), difference.before, difference.after)
        ]
    return [*rows, *_source_rows(before, after, [one.pointer for one in found])]


def _source_rows(before: dict[str, Any], after: dict[str, Any], changed: Sequence[str]) -> Iterator[DifferenceRow]:
    """Yield a row for each source that differs and belongs to no changed fact."""
    former, now = before.get("sources", {}), after.get("sources", {})
    for pointer in sorted({*former, *now}):
        told = any(pointer == one or pointer.startswith(f"{one}/") for one in changed)
        if former.get(pointer) == now.get(pointer) or told or (pointer == "" and not former):
            continue
        values = [value_label(provenance.value_at(state, pointer)) if pointer else "" for state in (before, after)]
        row = _row(_path(pointer) or ("",), *values)
        yield replace(row, before_source=source_label(former.get(pointer)), after_source=source_label(now.get(pointer)))


def _without_sources(document: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in document.items() if key != "sources"}


def source_label(entry: dict[str, Any] | None, nothing: str = "") -> str:
    """Return a source as text for curators; `nothing`, or a default text, if there is none."""
    if entry is None:
        return nothing or _("no source of its own")
    page = _("p. {page}").format(page=entry["page"]) if "page" in entry else ""
    basis = pgettext("value", entry["basis"]) if "basis" in entry else ""
    doubt = _("doubtful: {why}").format(why=entry["doubt"]) if "doubt" in entry else ""
    checked = _("checked") if entry["checked"] else _("not checked")
    parts = (entry["source"], page, basis, checked, doubt, entry.get("note", ""))
    return "; ".join(part for part in parts if part)


def value_label(value: Any) -> str:
    """Return a value of a document as text for curators."""
    if value is ABSENT:
        return _("(absent)")
    if value is None:
        return _("not known")
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, dict):
        return ", ".join(f"{_part_label(key)}: {_inside(one)}" for key, one in value.items()) or _("none")
    if isinstance(value, list):
        return ("; " if _deep(value) else ", ").join(map(value_label, value)) or _("none")
    return value if isinstance(value, str) else canonical.compact(value)


def _inside(value: Any) -> str:
    return f"({value_label(value)})" if isinstance(value, dict | list) and value else value_label(value)


def _deep(items: Sequence[Any]) -> bool:
    return any(isinstance(one, dict | list) for one in items)


def _path(pointer: str) -> tuple[str, ...]:
    return tuple(part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:])


def _part_label(part: str) -> str:
    """Return the label of one step of a path: a key of a document, or the pointer of a source."""
    return part.strip("/").replace("/", PATH_SEPARATOR).replace("_", " ") or _("the whole card")


def _fact_rows(path: tuple[str, ...], before: Any, after: Any) -> Iterator[DifferenceRow]:
    """Yield the differences of a fact: one row per changed member of a list of objects or lists, else one row."""
    if isinstance(before, list) and isinstance(after, list):
        if _deep([*before, *after]):
            yield from _members(path, before, after)
        else:
            yield _row(
                path,
                *_mark_differences([value_label(one) for one in before], [value_label(one) for one in after], ", "),
            )
    elif isinstance(before, str) and isinstance(after, str):
        yield _row(path, *_mark_differences(_tokens(before), _tokens(after), ""))
    else:
        yield _row(path, value_label(before), value_label(after))


def _row(path: tuple[str, ...], before: str, after: str) -> DifferenceRow:
    return DifferenceRow(PATH_SEPARATOR.join(map(_part_label, path)) or _("document"), before, after)


def _members(path: tuple[str, ...], before: list[Any], after: list[Any]) -> Iterator[DifferenceRow]:
    """Yield the differences between two lists of objects or lists: removed, added and changed members."""
    gone, new = _only_in(before, after), _only_in(after, before)
    if not gone and not new:
        order = _("{members} (in another order)")
        yield _row(path, value_label(before), order.format(members=value_label(after)))
    for place, member in list(gone.items()):
        other = next((at for at, each in new.items() if _same(member, each)), place if place in new else None)
        if other is None or not isinstance(member, dict) or not isinstance(new[other], dict):
            yield _row((*path, _name(member, place)), value_label(member), value_label(ABSENT))
            continue
        for each in differences(member, twin := new.pop(other)):
            yield from _fact_rows((*path, _name(twin, other), *_path(each.pointer)), each.before, each.after)
    for place, member in new.items():
        yield _row((*path, _name(member, place)), value_label(ABSENT), value_label(member))


def _only_in(items: list[Any], others: list[Any]) -> dict[int, Any]:
    """Return the members of `items` without an equal in `others`, by index; duplicates count separately."""
    left = [canonical.compact(one) for one in others]
    found = {}
    for place, item in enumerate(items):
        if (text := canonical.compact(item)) in left:
            left.remove(text)
        else:
            found[place] = item
    return found


def _key(member: Any) -> Any:
    """Return the identifying value of a list member; None if it has none."""
    return next((member[key] for key in NAMING_KEYS if member.get(key)), None) if isinstance(member, dict) else None


def _same(first: Any, second: Any) -> bool:
    return _key(first) is not None and _key(first) == _key(second)


def _name(member: Any, place: int) -> str:
    return str(_key(member) or _("no. {number}").format(number=place + 1))


def _tokens(text: str) -> list[str]:
    return re.findall(r"^\s+|\S+\s*", text)


def _mark_differences(before: list[str], after: list[str], between: str) -> tuple[str, str]:
    """Return both texts with the parts marked that the other text lacks."""
    plain = between.join(before) or _nothing(between), between.join(after) or _nothing(between)
    if not before or not after or max(len(before), len(after)) > MAX_TOKENS:
        return plain
    # Trailing whitespace is ignored: a word at the end of a text equals one in the middle.
    old_words, new_words = ([word.strip() for word in side] for side in (before, after))
    matcher = SequenceMatcher(None, old_words, new_words, autojunk=False)
    if matcher.ratio() < MIN_SIMILARITY:
        return plain
    old, new = [], []
    for how, i, j, k, m in matcher.get_opcodes():
        old.append(_part(how, before[i:j], between, "del", _("gone:")))
        new.append(_part(how, after[k:m], between, "ins", _("new:")))
    return _join(old, between), _join(new, between)


def _nothing(between: str) -> str:
    return _("none") if between else _("(empty)")


def _part(operation: str, tokens: list[str], between: str, mark: str, label: str) -> str:
    text = between.join(tokens)
    inside = text.rstrip()
    if operation == "equal" or not inside:
        return text
    marked = format_html('<span class="visually-hidden">{} </span>{}', label, inside)
    return format_html("<del>{}</del>{}" if mark == "del" else "<ins>{}</ins>{}", marked, text[len(inside) :])


def _join(parts: list[str], between: str) -> SafeString:
    return format_html_join(conditional_escape(between), "{}", ((part,) for part in parts if part))

"""Digests of legions as judged: equal lists have equal digests, whatever the order of their entries."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from json.encoder import encode_basestring as quoted
from typing import Any

from rulesapi.engine.core.parsing import DISTINGUISHING_PICK_FIELDS, GAME_FIELDS
from rulesapi.engine.values.model import Document

_MEMBERS = frozenset(DISTINGUISHING_PICK_FIELDS)
_BEYOND_COPIES = frozenset((*DISTINGUISHING_PICK_FIELDS, "soldiers", "upgrades"))
"""Fields of a pick that add more than the number of copies of a card."""


def digest(legion: Document, *, format: str, points: int | None) -> str:
    """Return the SHA-256 of the canonical text of the judged document, as "sha256:" and 64 hexadecimal digits.

    `format` and `points` are the ones used for judging, so a list with a default left out equals one with the default
    written down. Names, notes, tags, the release, the date and the collection are left out; slugs stay as sent.
    """
    text = canonical_text(legion, format=format, points=points)
    return f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"


def canonical_text(legion: Document, *, format: str, points: int | None) -> str:
    """Return the text to hash: defaults filled in, upgrades sorted, equal bare picks merged, picks sorted.

    A team has its players' lists in place of picks, sorted as texts, because their order has no meaning. Fields that
    only some games have are included when they are sent, lists in them sorted. The campaign changes what the list is,
    so it is included as well, with the lists in it in their order.

    This is canonical JSON (sorted keys, no spaces). It is written key by key, because that takes half the time of an
    encoder and every verdict has a digest.
    """
    agreed = sorted(legion["house_rules"]) if "house_rules" in legion else ()
    rows = [
        f'"facts":{_facts(legion.get("facts"))}',
        f'"format":{quoted(format)}',
        f'"game":{quoted(legion["game"])}',
        f'"house_rules":[{_row(agreed)}]',
        f'"points":{"null" if points is None else points}',
    ]
    if "team" in legion:
        rows.append(f'"team":[{",".join(sorted(_object(part, [_list(part)]) for part in legion["team"]))}]')
    else:
        rows.append(_list(legion))
    return _object(legion, rows)


def _list(part: Document) -> str:
    return f'"picks":[{",".join(_picks(part["picks"]))}]'


def _object(part: Document, members: list[str]) -> str:
    """Return an object of these members and of the list fields that only some games have; most lists have none.

    Sorting members sorts them by key, because the quotation mark that ends a key sorts before every letter.
    """
    if part.get("campaign"):
        members.append(f'"campaign":{_json(part["campaign"])}')
    if not GAME_FIELDS.isdisjoint(part):
        members += [f'"{field}":{_field_value(part[field])}' for field in GAME_FIELDS & part.keys()]
    members.sort()
    return f"{{{','.join(members)}}}"


def _field_value(value: Any) -> str:
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, list) and {str}.issuperset(map(type, value)):
        return f"[{_row(sorted(value))}]"
    return _json(_sorted_value(value))


def _sorted_value(value: Any) -> Any:
    """Return the value of a field with the lists in it sorted, because their order has no meaning."""
    if isinstance(value, Mapping):
        return {key: _sorted_value(one) for key, one in value.items()}
    return sorted(value) if isinstance(value, list) else value


def _facts(facts: Any) -> str:
    if not facts:
        return "{}"
    return _json(facts)


_json = json.JSONEncoder(
    ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False, check_circular=False
).encode


def _row(slugs: Iterable[str]) -> str:
    return ",".join(map(quoted, slugs))


def _picks(picks: Sequence[Any]) -> Iterable[str]:
    fields = set().union(*picks)
    if not _BEYOND_COPIES.isdisjoint(fields):
        return _distinct_picks(picks, have_members=not _MEMBERS.isdisjoint(fields))
    copies: dict[str, int] = {}
    for pick in picks:
        card = pick["card"]
        copies[card] = copies.get(card, 0) + pick.get("count", 1)
    return [_bare_pick(card, copies[card]) for card in sorted(copies)]


@lru_cache(maxsize=16_384)
def _bare_pick(card: str, count: int) -> str:
    return f'{{"card":{quoted(card)},"count":{count},"soldiers":1,"upgrades":[]}}'


def _distinct_picks(picks: Iterable[Any], *, have_members: bool) -> Iterable[str]:
    """Return the sorted texts of picks that may have more than a card. Equal picks without upgrades are merged.

    With `have_members`, some picks have distinguishing fields.
    """
    bare: dict[tuple[str, int, str], int] = {}
    lines: list[tuple[str, list[str], int, str, int]] = []
    members: dict[str, list[str]] = {}
    for pick in picks:
        own = ""
        if have_members and (members_of_pick := _distinguishing_members(pick)):
            own = f"{{{','.join(members_of_pick)}}}"
            members[own] = members_of_pick
        if upgrades := pick.get("upgrades"):
            lines.append((pick["card"], sorted(upgrades), pick.get("soldiers", 1), own, pick.get("count", 1)))
        else:
            alike = pick["card"], pick.get("soldiers", 1), own
            bare[alike] = bare.get(alike, 0) + pick.get("count", 1)
    for (card, soldiers, own), count in bare.items():
        lines.append((card, [], soldiers, own, count))
    lines.sort()
    texts = []
    for card, upgrades, soldiers, own, count in lines:
        if own:
            texts.append(_pick_text(members[own], card, upgrades, soldiers, count))
        elif upgrades or soldiers != 1:
            carried = _row(upgrades)
            texts.append(f'{{"card":{quoted(card)},"count":{count},"soldiers":{soldiers},"upgrades":[{carried}]}}')
        else:
            texts.append(_bare_pick(card, count))
    return texts


def _distinguishing_members(pick: Any) -> list[str]:
    """Return the members, in order, that distinguish a pick from others with its card and upgrades."""
    return [f'"{field}":{_field_value(pick[field])}' for field in DISTINGUISHING_PICK_FIELDS if pick.get(field)]


def _pick_text(own: list[str], card: str, upgrades: list[str], soldiers: int, count: int) -> str:
    rows = [f'"card":{quoted(card)}', f'"count":{count}', f'"soldiers":{soldiers}', f'"upgrades":[{_row(upgrades)}]']
    return f"{{{','.join(sorted((*own, *rows)))}}}"

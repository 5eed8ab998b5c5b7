"""Addresses of shared lists in pasted text: each key is looked up as if its page were visited."""

import re
from typing import Any

from django.utils.translation import gettext as _

from catalog.documents.errors import Fault, InvalidInput
from legions.own_numbers.fill_in import legion_with_numbers
from legions.saved_lists.models import Legion
from legions.sharing.ended_links import was_link_ended
from legions.sharing.models import SHARE_KEY_LENGTH
from rulesapi.engine.core.collection import without_collections
from rulesapi.share_links.link_search import unescaped

_ADDRESS = re.compile(
    r"(?:^|[\s<>()\[\]\"'=*_]|://[^\s/]{1,300})(?:/api/v1/legions/shared|/s)/"
    r"(?P<key>[A-Za-z0-9_-]{1,64})(?P<wrapped>[ \t]*\r?\n[ \t>|]*(?P<rest>[A-Za-z0-9_-]{1,64}))?",
    re.MULTILINE,
)
KEY_AND_MARKS = rf"[A-Za-z0-9_-]{{{SHARE_KEY_LENGTH}}}(?:/[/*~_-]*[^\w/-].*|//+)"
"""The part of an address that has a key and behind its slash only what stood there in a text."""
_AFTER_KEY = re.compile(r"[/_*~-]*(?:[^\w/-].*)?", re.DOTALL)


class UnknownSharedList(InvalidInput):
    """A pasted address under which nothing is shared. `ended` says that there was a list once."""

    def __init__(self, *, ended: bool) -> None:
        self.ended = ended
        message = (
            _("The link to this list was ended by its owner.")
            if ended
            else _("Nothing is shared here under this address. Copy the whole link, or paste the list itself.")
        )
        super().__init__("invalid-legion", [Fault("", "no-list", message)], status=410 if ended else 404)


def shared_document(text: str) -> dict[str, Any]:
    """Return the list under the first address of a shared list in a text, as a copy from its page has it.

    Raises UnknownSharedList, which counts as a visit to a page that is not there.
    """
    keys = share_keys(text)
    legion = next((found for key in keys if (found := Legion.objects.by_share_key(key))), None)
    if legion is None:
        raise UnknownSharedList(ended=any(map(was_link_ended, keys)))
    return dict(without_collections(legion_with_numbers(legion)))


def share_keys(text: str) -> list[str]:
    """Return what may be the key in the first address of a shared list in a text, the likeliest first."""
    found = _ADDRESS.search(unescaped(text))
    if found is None:
        return []
    key = found["key"]
    keys = [key, key[:SHARE_KEY_LENGTH]]
    if found["wrapped"] and len(key) < SHARE_KEY_LENGTH:
        keys.append((key + found["rest"])[:SHARE_KEY_LENGTH])
    return list(dict.fromkeys(keys))


def key_before_marks(path: str) -> str | None:
    """Return the key with which the rest of an address begins, None if more than marks of a text follow it."""
    key, rest = path[:SHARE_KEY_LENGTH], path[SHARE_KEY_LENGTH:]
    whole = re.fullmatch(rf"[A-Za-z0-9_-]{{{SHARE_KEY_LENGTH}}}", key)
    return key if whole and _AFTER_KEY.fullmatch(rest) else None

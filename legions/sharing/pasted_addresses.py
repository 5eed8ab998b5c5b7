"""Addresses of shared lists in pasted text: a lookup counts like a visit to the page."""

from typing import Any

from django.utils.translation import gettext as _

from catalog.documents.errors import Fault, InvalidInput
from legions.own_numbers.applied_numbers import legion_with_numbers
from legions.saved_lists.ended_links import was_link_ended
from legions.saved_lists.models import Legion
from legions.saved_lists.share_keys import SHARE_KEY, SHARE_KEY_LENGTH
from rulesapi.engine.core.collection import without_collections
from rulesapi.pasted_lists import SHARED_ADDRESS
from rulesapi.share_links.link_search import unescaped


class UnknownSharedList(InvalidInput):
    """The refusal of a pasted address without a shared list. `ended` means that its link was revoked."""

    def __init__(self, *, ended: bool) -> None:
        self.ended = ended
        message = (
            _("The link to this list was ended by its owner.")
            if ended
            else _("Nothing is shared here under this address. Copy the whole link, or paste the list itself.")
        )
        super().__init__("invalid-legion", [Fault("", "no-list", message)], status=410 if ended else 404)


def shared_document(text: str) -> dict[str, Any]:
    """Return the list at the first address of a shared list in a text, as a copy from its page would have it.

    Raises UnknownSharedList, which counts as a visit to an unknown page.
    """
    keys = share_keys(text)
    legion = next((found for key in keys if (found := Legion.objects.by_share_key(key))), None)
    if legion is None:
        raise UnknownSharedList(ended=any(map(was_link_ended, keys)))
    return dict(without_collections(legion_with_numbers(legion)))


def share_keys(text: str) -> list[str]:
    """Return the possible keys in the first address of a shared list in a text, the most likely first."""
    found = SHARED_ADDRESS.search(unescaped(text))
    if found is None:
        return []
    key, rest = found["key"], found["rest"] or ""
    return list(dict.fromkeys([*_likely_keys(key), *(_likely_keys(key + rest) if rest else ())]))


def _likely_keys(letters: str) -> list[str]:
    """Return the possible keys in some characters: all, those without trailing marks of emphasis, or as many as a key
    has.
    """
    keys = (letters, letters.rstrip("_-"), letters[:SHARE_KEY_LENGTH])
    return list(dict.fromkeys(key for key in keys if SHARE_KEY.fullmatch(key)))

"""Tags and folders of saved lists.

Tags are part of the legion's document, so they are copied with it and a change of them is a state in the history. A
folder is only the place where the legion is kept.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from catalog.documents import json_input
from legions.changes.basic import Change, Document, Titles, with_fields

MAX_TAG_LENGTH = 60
MAX_TAGS = 20
"""The maximum number of tags that can be added here. A document that comes with more keeps them."""


def clean_name(name: str) -> str:
    """Return a name normalized for storage: NFC, one line, single spaces, without invisible characters."""
    words = " ".join(json_input.tidy(name).split())
    return "".join(character for character in words if character.isprintable())


def clean_tags(text: str) -> tuple[str, ...]:
    """Return the tags in a comma-separated text without duplicates, ignoring case."""
    found = (clean_name(part) for part in text.split(","))
    return tuple({tag.casefold(): tag for tag in reversed([tag for tag in found if tag])}.values())[::-1]


def existing_spelling(name: str, spellings: Iterable[str]) -> str:
    """Return the spelling of `name` in `spellings`, ignoring case, so that each folder or tag has one; else `name`."""
    return next((other for other in spellings if other.casefold() == name.casefold()), name)


@dataclass(frozen=True, slots=True)
class AddTags(Change):
    """A change that adds tags. Tags that the legion has already, ignoring case, stay as they are."""

    tags: tuple[str, ...]

    def apply(self, document: Document) -> Document:
        has = {tag.casefold() for tag in document.get("tags", ())}
        more = [tag for tag in self.tags if tag.casefold() not in has]
        return {**document, "tags": [*document.get("tags", ()), *more]} if more else document

    def words(self, document: Document, title: Titles) -> str:
        return _("Tagged {tags}.").format(tags=", ".join(self.tags))


@dataclass(frozen=True, slots=True)
class RemoveTags(Change):
    """A change that removes tags, ignoring case."""

    tags: tuple[str, ...]

    def apply(self, document: Document) -> Document:
        gone = {tag.casefold() for tag in self.tags}
        left = [tag for tag in document.get("tags", ()) if tag.casefold() not in gone]
        return with_fields(document, tags=left or None)

    def words(self, document: Document, title: Titles) -> str:
        return _("No longer tagged {tags}.").format(tags=", ".join(self.tags))

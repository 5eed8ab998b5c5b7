"""A legion to take along: as text, as Markdown, and as a link that holds all of it."""

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext_lazy

from catalog.documents.errors import InvalidInput
from rulesapi import text_form
from rulesapi.judging import verdicts
from rulesapi.share_links import LegionTooLong, link_service

LINK_PATH = "/l/"
_MARKED = re.compile(r"(?=[\\`*_\[\]<>#|~])|\A(?=[-+])|(?<=\A\d)(?=[.)])")
"""Where a character stands that Markdown would read as more than itself."""
FIELDS_LEFT_OUT = {"notes": gettext_lazy("notes"), "tags": gettext_lazy("tags")}
"""Fields of a legion that have no words in its text."""


def link_path(document: dict[str, Any]) -> str:
    """Return the path of the link that holds this legion, empty for one that no link can hold."""
    try:
        return f"{LINK_PATH}#{link_service.encode_legion(document)}"
    except (InvalidInput, LegionTooLong):
        return ""


def list_text(document: dict[str, Any]) -> str:
    """Return a legion as the list that players paste. Raises what `verdicts.library` raises."""
    return text_form.write_text(verdicts.library(document["game"], document.get("release")), document)


@dataclass(frozen=True)
class ListExports:
    """The forms of a legion that can be judged. `release` is the one it is judged by."""

    document: dict[str, Any]
    release: int

    @cached_property
    def text(self) -> str:
        """The list that players paste."""
        return list_text({**self.document, "release": self.release})

    @cached_property
    def markdown(self) -> str:
        """The same as a heading and a list, as chats and forums show it."""
        title, *lines = self.text.splitlines()
        rows = [f"### {_plain(title.removeprefix('#').strip())}", ""]
        for line in lines:
            carried = line.startswith("  + ")
            rows.append(f"{'  ' if carried else ''}- {_plain(line.removeprefix('  + '))}")
        return "\n".join(rows) + "\n"

    @cached_property
    def link(self) -> str:
        """The path of the link that holds it, empty for one that is too large."""
        return link_path({**self.document, "release": self.release})

    @property
    def left_out(self) -> list[str]:
        """What the text does not say; the document says it."""
        return [str(words) for field, words in FIELDS_LEFT_OUT.items() if self.document.get(field)]


def _plain(words: str) -> str:
    """A text in which no character says anything to Markdown."""
    return _MARKED.sub(r"\\", words)

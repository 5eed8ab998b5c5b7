"""A legion to take along: as text, as Markdown, and as a link that holds all of it."""

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils import translation
from django.utils.translation import gettext_lazy

from catalog.documents.errors import InvalidInput
from legions.saved_lists.models import display_name_of_document
from legions.verdicts.view_models import VerdictView
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
    return text_form.write_text(verdicts.library(document["game"], document.get("release")), _titled(document))


@dataclass(frozen=True)
class ListExports:
    """The forms of a legion with its `verdict`. `site` is where the website is, `path` where the list is shared.

    Text and Markdown have the points of each card, the total, the verdict and a link; pasted, they are the same list.
    """

    document: dict[str, Any]
    verdict: VerdictView
    site: str
    path: str = ""

    @property
    def _pinned(self) -> dict[str, Any]:
        return {**self.document, "release": self.verdict.release}

    @cached_property
    def text(self) -> str:
        """The list that players paste."""
        return text_form.write_text(
            verdicts.library(self.document["game"], self.verdict.release),
            _titled(self._pinned),
            ledger=self.verdict.verdict["ledger"],
            closing=self._closing,
        )

    @cached_property
    def markdown(self) -> str:
        """The same as a heading and a list, as chats and forums show it."""
        title, *lines = self.text.splitlines()
        rows = [f"### {_plain(title.removeprefix('#').strip())}", ""]
        for line in lines[: lines.index("")]:
            carried = line.startswith("  + ")
            rows.append(f"{'  ' if carried else ''}- {_plain(line.removeprefix('  + '))}")
        rows += ["", *(f"{_shown(line)}  " for line in self._closing)]
        return "\n".join(rows) + "\n"

    @cached_property
    def _closing(self) -> list[str]:
        """The lines below the list, in English like the list itself, which say nothing to who reads it back."""
        path = self.path or self.link
        with translation.override("en"):
            total = [f"Total: {self.verdict.points.words}"] if self.verdict.priced else []
            return [*total, f"Verdict: {self.verdict.word}", *([f"{self.site}{path}"] if path else [])]

    @cached_property
    def link(self) -> str:
        """The path of the link that holds it, empty for one that is too large."""
        return link_path(self._pinned)

    @property
    def left_out(self) -> list[str]:
        """What the text does not say; the document says it."""
        return [str(words) for field, words in FIELDS_LEFT_OUT.items() if self.document.get(field)]


def _titled(document: dict[str, Any]) -> dict[str, Any]:
    """A legion with what pages call it as its name, so that its text has a title that says something."""
    return {**document, "name": display_name_of_document(document)}


def _shown(line: str) -> str:
    """A closing line in Markdown: an address as one, whatever stands in it."""
    return f"<{line}>" if line.startswith("http") else _plain(line)


def _plain(words: str) -> str:
    """A text in which no character says anything to Markdown."""
    return _MARKED.sub(r"\\", words)

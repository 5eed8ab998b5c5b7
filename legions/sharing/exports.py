"""Exports of a list: text, Markdown, and a link that contains it."""

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
"""The positions before characters with a meaning in Markdown."""
FIELDS_LEFT_OUT = {"notes": gettext_lazy("notes"), "tags": gettext_lazy("tags")}
"""The fields of a list that its text does not contain."""


def link_path(document: dict[str, Any]) -> str:
    """Return the path of the link that contains this list; empty if it does not fit in a link."""
    try:
        return f"{LINK_PATH}#{link_service.encode_legion(document)}"
    except (InvalidInput, LegionTooLong):
        return ""


def list_text(document: dict[str, Any]) -> str:
    """Return a list as text for pasting. Raises the errors of `verdicts.library`."""
    return text_form.write_text(verdicts.library(document["game"], document.get("release")), _titled(document))


@dataclass(frozen=True)
class ListExports:
    """The exports of a list with its `verdict`. `site` is the address of the site, `path` the page of the shared list.

    Text and Markdown contain the points of each card, the total, the verdict and a link; pasted, they are the same
    list.
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
        """The list as text for pasting."""
        return text_form.write_text(
            verdicts.library(self.document["game"], self.verdict.release),
            _titled(self._pinned),
            ledger=self.verdict.verdict["ledger"],
            closing=self._closing,
        )

    @cached_property
    def markdown(self) -> str:
        """The text as a Markdown heading and list, for chats and forums."""
        title, *lines = self.text.splitlines()
        rows = [f"### {_plain(title.removeprefix('#').strip())}", ""]
        for line in lines[: lines.index("")]:
            carried = line.startswith("  + ")
            rows.append(f"{'  ' if carried else ''}- {_plain(line.removeprefix('  + '))}")
        rows += ["", *(f"{_shown(line)}  " for line in self._closing)]
        return "\n".join(rows) + "\n"

    @cached_property
    def _closing(self) -> list[str]:
        """The lines below the list, in English like the list itself, which are ignored when the text is read back."""
        path = self.path or self.link
        with translation.override("en"):
            total = [f"Total: {self.verdict.points.words}"] if self.verdict.priced else []
            return [*total, f"Verdict: {self.verdict.word}", *([f"{self.site}{path}"] if path else [])]

    @cached_property
    def link(self) -> str:
        """The path of the link that contains the list; empty if it is too large."""
        return link_path(self._pinned)

    @property
    def left_out(self) -> list[str]:
        """The names of the fields that the text does not contain."""
        return [str(words) for field, words in FIELDS_LEFT_OUT.items() if self.document.get(field)]


def _titled(document: dict[str, Any]) -> dict[str, Any]:
    """Return the document with its display name as name, so that its text has a title."""
    return {**document, "name": display_name_of_document(document)}


def _shown(line: str) -> str:
    """Return a closing line in Markdown, with an address as a link."""
    return f"<{line}>" if line.startswith("http") else _plain(line)


def _plain(text: str) -> str:
    """Return a text with all Markdown characters escaped."""
    return _MARKED.sub(r"\\", text)

"""Checks of the links between the sections of a rulebook: texts and headings that are reached in several steps."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.utils.translation import gettext as _

from catalog.documents.errors import Fault, json_pointer
from catalog.documents.sections import section_slug

Document = dict[str, Any]
TEXTS = ("text", "ruling", "references")
"""The fields of which one is enough for a section to have a text at hand."""


class Sections:
    """The sections of one rulebook as they will be after a publication."""

    def __init__(self, sections: Iterable[Document]) -> None:
        self.by_slug: dict[str, Document] = {}
        self.covered: dict[str, list[str]] = {}
        for section in sections:
            self.by_slug |= dict.fromkeys((*section.get("formerly", ()), section["slug"]), section)
            if "covered_by" in section:
                self.covered.setdefault(section_slug(section["covered_by"]), []).append(section["at"])

    def last(self, section: Document, key: str) -> Document | None:
        """Return the section at the end of a chain of links of one kind, None for a circle or a link to nowhere."""
        passed: set[str] = set()
        while key in section:
            passed.add(section["slug"])
            following = self.by_slug.get(section_slug(section[key]))
            if following is None or following["slug"] in passed:
                return None
            section = following
        return section


def link_faults(section: Document, sections: Sections) -> Iterator[Fault]:
    """Yield the faults of a section whose links lead in a circle or to no text, or that takes the text from others.

    A link to a section that does not exist is a fault that is found elsewhere.
    """
    for key in ("parent", "covered_by"):
        if _is_known(section, key, sections) and sections.last(section, key) is None:
            message = _("From “{at}” the links lead back here or nowhere. Name another section.")
            yield Fault(json_pointer(key), "not-allowed", message.format(at=section[key]))
    if "covered_by" in section and (last := sections.last(section, "covered_by")) and not _has_text(last):
        message = _("“{at}” has no text, so it covers nothing. Name a section with a text.")
        yield Fault("/covered_by", "not-allowed", message.format(at=last["at"]))
    if not _has_text(section):
        message = _("“{at}” is covered by this section, which has no text. Give it one.")
        slugs = (section["slug"], *section.get("formerly", ()))
        covered = [at for slug in slugs for at in sections.covered.get(slug, ())]
        yield from (Fault("", "missing", message.format(at=at)) for at in covered[:1])


def _is_known(section: Document, key: str, sections: Sections) -> bool:
    return key in section and section_slug(section[key]) in sections.by_slug


def _has_text(section: Document) -> bool:
    return "covered_by" in section or any(key in section for key in TEXTS)

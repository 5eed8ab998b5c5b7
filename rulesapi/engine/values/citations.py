"""Citations of books whose sections are addressed by page and heading, such as `p28/legion-building`."""

from __future__ import annotations

import re

from rulesapi.engine.values.model import Citation


def heading_address(page: int, heading: str) -> str:
    """Return the address of a section by the page on which it begins and its printed heading."""
    words = re.sub(r"[^a-z0-9]+", "-", heading.lower().replace("\u2019", "").replace("'", ""))
    return f"p{page:02}/{words.strip('-')}"


def heading_citation(
    source: str, page: int, heading: str, address: str | None = None, further: tuple[str, ...] = ()
) -> Citation:
    """Return the citation of a section.

    `address` is that of the section, if it does not follow from page and heading: the cited sentence is on a later page
    than the heading, the heading is shortened, or the page has the heading twice. `further` has the addresses of other
    sections that the rule applies.
    """
    return Citation(source, page, heading, address or heading_address(page, heading), further)

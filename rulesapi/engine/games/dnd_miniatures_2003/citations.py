"""Citations of the FAQ, whose sections are addressed by heading and question, such as `damage/3`."""

from __future__ import annotations

from rulesapi.engine.values.model import Citation


def faq_citation(section: str, question: str, *further: str) -> Citation:
    """Return the citation of a question under a heading of the FAQ, by the address of the question.

    `further` has the addresses of other questions that the rule applies.
    """
    return Citation("D&D Miniatures FAQ, May 2005", section=section, at=question, further=further)

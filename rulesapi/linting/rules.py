"""Formats, house rules and rulings that ask for rules their game does not have, and rulings against one another."""

from collections.abc import Iterator

from ..engine.rulings import RULING, Ruling
from ..engine.wording import Phrase, phrase
from .shelf import Remark, Shelf


def misfits(shelf: Shelf) -> Iterator[Remark]:
    """What formats, house rules and rulings ask for that the ruleset cannot give, so that nothing is judged by them."""
    if shelf.only is None:
        for (kind, slug), sentence in sorted(shelf.library.misfits.items()):
            yield Remark("unfit-rule", "error", slug, sentence, kind)


def contradictions(shelf: Shelf) -> Iterator[Remark]:
    """Rulings that hold and settle one question by different readings, so that none of them settles it."""
    for question, found in sorted(shelf.library.rulings.contested.items()):
        for one in found:
            others = [other for other in found if other.settles[question] != one.settles[question]]
            if shelf.only in (None, one.slug):
                yield Remark("rulings-disagree", "error", one.slug, _against(shelf, question, one, others), RULING)


def _against(shelf: Shelf, question: str, one: Ruling, others: list[Ruling]) -> Phrase:
    asked = shelf.library.ruleset.questions[question]
    readings = {reading.slug: Phrase(reading.text, {}) for reading in asked.readings}
    return phrase(
        "{ruling} settles “{asked}” so: {reading} Against it: {others}. While they disagree, the question stays open. "
        "Retire one of them, or say in it which one replaces it.",
        ruling=one.title,
        asked=Phrase(asked.title, {}),
        reading=readings[one.settles[question]],
        others=[other.title for other in others],
    )

"""Formats and house rules that ask for rules their game does not have."""

from collections.abc import Iterator

from .shelf import Remark, Shelf


def misfits(shelf: Shelf) -> Iterator[Remark]:
    """What formats and house rules ask for that the ruleset cannot give, so that nothing is judged by them."""
    if shelf.only is None:
        for (_, slug), sentence in sorted(shelf.library.misfits.items()):
            yield Remark("unfit-rule", "error", slug, sentence)

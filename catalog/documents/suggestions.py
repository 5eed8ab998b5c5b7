"""Suggestions for unknown words, and lists of words in a sentence."""

from collections.abc import Iterable
from difflib import get_close_matches

from django.utils.translation import gettext as _

MAX_MATCHES = 3
MIN_RATIO = 0.6
MAX_CHARACTERS = 100
"""Number of characters of an unknown word that are compared. The word comes from a request."""


def close_matches(word: str, candidates: Iterable[str], *, min_ratio: float = MIN_RATIO) -> tuple[str, ...]:
    """Return up to three candidates with similar spelling, the most similar first; suitable for some hundred
    candidates.

    Their similarity is at least `min_ratio`, from 0 (none) to 1.
    """
    return tuple(get_close_matches(word[:MAX_CHARACTERS], sorted(set(candidates)), n=MAX_MATCHES, cutoff=min_ratio))


def did_you_mean(near: Iterable[str], quote: str = "“{word}”") -> str:
    """Return the sentence “Did you mean …?” after a space; empty without suggestions."""
    words = [quote.format(word=word) for word in dict.fromkeys(near)]
    return " " + _("Did you mean {words}?").format(words=listed(words, _("or"))) if words else ""


def listed(items: Iterable[str], last: str = "and") -> str:
    """Return words as a list in a sentence: “a”, “a and b”, “a, b and c”."""
    *rest, end = list(items) or [""]
    return f"{', '.join(rest)} {last} {end}" if rest else end

"""What may have been meant by a word that nobody knows, and how several words are said in a row."""

from collections.abc import Iterable
from difflib import get_close_matches

from django.utils.translation import gettext as _

MAX_MATCHES = 3
MIN_RATIO = 0.6
MAX_CHARACTERS = 100
"""So much of an unknown word is compared: it comes from a request."""


def close_matches(word: str, known: Iterable[str], *, alike: float = MIN_RATIO) -> tuple[str, ...]:
    """Return up to three of the known words that are spelled like this one, the closest first; for some hundreds.

    They are `alike` at least, from 0 (not at all) to 1.
    """
    return tuple(get_close_matches(word[:MAX_CHARACTERS], sorted(known), n=MAX_MATCHES, cutoff=alike))


def did_you_mean(near: Iterable[str], quote: str = "“{word}”") -> str:
    """Return the sentence that asks whether one of these was meant, after a space; nothing where there are none."""
    words = [quote.format(word=word) for word in dict.fromkeys(near)]
    return " " + _("Did you mean {words}?").format(words=listed(words, _("or"))) if words else ""


def listed(words: Iterable[str], last: str = "and") -> str:
    """Return words in a row: "a", "a and b", "a, b and c"."""
    *rest, end = list(words) or [""]
    return f"{', '.join(rest)} {last} {end}" if rest else end

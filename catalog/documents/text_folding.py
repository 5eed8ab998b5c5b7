"""Normalization of texts for comparison, without case, accents, apostrophes and hyphens."""

import re
import unicodedata

_DROPPED = re.compile("['’‘ʼ`´]")
# Letters without a decomposition in Unicode.
_REPLACEMENTS = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"})
_SPACE = re.compile(r"[\s‐‑–—-]+")


def fold(text: str) -> str:
    """Return `text` in the form for comparison: `Évocateur’s  Wood-Elf` gives `evocateurs wood elf`."""
    return _SPACE.sub(" ", unaccented(text)).strip()


def unaccented(text: str) -> str:
    """Return `text` in lower case without accents and apostrophes: “Évocateur’s” gives “evocateurs”."""
    if text.isascii():  # as nearly all texts are
        return _DROPPED.sub("", text.lower())
    decomposed = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    plain = "".join(letter for letter in decomposed if not unicodedata.combining(letter)).translate(_REPLACEMENTS)
    return _DROPPED.sub("", plain)

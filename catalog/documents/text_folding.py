"""Texts in the form in which they are compared: case, accents, apostrophes and hyphens do not count."""

import re
import unicodedata

_DROPPED = re.compile("['’‘ʼ`´]")
# Letters of which Unicode does not say what they are made of.
_REPLACEMENTS = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"})
_SPACE = re.compile(r"[\s‐‑–—-]+")


def fold(text: str) -> str:
    """Return `text` as it is compared: `Évocateur’s  Wood-Elf` is `evocateurs wood elf`."""
    return _SPACE.sub(" ", unaccented(text)).strip()


def unaccented(text: str) -> str:
    """Return `text` in small letters without accents and apostrophes: “Évocateur’s” is “evocateurs”."""
    decomposed = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    plain = "".join(letter for letter in decomposed if not unicodedata.combining(letter)).translate(_REPLACEMENTS)
    return _DROPPED.sub("", plain)

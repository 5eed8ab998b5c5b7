"""What a name looks like: two that look the same have one skeleton, as Unicode TS 39 has it, section 4.

The prototypes of characters stand in `confusables.txt`, which `manage.py build_confusables` makes of Unicode's data.
"""

import re
import unicodedata
from functools import cache
from pathlib import Path

from catalog.documents.json_input import INVISIBLE

TABLE = Path(__file__).parent / "confusables.txt"
MAX_LENGTH = 255
"""How much of a skeleton is kept: a character can look like several."""

# A capital I in the midst of small letters is read as a small L: “paypaI”, “AIina”.
_INNER_I = re.compile(r"(?<=[^\W\d_A-Z])I|(?<=[^\W\d_])I(?=[^\W\d_A-Z])")
# What has a dot of its own shows none more.
_SECOND_DOT = re.compile("(?<=[ij\u0456\u0458])\u0307")
_SPACE = re.compile(r"\s+")
# Thai and Lao write AM in one character, which NFKC takes apart; both ways are one name.
_BEFORE_NFKC = str.maketrans({"\u0e33": "\ue033", "\u0eb3": "\ue0b3"})
_AFTER_NFKC = str.maketrans({"\ue033": "\u0e33", "\ue0b3": "\u0eb3"})


def nfkc(name: str) -> str:
    """Return `name` in NFKC: full-width, mathematical and the like as ordinary letters."""
    return unicodedata.normalize("NFKC", name.translate(_BEFORE_NFKC)).translate(_AFTER_NFKC)


def casefolded(name: str) -> str:
    """Return `name` as it is compared where only case and space may differ."""
    return _SPACE.sub(" ", unicodedata.normalize("NFC", name)).strip().casefold()


def skeleton(name: str) -> str:
    """Return what `name` has in common with every name that looks like it, whatever the case of its letters."""
    seen = _INNER_I.sub("l", _tidied(name)).casefold()
    return _skeleton(_skeleton(seen).casefold())[:MAX_LENGTH]


def typed_skeleton(name: str) -> str:
    """Return what `name` has in common with every name that looks like it as it is typed.

    “Ian” and “lan”, with a small L, have one; without regard to case they have two, as “Ian” and “Lan” must.
    """
    return _skeleton(_tidied(name))[:MAX_LENGTH]


def _tidied(name: str) -> str:
    return _SPACE.sub(" ", nfkc(INVISIBLE.sub("", name))).strip()


def _skeleton(text: str) -> str:
    """Return the skeleton of TS 39: decomposed, without what shows nothing, each character as its prototype."""
    seen = INVISIBLE.sub("", unicodedata.normalize("NFD", text))
    decomposed = unicodedata.normalize("NFD", _SECOND_DOT.sub("", seen).translate(_prototypes()))
    return _SECOND_DOT.sub("", decomposed)


@cache
def _prototypes() -> dict[int, str]:
    """Read the table: code point by code point, what each looks like."""
    lines = (line.split() for line in TABLE.read_text("ascii").splitlines() if not line.startswith("#"))
    return {int(source, 16): "".join(chr(int(one, 16)) for one in prototype) for source, *prototype in lines}

"""Skeletons of names: names that look alike have one skeleton, as in Unicode TS 39, section 4.

The prototypes of characters are in `confusables.txt`, which `manage.py build_confusables` generates from Unicode's
data.
"""

import re
import unicodedata
from functools import cache
from pathlib import Path

from catalog.documents.json_input import INVISIBLE

TABLE = Path(__file__).parent / "confusables.txt"
MAX_SKELETON_LENGTH = 255
"""The maximum stored length of a skeleton, in characters. One character can have a prototype of several."""

# A capital I among lowercase letters looks like a lowercase L: “paypaI”, “AIina”.
_INNER_I = re.compile(r"(?<=[^\W\d_A-Z])I|(?<=[^\W\d_])I(?=[^\W\d_A-Z])")
# A combining dot above is invisible on a letter that has a dot already.
_SECOND_DOT = re.compile("(?<=[ij\u0456\u0458])\u0307")
_SPACE = re.compile(r"\s+")
# NFKC decomposes the Thai and Lao vowel AM, which is one character in ordinary text; keep it as it is.
_BEFORE_NFKC = str.maketrans({"\u0e33": "\ue033", "\u0eb3": "\ue0b3"})
_AFTER_NFKC = str.maketrans({"\ue033": "\u0e33", "\ue0b3": "\u0eb3"})


def nfkc(name: str) -> str:
    """Return `name` in NFKC: full-width, mathematical and similar characters become ordinary letters."""
    return unicodedata.normalize("NFKC", name.translate(_BEFORE_NFKC)).translate(_AFTER_NFKC)


def casefolded(name: str) -> str:
    """Return `name` casefolded, with normalized spaces, for comparison."""
    return _SPACE.sub(" ", unicodedata.normalize("NFC", name)).strip().casefold()


def skeleton(name: str) -> str:
    """Return the skeleton of `name`. Names that look alike have equal skeletons; case is ignored."""
    seen = _INNER_I.sub("l", _tidied(name)).casefold()
    return _skeleton(_skeleton(seen).casefold())[:MAX_SKELETON_LENGTH]


def typed_skeleton(name: str) -> str:
    """Return the skeleton of `name` as typed: names that look alike in their own case share it.

    “Ian” and “lan”, with a lowercase L, share it. The ordinary skeletons, which ignore case, keep these two apart,
    since “Ian” and “Lan” are different names.
    """
    return _skeleton(_tidied(name))[:MAX_SKELETON_LENGTH]


def _tidied(name: str) -> str:
    return _SPACE.sub(" ", nfkc(INVISIBLE.sub("", name))).strip()


def _skeleton(text: str) -> str:
    """Return the skeleton of TS 39: decomposed, without invisible characters, each character as its prototype."""
    seen = INVISIBLE.sub("", unicodedata.normalize("NFD", text))
    decomposed = unicodedata.normalize("NFD", _SECOND_DOT.sub("", seen).translate(_prototypes()))
    return _SECOND_DOT.sub("", decomposed)


@cache
def _prototypes() -> dict[int, str]:
    """Return the prototype of each code point in the table."""
    lines = (line.split() for line in TABLE.read_text("ascii").splitlines() if not line.startswith("#"))
    return {int(source, 16): "".join(chr(int(one, 16)) for one in prototype) for source, *prototype in lines}

"""Reserved names: names of roles and of the site, in any similar spelling."""

import re
import unicodedata

from legions.accounts.name_skeletons import nfkc, skeleton

ROLE_NAMES = (
    *("admin", "admins", "administrator", "administrators", "administratorin", "administration"),
    *("moderator", "moderators", "moderatorin", "moderatoren", "moderation"),
    *("curator", "curators", "kurator", "kuratorin", "kuratoren"),
    *("webmaster", "sysadmin", "superuser", "superadmin", "supermoderator"),
)
"""Words that no name may contain."""
SITE_NAMES = (
    *ROLE_NAMES,
    *("muster", "staff", "root", "system", "official", "offiziell", "offizielle", "offizieller", "support", "helpdesk"),
    *("security", "postmaster", "hostmaster", "noreply", "publisher", "contributor"),
)
"""Words that cannot be a name alone, or only with others of this list and `COMPANION_WORDS`."""
COMPANION_WORDS = (
    "team",
    "crew",
    "the",
    "of",
    "das",
    "der",
    "die",
    "von",
    "vom",
    "site",
    "bot",
    "help",
    "desk",
    "mod",
    "mods",
)
"""Words that do not make a reserved word acceptable: “Muster team”, “the admin”."""

BADGE_SYMBOLS = re.compile(
    "[\u221a\u237b\u2611\u2616\u2617\u26c9\u26ca\u26e8\u2705\u2713\u2714\U0001f530\U0001f5f8\U0001f5f9\U0001f6e1\U0001fbb1]"
)
"""Check marks and shields: symbols that look like the role badge next to a name."""

# Characters read as a letter in imitations of reserved words.
_TAKEN_FOR = str.maketrans(
    {
        "1": "l",
        "i": "l",
        "|": "l",
        "!": "l",
        "3": "e",
        "4": "a",
        "@": "a",
        "$": "s",
        "5": "s",
        "7": "t",
        "8": "b",
        "0": "o",
        "+": "t",
        "\u2020": "t",
        "\u00a6": "l",
        "\u00a1": "l",
        "\u2202": "d",
        "\u00a2": "c",
        "\u00a9": "c",
        "\u20ac": "e",
        "\u2208": "e",
        "\u20a5": "m",
        "\u25cb": "o",
        "\u25ef": "o",
        "\u2299": "o",
    }
)
_NOT_LETTERS = re.compile(r"[^a-z]+")
_DIGITS = re.compile(r"[0-9]+")
_BETWEEN = re.compile(r"[\W_]+|(?<=[^\W\d_A-Z])(?=[A-Z])")
_BRACKETED = re.compile(r"[\[({<]([^\])}>]+)")
# Letters in circles or squares, flags, small capitals, turned or dotless letters: their Unicode names contain the
# letter.
_LETTER = re.compile(
    r"(?:LATIN (?:CAPITAL|SMALL) LETTER|LATIN LETTER SMALL CAPITAL|SYMBOL LETTER) (?:[A-Z]{2,} )*([A-Z])(?: WITH .+)?$"
)


def is_reserved(name: str) -> bool:
    """Return whether `name` resembles the name of a role or of the site."""
    spelled = "".join(map(_letter, nfkc(name)))
    # Digits and symbols may be added to letters (“admin1”) or replace them (“@dm!n”). Text in brackets is also read by
    # itself.
    spellings = (
        spelled,
        _DIGITS.sub("", spelled),
        skeleton(spelled).translate(_TAKEN_FOR),
        *_BRACKETED.findall(spelled),
    )
    return any(_speaks_for_the_site(_BETWEEN.split(one)) for one in spellings)


def _speaks_for_the_site(name_parts: list[str]) -> bool:
    read = [_folded(word) for word in name_parts]
    joined = "".join(read)
    return any(_ROLE.fullmatch(word) for word in read) or bool(_ONLY.fullmatch(joined) and _SITE.search(joined))


def _letter(character: str) -> str:
    """Return the Latin letter that a character reads as, or the character itself."""
    if character.isascii():
        return character
    found = _LETTER.search(unicodedata.name(character, ""))
    if found is None:
        return character
    return found[1] if character.isupper() else found[1].lower()


def _folded(text: str) -> str:
    """Return `text` as lowercase Latin letters without accents; other characters are omitted."""
    seen = skeleton(text).translate(_TAKEN_FOR)
    bare = "".join(one for one in unicodedata.normalize("NFKD", seen) if not unicodedata.combining(one))
    return _NOT_LETTERS.sub("", skeleton(bare).translate(_TAKEN_FOR))


def _any_of(alternatives: tuple[str, ...]) -> str:
    return "(?:" + "|".join(sorted({_folded(word) for word in alternatives}, key=len, reverse=True)) + ")"


_ROLE = re.compile(_any_of(ROLE_NAMES))
_SITE = re.compile(_any_of(SITE_NAMES))
_ONLY = re.compile(_any_of((*SITE_NAMES, *COMPANION_WORDS)) + "+")

"""Tokenization and stemming of English texts for the search.

`tokens` splits a text into words without hyphens and accents, `stem` reduces a word, `stems` does both. They are pure
functions of the standard library. Searched texts and queries use the same functions, so only their agreement matters: a
stem is not a word for display.

`stem` is the English stemmer of the Snowball project (“Porter2”), which ignores meaning. Three small tables before it
handle the rest: British spellings become American, irregular forms their base form (`drawn`, `dice`, `elves`), and
small number words digits.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from catalog.documents.text_folding import unaccented

MAX_COMPOUND_PARTS = 4
"""Hyphenated words with more parts are not searched as one word."""

_WORD = re.compile(r"[^\W_]+(?:[-‐‑–][^\W_]+)*")
_APOSTROPHES = re.compile("['’ʼ]")
_HYPHENS = re.compile("[-‐‑–]")
_PUNCTUATION = re.compile(r"[,;:.!?…]+(?=\s|\Z)|[“”„«»‹›「」『』〝〞〟()\[\]{}\"]|(?<!\S)[‚¿¡]")
_STRAY_MARKS = ",;:.!?…‚、。，；：！？'‘’"

_FUNCTION_WORDS = """
    a an and any are as at be but by can do each every for from has have if in into is it its me more my no not of on or
    our per so some than that the their them then they this to up us was we when which while who will with without
    you your cannot cant dont doesnt didnt isnt arent wont
"""
FUNCTION_WORDS = frozenset(_FUNCTION_WORDS.split())
"""Words that nearly every sentence contains. A card that lacks only these still matches."""


def is_function_word(word: str) -> bool:
    """Return whether a typed word is a function word, which nearly every sentence contains: “the”, “can't”."""
    return _APOSTROPHES.sub("", word) in FUNCTION_WORDS


def tokens(text: str) -> list[str]:
    """Return the words of `text` in order, folded. The parts of a hyphenated word are followed by the whole word.

    `Re-roll 1 die.` gives the words re, roll, reroll, 1 and die.
    """
    return list(_tokens(unaccented(text)))


def stems(text: str) -> list[str]:
    """Return the stems of the words of `text`, in order."""
    return [stem(token) for token in tokens(text)]


def without_punctuation(text: str) -> str:
    """Return `text` without punctuation that ends or encloses sentences and phrases. Marks inside a word remain."""
    return _PUNCTUATION.sub(" ", text)


def trimmed(word: str) -> str:
    """Return a word without punctuation before and after it; empty if it consists of punctuation."""
    return word.strip(_STRAY_MARKS)


def _tokens(text: str) -> Iterator[str]:
    for match in _WORD.finditer(text):
        parts = [_with_plain_digits(part) for part in _HYPHENS.split(match[0])]
        yield from parts
        if 1 < len(parts) <= MAX_COMPOUND_PARTS and not any(part.isdigit() for part in parts):
            yield "".join(parts)


def _with_plain_digits(part: str) -> str:
    """Return a word with digits of any script replaced by 0 to 9."""
    if part.isascii() or not any(map(str.isdecimal, part)):
        return part
    return "".join(str(int(letter)) if letter.isdecimal() else letter for letter in part)


# -- stems ---------------------------------------------------------------------------------------------------------

_NUMBERS = {"one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8"} | {
    "nine": "9",
    "ten": "10",
    "eleven": "11",
    "twelve": "12",
}
_IRREGULAR = {
    form: base
    for base, forms in {
        "against": "vs versus",
        "bear": "bore borne",
        "begin": "began begun",
        "bend": "bent",
        "bleed": "bled",
        "blow": "blew blown",
        "break": "broke broken",
        "breed": "bred",
        "bring": "brought",
        "build": "built",
        "burn": "burnt",
        "buy": "bought",
        "catch": "caught",
        "child": "children",
        "choose": "chose chosen",
        "cling": "clung",
        "come": "came",
        "creep": "crept",
        "deal": "dealt",
        "die": "dice",
        "dig": "dug",
        "do": "did done does",
        "draw": "drew drawn",
        "drink": "drank drunk",
        "drive": "drove driven",
        "dwarf": "dwarves dwarven",
        "elf": "elves elven",
        "fall": "fell fallen",
        "feed": "fed",
        "feel": "felt",
        "fight": "fought",
        "flee": "fled",
        "fling": "flung",
        "fly": "flew flown flier fliers flyer flyers flight flights",
        "foot": "feet",
        "forget": "forgot forgotten",
        "freeze": "froze frozen",
        "get": "got gotten",
        "give": "gave given",
        "go": "went gone goes",
        "goose": "geese",
        "grow": "grew grown",
        "half": "halves",
        "hang": "hung",
        "have": "has had",
        "hear": "heard",
        "hide": "hid hidden",
        "hold": "held",
        "hoof": "hooves",
        "keep": "kept",
        "knife": "knives",
        "know": "knew known",
        "lay": "laid",
        "lead": "led",
        "lend": "lent",
        "life": "lives",
        "light": "lit",
        "loaf": "loaves",
        "lose": "lost",
        "make": "made",
        "man": "men",
        "meet": "met",
        "mouse": "mice",
        "ox": "oxen",
        "pay": "paid",
        "ride": "rode ridden",
        "rise": "risen",
        "run": "ran",
        "say": "said",
        "see": "seen",
        "seek": "sought",
        "self": "selves",
        "sell": "sold",
        "send": "sent",
        "shake": "shook shaken",
        "shelf": "shelves",
        "shoot": "shot shots",
        "shrink": "shrank shrunk shrunken",
        "sing": "sang sung",
        "sink": "sank sunk sunken",
        "sit": "sat",
        "slay": "slew slain",
        "sleep": "slept",
        "slide": "slid",
        "speak": "spoke spoken",
        "spend": "spent",
        "spin": "spun",
        "spring": "sprang sprung",
        "stand": "stood",
        "steal": "stole stolen",
        "stick": "stuck",
        "sting": "stung",
        "strike": "struck stricken",
        "swear": "swore sworn",
        "sweep": "swept",
        "swim": "swam swum",
        "swing": "swung",
        "take": "took taken",
        "teach": "taught",
        "tear": "tore torn",
        "tell": "told",
        "thief": "thieves",
        "think": "thought",
        "throw": "threw thrown",
        "tooth": "teeth",
        "understand": "understood",
        "wear": "wore worn",
        "weave": "wove woven",
        "weep": "wept",
        "wife": "wives",
        "win": "won",
        "wolf": "wolves",
        "woman": "women",
        "write": "wrote written",
    }.items()
    for form in forms.split()
}
_COMPOUND_PLURALS = (("wolves", "wolf"), ("elves", "elf"), ("men", "man"), ("teeth", "tooth"))
_NO_PLURALS = frozenset(["abdomen", "acumen", "amen", "hymen", "omen", "regimen", "semen", "specimen", "stamen"])
_BRITISH = (
    (re.compile(r"(?<=[a-z]{3})our(?=(s|ed|ing|y|ies|less|ful|able|ite|er|ers)?\Z)"), "or"),
    (re.compile(r"(?<=[a-z]{3})is(?=(e|es|ed|er|ers|ing|ation|ations|able)\Z)"), "iz"),
    (re.compile(r"(?<=(?:def|off|lic))enc(?=(e|es|ed|eless)\Z)"), "ens"),
    (re.compile(r"(?<=al)ys(?=(e|es|ed|er|ing)\Z)"), "yz"),
    (re.compile(r"(cent|met|fib|calib|sab|spect|theat|scept)re(?=(s|d)?\Z)"), r"\1er"),
    (re.compile(r"\Agrey(?=(s|er|est|ish)?\Z)"), "gray"),
    (re.compile(r"\Amanoeuv(?=r)"), "maneuv"),
    (re.compile(r"maneuvr(e|(?=i))"), "maneuver"),
)
_VOWELS = "aeiouy"
_UNCHANGED = frozenset(["sky", "news", "howe", "atlas", "cosmos", "bias", "andes"])
_EXCEPTIONS = {
    "skis": "ski",
    "skies": "sky",
    "dying": "die",
    "lying": "lie",
    "tying": "tie",
    "idly": "idl",
    "gently": "gentl",
    "ugly": "ugli",
    "early": "earli",
    "only": "onli",
    "singly": "singl",
}
_UNCHANGED_SINGULARS = frozenset(["inning", "outing", "canning", "herring", "earring", "proceed", "exceed", "succeed"])
_DOUBLES = ("bb", "dd", "ff", "gg", "mm", "nn", "pp", "rr", "tt")
_REGION_PREFIXES = ("gener", "commun", "arsen")
_STEP_2 = (
    ("ization", "ize"),
    ("ational", "ate"),
    ("fulness", "ful"),
    ("ousness", "ous"),
    ("iveness", "ive"),
    ("tional", "tion"),
    ("biliti", "ble"),
    ("lessli", "less"),
    ("entli", "ent"),
    ("ation", "ate"),
    ("alism", "al"),
    ("aliti", "al"),
    ("ousli", "ous"),
    ("iviti", "ive"),
    ("fulli", "ful"),
    ("enci", "ence"),
    ("anci", "ance"),
    ("abli", "able"),
    ("izer", "ize"),
    ("ator", "ate"),
    ("alli", "al"),
    ("bli", "ble"),
    ("ogi", "og"),
    ("li", ""),
)
_STEP_3 = (
    ("ational", "ate"),
    ("tional", "tion"),
    ("alize", "al"),
    ("icate", "ic"),
    ("iciti", "ic"),
    ("ative", ""),
    ("ical", "ic"),
    ("ness", ""),
    ("ful", ""),
)
_STEP_4 = (
    *("ement", "ance", "ence", "able", "ible", "ment", "ant", "ent", "ism", "ate", "iti", "ous", "ive", "ize", "ion"),
    *("al", "er", "ic"),
)


@lru_cache(maxsize=30_000)
def stem(word: str) -> str:
    """Return the stem of a folded word. A word with letters other than a to z is its own stem.

    “heal”, “heals”, “healed” and “healing” have the same stem; “health” has another one.
    """
    if word in _NUMBERS:
        return _NUMBERS[word]
    if not (word.isascii() and word.isalpha()):
        return word
    return snowball_stem(_base_form(word))


def _base_form(word: str) -> str:
    """Return a word in American spelling, with irregular forms replaced by their base form."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    for ending, base in _COMPOUND_PLURALS:
        if word.endswith(ending) and len(word) > len(ending) + 2 and word not in _NO_PLURALS:
            return word.removesuffix(ending) + base
    for pattern, replacement in _BRITISH:
        word = pattern.sub(replacement, word)
    return word


def snowball_stem(word: str) -> str:
    """Return the stem of a word of letters a to z by the English stemmer of the Snowball project."""
    if len(word) <= 2 or word in _UNCHANGED:
        return word
    if word in _EXCEPTIONS:
        return _EXCEPTIONS[word]
    word = _with_consonant_y(word)
    first, second = _regions(word)
    word = _without_plural(word)
    if word in _UNCHANGED_SINGULARS:
        return word
    word = _without_tense(word, first)
    if len(word) > 2 and word[-1] in "yY" and word[-2] not in _VOWELS:
        word = word[:-1] + "i"
    word = _replaced(word, _STEP_2, first, second)
    word = _replaced(word, _STEP_3, first, second)
    word = _without_suffix(word, second)
    return _without_last_letter(word, first, second).lower()


def _with_consonant_y(word: str) -> str:
    """Return a word with each y that is a consonant in upper case."""
    letters = list(word)
    for at, letter in enumerate(letters):
        if letter == "y" and (at == 0 or letters[at - 1] in _VOWELS):
            letters[at] = "Y"
    return "".join(letters)


def _regions(word: str) -> tuple[int, int]:
    """Return the start positions of the regions R1 and R2 of a word, in which suffixes may be removed."""
    prefix = next((one for one in _REGION_PREFIXES if word.startswith(one)), None)
    first = len(prefix) if prefix else _after_syllable(word, 0)
    return first, _after_syllable(word, first)


def _after_syllable(word: str, start: int) -> int:
    """Return the position after the first consonant that follows a vowel, from `start`."""
    for at in range(start + 1, len(word)):
        if word[at] not in _VOWELS and word[at - 1] in _VOWELS:
            return at + 1
    return len(word)


def _without_plural(word: str) -> str:
    if word.endswith("sses"):
        return word[:-2]
    if word.endswith(("ied", "ies")):
        return word[:-2] if len(word) > 4 else word[:-1]
    if word.endswith("s") and not word.endswith(("us", "ss")) and any(one in _VOWELS for one in word[:-2]):
        return word[:-1]
    return word


def _without_tense(word: str, first: int) -> str:
    for suffix in ("eedly", "eed"):
        if word.endswith(suffix):
            return word[: -len(suffix)] + "ee" if len(word) - len(suffix) >= first else word
    for suffix in ("ingly", "edly", "ing", "ed"):
        if word.endswith(suffix):
            rest = word[: -len(suffix)]
            return _mended(rest, first) if any(one in _VOWELS for one in rest) else word
    return word


def _mended(word: str, first: int) -> str:
    """Return the stem of a verb without its ending in the spelling of its base form."""
    if word.endswith(("at", "bl", "iz")):
        return word + "e"
    if word.endswith(_DOUBLES):
        return word[:-1]
    return word + "e" if first >= len(word) and _ends_short(word) else word


def _ends_short(word: str) -> bool:
    """Return whether a word ends in a short syllable."""
    if len(word) == 2:
        return word[0] in _VOWELS and word[1] not in _VOWELS
    if len(word) < 2:
        return False
    return word[-3] not in _VOWELS and word[-2] in _VOWELS and word[-1] not in f"{_VOWELS}wxY"


def _replaced(word: str, endings: tuple[tuple[str, str], ...], first: int, second: int) -> str:
    """Return a word with the longest matching ending replaced, if the ending is within its region."""
    for ending, replacement in endings:
        if word.endswith(ending):
            rest = word[: -len(ending)]
            if len(rest) < (second if ending == "ative" else first):
                return word
            if (ending == "ogi" and not rest.endswith("l")) or (ending == "li" and rest[-1:] not in [*"cdeghkmnrt"]):
                return word
            return rest + replacement
    return word


def _without_suffix(word: str, second: int) -> str:
    for suffix in _STEP_4:
        if word.endswith(suffix):
            rest = word[: -len(suffix)]
            if len(rest) < second or (suffix == "ion" and not rest.endswith(("s", "t"))):
                return word
            return rest
    return word


def _without_last_letter(word: str, first: int, second: int) -> str:
    rest = word[:-1]
    if word.endswith("e") and (len(rest) >= second or (len(rest) >= first and not _ends_short(rest))):
        return rest
    return rest if word.endswith("ll") and len(rest) >= second else word

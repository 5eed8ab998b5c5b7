"""Search phrases of typed words in the language of the page and in English.

Cards are in English. Pages in another language show translated words for their facts, and a search finds these too.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from django.utils.translation import get_language, override, pgettext

from catalog.documents.text_folding import fold
from catalog.search.card_texts import UNSAID, padded
from catalog.search.fields import WORD, FieldType, query_language, vocabulary_of
from catalog.search.words import MAX_COMPOUND_PARTS, stem, tokens

_VALUE = "value"
"""The message context of words of closed lists."""
_ENDING = re.compile(r"(?<=\w{3})(?:ern|em|en|er|es|e|n|s)+\Z")
"""Endings of German adjectives and nouns. Other languages are not supported."""


def word_phrases(word: str, game: str | None) -> tuple[str, ...]:
    """Return the phrases of stems that match a word, in the form of the card's stems.

    A word with hyphens matches with them, without them, and in parts.
    """
    parts = tokens(word)
    if not parts:
        return ()
    # The tokens of a hyphenated word are its parts, followed by the whole.
    whole = len(parts) - 1 if 2 < len(parts) <= MAX_COMPOUND_PARTS + 1 and parts[-1] == "".join(parts[:-1]) else 0
    phrases = [padded(stem(part) for part in (parts[:whole] if whole else parts))]
    if whole:
        phrases.append(padded([stem(parts[-1])]))
    language = (get_language() or "en").partition("-")[0]
    if language != "en":
        phrases += _translations(game, language).get(_ending_cut(" ".join(parts)), ())
    return tuple(dict.fromkeys(phrases))


@lru_cache(maxsize=64)
def _translations(game: str | None, language: str) -> Mapping[str, tuple[str, ...]]:
    """Return the phrases for the translated words of facts, keyed by the translated word without its ending."""
    found: dict[str, dict[str, None]] = {}
    with override(language):
        for english, spoken in _words_of_facts(game):
            phrase = padded(stem(part) for part in tokens(english))
            found.setdefault(_ending_cut(fold(spoken)), {})[phrase] = None
    return {word: tuple(phrases) for word, phrases in found.items()}


def _words_of_facts(game: str | None) -> Iterator[tuple[str, str]]:
    """Yield the English words for facts of cards, each with its translation in the active language."""
    language = query_language(game)
    for kind, title in language.kinds.items():
        yield kind.replace("-", " "), pgettext(WORD, f"{title.lower()}s")
    for field in language.fields.values():
        for value in field.values.values():
            if value not in UNSAID:
                yield value.replace("-", " "), pgettext(_VALUE, value)
        if field.sort is FieldType.FLAG:
            vocabulary = vocabulary_of(game) if game else None
            yes = vocabulary.flag_words.get(field.name, (field.name, ""))[0] if vocabulary else field.name
            if yes:
                yield yes.replace("_", " "), pgettext(WORD, field.label)


def _ending_cut(word: str) -> str:
    return _ENDING.sub("", word)

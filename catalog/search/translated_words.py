"""The words that a typed word stands for among the stems of a card, in the language of the page as well as in English.

Cards are in English. A page in another language shows their facts in its own words, and these are found too.
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
"""The context of messages that are a word of a closed list."""
_ENDING = re.compile(r"(?<=\w{3})(?:ern|em|en|er|es|e|n|s)+\Z")
"""Endings of German adjectives and nouns; those of other languages are not known."""


def word_phrases(word: str, game: str | None) -> tuple[str, ...]:
    """Return the phrases of stems by which a card says a word, each as it is found in the card's stems.

    A word with hyphens is found with them, without them and in parts.
    """
    parts = tokens(word)
    if not parts:
        return ()
    # The tokens of a hyphenated word are its parts and then the whole.
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
    """Return the phrases for the words of a language that pages use for the facts of cards, by the word's beginning."""
    found: dict[str, dict[str, None]] = {}
    with override(language):
        for english, spoken in _words_of_facts(game):
            phrase = padded(stem(part) for part in tokens(english))
            found.setdefault(_ending_cut(fold(spoken)), {})[phrase] = None
    return {word: tuple(phrases) for word, phrases in found.items()}


def _words_of_facts(game: str | None) -> Iterator[tuple[str, str]]:
    """Yield the words for the facts of cards, each with the word of the language that is spoken just now."""
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

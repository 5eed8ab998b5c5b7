"""The terms of a rulebook that the cards of a game use: which sections a card speaks of, and which cards a section.

A term is the printed heading of a section, or the name of a reference. A card uses it if its text, a power or a keyword
has these words, whatever their endings. Words that many cards have in common explain none of them and do not count.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from catalog.documents.text_folding import unaccented
from catalog.search.words import FUNCTION_WORDS, stem
from legions.cards.stock import CardView, Stock
from legions.game_words import vocabulary
from rulesapi.engine.core.rulings import is_in_force
from rulesapi.rulebooks.book import Book, BookSection

MAX_TERMS = 8
"""The maximum number of terms that a card's page names; the rarest come first."""
MAX_WORDS = 4
"""The maximum number of words in a term."""
MAX_SHARE = 0.25
"""The maximum share of a game's cards with texts that use a term of several words."""
MAX_SINGLE_WORD_SHARE = 0.13
"""The maximum share of those cards for a term of one word."""
MAX_BOOK_SHARE = 0.1
"""The maximum share of the sections that use a term of one word; the others are words of every sentence."""
MIN_CARDS = 5
"""The number of cards that always may use a term."""

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_ASIDE = re.compile(r"\([^)]*\)")
_END_OF_HEADING = re.compile(r"[:;]")
_SENTENCE = re.compile(r"[.:;!?](?:\s|$)")
_END_OF_STATE = "ed"
_STATE = "+"
"""The sign of a state: a card that deals damage does not speak of “Damaged”."""


Phrase = tuple[str, ...]
"""The stems of words that follow each other. The last one has a sign if it ends like a state, such as “damaged”."""
Phrases = Mapping[Phrase, BookSection]


@dataclass(frozen=True)
class CardTerms:
    """The sections that the cards of a game speak of.

    `by_card` has the sections of each card, the rarest term first, and `by_section` the slugs of the cards, keyed by
    the slug of the section. `rulings` has the slugs of the rulings about the abilities of each card.
    """

    by_card: Mapping[str, tuple[BookSection, ...]]
    by_section: Mapping[str, tuple[str, ...]]
    rulings: Mapping[str, tuple[str, ...]]


def terms_of_cards(book: Book, catalog: Stock) -> CardTerms:
    """Return the terms of the cards of a game that are not retired."""
    cards = [card for card in catalog.cards.values() if "retired" not in card.document]
    terms, abilities = _special_terms(book), _abilities(book)
    telling = frozenset((*terms, *abilities))  # a card has a hundred phrases, and hardly any is one of these
    texts = {card.slug: phrases & telling for card in cards if (phrases := _phrases(_texts(card.document)))}
    uses = {slug: phrases - _titles_of(catalog.card(slug)) for slug, phrases in texts.items()}
    common = Counter(term for phrases in uses.values() for term in phrases if term in terms)
    allowed = {term: terms[term] for term, number in common.items() if number <= _most_cards(term, len(texts))}
    by_card = {slug: _sections(phrases, allowed, common) for slug, phrases in uses.items()}
    return CardTerms(
        by_card={slug: sections[:MAX_TERMS] for slug, sections in by_card.items() if sections},
        by_section=_by_section(by_card, catalog),
        rulings={slug: rulings for slug, phrases in texts.items() if (rulings := _rulings(phrases, abilities))},
    )


def _most_cards(term: Phrase, cards: int) -> float:
    return max(MIN_CARDS, cards * (MAX_SINGLE_WORD_SHARE if len(term) == 1 else MAX_SHARE))


def _sections(phrases: Iterable[Phrase], terms: Phrases, common: Mapping[Phrase, int]) -> tuple[BookSection, ...]:
    """Return the sections of the terms among some phrases, each once, that of the rarest term first.

    A term within a longer one, such as “token” in “armor token”, does not count.
    """
    found = sorted((phrase for phrase in phrases if phrase in terms), key=lambda phrase: (common[phrase], phrase))
    whole = [phrase for phrase in found if not any(_is_within(phrase, other) for other in found)]
    return tuple({terms[phrase].slug: terms[phrase] for phrase in whole}.values())


def _is_within(phrase: Phrase, other: Phrase) -> bool:
    length = len(phrase)
    return length < len(other) and any(
        other[start : start + length] == phrase for start in range(len(other) - length + 1)
    )


def _by_section(by_card: Mapping[str, tuple[BookSection, ...]], catalog: Stock) -> dict[str, tuple[str, ...]]:
    """Return the cards that speak of each section: official cards first, then by title."""
    cards: dict[str, list[CardView]] = defaultdict(list)
    for slug, sections in by_card.items():
        for section in sections:
            cards[section.slug].append(catalog.card(slug))
    return {
        slug: tuple(card.slug for card in sorted(several, key=lambda card: (bool(card.open_set), card.title)))
        for slug, several in cards.items()
    }


# -- terms ---------------------------------------------------------------------------------------------------------


def _special_terms(book: Book) -> dict[Phrase, BookSection]:
    """Return the terms without words that much of the book uses."""
    terms = _terms(book)
    texts = [section.text for section in book.sections if section.text]
    single_words: set[Phrase] = {term for term in terms if len(term) == 1}
    common = Counter(term for text in texts for term in single_words & _phrases([text]))
    return {term: section for term, section in terms.items() if common[term] <= len(texts) * MAX_BOOK_SHARE}


def _terms(book: Book) -> dict[Phrase, BookSection]:
    """Return the section of each term; of several with one heading the first that has a text."""
    terms: dict[Phrase, BookSection] = {}
    for section in book.sections:
        if section.resolved and section.text_source == "reference":
            _add(terms, section.resolved.document["name"], section)
    for section in sorted(book.sections, key=lambda section: section.text is None):
        _add(terms, section.title, section)
    return terms


def _add(terms: dict[Phrase, BookSection], heading: str, section: BookSection) -> None:
    """Add a heading as a term, without what explains it: “Range: how it is measured”, “Dodge (Action)”."""
    phrase = _phrase(_END_OF_HEADING.split(_ASIDE.sub("", heading), 1)[0])
    if 1 <= len(phrase) <= MAX_WORDS:
        terms.setdefault(phrase, section)


def _abilities(book: Book) -> dict[Phrase, list[str]]:
    """Return the slugs of the rulings in force about each ability, without those that are about certain cards."""
    abilities: dict[Phrase, list[str]] = defaultdict(list)
    for slug, ruling in sorted(book.rulings.items()):
        for name in ruling.get("abilities", ()) if is_in_force(ruling) and not ruling.get("cards") else ():
            abilities[_phrase(name)].append(slug)
    return abilities


def _rulings(phrases: Iterable[Phrase], abilities: Mapping[Phrase, list[str]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(slug for phrase in sorted(phrases) for slug in abilities.get(phrase, ())))


# -- cards ---------------------------------------------------------------------------------------------------------


def _titles_of(card: CardView) -> set[Phrase]:
    """Return the titles of a card's facts, which are on every card of its kind, and the card's own."""
    schemas = vocabulary.fact_schemas(card.game, card.document["kind"])
    titles = [schema.get("title", "") for fact, schema in schemas.items() if fact in card.document]
    return {_phrase(title) for title in (*titles, card.title)}


def _phrases(texts: Iterable[str]) -> frozenset[Phrase]:
    """Return the words of some texts, and each two to four of them that follow each other in a sentence."""
    sentences = (sentence for text in texts for sentence in _SENTENCE.split(text))
    return frozenset(phrase for sentence in sentences for phrase in _phrases_of(_words(sentence)))


def _phrases_of(sentence: Sequence[str]) -> Iterator[Phrase]:
    for start in range(len(sentence)):
        for end in range(start + 1, min(start + MAX_WORDS, len(sentence)) + 1):
            if end > start + 1 or sentence[start] not in FUNCTION_WORDS:
                stems = tuple(map(stem, sentence[start:end]))
                yield stems
                if sentence[end - 1].endswith(_END_OF_STATE):
                    yield _as_state(stems)


def _texts(card: Mapping[str, Any]) -> Iterator[str]:
    """Yield the rules on a card: its text, its powers and its keywords."""
    yield card.get("text") or ""
    for power in card.get("powers") or ():
        yield power.get("name") or ""
        yield power.get("text") or ""
    yield from card.get("keywords") or ()


def _phrase(heading: str) -> Phrase:
    words = _words(heading)
    stems = tuple(map(stem, words))
    return _as_state(stems) if words and words[-1].endswith(_END_OF_STATE) else stems


def _as_state(stems: Phrase) -> Phrase:
    return (*stems[:-1], stems[-1] + _STATE)


def _words(text: str) -> list[str]:
    return _WORD.findall(unaccented(text))

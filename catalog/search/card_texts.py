"""The searchable texts of a card, generated once for each revision and stored with it (`Revision.folded`).

Both databases and plain Python search these texts, so none of them has to fold or stem words.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from catalog.documents.card_facts import wanted_pointers
from catalog.documents.schema_properties import Construct, Property, document_properties
from catalog.documents.schemas import document_type, schema_path
from catalog.documents.text_folding import fold
from catalog.search import words
from catalog.search.fields import IDENTITY, is_text, vocabulary_of
from catalog.search.vocabulary import GameVocabulary

EVERYTHING = "*"
"""The key of all words of a card, folded, with one line for each text. No fact has this key."""
STEMS = "~"
"""The key of the stems of those words."""
TITLE = "^"
"""The key of the words of a card's name and class, folded, followed by their stems."""
FORM = "#1"
"""A key with the version of the texts.

Its number is increased when their generation changes, so that outdated texts are found and generated again
(`stored_texts`).
"""
UNKNOWN = "\n\n"
"""The end of the folded lines of a fact that is partly unknown. Folded text has no line breaks."""
UNSAID = frozenset({"none"})
"""Words of closed lists that mean an absent value."""


def search_texts(document: dict[str, Any]) -> dict[str, str]:
    """Return the searchable texts of a card, keyed by fact, and of all its words; empty for other documents.

    Unknown facts are left out.
    """
    if document_type(document) != "card":
        return {}
    known = [
        (one, document[one.key])
        for one in document_properties(schema_path(document))
        if one.key not in IDENTITY and document.get(one.key) is not None
    ]
    texts = {one.key: "\n".join(_lines(value)) for one, value in known if is_text(one)}
    texts |= {key: text + UNKNOWN for key, text in texts.items() if wanted_pointers(document[key])}
    slug = document["slug"].replace("-", " ")
    title = [document[key] for key in ("name", "class") if document.get(key)]
    named = title or [slug]
    said = [text for one, value in known for text in _fact_texts(one, value) if text not in title]
    said += _shown(document, known)
    return {
        **texts,
        FORM: "",
        EVERYTHING: "\n".join(padded([folded_line(text)]) for text in (slug, *title, *said)),
        STEMS: "\n".join(padded(words.stems(text)) for text in _with_slug([*title, *said], slug)),
        TITLE: "\n".join(padded(line) for text in named for line in ([folded_line(text)], words.stems(text))),
    }


def folded_line(text: str) -> str:
    """Return the text for exact word search: folded, with each hyphenated word added without its hyphens."""
    plain = fold(words.without_punctuation(text))
    joined = [word for word in words.tokens(text) if word not in plain]
    return " ".join([plain, *joined])


def padded(stems: Iterable[str]) -> str:
    """Return words or stems as a line, separated and enclosed by spaces."""
    return f" {' '.join(stems)} "


def _with_slug(texts: list[str], slug: str) -> Iterator[str]:
    """Yield the texts of a card, and the words of its slug that no text contains."""
    yield from texts
    had = {stem for text in texts for stem in words.stems(text)}
    if missing := [word for word in slug.split() if words.stem(word) not in had]:
        yield " ".join(missing)


def _lines(value: Any, label: str = "") -> Iterator[str]:
    """Yield a line for each single value below `value`, such as `range 2`: its key and the value."""
    if isinstance(value, dict):
        for key, item in sorted(value.items()):  # PostgreSQL stores keys in an order of its own
            yield from _lines(item, key)
    elif isinstance(value, list):
        for item in value:
            yield from _lines(item, label)
    elif value is not None:
        spoken = {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
        yield folded_line(f"{label} {spoken}")


def _fact_texts(prop: Property, value: Any) -> Iterator[str]:
    """Yield the names and sentences in a fact, without numbers and words of lists."""
    if prop.construct is Construct.TEXT:
        yield value
    elif prop.construct is Construct.ROWS:
        for row in value:
            for member in prop.members:
                if member.construct is Construct.TEXT and row.get(member.key) is not None:
                    yield row[member.key]


def _shown(document: dict[str, Any], facts: Iterable[tuple[Property, Any]]) -> list[str]:
    """Return the words of printed facts that are not text: the kind, keywords, lists and marks."""
    vocabulary = vocabulary_of(document["game"])
    shown = [document["kind"].replace("-", " ")]
    for one, value in facts:
        shown += _fact_words(one, value, vocabulary)
        if one.construct is Construct.ROWS:
            rows = ((member, row.get(member.key)) for row in value for member in one.members)
            shown += [word for member, inner in rows for word in _fact_words(member, inner, vocabulary)]
    return list(dict.fromkeys(shown))


def _fact_words(prop: Property, value: Any, vocabulary: GameVocabulary) -> Iterator[str]:
    """Yield the words of a fact that is a list of words, or yes or no."""
    if prop.construct is Construct.BOOLEAN and value is not None:
        yes, no = vocabulary.flag_words.get(prop.key, (prop.key.replace("_", " "), ""))
        if spoken := yes if value else no:
            yield spoken
    elif prop.construct in (Construct.ENUM, Construct.CHOICES, Construct.SEQUENCE, Construct.WORDS):
        for word in value if isinstance(value, list) else [value]:
            if word is not None and word not in UNSAID:
                plain = str(word).replace("-", " ")
                yield plain
                if whole := vocabulary.spoken.get(str(word)):
                    yield whole

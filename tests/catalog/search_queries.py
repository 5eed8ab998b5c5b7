"""Random queries, for tests that compare two ways of answering them."""

from hypothesis import strategies as st

from catalog.search import syntax
from catalog.search.fields import FieldType, query_language
from catalog.search.syntax import AnyOf, Compare, Not, Term, Value, Word

NAMES = st.from_regex(r"[A-Za-z][A-Za-z0-9_-]{0,8}", fullmatch=True)
SIGNS = st.sampled_from([":", "!=", "<", "<=", ">", ">="])
TEXTS = st.text(st.characters(codec="utf-8"), max_size=12)
VALUES = st.builds(Value, TEXTS | st.none())


def as_word(text: str) -> Word:
    """Return the word or phrase that results from writing and parsing a text."""
    read = syntax.parse(syntax.write(Word(text))).term
    assert isinstance(read, Word)
    return read


def _is_mark(term: Compare) -> bool:
    return term.name.lower() == "is"


def terms(leaves: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
    """Return terms of up to a few levels, in their parsed form."""
    return st.recursive(
        leaves,
        lambda below: (
            st.builds(Not, below)
            | st.lists(below, min_size=2, max_size=3).map(syntax.all_of)
            | st.lists(below, min_size=2, max_size=3).map(syntax.any_of)
        ),
        max_leaves=6,
    )


def anything() -> st.SearchStrategy[Term]:
    """Return terms that can be parsed, with or without a meaning."""
    compare = st.builds(Compare, NAMES, SIGNS, st.lists(VALUES, min_size=1, max_size=3).map(tuple))
    return terms(st.builds(as_word, TEXTS) | compare)


def meaningful(game: str) -> st.SearchStrategy[Term]:
    """Return terms with a meaning for the cards of a game."""
    known = query_language(game)
    leaves: list[st.SearchStrategy[Term]] = [
        st.builds(as_word, st.sampled_from(["dragon", "giants", "E", "club range", "écho", "x%_", "blackguards"])),
        st.builds(lambda kind: Compare("kind", ":", (Value(kind),)), st.sampled_from(list(known.kinds))),
        st.builds(lambda mark: Compare("is", ":", (Value(mark),)), st.sampled_from(["retired", "open", "wanted"])),
        st.builds(lambda slug: Compare("set", ":", (Value(slug),)), st.sampled_from(["first", "ours", None])),
    ]
    for one in known.fields.values():
        if one.sort is FieldType.NUMBER:
            number = st.sampled_from(["0", "1", "3", "5", "18"])
            leaves.append(st.builds(lambda s, n, o=one.name: Compare(o, s, (Value(n),)), SIGNS, number))
        else:
            listed = list(one.values.values()) or {FieldType.FLAG: ["yes", "no"]}.get(
                one.sort, ["giant", "red", "range 1"]
            )
            values = st.lists(st.builds(Value, st.sampled_from([*listed, None])), min_size=1, max_size=2).map(tuple)
            leaves.append(st.builds(lambda v, o=one.name: Compare(o, ":", v), values))
    return terms(st.one_of(leaves))


__all__ = ["AnyOf", "anything", "meaningful"]

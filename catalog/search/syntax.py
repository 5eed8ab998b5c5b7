"""Parsing and writing of queries: `parse(write(parse(text))) == parse(text)`.

    query    all { "or" all }
    all      term { term }
    term     "-" term | "(" query ")" | comparison | word
    compare  name sign value { "," value }        sign  : = != < <= > >=
    value    "?" | word                           word  bare characters, or "anything in quotes"

All quotation marks and dashes that keyboards and editors insert for `"` and `-` are accepted as these. Punctuation
after a bare word is ignored.

Parsing never fails. Unreadable parts are reported as faults with their place, and the rest is parsed without them.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from catalog.documents.errors import Fault
from catalog.search.words import trimmed

POINTER = "/q"
MAX_QUERY_LENGTH = 500
MAX_TERMS = 40
MAX_DEPTH = 8
# Words that are conditions by themselves, without a sign. In quotation marks they are ordinary words.
MARKS = ("owned", "fits")
_SIGN = re.compile(r"(?P<name>[A-Za-z][A-Za-z0-9_-]*)(?P<sign><=|>=|!=|[≤≥≠≦≧:=<>：＝＜＞])")
_SPELLED = {"≤": "<=", "≥": ">=", "≦": "<=", "≧": ">=", "≠": "!=", "=": ":", "：": ":", "＝": ":", "＜": "<", "＞": ">"}
_DASHES = "-–—−‐‑﹣－"
"""Characters that exclude the term after them: the hyphen and its typographic replacements."""
_JOINTS = "&+|/"
"""Signs between words that are ignored."""
_QUOTES = {
    '"': '"',
    "＂": "＂",
    "“": '”"“',
    "„": '“”"„',
    "”": "”",
    "«": "»",
    "»": "«»",
    "‹": "›",
    "›": "‹›",
    "‚": "‘’",
    "‘": "’",
    "「": "」",
    "『": "』",
    "〝": "〞〟",
}
"""Opening quotation marks with the marks that close them."""
_PAIRED = frozenset("”‘‚")
"""Marks that open a phrase only if it is closed. Otherwise they are a closing mark or an apostrophe."""
_BREAKING = re.escape('"＂“”„«»‹›「」『』〝〞〟')
_UNQUOTED = re.compile(rf"[^\s(){_BREAKING}]+")
_UNQUOTED_VALUE = re.compile(rf"[^\s(){_BREAKING},，、]+")
_COMMAS = (",", "，", "、")
_SPECIAL = rf"\s(){_BREAKING}:=<>!≤≥≠≦≧：＝＜＞\\"
_PLAIN_WORD = re.compile(rf"[^{_SPECIAL}{re.escape(_DASHES)}‚‘][^{_SPECIAL}]*\Z")
_PLAIN_VALUE = re.compile(rf"[^{_SPECIAL},，、?{re.escape(_DASHES)}‚‘][^\s(){_BREAKING},，、\\]*\Z")


@dataclass(frozen=True, slots=True)
class Span:
    """A range of the query text: its first character, counted from 0, and its length."""

    offset: int = 0
    length: int = 0


@dataclass(frozen=True, slots=True)
class Word:
    """A word that matches in any of its forms. An `exact` word was in quotation marks and matches only as written."""

    text: str
    exact: bool = False
    at: Span = field(default=Span(), compare=False)


@dataclass(frozen=True, slots=True)
class Value:
    """A value to compare a fact with. A text of None asks for unknown facts."""

    text: str | None
    at: Span = field(default=Span(), compare=False)


@dataclass(frozen=True, slots=True)
class Compare:
    """A fact, a sign (`:` `!=` `<` `<=` `>` `>=`) and alternative values."""

    name: str
    sign: str
    values: tuple[Value, ...]
    at: Span = field(default=Span(), compare=False)


@dataclass(frozen=True, slots=True)
class Not:
    """A term that must not hold."""

    term: "Term"


@dataclass(frozen=True, slots=True)
class All:
    """Terms that must all hold; none of them is an All itself. Without terms it is the empty query."""

    terms: tuple["Term", ...] = ()


@dataclass(frozen=True, slots=True)
class AnyOf:
    """Two or more terms of which one must hold; none of them is an AnyOf itself."""

    terms: tuple["Term", ...]


Term = Word | Compare | Not | All | AnyOf


@dataclass(frozen=True, slots=True)
class Parsed:
    """A parsed query, and the faults of its unreadable parts."""

    term: Term
    faults: tuple[Fault, ...] = ()


def parse(text: str) -> Parsed:
    """Parse a query. Unreadable parts are left out and reported as faults, in the order of their places."""
    reader = _Parser(text)
    term = reader.query()
    return Parsed(term, tuple(sorted(reader.faults, key=lambda fault: fault.offset or 0)))


def query_fault(code: str, message: str, span: Span) -> Fault:
    """Return a fault that points to a range of the query."""
    return Fault(POINTER, code, message, offset=span.offset, length=span.length)


def all_of(terms: list[Term]) -> Term:
    """Return the term that holds if all of `terms` hold."""
    flat = [one for term in terms for one in (term.terms if isinstance(term, All) else (term,))]
    return flat[0] if len(flat) == 1 else All(tuple(flat))


def any_of(terms: list[Term]) -> Term:
    """Return the disjunction of `terms`, which must not be empty."""
    flat = [one for term in terms for one in (term.terms if isinstance(term, AnyOf) else (term,))]
    return flat[0] if len(flat) == 1 else AnyOf(tuple(flat))


class _Parser:
    """The query text, the current position, and the faults so far."""

    def __init__(self, text: str) -> None:
        self.text = text[:MAX_QUERY_LENGTH]
        self.at = 0
        self.terms = 0
        self.faults: list[Fault] = []
        if len(text) > MAX_QUERY_LENGTH:
            message = _("A query has at most {most} characters. What comes after them is left out.").format(
                most=MAX_QUERY_LENGTH
            )
            self._refuse("query-too-long", message, Span(MAX_QUERY_LENGTH, len(text) - MAX_QUERY_LENGTH))

    def query(self) -> Term:
        """Parse to the end of the text."""
        found: list[Term] = []
        while True:
            term = self._alternatives(0)
            if term is not None:
                found.append(term)
            if self.at >= len(self.text):
                return all_of(found)
            self._refuse("stray-bracket", _("This bracket closes nothing. Take it out."), Span(self.at, 1))
            self.at += 1

    def _refuse(self, code: str, message: str, span: Span) -> None:
        self.faults.append(query_fault(code, message, span))

    def _here(self, *starts: str) -> bool:
        return self.text.startswith(starts, self.at)

    def _skip_space(self) -> None:
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1

    def _alternatives(self, depth: int) -> Term | None:
        """Parse up to the end or a closing parenthesis; return None if there is no readable term."""
        either: list[Term] = []
        both: list[Term] = []
        dangling: Span | None = None
        begun = False
        while True:
            self._skip_space()
            if self.at >= len(self.text) or self._here(")"):
                break
            match = _UNQUOTED.match(self.text, self.at)
            if match and trimmed(match[0]).casefold() == "or":
                at = Span(self.at, len(match[0]))
                self.at = match.end()
                if not begun:
                    self._refuse(
                        "nothing-to-choose",
                        _('“or” goes between two terms. To search for the word itself, write "or".'),
                        at,
                    )
                    continue
                if both:
                    either.append(all_of(both))
                both, begun, dangling = [], False, at
                continue
            begun, dangling = True, None
            term = self._term(depth)
            if term is not None:
                both.append(term)
        if dangling is not None:
            self._refuse(
                "nothing-to-choose",
                _('“or” goes between two terms. To search for the word itself, write "or".'),
                dangling,
            )
        if both:
            either.append(all_of(both))
        return any_of(either) if either else None

    def _term(self, depth: int) -> Term | None:
        start = self.at
        if self._here(*_DASHES) and self.at + 1 < len(self.text) and not self.text[self.at + 1].isspace():
            return self._negated(depth)
        if self._here("("):
            return self._bracket(depth)
        self.terms += 1
        term = self._compare() or self._word()
        if self.terms > MAX_TERMS:
            if self.terms == MAX_TERMS + 1:
                message = _("A query has at most {most} terms. This one and what follows are left out.").format(
                    most=MAX_TERMS
                )
                self._refuse("too-many-terms", message, Span(start, len(self.text) - start))
            return None
        return term

    def _negated(self, depth: int) -> Term | None:
        start = self.at
        while self._here(*_DASHES) and depth < MAX_DEPTH:
            self.at += 1
            depth += 1
        signs = self.at - start
        if self._here(*_DASHES):
            self._refuse(
                "too-deep", _("Terms are nested at most {most} deep.").format(most=MAX_DEPTH), Span(start, signs)
            )
            while self._here(*_DASHES):
                self.at += 1
        if self.at >= len(self.text) or self._here(")") or self.text[self.at].isspace():
            self._refuse(
                "nothing-negated", _("A hyphen that means “not” goes right before a term."), Span(start, signs)
            )
            return None
        term = self._term(depth)
        for _sign in range(signs if term is not None else 0):
            term = Not(term)  # type: ignore[arg-type]
        return term

    def _bracket(self, depth: int) -> Term | None:
        start = self.at
        if depth >= MAX_DEPTH:
            self._refuse(
                "too-deep", _("Brackets are nested at most {most} deep.").format(most=MAX_DEPTH), Span(start, 1)
            )
            self.at += 1
            return None
        before = len(self.faults)
        self.at += 1
        term = self._alternatives(depth + 1)
        if self._here(")"):
            self.at += 1
        else:
            self._refuse("open-bracket", _("This bracket is never closed."), Span(start, 1))
        if term is None and len(self.faults) == before:
            self._refuse("empty-brackets", _("There is nothing in these brackets."), Span(start, self.at - start))
        return term

    def _compare(self) -> Compare | None:
        match = _SIGN.match(self.text, self.at)
        if match is None:
            return None
        start = self.at
        self.at = match.end()
        values = tuple(self._values())
        at = Span(start, self.at - start)
        return Compare(match["name"], _SPELLED.get(match["sign"], match["sign"]), values, at)

    def _values(self) -> Iterator[Value]:
        while True:
            value = self._value()
            if value is not None:
                yield value
            if not self._here(*_COMMAS):
                return
            self.at += 1

    def _value(self) -> Value | None:
        start = self.at
        if self._opens():
            return Value(self._quoted(), Span(start, self.at - start))
        match = _UNQUOTED_VALUE.match(self.text, self.at)
        if match is None:
            return None
        self.at = match.end()
        text = "?" if match[0].rstrip(".;:!…") == "?" else trimmed(match[0])
        if not text:
            return None
        return Value(None if text == "?" else text, Span(start, len(match[0])))

    def _word(self) -> Term | None:
        start = self.at
        if self._opens():
            return Word(self._quoted(), exact=True, at=Span(start, self.at - start))
        match = _UNQUOTED.match(self.text, self.at)
        if match is None:  # a closing quotation mark that opens nothing
            self._refuse("open-quote", _("This quotation mark closes nothing. Take it out."), Span(start, 1))
            self.at += 1
            return None
        self.at = match.end()
        at = Span(start, self.at - start)
        text = trimmed(match[0])
        if not text.strip(_DASHES[1:] + _JOINTS):  # punctuation only
            return None
        if text.casefold() in MARKS:
            return Compare("is", ":", (Value(text.casefold(), at),), at)
        return Word(text, exact=not _is_plain(text), at=at)

    def _opens(self) -> bool:
        """Return whether a quotation mark at this position opens a phrase."""
        mark = self.text[self.at : self.at + 1]
        return mark in _QUOTES and (mark not in _PAIRED or self._closing(self.at + 1, _QUOTES[mark]) is not None)

    def _closing(self, start: int, marks: str) -> int | None:
        """Return the position of the mark that closes a phrase, None without one.

        A mark inside a word is an apostrophe.
        """
        at = start
        while at < len(self.text):
            if self.text[at] == "\\":
                at += 1
            elif self.text[at] in marks and not (self.text[at] in "‘’" and self.text[at + 1 : at + 2].isalnum()):
                return at
            at += 1
        return None

    def _quoted(self) -> str:
        start = self.at
        closing = _QUOTES[self.text[start]]
        end = self._closing(start + 1, closing)
        if end is None:
            self._refuse("open-quote", _("This quotation mark is never closed."), Span(start, 1))
        inside = self.text[start + 1 : end]
        self.at = len(self.text) if end is None else end + 1
        return re.sub(rf"\\([{re.escape(closing)}\"\\”])", r"\1", inside)


def _is_plain(text: str) -> bool:
    """Return whether a word is parsed as itself without quotation marks."""
    return bool(_PLAIN_WORD.match(text)) and text == trimmed(text) and text.casefold() not in ("or", *MARKS)


# -- writing -----------------------------------------------------------------------------------------------------


def write(term: Term) -> str:
    """Return a term as a query text that parses to the term again."""
    if isinstance(term, AnyOf):
        return " or ".join(write(one) for one in term.terms)
    if isinstance(term, All):
        return " ".join(_in_brackets(one, AnyOf) for one in term.terms)
    if isinstance(term, Not):
        return "-" + _in_brackets(term.term, (AnyOf, All, Not))
    if isinstance(term, Compare):
        return _written_compare(term)
    return term.text if _is_plain(term.text) and not term.exact else quoted(term.text)


def quoted(text: str) -> str:
    """Return a text as a phrase in quotation marks."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _written_compare(term: Compare) -> str:
    if term.name == "is" and len(term.values) == 1 and term.values[0].text in MARKS:
        return str(term.values[0].text)
    values = ",".join(_written_value(value.text) for value in term.values)
    return f"{term.name}{term.sign}{values}"


def _written_value(text: str | None) -> str:
    if text is None:
        return "?"
    return text if _PLAIN_VALUE.match(text) and text == trimmed(text) else quoted(text)


def _in_brackets(term: Term, kinds: type | tuple[type, ...]) -> str:
    return f"({write(term)})" if isinstance(term, kinds) else write(term)

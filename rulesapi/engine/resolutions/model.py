"""The values of resolutions, and how a course is run. All are immutable; nothing here rolls dice or remembers."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from rulesapi.engine.campaigns.adventures import Adventure
from rulesapi.engine.values.fuzzy_match import SlugIndex
from rulesapi.engine.values.model import Citation, Document, Finding, Severity, value_object

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class PlayRule:
    """A rule of play: what happens in a step, or what may not be done.

    `text` is the rule in plain words, `messages` are templates for what it says of one situation (see
    `values.messages`). A rule without a `level` says what happens; one with a level forbids or warns.
    """

    code: str
    title: str
    text: str
    cite: Citation
    messages: tuple[str, ...]
    level: Severity | None = None


@value_object
class Step:
    """Something that the rules do: the short code of its rule, what its words are filled from, the number before and
    after. `cite` is where that is written, if not where the rule is.
    """

    rule: str
    facts: dict[str, Any]
    before: Any = None
    after: Any = None
    cite: Citation | None = None


@value_object
class Breach:
    """Something that may not be done: the short code of its rule, its places in the situation, the facts of it."""

    rule: str
    at: tuple[str, ...]
    facts: dict[str, Any]


@value_object
class Missing:
    """A fact that is not known and decides: its pointer on the card or of the game, its place, who needs it.

    `card` is the slug of the card that would say it; the game's where it is a fact of its dice; empty where only the
    players can say it.
    """

    card: str
    fact: str
    at: str
    rule: str


Output = Step | Breach | Missing
Course = Generator[Output, None, T]
"""What a question does: it yields what it finds and returns a value."""


def without_asking(course: Course[T], asked: list[Missing]) -> Course[T]:
    """The same course; what it asks for is noted in `asked`, for whoever knows later whether that still decides."""
    while True:
        try:
            one = next(course)
        except StopIteration as ended:
            found: T = ended.value
            return found
        if isinstance(one, Missing):
            asked.append(one)
        else:
            yield one


@value_object
class Answer:
    """What a course comes to: the result as JSON, and the odds where dice are still open."""

    result: dict[str, Any]
    odds: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class TableFacts:
    """What a question may look up: the documents of cards by slug, the game's own document, adventures by slug, and
    which cards have slugs like one that none has.
    """

    cards: Mapping[str, Document]
    game: Document
    adventures: Mapping[str, Adventure] = field(default_factory=dict)
    nearest: SlugIndex = field(default_factory=lambda: SlugIndex({}))


@dataclass(frozen=True, slots=True)
class Question:
    """A question of a game: what it is called, what it tells, and its course.

    One that is `seeded` shuffles: its situations may have a `seed`. `counted` names the list of a situation of which
    each entry takes as long as a situation of another question; none does where it is empty.

    `endings` says why nothing further was looked at, by the stage of a result or by a field of it that is true.
    """

    name: str
    title: str
    text: str
    course: Callable[[Document, TableFacts], Course[Answer]]
    seeded: bool = False
    counted: str = ""
    endings: Mapping[str, str] = field(default_factory=dict)

    def weight(self, situation: Any) -> int:
        """How many situations of a usual question one counts as, however malformed it is."""
        entries = situation.get(self.counted) if self.counted and isinstance(situation, Mapping) else None
        return max(1, len(entries)) if isinstance(entries, list) else 1


@dataclass(frozen=True, slots=True)
class PlayRuleset:
    """The questions of a game and the rules that their courses name.

    `asked` has words for facts that are not known: by name, or where one name means several things by the part of the
    situation and the name ("measured/range"). In the words `{who}` is whom it is of, `{number}` the place at its end,
    from 1 on.
    """

    game: str
    rules: Mapping[str, PlayRule]
    questions: Mapping[str, Question]
    kinds_at: Callable[[str], tuple[str, ...]]
    """The kinds of card that can be named at a place of a situation."""
    adventure: Callable[[Document, str, TableFacts], Course[None]] | None = None
    """What an adventure that a situation names has to say of a question; `None` for a game without adventures."""
    asked: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        game: str,
        rules: Iterable[PlayRule],
        questions: Iterable[Question],
        kinds_at: Callable[[str], tuple[str, ...]],
        adventure: Callable[[Document, str, TableFacts], Course[None]] | None = None,
        asked: Mapping[str, str] | None = None,
    ) -> PlayRuleset:
        """Rules by their short codes and questions by their names."""
        by_code = {rule.code.rpartition("/")[2]: rule for rule in rules}
        by_name = {question.name: question for question in questions}
        return cls(game, by_code, by_name, kinds_at, adventure, asked or {})


@value_object
class UnknownPlayFact:
    """A fact that is not known and decides: its card and pointer, its places, the rules that need it, a sentence."""

    card: str
    fact: str
    at: tuple[str, ...]
    needed_by: tuple[str, ...]
    message: str

    def as_document(self) -> dict[str, Any]:
        """The unknown fact as JSON."""
        places, rules = list(self.at), list(self.needed_by)
        return {"card": self.card, "fact": self.fact, "at": places, "needed_by": rules, "message": self.message}


@value_object
class Unused:
    """A part of a situation that was not read: its pointer, and why."""

    at: str
    reason: str


@value_object
class Resolution:
    """The answer to one situation: what comes of it, step by step, and what stands in the way."""

    game: str
    question: str
    result: dict[str, Any]
    steps: tuple[dict[str, Any], ...]
    findings: tuple[Finding, ...]
    unknown: tuple[UnknownPlayFact, ...]
    odds: dict[str, Any] | None
    unused: tuple[Unused, ...] = ()

    @property
    def outcome(self) -> str:
        """Whether it is `allowed`, `forbidden`, or `undetermined` while facts that decide are not known."""
        if any(finding.level == "error" for finding in self.findings):
            return "forbidden"
        return "undetermined" if self.unknown else "allowed"

    def as_document(self) -> dict[str, Any]:
        """The resolution as JSON."""
        return {
            "game": self.game,
            "question": self.question,
            "outcome": self.outcome,
            "result": self.result,
            "steps": list(self.steps),
            "findings": [finding.as_document() for finding in self.findings],
            "unknown": [unknown.as_document() for unknown in self.unknown],
            "odds": self.odds,
            "unused": [{"at": one.at, "reason": one.reason} for one in self.unused],
        }

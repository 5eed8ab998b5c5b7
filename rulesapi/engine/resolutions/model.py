"""The values of resolutions, and the courses that produce them. All are immutable; nothing here rolls dice."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from rulesapi.engine.campaigns.adventures import Adventure
from rulesapi.engine.values.fuzzy_match import SlugIndex
from rulesapi.engine.values.model import Citation, Document, Finding, Severity, value_object

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class PlayRule:
    """A rule of play: what happens in a step, or what may not be done.

    `text` is the rule in plain words, `messages` are templates for its message about one situation (see
    `values.messages`). A rule without a `level` describes what happens; one with a level forbids or warns.
    """

    code: str
    title: str
    text: str
    cite: Citation
    messages: tuple[str, ...]
    level: Severity | None = None


@value_object
class Step:
    """An effect of the rules: the short code of its rule, the facts of its message, the number before and after.

    `cite` is its citation, if different from that of the rule. `sets` has the inputs of the situation that the effect
    changes, by their pointers, with their values afterwards.
    """

    rule: str
    facts: dict[str, Any]
    before: Any = None
    after: Any = None
    cite: Citation | None = None
    sets: tuple[tuple[str, Any], ...] = ()


@value_object
class Breach:
    """A forbidden action: the short code of its rule, its places in the situation, its facts."""

    rule: str
    at: tuple[str, ...]
    facts: dict[str, Any]


@value_object
class Missing:
    """A deciding unknown fact: its pointer on the card or of the game, its place, the rule that needs it.

    `card` is the slug of the card that has it; that of the game for a fact of its dice; empty if only the players can
    give it. A fact `only_for_odds` does not decide what is allowed, one `unless_forbidden` only what its course has not
    found to be forbidden.
    """

    card: str
    fact: str
    at: str
    rule: str
    only_for_odds: bool = False
    unless_forbidden: bool = False


Output = Step | Breach | Missing
Course = Generator[Output, None, T]
"""The generator of a question: it yields its output and returns a value."""


def without_asking(course: Course[T], asked: list[Missing]) -> Course[T]:
    """Return a course with its missing facts collected in `asked` instead of yielded.

    The caller decides later whether they still matter.
    """
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


def collected(course: Course[T], outputs: list[Output]) -> T:
    """Return what a course returns. Its output is collected in `outputs`; the caller decides what still matters."""
    while True:
        try:
            outputs.append(next(course))
        except StopIteration as ended:
            found: T = ended.value
            return found


def up_to_refusal(outputs: Sequence[Output]) -> Iterator[Output]:
    """Yield the steps before the first breach and all breaches: nothing else happens of what is refused."""
    first = next(number for number, one in enumerate(outputs) if isinstance(one, Breach))
    yield from (one for number, one in enumerate(outputs) if number < first or isinstance(one, Breach))


def asking_for_odds(course: Course[T]) -> Course[T]:
    """Return a course that computes odds: what it lacks leaves them open, and nothing else."""
    asked: list[Missing] = []
    found = yield from without_asking(course, asked)
    yield from (replace(one, only_for_odds=True) for one in asked)
    return found


@value_object
class Answer:
    """The answer of a course: the result as JSON, and the odds if dice are still open."""

    result: dict[str, Any]
    odds: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class TableFacts:
    """The lookup data of a question.

    These are the documents of cards by slug, the game's own document, adventures by slug, and the index of near slugs.
    """

    cards: Mapping[str, Document]
    game: Document
    adventures: Mapping[str, Adventure] = field(default_factory=dict)
    nearest: SlugIndex = field(default_factory=lambda: SlugIndex(()))


@value_object
class UnknownPlayFact:
    """A deciding unknown fact: its card and pointer, its places, the rules that need it, a sentence.

    A fact `only_for_odds` leaves the odds open, and decides nothing else.
    """

    card: str
    fact: str
    at: tuple[str, ...]
    needed_by: tuple[str, ...]
    message: str
    only_for_odds: bool = False

    def as_document(self) -> dict[str, Any]:
        """Return the unknown fact as JSON."""
        places, rules = list(self.at), list(self.needed_by)
        found = {"card": self.card, "fact": self.fact, "at": places, "needed_by": rules, "message": self.message}
        return found | ({"only_for_odds": True} if self.only_for_odds else {})


@value_object
class Unused:
    """A part of a situation that was not read: its pointer, and the reason."""

    at: str
    reason: str


@value_object
class Resolution:
    """The answer to one situation: its result, step by step, and the obstacles."""

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
        """The outcome: `allowed`, `forbidden`, or `undetermined` while deciding facts are unknown."""
        if any(finding.level == "error" for finding in self.findings):
            return "forbidden"
        return "allowed" if all(one.only_for_odds for one in self.unknown) else "undetermined"

    def as_document(self) -> dict[str, Any]:
        """Return the resolution as JSON."""
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

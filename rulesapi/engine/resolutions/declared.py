"""Declared questions of play: one typed declaration of the inputs and the answer of a question.

The inputs are the attributes of a class (`inputs`), and so are the fields of the answer (`answers`). Schemas, form,
page and documentation are derived, so nothing about an input is stated twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import (
    Any,
    TypedDict,
    TypeVar,
    Unpack,
)

from rulesapi.engine.resolutions.answers import AnswerFields
from rulesapi.engine.resolutions.input_kinds import OneCard, PlayedAdventure
from rulesapi.engine.resolutions.inputs import Input, OnePart, Part, SeveralParts, Situation
from rulesapi.engine.resolutions.model import (
    Answer,
    Course,
    Missing,
    PlayRule,
    TableFacts,
    without_asking,
)
from rulesapi.engine.resolutions.participants import NamedCard
from rulesapi.engine.values.messages import phrase
from rulesapi.engine.values.model import Document

S = TypeVar("S", bound=Situation)
A = TypeVar("A", bound=AnswerFields)


@dataclass(frozen=True, slots=True)
class Question:
    """A question of a game: its name, its texts, the classes of its situation and of its answer, and its course.

    A `seeded` question shuffles: its situations may have a `seed`. `counted` names the list of a situation whose
    entries each take as long as a whole situation of another question; it is empty if there is none. `endings` are the
    reasons for which a result ends early, keyed by its stage or by the name of a true field of it. A question
    `permits` if it answers whether players may do something; others say what follows, such as a number or a winner.
    """

    name: str
    title: str
    text: str
    situation: type[Situation]
    answer: type[AnswerFields]
    course: Callable[[Document, TableFacts], Course[Answer]]
    seeded: bool = False
    counted: str = ""
    endings: Mapping[str, str] = field(default_factory=dict)
    permits: bool = False

    def weight(self, situation: Any) -> int:
        """Return the cost of a situation in usual situations, for malformed ones too."""
        entries = situation.get(self.counted) if self.counted and isinstance(situation, Mapping) else None
        return max(1, len(entries)) if isinstance(entries, list) else 1

    def named_cards(self, situation: Document) -> Iterator[NamedCard]:
        """Yield each card that a situation names. The cards in the document of an adventure are its own business."""
        yield from _named_cards(self.situation, situation, "")

    def part_at(self, pointer: str) -> type[Part] | None:
        """Return the class of the part at a pointer into its situation; None for another input."""
        part: type[Part] | None = self.situation
        for word in pointer.split("/")[1:]:
            if not word.isdecimal():
                kind = part.inputs[word].kind if part else None
                part = kind.part if isinstance(kind, OnePart | SeveralParts) else None
        return part

    def input_at(self, pointer: str) -> Input[Any] | None:
        """Return the input at a pointer into its situation, or the list that an entry at a pointer is in."""
        words = pointer.split("/")
        while words[-1].isdecimal():
            words.pop()
        part = self.part_at("/".join(words[:-1]))
        return None if part is None else part.inputs.get(words[-1])

    def parts(self) -> dict[str, type[Part]]:
        """Return the classes of the parts of its situation, by class name."""
        found: dict[str, type[Part]] = {}
        waiting: list[type[Part]] = [self.situation]
        while waiting:
            for part in parts_in(waiting.pop()):
                if part.__name__ not in found:
                    found[part.__name__] = part
                    waiting.append(part)
        return found


def _named_cards(part: type[Part], entered: Document, pointer: str) -> Iterator[NamedCard]:
    if part.kinds and "card" in entered:
        labels = {name: one.title for name, one in part.inputs.items()}
        yield NamedCard(f"{pointer}/card", entered["card"], part.kinds, entered, labels)
    for name, one in part.inputs.items():
        value, at = entered.get(name), f"{pointer}/{name}"
        if isinstance(one.kind, OneCard) and value is not None:
            yield NamedCard(at, value, (one.kind.kind,), {}, {})
        elif isinstance(one.kind, OnePart) and isinstance(value, Mapping):
            yield from _named_cards(one.kind.part, value, at)
        elif isinstance(one.kind, SeveralParts) and isinstance(value, list):
            for number, entry in enumerate(value):
                yield from _named_cards(one.kind.part, entry, f"{at}/{number}")


def parts_in(part: type[Part]) -> Iterator[type[Part]]:
    """Yield the class of each part directly in another one."""
    for one in part.inputs.values():
        if isinstance(one.kind, OnePart | SeveralParts):
            yield one.kind.part


class QuestionOptions(TypedDict, total=False):
    """Options of a question; see `Question`."""

    counted: str
    endings: Mapping[str, str]
    seeded: bool
    permits: bool


def declared(
    name: str,
    title: str,
    text: str,
    situation: type[S],
    answer: type[A],
    course: Callable[[S], Course[A]],
    **options: Unpack[QuestionOptions],
) -> Question:
    """Return the question that a course answers, from the declaration of its situation and of its answer.

    The `options` are those of `Question`.
    """

    def run(document: Document, table: TableFacts) -> Course[Answer]:
        found = yield from _asking_while_open(course(situation(document, "", table, phrase(title))))
        result = found.as_document()
        odds = result.pop("odds", None)
        return Answer(result, odds)

    return Question(name, title, text, situation, answer, run, **options)


@dataclass(frozen=True, slots=True)
class PlayRuleset:
    """The questions of a game and the rules that their courses name.

    `asked` has phrases for unknown facts, by name. A name with several meanings is preceded by the part of the
    situation ("measured/range"). In the phrases `{who}` is the subject, `{number}` the number at the end of its place,
    from 1 on.
    """

    game: str
    rules: Mapping[str, PlayRule]
    questions: Mapping[str, Question]
    asked: Mapping[str, str] = field(default_factory=dict)
    adventure: Callable[[Document, str, TableFacts], Course[None]] | None = None
    """The course of an adventure that a situation names; `None` for a game without adventures."""
    played_with: Callable[[Document, Callable[[], Mapping[str, Document]]], Document | None] | None = None
    """Returns the card that a card is played with; the function it gets reads the cards by slug.

    `None` for a game without such cards.
    """

    @classmethod
    def of(
        cls,
        game: str,
        rules: Iterable[PlayRule],
        questions: Sequence[Question],
        *,
        asked: Mapping[str, str] | None = None,
        adventure: Callable[[Document, str, TableFacts], Course[None]] | None = None,
        played_with: Callable[[Document, Callable[[], Mapping[str, Document]]], Document | None] | None = None,
    ) -> PlayRuleset:
        """Index rules by their short codes and questions by their names.

        `asked` are the phrases for unknown facts that are no inputs.
        """
        by_code = {rule.code.rpartition("/")[2]: rule for rule in rules}
        by_name = {question.name: question for question in questions}
        phrases = {**asked_phrases(questions), **(asked or {})}
        return cls(game, by_code, by_name, phrases, adventure, played_with)


def asked_phrases(questions: Iterable[Question]) -> dict[str, str]:
    """Return the phrase for each input that can be unknown, by name, with the part that it is in if several have it.

    See `PlayRuleset.asked`.
    """
    found: dict[str, str] = {}
    for path, part, one in (row for question in questions for row in _inputs_in(question.situation, ())):
        words = one.title[:1].lower() + one.title[1:]
        asked = one.asked or (f"the {words} of {{who}}" if part.kind else words)
        for name in filter(None, (one.name, one.fact)):
            for known_as in ("/".join((*path, name)), f"{path[-1] if path else ''}/{name}", name):
                found.setdefault(known_as, asked)
    return found


def _inputs_in(part: type[Part], path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], type[Part], Input[Any]]]:
    """Yield each input of a part and of the parts in it that can be unknown, with the names of the parts it is in.

    A part is unknown as a whole only if it has a phrase.
    """
    for name, one in part.inputs.items():
        if isinstance(one.kind, OnePart | SeveralParts):
            yield from _inputs_in(one.kind.part, (*path, name))
        if one.asked or (one.default is None and not isinstance(one.kind, OnePart | PlayedAdventure)):
            yield path, part, one


def _asking_while_open(course: Course[A]) -> Course[A]:
    """Ask for the unknown facts of a course unless it finds something forbidden: they could not allow it."""
    asked: list[Missing] = []
    found = yield from without_asking(course, asked)
    yield from (replace(one, unless_forbidden=True) for one in asked)
    return found

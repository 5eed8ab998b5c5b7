"""Declared questions of play: one typed declaration of the inputs and the answer of a question.

The inputs are the attributes of a class (`inputs`), and so are the fields of the answer (`answers`). Schemas, form,
page and documentation are derived, so nothing about an input is stated twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
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
    PlayRuleset,
    Question,
    TableFacts,
    without_asking,
)
from rulesapi.engine.values.messages import phrase
from rulesapi.engine.values.model import Document

S = TypeVar("S", bound=Situation)
A = TypeVar("A", bound=AnswerFields)


@dataclass(frozen=True, slots=True)
class DeclaredQuestion(Question):
    """A question with the classes of its situation and of its answer."""

    situation: type[Situation] = Situation
    answer: type[AnswerFields] = AnswerFields

    def part_at(self, pointer: str) -> type[Part] | None:
        """Return the class of the part at a pointer into its situation; None for another input."""
        part: type[Part] | None = self.situation
        for word in pointer.split("/")[1:]:
            if not word.isdecimal():
                kind = part.inputs[word].kind if part else None
                part = kind.part if isinstance(kind, OnePart | SeveralParts) else None
        return part

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


def parts_in(part: type[Part]) -> Iterator[type[Part]]:
    """Yield the class of each part directly in another one."""
    for one in part.inputs.values():
        if isinstance(one.kind, OnePart | SeveralParts):
            yield one.kind.part


class QuestionOptions(TypedDict, total=False):
    """Options of a declared question; see `Question`."""

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
) -> DeclaredQuestion:
    """Return the question that a course answers, from the declaration of its situation and of its answer.

    The `options` are those of `Question`.
    """

    def run(document: Document, table: TableFacts) -> Course[Answer]:
        found = yield from _asking_while_open(course(situation(document, "", table, phrase(title))))
        result = found.as_document()
        odds = result.pop("odds", None)
        return Answer(result, odds)

    def kinds_at(pointer: str) -> tuple[str, ...]:
        part: type[Part] = situation
        for word in pointer.split("/")[1:]:
            one = part.inputs.get(word)
            if one and isinstance(one.kind, OneCard):
                return (one.kind.kind,)
            if one and isinstance(one.kind, PlayedAdventure):
                return ()
            part = one.kind.part if one and isinstance(one.kind, OnePart | SeveralParts) else part
        return part.kinds or ("",)

    return DeclaredQuestion(name, title, text, run, **options, kinds_at=kinds_at, situation=situation, answer=answer)


def declared_ruleset(game: str, rules: Iterable[PlayRule], questions: Sequence[DeclaredQuestion]) -> PlayRuleset:
    """Return the ruleset of a game whose questions are all declared."""
    return PlayRuleset.of(game, rules, questions, lambda _pointer: (), asked=asked_phrases(questions))


def asked_phrases(questions: Iterable[DeclaredQuestion]) -> dict[str, str]:
    """Return the phrase for each input that can be unknown, by name, with the part that it is in if several have it.

    See `PlayRuleset.asked`.
    """
    found: dict[str, str] = {}
    for path, part, one in (row for question in questions for row in _inputs_in(question.situation, ())):
        words = one.label[:1].lower() + one.label[1:] if one.label else one.name.replace("_", " ")
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

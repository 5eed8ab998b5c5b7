"""The result of a game before it is saved: the verdict on it, and the open questions that it depends on."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from typing import NamedTuple

from catalog.documents.canonical import compact
from legions.campaigns.records import Document, JudgedRecord, new_word
from rulesapi.engine.campaigns.records import CORRECTED


class _Judgement(NamedTuple):
    """The verdict with the readings that apply, and the questions that were open before and between them."""

    verdict: Document
    questions: tuple[Document, ...]
    settles: Mapping[str, str]


@dataclass(frozen=True)
class UnsavedResult:
    """The entry of a game, or with `of` the correction of that entry, judged together with a record.

    `chosen` are readings of open questions, by question; readings of other questions are ignored.
    """

    judged: JudgedRecord
    document: Document
    of: str = ""
    chosen: Mapping[str, str] = field(default_factory=dict)

    @property
    def entry_ids(self) -> set[str]:
        """The id of the entry to save, and that of the game that it reports."""
        return {self._entry["id"], self._game_id}

    @property
    def session(self) -> Document | None:
        """The game as it counts in the verdict, None if it does not count."""
        return next((one for one in self.verdict["sessions"] if one["entry"] == self._game_id), None)

    @property
    def verdict(self) -> Document:
        """The verdict on the record with the result and the readings that apply.

        Raises InvalidInput for an invalid entry, as everything that depends on the verdict does.
        """
        return self._judgement.verdict

    @property
    def questions(self) -> tuple[Document, ...]:
        """The questions that the result depends on; a reading of one may lead to others."""
        return self._judgement.questions

    @property
    def settles(self) -> Mapping[str, str]:
        """The chosen readings that apply, by question."""
        return self._judgement.settles

    @property
    def digest(self) -> str:
        """A digest of the result and of the readings that apply. Chosen rewards do not change it."""
        return sha256(compact([{**self.document, "rewards": []}, self.settles]).encode()).hexdigest()

    @cached_property
    def _entry(self) -> Document:
        entry_id = new_word((row.document["id"] for row in self.judged.rows), "e")
        if not self.of:
            return {**self.document, "id": entry_id}
        return {"type": CORRECTED, "id": entry_id, "of": self.of, "entry": {**self.document, "id": self.of}}

    @property
    def _game_id(self) -> str:
        return self.of or self._entry["id"]

    @cached_property
    def _judgement(self) -> _Judgement:
        verdict, settles = self.judged.judged_with(self._entry), dict[str, str]()
        questions: list[Document] = []
        while True:
            asked = [one for one in verdict["open"] if self.entry_ids & set(one["entries"])]
            questions += [one for one in asked if one["question"] not in {known["question"] for known in questions}]
            valid = {one["question"]: {row["reading"] for row in one["readings"]} for one in asked}
            found = {name: reading for name, reading in self.chosen.items() if reading in valid.get(name, ())}
            if not found:
                return _Judgement(verdict, tuple(questions), settles)
            settles |= found
            verdict = self.judged.judged_with(self._entry, settles)

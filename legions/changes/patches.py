"""JSON Patches suggested by the engine's searches for a legion: parsed, described, and applied as one change."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

import jsonpatch
import jsonpointer
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from catalog.documents import json_input
from legions.changes.basic import Change, Document, Titles, picks
from legions.site import wording
from legions.site.invalid_forms import invalid_form
from rulesapi.engine.values.names import slug_as_words

Step = Mapping[str, Any]

OPERATIONS = frozenset(("add", "remove", "replace"))
MAX_STEPS = 300
"""The maximum number of steps: more than any legion has places."""

_PICK = re.compile(r"/picks/(\d{1,3})(?:/(card|count|soldiers|upgrades)(?:/(\d{1,3}|-))?)?")
_OPENED = re.compile(r"/pool/([^/]+)")
_FIELDS = {
    "points": gettext_lazy("Points"),
    "faction": gettext_lazy("Faction"),
    "map": gettext_lazy("Battle map"),
    "tiles": gettext_lazy("Tiles"),
}
"""Labels of the list fields that searches edit."""


class EditTemplates(NamedTuple):
    """The two wordings of a kind of edit: `done` for messages and the history, `proposed` for suggestions.

    Sentences of `done` are stored, and parsed by `change_sentences`.
    """

    done: str | Promise
    proposed: str | Promise


ADDED = EditTemplates(gettext_lazy("{card} added."), gettext_lazy("Add {card}."))
ADDED_WITH = EditTemplates(gettext_lazy("{card} added, with {upgrades}."), gettext_lazy("Add {card} with {upgrades}."))
ADDED_TO = EditTemplates(gettext_lazy("{card} added to {creature}."), gettext_lazy("Add {card} to {creature}."))
MOVED = EditTemplates(
    gettext_lazy("{card} moved from {creature} to {other}."), gettext_lazy("Move {card} from {creature} to {other}.")
)
TAKEN = EditTemplates(gettext_lazy("{card} taken from {creature}."), gettext_lazy("Take {card} off {creature}."))
REMOVED = EditTemplates(gettext_lazy("{card} removed."), gettext_lazy("Remove {card}."))
REMOVED_WITH = EditTemplates(
    gettext_lazy("{card} removed, with {upgrades}."), gettext_lazy("Remove {card} with {upgrades}.")
)
REPLACED = EditTemplates(gettext_lazy("{other} in the place of {card}."), gettext_lazy("Replace {card} with {other}."))
REPLACED_ON = EditTemplates(
    gettext_lazy("{other} in the place of {card} on {creature}."),
    gettext_lazy("Replace {card} on {creature} with {other}."),
)
COUNTED = EditTemplates(
    gettext_lazy("{card}: {now} in the place of {before}."),
    gettext_lazy("Change the number of {card} from {before} to {now}."),
)
SOLDIERS = EditTemplates(
    gettext_lazy("{card}: {now} soldiers in the place of {before}."),
    gettext_lazy("Change the soldiers of {card} from {before} to {now}."),
)
OPENED = EditTemplates(
    gettext_lazy("Opened figures: {count} × {card}."), gettext_lazy("Count {count} × {card} as opened.")
)
NONE_OPENED = EditTemplates(gettext_lazy("Opened figures: no {card}."), gettext_lazy("Count no {card} as opened."))
SET = EditTemplates(gettext_lazy("{field}: {value}."), gettext_lazy("Set {noun} to {value}."))
CLEARED = EditTemplates(gettext_lazy("{field}: none."), gettext_lazy("Set {noun} to none."))


@dataclass(frozen=True, slots=True)
class DescribedEdit:
    """One edit as text. `at` are the pointers it affects in the unedited document, `mark` how they are marked.

    `words` describe it as done, `proposal` as a suggestion.
    """

    words: str
    proposal: str
    at: tuple[str, ...] = ()
    mark: str = ""

    @classmethod
    def of(cls, templates: EditTemplates, pointers: tuple[str, ...] = (), mark: str = "", **values: Any) -> Self:
        """Return the edit of this kind with these values."""
        return cls(str(templates.done).format(**values), str(templates.proposed).format(**values), pointers, mark)


@dataclass(frozen=True, slots=True)
class ApplyEdits(Change):
    """A change that applies all edits of a suggestion, or none if one does not fit the document."""

    steps: tuple[Step, ...]

    def apply(self, document: Document) -> Document:
        try:
            changed = jsonpatch.apply_patch(document, [dict(step) for step in self.steps])
        except (jsonpatch.JsonPatchException, jsonpointer.JsonPointerException, TypeError) as error:
            raise invalid_form(_("These edits do not fit the list any more. Ask for new ones."), "/steps") from error
        if not isinstance(changed, dict) or changed.get("game") != document["game"]:
            raise invalid_form(_("These edits leave no list of this game on the table."), "/steps")
        return changed

    def words(self, document: Document, title: Titles) -> str:
        lines = picks(document)
        sentences = [
            edit.words
            for edit in describe_steps(self.steps, document, title, lambda index: title(lines[index]["card"]))
        ]
        return " ".join(sentences)

    def focus_pointer(self, document: Document) -> str | None:
        """Return `""`, because the selected pick may be gone or moved."""
        return ""


def parse_steps(text: str) -> tuple[Step, ...]:
    """Return the steps of a suggestion from a form. Raises InvalidInput."""
    steps = json_input.loads(text.encode("utf-8", "surrogatepass"))
    if not isinstance(steps, list) or not 0 < len(steps) <= MAX_STEPS or not all(map(_is_step, steps)):
        raise invalid_form(_("This suggestion is out of date. Ask for a new one."), "/steps")
    return tuple(steps)


def describe_steps(
    steps: Sequence[Step], document: Document, title: Titles, name: Callable[[int], str]
) -> list[DescribedEdit]:
    """Return descriptions of the steps of a suggestion for `document`; `name` returns the name of a pick.

    An upgrade removed from one pick and added to another is described as moved. Steps that do not fit are omitted:
    applying them fails.
    """
    teller = _Describer(document, title, name)
    taken = [step for step in steps if step["op"] == "remove" and teller.upgrade(step["path"]) is not None]
    others = [step for step in steps if step not in taken]
    edits = [edit for step in others for edit in teller.edits(step, taken)]
    return [*edits, *(edit for step in taken for edit in teller.edits(step, []))]


class _Describer:
    """Descriptions of single steps of a patch for one document."""

    def __init__(self, document: Document, title: Titles, name: Callable[[int], str]) -> None:
        self.document = document
        self.lines = picks(document)
        self.title = title
        self.name = name

    def edits(self, step: Step, taken: list[Step]) -> Iterator[DescribedEdit]:
        """Yield the edits of a step. An upgrade added to a pick is looked up among those `taken` elsewhere."""
        op, path, value = step["op"], step["path"], step.get("value")
        if path == "/picks/-":
            yield self._joining(value)
            return
        match = _PICK.fullmatch(path)
        if opened := _OPENED.fullmatch(path):
            yield self._opened(opened[1], value if op != "remove" else 0)
            return
        if match is None:
            yield self._field(path, value if op != "remove" else None)
            return
        index, field, place = int(match[1]), match[2], match[3]
        if index >= len(self.lines):
            return
        if field == "upgrades" and op == "add":
            for slug in value if isinstance(value, list) else [value]:
                if place is not None or slug not in self.lines[index].get("upgrades", ()):
                    yield self._added_upgrade(index, str(slug), taken)
        elif field == "upgrades":
            yield from self._carried(index, path, value if op == "replace" else None)
        else:
            yield self._pick(index, field, value, op)

    def upgrade(self, path: str) -> str | None:
        """Return the slug of the upgrade at a path, or None for another path."""
        match = _PICK.fullmatch(path)
        if match is None or match[2] != "upgrades" or not (match[3] or "").isdigit():
            return None
        index, place = int(match[1]), int(match[3])
        carried = self.lines[index].get("upgrades", []) if index < len(self.lines) else []
        return carried[place] if place < len(carried) else None

    def _joining(self, line: Any) -> DescribedEdit:
        line = line if isinstance(line, dict) else {}
        count = line.get("count", 1)
        card = self.title(str(line.get("card")))
        card = f"{count} × {card}" if count != 1 else card
        if soldiers := line.get("soldiers"):
            card = _("{card} of {number} soldiers").format(card=card, number=soldiers)
        if carried := line.get("upgrades"):
            upgrades = wording.join_and(
                self.title(str(slug)) for slug in (carried if isinstance(carried, list) else [carried])
            )
            return DescribedEdit.of(ADDED_WITH, card=card, upgrades=upgrades)
        return DescribedEdit.of(ADDED, card=card)

    def _added_upgrade(self, index: int, slug: str, taken: list[Step]) -> DescribedEdit:
        at, card, to = f"/picks/{index}", self.title(slug), self.name(index)
        for number, step in enumerate(taken):
            if self.upgrade(step["path"]) == slug:
                del taken[number]
                giver = int(step["path"].split("/")[2])
                places = (step["path"], at)
                return DescribedEdit.of(MOVED, places, _("will move"), card=card, creature=self.name(giver), other=to)
        return DescribedEdit.of(ADDED_TO, (at,), _("will change"), card=card, creature=to)

    def _carried(self, index: int, path: str, replacement: Any) -> Iterator[DescribedEdit]:
        slug = self.upgrade(path)
        if slug is None:
            return
        card, creature = self.title(slug), self.name(index)
        if replacement is None:
            yield DescribedEdit.of(TAKEN, (path,), _("will be removed"), card=card, creature=creature)
        else:
            new = self.title(str(replacement))
            yield DescribedEdit.of(REPLACED_ON, (path,), _("will change"), other=new, card=card, creature=creature)

    def _pick(self, index: int, field: str | None, value: Any, op: str) -> DescribedEdit:
        at, line, name = f"/picks/{index}", self.lines[index], self.name(index)
        if field is None and op == "remove":
            carried = wording.join_and(map(self.title, line.get("upgrades", ())))
            templates = REMOVED_WITH if carried else REMOVED
            return DescribedEdit.of(templates, (at,), _("will be removed"), card=name, upgrades=carried)
        if field in ("count", "soldiers"):
            templates = COUNTED if field == "count" else SOLDIERS
            before = line.get(field, 1)
            return DescribedEdit.of(templates, (at,), _("will change"), card=name, now=value, before=before)
        return DescribedEdit.of(REPLACED, (at,), _("will change"), other=self.title(str(value)), card=name)

    def _opened(self, slug: str, copies: Any) -> DescribedEdit:
        templates = OPENED if copies else NONE_OPENED
        at = (f"/pool/{slug}",)
        return DescribedEdit.of(templates, at, _("will change"), count=copies, card=self.title(slug))

    def _field(self, path: str, value: Any) -> DescribedEdit:
        field = path.split("/")[1]
        name = str(_FIELDS.get(field) or slug_as_words(field.replace("_", "-")).capitalize())
        at, noun = (f"/{field}",), wording.inline_noun(name)
        if value in (None, [], ""):
            return DescribedEdit.of(CLEARED, at, _("will change"), field=name, noun=noun)
        words = wording.join_and(map(self._value, value if isinstance(value, list) else [value]))
        return DescribedEdit.of(SET, at, _("will change"), field=name, noun=noun, value=words)

    def _value(self, value: Any) -> str:
        title = self.title(value) if isinstance(value, str) else str(value)
        return slug_as_words(title).capitalize() if title == value else title


def apply_steps(document: Document, steps: Iterable[Step]) -> Document:
    """Return `document` with the steps of a suggestion applied. Raises InvalidInput."""
    return ApplyEdits(tuple(steps)).apply(document)


def _is_step(step: Any) -> bool:
    return isinstance(step, dict) and step.get("op") in OPERATIONS and isinstance(step.get("path"), str)

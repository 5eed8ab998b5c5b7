"""The page of a question of play: its form, the answer with its steps, and the unknown facts."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from catalog.documents.errors import Fault, InvalidInput
from legions.cards import queries, references
from legions.cards.card_sheet import joined_words
from legions.cards.references import ReferenceView
from legions.cards.stock import CardView, stock
from legions.cards.unknown_facts import unknown_words
from legions.play.field_groups import (
    MAX_CONTROLS,
    FieldView,
    GroupView,
    controls_in,
    field_view,
    fields_in,
    group_views,
)
from legions.play.forms import FacesField, Result, SituationForm
from legions.site import wording
from legions.site.marked_text import MarkedText
from rulesapi.engine.resolutions.declared import Question
from rulesapi.judging.resolutions import Resolver

MAX_UNUSED = 60
"""Maximum number of fields checked for an effect."""
PAGE_BUTTONS = 3
"""The buttons of the form: two to resolve, one to start again."""
MIN_OFFERED = 3
"""Minimum number of cards offered at once, if there are as many."""
OF_TABLE = ("dice", "icons")
"""Parts of a situation that a table enters once, below the answer."""


@dataclass(frozen=True, slots=True)
class StepView:
    """A step or a finding in words, with its source."""

    words: str
    cite: MarkedText
    code: str
    before: str = ""
    after: str = ""
    level: str = ""


@dataclass(frozen=True)
class QuestionPage:
    """The page of a question with its form."""

    question: Question
    form: SituationForm
    resolver: Resolver

    @property
    def title(self) -> str:
        """The title of the question."""
        return wording.translated(self.question.title)

    @property
    def text(self) -> str:
        """The description of the question."""
        return wording.translated(self.question.text)

    @property
    def start_query(self) -> str:
        """The query string of the form at its start: with the list at the table, if there is one."""
        named = self.form.table.named_list
        return f"?{urlencode(self.form.fields_for(named.key), safe='/')}" if named else ""

    @property
    def card_data(self) -> str:
        """The release of the cards, if it is that of the list at the table, and whether own numbers were added."""
        if self.form.table.named_list is None:
            return _("With your own numbers where the catalog has none.") if self.resolver.own_facts else ""
        words = _("Cards as in this list: release %(release)d.")
        if self.resolver.own_facts:
            words = _("Cards as in this list: release %(release)d, with its player’s own numbers.")
        return words % {"release": self.resolver.snapshot.release}

    @cached_property
    def situation(self) -> dict[str, Any] | None:
        """The situation, or None if too little is entered or a name is unsure."""
        if not (self.form.is_bound and self.form.is_valid()):
            return None
        situation = self.form.asked()
        return None if self.form.unsure else situation

    @cached_property
    def lacking(self) -> list[str]:
        """The labels of what has to be entered first, if anything was entered."""
        entered = self.form.is_bound and self.form.is_valid() and any(self.form.cleaned_data.values())
        return self.form.lacking() if entered else []

    @cached_property
    def _resolved(self) -> tuple[dict[str, Any] | None, list[str]]:
        if self.situation is None or self.form.errors:
            return None, []
        try:
            found = self.resolver.resolve(self.situation)
            if half := self._half_rolled(found):
                found = self.resolver.resolve(self.form.asked_without(*half) or self.situation)
            return found, []
        except InvalidInput as error:
            return None, [self._fault_words(fault) for fault in error.faults[:10]]

    def _fault_words(self, fault: Fault) -> str:
        """Return a fault of the situation with the label of its field, or with its place."""
        names = self.form.names_of(*fault.pointer.rsplit("/", 1)) if "/" in fault.pointer[1:] else [fault.pointer[1:]]
        label = next((self.form[name].label for name in names if name in self.form.fields), fault.pointer)
        return f"{label}: {fault.message}"

    def _half_rolled(self, resolution: Mapping[str, Any]) -> list[str]:
        """Return the fields with faces of some dice of a roll only; they do not count until the others are entered."""
        rolled = self.form.dice_rolled(resolution)
        return [name for name, dice in rolled.items() if 0 < len(self.form.value(name, ())) < (dice or 0)]

    @property
    def resolution(self) -> dict[str, Any] | None:
        """The resolution, or None without a valid situation."""
        return self._resolved[0]

    @property
    def faults(self) -> list[str]:
        """The errors of an invalid situation."""
        return self._resolved[1]

    @property
    def refused(self) -> bool:
        """True if the request has errors."""
        return bool(self.faults) or (self.form.is_bound and bool(self.form.errors))

    @property
    def wrong_fields(self) -> list[str]:
        """The labels of the fields with errors."""
        return [str(self.form[name].label) for name in self.form.errors if name in self.form.fields]

    @cached_property
    def result(self) -> Result:
        """The result in words."""
        return self.form.result(self.resolution) if self.resolution else Result()

    @cached_property
    def sheet(self) -> Any:
        """The sheet that prints instead of the page; None without one."""
        return self.form.sheet(self.situation, self.resolution)

    @cached_property
    def dice_rolled(self) -> dict[str, int | None]:
        """The number of dice that are rolled, by field of faces; empty or None if it is not known."""
        return self.form.dice_rolled(self.resolution) if self.resolution else {}

    @property
    def ended(self) -> bool:
        """True if the answer sentence says everything, so that nothing else needs to be shown."""
        found = self.resolution
        return found is not None and found["outcome"] == "allowed" and self.result.ends

    @cached_property
    def steps(self) -> list[StepView]:
        """The steps in order."""
        return [self._step(one) for one in self._all_of("steps")]

    @cached_property
    def explained(self) -> list[ReferenceView]:
        """The references that the rules of findings and steps lead to, each once."""
        codes = [one["code"] for part in ("findings", "steps") for one in self._all_of(part)]
        return references.explaining(queries.references_of(self.resolver.play.game), codes) if codes else []

    def _all_of(self, part: str) -> list[dict[str, Any]]:
        return list(self.resolution[part]) if self.resolution else []

    @property
    def findings(self) -> list[StepView]:
        """Errors and warnings about the situation."""
        return [self._step(one) for one in self._all_of("findings")]

    def _step(self, step: Mapping[str, Any]) -> StepView:
        return StepView(
            wording.play_message(step),
            wording.linked_citation(step["cite"], self.resolver.play.game),
            step["code"].rpartition("/")[2],
            _number(step.get("before")),
            _number(step.get("after")),
            step.get("level") or "",
        )

    @cached_property
    def unknown(self) -> list[tuple[str, list[FieldView]]]:
        """The unknown facts that the answer depends on, each with the fields to enter it.

        If these are more than a phone shows at once, the first ones are entered first, and the others are named.
        """
        asked = dict.fromkeys(name for _words, names in self._unknown_names for name in names)
        left = MAX_CONTROLS - self._other_controls - controls_in(group_views(self.form, asked, self.dice_rolled))
        found, shown = [], set[str]()
        for words, names in self._unknown_names:
            views = [field_view(self.form, name, self.dice_rolled) for name in names if name not in shown]
            left -= controls_in(views)
            if left >= 0 or not shown:
                found.append((words, views))
                shown |= {*names}
            elif views:
                later = joined_words([view.label for view in views])
                found.append((_("Asked afterwards: %(labels)s.") % {"labels": later}, []))
        return found

    @cached_property
    def _unknown_names(self) -> list[tuple[str, list[str]]]:
        """The unknown facts, each with the names of all fields to enter it."""
        return [
            (self._unknown_words(one), [field.name for field in self.form.fields_of(one["at"], one["fact"])])
            for one in (self.resolution["unknown"] if self.resolution else ())
            if one["fact"].split("/")[1] not in OF_TABLE
        ]

    @cached_property
    def unused(self) -> list[tuple[str, str]]:
        """The label of each field without effect on the answer, with the reason."""
        if not self.resolution:
            return []
        reasons = {one["at"]: one["reason"] for one in self.resolution["unused"]}
        shown = [field for field in self.form if isinstance(field.field, FacesField) or not field.is_hidden]
        said = [field for field in shown if self.form.value(field.name, False) is not False]
        found = [
            (str(field.label), self._unused_words(field.name, reasons))
            for field in said[:MAX_UNUSED]
            if not (self.form.is_read_ahead(field.name) or self.form.is_default(field.name))
        ]
        return [(label, words) for label, words in found if words]

    def _unused_words(self, name: str, reasons: Mapping[str, str]) -> str:
        """Return why a field has no effect: the form or the rules did not use it; empty for a field with an effect."""
        if self.resolution and name in self._half_rolled(self.resolution):
            count = {"number": len(self.form.value(name)), "dice": self.dice_rolled[name]}
            return _("%(number)d of %(dice)d are entered. They count when all are.") % count
        without = self.form.asked_without(name)
        if without is None or self.situation is None:
            return ""
        left, whole = dict(_leaves(without)), dict(_leaves(self.situation))
        parts = [place for place, value in whole.items() if place not in left or left[place] != value]
        if not parts:
            return _("It changes nothing here, or something that goes with it is missing.") if left == whole else ""
        whys = [_reason(place, reasons) for place in parts]
        return wording.translated(whys[0]) if all(whys) else ""

    @cached_property
    def typed(self) -> int:
        """The number of entered facts of cards that the cards lack, which the user can keep."""
        return len(self.form.typed_facts()) if self.resolution else 0

    @property
    def asked_icons(self) -> set[str]:
        """The names of the fields for the icons that the answer depends on and that are not known."""
        return {f"icon_{name}" for name in self._asked_of_table("icons")}

    @property
    def asked_dice(self) -> set[str]:
        """The names of the dice whose faces the answer depends on and that are not known."""
        return self._asked_of_table("dice")

    def _asked_of_table(self, part: str) -> set[str]:
        facts = [one["fact"].split("/") for one in self.resolution["unknown"]] if self.resolution else []
        return {names[2] for names in facts if names[:2] == ["", part] and names[2:]}

    def _unknown_words(self, unknown: Mapping[str, Any]) -> str:
        if (card := self._card_lacking(unknown)) is not None:
            return unknown_words(card, unknown["fact"])
        if unknown["at"] == ["/adventure"]:
            return self._adventure_words(*unknown["fact"].split("/")[1:])
        if label := self.form.label_at(unknown["at"][0], unknown["fact"]):
            return _("Not known: %(label)s. Take it away, and write it down again with that.") % {"label": label}
        return _("Enter this for the odds.") if unknown.get("only_for_odds") else _("Enter this to continue.")

    def _card_lacking(self, unknown: Mapping[str, Any]) -> CardView | None:
        """Return the card that lacks an unknown fact; None for a fact that cards do not have, such as its state."""
        if not unknown["card"]:
            return None
        card = stock(self.resolver.play.game, self.resolver.snapshot.release).card(unknown["card"])
        return card if unknown["fact"].split("/")[1] in card.document else None

    def _adventure_words(self, fact: str, place: str = "0") -> str:
        """Return the message for a fact of an adventure that only the players can decide."""
        if fact != "special_rules":
            return _("The objectives of the adventure decide who has won. Read them at the table.")
        words = _("Rule %(number)d of the adventure goes before cards. Decide it at the table, then tick it: %(rule)s")
        return words % {"number": int(place) + 1, "rule": self.form.special_rules()[int(place)]}

    @cached_property
    def groups(self) -> list[GroupView]:
        """The groups of fields, without the fields that are asked for next to the answer."""
        asked = {view.field.name for _words, fields in self.unknown for view in fields}
        return group_views(self.form, asked, self.dice_rolled)

    @property
    def first_groups(self) -> list[GroupView]:
        """The groups above the answer."""
        return self.groups[: self.form.asked_first]

    @property
    def later_groups(self) -> list[GroupView]:
        """The groups below the answer."""
        return self.groups[self.form.asked_first :]

    @cached_property
    def _other_controls(self) -> int:
        """The number of visible controls outside of groups: buttons, the line of a die, and the references."""
        return PAGE_BUTTONS + bool(self.explained) + bool(self.asked_dice)

    @property
    def first_offers(self) -> str:
        """The slice of the cards offered for a field that are shown at once."""
        return f":{self._max_offered}"

    @property
    def later_offers(self) -> str:
        """The slice of the others, which are folded to one line."""
        return f"{self._max_offered}:"

    @cached_property
    def _max_offered(self) -> int:
        """The number of cards that are offered at once, so that the page does not show too many controls."""
        asked = controls_in(view for _words, fields in self.unknown for view in fields)
        left = MAX_CONTROLS - self._other_controls - asked - controls_in(self.groups)
        views = [view for _words, fields in self.unknown for view in fields] + fields_in(self.groups)
        offered = max((len(view.offered) for view in views), default=0)
        return max(MIN_OFFERED, left if offered <= left else left - 1)

    def offers(self) -> list[tuple[str, list[str]]]:
        """Return the lists of names that fields offer."""
        return list(self.form.offers())


def _leaves(document: Any, pointer: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the JSON pointer and value of each leaf of a document."""
    if isinstance(document, dict | list) and document:
        for key, value in document.items() if isinstance(document, dict) else enumerate(document):
            yield from _leaves(value, f"{pointer}/{key}")
    else:
        yield pointer, document


def _reason(place: str, reasons: Mapping[str, str]) -> str:
    """Return the reason for an unused part; empty for a used one."""
    return next((why for at, why in reasons.items() if place == at or place.startswith(f"{at}/")), "")


def _number(value: Any) -> str:
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else ""

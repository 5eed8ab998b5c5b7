"""The page of a question of play: its form, the answer, and the unknown facts with the fields to enter them."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from legions.cards.card_sheet import joined_words
from legions.cards.stock import CardView, stock
from legions.cards.unknown_facts import unknown_words
from legions.play.answer import Answer
from legions.play.field_groups import (
    MAX_CONTROLS,
    FieldView,
    GroupView,
    controls_in,
    field_view,
    fields_in,
    group_views,
)
from legions.play.forms import SituationForm
from legions.site import wording
from rulesapi.engine.resolutions.declared import Question

PAGE_BUTTONS = 3
"""The buttons of the form: two to resolve, one to start again."""
MIN_OFFERED = 3
"""Minimum number of cards offered at once, if there are as many."""
OF_TABLE = ("dice", "icons")
"""Parts of a situation that a table enters once, below the answer."""


@dataclass(frozen=True)
class QuestionPage:
    """The page of a question with its form and its answer."""

    answer: Answer

    @property
    def form(self) -> SituationForm:
        """The form of the question."""
        return self.answer.form

    @property
    def question(self) -> Question:
        """The question."""
        return self.answer.resolver.question

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
            return _("With your own numbers where the catalog has none.") if self.answer.resolver.own_facts else ""
        words = _("Cards as in this list: release %(release)d.")
        if self.answer.resolver.own_facts:
            words = _("Cards as in this list: release %(release)d, with its player’s own numbers.")
        return words % {"release": self.answer.resolver.snapshot.release}

    @cached_property
    def lacking(self) -> list[str]:
        """The labels of what has to be entered first, if anything was entered."""
        entered = self.form.is_bound and self.form.is_valid() and any(self.form.cleaned_data.values())
        return self.form.lacking() if entered else []

    @property
    def refused(self) -> bool:
        """True if the request has errors."""
        return bool(self.answer.faults) or (self.form.is_bound and bool(self.form.errors))

    @property
    def wrong_fields(self) -> list[str]:
        """The labels of the fields with errors."""
        return [str(self.form[name].label) for name in self.form.errors if name in self.form.fields]

    @cached_property
    def sheet(self) -> Any:
        """The sheet that prints instead of the page; None without one."""
        return self.form.sheet(self.answer.situation, self.answer.resolution)

    @cached_property
    def unknown(self) -> list[tuple[str, list[FieldView]]]:
        """The unknown facts that the answer depends on, each with the fields to enter it.

        If these are more than a phone shows at once, the first ones are entered first, and the others are named.
        """
        if not self._unknown_names:
            return []
        left = MAX_CONTROLS - self._other_controls - controls_in(self._groups_if_all_are_asked)
        found, shown = [], set[str]()
        for words, names in self._unknown_names:
            views = [field_view(self.form, name, self.answer.dice_rolled) for name in names if name not in shown]
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
            for one in (self.answer.resolution["unknown"] if self.answer.resolution else ())
            if one["fact"].split("/")[1] not in OF_TABLE
        ]

    @cached_property
    def typed(self) -> int:
        """The number of entered facts of cards that the cards lack, which the user can keep."""
        return len(self.form.typed_facts()) if self.answer.resolution else 0

    @property
    def asked_icons(self) -> set[str]:
        """The names of the fields for the icons that the answer depends on and that are not known."""
        return {f"icon_{name}" for name in self._asked_of_table("icons")}

    @property
    def asked_dice(self) -> set[str]:
        """The names of the dice whose faces the answer depends on and that are not known."""
        return self._asked_of_table("dice")

    def _asked_of_table(self, part: str) -> set[str]:
        facts = [one["fact"].split("/") for one in self.answer.resolution["unknown"]] if self.answer.resolution else []
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
        card = stock(self.answer.resolver.play.game, self.answer.resolver.snapshot.release).card(unknown["card"])
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
        if asked == self._names_of_unknown:
            return self._groups_if_all_are_asked
        return group_views(self.form, asked, self.answer.dice_rolled)

    @cached_property
    def _names_of_unknown(self) -> set[str]:
        """The names of all fields to enter unknown facts."""
        return {name for _words, names in self._unknown_names for name in names}

    @cached_property
    def _groups_if_all_are_asked(self) -> list[GroupView]:
        """The groups of fields if all fields for unknown facts are next to the answer."""
        return group_views(self.form, self._names_of_unknown, self.answer.dice_rolled)

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
        return PAGE_BUTTONS + bool(self.answer.explained) + bool(self.asked_dice)

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

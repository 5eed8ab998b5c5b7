"""The effects of the newest release on a list of an older one, shown before the move.

The list is unchanged until its owner moves it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from catalog import snapshots
from catalog.documents.forms.document_form import NON_FORM_KEYS
from legions.cards.stock import CardView, Stock
from legions.changes import own_facts
from legions.changes.basic import picks
from legions.collection.availability import CollectionCopies, with_owned
from legions.game_words import vocabulary, words_of_game
from legions.my_lists.list_lines import judge_each
from legions.own_numbers.applied_numbers import with_numbers
from legions.own_numbers.services import Facts
from legions.site import wording
from legions.verdicts.findings import FindingView
from legions.verdicts.view_models import VerdictView

IGNORED_FACTS = frozenset({"formerly", "name", "translations"})
"""Fields whose changes are described by other sentences."""


@dataclass(frozen=True, slots=True)
class FactChange:
    """A fact with another value in the newer release."""

    label: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class CardChange:
    """The changes of a card: sentences about its name and its retirement, and changed facts."""

    card: CardView
    words: tuple[str, ...]
    facts: tuple[FactChange, ...]


@dataclass(frozen=True)
class ReleaseUpgrade:
    """A list judged with its own and with the newest release, with the holder's present collection and own numbers."""

    document: dict[str, Any]
    newest: int
    owned: CollectionCopies | None = None
    facts: Facts = field(default_factory=dict)

    @cached_property
    def _both(self) -> list[tuple[dict[str, Any], Stock, VerdictView | None, bool]]:
        both = (self.document, {**self.document, "release": self.newest})
        return judge_each([with_numbers(with_owned(document, self.owned), self.facts) for document in both])

    @property
    def release(self) -> int:
        """The release of the list."""
        return int(self.document["release"])

    @property
    def before(self) -> VerdictView | None:
        """The verdict of the list's release, or None if it cannot be judged."""
        return self._both[0][2]

    @property
    def after(self) -> VerdictView | None:
        """The verdict of the newest release; None if it cannot be judged, so that the list cannot be moved."""
        return self._both[1][2]

    @property
    def sentence(self) -> str:
        """A sentence with the verdicts before and after."""
        values = {"release": self.release, "newest": self.newest}
        was = self.before.inline_word if self.before else _("not judged")
        if self.after is None:
            return _("%(was)s when you built it (release %(release)d). Release %(newest)d cannot judge it.") % {
                **values,
                "was": was.capitalize(),
            }
        now = self.after.inline_word
        words = (
            _("%(was)s when you built it (release %(release)d), %(now)s now (release %(newest)d).")
            if was != now
            else _("%(was)s when you built it (release %(release)d), and still %(now)s (release %(newest)d).")
        )
        return words % {**values, "was": was.capitalize(), "now": now}

    @cached_property
    def because(self) -> list[FindingView]:
        """The findings that are new in the newest release."""
        before = {finding.message for finding in self.before.finding_list.findings} if self.before else set()
        return [
            finding
            for finding in (self.after.finding_list.findings if self.after else ())
            if finding.message not in before
        ]

    @cached_property
    def gone(self) -> list[FindingView]:
        """The findings of rules that have no findings any more."""
        after = {finding.rule for finding in self.after.finding_list.findings} if self.after else set()
        return [
            finding
            for finding in (self.before.finding_list.findings if self.before else ())
            if finding.rule not in after
        ]

    @property
    def turned(self) -> bool:
        """True if the outcome changes."""
        return bool(self.before and self.after and self.before.outcome != self.after.outcome)

    @property
    def costs(self) -> tuple[str, str] | None:
        """The points before and after, or None if they do not change."""
        if self.before is None or self.after is None or self.before.sums == self.after.sums:
            return None
        return self.before.sums, self.after.sums

    @cached_property
    def cards(self) -> list[CardChange]:
        """The changed cards of the list, each once, in the order of the list."""
        slugs = dict.fromkeys(_slugs(self.document))
        old, new = self._both[0][1], self._both[1][1]
        found = (_changed(old.card(slug), new.card(slug)) for slug in slugs)
        return [change for change in found if change.words or change.facts]


def release_upgrade(
    document: dict[str, Any], owned: CollectionCopies | None = None, facts: Facts | None = None
) -> ReleaseUpgrade | None:
    """Return the effects of moving a list to the newest release, or None if the list is on it already."""
    newest = snapshots.newest().release
    return ReleaseUpgrade(document, newest, owned, facts or {}) if document.get("release", newest) < newest else None


def _slugs(document: Mapping[str, Any]) -> Iterator[str]:
    for pick in picks(dict(document)):
        yield pick["card"]
        yield from pick.get("upgrades", ())
    yield from document.get("tiles", ())


def _changed(old: CardView, new: CardView) -> CardChange:
    return CardChange(new if new.known else old, tuple(_name_changes(old, new)), tuple(_facts(old, new)))


def _name_changes(old: CardView, new: CardView) -> Iterator[str]:
    if not new.known:
        if old.known:
            yield _("The newest release does not have it.")
        return
    if not old.known:
        yield _("The newest release has it; the old one did not.")
        return
    if old.title != new.title:
        yield _("It was called %(name)s before.") % {"name": old.title}
    if old.slug != new.slug:
        yield _("Its short name was %(slug)s before; both are understood.") % {"slug": old.slug}
    retired, was = new.document.get("retired"), old.document.get("retired")
    if retired and not was:
        yield _("It is retired: %(why)s") % {"why": retired}
    elif was and not retired:
        yield _("It is no longer retired.")


def _facts(old: CardView, new: CardView) -> Iterator[FactChange]:
    if not (old.known and new.known):
        return
    game, kind, worded = new.game, new.document["kind"], words_of_game(new.game).fact_words.card_words
    for key in sorted((old.document.keys() | new.document.keys()) - NON_FORM_KEYS - IGNORED_FACTS - worded.keys()):
        before, after = old.document.get(key), new.document.get(key)
        if before != after:
            yield FactChange(
                vocabulary.fact_title(game, kind, key), _value_words(game, key, before), _value_words(game, key, after)
            )
    sentences = [" ".join(wording.card_text(card.document)) for card in (old, new)]
    if sentences[0] != sentences[1]:
        yield FactChange(_("What it requires and gives"), *(words or _("nothing") for words in sentences))


def _value_words(game: str, key: str, value: Any) -> str:
    return _("not known") if value is None else own_facts.value_words(game, key, value)

"""Batches of legions: the variants each legion is judged under, and the answers in order."""

import json
from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import Any, NamedTuple

from catalog import snapshots
from catalog.documents.errors import Fault, InvalidInput
from rulesapi.judging import campaigns, verdicts

MAX_COMBINATIONS = 20
"""The maximum number of formats, and of releases, in one request."""

MAX_VERDICTS = 5_000
"""The maximum number of verdicts for one request, which occupies a process for that time."""

MAX_CARDS = 30_000
"""The maximum cost of one request in cards, with each legion counted once per verdict.

`judging_cost` also counts work beyond the cards themselves as cards.
"""

MIN_CARDS = 5
"""The minimum cost of a legion in cards."""

CARDS_PER_PLAYER = 5
"""The additional cost in cards of each player of a team, whose list is priced separately."""

CARDS_PER_FACTS = 20
"""The additional cost in cards of own facts, which require the cards to be parsed again; each card with own facts adds
one more.
"""

MAX_ANSWER_BYTES = 29_000_000
"""The maximum size in bytes of all answers to one request; further legions are not judged."""

MAX_REMEMBERED = 100
"""The maximum number of cached answers for legions that occur again in a request."""

BatchResult = dict[str, Any] | InvalidInput
ParsedLine = Any | InvalidInput
"""A legion's document, or the error of the bytes that should contain it."""


class JudgingVariants(NamedTuple):
    """The formats and releases under which each legion is judged; if empty, those that the legion names."""

    formats: tuple[str, ...] = ()
    releases: tuple[int, ...] = ()

    @property
    def number(self) -> int:
        """The number of verdicts per legion."""
        return max(1, len(self.formats)) * max(1, len(self.releases))

    def of(self, legion: Any) -> Iterator[Any]:
        """Yield a legion once for each format and, within a format, for each release."""
        if not self.formats and not self.releases:
            yield legion
            return
        for format_, release in product(self.formats or (None,), self.releases or (None,)):
            named = {"format": format_, "release": release}
            fields = {field: value for field, value in named.items() if value is not None}
            yield {**legion, **fields} if fields and isinstance(legion, dict) else legion

    def check(self) -> None:
        """Check that the releases exist. Raises InvalidInput `unknown-release`."""
        for release in self.releases:
            try:
                snapshots.at(release)
            except InvalidInput as error:
                raise InvalidInput(
                    error.code, [Fault("/releases", one.code, one.message) for one in error.faults]
                ) from error


def card_count(legion: Any) -> int:
    """Return the number of cards in a document, copies in one line counted once; at least 1, for any input."""
    if not isinstance(legion, dict):
        return 1
    team = legion.get("team")
    lists = [legion, *team] if isinstance(team, list) else [legion]
    picks = [one["picks"] for one in lists if isinstance(one, dict) and isinstance(one.get("picks"), list)]
    return max(1, sum(1 + _upgrade_count(pick) for some in picks for pick in some))


def judging_cost(legion: Any) -> int:
    """Return the cost of a verdict on a document in cards, for any input."""
    facts, team = (legion.get("facts"), legion.get("team")) if isinstance(legion, dict) else (None, None)
    own_facts = CARDS_PER_FACTS + len(facts) if isinstance(facts, dict) and facts else 0
    players = CARDS_PER_PLAYER * len(team) if isinstance(team, list) else 0
    return max(MIN_CARDS, card_count(legion)) + own_facts + players + _record_cost(legion)


def _record_cost(legion: Any) -> int:
    """Return the cost in cards of the campaign record in a legion; 0 if it is malformed."""
    campaign = legion.get("campaign") if isinstance(legion, dict) else None
    record = campaign.get("record") if isinstance(campaign, dict) else None
    return campaigns.judging_cost(record) if record is not None else 0


def _upgrade_count(pick: Any) -> int:
    upgrades = pick.get("upgrades") if isinstance(pick, dict) else None
    return len(upgrades) if isinstance(upgrades, list) else 0


def too_many_cards(place: str = "") -> InvalidInput:
    """Return the error for a request with too many cards in all its verdicts together."""
    message = f"More than {MAX_CARDS:,} cards in all verdicts together. Send the rest apart."
    return InvalidInput("too-large", [Fault(place, "too-large", message)], status=413)


def answer_full() -> InvalidInput:
    """Return the error for a legion after the maximum size of answers was reached."""
    message = f"The answers above have {MAX_ANSWER_BYTES:,} bytes, and no more are given at once. Send this one again."
    return InvalidInput("too-large", [Fault("", "too-large", message)], status=413)


def judge_batch(
    legions: Iterable[ParsedLine],
    variants: JudgingVariants,
    release: int | None,
    spend: Callable[[Any], None] = lambda legion: None,
    answered: Callable[[], int] = lambda: 0,
) -> Iterator[BatchResult]:
    """Yield the answers in the order of the legions, all variants of one legion before the next.

    `spend` is called before each verdict; an exception it raises ends the answers. `answered` returns the number of
    bytes answered so far: once it exceeds `MAX_ANSWER_BYTES`, further legions are refused without being judged. A line
    that could not be read yields its error once per variant. Raises InvalidInput `unknown-release` before the first
    answer.
    """
    judge_one = verdicts.sequential_judge(release)
    variants.check()
    return _judge_batch(legions, variants, judge_one, spend, answered)


def _judge_batch(
    legions: Iterable[ParsedLine],
    variants: JudgingVariants,
    judge_one: Callable[[Any], BatchResult],
    spend: Callable[[Any], None],
    answered: Callable[[], int],
) -> Iterator[BatchResult]:
    """Yield the answers; a legion identical to an earlier one gets the cached answer, if it is still cached."""
    results: dict[str, BatchResult] = {}
    for legion in legions:
        for variant in variants.of(legion):
            spend(variant)
            if isinstance(variant, InvalidInput):
                yield variant
                continue
            if answered() > MAX_ANSWER_BYTES:
                yield answer_full()
                continue
            written = json.dumps(variant)
            if written not in results:
                if len(results) == MAX_REMEMBERED:
                    del results[next(iter(results))]
                results[written] = judge_one(variant)
            yield results[written]

"""Many legions at once: what each is judged as, and their answers one after the other."""

import json
from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import Any, NamedTuple

from catalog import snapshots
from catalog.documents.errors import Fault, InvalidInput
from rulesapi.judging import campaigns, verdicts

MAX_COMBINATIONS = 20
"""Formats and releases that may be asked for, each."""

MAX_VERDICTS = 5_000
"""Verdicts of one question: it keeps a process from all others for as long."""

MAX_CARDS = 30_000
"""Cards of one question in all its verdicts together, each legion counted once for each of its verdicts.

That is what `judging_cost` counts: what a verdict takes beside its cards is counted as cards, too.
"""

MIN_CARDS = 5
"""As so many cards a legion counts that has fewer."""

CARDS_PER_PLAYER = 5
"""As so many cards more each player of a team counts, whose list is priced by itself."""

CARDS_PER_FACTS = 20
"""As so many cards more it counts with own facts, by which its cards are read anew, and as one for each card that has
them."""

MAX_ANSWER_BYTES = 29_000_000
"""Bytes of all answers to one question together: after so many no legion is judged any more."""

MAX_REMEMBERED = 100
"""Answers that are kept for legions that come again in the same question: so many can be held at once."""

BatchResult = dict[str, Any] | InvalidInput
ParsedLine = Any | InvalidInput
"""A legion's document, or what is wrong with the bytes that it was to be read from."""


class JudgingVariants(NamedTuple):
    """The formats and releases that each legion is judged under; with none, those that it names itself."""

    formats: tuple[str, ...] = ()
    releases: tuple[int, ...] = ()

    @property
    def number(self) -> int:
        """How many verdicts each legion gets."""
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
        """Refuse releases that there are not. Raises InvalidInput `unknown-release`."""
        for release in self.releases:
            try:
                snapshots.at(release)
            except InvalidInput as error:
                raise InvalidInput(
                    error.code, [Fault("/releases", one.code, one.message) for one in error.faults]
                ) from error


def card_count(legion: Any) -> int:
    """Return how many cards a document lists, copies of one line as one; 1 at least, whatever it is."""
    if not isinstance(legion, dict):
        return 1
    team = legion.get("team")
    lists = [legion, *team] if isinstance(team, list) else [legion]
    picks = [one["picks"] for one in lists if isinstance(one, dict) and isinstance(one.get("picks"), list)]
    return max(1, sum(1 + _upgrade_count(pick) for some in picks for pick in some))


def judging_cost(legion: Any) -> int:
    """Return as how many cards a verdict on a document counts, whatever the document is."""
    facts, team = (legion.get("facts"), legion.get("team")) if isinstance(legion, dict) else (None, None)
    own_facts = CARDS_PER_FACTS + len(facts) if isinstance(facts, dict) and facts else 0
    players = CARDS_PER_PLAYER * len(team) if isinstance(team, list) else 0
    return max(MIN_CARDS, card_count(legion)) + own_facts + players + _record_cost(legion)


def _record_cost(legion: Any) -> int:
    """Return as how many cards the campaign's record that a legion brings counts; nothing is derived of an odd one."""
    campaign = legion.get("campaign") if isinstance(legion, dict) else None
    record = campaign.get("record") if isinstance(campaign, dict) else None
    return campaigns.judging_cost(record) if record is not None else 0


def _upgrade_count(pick: Any) -> int:
    upgrades = pick.get("upgrades") if isinstance(pick, dict) else None
    return len(upgrades) if isinstance(upgrades, list) else 0


def too_many_cards(place: str = "") -> InvalidInput:
    """Return the refusal of a question with too many cards in all its verdicts together."""
    message = f"More than {MAX_CARDS:,} cards in all verdicts together. Send the rest apart."
    return InvalidInput("too-large", [Fault(place, "too-large", message)], status=413)


def answer_full() -> InvalidInput:
    """Return the refusal of a legion before which as many bytes were answered as there may be."""
    message = f"The answers above have {MAX_ANSWER_BYTES:,} bytes, and no more are given at once. Send this one again."
    return InvalidInput("too-large", [Fault("", "too-large", message)], status=413)


def judge_batch(
    legions: Iterable[ParsedLine],
    variants: JudgingVariants,
    release: int | None,
    spend: Callable[[Any], None] = lambda legion: None,
    answered: Callable[[], int] = lambda: 0,
) -> Iterator[BatchResult]:
    """Yield the answers to legions in their order, each under all ways before the next.

    `spend` is asked before each verdict, and what it raises ends the answers. `answered` tells how many bytes of
    answers there are by then: after `MAX_ANSWER_BYTES` a legion is refused in its place, and not judged. What was not
    to be read at all is answered as often as a legion is. Raises InvalidInput `unknown-release` before the first answer
    is asked for.
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
    """Yield the answers; a legion that is written like one before it gets the answer of that, as long as it is kept."""
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

"""The second judge: section by section what the rulebook asks of one player's legion.

A rule is broken when it is broken in every world (see worlds.py), and open when only in some. A legion is illegal when
a rule that counts as an error is broken, undetermined when none is but one is open, and legal otherwise. So a legion
of which every filling would be illegal, but each for the sake of another rule, is undetermined: a verdict names the
rule that is broken, and here nobody could say which.

Not asked here: teams, campaigns, and what a format bars.
"""

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tests.second_engine.clauses import holds
from tests.second_engine.guessing import ICONS, Guesses
from tests.second_engine.pricing import LARGEST_TROOP, price
from tests.second_engine.reading import Card, Creature, Standing, lay_out
from tests.second_engine.report import Misfit, Report
from tests.second_engine.seating import Wish, all_on, crowded, subsets
from tests.second_engine.worlds import Fact, Look, ask

ARTIFACT = "campaign-artifact"

#: Two places whose cards clash; twice the same place when a pick counts more than one copy.
Pair = tuple[str, str]


def judge(
    cards: Mapping[str, Card],
    formats: Mapping[str, Mapping[str, Any]],
    game: Mapping[str, Any],
    legion: Mapping[str, Any],
) -> dict[str, Any]:
    """Judge a legion.

    Answers with `verdict`, `points`, `codes` (what is broken: code and places, sorted), `unknown` (card and fact: those
    on which it hangs whether a rule is broken), `touching` (those and all others that an open rule reads) and `misfits`
    (what must be said of each creature whose upgrades cannot all be on it; `codes` has one way to say it).
    """
    form = formats[legion.get("format", game["default_format"])]
    table = lay_out(cards, legion)
    levels = {entry["rule"]: entry["level"] for entry in form["levels"]}
    report = Report(table, Guesses(card for _, card, _ in table.cards), levels)
    _cards_that_cannot_be(report)
    _not_owned(report, cards, legion)
    _unique_names(report)
    for creature in table.creatures:
        _soldiers(report, creature)
        _slots(report, creature)
        _duplicates(report, creature)
        _bearer(report, creature)
        _exclusions(report, creature)
    _artifacts(report)
    _card_limits(report)
    points = _points(report, legion, form)
    illegal = any(report.counts(code.partition("/")[2]) for code, _ in report.found)
    return {
        "verdict": "illegal" if illegal else "undetermined" if report.open else "legal",
        "points": points,
        "codes": sorted(report.found),
        "unknown": report.unknown,
        "touching": report.unknown | report.touching,
        "misfits": report.misfits,
    }


def _points(report: Report, legion: Mapping[str, Any], form: Mapping[str, Any]) -> dict[str, int | None]:
    """The sum of all costs is at most the limit (p. 28)."""
    limit = legion.get("points", form["points"])
    cost = price(report.table, report.guesses, limit)
    if cost.broken:
        report.broken("point-limit", ["/points" if "points" in legion else ""])
    elif cost.open:
        report.left_open("point-limit", cost.unknown, cost.read)
    return {"total": cost.total, "known": cost.known, "limit": limit}


def _cards_that_cannot_be(report: Report) -> None:
    """Unknown, misplaced and retired cards, and a legion without creatures (pp. 28-29)."""
    table = report.table
    for places in table.unknown.values():
        report.broken("unknown-card", places)
    for place in table.misplaced:
        report.broken("not-equippable", [place])
    if not table.creatures and not table.a_pick_is_unknown:
        report.broken("no-creature", ["/picks"])
    retired: dict[str, list[str]] = {}
    for place, card, _ in table.cards:
        if "retired" in card:
            retired.setdefault(card["slug"], []).append(place)
    for places in retired.values():
        report.broken("retired-card", places)


def _not_owned(report: Report, cards: Mapping[str, Card], legion: Mapping[str, Any]) -> None:
    """Cards are limited by what the player owns, where the player says what that is (pp. 28 and 32)."""
    if "collection" not in legion:
        return
    for card in cards.values():
        owned = sum(legion["collection"].get(slug, 0) for slug in (card["slug"], *card.get("formerly", [])))
        used = [(place, count) for place, at_place, count in report.table.cards if at_place is card]
        if sum(count for _, count in used) > owned:
            report.broken("collection-limit", [place for place, _ in used])


def _same_names(
    report: Report, code: str, standing: list[tuple[str, Card, int]], ring: Callable[[Look, Card], bool]
) -> None:
    """No name twice among those cards that count: one finding a name, of the places that clash whatever is unknown."""
    pairs = [
        (one, other)
        for one, other in itertools.combinations(standing, 2)
        if _could_share(one[1], other[1], report.guesses)
    ] + [(one, one) for one in standing if one[2] > 1]

    def clash(pair: tuple[Any, Any], look: Look) -> bool:
        (_, one, _), (_, other, _) = pair
        if not (ring(look, one) and ring(look, other)):
            return False
        return one["slug"] == other["slug"] or look(one, "/name").casefold() == look(other, "/name").casefold()

    sure = [
        (pair[0][0], pair[1][0])
        for pair in pairs
        if all(ask(lambda look, pair=pair: clash(pair, look), report.guesses).values)
    ]
    for places in _joined(sure):
        report.broken(code, places)
    count = ask(
        lambda look: len(_joined([(pair[0][0], pair[1][0]) for pair in pairs if clash(pair, look)])), report.guesses
    )
    if max(count.values) > min(count.values):
        report.left_open(code, count.deciding(), count.facts)
    for pair in pairs:
        one_pair = ask(lambda look, pair=pair: clash(pair, look), report.guesses)
        report.touch(code, one_pair.deciding())


def _could_share(one: Card, other: Card, guesses: Guesses) -> bool:
    """Whether two cards have one name in some world."""
    answers = ask(lambda look: look(one, "/name").casefold() == look(other, "/name").casefold(), guesses)
    return one["slug"] == other["slug"] or any(answers.values)


def _joined(pairs: Iterable[Pair]) -> list[set[str]]:
    """Places that clash with each other, directly or through others."""
    groups: list[set[str]] = []
    for pair in pairs:
        touching = [group for group in groups if group & set(pair)]
        groups = [group for group in groups if not group & set(pair)]
        groups.append(set(pair).union(*touching))
    return groups


def _unique_names(report: Report) -> None:
    """A unique name stands at most once in a legion (p. 28)."""
    ringed = [entry for entry in report.table.cards if entry[1]["unique"] is not False]
    _same_names(report, "unique-name", ringed, lambda look, card: bool(look(card, "/unique")))


def _duplicates(report: Report, creature: Creature) -> None:
    """No creature carries two copies of one upgrade (p. 28)."""
    carried = [(upgrade.place, upgrade.card, 1) for upgrade in creature.upgrades]
    _same_names(report, "duplicate-upgrade", carried, lambda _look, _card: True)


def _soldiers(report: Report, creature: Creature) -> None:
    """A troop has 1 to 6 soldiers (p. 30), any other creature is one figure."""
    soldiers = creature.soldiers
    if soldiers is None:
        return

    def wrong(look: Look) -> bool:
        return not 1 <= soldiers <= (LARGEST_TROOP if look(creature.card, "/troop") else 1)

    report.decide("troop-size", [creature.place + "/soldiers"], wrong)


def _slots(report: Report, creature: Creature) -> None:
    """One upgrade for each icon of the banner (p. 29)."""
    if not creature.upgrades:
        return
    domain = _seating_domain(report, creature)
    fits = ask(lambda look: all_on(*_wishes(creature, look)), domain)
    if not any(fits.values):
        report.misfits[creature.place] = misfit = _misfit(creature, domain)
        for places in misfit.exact or [frozenset(upgrade.place for upgrade in creature.upgrades)]:
            report.broken("upgrade-slot", places)
    elif not all(fits.values):
        deciding = fits.deciding()
        banner = (creature.card["slug"], "/slots")
        report.left_open("upgrade-slot", {banner} if banner in deciding else deciding, fits.facts)


def _misfit(creature: Creature, domain: Callable[[Fact], list[Any]]) -> Misfit:
    """What can be said about upgrades that cannot all be on; `exact` only where the rulebook leaves no choice."""
    places = subsets([upgrade.place for upgrade in creature.upgrades])
    worlds = ask(lambda look: _wishes(creature, look), domain)
    exact = None
    if not worlds.facts:
        [(banner, wishes)] = worlds.values
        if not any(wish.grants or wish.icon == "any" for wish in wishes):
            exact = frozenset(crowded(banner, wishes))

    def rest_fits(banner: tuple[str, ...], wishes: tuple[Wish, ...], taken_off: frozenset[str]) -> bool:
        return all_on(banner, tuple(wish for wish in wishes if wish.place not in taken_off))

    return Misfit(
        exact,
        overfull=frozenset(some for some in places if not any(all_on(*world, some) for world in worlds.values)),
        cures=frozenset(some for some in places if any(rest_fits(*world, some) for world in worlds.values)),
    )


def _wishes(creature: Creature, look: Look) -> tuple[tuple[str, ...], tuple[Wish, ...]]:
    """The banner and what the upgrades want of it; never more of one icon than there are upgrades to take it."""
    most = len(creature.upgrades)

    def needed(icons: Iterable[str]) -> tuple[str, ...]:
        return tuple(icon for icon, count in sorted(Counter(icons).items()) for _ in range(min(count, most)))

    wishes = []
    for upgrade in creature.upgrades:
        slot = look(upgrade.card, "/slot")
        grants = needed(icon["slot"] for icon in look(upgrade.card, "/grants") for _ in range(icon["count"]))
        wishes.append(Wish(upgrade.place, slot, grants))
    return needed(look(creature.card, "/slots")), tuple(wishes)


def _seating_domain(report: Report, creature: Creature) -> Callable[[Fact], list[Any]]:
    """What banners, slots and grants could be; of the icons that none of these cards names, one stands for all."""
    banner = creature.card["slots"] or []
    wanted = [upgrade.card["slot"] for upgrade in creature.upgrades]
    granted = [icon["slot"] for upgrade in creature.upgrades for icon in upgrade.card["grants"] or []]
    named = [icon for icon in ICONS if icon in (*banner, *wanted, *granted)]
    icons = named + [icon for icon in ICONS if icon not in named][:1]
    if any(upgrade.card["kind"] == "spell" and upgrade.card["slot"] is None for upgrade in creature.upgrades):
        icons = sorted({*icons, "arcane", "divine"})
    most = len(creature.upgrades)

    def domain(fact: Fact) -> list[Any]:
        if fact[1] == "/slots":  # bare, one of an icon, full of one icon, and made to measure
            to_measure = [icons[0] if icon in ("any", None) else icon for icon in wanted]
            plenty = [[icon] * most for icon in icons]
            but_one = [list(itertools.chain(*some)) for some in _but_one(plenty)]
            return [[], *([icon] for icon in icons), *plenty, *but_one, to_measure]
        if fact[1] == "/grants":
            plenty = [{"slot": icon, "count": most} for icon in icons]
            return [[], *([{"slot": icon, "count": 1}] for icon in icons), plenty, *_but_one(plenty)]
        return [value for value in report.guesses(fact) if value in icons or value == "any"]

    return domain


def _but_one(things: list[Any]) -> list[list[Any]]:
    return [things[:number] + things[number + 1 :] for number in range(len(things))]


def _bearer(report: Report, creature: Creature) -> None:
    """What an upgrade asks of the creature that carries it (p. 29), and a spell of its level (p. 30)."""
    for upgrade in creature.upgrades:
        card = upgrade.card
        for number in range(len(card["requires"] or [None])):

            def fails(look: Look, card: Card = card, number: int = number) -> bool:
                clauses: list[dict[str, Any]] = look(card, "/requires")
                return number < len(clauses) and not holds(clauses[number], creature.card, look)

            report.decide("equip-restriction", [upgrade.place], fails)
        if card["kind"] == "spell":

            def too_low(look: Look, card: Card = card) -> bool:
                minimum = look(card, "/minimum_level")
                return bool(look(creature.card, "/level") < minimum)

            report.decide("spell-level", [upgrade.place], too_low)


def _exclusions(report: Report, creature: Creature) -> None:
    """Some upgrades forbid another with a keyword on the same creature (p. 29)."""

    def forbids(one: Card, other: Card, look: Look) -> bool:
        words = {word for clause in look(one, "/excludes") for word in clause["keyword"]}
        return bool(words) and bool(words & set(look(other, "/keywords")))

    # Copies of one upgrade are one side of a clash; that there are copies is another rule's matter.
    places: dict[str, list[str]] = {}
    for upgrade in creature.upgrades:
        places.setdefault(upgrade.card["slug"], []).append(upgrade.place)
    cards = {upgrade.card["slug"]: upgrade.card for upgrade in creature.upgrades}
    for one, other in itertools.combinations_with_replacement(cards, 2):
        if one != other or len(places[one]) > 1:

            def clash(look: Look, one: Card = cards[one], other: Card = cards[other]) -> bool:
                return forbids(one, other, look) or forbids(other, one, look)

            report.decide("keyword-exclusion", places[one] + places[other], clash)


def _too_many(
    report: Report,
    code: str,
    among: list[Standing],
    at_most: int,
    counted: Callable[[Look, Card], bool],
    by: Iterable[str] = (),
) -> None:
    """At most so many of the upgrades that count.

    The places are those that count whatever is unknown, and those of the cards that state the limit.
    """
    sure = [
        upgrade.place
        for upgrade in among
        if all(ask(lambda look, card=upgrade.card: counted(look, card), report.guesses).values)
    ]
    places = [*sure, *by]
    report.decide(code, places, lambda look: sum(counted(look, upgrade.card) for upgrade in among) > at_most)


def _artifacts(report: Report) -> None:
    """One Campaign Artifact for a legion, but for those whose text lifts this (pp. 4, 35)."""

    def counted(look: Look, card: Card) -> bool:
        return ARTIFACT in look(card, "/keywords") and "campaign-artifact-limit" not in look(card, "/exempt")

    _too_many(report, "campaign-artifact-limit", report.table.upgrades, 1, counted)


def _card_limits(report: Report) -> None:
    """A limit that a card states holds for the creature, or the legion, it stands with (the card itself)."""
    groups = [(creature.upgrades, "creature") for creature in report.table.creatures]
    groups.append((report.table.upgrades, "legion"))
    for among, per in groups:
        stated: dict[tuple[frozenset[str], int], list[str]] = {}
        for upgrade in among:
            for limit in upgrade.card["limits"] or []:
                if limit["per"] == per:
                    stated.setdefault((frozenset(limit["family"]), limit["at_most"]), []).append(upgrade.place)
        for (family, at_most), by in stated.items():
            _too_many(report, "card-limit", among, at_most, _of_family(family), by)
    _unknown_limits(report)


def _of_family(family: frozenset[str]) -> Callable[[Look, Card], bool]:
    return lambda look, card: bool(family & set(look(card, "/keywords")))


def _unknown_limits(report: Report) -> None:
    """A card whose limits nobody has read may state any."""
    for card in {upgrade.card["slug"]: upgrade.card for upgrade in report.table.upgrades}.values():
        if card["limits"] is None:

            def broken(look: Look, card: Card = card) -> bool:
                return any(
                    sum(_of_family(frozenset(limit["family"]))(look, other.card) for other in report.table.upgrades)
                    > limit["at_most"]
                    for limit in look(card, "/limits")
                )

            report.decide("card-limit", [], broken)

"""Restrictions by formats and house rules: cards, numbers of cards, and days."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from tests.second_engine.places import Card, Standing, by_any_slug, title, title_of_rules
from tests.second_engine.possible_worlds import WorldReader
from tests.second_engine.report import Report
from tests.second_engine.world_generator import World

Rows = list[dict[str, list[str]]]


def card_matcher(cards: Mapping[str, Card]) -> Callable[[Rows, Card, WorldReader], bool]:
    """Return a function that says whether rows of cards, keywords and sets match a card."""
    known = by_any_slug(cards)

    def meant(clauses: Rows, card: Card, look: WorldReader) -> bool:
        values_by_word: dict[str, set[str]] = {}
        for row in clauses:
            for word, values in row.items():
                values_by_word.setdefault(word, set()).update(values)
        if card["slug"] in {known.get(slug, {"slug": slug})["slug"] for slug in values_by_word.get("card", ())}:
            return True
        if "set" in values_by_word and {look(card, "/set"), *card.get("also_in", ())} & values_by_word["set"]:
            return True
        # A kind of card without keywords, such as a tile, has none.
        return "keyword" in values_by_word and bool(
            values_by_word["keyword"] & set(look(card, "/keywords") if "keywords" in card else ())
        )

    return meant


def check_restrictions(
    report: Report, code: str, form: Mapping[str, Any], world: World, standing: Iterable[Standing]
) -> None:
    """Check for cards that a format or a house rule bars, or that are not in its pool: one finding per card."""
    cards, matches = world.cards, card_matcher(world.cards)
    places: dict[str, list[str]] = {}
    for place, card, _ in standing:
        places.setdefault(card["slug"], []).append(place)
    for slug, spots in places.items():

        def banned(look: WorldReader, clauses: Rows, card: Card = cards[slug]) -> bool:
            return matches(clauses, card, look)

        def outside(look: WorldReader, card: Card = cards[slug]) -> bool:
            return "pool" in form and not matches(form["pool"], card, look)

        def excluded(look: WorldReader) -> bool:
            return banned(look, form.get("bans", [])) or outside(look)

        facts = _why(report, form, cards[slug], banned, outside)
        if "set" in facts:
            facts["set_name"] = _name(world.sets, facts["set"])
        report.decide(code, spots, excluded, facts)


def _why(
    report: Report,
    form: Mapping[str, Any],
    card: Card,
    banned: Callable[[WorldReader, Rows], bool],
    outside: Callable[[WorldReader], bool],
) -> dict[str, Any]:
    """Return the facts of a finding: every ban that applies in every world, and the pool if the card is outside."""
    key = form["kind"].replace("-", "_")
    facts: dict[str, Any] = {"card": title(card), key: title_of_rules(form)}
    reasons = []
    for word in ("card", "keyword", "set"):
        rows = [{word: row[word]} for row in form.get("bans", []) if word in row]
        if rows and report.sure(lambda look, clauses=rows: banned(look, clauses)):
            reasons.append(word)
            if word == "card":
                facts["banned"] = title(card)
            elif word == "keyword":
                facts["keywords"] = sorted({one for row in rows for one in row["keyword"]} & set(card["keywords"]))
            else:
                barred = {one for row in rows for one in row["set"]} & {card["set"], *card.get("also_in", ())}
                facts["set"] = card["set"] if card["set"] in barred else min(barred)
    if report.sure(outside) or not reasons:
        reasons.append("pool")
    return facts | {"reasons": reasons}


def _name(sets: Iterable[Mapping[str, Any]], slug: str) -> str:
    """Return the name of a set; the words of its slug if the name is unknown."""
    found = (one["name"] for one in sets if slug in (one["slug"], *one.get("formerly", [])))
    return next(found, None) or slug.replace("-", " ")


def check_allowances(
    report: Report,
    house: Mapping[str, Any],
    cards: Mapping[str, Card],
    groups: Mapping[str, Sequence[Sequence[Standing]]],
) -> None:
    """Check the limits of a house rule on some cards, in each group of cards that a limit counts."""
    matches = card_matcher(cards)
    for limit in house.get("limits", []):
        for standing in groups[limit["per"]]:

            def counted(look: WorldReader, card: Card, limit: Mapping[str, Any] = limit) -> bool:
                return matches(limit["cards"], card, look)

            def wrong(look: WorldReader, standing: Any = standing, limit: Mapping[str, Any] = limit) -> bool:
                return (
                    sum(copies for _, card, copies in standing if matches(limit["cards"], card, look))
                    > limit["at_most"]
                )

            sure = [place for place, card, _ in standing if report.sure(lambda look, card=card: counted(look, card))]
            report.decide("house-limit", sure, wrong, _over(house, limit, sure, standing))


def _over(
    house: Mapping[str, Any], limit: Mapping[str, Any], sure: Sequence[str], standing: Sequence[Standing]
) -> dict[str, Any] | None:
    """Return the facts of a finding about too many cards in a whole list; None for cards on one creature."""
    if limit["per"] == "creature":
        return None
    counted = [one for one in standing if one[0] in sure]
    return {
        "house_rule": title_of_rules(house),
        "at_most": limit["at_most"],
        "count": sum(copies for _, _, copies in counted),
        "cards": sorted({title(card) for _, card, _ in counted}),
    }


def check_format_dates(report: Report, form: Mapping[str, Any], day: str | None) -> None:
    """The day of the game is one of the days of the format. A format without days is played on every day."""
    if day is None:
        return
    if day < form.get("from", "0000-00-00"):
        report.broken("format-dates", ["/on"], {"format": title_of_rules(form), "from": form["from"], "on": day})
    elif day > form.get("until", "9999-99-99"):
        report.broken("format-dates", ["/on"], {"format": title_of_rules(form), "until": form["until"], "on": day})

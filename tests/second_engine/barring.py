"""What a format keeps out: cards, and days."""

from collections.abc import Callable, Mapping
from typing import Any

from tests.second_engine.reading import Card, by_any_slug
from tests.second_engine.report import Report
from tests.second_engine.worlds import Look, ask


def meant_by(cards: Mapping[str, Card]) -> Callable[[list[dict[str, list[str]]], Card, Look], bool]:
    """Whether a card is meant by rows that name cards, keywords and sets."""
    known = by_any_slug(cards)

    def meant(rows: list[dict[str, list[str]]], card: Card, look: Look) -> bool:
        wanted: dict[str, set[str]] = {}
        for row in rows:
            for word, values in row.items():
                wanted.setdefault(word, set()).update(values)
        if card["slug"] in {known.get(slug, {"slug": slug})["slug"] for slug in wanted.get("card", ())}:
            return True
        if "set" in wanted and look(card, "/set") in wanted["set"]:
            return True
        return "keyword" in wanted and bool(wanted["keyword"] & set(look(card, "/keywords")))

    return meant


def barred(report: Report, code: str, form: Mapping[str, Any], cards: Mapping[str, Card]) -> None:
    """Cards that a format, or a house rule, bars, or that are not of its pool: one finding a card."""
    meant = meant_by(cards)
    places: dict[str, list[str]] = {}
    for place, card, _ in report.table.cards:
        places.setdefault(card["slug"], []).append(place)
    for slug, spots in places.items():

        def kept_out(look: Look, card: Card = cards[slug]) -> bool:
            if "bans" in form and meant(form["bans"], card, look):
                return True
            return "pool" in form and not meant(form["pool"], card, look)

        report.decide(code, spots, kept_out)


def allowances(report: Report, house: Mapping[str, Any], cards: Mapping[str, Card]) -> None:
    """How many of some cards a house rule allows, on each creature of what it carries, or in the legion."""
    meant = meant_by(cards)
    for limit in house.get("limits", []):
        among = [report.table.cards]
        if limit["per"] == "creature":
            among = [[(one.place, one.card, 1) for one in creature.upgrades] for creature in report.table.creatures]
        for standing in among:

            def counted(look: Look, card: Card, limit: Mapping[str, Any] = limit) -> bool:
                return meant(limit["cards"], card, look)

            def wrong(look: Look, standing: Any = standing, limit: Mapping[str, Any] = limit) -> bool:
                return (
                    sum(copies for _, card, copies in standing if meant(limit["cards"], card, look)) > limit["at_most"]
                )

            sure = [
                place
                for place, card, _ in standing
                if all(ask(lambda look, card=card: counted(look, card), report.guesses).values)
            ]
            report.decide("house-limit", sure, wrong)


def out_of_season(report: Report, form: Mapping[str, Any], day: str | None) -> None:
    """The day of the game is one of the days of the format. A format without days is played on every day."""
    if day is not None and not form.get("from", "0000-00-00") <= day <= form.get("until", "9999-99-99"):
        report.broken("format-dates", ["/on"])

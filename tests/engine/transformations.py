"""Changes to generated cards and legions, for testing their effects on the verdict."""

import copy
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from rulesapi.engine.core.verdict import Verdict
from tests.engine.generators import Document


def errors(verdict: Verdict) -> Counter[str]:
    """Return the number of errors of each rule, by its name without the game."""
    return Counter(f.code.partition("/")[2] for f in verdict.findings if f.level == "error")


def found(verdict: Verdict) -> Counter[Any]:
    """Return the findings by code and places, without their facts."""
    return Counter((finding.code, finding.level, finding.at) for finding in verdict.findings)


def unknown(verdict: Verdict) -> list[Any]:
    """Return the unknown facts with their places."""
    return [(fact.fact, fact.at, fact.needed_by) for fact in verdict.unknown]


def change_everywhere(document: Any, change: Callable[[str, Any], Any], field: str = "") -> Any:
    """Return the document with each scalar value changed; `change` gets the value's field."""
    if isinstance(document, dict):
        return {name: change_everywhere(value, change, name) for name, value in document.items()}
    if isinstance(document, list):
        return [change_everywhere(value, change, field) for value in document]
    return change(field, document)


def slugs(legion: Document, rename: Callable[[str], str]) -> Document:
    """Return the legion with its cards under other slugs."""
    picks = []
    for pick in legion["picks"]:
        carried = {"upgrades": [rename(slug) for slug in pick["upgrades"]]} if "upgrades" in pick else {}
        picks.append({**pick, "card": rename(pick["card"]), **carried})
    owned = {rename(slug): copies for slug, copies in legion.get("collection", {}).items()}
    return {**legion, "picks": picks, **({"collection": owned} if "collection" in legion else {})}


def without_collection(legion: Document) -> Document:
    """Return the legion without its owner's collection."""
    return {name: value for name, value in legion.items() if name != "collection"}


def shuffled_keys(document: Any, chance: Random) -> Any:
    """Return the JSON with the fields of each object in another order."""
    if isinstance(document, dict):
        names = chance.sample(list(document), len(document))
        return {name: shuffled_keys(document[name], chance) for name in names}
    return [shuffled_keys(value, chance) for value in document] if isinstance(document, list) else document


def split(legion: Document) -> Document:
    """Return the legion with each pick of several copies split into single picks."""
    single = [{name: value for name, value in pick.items() if name != "count"} for pick in legion["picks"]]
    copies = [pick.get("count", 1) for pick in legion["picks"]]
    return {**legion, "picks": [dict(pick) for pick, number in zip(single, copies, strict=True) for _ in range(number)]}


def with_pick(legion: Document, number: int, **fields: Any) -> Document:
    """Return the legion with some fields of one pick changed."""
    picks = [{**pick, **fields} if at == number else pick for at, pick in enumerate(legion["picks"])]
    return {**legion, "picks": picks}


def with_facts(cards: list[Document], slug: str, **facts: Any) -> list[Document]:
    """Return the cards, with some facts of one card changed."""
    return [{**card, **facts} if card["slug"] == slug else card for card in cards]


def with_forgotten_facts(cards: list[Document], chance: Random) -> Iterator[list[Document]]:
    """Yield the cards with one known fact of a random card made unknown, several times."""
    constant = {"kind", "game", "slug", "sources", "retired", "cost_each", "copies", "flips", "dials", "maneuvers"}
    for _ in range(4):
        card = chance.choice([card for card in cards if card["kind"] in {"creature", "upgrade", "spell"}])
        names = [name for name, value in card.items() if name not in constant and value is not None]
        yield with_facts(cards, card["slug"], **{chance.choice(names): None})


def normal(legion: Document) -> Any:
    """Return a legion's contents in a normal form: two legions are equal lists exactly if these are equal."""
    bare: Counter[Any] = Counter()
    lines: Counter[Any] = Counter()
    for pick in copy.deepcopy(legion["picks"]):
        count, soldiers = pick.get("count", 1), pick.get("soldiers", 1)
        if pick.get("upgrades"):
            lines[pick["card"], soldiers, count, tuple(sorted(pick["upgrades"]))] += 1
        else:
            bare[pick["card"], soldiers] += count
    return legion.get("points", 120), lines, bare

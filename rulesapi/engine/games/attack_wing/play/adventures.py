"""Effects of an adventure on a moment of play. Its special rules override cards and all other rules (p. 34).

The special rules are sentences that people apply. Each one that concerns the question is cited, and is open until the
table has settled it. Numbers of the document, such as start areas and rounds, are reported unchanged.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from rulesapi.engine.resolutions.model import Breach, Course, Missing, Step, TableFacts
from rulesapi.engine.resolutions.reading import read_whole
from rulesapi.engine.values.fuzzy_match import close_matches
from rulesapi.engine.values.model import Citation, Document

SPECIAL_RULES = "/special_rules"
"""The pointer of an adventure's special rules, in the document and its sources."""


def adventure_says(situation: Document, question: str, table: TableFacts) -> Course[None]:
    """Yield the special rules, objectives and numbers of the situation's adventure that concern a question."""
    said = situation.get("adventure")
    if not isinstance(said, Mapping):
        return
    adventure = _document(said, table)
    if adventure is None:
        near = close_matches(said["slug"], table.adventures)
        facts = {
            "adventure": said["slug"],
            "nearest": [table.adventures[slug].name for slug in near],
            "nearest_slugs": list(near),
        }
        yield Breach("unknown-adventure", ("/adventure/slug",), facts)
        return
    yield from _special_rules(adventure, question, said.get("settled", ()))
    if question == "set-up":
        yield from _start_areas(adventure)
    elif question == "winner":
        yield from _objectives(adventure)
    if question in ("winner", "end-phase") and adventure.get("rounds") is not None:
        facts = {"adventure": adventure["name"], "rounds": adventure["rounds"]}
        yield Step("adventure-rounds", facts, cite=adventure_cite(adventure, "/rounds"))


def adventure_of(situation: Document, table: TableFacts) -> Document | None:
    """Return the document of the situation's adventure, or None if there is none or it is not in the catalog."""
    said = situation.get("adventure")
    return _document(said, table) if isinstance(said, Mapping) else None


def _document(reference: Document, table: TableFacts) -> Document | None:
    if "document" in reference:
        return read_whole(reference["document"])
    found = table.adventures.get(reference["slug"])
    return None if found is None else found.document


def adventure_cite(adventure: Document, fact: str = SPECIAL_RULES) -> Citation | None:
    """Return where a fact of an adventure can be read, by default its special rules.

    It is None if the source of that fact has no page, so that the rule's own citation applies.
    """
    source = _source(adventure["sources"], fact)
    page = source.get("page")
    return Citation(source["source"], page, adventure["name"], source.get("at")) if page else None


def _source(sources: Document, fact: str) -> Document:
    """Return the source of the place with the pointer `fact`, or of the nearest place that it is in."""
    while fact and fact not in sources:
        fact = fact.rpartition("/")[0]
    source: Document = sources.get(fact) or {}
    return source


def _special_rules(adventure: Document, question: str, settled: Collection[int]) -> Course[None]:
    cite = adventure_cite(adventure)
    touched = {row["rule"]: row["questions"] for row in adventure.get("touches", ())}
    for number, text in enumerate(adventure["special_rules"]):
        if number in touched and question not in touched[number]:
            continue
        rule = "adventure-rule-settled" if number in settled else "adventure-rule"
        yield Step(rule, {"adventure": adventure["name"], "text": text}, cite=cite)
        if number not in settled:
            yield Missing("", f"{SPECIAL_RULES}/{number}", "/adventure", "adventure-rule")


def _start_areas(adventure: Document) -> Course[None]:
    for number, side in enumerate(adventure["sides"]):
        if start := side.get("start"):
            cite = adventure_cite(adventure, f"/sides/{number}/start")
            yield Step("adventure-start", {"side": side["name"], **start}, cite=cite)


def _objectives(adventure: Document) -> Course[None]:
    for number, side in enumerate(adventure["sides"]):
        if side["objective"]:
            cite = adventure_cite(adventure, f"/sides/{number}/objective")
            yield Step("adventure-objective", {"side": side["name"], "objective": side["objective"]}, cite=cite)
    yield Missing("", "/objectives", "/adventure", "adventure-objective")

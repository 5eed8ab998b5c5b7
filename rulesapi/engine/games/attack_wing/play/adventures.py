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
    cite = adventure_cite(adventure)
    yield from _special_rules(adventure, question, said.get("settled", ()), cite)
    if question == "set-up":
        yield from _start_areas(adventure, cite)
    elif question == "winner":
        yield from _objectives(adventure, cite)
    if question in ("winner", "end-phase") and adventure.get("rounds") is not None:
        facts = {"adventure": adventure["name"], "rounds": adventure["rounds"]}
        yield Step("adventure-rounds", facts, cite=cite)


def adventure_of(situation: Document, table: TableFacts) -> Document | None:
    """Return the document of the situation's adventure, or None if there is none or it is not in the catalog."""
    said = situation.get("adventure")
    return _document(said, table) if isinstance(said, Mapping) else None


def _document(reference: Document, table: TableFacts) -> Document | None:
    if "document" in reference:
        return read_whole(reference["document"])
    found = table.adventures.get(reference["slug"])
    return None if found is None else found.document


def adventure_cite(adventure: Document) -> Citation | None:
    """Return the page of the adventure, or None if its source has none, so that the rule's own citation applies."""
    source = adventure["sources"].get("/special_rules") or adventure["sources"].get("") or {}
    page = source.get("page")
    return Citation(source["source"], page, adventure["name"]) if page else None


def _special_rules(adventure: Document, question: str, settled: Collection[int], cite: Citation | None) -> Course[None]:
    touched = {row["rule"]: row["questions"] for row in adventure.get("touches", ())}
    for number, text in enumerate(adventure["special_rules"]):
        if number in touched and question not in touched[number]:
            continue
        rule = "adventure-rule-settled" if number in settled else "adventure-rule"
        yield Step(rule, {"adventure": adventure["name"], "text": text}, cite=cite)
        if number not in settled:
            yield Missing("", f"/special_rules/{number}", "/adventure", "adventure-rule")


def _start_areas(adventure: Document, cite: Citation | None) -> Course[None]:
    for side in adventure["sides"]:
        if start := side.get("start"):
            yield Step("adventure-start", {"side": side["name"], **start}, cite=cite)


def _objectives(adventure: Document, cite: Citation | None) -> Course[None]:
    for side in adventure["sides"]:
        if side["objective"]:
            yield Step("adventure-objective", {"side": side["name"], "objective": side["objective"]}, cite=cite)
    yield Missing("", "/objectives", "/adventure", "adventure-objective")

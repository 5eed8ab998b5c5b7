"""A verdict as plain lines, for a terminal or a file: findings with places and pages, and the points."""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from catalog.documents import canonical
from catalog.documents.suggestions import listed
from rulesapi.engine.core.library import Library

BAR_WIDTH = 40
"""The width, in characters, between the brackets of the points bar."""
MAX_REASON_WIDTH = 24

_TEAM = re.compile(r"/team/(\d+)(?=/|\Z)")
_PICK = re.compile(r"/picks/(\d+)(?:/(?:upgrades/(\d+)|(\w+)))?\Z")
_WHOLE_PLACES = {
    "": "the whole list",
    "/picks": "the whole list",
    "/points": "the points limit",
    "/format": "the format",
    "/on": "the day",
    "/house_rules": "the house rules",
    "/campaign": "the campaign",
    "/campaign/points_bought": "the points bought",
}


def verdict_lines(
    verdict: dict[str, Any], legion: dict[str, Any], library: Library, *, ledger: bool = False
) -> Iterator[str]:
    """Yield the lines of a verdict's document on a legion, including the ledger if requested."""
    where = _place_namer(legion, library)
    points = points_words(verdict["points"], price_may_fall(verdict))
    yield f"{points}  (release {verdict['release']}, {verdict['format']})"
    if bar := points_bar(verdict["points"]):
        yield bar
    for number, part in enumerate(verdict.get("parts", ()), 1):
        called = legion["team"][number - 1].get("name")
        yield f"player {number}{f', {called}' if called else ''}: {points_words(part['points'])}"
    yield from _likely_lines(verdict, where)
    for finding in verdict["findings"]:
        yield from _finding_lines(finding, finding["level"], where)
    for remark in verdict.get("remarks", ()):
        yield f"remark: {remark['message']}"
        yield f"    at {listed(dict.fromkeys(map(where, remark['at'])))}"
    for finding in verdict["waived"]:
        yield from _finding_lines(finding, f"waived by {finding['by']['name']}", where)
    for unknown in verdict["unknown"]:
        yield f"open: Not known of {title_of(library, unknown['card'])}: {fact_words(unknown['fact'])}."
        yield f"    needed by {listed(unknown['needed_by'])}"
        yield f"    at {listed(map(where, unknown['at']))}"
    yield from _question_lines(verdict, where)
    for own in verdict.get("facts", ()):
        yield _own_fact_line(own, library)
    if "without" in verdict:
        yield from _without_house_rules_lines(verdict["without"])
    if ledger:
        yield from _ledger(verdict, library)


def outcome_line(verdict: dict[str, Any]) -> str:
    """Return the outcome in a line: “LEGAL”, “LEGAL with your numbers”, “LEGAL under Open Gate; waived: x”."""
    names = [one["name"] for one in verdict.get("house_rules", ())]
    under = f" under {listed(names)}" if names else ""
    codes = dict.fromkeys(finding["code"].rpartition("/")[2] for finding in verdict["waived"])
    word = " with your numbers" if rests_on_own_facts(verdict) else ""
    lacks = ", ".join(one["message"] for one in verdict.get("unfinished", ()))
    unfinished = f", unfinished ({lacks})" if lacks else ""
    return f"{verdict['verdict'].upper()}{unfinished}{word}{under}" + (f"; waived: {listed(codes)}" if codes else "")


def shown_outcome(verdict: dict[str, Any]) -> str:
    """Return the outcome that people are shown: `unfinished` for an illegal list that merely lacks something."""
    return "unfinished" if verdict.get("unfinished") else str(verdict["verdict"])


def rests_on_own_facts(verdict: dict[str, Any]) -> bool:
    """Return whether a verdict depends on own numbers of the legion; an undetermined one does not."""
    return verdict["verdict"] != "undetermined" and any(own["state"] == "used" for own in verdict.get("facts", ()))


def _own_fact_line(own: dict[str, Any], library: Library) -> str:
    """Return the line about an own number of the legion and its use."""
    own_fact = f"{title_of(library, own['card'])}, {fact_words(own['fact'])}: {canonical.compact(own['value'])}"
    if own["state"] == "used":
        return f"entered by you: {own_fact}"
    if own["state"] == "known":
        if own["catalog"] is None:
            return f"not used: {own_fact}. It does not go with what the catalog knows of the card."
        return f"not used: {own_fact}. The catalog says {canonical.compact(own['catalog'])}."
    there = "legion" if own["state"] == "not-in-legion" else "catalog"
    return f"not used: {own_fact}. The card is not in the {there}."


def _without_house_rules_lines(without: dict[str, Any]) -> Iterator[str]:
    """Yield the lines about the verdict without house rules."""
    yield f"without house rules: {without['verdict']}, {points_words(without['points'])}"
    for finding in without["findings"]:
        yield f"    {finding['level']}: {finding['message']}"


def price_may_fall(verdict: dict[str, Any]) -> bool:
    """Return whether the known part of the price could be lower because of a card whose text is not known."""
    return any(line["reason"] == "discount" and line["points"] is None for line in verdict["ledger"])


def points_words(points: dict[str, Any], may_fall: bool = False) -> str:
    """Return the points with their limit: “139 of 120 points, 19 over”."""
    amount = points["known"] if points["total"] is None else points["total"]
    least = ("known so far: " if may_fall else "at least ") if points["total"] is None else ""
    limit = points["limit"]
    if limit is None:
        return f"{least}{amount} points"
    over = f", {amount - limit} over" if amount > limit else ""
    return f"{least}{amount} of {limit} points{over}"


def points_bar(points: dict[str, Any]) -> str:
    """Return the points as a bar: `#` spent, `!` over the limit, `.` left; empty without a limit."""
    limit, known = points["limit"], points["known"]
    if not limit:
        return ""
    filled = BAR_WIDTH * min(known, limit) // max(known, limit)
    return f"[{'#' * filled:{'!' if known > limit else '.'}<{BAR_WIDTH}}]"


def fact_words(pointer: str) -> str:
    return pointer.strip("/").replace("_", " ").replace("/", ", ")


def title_of(library: Library, slug: str) -> str:
    """Return the title of a card; its slug if the library lacks it."""
    card = library.cards.get(slug)
    return card.title if card else slug


def place_words(pointer: str, legion: dict[str, Any], library: Library) -> str:
    """Return the name of a place in a legion's document: “Fireball on Maurghoros (pick 2)”."""
    team = _TEAM.match(pointer)
    if team:
        player = int(team[1])
        return f"{place_words(pointer[team.end() :], legion['team'][player], library)} of player {player + 1}"
    match = _PICK.match(pointer)
    if match is None:
        return _WHOLE_PLACES.get(pointer, pointer)
    pick = legion["picks"][int(match[1])]
    creature = f"{title_of(library, pick['card'])} (pick {int(match[1]) + 1})"
    if match[2] is not None:
        return f"{title_of(library, pick['upgrades'][int(match[2])])} on {creature}"
    return f"the {match[3].replace('_', ' ')} of {creature}" if match[3] else creature


def _place_namer(legion: dict[str, Any], library: Library) -> Callable[[str], str]:
    return lambda pointer: place_words(pointer, legion, library)


def _finding_lines(finding: dict[str, Any], word: str, place_name: Callable[[str], str]) -> Iterator[str]:
    yield f"{word}: {finding['message']}"
    yield f"    {_cite(finding['cite'])} [{finding['code']}]"
    if "rulings" in finding:
        yield f"    ruled in {_rulings(finding['rulings'])}"
    yield f"    at {listed(dict.fromkeys(map(place_name, finding['at'])))}"


def _likely_lines(verdict: dict[str, Any], place_name: Callable[[str], str]) -> Iterator[str]:
    """Yield the lines about the likely verdict, which assumes that no unknown text lifts a rule, and its findings."""
    if likely := verdict.get("likely"):
        yield f"likely: {likely['message']}"
        for finding in likely["findings"]:
            yield from _finding_lines(finding, "    then", place_name)


def _question_lines(verdict: dict[str, Any], place_name: Callable[[str], str]) -> Iterator[str]:
    """Yield the lines about questions that the rulebook leaves open: first unsettled ones, then those settled by
    rulings.
    """
    for open_question in verdict.get("open", ()):
        yield from _open_question_lines(open_question, place_name)
    for open_question in verdict.get("settled", ()):
        yield from _settled_question_lines(open_question, place_name)


def _open_question_lines(open_question: dict[str, Any], place_name: Callable[[str], str]) -> Iterator[str]:
    """Yield the lines about an open question and its possible readings."""
    yield f"open: {open_question['title']}"
    for interpretation in open_question["readings"]:
        yield f"    either: {interpretation['text']} ({_cite(interpretation['cite'])})"
    yield f"    needed by {listed(open_question['needed_by'])}"
    yield f"    at {listed(map(place_name, open_question['at']))}"


def _settled_question_lines(open_question: dict[str, Any], place_name: Callable[[str], str]) -> Iterator[str]:
    """Yield the lines about a question settled by rulings, with the reading in force."""
    yield f"settled: {open_question['title']}"
    yield f"    by {_rulings(open_question['rulings'])}: {open_question['reading']['text']}"
    yield f"    needed by {listed(open_question['needed_by'])}"
    yield f"    at {listed(map(place_name, open_question['at']))}"


def _rulings(rulings: list[dict[str, str]]) -> str:
    return "; ".join(f"“{one['name']}” [{one['slug']}]" for one in rulings)


def _cite(cite: dict[str, Any]) -> str:
    page = f"p. {cite['page']}" if cite["page"] else None
    return ", ".join(part for part in (cite["source"], page, cite["section"]) if part)


def _ledger(verdict: dict[str, Any], library: Library) -> Iterator[str]:
    rows = [(_amount(line["points"]), _reason(line), line) for line in verdict["ledger"]]
    for amount, reason, line in rows:
        inset = "  + " if "/upgrades/" in line["at"] else ""
        yield f"{amount:>6}  {reason:<{MAX_REASON_WIDTH}}  {inset}{title_of(library, line['card'])}"
    points = verdict["points"]
    yield f"{_amount(points['total']):>6}  {'altogether':<{MAX_REASON_WIDTH}}".rstrip()


def _amount(points: int | None) -> str:
    return "?" if points is None else str(points)


def _reason(line: dict[str, Any]) -> str:
    reason: str = line["reason"].replace("-", " ")
    each = f", {line['each']} each" if line.get("each") else ""
    return f"{reason}{each}{', entered by you' if line.get('by_your_word') else ''}"


def report_lines(report_rows: Iterable[Any]) -> Iterator[str]:
    """Yield the lines about report rows of a text (`rulesapi.text_form`) that were not simply found.

    Rows about the whole list, such as its title, are skipped if they were understood.
    """
    for row in report_rows:
        if row.outcome == "mapped" and row.card is None and row.at:
            continue
        likeness = f", {row.likeness} % alike" if row.likeness is not None else ""
        if row.outcome != "mapped" or row.message:
            yield f"line {row.line}: {row.outcome}{likeness}: {row.text}: {row.message}"

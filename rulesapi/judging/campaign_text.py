"""The verdict on a campaign's record as plain lines, for a terminal or a file."""

from collections.abc import Iterator, Mapping
from typing import Any

from catalog.documents.suggestions import listed


def campaign_lines(verdict: dict[str, Any], names: Mapping[str, str]) -> Iterator[str]:
    """Yield the lines of a verdict: standings, findings and open questions. `names` are card names by slug."""
    yield f"release {verdict['release']}"
    for one in verdict["standings"]:
        yield f"{one['rank']}. {one['name']}: {span_words(one['xp'])} XP{_of(one['entries'])}"
    yield from _winner(verdict)
    for player in verdict["players"]:
        for card in player["cards"]:
            sure = "" if card["sure"] else ", if it was this one"
            yield f"{player['name']} has {names.get(card['card'], card['card'])}, from {card['entry']}{sure}"
    for one in (*verdict["findings"], *verdict["remarks"]):
        yield f"{one.get('level', 'remark')}: {one['message']} [{one['code']}]"
        yield f"    {_cite(one['cite'])}{_of(one['entries'], one.get('more', {}).get('entries', 0))}"
    for row in verdict.get("more", ()):
        yield f"and {row['number']:,} more like these [{row['code']}]"
    for question in verdict["open"]:
        yield f"open: {question['text']} [{question['question']}]"
        yield from (f"    {one['reading']}: {one['text']}" for one in question["readings"])
    for unknown in verdict["unknown"]:
        yield f"open: Not told: {unknown['at']} (in {unknown['entry']})"


def span_words(span: dict[str, int]) -> str:
    """Return a span as text: one number, or its minimum and maximum."""
    return str(span["least"]) if span["least"] == span["most"] else f"{span['least']} to {span['most']}"


def _winner(verdict: dict[str, Any]) -> Iterator[str]:
    winner = verdict["winner"]
    if winner["players"]:
        what = "won by" if winner["decided"] else "may be won by" if verdict["ended"] else "led by"
        names = {player["player"]: player["name"] for player in verdict["players"]}
        yield f"{what} {listed([names[one] for one in winner['players']])}"


def _of(entries: list[str], more: int = 0) -> str:
    return f" (from {listed([*entries, *([f'{more:,} more'] if more else [])])})" if entries else ""


def _cite(cite: dict[str, Any]) -> str:
    page = f", p. {cite['page']}" if cite["page"] else ""
    return f"{cite['source']}{page}"

"""Charts of a campaign: experience from game to game, and wins by player and list."""

from collections import Counter
from typing import Any

from django.utils.translation import gettext as _

from legions.campaigns.records import JudgedRecord, span_words
from legions.site.plots import Plot, PlotRow, count_plot

MAX_GAMES, MAX_PLAYERS = 15, 6
"""The maximum numbers of games per chart (the last ones) and of players (those with the most experience)."""


def campaign_plots(judged: JudgedRecord) -> list[Plot]:
    """Return the charts of a campaign; empty before its first game."""
    sessions = judged.verdict["sessions"]
    if not sessions:
        return []
    first = (judged.players[one["player"]] for one in judged.verdict["standings"][:MAX_PLAYERS])
    plots = [_growth(judged, player) for player in first if player["sessions"]]
    plots.append(_wins(judged))
    return [*plots, *([_wins_by_list(judged)] if _lists_of(judged) else [])]


def _growth(judged: JudgedRecord, player: dict[str, Any]) -> Plot:
    """Return the chart of a player's experience after each game: the certain amount and the maximum.

    An adventure gives its points once.
    """
    words = _former_words(judged, player)
    by_adventure: dict[str, tuple[int, int]] = {}
    rows: list[PlotRow] = []
    for session in judged.verdict["sessions"]:
        if session["entry"] not in player["sessions"]:
            continue
        low, high = by_adventure.get(session["adventure"], (0, 0))
        for one in session["rewards"]:
            if one["player"] in words and session["entry"] in player["xp"]["entries"] and not low:
                low, high = one["xp"]["least"] if not high else 0, max(high, one["xp"]["most"])
        by_adventure[session["adventure"]] = low, high
        least = min(sum(low for low, _high in by_adventure.values()), player["xp"]["least"])
        most = min(sum(high for _low, high in by_adventure.values()), player["xp"]["most"])
        name = judged.adventures[session["adventure"]].name
        rows.append(PlotRow(f"{len(rows) + 1}. {name}", (float(least),), (span_words(least, most),)))
    title = _("Experience of {player}").format(player=player["name"])
    return Plot(title, (_("XP after the game"),), tuple(rows[-MAX_GAMES:]))


def _former_words(judged: JudgedRecord, player: dict[str, Any]) -> set[str]:
    """Return the identifiers of a player and of the players they replaced."""
    words, joined = {player["player"]}, player["joined"]
    while before := next((one for one in judged.players.values() if one["left"] == joined), None):
        words.add(before["player"])
        joined = before["joined"]
    return words


def _wins(judged: JudgedRecord) -> Plot:
    rows = [
        PlotRow(one["name"], (float(len(one["sessions"])), float(len(one["wins"]))))
        for one in judged.verdict["players"]
    ]
    return Plot(_("Games by player"), (_("played"), _("won")), tuple(rows))


def _lists_of(judged: JudgedRecord) -> dict[tuple[str, str], str]:
    """Return the names of lists, by game and player."""
    found = {}
    for row in judged.rows:
        told = row.told
        of = row.document.get("of", row.document["id"])
        for seat in told.get("seats", ()) if told else ():
            if name := seat.get("list", {}).get("name"):
                found[of, seat["player"]] = name
    return found


def _wins_by_list(judged: JudgedRecord) -> Plot:
    lists = _lists_of(judged)
    won: Counter[str] = Counter()
    for player in judged.verdict["players"]:
        for entry in player["sessions"]:
            if name := lists.get((entry, player["player"])):
                won[name] += entry in player["wins"]
    numbers = [(name, float(number)) for name, number in won.most_common()]
    return count_plot(_("Games won by list"), _("won"), numbers)

"""Verdicts on campaigns: errors of the record, each player's state, and the leader or winner."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from types import MappingProxyType
from typing import Any

from rulesapi.engine.campaigns.adventures import Adventure
from rulesapi.engine.campaigns.breaches import MAX_FINDINGS, Breach
from rulesapi.engine.campaigns.derivation import Campaign, OpenPoint, Player, Session, Use, derive
from rulesapi.engine.campaigns.earners import EarnedCard
from rulesapi.engine.campaigns.entitlements import entitlements_of
from rulesapi.engine.campaigns.outcomes import Earned, Result
from rulesapi.engine.campaigns.terms import RECORD_REMARKS, RECORD_RULES, TIE, CampaignTerms
from rulesapi.engine.values.interpretations import RulebookQuestion
from rulesapi.engine.values.messages import fill_template
from rulesapi.engine.values.model import Document, VerdictOutcome
from rulesapi.engine.values.names import pointer_sort_key


def judge_record(
    record: Document,
    adventures: Mapping[str, Adventure],
    terms: CampaignTerms,
    *,
    release: int,
    entitling: tuple[str, str] | None = None,
    names: Mapping[str, str] = MappingProxyType({}),
) -> dict[str, Any]:
    """Return the verdict on a campaign's record, as its document; every number names its entries.

    With an adventure and a side in `entitling` it includes what each player may use there next. `names` are the names
    of cards by slug. Raises LookupError if there is no such adventure or side.
    """
    campaign = derive(record, adventures, terms, names)
    standings = list(_standings(campaign))
    winner = _winner(campaign, standings)
    told = sorted(campaign.breaches.told, key=lambda breach: ([pointer_sort_key(at) for at in breach.at], breach.code))
    findings = [_finding(record["game"], terms, breach) for breach in told if breach.code in RECORD_RULES]
    questions = list(_questions(campaign))
    return {
        "verdict": _outcome(findings, campaign),
        "game": record["game"],
        "release": release,
        "digest": digest(record),
        "findings": findings,
        "remarks": [_remark(record["game"], terms, breach) for breach in told if breach.code in RECORD_REMARKS],
        **_more(record["game"], campaign),
        "open": questions,
        "unknown": [{"at": at, "entry": entry} for at, entry in dict.fromkeys(campaign.needs)],
        "settled": [{"question": slug, "reading": reading} for slug, reading in sorted(campaign.settled.items())],
        "sessions": [_session(campaign, one) for one in campaign.sessions],
        "players": [_player(one) for one in campaign.players.values()],
        "standings": standings,
        "winner": winner,
        "ended": campaign.ended,
        **({} if entitling is None else {"entitlements": _entitlements(campaign, *entitling)}),
    }


def _entitlements(campaign: Campaign, adventure: str, side: str) -> list[dict[str, Any]]:
    """Return the entitlements of each present player for a side of an adventure, in the format of a list's document."""
    chosen = campaign.adventures[adventure]
    chosen_side = chosen.sides[side]
    there = [player for player in campaign.players.values() if player.left is None]
    return [
        {"player": one.player, "entitlements": entitlements_of(campaign, chosen, chosen_side, one)} for one in there
    ]


def digest(record: Document) -> str:
    """Return the SHA-256 of the canonical JSON of a record: entries in their order, members sorted."""
    text = json.dumps(record, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"


def _outcome(findings: Sequence[Mapping[str, Any]], campaign: Campaign) -> VerdictOutcome:
    if any(one["level"] == "error" for one in findings):
        return "illegal"
    return "undetermined" if campaign.open or campaign.needs else "legal"


def _finding(game: str, terms: CampaignTerms, breach: Breach) -> dict[str, Any]:
    rule = RECORD_RULES[breach.code]
    return {"code": f"{game}/{breach.code}", "level": rule.level, **_told(terms, breach, rule.messages)}


def _remark(game: str, terms: CampaignTerms, breach: Breach) -> dict[str, Any]:
    return {"code": f"{game}/{breach.code}", **_told(terms, breach, RECORD_REMARKS[breach.code].messages)}


def _told(terms: CampaignTerms, breach: Breach, messages: tuple[str, ...]) -> dict[str, Any]:
    more = {"at": breach.more_places, "entries": breach.more_entries}
    return {
        "at": list(breach.at),
        "entries": list(breach.entries),
        **({"more": more} if any(more.values()) else {}),
        "message": fill_template(messages, breach.facts),
        "facts": dict(breach.facts),
        "cite": (breach.cite or terms.cite_of(breach.code)).as_document(),
    }


def _more(game: str, campaign: Campaign) -> dict[str, Any]:
    """Return the number of findings and remarks that are not listed, by code; usually there are none."""
    untold = campaign.breaches.untold
    rows = [{"code": f"{game}/{code}", "number": number} for code, number in sorted(untold.items())]
    return {"more": rows} if rows else {}


# -- open questions ------------------------------------------------------------------------------------------------


def _questions(campaign: Campaign) -> Iterator[dict[str, Any]]:
    """Yield each open question that decides something, with its readings, its places and the entries."""
    by_question: dict[tuple[str, str | None], list[OpenPoint]] = {}
    for one in campaign.open:
        by_question.setdefault((one.question, one.adventure), []).append(one)
    known = {question.slug: question for question in campaign.terms.questions}
    for (slug, adventure), points in by_question.items():
        if adventure is None:
            text, readings = _of_rulebook(known[slug])
        else:
            row = campaign.adventures[adventure].questions[slug]
            text, readings = row["text"], [dict(one) for one in row["readings"]]
        yield {
            "question": slug,
            "adventure": adventure,
            "text": text,
            "readings": readings,
            **_places(points),
        }


def _places(points: Sequence[OpenPoint]) -> dict[str, Any]:
    """Return the places and entries of an open question, as many as findings of a rule, and the number of others."""
    at, entries = dict.fromkeys(one.at for one in points), dict.fromkeys(one.entry for one in points if one.entry)
    more = {"at": max(0, len(at) - MAX_FINDINGS), "entries": max(0, len(entries) - MAX_FINDINGS)}
    return {
        "at": list(islice(at, MAX_FINDINGS)),
        "entries": list(islice(entries, MAX_FINDINGS)),
        **({"more": more} if any(more.values()) else {}),
    }


def _of_rulebook(question: RulebookQuestion) -> tuple[str, list[dict[str, str]]]:
    readings = [{"reading": one.slug, "text": str(one.text)} for one in question.interpretations]
    return str(question.title), readings


# -- what came of it -----------------------------------------------------------------------------------------------


def _session(campaign: Campaign, session: Session) -> dict[str, Any]:
    return {
        "entry": session.entry,
        "adventure": session.adventure,
        "seats": [{"player": player, "side": side} for player, side in session.seats],
        "outcomes": [_result(one) for one in session.ending.results],
        "rewards": [_reward(player, earned) for player, earned in session.rewards],
        "open": list(session.ending.questions),
        "unknown": list(session.ending.needs),
    }


def _result(possible: Result) -> dict[str, Any]:
    return {
        "paragraph": possible.outcome.paragraph,
        "victory": possible.outcome.victory,
        "text": possible.outcome.text,
        "holds": possible.holds,
    }


def _reward(player: str, earned: Earned) -> dict[str, Any]:
    return {
        "player": player,
        "side": earned.side,
        "xp": _span(earned.least, earned.most),
        "cards": list(earned.cards),
        "card_sure": earned.card_sure,
        "paragraphs": list(earned.paragraphs),
    }


def _span(least: int, most: int) -> dict[str, int]:
    return {"least": least, "most": most}


def _player(player: Player) -> dict[str, Any]:
    return {
        "player": player.player,
        "name": player.name,
        "joined": player.joined,
        "left": player.left,
        "xp": {**_span(*player.span), "entries": _entries(one.entry for one in player.xp)},
        "cards": [_card(one) for one in player.cards if one.sure is not False],
        "uses": [_use(one) for some in player.uses.values() for one in some],
        "sessions": list(player.sessions),
        "wins": list(player.wins),
    }


def _card(card: EarnedCard) -> dict[str, Any]:
    return {
        "card": card.card,
        "entry": card.entry,
        "adventure": card.adventure,
        "side": card.side,
        "sure": card.sure is True,
    }


def _use(use: Use) -> dict[str, Any]:
    return {
        "entry": use.entry,
        "adventure": use.adventure,
        "counts": use.counts,
        **({"xp": use.xp} if use.card is None else {"card": use.card}),
    }


def _entries(of: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(of))


# -- standings -----------------------------------------------------------------------------------------------------


def _standings(campaign: Campaign) -> Iterator[dict[str, Any]]:
    """Yield the players by experience; players with equal experience share a rank.

    A player who left in an entry by which another joined has given up their place, with everything earned there.
    """
    joined = {player.joined for player in campaign.players.values()}
    spans = {one.player: one.span for one in campaign.players.values() if not (one.left and one.left in joined)}
    rank, before = 0, None
    for number, name in enumerate(sorted(spans, key=lambda player: (-spans[player][0], -spans[player][1], player)), 1):
        least, most = spans[name]
        rank, before = rank if before == (least, most) else number, (least, most)
        player = campaign.players[name]
        yield {
            "rank": rank,
            "player": name,
            "name": player.name,
            "xp": _span(least, most),
            "sessions": len(player.sessions),
            "wins": len(player.wins),
            "entries": _entries(one.entry for one in player.xp),
        }


def _winner(campaign: Campaign, standings: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the winner, or the leader while the campaign goes on; all possible ones if that is undecided."""
    if not standings or not any(one["xp"]["most"] for one in standings):
        return {"players": [], "decided": False, "entries": []}
    best = max(one["xp"]["least"] for one in standings)
    first = [one for one in standings if one["xp"]["most"] >= best]
    sure = all(one["xp"]["least"] == one["xp"]["most"] for one in first) or len(first) == 1
    names = [one["player"] for one in first]
    entries = _entries(entry for one in first for entry in one["entries"])
    if campaign.ended is None:
        return {"players": names, "decided": False, "entries": entries}
    if len(names) == 1 or not sure:
        return {"players": names, "decided": sure, "entries": [*entries, campaign.ended]}
    return _tied(campaign, names, [*entries, campaign.ended])


def _tied(campaign: Campaign, names: list[str], entries: list[str]) -> dict[str, Any]:
    """Return the winner if several players have earned the most: sharing the victory is an open question."""
    reading = campaign.settled.get(TIE.slug)
    if reading is None:
        campaign.leave_open(TIE.slug, "", entries[-1])
    return {"players": [] if reading == "nobody" else names, "decided": reading is not None, "entries": entries}

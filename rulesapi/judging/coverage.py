"""The coverage of a game's rulebook: the state of each of its sections.

The sections are listed in `rulesapi/rulebooks/`; whether a rule judges a section or a question of play resolves it
follows from the citations of the rules.
"""

import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from rulesapi.engine.core.library import rulesets_of
from rulesapi.engine.values.model import Citation
from rulesapi.judging.resolutions import play_ruleset

RULEBOOKS = Path(__file__).resolve().parents[1] / "rulebooks"


@cache
def covered_games() -> tuple[str, ...]:
    """Return the games with a list of rulebook sections."""
    return tuple(sorted(path.stem for path in RULEBOOKS.glob("*.json")))


@cache
def coverage(game: str) -> dict[str, Any]:
    """Return the sections of a rulebook in order. Raises LookupError for a game without a list of rulebook sections.

    Each section has a `state`: `judged` with the codes in `rules` that lists are judged by, `resolved` with the codes
    of play, `reference` or `table` with a `reason`; or `open` if nothing covers it.
    """
    if game not in covered_games():
        raise LookupError(f"The rulebook of {game} is not available.")
    rulebook = json.loads((RULEBOOKS / f"{game}.json").read_text("utf-8"))
    judged, resolved = _cited(game)
    sections = [_section(one, judged, resolved) for one in rulebook["sections"]]
    return {"game": game, "source": rulebook["source"], "sections": sections}


def _section(section: dict[str, Any], judged: dict[str, list[str]], resolved: dict[str, list[str]]) -> dict[str, Any]:
    title = section["title"]
    rules = [*judged.get(title, ()), *resolved.get(title, ())]
    state = section.get("state") or ("judged" if title in judged else "resolved" if title in resolved else "open")
    return {"page": section["page"], "title": title, "state": state, "reason": section.get("reason"), "rules": rules}


def _cited(game: str) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """Return the codes of list rules, and of play rules, by section."""
    play = play_ruleset(game)
    of_play = {rule.code for rule in play.rules.values()} if play else set()
    judged: dict[str, list[str]] = {}
    resolved: dict[str, list[str]] = {}
    for code, cite in _rules(game):
        if cite.section is not None:
            (resolved if code in of_play else judged).setdefault(cite.section, []).append(code)
    return judged, resolved


def _rules(game: str) -> Iterable[tuple[str, Citation]]:
    play = play_ruleset(game)
    for ruleset in rulesets_of(game):
        yield from ((rule.code, rule.cite) for rule in ruleset.rules)
    if play:
        yield from ((rule.code, rule.cite) for rule in play.rules.values())

"""The rules a game's lists are judged by, straight from the engine."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from legions import speech
from legions.cards import reading
from legions.presenting.rulings import RulingView, views
from rulesapi.engine.model import Cite
from rulesapi.engine.ruleset import Rule, Ruleset, find_ruleset

from .cards import choose_game


@dataclass(frozen=True, slots=True)
class RuleLine:
    """A rule as its page shows it."""

    anchor: str
    code: str
    title: str
    text: str
    level: str
    cite: str
    rulings: tuple[RulingView, ...] = ()


@dataclass(frozen=True, slots=True)
class HouseRuleLine:
    """A house rule as its page shows it, with the rules it waives or weighs otherwise."""

    anchor: str
    name: str
    text: str
    official: bool
    waives: tuple[RuleLine, ...]
    weighs: tuple[RuleLine, ...]


@require_safe
def games(request: HttpRequest) -> HttpResponse:
    """List the games; with one game, go straight to its rules."""
    return choose_game(request, "rules")


@require_safe
def rules(request: HttpRequest, game: str) -> HttpResponse:
    """Show every rule of a game with its text and page. The part of its code after the game is its anchor."""
    document = reading.game_or_404(game)
    try:
        ruleset = find_ruleset(document["ruleset"])
    except LookupError as error:
        raise Http404("This game is not judged yet.") from error
    told = reading.rulings_of(game)
    rulings = views(told, ruleset, reading.titles_of(game, told))
    context = {
        "game": document,
        "ruleset": ruleset.name,
        "rules": [_line(rule, rulings) for rule in ruleset.rules],
        "rulings": [one for one in rulings if one.holds],
        "past_rulings": [one for one in rulings if not one.holds],
        "formats": reading.formats_of(game),
        "house_rules": [_house_line(one, ruleset) for one in reading.house_rules_of(game)],
    }
    return render(request, "rules/rules.html", context)


def _line(rule: Rule, rulings: Iterable[RulingView] = ()) -> RuleLine:
    return RuleLine(
        anchor(rule.code),
        rule.code,
        speech.say(rule.title),
        speech.say(rule.text),
        rule.level,
        cited(rule.cite),
        tuple(one for one in rulings if one.holds and rule.code in one.codes),
    )


def _house_line(document: dict[str, Any], ruleset: Ruleset) -> HouseRuleLine:
    lines = {rule.code: _line(rule) for rule in ruleset.rules}
    return HouseRuleLine(
        anchor=f"house-{document['slug']}",
        name=document["name"],
        text=speech.shown(document, "text"),
        official=document["official"],
        waives=tuple(lines[code] for code in document.get("waives", ()) if code in lines),
        weighs=tuple(
            replace(lines[row["rule"]], level=row["level"])
            for row in document.get("levels", ())
            if row["rule"] in lines
        ),
    )


def anchor(code: str) -> str:
    """Return where on its game's page a rule stands: `some-game/point-limit` at `#point-limit`."""
    return code.rpartition("/")[2]


def cited(cite: Cite) -> str:
    """Return a cite in words: “Some rulebook, p. 28, Building a list”."""
    return speech.cited(cite.as_document())

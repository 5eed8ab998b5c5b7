"""Pages of the rules that a game's lists are judged by, read from the engine."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from catalog import snapshots
from legions.cards import queries, references
from legions.cards.choose_game import choose_game
from legions.rulebook.open_book import OpenBook, open_book
from legions.rulebook.search_results import kind_tabs, read_kind, results_of
from legions.rulebook.section_states import SectionState, counted_states, state_page
from legions.rulebook.section_views import place_words
from legions.site import wording
from legions.site.book_urls import section_url
from legions.site.search_queries import read_query
from legions.verdicts.rulings import RulingView, rule_anchor, ruling_views
from rulesapi.engine.core.library import Ruleset, ruleset_of
from rulesapi.engine.core.rules import Rule
from rulesapi.engine.core.rulings import is_in_force
from rulesapi.judging.resolutions import play_ruleset
from rulesapi.judging.supported_games import is_judged
from rulesapi.rulebooks.book import find_book
from rulesapi.rulebooks.coverage import SectionCoverage, coverage_of


@dataclass(frozen=True, slots=True)
class RuleView:
    """A rule on its page."""

    anchor: str
    code: str
    title: str
    text: str
    level: str
    cite: str
    rulings: tuple[RulingView, ...] = ()


@dataclass(frozen=True, slots=True)
class HouseRuleView:
    """A house rule on its page, with the rules it waives or changes in level."""

    anchor: str
    name: str
    text: str
    official: bool
    waives: tuple[RuleView, ...]
    weighs: tuple[RuleView, ...]


@require_safe
def rule_games(request: HttpRequest) -> HttpResponse:
    """List the games; redirect to the rules of the only one."""
    return choose_game(request, "rules", is_judged)


@require_safe
def game_rules(request: HttpRequest, game: str) -> HttpResponse:
    """Show every rule of a game with its text and page, or with a query the results of a search.

    A rule's anchor is its code without the game.
    """
    document = queries.game_or_404(game)
    if query := read_query(request.GET.get("q", "")):
        return _search_results(request, document, query)
    try:
        ruleset = ruleset_of(document)
    except LookupError as error:
        raise Http404("This game is not judged yet.") from error
    found_rulings = queries.game_rulings(game)
    opened = open_book(game)
    in_book = _rulings_in_book(found_rulings, opened)
    found_rulings = [one for one in found_rulings if one["slug"] not in in_book]
    rulings = ruling_views(found_rulings, ruleset, queries.titles_of(game, found_rulings))
    context = {
        "game": document,
        "ruleset": ruleset.name,
        "rules": [_line(rule, rulings) for rule in ruleset.rules],
        "rulings": [one for one in rulings if one.holds],
        "past_rulings": [one for one in rulings if not one.holds],
        "formats": queries.formats_of(game),
        "house_rules": [_house_line(one, ruleset) for one in queries.house_rules_of(game)],
        "covered": opened is not None,
        "in_book": len(in_book),
        "plays": play_ruleset(game) is not None,
        "has_references": bool(queries.references_of(game)),
    }
    return render(request, "site/rules.html", context)


def _rulings_in_book(documents: Iterable[dict[str, Any]], opened: OpenBook | None) -> set[str]:
    """Return the slugs of the rulings that are a section of the rulebook and about no rule for lists."""
    sections = opened.ruling_sections if opened else {}
    return {one["slug"] for one in documents if one["slug"] in sections and not one.get("rules") and is_in_force(one)}


def _search_results(request: HttpRequest, game: dict[str, Any], query: str) -> HttpResponse:
    kind = read_kind(request.GET.get("kind", ""))
    found = results_of(game, query, kind, snapshots.newest())
    context = {"game": game, "searched": query, "found": found, "tabs": kind_tabs(query, kind, [found.answer])}
    return render(request, "rulebook/game_search.html", context)


@dataclass(frozen=True, slots=True)
class CoveredSection:
    """A section of a rulebook on the page of its coverage. `rules` are the codes, without the game, that cite it."""

    anchor: str
    href: str
    place: str
    title: str
    state: SectionState | None
    reason: str | None
    rules: tuple[str, ...]


@require_safe
def rulebook_coverage(request: HttpRequest, game: str) -> HttpResponse:
    """Show each section of a rulebook with its coverage; for a game without a rulebook, that there is none."""
    document = queries.game_or_404(game)
    book = find_book(game)
    if book is None:
        return render(request, "site/coverage.html", {"game": document})
    counted = counted_states(book)
    context = {
        "game": document,
        "book": book,
        "sections": [_covered_section(game, one) for one in coverage_of(book).values()],
        "states": [(state, number, state_page(state.name, game)) for state, number in counted],
        "total": sum(number for _state, number in counted),
    }
    return render(request, "site/coverage.html", context)


def _covered_section(game: str, covered: SectionCoverage) -> CoveredSection:
    section = covered.section
    return CoveredSection(
        section.slug,
        section_url(game, section.address),
        place_words(section),
        section.title,
        SectionState(covered.state) if covered.state else None,
        section.people if covered.state == "people" else None,
        tuple(rule_anchor(code) for code in covered.codes),
    )


@require_safe
def game_references(request: HttpRequest, game: str) -> HttpResponse:
    """Show the rulebook's references about actions, tokens and similar topics, filtered by a query.

    Raises Http404 for a game without references.
    """
    document = queries.game_or_404(game)
    documents = queries.references_of(game)
    if not documents:
        raise Http404("There are no references of this game.")
    query = read_query(request.GET.get("q", ""))
    opened = open_book(game)
    sections = {slug: one.address for slug, one in opened.book.sections_by_reference.items()} if opened else {}
    context = {"game": document, "query": query, "topics": references.topics(documents, query, sections)}
    return render(request, "site/references.html", context)


def _line(rule: Rule, rulings: Iterable[RulingView] = ()) -> RuleView:
    return RuleView(
        rule_anchor(rule.code),
        rule.code,
        wording.translated(rule.title),
        wording.translated(rule.text),
        rule.level,
        wording.linked_citation(rule.cite.as_document(), rule.code.partition("/")[0]),
        tuple(one for one in rulings if one.holds and rule.code in one.codes),
    )


def _house_line(document: dict[str, Any], ruleset: Ruleset) -> HouseRuleView:
    lines = {rule.code: _line(rule) for rule in ruleset.rules}
    return HouseRuleView(
        anchor=f"house-{document['slug']}",
        name=document["name"],
        text=wording.translated_html(document, "text"),
        official=document["official"],
        waives=tuple(lines[code] for code in document.get("waives", ()) if code in lines),
        weighs=tuple(
            replace(lines[row["rule"]], level=row["level"])
            for row in document.get("levels", ())
            if row["rule"] in lines
        ),
    )

"""Pages of adventures: the list of a game, and an adventure with its sides, outcomes and a sketch of the area."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from catalog.api_base.cors import for_any_origin
from catalog.documents.errors import InvalidInput
from catalog.models import DocumentType
from legions.campaigns.adventure_translations import AdventureTexts
from legions.campaigns.catalog_adventures import catalog_adventures, storyline_of
from legions.campaigns.game_results import outcome_title
from legions.campaigns.map_sketch import map_sketch, side_letters
from legions.campaigns.storylines import draw_storyline, storylines
from legions.cards import queries
from legions.cards.stock import CardView, Stock, stock
from legions.game_words import words_of_game
from legions.site import wording
from legions.site.marked_text import MarkedText, join_marked
from legions.site.responses import IMMUTABLE_CACHE
from rulesapi.judging.supported_games import is_judged


@require_safe
def game_adventures(request: HttpRequest, game: str) -> HttpResponse:
    """List the adventures of a game by storyline, each storyline with a link that starts a campaign with it."""
    document = queries.game_or_404(game)
    stories = [(one, [_line(row) for row in one.adventures]) for one in storylines(stock(game))]
    context = {"game": document, "stories": stories, "judged": is_judged(document)}
    return render(request, "campaigns/adventures.html", context)


def _line(document: dict[str, Any]) -> dict[str, Any]:
    said = AdventureTexts(document.get("translations", ()))
    return {**document, "name": said.name(document["name"]), "text": said.text(document["text"])}


@for_any_origin
@require_safe
def storyline_image(request: HttpRequest, release: int, game: str, slug: str) -> HttpResponse:
    """Return the picture of a storyline in one release as SVG, cached like the shields of cards. Raises Http404."""
    try:
        catalog = stock(game, release)
    except InvalidInput as error:
        raise Http404("There is no such release.") from error
    kept = catalog.fragment(("storyline", slug))
    if not kept:
        adventures = [one for one in catalog_adventures(game, release) if storyline_of(one) == slug]
        if not adventures:
            raise Http404("There is no such storyline.")
        kept.append(SafeString(draw_storyline(adventures, catalog)))
    response = HttpResponse(kept[0], content_type="image/svg+xml")
    response["Cache-Control"] = IMMUTABLE_CACHE
    return response


@require_safe
def adventure_page(request: HttpRequest, game: str, slug: str) -> HttpResponse:
    """Show an adventure of the catalog."""
    revision = queries.current_revision(game, DocumentType.ADVENTURE, slug)
    if revision is None:
        raise Http404("There is no such adventure.")
    context = {**adventure_context(revision.document, stock(game)), "game": queries.game_or_404(game)}
    return render(request, "campaigns/adventure.html", context)


def adventure_context(document: dict[str, Any], catalog: Stock, *, own: bool = False) -> dict[str, Any]:
    """Return the template context of an adventure of the catalog (in English) or of an `own` adventure."""
    said = AdventureTexts(document.get("translations", ()), own=own)
    game_words = words_of_game(document["game"])
    return {
        "adventure": document,
        "name": said.name(document["name"]),
        "text": said.text(document["text"]),
        "priced": game_words.priced,
        "sides": [_side(letter, side, said, catalog) for letter, side in side_letters(document)],
        "tokens": [
            (piece["number"], said.piece(piece["number"], piece["what"]), _card_of(piece, catalog))
            for piece in document.get("pieces", ())
        ],
        "special_rules": said.special_rules(document["special_rules"]),
        "questions": [_question(one, said) for one in document.get("questions", ())],
        "outcomes": [_outcome(one, document, said, catalog) for one in document["outcomes"]],
        "sketch": map_sketch(document, in_squares=game_words.in_squares),
        "sources": _sources(document, said, own=own),
    }


def _side(letter: str, side: Mapping[str, Any], texts: AdventureTexts, catalog: Stock) -> dict[str, Any]:
    return {
        "letter": letter,
        "name": texts.side(side["side"], side["name"]),
        "points": side["points"],
        "cards": [catalog.card(card) for card in side["required_cards"]],
        "objective": side["objective"] and texts.objective(side["side"], side["objective"]),
        "exits": [texts.name(wording.schema_word(way).replace("-", " ")) for way in side.get("exits", ())],
    }


def _card_of(piece: Mapping[str, Any], catalog: Stock) -> CardView | None:
    return catalog.card(piece["card"]) if "card" in piece else None


def _question(row: Mapping[str, Any], texts: AdventureTexts) -> tuple[MarkedText, list[MarkedText]]:
    readings = [texts.reading(row["question"], one["reading"], one["text"]) for one in row["readings"]]
    return texts.question(row["question"], row["text"]), readings


def _outcome(
    outcome: Mapping[str, Any], adventure: Mapping[str, Any], texts: AdventureTexts, catalog: Stock
) -> dict[str, Any]:
    names = {side["side"]: texts.side(side["side"], side["name"]) for side in adventure["sides"]}
    earned = [
        (names[one["side"]], one["xp"], [catalog.card(card) for card in one.get("cards", ())])
        for one in outcome["earned"]
    ]
    return {
        "title": outcome_title(outcome["victory"], outcome["paragraph"]),
        "text": texts.outcome(outcome["paragraph"], outcome["text"]),
        "earned": earned,
    }


def _sources(document: Mapping[str, Any], texts: AdventureTexts, *, own: bool) -> list[str]:
    """Return the pages and other sources of an adventure, each once, with links to sections of the rulebook.

    Several facts may be from one page; the link is that of the adventure as a whole if it has one. Sources of an `own`
    adventure are texts of its writer and lead nowhere.
    """
    found: dict[tuple[str, int], str] = {}
    for _pointer, source in sorted(document["sources"].items()):
        cite = {"source": source["source"], "page": source.get("page"), "section": None, "at": source.get("at")}
        shown = _own_source(cite, texts) if own else wording.linked_citation(cite, document["game"])
        found.setdefault((source["source"], source.get("page") or 0), shown)
    return [shown for _place, shown in sorted(found.items())]


def _own_source(cite: Mapping[str, Any], texts: AdventureTexts) -> str:
    return join_marked(", ", filter(None, (texts.name(cite["source"]), wording.page_words(cite["page"]))))

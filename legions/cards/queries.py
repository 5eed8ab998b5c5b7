"""Queries for catalog documents in force, one database query each."""

from collections.abc import Iterable, Mapping
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import F, Q
from django.http import Http404

from catalog.documents.errors import InvalidInput
from catalog.models import DocumentType, Revision, fact_text, sold_in
from legions.game_words import vocabulary
from rulesapi.engine.core.rulings import is_in_force
from rulesapi.judging import verdicts


def published_games() -> list[dict[str, Any]]:
    """Return the documents of the published games, by name."""
    found = Revision.objects.newest().of_type(DocumentType.GAME).order_by("name")
    return [revision.document for revision in found]


def game_or_404(game: str) -> dict[str, Any]:
    """Return the document of `game`. Raises Http404 if the catalog does not have it."""
    revision = Revision.objects.newest().of_type(DocumentType.GAME, game).only("document").first()
    if revision is None or not vocabulary.card_kinds(game):
        raise Http404("There is no such game.")
    return revision.document


def in_order(sets: Iterable[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Return set documents by slug: official sets in order of release, then open sets."""
    documents = sorted(
        sets,
        key=lambda card_set: (
            not card_set["official"],
            card_set["released"] is None,
            card_set["released"] or "",
            card_set["name"] or "",
        ),
    )
    return {document["slug"]: document for document in documents}


def current_revision(game: str, document_type: str, slug: str) -> Revision | None:
    """Return the revision in force of a document with the release it is in force since, or None."""
    found = Revision.objects.newest().of_type(document_type, game).filter(slug=slug)
    return found.select_related("since").first()


def set_document(game: str, slug: str) -> dict[str, Any] | None:
    """Return the document in force of a set, or None."""
    revision = Revision.objects.newest().of_type(DocumentType.SET, game).filter(slug=slug).only("document").first()
    return revision.document if revision else None


def formats_of(game: str) -> list[dict[str, Any]]:
    """Return the format documents of `game`, by name."""
    found = Revision.objects.newest().of_type(DocumentType.FORMAT, game).order_by("name").only("document")
    return [revision.document for revision in found]


def formats_by_game(games: Iterable[Mapping[str, Any]]) -> dict[str, dict[str, dict[str, Any]]]:
    """Return the format documents of these games, keyed by game and by slug, in order of name."""
    found = (
        Revision.objects.newest().of_type(DocumentType.FORMAT).order_by("name").values_list("game", "slug", "document")
    )
    by_game: dict[str, dict[str, dict[str, Any]]] = {game["slug"]: {} for game in games}
    for game, slug, document in found:
        by_game.setdefault(game, {})[slug] = document
    return by_game


def house_rules_of(game: str) -> list[dict[str, Any]]:
    """Return the house rule documents of `game` that are not retired, by name."""
    found = Revision.objects.newest().of_type(DocumentType.HOUSE_RULE, game).order_by("name").only("document")
    return [revision.document for revision in found if "retired" not in revision.document]


def game_rulings(game: str) -> list[dict[str, Any]]:
    """Return all ruling documents of `game`, including those no longer in force."""
    return list(Revision.objects.newest().of_type(DocumentType.RULING, game).values_list("document", flat=True))


def references_of(game: str) -> list[dict[str, Any]]:
    """Return the reference documents of `game` that are not retired, by name: rulebook texts on actions, tokens and so
    on.
    """
    found = Revision.objects.newest().of_type(DocumentType.REFERENCE, game).order_by("name").only("document")
    return [revision.document for revision in found if "retired" not in revision.document]


def rulings_about(game: str, card: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the ruling documents in force that name a card, by its slug or a former one."""
    slugs = {card["slug"], *card.get("formerly", ())}
    named = (Q(text__contains=f'"{slug}"') for slug in slugs)  # matches too many rulings, but never too few
    found = Revision.objects.newest().of_type(DocumentType.RULING, game).filter(reduce(or_, named))
    documents = found.values_list("document", flat=True)
    return [one for one in documents if is_in_force(one) and not slugs.isdisjoint(one.get("cards", ()))]


def titles_of(game: str, rulings: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """Return the titles of the cards that these rulings are about, keyed by current slug."""
    slugs = {slug for one in rulings for slug in one.get("cards", ())}
    if not slugs:
        return {}
    found = Revision.objects.newest().of_type(DocumentType.CARD, game).filter(slug__in=slugs)
    return {one.slug: one.title for one in found.only("slug", "document")}


def card_draft(game: str, slug: str) -> Revision | None:
    """Return the draft of a card, or None."""
    return Revision.objects.drafts().of_type(DocumentType.CARD, game).filter(slug=slug).first()


def current_slug(game: str, document_type: str, slug: str) -> str | None:
    """Return the slug of the document in force that formerly had `slug`, or None."""
    found = Revision.objects.newest().of_type(document_type, game).alias(former=fact_text("formerly"))
    return found.filter(former__contains=f'"{slug}"').values_list("slug", flat=True).first()


def cards_of_set(game: str, slug: str) -> list[Revision]:
    """Return the cards in force that were sold in a set: by kind, then by descending cost, then by name."""
    found = Revision.objects.newest().of_type(DocumentType.CARD, game).filter(sold_in(slug))
    return list(found.order_by("kind", F("cost").desc(nulls_last=True), "name", "slug"))


def require_rules(game: str) -> None:
    """Raise Http404 for a game that is not published, or whose rules are unknown."""
    try:
        verdicts.library(game)
    except InvalidInput as error:
        raise Http404(error.faults[0].message) from error

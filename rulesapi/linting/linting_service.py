"""The linter on published cards and rulings, and on drafts before they are published."""

from collections.abc import Iterator
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from catalog.models import DocumentType, Revision
from rulesapi.engine.core.rulings import RULING, Rulings, is_in_force
from rulesapi.engine.core.unsupported_requests import unsupported_requests
from rulesapi.engine.values.model import Ruling
from rulesapi.judging import supported_games, verdicts
from rulesapi.linting import LintMessage, lint


def lint_game(game: str) -> list[LintMessage]:
    """Return the remarks on all cards of a game in the newest release.

    Raises InvalidInput `unknown-game` or `not-judged-yet`.
    """
    library = verdicts.library(game)
    return lint(library, _cards(game, library.release))


def lint_card(document: dict[str, Any]) -> list[LintMessage]:
    """Return the remarks on the card in `document` together with all other published cards.

    Cards of games without verdicts get no remarks.
    """
    game, slug = document["game"], document["slug"]
    if game not in supported_games.judged_games():
        return []
    library = verdicts.library(game)
    card = library.ruleset.card(document)
    others = tuple(one for one in library.all_cards if one.slug != slug)
    with_it = replace(
        library,
        all_cards=(*others, card),
        cards=MappingProxyType({**library.cards, slug: card}),
        documents=MappingProxyType({**library.documents, slug: document}),
    )
    documents = (one for one in _cards(game, library.release) if one["slug"] != slug)
    return lint(with_it, [*documents, document], only=slug)


def lint_ruling(document: dict[str, Any]) -> list[LintMessage]:
    """Return the remarks on the ruling in `document` together with all other published rulings.

    Rulings of games without verdicts, and rulings that the ruleset does not support, get no remarks.
    """
    game, slug = document["game"], document["slug"]
    if game not in supported_games.judged_games():
        return []
    library = verdicts.library(game)
    if any(unsupported_requests(document, library.ruleset)):
        return []
    standing = (
        Revision.objects.at(library.release).of_type(DocumentType.RULING, game).values_list("document", flat=True)
    )
    others = [
        one for one in standing if one["slug"] != slug and (RULING, one["slug"]) not in library.unsupported_requests
    ]
    rulings = Rulings.of(Ruling.read(one, library.cards) for one in (*others, document) if is_in_force(one))
    with_it = replace(library, rulings=rulings, all_cards=(), documents=MappingProxyType({}))
    return lint(with_it, (), only=slug)


def _cards(game: str, release: int) -> Iterator[dict[str, Any]]:
    yield from Revision.objects.at(release).of_type(DocumentType.CARD, game).values_list("document", flat=True)

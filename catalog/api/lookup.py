"""API view of a lookup of many cards by their slugs."""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from catalog import snapshots
from catalog.api.documents import check_game, renamed_documents
from catalog.api.field_selection import FieldSelection
from catalog.api_base import query_params
from catalog.api_base.openapi.operations import body, component, errors
from catalog.api_base.query_params import SLUG
from catalog.api_base.renderers import dumps
from catalog.api_base.request_body import read_object
from catalog.api_base.views import BaseAPIView
from catalog.documents import MAX_FAULTS
from catalog.documents.errors import Fault, InvalidInput, json_pointer
from catalog.documents.json_input import ARRAY_LIMIT
from catalog.documents.suggestions import close_matches
from catalog.models import DocumentType, Revision, RevisionQuerySet

FIELDS = ("game", "cards")
MAX_CARDS = ARRAY_LIMIT
MAX_NEAR = 20
"""Number of unknown slugs for which similar slugs are suggested."""


class NotFound(NamedTuple):
    """A slug without a card in the release. `at` is its JSON Pointer in the request, `nearest` are similar slugs."""

    at: str
    slug: str
    nearest: tuple[str, ...]


class CardLookupView(BaseAPIView):
    """Up to 500 cards of a game at once, by their slugs: `results` in the order of the request, each card once.

    A former slug finds the card, too; the document has it under `formerly`. A slug that is not found is in `not_found`
    with its place in the request; the first twenty have suggestions of similar slugs.
    """

    throttle_scope = "searching"
    any_origin = True
    parameters = (query_params.RELEASE, query_params.FIELDS)

    @extend_schema(
        operation_id="lookUpCards",
        summary="Read up to 500 cards at once",
        tags=["Cards"],
        request=body("LookupQuestion"),
        responses={200: component("LookupAnswer"), **errors("invalid-question", "unknown-game")},
    )
    def post(self, request: Request) -> Response:
        """Return the documents as they are stored. Raises InvalidInput `invalid-question` and `unknown-game`."""
        game, slugs = _read(request)
        snapshot = snapshots.at(self.query.get("release"))
        standing = Revision.objects.at(snapshot.release)
        check_game(game, standing)
        selection = FieldSelection.of(self.query.get("fields"), DocumentType.CARD, game)
        cards = standing.filter(record__document_type=DocumentType.CARD, record__game=game)
        texts = dict(cards.filter(record__slug__in=slugs).values_list("record__slug", "text"))
        unknown = [slug for slug in slugs if slug not in texts]
        texts |= _former(cards, game, unknown)
        found = dict.fromkeys(texts[slug] for slug in slugs if slug in texts)
        body = b'{"not_found":%b,"release":%d,"results":[%b]}' % (
            dumps([one._asdict() for one in _not_found(cards, slugs, texts)]),
            snapshot.release,
            ",".join(map(selection.of_text, found)).encode(),
        )
        headers = {"Cache-Control": "no-store", "Muster-Release": str(snapshot.release)}
        return Response(body, headers=headers)


def _read(request: Request) -> tuple[str, list[str]]:
    """Return the requested game and slugs."""
    fields, field_errors = read_object(request, FIELDS, FIELDS)
    if "game" in fields and not _is_slug(fields["game"]):
        field_errors.append(Fault("/game", "wrong-type", "Expected the slug of a game."))
    slugs = fields.get("cards", [])
    if not isinstance(slugs, list):
        field_errors.append(Fault("/cards", "wrong-type", "Expected a list of slugs."))
    else:
        wrong = (number for number, slug in enumerate(slugs) if not _is_slug(slug))
        field_errors += [
            Fault(json_pointer("cards", number), "wrong-type", "Expected the slug of a card.") for number in wrong
        ]
    if field_errors:
        raise InvalidInput("invalid-question", field_errors[:MAX_FAULTS])
    return fields["game"], slugs


def _is_slug(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= 100 and bool(re.fullmatch(SLUG, value))


def _former(cards: RevisionQuerySet, game: str, unknown: list[str]) -> dict[str, str]:
    """Return the texts of cards that formerly had one of these slugs, keyed by the former slug."""
    return {slug: found.text for slug, found in renamed_documents(cards, game, unknown)} if unknown else {}


def _not_found(cards: RevisionQuerySet, slugs: list[str], texts: dict[str, str]) -> Iterator[NotFound]:
    missing = [(number, slug) for number, slug in enumerate(slugs) if slug not in texts]
    known = list(cards.values_list("record__slug", flat=True)) if missing else []
    for count, (number, slug) in enumerate(missing):
        yield NotFound(json_pointer("cards", number), slug, close_matches(slug, known) if count < MAX_NEAR else ())

"""API view of the facts of a card: the sources and confirmations of each."""

import json
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from catalog import snapshots
from catalog.api.documents import SlugView
from catalog.api.releases import format_time
from catalog.api_base.openapi.operations import component, errors
from catalog.api_base.renderers import dumps
from catalog.api_base.response_cache import CachedResponse, digest_etag
from catalog.api_base.views import conditional_response
from catalog.curation import confirmations
from catalog.documents.errors import json_pointer
from catalog.extensions import CreditedUser
from catalog.models import Confirmation, Dispute, DocumentType, Revision
from catalog.snapshots import Snapshot

REVALIDATE = "public, no-cache"
"""Cached by clients and revalidated each time, so that a changed role or name is visible at once."""


class CardFactsView(SlugView):
    """Every printed fact of a card in the newest release: its value, its sources, and who confirmed it.

    A fact is confirmed if another person than its author has compared the value with the printed card (`source` is then
    null) or with the named source. `by` is null for a person who does not want to be named, and `role` for a person
    without a role on Muster. The card is `confirmed` if each of its facts is known, confirmed, and not disputed. If
    sources disagree, `disputed` has the other values until a curator rules, each with the value that it was `against`.
    None of this is part of a release: the response can change between releases.
    """

    document_type = DocumentType.CARD
    parameters = ()

    @extend_schema(
        operation_id="listFacts",
        summary="List the facts of a card and their confirmations",
        tags=["Cards"],
        responses={200: component("CardFacts"), **errors("not-found")},
    )
    def get(self, request: Request, **address: Any) -> Response:
        """Return the facts with their current confirmations. Raises DocumentNotFound."""
        snapshot = snapshots.newest()
        return conditional_response(request, self.document_response(snapshot, **address), {"Cache-Control": REVALIDATE})

    def response_for(self, snapshot: Snapshot, game: str, revision: Revision) -> CachedResponse:
        document = json.loads(revision.text)
        facts = confirmations.fact_statuses(document)
        names = confirmations.credits_by_confirmation([one for fact in facts for one in fact.confirmations])
        body = dumps(
            {
                "release": snapshot.release,
                "game": game,
                "card": document["slug"],
                "confirmed": confirmations.is_confirmed(facts),
                "facts": [
                    {
                        "fact": json_pointer(fact.fact),
                        "value": fact.value,
                        "sources": fact.sources,
                        "disputed": [_disputed(one) for one in fact.disputes],
                        "confirmations": [_confirmation_document(one, names.get(one.pk)) for one in fact.confirmations],
                    }
                    for fact in facts
                ],
            }
        )
        return CachedResponse(body, digest_etag(body))


def _disputed(dispute: Dispute) -> dict[str, Any]:
    offer = dispute.contribution
    return {
        "value": dispute.value,
        "source": offer.source or None,
        "page": offer.page,
        "at": format_time(offer.offered_at),
        "against": dispute.against["value"],
    }


def _confirmation_document(confirmation: Confirmation, named: CreditedUser | None) -> dict[str, Any]:
    name, role = named or (None, None)
    return {
        "by": name,
        "role": role,
        "at": format_time(confirmation.at),
        "source": confirmation.source or None,
        "page": confirmation.page,
    }

"""The facts of a card one by one: where each is from, and who has checked it."""

import json
from typing import Any

from django.http import HttpResponse
from rest_framework.request import Request

from catalog import confirming
from catalog.confirming import Named
from catalog.faults import point
from catalog.models import Confirmation, Dispute, Revision, Shelf

from .. import snapshots
from ..kept import Answer, mark
from ..renderers import dumps
from ..snapshots import Snapshot
from .base import send
from .documents import AtSlug
from .releases import written

ASKED_ANEW = "public, no-cache"
"""Kept by whoever asks, and asked anew each time: who loses a role or their name has lost it here too."""


class Facts(AtSlug):
    """Every fact that is printed on a card, as the newest release has it: its value, its sources, and who confirmed it.

    A fact is confirmed when somebody who neither wrote nor offered it has held this very value against the printed card
    (then `source` is null) or against the source that is named. `by` is null for who does not want to be named, `role`
    for who decides nothing on Muster. The card is `confirmed` when each of its facts is known, confirmed, and not
    disputed. Where sources disagree, `disputed` has the values that stand beside that of the catalog until a curator
    rules, each with what it stood `against`. All of this stands in no release: the answer changes between releases.
    """

    shelf = Shelf.CARD
    parameters = ()

    def get(self, request: Request, **address: Any) -> HttpResponse:
        """Answer with the facts as they are checked now. Raises Missing."""
        snapshot = snapshots.newest()
        return send(request, self.found(snapshot, **address), {"Cache-Control": ASKED_ANEW})

    def told(self, snapshot: Snapshot, game: str, revision: Revision) -> Answer:
        """Return the facts of a card."""
        document = json.loads(revision.text)
        facts = confirming.checked(document)
        names = confirming.names_of([one for fact in facts for one in fact.confirmations])
        body = dumps(
            {
                "release": snapshot.release,
                "game": game,
                "card": document["slug"],
                "confirmed": confirming.is_confirmed(facts),
                "facts": [
                    {
                        "fact": point(fact.fact),
                        "value": fact.value,
                        "sources": fact.sources,
                        "disputed": [_disputed(one) for one in fact.disputes],
                        "confirmations": [_told(one, names.get(one.pk)) for one in fact.confirmations],
                    }
                    for fact in facts
                ],
            }
        )
        return Answer(body, mark(body))


def _disputed(one: Dispute) -> dict[str, Any]:
    offer = one.contribution
    return {
        "value": one.value,
        "source": offer.source or None,
        "page": offer.page,
        "at": written(offer.offered_at),
        "against": one.against["value"],
    }


def _told(one: Confirmation, named: Named | None) -> dict[str, Any]:
    name, role = named or (None, None)
    return {"by": name, "role": role, "at": written(one.at), "source": one.source or None, "page": one.page}

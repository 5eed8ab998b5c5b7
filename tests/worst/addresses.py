"""The addresses that judge, search, or render their input, and the requests that send a list to each."""

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

from tests.worst.campaign_records import record_of
from tests.worst.card_queries import random_query
from tests.worst.legion_generator import Document, as_json, picks_of, text_of

BOUND = 1.0
"""Maximum CPU seconds of a request."""

OF_BATCH = 10.0
"""Maximum CPU seconds of a batch."""

OF_MANY = 2.0
"""Maximum CPU seconds of a request that reads 500 lists of the largest size."""

SHARED = 30
"""Number of published lists, a full page of the gallery."""

Send = Callable[[Any, Document], Any]


class Address(NamedTuple):
    """An address: the maximum number of cards in its lists, its request, and its time limit.

    One with `teams` also receives lists of several players.
    """

    name: str
    most: int
    send: Send
    bound: float = BOUND
    teams: bool = False


def _post(path: str, wrap: Callable[[Document], Any]) -> Send:
    def send(client: Any, legion: Document) -> Any:
        return client.post(f"/api/v1/{path}", as_json(wrap(legion)), content_type="application/json")

    return send


def _batch(legion: Document) -> Document:
    """Return a batch of the maximum number of lists, equal except for their names."""
    from rulesapi.judging.batches import MAX_CARDS, judging_cost

    number = max(1, min(1_000, MAX_CARDS // judging_cost(legion)))
    return {"legions": [{**legion, "name": str(each)} for each in range(number)]}


def _lines(client: Any, legion: Document) -> Any:
    """Request the maximum number of verdicts in NDJSON; return the response."""
    from rulesapi.judging.batches import MAX_CARDS, MAX_VERDICTS, judging_cost

    number = max(1, min(MAX_VERDICTS, MAX_CARDS // judging_cost(legion)))
    body = "\n".join(as_json({**legion, "name": str(each)}) for each in range(number))
    return client.post("/api/v1/verdicts/", body, content_type="application/x-ndjson")


def _place(number: int) -> Callable[[Document], Document]:
    """Request candidates for a pick; in a team for a pick of the first player."""

    def wrap(legion: Document) -> Document:
        of = "/team/0" if "team" in legion else ""
        return {"legion": legion, "at": of if number < 0 else f"{of}/picks/{number}"}

    return wrap


def _query(client: Any, legion: Document) -> Any:
    """Send a card query with as many facets as possible; return the response."""
    chance, slugs = Random(as_json(legion)), sorted({pick["card"] for pick in picks_of(legion)})
    params = {"game": legion["game"], "limit": 200, "q": random_query(chance, legion["game"], slugs)}
    answer = client.get(f"/api/v1/cards/?{urlencode({**params, 'facets': 'kind,set,cost'})}")
    if answer.status_code == 400:
        answer = client.get(f"/api/v1/cards/?{urlencode(params)}")
    return answer


def _page(path: str) -> Send:
    def send(client: Any, legion: Document) -> Any:
        return client.get(path.format(client.stored(legion)))

    return send


def _candidate_query(client: Any, legion: Document) -> Any:
    """Return the builder's response to a candidate query."""
    chance, slugs = Random(as_json(legion)), sorted({pick["card"] for pick in picks_of(legion)})
    query = chance.choice(("fits", f"fits {random_query(chance, legion['game'], slugs)}"[:500]))
    return client.get(f"/legions/{client.stored(legion)}/?at=/picks/0&slot=all&q={quote(query)}")


def _entering(client: Any, legion: Document) -> Any:
    """Return the builder's response to the question of how to make a card fit."""
    from rulesapi.engine.values.model import PickableCard
    from tests.engine.published_libraries import library

    chance = Random(as_json(legion))
    carried = chance.random() < 0.5
    cards = [card.slug for card in library(legion["game"]).all_cards if isinstance(card, PickableCard) is not carried]
    at = "at=/picks/0&" if carried else ""
    return client.get(f"/legions/{client.stored(legion)}/?{at}enter={chance.choice(cards or ['nothing'])}")


def _shared(path: str) -> Send:
    def send(client: Any, legion: Document) -> Any:
        return client.get(path.format(client.shared(legion)))

    return send


def _compared(client: Any, legion: Document) -> Any:
    """Return the comparison of the maximum number of lists."""
    from legions.my_lists.comparison import MAX_COMPARED

    return client.get(
        f"/legions/compare/?{urlencode([('with', key) for key in client.stored_all(legion, MAX_COMPARED)])}"
    )


def _history(client: Any, legion: Document) -> Any:
    """Return a full page of the history."""
    from legions.my_lists.history import PAGE_SIZE

    return client.get(f"/legions/compare/?with={client.changed(legion, PAGE_SIZE)}")


def _saved_lists(path: str, number: int) -> Send:
    """Return a function that requests the page of `number` saved lists."""

    def send(client: Any, legion: Document) -> Any:
        client.stored_all(legion, number)
        return client.get(path)

    return send


def _gallery(client: Any, legion: Document) -> Any:
    """Return the public gallery."""
    client.published(legion, SHARED)
    return client.get("/shared/")


ADDRESSES = (
    Address("POST verdicts", 480, _post("verdicts/", lambda legion: legion), teams=True),
    Address("POST verdicts, a batch", 480, _post("verdicts/", _batch), OF_BATCH, teams=True),
    Address("POST verdicts, a batch of short lists", 50, _post("verdicts/", _batch), OF_BATCH, teams=True),
    Address("POST verdicts, lines", 10, _lines, OF_BATCH, teams=True),
    Address("POST verdicts ?fixes=5", 480, _post("verdicts/?fixes=5", lambda legion: legion), teams=True),
    Address("POST campaigns/verdicts", 480, _post("campaigns/verdicts/", record_of)),
    Address(
        "POST campaigns/verdicts ?adventure=&side=",
        480,
        _post("campaigns/verdicts/?adventure=over-the-hill&side=lower", record_of),
    ),
    Address("POST candidates, a creature", 100, _post("candidates/", _place(-1)), teams=True),
    Address("POST candidates, an upgrade", 100, _post("candidates/", _place(0)), teams=True),
    Address("POST candidates of a team", 200, _post("candidates/", _place(-1)), teams=True),
    Address("POST fixes", 480, _post("fixes/", lambda legion: {"legion": legion}), teams=True),
    Address("POST packs", 480, _post("packs/", lambda legion: {"legion": legion}), teams=True),
    Address("POST texts", 480, _post("texts/", lambda legion: {"legion": legion})),
    Address(
        "POST texts/read", 480, _post("texts/read/", lambda legion: {"game": legion["game"], "text": text_of(legion)})
    ),
    Address("POST receipts", 480, _post("receipts/", lambda legion: {"legion": legion}), teams=True),
    Address(
        "POST cards/lookup",
        480,
        _post(
            "cards/lookup/",
            lambda legion: {"game": legion["game"], "cards": [f"{pick['card']}x" for pick in legion["picks"]]},
        ),
    ),
    Address("GET cards ?q=", 480, _query),
    Address("builder", 480, _page("/legions/{}/")),
    Address("builder ?mend=1", 480, _page("/legions/{}/?mend=1")),
    Address("builder ?q=, the drawer", 100, _candidate_query),
    Address("builder ?enter=", 100, _entering),
    Address("shared page", 480, _shared("/s/{}/")),
    Address("shared page elsewhere", 480, _shared("/s/{}/embed/")),
    Address("shared picture", 480, _shared("/s/{}/picture.png")),
    Address("compare", 480, _compared),
    Address("own lists", 480, _saved_lists("/legions/", 30)),
    Address("own lists by points", 480, _saved_lists("/legions/?sort=points", 500), OF_MANY),
    Address("lists of everybody", 480, _gallery),
    Address("history", 480, _history),
    Address("sheet", 480, _page("/legions/{}/sheet/")),
    Address("cards to cut", 480, _page("/legions/{}/cards-to-cut/")),
)

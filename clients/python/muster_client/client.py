"""The client: one object for a site."""

import gzip
import hashlib
import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, Sequence
from http.client import HTTPException
from types import MappingProxyType
from typing import Any, Literal, cast
from urllib.error import HTTPError
from urllib.parse import quote, urlencode, urlsplit
from urllib.request import Request, urlopen

from muster_client.problems import Refused, Unreachable
from muster_client.shapes import (
    Answered,
    CampaignVerdict,
    Candidates,
    CardFacts,
    CatalogFile,
    Change,
    Completion,
    Contribution,
    CuratedContribution,
    Deed,
    Delivery,
    Document,
    Draft,
    DraftLine,
    Legion,
    LegionLink,
    LegionState,
    Lookup,
    NewWebhook,
    Outcome,
    Packs,
    ReadText,
    Resolution,
    SharedLegion,
    Shelf,
    Signed,
    Stage,
    Step,
    StoredLegion,
    Verdict,
    Webhook,
)

AGENT = "muster-client/0.3"
PATIENCE = 10
"""Seconds that a question is put off at most when the site says that it was asked too often."""
MOST_OF_A_BATCH = 1000
POLL_SECONDS = 1.0
"""Seconds between two questions whether a completion is done."""
_BUSY = (429, 503)
_NOTHING, _HELD = 204, 304
_JSON, _LINES, _PATCH = "application/json", "application/x-ndjson", "application/json-patch+json"
_PLAIN: Mapping[str, str] = MappingProxyType({})
_WHATEVER = {"If-Match": "*"}
"""Of a change that is based on no state that was read."""
_NOT_YET = {"If-None-Match": "*"}
"""Of a document to begin, where there is none."""

Wait = Callable[[float], None]
Method = Literal["GET", "POST", "PUT", "PATCH", "DELETE"]
Body = Mapping[str, Any] | Sequence[Document]
Held = MutableMapping[str, tuple[str, bytes]]
"""Responses that were read before: the ETag and the body by address."""


class Muster:
    """A Muster site, for example `Muster("http://localhost:8000")`.

    `agent` is who asks: please say how you can be reached. `token` is a personal token, for what asks for one: of the
    scope `read` or `legions` for stored legions, `offer` for contributions, `curate` for what curators do, `hooks` for
    webhooks. What stands in `held`, a dict for example, is sent again only where it has changed (`ETag`). Every
    question raises Refused or Unreachable.
    """

    def __init__(
        self,
        site: str,
        *,
        agent: str = AGENT,
        token: str = "",
        timeout: float = 30,
        wait: Wait = time.sleep,
        held: Held | None = None,
    ) -> None:
        """Raise ValueError for an address that is none."""
        if urlsplit(site).scheme not in ("http", "https"):
            raise ValueError("Give the address of a site, with http or https.")
        self.site = site.rstrip("/")
        self.agent = agent
        self.token = token
        self.timeout = timeout
        self._wait = wait
        self._held = held

    def judge(self, legion: Legion | Document, *, fixes: int | None = None) -> Verdict:
        """Return the verdict on a legion, with up to so many fixes of each error."""
        return cast("Verdict", self._ask("verdicts/", legion, fixes=fixes))

    def judge_all(self, legions: list[Legion] | list[Document]) -> list[Verdict | Refused]:
        """Return for each of up to 1,000 legions its verdict, or why it was refused, in their order."""
        if len(legions) > MOST_OF_A_BATCH:
            raise ValueError(f"At most {MOST_OF_A_BATCH:,} legions are judged at once.")
        verdicts = self._ask("verdicts/", {"legions": legions})["verdicts"]
        return [one if "verdict" in one else Refused(one) for one in verdicts]

    def judge_lines(self, legions: Iterable[Legion | Document]) -> Iterator[Verdict | Refused]:
        """Yield for each of up to 5,000 legions, of 10 MiB in all, its verdict or why it was refused, in their order.

        Where they are too many, the last one is the refusal that says so.
        """
        body = b"".join(_json(one) + b"\n" for one in legions)
        raw, _etag = self._answered("POST", "/api/v1/verdicts/", body, {"Accept": _LINES, "Content-Type": _LINES})
        for line in raw.splitlines():
            answer = _parsed(line)
            yield cast("Verdict", answer) if "verdict" in answer else Refused(answer)

    def fixes(self, legion: Legion | Document, *, pool: Sequence[Document] | None = None) -> list[Document]:
        """Return the smallest edits that would make a legion or a team legal, the best first.

        Cards that come are of the legion's `sources`, and of the `pool`, which is written as a format's.
        """
        fields: dict[str, Any] = {"legion": legion} if pool is None else {"legion": legion, "pool": list(pool)}
        return cast("list[Document]", self._ask("fixes/", fields)["fixes"])

    def candidates(self, legion: Legion | Document, at: str = "") -> Candidates:
        """Return every card that could stand at a place of a legion: whether it fits, why not, and what it costs.

        The place is "" for a new creature, "/picks/0" for an upgrade on that creature; "/tiles", "/map" or "/faction"
        in games whose lists have them. In a team the place of a player's list goes before: "/team/0".
        Unless the answer is `complete`, not every card was tried, because the list is too large for that.
        """
        response = self._ask("candidates/", {"legion": legion, "at": at})
        return Candidates(response["candidates"], complete=response.get("complete", True))

    def complete(self, legion: Legion | Document, **options: Any) -> Completion:
        """Return a legion filled up as well as can be, with `objective`, `seconds`, `pool` and `repair` as options.

        What takes longer is asked for again each second until it is done.
        """
        answer = self._ask("completions/", {"legion": legion, **options})
        while "job" in answer:
            if answer["state"] == "done":
                return cast("Completion", answer["completion"])
            if answer["state"] == "failed":
                raise Refused({"code": "failed", "detail": "The completion was not found.", "status": 200})
            self._wait(POLL_SECONDS)
            answer = self._fetch("GET", answer["url"])
        return cast("Completion", answer)

    def packs(self, legion: Legion | Document) -> Packs:
        """Return the fewest packs that hold the cards of a legion which its player does not own."""
        return cast("Packs", self._ask("packs/", {"legion": legion}))

    def text(self, legion: Legion | Document) -> str:
        """Return a legion as the list that players paste."""
        return str(self._ask("texts/", {"legion": legion})["text"])

    def read_text(self, game: str, text: str) -> ReadText:
        """Return the list that players paste as a legion, with what became of each line."""
        return cast("ReadText", self._ask("texts/read/", {"game": game, "text": text}))

    def sign(self, legion: Legion | Document) -> Signed:
        """Return the verdict on a legion as a receipt that others can verify."""
        return cast("Signed", self._ask("receipts/", {"legion": legion}))

    def report(self, legion: Legion | Document, expected: Outcome, *, code: str = "", note: str = "") -> Answered:
        """Say that a verdict is wrong. The site keeps the legion."""
        fields = {"legion": legion, "expected": expected, "code": code, "note": note}
        return cast("Answered", self._ask("reports/", fields))

    def card(self, game: str, slug: str, *, release: int | None = None) -> Document:
        """Return a card, by its slug or by a former one."""
        return self._read(f"cards/{quote(game, safe='')}/{quote(slug, safe='')}/", release=release)

    def cards(self, game: str, query: str = "", *, release: int | None = None) -> Iterator[Document]:
        """Yield the cards of a game that a query finds, page after page."""
        yield from self._pages("cards/", game=game, q=query or None, release=release)

    def near_cards(self, game: str, query: str, *, release: int | None = None) -> list[Document]:
        """Return the cards that come closest to a query that finds none, the closest first; nothing if it finds any.

        Each has `game`, `slug` and `name`, and the `words` of the query that it says and those that are `missing`.
        """
        found = self._read("cards/", game=game, q=query, release=release)
        return cast("list[Document]", found.get("near", []))

    def lookup(self, game: str, cards: Sequence[str], *, release: int | None = None) -> Lookup:
        """Return up to 500 cards by their slugs, and those slugs that no card has."""
        return cast("Lookup", self._ask("cards/lookup/", {"game": game, "cards": list(cards)}, release=release))

    def games(self, *, release: int | None = None) -> Iterator[Document]:
        """Yield the games."""
        yield from self._pages("games/", release=release)

    def sets(self, game: str, *, release: int | None = None) -> Iterator[Document]:
        """Yield the sets of a game."""
        yield from self._pages("sets/", game=game, release=release)

    def card_set(self, game: str, slug: str, *, release: int | None = None) -> Document:
        """Return a set."""
        return self._read(f"sets/{quote(game, safe='')}/{quote(slug, safe='')}/", release=release)

    def formats(self, game: str, *, release: int | None = None) -> Iterator[Document]:
        """Yield the formats of a game."""
        yield from self._pages("formats/", game=game, release=release)

    def format(self, game: str, slug: str, *, release: int | None = None) -> Document:
        """Return a format."""
        return self._read(f"formats/{quote(game, safe='')}/{quote(slug, safe='')}/", release=release)

    def changes(self, since: int = 0, *, game: str | None = None) -> Iterator[Change]:
        """Yield what changed after a release, release by release."""
        yield from cast("Iterator[Change]", self._pages("changes/", since=since, game=game))

    def files(self, *, release: int | None = None) -> list[CatalogFile]:
        """Return the files of the catalog, of each game and kind in several forms."""
        return cast("list[CatalogFile]", self._read("bulk/", release=release)["files"])

    def file(self, entry: CatalogFile) -> bytes:
        """Return the bytes of a file, compared with its checksum. Raises ValueError where they are others."""
        raw, _etag = self._answered("GET", entry["address"], None, {"Accept": "*/*"})
        if hashlib.sha256(raw).hexdigest() != entry["sha256"]:
            raise ValueError(f"{entry['address']} is not what the list of files says.")
        return raw

    def facts(self, game: str, card: str) -> CardFacts:
        """Return every fact of a card: its value, its sources, who confirmed it, and what is offered against it."""
        path = f"cards/{quote(game, safe='')}/{quote(card, safe='')}/facts/"
        return cast("CardFacts", self._read(path))

    def rulings(self, game: str, *, release: int | None = None) -> Iterator[Document]:
        """Yield the rulings of a game: questions about cards and rules that somebody has answered."""
        yield from self._pages("rulings/", game=game, release=release)

    def ruling(self, game: str, slug: str, *, release: int | None = None) -> Document:
        """Return a ruling."""
        return self._read(f"rulings/{quote(game, safe='')}/{quote(slug, safe='')}/", release=release)

    def judge_campaign(self, record: Document) -> CampaignVerdict:
        """Return what follows from the record of a campaign: what is wrong, who has earned what, who leads."""
        return cast("CampaignVerdict", self._ask("campaigns/verdicts/", record))

    def adventures(self, game: str, *, release: int | None = None) -> Iterator[Document]:
        """Yield the adventures of a game that campaigns can be made of."""
        yield from self._pages("adventures/", game=game, release=release)

    def adventure(self, game: str, slug: str, *, release: int | None = None) -> Document:
        """Return an adventure."""
        return self._read(f"adventures/{quote(game, safe='')}/{quote(slug, safe='')}/", release=release)

    def references(self, game: str, *, release: int | None = None) -> Iterator[Document]:
        """Yield what the rulebook of a game says of actions, tokens, maneuvers and the like."""
        yield from self._pages("references/", game=game, release=release)

    def reference(self, game: str, slug: str, *, release: int | None = None) -> Document:
        """Return what the rulebook says of one thing."""
        return self._read(f"references/{quote(game, safe='')}/{quote(slug, safe='')}/", release=release)

    def rules(self, game: str) -> Iterator[Document]:
        """Yield the rules that legions of a game are judged by."""
        yield from self._pages("rules/", game=game)

    def questions(self, game: str) -> list[Document]:
        """Return the questions of play that a game answers, each with the schema of its situations."""
        return cast("list[Document]", self._read(f"resolutions/{quote(game, safe='')}/")["questions"])

    def resolve(self, game: str, question: str, situation: Document, *, release: int | None = None) -> Resolution:
        """Return what the rulebook says of a situation at the table, step by step."""
        path = f"resolutions/{quote(game, safe='')}/{quote(question, safe='')}/"
        return cast("Resolution", self._ask(path, situation, release=release))

    def coverage(self, game: str) -> list[Document]:
        """Return each section of the rulebook of a game with what answers it."""
        return cast("list[Document]", self._read(f"rules/{quote(game, safe='')}/coverage/")["sections"])

    def keys(self) -> Document:
        """Return the keys that receipts are verified with, as a set of JSON Web Keys."""
        return self._fetch("GET", "/.well-known/muster-keys.json")

    def legions(self, **filters: Any) -> Iterator[Document]:
        """Yield your stored legions, narrowed by `game`, `folder`, `tag`, `archived` and `deleted`."""
        yield from self._pages("legions/", **filters)

    def legion(self, legion: str) -> StoredLegion:
        """Return a stored legion by its id: what a change is based on."""
        return cast("StoredLegion", self._seen("GET", _stored(legion)))

    def store(
        self, legion: Legion | Document, *, folder: str = "", archived: bool = False, key: str = ""
    ) -> StoredLegion:
        """Store a legion. Sent twice with one `key`, a UUID for example, it is stored once."""
        headers = {"Idempotency-Key": key} if key else {}
        body = {"legion": legion, "folder": folder, "archived": archived}
        return cast("StoredLegion", self._seen("POST", "/api/v1/legions/", body, headers))

    def replace(self, seen: StoredLegion, legion: Legion | Document, *, folder: str | None = None) -> StoredLegion:
        """Store a legion in place of the one that was seen; its folder stays unless another is named.

        Refused as `changed-meanwhile` when it is no longer as it was `seen`, like every change below.
        """
        kept = seen["folder"] if folder is None else folder
        body = {"legion": legion, "folder": kept, "archived": seen["archived"]}
        return cast("StoredLegion", self._seen("PUT", _stored(seen["id"]), body, _based(seen)))

    def patch(self, seen: StoredLegion, operations: Sequence[Document]) -> StoredLegion:
        """Change a stored legion by a JSON Patch (RFC 6902): all of it, or nothing."""
        headers = {**_based(seen), "Content-Type": _PATCH}
        return cast("StoredLegion", self._seen("PATCH", _stored(seen["id"]), list(operations), headers))

    def delete(self, seen: StoredLegion) -> None:
        """Put a stored legion into the trash."""
        self._fetch("DELETE", _stored(seen["id"]), headers=_based(seen))

    def undelete(self, seen: StoredLegion) -> StoredLegion:
        """Take a stored legion out of the trash, as `legion` shows it there."""
        return cast("StoredLegion", self._seen("POST", f"{_stored(seen['id'])}undelete/", None, _based(seen)))

    def states(self, legion: str) -> Iterator[LegionState]:
        """Yield the states that a stored legion was in, the last first."""
        yield from cast("Iterator[LegionState]", self._pages(f"{_stored(legion).removeprefix('/api/v1/')}states/"))

    def link(self, legion: str) -> LegionLink:
        """Return the link of a stored legion for others."""
        return cast("LegionLink", self._seen("GET", f"{_stored(legion)}link/"))

    def share(self, legion: str, *, public: bool = False, shows_collection: bool = False) -> LegionLink:
        """Make a link for others, or change whether everybody finds it and what it shows."""
        body = {"public": public, "shows_collection": shows_collection}
        return cast("LegionLink", self._seen("PUT", f"{_stored(legion)}link/", body, _WHATEVER))

    def end_link(self, legion: str) -> None:
        """End the link of a stored legion."""
        self._fetch("DELETE", f"{_stored(legion)}link/", headers=_WHATEVER)

    def shared(self, key: str) -> SharedLegion:
        """Return the legion behind a link, by the key in it."""
        return cast("SharedLegion", self._read(f"legions/shared/{quote(key, safe='')}/"))

    def offer(
        self,
        game: str,
        card: str,
        facts: Mapping[str, Any],
        *,
        source: str = "",
        page: int | None = None,
        note: str = "",
        mends: bool = False,
        thank: bool = False,
    ) -> Contribution:
        """Offer facts of a card to the curators, from the printed card unless a source is named."""
        about = {"source": source, "page": page, "note": note, "mends": mends, "thank": thank}
        return cast("Contribution", self._ask("contributions/", {"game": game, "card": card, "facts": facts, **about}))

    def contributions(self, *, game: str | None = None, state: str | None = None) -> Iterator[Contribution]:
        """Yield what you have offered, the last first, with what became of each fact."""
        yield from cast("Iterator[Contribution]", self._pages("contributions/", game=game, state=state))

    def contribution(self, number: int) -> Contribution:
        """Return one of your contributions."""
        return cast("Contribution", self._read(f"contributions/{number}/"))

    def answer(self, number: int, answer: str) -> Contribution:
        """Answer what a curator has asked about a contribution."""
        path = f"/api/v1/contributions/{number}/answer/"
        return cast("Contribution", self._fetch("POST", path, _json({"answer": answer}), _WHATEVER))

    def take_back(self, number: int) -> None:
        """Take a contribution back that waits."""
        self._fetch("DELETE", f"/api/v1/contributions/{number}/", headers=_WHATEVER)

    def waiting(self, *, game: str | None = None, state: str | None = None) -> Iterator[Contribution]:
        """Yield what others offer and waits for a curator, or with `state` what is in another one."""
        yield from cast("Iterator[Contribution]", self._pages("curation/contributions/", game=game, state=state))

    def offered(self, number: int) -> CuratedContribution:
        """Return what somebody offers, with what the card says now: what a decision is based on."""
        return cast("CuratedContribution", self._seen("GET", _curated(number)))

    def decide(
        self, seen: CuratedContribution, *, accept: Iterable[str] = (), decline: Iterable[str] = (), why: str = ""
    ) -> CuratedContribution:
        """Accept and decline what was offered, fact by fact; say why where you decline. What is not named stays open.

        Refused as `changed-meanwhile` when it is no longer as it was `seen`, like every change below.
        """
        fields = {"accept": list(accept), "decline": list(decline), "why": why}
        return cast("CuratedContribution", self._seen("POST", f"{_curated(seen['id'])}decision/", fields, _based(seen)))

    def ask_back(self, seen: CuratedContribution, question: str) -> CuratedContribution:
        """Ask who offered it."""
        path, fields = f"{_curated(seen['id'])}question/", {"question": question}
        return cast("CuratedContribution", self._seen("POST", path, fields, _based(seen)))

    def drafts(
        self, *, game: str | None = None, shelf: Shelf | None = None, stage: Stage | None = None
    ) -> Iterator[DraftLine]:
        """Yield what is on its way into a release, what was begun last first."""
        yield from cast("Iterator[DraftLine]", self._pages("curation/drafts/", game=game, shelf=shelf, stage=stage))

    def draft(self, game: str, slug: str, *, shelf: Shelf = "card") -> Draft:
        """Return a document as it is worked on, its draft or what is published: what a change is based on."""
        return cast("Draft", self._seen("GET", _draft(game, shelf, slug)))

    def begin_draft(self, document: Document, why: str, *, shelf: Shelf = "card", source: str = "") -> Draft:
        """Begin a document of which there is none."""
        path = _draft(document["game"], shelf, document["slug"])
        body = {"document": document, "why": why, "source": source}
        return cast("Draft", self._seen("PUT", path, body, _NOT_YET))

    def write_draft(
        self,
        seen: Draft,
        document: Document,
        why: str,
        *,
        source: str = "",
        sources_hold: Sequence[str] = (),
        unsourced_reason: str = "",
    ) -> Draft:
        """Write the draft of a document, in place of the one there is, whatever stage that was in.

        `sources_hold` has the JSON Pointers of the facts whose sources hold for their new values, too,
        `unsourced_reason` says why facts may be published without a source.
        """
        body: dict[str, Any] = {"document": document, "why": why, "source": source}
        if sources_hold:
            body["sources_hold"] = list(sources_hold)
        if unsourced_reason:
            body["unsourced_reason"] = unsourced_reason
        return cast("Draft", self._seen("PUT", _same(seen), body, _based(seen)))

    def move_draft(self, seen: Draft, do: Step, *, why: str = "") -> Draft:
        """Put a draft up for review, take it back, approve it, or send it back and say why."""
        return cast("Draft", self._seen("POST", f"{_same(seen)}stage/", {"do": do, "why": why}, _based(seen)))

    def discard_draft(self, seen: Draft) -> None:
        """Throw a draft away; what is published stays."""
        self._fetch("DELETE", _same(seen), headers=_based(seen))

    def history(self, game: str, slug: str, *, shelf: Shelf = "card") -> Iterator[Deed]:
        """Yield what was ever done to a document, the last first."""
        path = _draft(game, shelf, slug).removeprefix("/api/v1/")
        yield from cast("Iterator[Deed]", self._pages(f"{path}history/"))

    def webhooks(self) -> Iterator[Webhook]:
        """Yield your webhooks."""
        yield from cast("Iterator[Webhook]", self._pages("webhooks/"))

    def add_webhook(self, url: str) -> NewWebhook:
        """Have an address be told of each release; the secret stands in this answer and in no other."""
        return cast("NewWebhook", self._ask("webhooks/", {"url": url}))

    def ping(self, webhook: str) -> Delivery:
        """Send a test to a webhook; its log tells later what came of it."""
        return cast("Delivery", self._fetch("POST", f"/api/v1/webhooks/{quote(webhook, safe='')}/ping/"))

    def deliveries(self, webhook: str) -> Iterator[Delivery]:
        """Yield what was sent to a webhook, the latest first."""
        yield from cast("Iterator[Delivery]", self._pages(f"webhooks/{quote(webhook, safe='')}/deliveries/"))

    def remove_webhook(self, webhook: str) -> None:
        """Remove a webhook with its log."""
        self._fetch("DELETE", f"/api/v1/webhooks/{quote(webhook, safe='')}/", headers=_WHATEVER)

    def _pages(self, path: str, **params: Any) -> Iterator[Document]:
        page = self._read(path, **params)
        yield from page["results"]
        while str(page["next"]).startswith("/"):
            page = self._fetch("GET", page["next"])
            yield from page["results"]

    def _read(self, path: str, **params: Any) -> Document:
        return self._fetch("GET", _address(path, params))

    def _ask(self, path: str, body: Mapping[str, Any], **params: Any) -> Document:
        return self._fetch("POST", _address(path, params), _json(body))

    def _seen(
        self, method: Method, path: str, body: Body | None = None, headers: Mapping[str, str] = _PLAIN
    ) -> Document:
        """Return what is answered with its `etag`, by which a change is based on it."""
        raw, etag = self._answered(method, path, None if body is None else _json(body), headers)
        return {**_parsed(raw), "etag": etag}

    def _fetch(
        self, method: Method, path: str, body: bytes | None = None, headers: Mapping[str, str] = _PLAIN
    ) -> Document:
        raw, _etag = self._answered(method, path, body, headers)
        return _parsed(raw) if raw else {}

    def _answered(self, method: Method, path: str, body: bytes | None, headers: Mapping[str, str]) -> tuple[bytes, str]:
        """Ask, and once more if the site says that it is too early and the wait is short. Return the ETag, too."""
        try:
            return self._once(method, path, body, headers)
        except Refused as refused:
            if refused.status not in _BUSY or refused.seconds is None or refused.seconds > PATIENCE:
                raise
            self._wait(refused.seconds)
        return self._once(method, path, body, headers)

    def _once(self, method: Method, path: str, body: bytes | None, extra: Mapping[str, str]) -> tuple[bytes, str]:
        headers = {"Accept": _JSON, "Accept-Encoding": "gzip", "User-Agent": self.agent}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        if body is not None:
            headers["Content-Type"] = _JSON
        held = self._held.get(path) if self._held is not None and method == "GET" else None
        if held is not None:
            headers["If-None-Match"] = held[0]
        # The scheme was looked at when the client was made, and the path begins with a slash.
        request = Request(self.site + path, body, {**headers, **extra}, method=method)  # noqa: S310
        try:
            raw, etag = self._answer(request)
        except (OSError, HTTPException, EOFError) as error:
            raise Unreachable(f"{self.site} does not answer: {error or type(error).__name__}") from error
        if raw is None:
            return (held[1], held[0]) if held is not None else (b"", etag)
        if self._held is not None and method == "GET" and etag:
            self._held[path] = (etag, raw)
        return raw, etag

    def _answer(self, request: Request) -> tuple[bytes | None, str]:
        """Return the body, None where nothing has changed, and the ETag."""
        try:
            with urlopen(request, timeout=self.timeout) as response:  # noqa: S310
                raw = b"" if response.status == _NOTHING else _decoded(response)
                return raw, response.headers.get("ETag", "")
        except HTTPError as error:
            after = error.headers.get("Retry-After", "")
            with error:
                if error.code == _HELD:
                    return None, error.headers.get("ETag", "")
                raise Refused(_parsed(_decoded(error)), int(after) if after.isdecimal() else None) from error


def _decoded(response: Any) -> bytes:
    raw: bytes = response.read()
    return gzip.decompress(raw) if response.headers.get("Content-Encoding") == "gzip" else raw


def _based(seen: CuratedContribution | Draft | StoredLegion) -> dict[str, str]:
    """Return what says that a change is of what was seen."""
    return {"If-Match": seen["etag"]}


def _stored(legion: str) -> str:
    return f"/api/v1/legions/{quote(legion, safe='')}/"


def _curated(number: int) -> str:
    return f"/api/v1/curation/contributions/{number}/"


def _same(seen: Draft) -> str:
    return _draft(seen["game"], seen["shelf"], seen["slug"])


def _draft(game: str, shelf: str, slug: str) -> str:
    return f"/api/v1/curation/drafts/{quote(game, safe='')}/{quote(shelf, safe='')}/{quote(slug, safe='')}/"


def _address(path: str, params: Mapping[str, Any]) -> str:
    params = {key: value for key, value in params.items() if value is not None}
    return f"/api/v1/{path}" + (f"?{urlencode(params)}" if params else "")


def _json(body: Body) -> bytes:
    return json.dumps(body, allow_nan=False).encode()


def _parsed(raw: bytes) -> Document:
    try:
        found = json.loads(raw)
    except ValueError as error:
        raise Unreachable("What answers there is no Muster: it does not speak JSON.") from error
    if not isinstance(found, dict):
        raise Unreachable("What answers there is no Muster.")
    return found

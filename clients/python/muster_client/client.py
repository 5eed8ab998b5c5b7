"""The client: one object per site."""

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
    Rulebook,
    RulebookSection,
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
MAX_RETRY_SECONDS = 10
"""The maximum delay in seconds after which a request that the site deferred is sent again."""
MAX_BATCH_SIZE = 1000
PRINTED_CARD = "The printed card"
"""The source of facts that were read off the card in one's hand."""
POLL_SECONDS = 1.0
"""The seconds between two requests for the state of a completion."""
_BUSY = (429, 503)
_NOTHING, _HELD = 204, 304
_JSON, _LINES, _PATCH = "application/json", "application/x-ndjson", "application/json-patch+json"
_PLAIN: Mapping[str, str] = MappingProxyType({})
_WHATEVER = {"If-Match": "*"}
"""The header for a change that is not based on a state read before."""
_NOT_YET = {"If-None-Match": "*"}
"""The header for creating a document that must not exist yet."""

Wait = Callable[[float], None]
Method = Literal["GET", "POST", "PUT", "PATCH", "DELETE"]
Body = Mapping[str, Any] | Sequence[Document]
Held = MutableMapping[str, tuple[str, bytes]]
"""Stored responses: the ETag and the body by path."""


class Muster:
    """A Muster site, for example `Muster("http://localhost:8000")`.

    `agent` identifies your program: please include how you can be reached. `token` is a personal token for requests
    that need one, with the scope `read` or `legions` for stored legions, `offer` for contributions, `curate` for
    curation, `hooks` for webhooks. Responses are stored in `held`, for example a dict, and only sent again by the site
    if they have changed (`ETag`). Every request may raise Refused or Unreachable.
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
        """Raise ValueError for an address without http or https."""
        if urlsplit(site).scheme not in ("http", "https"):
            raise ValueError("Give the address of a site, with http or https.")
        self.site = site.rstrip("/")
        self.agent = agent
        self.token = token
        self.timeout = timeout
        self._wait = wait
        self._held = held

    def judge(self, legion: Legion | Document, *, fixes: int | None = None) -> Verdict:
        """Return the verdict on a legion; with `fixes`, up to that many fixes for each error."""
        return cast("Verdict", self._ask("verdicts/", legion, fixes=fixes))

    def judge_all(self, legions: list[Legion] | list[Document]) -> list[Verdict | Refused]:
        """Return the verdict or the refusal for each of up to 1,000 legions, in order."""
        if len(legions) > MAX_BATCH_SIZE:
            raise ValueError(f"At most {MAX_BATCH_SIZE:,} legions are judged at once.")
        verdicts = self._ask("verdicts/", {"legions": legions})["verdicts"]
        return [one if "verdict" in one else Refused(one) for one in verdicts]

    def judge_lines(self, legions: Iterable[Legion | Document]) -> Iterator[Verdict | Refused]:
        """Yield the verdict or the refusal for each of up to 5,000 legions (10 MiB in all), in order.

        If there are too many, the last item is the refusal that says so.
        """
        body = b"".join(_json(one) + b"\n" for one in legions)
        raw, _etag = self._answered("POST", "/api/v1/verdicts/", body, {"Accept": _LINES, "Content-Type": _LINES})
        for line in raw.splitlines():
            answer = _parsed(line)
            yield cast("Verdict", answer) if "verdict" in answer else Refused(answer)

    def fixes(self, legion: Legion | Document, *, pool: Sequence[Document] | None = None) -> list[Document]:
        """Return the smallest edits that would make a legion or a team legal, the best first.

        Added cards are from the legion's `sources` and from the `pool`, which is written like the pool of a format.
        """
        fields: dict[str, Any] = {"legion": legion} if pool is None else {"legion": legion, "pool": list(pool)}
        return cast("list[Document]", self._ask("fixes/", fields)["fixes"])

    def candidates(self, legion: Legion | Document, at: str = "") -> Candidates:
        """Return all cards that could be put in a place of a legion: whether each fits, why not, and what it costs.

        The place `at` is "" for a new creature and "/picks/0" for an upgrade on that creature; "/tiles", "/map" or
        "/faction" in games whose lists have them. In a team, the place of a player's list comes first: "/team/0". If
        the result is not `complete`, not every card was tried, because the list is too large.
        """
        response = self._ask("candidates/", {"legion": legion, "at": at})
        return Candidates(response["candidates"], complete=response.get("complete", True))

    def complete(self, legion: Legion | Document, **options: Any) -> Completion:
        """Return the best completion of a legion. The options are `objective`, `seconds`, `pool` and `repair`.

        If it takes longer, the client asks every second until it is done.
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
        """Return the fewest packs with the cards of a legion that its player does not own."""
        return cast("Packs", self._ask("packs/", {"legion": legion}))

    def text(self, legion: Legion | Document) -> str:
        """Return a legion in the text form, the list that players paste."""
        return str(self._ask("texts/", {"legion": legion})["text"])

    def read_text(self, game: str, text: str) -> ReadText:
        """Return the legion in a text, with the result for each line."""
        return cast("ReadText", self._ask("texts/read/", {"game": game, "text": text}))

    def sign(self, legion: Legion | Document) -> Signed:
        """Return the verdict on a legion as a receipt that others can verify."""
        return cast("Signed", self._ask("receipts/", {"legion": legion}))

    def report(self, legion: Legion | Document, expected: Outcome, *, code: str = "", note: str = "") -> Answered:
        """Report that a verdict is wrong. The site stores the legion."""
        fields = {"legion": legion, "expected": expected, "code": code, "note": note}
        return cast("Answered", self._ask("reports/", fields))

    def card(self, game: str, slug: str, *, release: int | None = None) -> Document:
        """Return a card by its slug or a former slug."""
        return self._read(f"cards/{quote(game, safe='')}/{quote(slug, safe='')}/", release=release)

    def cards(self, game: str, query: str = "", *, release: int | None = None) -> Iterator[Document]:
        """Yield the cards of a game that match a query, page after page."""
        yield from self._pages("cards/", game=game, q=query or None, release=release)

    def near_cards(self, game: str, query: str, *, release: int | None = None) -> list[Document]:
        """Return the cards closest to a query without matches, the closest first; empty if the query has matches.

        Each has `game`, `slug` and `name`, the `words` of the query that it matches, and those that are `missing`.
        """
        found = self._read("cards/", game=game, q=query, release=release)
        return cast("list[Document]", found.get("near", []))

    def lookup(self, game: str, cards: Sequence[str], *, release: int | None = None) -> Lookup:
        """Return up to 500 cards by slug, and the slugs that no card has."""
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
        """Yield the changes after a release, release by release."""
        yield from cast("Iterator[Change]", self._pages("changes/", since=since, game=game))

    def files(self, *, release: int | None = None) -> list[CatalogFile]:
        """Return the files of the catalog: each game and kind in several forms."""
        return cast("list[CatalogFile]", self._read("bulk/", release=release)["files"])

    def file(self, entry: CatalogFile) -> bytes:
        """Return the bytes of a file. Raises ValueError if they do not match its checksum."""
        raw, _etag = self._answered("GET", entry["address"], None, {"Accept": "*/*"})
        if hashlib.sha256(raw).hexdigest() != entry["sha256"]:
            raise ValueError(f"{entry['address']} is not what the list of files says.")
        return raw

    def facts(self, game: str, card: str) -> CardFacts:
        """Return every fact of a card: its value, sources, confirmations and disputed values."""
        path = f"cards/{quote(game, safe='')}/{quote(card, safe='')}/facts/"
        return cast("CardFacts", self._read(path))

    def rulings(self, game: str, *, release: int | None = None) -> Iterator[Document]:
        """Yield the rulings of a game: answers to questions about cards and rules."""
        yield from self._pages("rulings/", game=game, release=release)

    def ruling(self, game: str, slug: str, *, release: int | None = None) -> Document:
        """Return a ruling."""
        return self._read(f"rulings/{quote(game, safe='')}/{quote(slug, safe='')}/", release=release)

    def judge_campaign(self, record: Document) -> CampaignVerdict:
        """Return the verdict on a campaign record: its findings, what each player has earned, and the standings."""
        return cast("CampaignVerdict", self._ask("campaigns/verdicts/", record))

    def adventures(self, game: str, *, release: int | None = None) -> Iterator[Document]:
        """Yield the adventures of a game that campaigns can consist of."""
        yield from self._pages("adventures/", game=game, release=release)

    def adventure(self, game: str, slug: str, *, release: int | None = None) -> Document:
        """Return an adventure."""
        return self._read(f"adventures/{quote(game, safe='')}/{quote(slug, safe='')}/", release=release)

    def references(self, game: str, *, release: int | None = None) -> Iterator[Document]:
        """Yield the rulebook references of a game: actions, tokens, maneuvers and the like."""
        yield from self._pages("references/", game=game, release=release)

    def reference(self, game: str, slug: str, *, release: int | None = None) -> Document:
        """Return a rulebook reference."""
        return self._read(f"references/{quote(game, safe='')}/{quote(slug, safe='')}/", release=release)

    def rules(self, game: str) -> Iterator[Document]:
        """Yield the rules by which legions of a game are judged."""
        yield from self._pages("rules/", game=game)

    def questions(self, game: str) -> list[Document]:
        """Return the questions of play of a game, each with the schema of its situations."""
        return cast("list[Document]", self._read(f"resolutions/{quote(game, safe='')}/")["questions"])

    def resolve(
        self, game: str, question: str, situation: Mapping[str, object], *, release: int | None = None
    ) -> Resolution:
        """Return the resolution of a situation at the table by the rulebook, step by step.

        `muster_client.questions` has the types of situations and results.
        """
        path = f"resolutions/{quote(game, safe='')}/{quote(question, safe='')}/"
        return cast("Resolution", self._ask(path, dict(situation), release=release))

    def coverage(self, game: str) -> list[Document]:
        """Return each section of a game's rulebook with the rules or questions of play that cover it."""
        return cast("list[Document]", self._read(f"rules/{quote(game, safe='')}/coverage/")["sections"])

    def search_rules(
        self, question: str, *, game: str = "", limit: int = 10, kinds: Iterable[str] = (), release: int | None = None
    ) -> Document:
        """Return the rules, rulings, terms and cards that answer a question in your own words, the best first.

        All games are searched, or only one. `kinds` are of rule, ruling, term and card; all by default.
        """
        path = f"rules/{quote(game, safe='')}/search/" if game else "search/"
        return self._read(path, q=question, limit=limit, kind=",".join(kinds) or None, release=release)

    def rulebooks(self, *, release: int | None = None) -> Iterator[Document]:
        """Yield the rulebooks, each with the number of its sections in each state."""
        yield from self._pages("rulebooks/", release=release)

    def rulebook(self, game: str, *, release: int | None = None) -> Rulebook:
        """Return a game's rulebook with its sections in order."""
        return cast("Rulebook", self._read(f"rulebooks/{quote(game, safe='')}/", release=release))

    def rulebook_section(self, game: str, address: str, *, release: int | None = None) -> RulebookSection:
        """Return the section at an address of a game's rulebook, such as `604.4.b` or `p15/combat-phase`."""
        path = f"rulebooks/{quote(game, safe='')}/{quote(address)}/"
        return cast("RulebookSection", self._read(path, release=release))

    def keys(self) -> Document:
        """Return the keys that verify receipts, as a JSON Web Key Set."""
        return self._fetch("GET", "/.well-known/muster-keys.json")

    def legions(self, **filters: Any) -> Iterator[Document]:
        """Yield your stored legions, filtered by `game`, `folder`, `tag`, `archived` and `deleted`."""
        yield from self._pages("legions/", **filters)

    def legion(self, legion: str) -> StoredLegion:
        """Return a stored legion by its ID; changes are based on this result."""
        return cast("StoredLegion", self._seen("GET", _stored(legion)))

    def store(
        self, legion: Legion | Document, *, folder: str = "", archived: bool = False, key: str = ""
    ) -> StoredLegion:
        """Store a legion. Requests with an equal `key`, such as a UUID, store it only once."""
        headers = {"Idempotency-Key": key} if key else {}
        body = {"legion": legion, "folder": folder, "archived": archived}
        return cast("StoredLegion", self._seen("POST", "/api/v1/legions/", body, headers))

    def replace(self, seen: StoredLegion, legion: Legion | Document, *, folder: str | None = None) -> StoredLegion:
        """Replace the stored legion `seen`; its folder stays unless `folder` is given.

        Raises Refused with `changed-meanwhile` if the stored legion has changed since it was `seen`, like all changes
        below.
        """
        kept = seen["folder"] if folder is None else folder
        body = {"legion": legion, "folder": kept, "archived": seen["archived"]}
        return cast("StoredLegion", self._seen("PUT", _stored(seen["id"]), body, _based(seen)))

    def patch(self, seen: StoredLegion, operations: Sequence[Document]) -> StoredLegion:
        """Change a stored legion by a JSON Patch (RFC 6902), completely or not at all."""
        headers = {**_based(seen), "Content-Type": _PATCH}
        return cast("StoredLegion", self._seen("PATCH", _stored(seen["id"]), list(operations), headers))

    def delete(self, seen: StoredLegion) -> None:
        """Move a stored legion to the trash."""
        self._fetch("DELETE", _stored(seen["id"]), headers=_based(seen))

    def undelete(self, seen: StoredLegion) -> StoredLegion:
        """Restore a stored legion from the trash; `legion` also returns legions in the trash."""
        return cast("StoredLegion", self._seen("POST", f"{_stored(seen['id'])}undelete/", None, _based(seen)))

    def states(self, legion: str) -> Iterator[LegionState]:
        """Yield the saved states of a stored legion, the latest first."""
        yield from cast("Iterator[LegionState]", self._pages(f"{_stored(legion).removeprefix('/api/v1/')}states/"))

    def link(self, legion: str) -> LegionLink:
        """Return the share link of a stored legion."""
        return cast("LegionLink", self._seen("GET", f"{_stored(legion)}link/"))

    def share(self, legion: str, *, public: bool = False, shows_collection: bool = False) -> LegionLink:
        """Create the share link of a stored legion, or change whether it is public and what it shows."""
        body = {"public": public, "shows_collection": shows_collection}
        return cast("LegionLink", self._seen("PUT", f"{_stored(legion)}link/", body, _WHATEVER))

    def end_link(self, legion: str) -> None:
        """Revoke the share link of a stored legion."""
        self._fetch("DELETE", f"{_stored(legion)}link/", headers=_WHATEVER)

    def shared(self, key: str) -> SharedLegion:
        """Return a shared legion by the key of its link."""
        return cast("SharedLegion", self._read(f"legions/shared/{quote(key, safe='')}/"))

    def offer(
        self,
        game: str,
        card: str,
        facts: Mapping[str, Any],
        *,
        source: str = PRINTED_CARD,
        page: int | None = None,
        note: str = "",
        mends: bool = False,
        thank: bool = False,
    ) -> Contribution:
        """Offer facts of a card to the curators, from the printed card in your hand unless another `source` is
        given.
        """
        about = {"source": source, "page": page, "note": note, "mends": mends, "thank": thank}
        return cast("Contribution", self._ask("contributions/", {"game": game, "card": card, "facts": facts, **about}))

    def contributions(self, *, game: str | None = None, state: str | None = None) -> Iterator[Contribution]:
        """Yield your contributions, the latest first, with the state of each fact."""
        yield from cast("Iterator[Contribution]", self._pages("contributions/", game=game, state=state))

    def contribution(self, number: int) -> Contribution:
        """Return one of your contributions."""
        return cast("Contribution", self._read(f"contributions/{number}/"))

    def answer(self, number: int, answer: str) -> Contribution:
        """Answer a curator's question about a contribution."""
        path = f"/api/v1/contributions/{number}/answer/"
        return cast("Contribution", self._fetch("POST", path, _json({"answer": answer}), _WHATEVER))

    def take_back(self, number: int) -> None:
        """Withdraw a contribution that is still waiting."""
        self._fetch("DELETE", f"/api/v1/contributions/{number}/", headers=_WHATEVER)

    def waiting(self, *, game: str | None = None, state: str | None = None) -> Iterator[Contribution]:
        """Yield the contributions waiting for a curator; with `state`, those in another state."""
        yield from cast("Iterator[Contribution]", self._pages("curation/contributions/", game=game, state=state))

    def offered(self, number: int) -> CuratedContribution:
        """Return a contribution with the current values on the card; decisions are based on this result."""
        return cast("CuratedContribution", self._seen("GET", _curated(number)))

    def decide(
        self, seen: CuratedContribution, *, accept: Iterable[str] = (), decline: Iterable[str] = (), why: str = ""
    ) -> CuratedContribution:
        """Accept and decline offered facts; give `why` if you decline. Other facts stay open.

        Raises Refused with `changed-meanwhile` if the contribution has changed since it was `seen`, like all changes
        below.
        """
        fields = {"accept": list(accept), "decline": list(decline), "why": why}
        return cast("CuratedContribution", self._seen("POST", f"{_curated(seen['id'])}decision/", fields, _based(seen)))

    def ask_back(self, seen: CuratedContribution, question: str) -> CuratedContribution:
        """Ask the contributor a question."""
        path, fields = f"{_curated(seen['id'])}question/", {"question": question}
        return cast("CuratedContribution", self._seen("POST", path, fields, _based(seen)))

    def drafts(
        self, *, game: str | None = None, shelf: Shelf | None = None, stage: Stage | None = None
    ) -> Iterator[DraftLine]:
        """Yield the drafts for the next release, the most recently begun first."""
        yield from cast("Iterator[DraftLine]", self._pages("curation/drafts/", game=game, shelf=shelf, stage=stage))

    def draft(self, game: str, slug: str, *, shelf: Shelf = "card") -> Draft:
        """Return a document for editing, its draft or the published version; changes are based on this result."""
        return cast("Draft", self._seen("GET", _draft(game, shelf, slug)))

    def begin_draft(self, document: Document, why: str, *, shelf: Shelf = "card", source: str = "") -> Draft:
        """Begin a draft of a new document."""
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
        """Write the draft of a document, replacing an existing draft in any stage.

        `sources_hold` are the JSON Pointers of facts whose sources also cover the new values; `unsourced_reason` says
        why facts may be published without a source.
        """
        body: dict[str, Any] = {"document": document, "why": why, "source": source}
        if sources_hold:
            body["sources_hold"] = list(sources_hold)
        if unsourced_reason:
            body["unsourced_reason"] = unsourced_reason
        return cast("Draft", self._seen("PUT", _same(seen), body, _based(seen)))

    def move_draft(self, seen: Draft, do: Step, *, why: str = "") -> Draft:
        """Submit a draft for review, take it back, approve it, or send it back with a reason."""
        return cast("Draft", self._seen("POST", f"{_same(seen)}stage/", {"do": do, "why": why}, _based(seen)))

    def discard_draft(self, seen: Draft) -> None:
        """Discard a draft; the published document stays."""
        self._fetch("DELETE", _same(seen), headers=_based(seen))

    def history(self, game: str, slug: str, *, shelf: Shelf = "card") -> Iterator[Deed]:
        """Yield all actions on a document, the latest first."""
        path = _draft(game, shelf, slug).removeprefix("/api/v1/")
        yield from cast("Iterator[Deed]", self._pages(f"{path}history/"))

    def webhooks(self) -> Iterator[Webhook]:
        yield from cast("Iterator[Webhook]", self._pages("webhooks/"))

    def add_webhook(self, url: str) -> NewWebhook:
        """Add an address that receives a message for each release. Only this response contains the secret."""
        return cast("NewWebhook", self._ask("webhooks/", {"url": url}))

    def ping(self, webhook: str) -> Delivery:
        """Send a test message to a webhook; its deliveries show the result later."""
        return cast("Delivery", self._fetch("POST", f"/api/v1/webhooks/{quote(webhook, safe='')}/ping/"))

    def deliveries(self, webhook: str) -> Iterator[Delivery]:
        """Yield the messages sent to a webhook, the latest first."""
        yield from cast("Iterator[Delivery]", self._pages(f"webhooks/{quote(webhook, safe='')}/deliveries/"))

    def remove_webhook(self, webhook: str) -> None:
        """Remove a webhook and its deliveries."""
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
        """Return the response with its `etag`, on which changes are based."""
        raw, etag = self._answered(method, path, None if body is None else _json(body), headers)
        return {**_parsed(raw), "etag": etag}

    def _fetch(
        self, method: Method, path: str, body: bytes | None = None, headers: Mapping[str, str] = _PLAIN
    ) -> Document:
        raw, _etag = self._answered(method, path, body, headers)
        return _parsed(raw) if raw else {}

    def _answered(self, method: Method, path: str, body: bytes | None, headers: Mapping[str, str]) -> tuple[bytes, str]:
        """Send a request, and again if the site defers it for a short time. Return the body and the ETag."""
        try:
            return self._once(method, path, body, headers)
        except Refused as refused:
            if refused.status not in _BUSY or refused.seconds is None or refused.seconds > MAX_RETRY_SECONDS:
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
        # The scheme was checked when the client was created, and the path begins with a slash.
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
        """Return the body, None if it has not changed, and the ETag."""
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
    """Return the header that bases a change on the state seen."""
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

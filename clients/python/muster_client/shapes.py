"""Types of requests and responses, with the fields most programs need; a response may have more."""

from collections.abc import Iterable
from typing import Any, Literal, NotRequired, TypedDict

Outcome = Literal["legal", "illegal", "undetermined"]
Role = Literal["admin", "moderator", "curator"]
"""A role on Muster, shown next to a name."""
Shelf = Literal[
    "card", "set", "format", "house-rule", "ruling", "adventure", "reference", "rulebook", "section", "game"
]
"""The kinds of documents in the catalog."""
Stage = Literal["draft", "review", "approved"]
"""The stage of a draft on its way into a release."""
Step = Literal["put-up", "take-back", "approve", "send-back"]
"""An action that moves a draft to another stage."""
Document = dict[str, Any]


class Candidates(list[Document]):
    """The cards that could be put in a place of a legion; unless `complete`, not every card was tried."""

    def __init__(self, cards: Iterable[Document] = (), *, complete: bool = True) -> None:
        super().__init__(cards)
        self.complete = complete


class Pick(TypedDict):
    """A line of a legion."""

    card: str
    upgrades: NotRequired[list[str]]
    count: NotRequired[int]
    soldiers: NotRequired[int]


class Legion(TypedDict):
    game: str
    picks: NotRequired[list[Pick]]
    format: NotRequired[str]
    points: NotRequired[int]
    release: NotRequired[int]
    house_rules: NotRequired[list[str]]
    sources: NotRequired[list[str]]
    collection: NotRequired[dict[str, int]]
    facts: NotRequired[dict[str, dict[str, Any]]]
    on: NotRequired[str]
    name: NotRequired[str]


class StoredLegion(TypedDict):
    """A legion stored by an account. `etag` is the state that a change is based on."""

    id: str
    version: int
    legion: Legion
    folder: str
    archived: bool
    deleted_at: str | None
    etag: str


class LegionState(TypedDict):
    """A saved state of a stored legion."""

    number: int
    what: str
    saved_at: str
    legion: Legion


class LegionLink(TypedDict):
    """The share link of a stored legion; `key` is None if it is not shared. `etag` is the state of the link."""

    key: str | None
    page: str | None
    url: str | None
    public: bool
    shows_collection: bool
    etag: str


class SharedLegion(TypedDict):
    """A legion shared by an account."""

    legion: Legion
    by: str
    role: Role | None
    public: bool


class TextLine(TypedDict):
    """The reading of one line of a list."""

    line: int
    text: str
    outcome: Literal["mapped", "guessed", "unknown", "dropped"]
    card: str | None
    message: NotRequired[str]


class ReadText(TypedDict):
    """The legion read from a text."""

    game: str
    release: int
    legion: Legion
    lines: list[TextLine]


class Packs(TypedDict):
    """The fewest packs with the cards of a legion, and the cards in no counted set."""

    ways: list[list[Document]]
    smallest: bool
    all_ways: bool
    nowhere: list[Document]


class Lookup(TypedDict):
    """Cards by slug, and the slugs that no card has."""

    release: int
    results: list[Document]
    not_found: list[Document]


class CatalogFile(TypedDict):
    """A file of the catalog."""

    game: str
    kind: str
    form: Literal["jsonl", "json"]
    encoding: Literal["gzip", "br"] | None
    address: str
    size: int
    sha256: str
    count: int


class Change(TypedDict):
    """A change of a document by a release."""

    release: int
    game: str
    kind: str
    slug: str
    change: Literal["added", "changed", "renamed", "retired"]
    was: str | None
    differences: list[Document]


class Completion(TypedDict):
    """The best completion of a legion."""

    status: str
    value: int
    bound: int
    gap: int
    legion: Legion
    verdict: "Verdict"


class Points(TypedDict):
    """The cost of a legion; `total` is None while a relevant cost is unknown."""

    total: int | None
    known: int
    limit: int | None


class Ledger(TypedDict):
    """A line of the price."""

    at: str
    card: str
    reason: str
    points: int | None


class Finding(TypedDict):
    """A broken rule."""

    code: str
    level: Literal["error", "warning"]
    at: list[str]
    message: str
    facts: dict[str, Any]
    cite: dict[str, Any]


class Remark(TypedDict):
    """A remark on a legion that no rule forbids."""

    code: str
    at: list[str]
    message: str
    facts: Document


class Verdict(TypedDict):
    """The verdict on a legion, with its reasons."""

    verdict: Outcome
    game: str
    format: str
    release: int
    ruleset: str
    digest: str
    points: Points
    ledger: list[Ledger]
    findings: list[Finding]
    remarks: list[Remark]
    waived: list[Document]
    unknown: list[Document]


class CampaignVerdict(TypedDict):
    """The verdict on the record of a campaign."""

    verdict: Outcome
    game: str
    release: int
    digest: str
    findings: list[Document]
    open: list[Document]
    unknown: list[Document]
    settled: list[Document]
    sessions: list[Document]
    players: list[Document]
    standings: list[Document]
    winner: Document
    ended: str | None


class ResolutionStep(TypedDict):
    """A step of the rules in a situation at the table, with the value before and after."""

    code: str
    message: str
    facts: Document
    cite: Document
    before: Any
    after: Any
    sets: NotRequired[list[Document]]


class Resolution(TypedDict):
    """The resolution of a situation at the table by the rulebook."""

    release: int
    game: str
    question: str
    outcome: Literal["allowed", "forbidden", "undetermined"]
    result: Document
    steps: list[ResolutionStep]
    findings: list[Finding]
    unknown: list[Document]
    odds: Document | None
    unused: list[Document]


class RulebookSection(TypedDict):
    """A section of a rulebook: a rule with its text, or a heading without one, and what covers it."""

    at: str
    title: str
    page: int | None
    parent: str | None
    text: str | None
    text_source: Literal["text", "covered_by", "ruling", "reference"] | None
    question: str | None
    covered_by: str | None
    see: list[str]
    also: list[str]
    people: str | None
    state: Literal["judged", "resolved", "recorded", "ruling", "people", "reference"] | None
    states: list[str]
    rules: list[str]
    adventures: list[str]
    rulings: list[str]
    references: list[str]


class Rulebook(TypedDict):
    """A rulebook with its sections in order."""

    game: str
    title: str
    edition: str
    source: str
    text: str
    counted: dict[str, int]
    sections: list[RulebookSection]


class Receipt(TypedDict):
    """The contents of a signed verdict."""

    verdict: Outcome
    game: str
    format: str
    release: int
    ruleset: str
    digest: str
    points: Points
    codes: list[str]
    time: str
    key: str
    version: int


class Signed(TypedDict):
    """A receipt, its signature, a code with both, and the page that shows it."""

    receipt: Receipt
    signature: str
    code: str
    url: str


class Answered(TypedDict):
    """A report of a wrong verdict."""

    digest: str
    release: int
    verdict: Outcome
    expected: Outcome
    code: str
    state: str


class Confirmation(TypedDict):
    """A confirmation of a value by `source`; None is the printed card."""

    by: str | None
    role: Role | None
    at: str
    source: str | None
    page: int | None


class DisputedValue(TypedDict):
    """A value of a fact in another source, until a curator decides; `against` was the value of the catalog then."""

    value: Any
    source: str | None
    page: int | None
    at: str
    against: Any


class CheckedFact(TypedDict):
    """A fact of a card; `fact` is its JSON Pointer."""

    fact: str
    value: Any
    sources: list[Document]
    disputed: list[DisputedValue]
    confirmations: list[Confirmation]


class CardFacts(TypedDict):
    """The facts of a card; `confirmed` if each is known, confirmed and not disputed."""

    release: int
    game: str
    card: str
    confirmed: bool
    facts: list[CheckedFact]


class OfferedFact(TypedDict):
    """An offered fact and its state; `why` is the reason if it was declined or undone."""

    fact: str
    value: Any
    state: Literal["waiting", "accepted", "declined", "undone", "disputed"]
    why: str | None


class Contribution(TypedDict):
    """An offer of facts for a card; `source` is None for the printed card."""

    id: int
    url: str
    version: int
    game: str
    card: str
    by: str | None
    role: Role | None
    facts: list[OfferedFact]
    mends: bool
    source: str | None
    page: int | None
    note: str
    thank: bool
    state: Literal["offered", "asked", "accepted", "declined", "withdrawn", "undone", "disputed"]
    talk: list[Document]
    release: int
    offered_at: str
    changed_at: str


class CuratedContribution(Contribution):
    """A contribution for a curator: `now` are the current values on the card, `etag` is the state seen."""

    now: Document
    accepted_before: int
    photo: bool
    etag: str


class Written(TypedDict):
    """The state of a draft."""

    stage: Stage
    by: str | None
    role: Role | None
    why: str
    source: str
    written_at: str


class DraftLine(Written):
    """A draft in a list."""

    game: str
    shelf: Shelf
    slug: str
    url: str
    kind: str
    name: str


class Draft(TypedDict):
    """A document for editing; `release` is the one that published it, `etag` the state seen."""

    game: str
    shelf: Shelf
    slug: str
    url: str
    document: Document
    unsourced: list[str]
    release: int | None
    draft: Written | None
    etag: str


class Deed(TypedDict):
    """An action on a document, with the document at that time."""

    number: int
    what: str
    release: int | None
    at: str
    by: str | None
    role: Role | None
    why: str
    source: str
    document: Document


class Webhook(TypedDict):
    """An address that receives a message for each release; `off` is the reason if it is switched off."""

    id: str
    address: str
    url: str
    active: bool
    off: str | None
    former_secret_until: str | None
    created_at: str


class NewWebhook(Webhook):
    """A webhook with the secret that signs its messages."""

    secret: str


class Delivery(TypedDict):
    """A message to a webhook, with the result of each attempt."""

    id: str
    url: str
    message: str
    event: str
    release: int | None
    state: str
    next_try_at: str | None
    created_at: str
    tries: list[Document]

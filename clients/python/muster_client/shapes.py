"""What goes in and what comes out, as far as programs mostly ask for it; every answer may have more fields."""

from typing import Any, Literal, NotRequired, TypedDict

Outcome = Literal["legal", "illegal", "undetermined"]
Document = dict[str, Any]


class Pick(TypedDict):
    """A line of a legion."""

    card: str
    upgrades: NotRequired[list[str]]
    count: NotRequired[int]
    soldiers: NotRequired[int]


class Legion(TypedDict):
    """An army list."""

    game: str
    picks: NotRequired[list[Pick]]
    format: NotRequired[str]
    points: NotRequired[int]
    release: NotRequired[int]
    house_rules: NotRequired[list[str]]
    collection: NotRequired[dict[str, int]]
    facts: NotRequired[dict[str, dict[str, Any]]]
    on: NotRequired[str]
    name: NotRequired[str]


class Points(TypedDict):
    """What a legion costs; `total` is None while a cost that counts is not known."""

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
    """A rule that is broken."""

    code: str
    level: Literal["error", "warning"]
    at: list[str]
    message: str
    facts: dict[str, Any]
    cite: dict[str, Any]


class Verdict(TypedDict):
    """What is said of a legion, and why."""

    verdict: Outcome
    game: str
    format: str
    release: int
    ruleset: str
    digest: str
    points: Points
    ledger: list[Ledger]
    findings: list[Finding]
    waived: list[Document]
    unknown: list[Document]


class Receipt(TypedDict):
    """What a signed verdict says."""

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
    """A receipt, its signature, both as a code, and where people check it."""

    receipt: Receipt
    signature: str
    code: str
    url: str


class Answered(TypedDict):
    """What was reported as wrong."""

    digest: str
    release: int
    verdict: Outcome
    expected: Outcome
    code: str
    state: str


class OfferedFact(TypedDict):
    """A fact that was offered, and what became of it; `why` is the reason of who declined or undid it."""

    fact: str
    value: Any
    state: Literal["waiting", "accepted", "declined", "undone"]
    why: str | None


class Contribution(TypedDict):
    """What somebody has offered of a card; `source` is None for the printed card."""

    id: int
    url: str
    version: int
    game: str
    card: str
    by: str | None
    facts: list[OfferedFact]
    mends: bool
    source: str | None
    page: int | None
    note: str
    thank: bool
    state: Literal["offered", "asked", "accepted", "declined", "withdrawn", "undone"]
    talk: list[Document]
    release: int
    offered_at: str
    changed_at: str


class Webhook(TypedDict):
    """An address that is told of each release; `off` says why it is switched off."""

    id: str
    address: str
    url: str
    active: bool
    off: str | None
    former_secret_until: str | None
    created_at: str


class NewWebhook(Webhook):
    """A webhook with the secret that its messages are signed with."""

    secret: str


class Delivery(TypedDict):
    """A message to a webhook, with what came of each try."""

    id: str
    url: str
    message: str
    event: str
    release: int | None
    state: str
    next_try_at: str | None
    created_at: str
    tries: list[Document]

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

"""What the views cannot say by themselves about each address: its name, chapter, answer and refusals."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from catalog.api.bulk_files import BROTLI, GZIP, LINES

TAGS = {
    "Verdicts": "Judge legions, and ask what would change them.",
    "Cards": "Cards, the sets they came in, and the games they belong to.",
    "Rules": "The rules, formats and house rules that legions are judged by.",
    "Catalog": "Releases of the catalog, the schemas of its documents, and this description.",
}


class Operation(NamedTuple):
    """One method of one address.

    `answer` names a component, and so does `question` where a body is sent; `problems` are the codes beyond those of
    `FOR_ALL`. `later` names what is answered with 202 when the answer takes longer; without an `answer` there is none.
    `in_lines` names what each line of a body and of an answer is where these may be lines; `others` names what else is
    answered, by media type.
    """

    name: str
    tag: str
    summary: str
    answer: str
    problems: tuple[str, ...] = ()
    media_type: str = "application/json"
    question: str = ""
    later: str = ""
    in_lines: tuple[str, str] | None = None
    others: Mapping[str, str] = MappingProxyType({})


OF_FILES = MappingProxyType({LINES: "AnyDocument", GZIP: "Compressed", BROTLI: "Compressed"})
FOR_ALL = ("unknown-parameter", "not-acceptable", "too-many-requests", "internal-error", "out-of-order", "unavailable")
WITH_PARAMETERS = ("invalid-parameter", "unknown-release")
_BODY = ("malformed-json", "length-required", "too-slow", "too-large", "unsupported-media-type")
_LEGION = (
    "invalid-legion",
    "unknown-game",
    "unknown-format",
    "unknown-house-rule",
    "unknown-set",
    "uncounted-set",
    "not-judged-yet",
)

# By the name of the address in `urls`.
OPERATIONS = {
    "api-verdicts": Operation(
        "judge",
        "Verdicts",
        "Judge one legion, or up to 1,000",
        "VerdictAnswer",
        (*_BODY, *_LEGION),
        question="VerdictQuestion",
        in_lines=("legion", "VerdictLine"),
    ),
    "api-receipts": Operation(
        "signVerdict",
        "Verdicts",
        "Judge one legion and sign the verdict",
        "ReceiptAnswer",
        (*_BODY, "invalid-question", *_LEGION, "no-signing-key"),
        question="ReceiptQuestion",
    ),
    "api-reports": Operation(
        "reportVerdict",
        "Verdicts",
        "Say that a verdict is wrong",
        "ReportAnswer",
        (*_BODY, "invalid-question", *_LEGION, "queue-full"),
        question="ReportQuestion",
    ),
    "api-candidates": Operation(
        "findCandidates",
        "Verdicts",
        "Find what could stand in a place",
        "CandidateAnswer",
        (*_BODY, "invalid-question", *_LEGION, "no-such-place", "too-many-cards"),
        question="CandidateQuestion",
    ),
    "api-fixes": Operation(
        "findFixes",
        "Verdicts",
        "Find the smallest edits that make a legion legal",
        "FixAnswer",
        (*_BODY, "invalid-question", *_LEGION),
        question="FixQuestion",
    ),
    "api-packs": Operation(
        "findPacks",
        "Verdicts",
        "Find the fewest packs for a legion",
        "PackAnswer",
        (*_BODY, "invalid-question", *_LEGION),
        question="PackQuestion",
    ),
    "api-texts": Operation(
        "writeText",
        "Verdicts",
        "Write a legion as the list that players paste",
        "TextAnswer",
        (*_BODY, "invalid-question", *_LEGION),
        question="TextQuestion",
    ),
    "api-text-reading": Operation(
        "readText",
        "Verdicts",
        "Read the list that players paste",
        "TextReadingAnswer",
        (*_BODY, "invalid-question", "unknown-game", "not-judged-yet"),
        question="TextReadingQuestion",
    ),
    "api-completions": Operation(
        "complete",
        "Verdicts",
        "Find the best legion around picks",
        "CompletionAnswer",
        (*_BODY, "invalid-question", *_LEGION, "not-completable", "queue-full"),
        question="CompletionQuestion",
        later="CompletionJob",
    ),
    "api-completion": Operation(
        "getCompletion", "Verdicts", "Ask how far a question is", "CompletionJob", ("not-found",)
    ),
    "api-cards": Operation(
        "listCards", "Cards", "List cards", "CardList", ("unknown-game", "unknown-kind", "unknown-set", "invalid-query")
    ),
    "api-lookup": Operation(
        "lookUpCards",
        "Cards",
        "Read up to 500 cards at once",
        "LookupAnswer",
        (*_BODY, "invalid-question", "unknown-game"),
        question="LookupQuestion",
    ),
    "api-card": Operation("getCard", "Cards", "Read a card", "CardOrFields", ("not-found",)),
    "api-facts": Operation(
        "listFacts", "Cards", "List the facts of a card, and who has checked them", "CardFacts", ("not-found",)
    ),
    "api-pictures": Operation("listPictures", "Cards", "List the pictures of a card", "CardPictures", ("not-found",)),
    "api-sets": Operation("listSets", "Cards", "List the sets", "SetList", ("unknown-game",)),
    "api-set": Operation("getSet", "Cards", "Read a set", "SetOrFields", ("not-found",)),
    "api-games": Operation("listGames", "Cards", "List the games", "GameList"),
    "api-game": Operation("getGame", "Cards", "Read a game", "GameOrFields", ("not-found",)),
    "api-rules": Operation("listRules", "Rules", "List the rules", "RuleList", ("unknown-game",)),
    "api-cases-library": Operation(
        "getCasesLibrary", "Rules", "Read what the cases are judged by", "CasesLibrary", ("not-found",)
    ),
    "api-rule-cases": Operation(
        "getRuleCases", "Rules", "Read the conformance cases of a rule", "RuleCases", ("not-found",)
    ),
    "api-formats": Operation("listFormats", "Rules", "List the formats", "FormatList", ("unknown-game",)),
    "api-format": Operation("getFormat", "Rules", "Read a format", "FormatOrFields", ("not-found",)),
    "api-house-rules": Operation("listHouseRules", "Rules", "List the house rules", "HouseRuleList", ("unknown-game",)),
    "api-house-rule": Operation("getHouseRule", "Rules", "Read a house rule", "HouseRuleOrFields", ("not-found",)),
    "api-rulings": Operation("listRulings", "Rules", "List the rulings", "RulingList", ("unknown-game",)),
    "api-ruling": Operation("getRuling", "Rules", "Read a ruling", "RulingOrFields", ("not-found",)),
    "api-index": Operation("getIndex", "Catalog", "List the addresses", "Index"),
    "api-releases": Operation("listReleases", "Catalog", "List the releases", "ReleaseList"),
    "api-release": Operation("getRelease", "Catalog", "Read a release", "Release", ("not-found",)),
    "api-changes": Operation("listChanges", "Catalog", "List what changed", "ChangeList", ("unknown-game",)),
    "api-bulk": Operation("listFiles", "Catalog", "List the files of the whole catalog", "BulkList"),
    "api-bulk-file": Operation(
        "getFile", "Catalog", "Read all documents of a kind", "BulkFile", ("not-found",), others=OF_FILES
    ),
    "api-schemas": Operation("listSchemas", "Catalog", "List the schemas", "SchemaList"),
    "api-schema": Operation(
        "getSchema", "Catalog", "Read a schema", "Schema", ("not-found",), "application/schema+json"
    ),
    "api-openapi": Operation("getOpenApi", "Catalog", "Read this description", "OpenApi"),
}

# What DELETE does there; the others are reads, or questions where a body is sent.
REMOVALS = {
    "api-completion": Operation("cancelCompletion", "Verdicts", "Take a question back", "", ("not-found",)),
}
PASSING = frozenset(("api-completion",))
"""Reads of what changes from one moment to the next, so that nobody keeps the answer."""

"""The chapter on kept legions: each method of each address."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from catalog.api_base.schema_extensions import BodyDescription, MethodDescription, SchemaExtension

from ...api_base.pagination import PARAMETERS
from ...api_tokens.models import Scope
from ...api_urls import legion_urls
from ...saved_lists.api_bodies import JSON_PATCH, MERGE_PATCH
from ...saved_lists.copy_api_views import LegionVariants
from ...saved_lists.history_api_views import StateDifferences, StateList
from . import examples, shapes

NAME = "Legions"
ABOUT = (
    "Legions that somebody keeps, with a personal token: `Authorization: Bearer …`, made on the page of an account. "
    "A token with the scope `read` reads, one with `legions` changes too. A change names the state it is based on by "
    "its `ETag` in `If-Match`: without one it is refused with 428, and with 412 when the legion has moved on, so that "
    "no change is lost. Cookies open nothing here, and nothing of this answers other origins but what is shared."
)
JSON = "application/json"
_TEXT = {"type": "string", "maxLength": 64}
WORDS: Mapping[str, tuple[str, dict[str, Any], Any]] = MappingProxyType(
    {
        "pk": ("The legion’s id.", {"type": "string", "format": "uuid"}, examples.ID),
        "number": ("The number of the state.", {"type": "integer", "minimum": 1}, 2),
        "key": ("The key of the link.", _TEXT, examples.KEY),
    }
)
IF_MATCH = {"If-Match": ("The `ETag` of the state that the change is based on; `*` changes whatever is there.", True)}
ONCE = {
    "Idempotency-Key": (
        "A new text for each thing to make, a UUID for example. Sent again within 24 hours it makes nothing more and "
        "is answered the same; a refusal is not kept.",
        False,
    )
}
_BODY = ("malformed-json", "too-large", "unsupported-media-type", "invalid-question")
_DOCUMENT = (
    *("invalid-legion", "unknown-game", "unknown-format", "unknown-house-rule", "unknown-set", "uncounted-set"),
    *("not-judged-yet", "unknown-release"),
)
_CHANGE = ("not-found", "version-needed", "changed-meanwhile")
_KEPT_CHANGE = (*_CHANGE, "thrown-away")
NOT_MODIFIED = BodyDescription(about="What you hold is what would be sent.")


def _read(component: str, example: Any) -> dict[int, BodyDescription]:
    return {200: BodyDescription(component, {"As it is answered": example}, ("ETag",)), 304: NOT_MODIFIED}


def _done(component: str, example: Any) -> dict[int, BodyDescription]:
    return {200: BodyDescription(component, {"As it is answered": example}, ("ETag",))}


def _to_keep() -> BodyDescription:
    whole = {"legion": examples.legion(), "folder": "Autumn league", "archived": False}
    return BodyDescription("LegionToKeep", {"A legion": {"legion": examples.legion()}, "In a folder": whole})


def _patches() -> dict[str, BodyDescription]:
    renamed = [{"op": "test", "path": "/legion/name", "value": "Bones and embers"}]
    renamed += [{"op": "replace", "path": "/legion/name", "value": "Bones"}]
    return {
        MERGE_PATCH: BodyDescription(
            "LegionMergePatch", {"Another name, no tags": {"legion": {"name": "Bones", "tags": None}}}
        ),
        JSON_PATCH: BodyDescription("LegionJSONPatch", {"Another name if it has this one": renamed}),
    }


def _of_legions() -> dict[str, dict[str, MethodDescription]]:
    read, write = Scope.READ.value, Scope.LEGIONS.value
    kept = examples.kept()
    return {
        "api-legions": {
            "get": MethodDescription(
                "listLegions",
                "List what you keep",
                "Those made last come first; what is in the trash is left out. Documents are not in it: each line has "
                "the address of its legion. No release stands with the list, because each legion has its own. A walk "
                "along `next` sees each legion once.",
                _read("KeptLegionList", examples.page(examples.line())),
                parameters=PARAMETERS,
                scope=read,
            ),
            "post": MethodDescription(
                "keepLegion",
                "Keep a legion",
                "It is kept whether it is legal or not. One that names no release gets the newest.",
                {201: BodyDescription("KeptLegion", {"As it is answered": kept}, ("ETag", "Location"), "It is kept.")},
                (*_BODY, *_DOCUMENT, "invalid-parameter", "too-many-legions", "key-used-before"),
                {JSON: _to_keep()},
                headers=ONCE,
                scope=write,
            ),
        },
        "api-legion": {
            "get": MethodDescription(
                "getLegion",
                "Read a legion that you keep",
                "Its newest state, also of one in the trash. Somebody else’s is not found, as if there were none.",
                _read("KeptLegion", kept),
                ("not-found",),
                scope=read,
            ),
            "put": MethodDescription(
                "replaceLegion",
                "Change a legion as a whole",
                "What is left out of the body is taken away, but for the release: a legion keeps its own until another "
                "is named. Each change is a state in the history.",
                _done("KeptLegion", kept),
                (*_BODY, *_DOCUMENT, *_KEPT_CHANGE, "too-many-legions"),
                {JSON: _to_keep()},
                headers=IF_MATCH,
                scope=write,
            ),
            "patch": MethodDescription(
                "patchLegion",
                "Change a part of a legion",
                "With a JSON Merge Patch or a JSON Patch of up to 100 operations: all of it is done, or nothing.",
                _done("KeptLegion", kept),
                (*_BODY, *_DOCUMENT, *_KEPT_CHANGE, "too-many-legions", "invalid-patch", "patch-does-not-fit"),
                _patches(),
                headers=IF_MATCH,
                scope=write,
            ),
            "delete": MethodDescription(
                "deleteLegion",
                "Throw a legion away",
                "It goes to the trash and can be brought back for 30 days. Its link shows nothing meanwhile.",
                {204: BodyDescription(about="It is in the trash.")},
                _KEPT_CHANGE,
                headers=IF_MATCH,
                scope=write,
            ),
        },
        "api-legion-undelete": {
            "post": MethodDescription(
                "undeleteLegion",
                "Bring a legion back",
                "Out of the trash, link and all. One that is not in it stays as it is.",
                _done("KeptLegion", kept),
                _CHANGE,
                headers=IF_MATCH,
                scope=write,
            ),
        },
    }


def _of_copies() -> dict[str, dict[str, MethodDescription]]:
    read, write = Scope.READ.value, Scope.LEGIONS.value
    made = {
        201: BodyDescription("KeptLegion", {"As it is answered": examples.kept()}, ("ETag", "Location"), "It is kept.")
    }
    refusals = ("not-found", "thrown-away", "too-many-legions", "invalid-parameter", "key-used-before")
    return {
        "api-legion-copies": {
            "post": MethodDescription(
                "copyLegion",
                "Copy a legion",
                "The newest state, in the same folder, under a name that says so. Nothing is changed of the original.",
                made,
                refusals,
                headers=ONCE,
                scope=write,
            )
        },
        "api-legion-variants": {
            "get": MethodDescription(
                "listVariants",
                "List the variants of a legion",
                "The legion and those that were started from it or from one of them, the first one first.",
                _read("KeptLegionList", examples.page(examples.line())),
                ("not-found",),
                scope=read,
            ),
            "post": MethodDescription(
                "startVariant",
                "Start a variant",
                "A legion of its own beside the original, from the newest state or the one that `state` names. What "
                "differs between two variants is a matter of their documents.",
                made,
                refusals,
                parameters=LegionVariants.takes["post"],
                headers=ONCE,
                scope=write,
            ),
        },
    }


def _of_history() -> dict[str, dict[str, MethodDescription]]:
    read = Scope.READ.value
    line = examples.state_line()
    changed = [{"pointer": "/name", "before": "Bones", "after": "Bones and embers"}]
    return {
        "api-legion-states": {
            "get": MethodDescription(
                "listStates",
                "List the states of a legion",
                "Every state that it was in, the newest first. None is ever changed.",
                _read("LegionStateList", examples.page(line)),
                ("not-found",),
                parameters=StateList.takes["get"],
                scope=read,
            )
        },
        "api-legion-state": {
            "get": MethodDescription(
                "getState",
                "Read a state of a legion",
                "The document as it was. To go back to it, put it.",
                _read("LegionState", {**line, "legion": examples.legion()}),
                ("not-found",),
                scope=read,
            )
        },
        "api-legion-differences": {
            "get": MethodDescription(
                "compareStates",
                "Compare two states of a legion",
                "What differs, place by place; lists differ as a whole.",
                _read("LegionDifferences", {"before": 1, "after": 2, "differences": changed}),
                ("not-found",),
                parameters=StateDifferences.takes["get"],
                scope=read,
            )
        },
    }


def _of_links() -> dict[str, dict[str, MethodDescription]]:
    read, write = Scope.READ.value, Scope.LEGIONS.value
    none = {"key": None, "page": None, "url": None}
    shared = {
        "legion": examples.legion(),
        "by": "Countess Ada",
        "role": None,
        "public": True,
        "updated_at": examples.NOW,
    }
    return {
        "api-legion-link": {
            "get": MethodDescription(
                "getLink",
                "Read how a legion is shared",
                "Whoever has the link sees the legion. Its `ETag` is of the link alone.",
                {
                    200: BodyDescription(
                        "LegionLink", {"Shared": examples.link(), "Not shared": examples.link(**none)}, ("ETag",)
                    ),
                    304: NOT_MODIFIED,
                },
                ("not-found",),
                scope=read,
            ),
            "put": MethodDescription(
                "shareLegion",
                "Share a legion",
                "Makes a link where there is none, and says who finds it. A legion that a moderator took out of the "
                "list for everybody is not put back into it.",
                _done("LegionLink", examples.link(public=True)),
                (*_BODY, *_KEPT_CHANGE),
                {
                    JSON: BodyDescription(
                        "LegionLinkToHave", {"For everybody": {"public": True, "shows_collection": False}}
                    )
                },
                headers=IF_MATCH,
                scope=write,
            ),
            "post": MethodDescription(
                "replaceLink",
                "Replace the link of a legion",
                "Makes a new link and ends the one there is, for everybody who has it.",
                _done("LegionLink", examples.link()),
                _KEPT_CHANGE,
                headers=IF_MATCH,
                scope=write,
            ),
            "delete": MethodDescription(
                "endLink",
                "End the link of a legion",
                "Nobody else sees the legion from then on, and who opens the link is told that it was ended.",
                {204: BodyDescription(about="It is private.")},
                _KEPT_CHANGE,
                headers=IF_MATCH,
                scope=write,
            ),
        },
        "api-shared-legion": {
            "get": MethodDescription(
                "getSharedLegion",
                "Read a shared legion",
                "For whoever has the link, without a token, from every origin. A key that leads nowhere counts as ten "
                "questions more.",
                _read("SharedLegion", shared),
                ("not-found", "link-ended"),
            )
        },
    }


def chapter() -> SchemaExtension:
    """Return the chapter on kept legions."""
    methods = {**_of_legions(), **_of_copies(), **_of_history(), **_of_links()}
    return SchemaExtension(NAME, ABOUT, tuple(legion_urls), methods, WORDS, shapes.schemas())

"""Request bodies of saved lists: complete ones, and patches of both standards."""

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

import jsonpatch
import jsonpointer
from rest_framework.request import Request

from catalog.api_base.parsers import GuardedJSONParser
from catalog.api_base.problems import ProblemError
from catalog.api_base.renderers import dumps
from catalog.api_base.request_body import check_object, read_body
from catalog.documents import json_input, names
from catalog.documents.errors import Fault, InvalidInput, json_pointer
from legions.changes.tags import clean_name
from legions.saved_lists.models import FOLDER_LENGTH, Legion

MERGE_PATCH = "application/merge-patch+json"
JSON_PATCH = "application/json-patch+json"
MAX_OPERATIONS = 100
PATCH_ERRORS = (jsonpatch.JsonPatchException, jsonpointer.JsonPointerException)
FIELDS = ("legion", "folder", "archived")
# The members of each operation in addition to `op` (RFC 6902).
MEMBERS = {
    "add": {"path", "value"},
    "remove": {"path"},
    "replace": {"path", "value"},
    "move": {"from", "path"},
    "copy": {"from", "path"},
    "test": {"path", "value"},
}


class MergePatchParser(GuardedJSONParser):
    """JSON Merge Patch (RFC 7396)."""

    media_type = MERGE_PATCH


class JSONPatchParser(GuardedJSONParser):
    """JSON Patch (RFC 6902)."""

    media_type = JSON_PATCH


@dataclass(frozen=True, slots=True)
class ListBody:
    """The writable parts of a saved list: its document, its folder and its archive state."""

    legion: dict[str, Any]
    folder: str = ""
    archived: bool = False

    @classmethod
    def now(cls, legion: Legion) -> "ListBody":
        return cls(legion.document, legion.folder, legion.archived_at is not None)

    def as_document(self) -> dict[str, Any]:
        """Return the body as JSON, which patches are applied to."""
        return {"legion": self.legion, "folder": self.folder, "archived": self.archived}


def parse_body(request: Request) -> ListBody:
    """Return the body of a request. Raises InvalidInput with a pointer for each fault."""
    return _asked(read_body(request, "a legion to keep"))


@dataclass(frozen=True, slots=True)
class Patch:
    """A well-formed patch of one of the two standards."""

    value: Any
    in_steps: bool

    def of(self, legion: Legion) -> ListBody:
        """Return the body of a list after the patch.

        Raises InvalidInput if the result is invalid, ProblemError if the patch does not apply.
        """
        before = ListBody.now(legion).as_document()
        after = _patched(before, self.value) if self.in_steps else _merged(before, self.value)
        json_input.check(after)
        if len(dumps(after)) > json_input.BODY_LIMIT:
            message = (
                f"With this patch it has more than {json_input.BODY_LIMIT:,} bytes, which is the most that is kept."
            )
            raise InvalidInput("too-large", [Fault("", "too-large", message)], status=413)
        return _asked(after)


def parse_patch(request: Request) -> Patch:
    """Return the patch in a request. Raises InvalidInput for an invalid one."""
    value, in_steps = (
        read_body(request, "a patch"),
        request.content_type.partition(";")[0].strip().lower() == JSON_PATCH,
    )
    if in_steps:
        _check_steps(value)
    elif not isinstance(value, dict):
        raise InvalidInput("invalid-patch", [Fault("", "wrong-type", "A merge patch is an object.")])
    return Patch(value, in_steps)


def _asked(body: Any) -> ListBody:
    fields, faults = check_object(body, FIELDS, ("legion",))
    folder, archived = fields.get("folder", ""), fields.get("archived", False)
    if not isinstance(folder, str):
        faults.append(Fault("/folder", "wrong-type", "Expected a text; an empty one is no folder."))
    elif message := names.refusal(folder):
        faults.append(Fault("/folder", "name-characters", message))
    elif len(clean_name(folder)) > FOLDER_LENGTH:
        faults.append(Fault("/folder", "too-long", f"A folder’s name has at most {FOLDER_LENGTH} characters."))
    elif json_input.is_blank(folder):
        faults.append(Fault("/folder", "blank", "This name is invisible. Use letters, or leave it empty."))
    if not isinstance(archived, bool):
        faults.append(Fault("/archived", "wrong-type", "Expected true or false."))
    if faults:
        raise InvalidInput("invalid-question", faults)
    return ListBody(fields["legion"], clean_name(folder), archived)


# -- JSON Merge Patch ----------------------------------------------------------------------------------------------


def _merged(before: Any, patch: Any) -> Any:
    """Return `before` with a merge patch applied (RFC 7396, section 2): null removes, objects are merged, others
    replace.
    """
    if not isinstance(patch, dict):
        return patch
    after = dict(before) if isinstance(before, dict) else {}
    for name, value in patch.items():
        if value is None:
            after.pop(name, None)
        else:
            after[name] = _merged(after.get(name), value)
    return after


# -- JSON Patch ----------------------------------------------------------------------------------------------------


def _check_steps(patch: Any) -> None:
    """Raise InvalidInput for an invalid JSON Patch, with a fault for each wrong operation."""
    if not isinstance(patch, list) or len(patch) > MAX_OPERATIONS:
        message = f"A JSON patch is an array of up to {MAX_OPERATIONS} operations."
        raise InvalidInput("invalid-patch", [Fault("", "wrong-type", message)])
    faults = [fault.under(json_pointer(index)) for index, step in enumerate(patch) if (fault := _wrong(step))]
    if faults:
        raise InvalidInput("invalid-patch", faults)


def _patched(before: dict[str, Any], patch: list[dict[str, Any]]) -> Any:
    """Return `before` after all operations. The size is checked after each one, so that repeated copies are stopped
    early.
    """
    after: Any = deepcopy(before)
    for index, step in enumerate(patch):
        try:
            after = jsonpatch.apply_patch(after, [step], in_place=True)
        except (
            *PATCH_ERRORS,
            LookupError,
            TypeError,
            ValueError,
        ) as error:  # such as an index of 5,000 digits
            message = f"Operation {index} does not fit what is there: {step['op']} at “{step['path']}”."
            raise ProblemError("patch-does-not-fit", [Fault(json_pointer(index), "does-not-fit", message)]) from error
        json_input.check(after)
    return after


def _wrong(step: Any) -> Fault | None:
    """Return the fault in the form of an operation, or None."""
    if not isinstance(step, dict) or not isinstance(step.get("op"), str) or step["op"] not in MEMBERS:
        return Fault("", "no-operation", f"An operation is an object with one of these as op: {', '.join(MEMBERS)}.")
    needed = {"op", *MEMBERS[step["op"]]}
    if set(step) != needed:
        return Fault("", "wrong-members", f"“{step['op']}” has exactly: {', '.join(sorted(needed))}.")
    for name in sorted(needed & {"path", "from"}):
        if not _is_pointer(step[name]):
            return Fault(json_pointer(name), "no-pointer", "Expected a JSON Pointer, for example /legion/picks/0.")
    return None


def _is_pointer(value: Any) -> bool:
    try:
        jsonpointer.JsonPointer(value)
    except (jsonpointer.JsonPointerException, TypeError, AttributeError):
        return False
    return isinstance(value, str)


def with_body_pointers(error: InvalidInput) -> InvalidInput:
    """Return the refusal of a list with its pointers relative to the request body."""
    return InvalidInput(error.code, [fault.under("/legion") for fault in error.faults], status=error.status)


PARSERS: Mapping[str, tuple[type[GuardedJSONParser], ...]] = {"PATCH": (MergePatchParser, JSONPatchParser)}
"""The parsers by method; other methods take plain JSON."""

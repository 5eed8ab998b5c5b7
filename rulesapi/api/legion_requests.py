"""The base view of requests about one legion: parsing of the body, and places of faults in it."""

from dataclasses import replace
from typing import Any, ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from catalog.api_base import throttling
from catalog.api_base.request_body import read_object
from catalog.api_base.views import NO_STORE, BaseAPIView
from catalog.documents.errors import Fault, InvalidInput, json_pointer
from rulesapi.judging import batches

LEGION_FIELD = "legion"


class LegionRequestView(BaseAPIView):
    """An endpoint whose body is an object with a `legion` and further `fields`, all of them texts.

    Fields in `optional` and `structured` may be omitted; `structured` ones are no texts. An endpoint that `searches`
    tries many changes of the legion, and costs more for more cards.
    """

    throttle_scope = "searching"
    fields: ClassVar[tuple[str, ...]] = ()
    optional: ClassVar[tuple[str, ...]] = ()
    structured: ClassVar[tuple[str, ...]] = ()
    searches: ClassVar[bool] = False

    def post(self, request: Request) -> Response:
        """Return the result. Faults of the legion get pointers into the body that was sent."""
        payload = self._read(request)
        if self.searches and (more := throttling.cost_of_search(batches.card_count(payload[LEGION_FIELD])) - 1):
            self.charge(request, more)
        try:
            result = self.result(**payload)
        except InvalidInput as error:
            field_errors = [replace(fault, pointer=self._place(fault, payload)) for fault in error.faults]
            raise InvalidInput(error.code, field_errors, status=error.status) from error
        return Response(result, headers=NO_STORE)

    def result(self, *args: Any, **payload: Any) -> dict[str, Any]:
        """Return the answer as JSON. Raises InvalidInput with pointers into the legion."""
        raise NotImplementedError

    def _read(self, request: Request) -> dict[str, Any]:
        """Return the fields of the body. Raises InvalidInput `malformed-json` or `invalid-question`."""
        needed = (LEGION_FIELD, *self.fields)
        payload, field_errors = read_object(request, (*needed, *self.optional, *self.structured), needed)
        field_errors += [
            Fault(json_pointer(field), "wrong-type", "Expected a text.")
            for field in (*self.fields, *self.optional)
            if field in payload and not isinstance(payload[field], str)
        ]
        if faults := [*field_errors, *self.read_faults(payload)]:
            raise InvalidInput("invalid-question", faults)
        return payload

    def read_faults(self, payload: dict[str, Any]) -> list[Fault]:
        """Return the faults of the `structured` fields."""
        return []

    def _place(self, fault: Fault, payload: dict[str, Any]) -> str:
        """Return the pointer into the body, or the parameter name, for a fault found in the legion."""
        if fault.code == "no-such-place":
            return "/at"
        if fault.code == "unknown-release" and "release" not in payload[LEGION_FIELD]:
            return fault.pointer
        return json_pointer(LEGION_FIELD) + fault.pointer

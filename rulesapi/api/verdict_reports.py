"""The API for reports of wrong verdicts."""

from typing import Any

from drf_spectacular.utils import extend_schema, extend_schema_view

from catalog.api_base.openapi.operations import LEGION_ERRORS, body, component, errors
from catalog.documents.errors import Fault
from rulesapi.api.legion_requests import LegionRequestView
from rulesapi.verdict_reports import report_service


@extend_schema_view(
    post=extend_schema(
        operation_id="reportVerdict",
        summary="Say that a verdict is wrong",
        tags=["Verdicts"],
        request=body("ReportQuestion"),
        responses={200: component("ReportAnswer"), **errors(*LEGION_ERRORS, "invalid-question", "queue-full")},
    )
)
class VerdictReportsView(LegionRequestView):
    """Say that a verdict is wrong, and what you expected: a curator looks at it, and it may become a case.

    `expected` is `legal`, `illegal` or `undetermined`; `code` the rule that it is about, if there is one; `note` says
    more, up to 1,000 characters. The legion is judged as at the address of verdicts, and the answer says what is
    reported: the same legion and release give this verdict again. The same report is kept once.

    The legion is kept, without its name, notes, tags and what is in `ext`. Send one only if you may.
    """

    throttle_scope = "reporting"
    fields = ("expected",)
    optional = ("code", "note")

    def result(self, *, legion: Any, expected: str, code: str = "", note: str = "") -> dict[str, Any]:
        """Store the report and return its contents. Raises the errors of `report_service.report_verdict`."""
        release = self.query.get("release")
        report = report_service.report_verdict(legion=legion, expected=expected, code=code, note=note, release=release)
        verdict = {key: report.verdict[key] for key in ("digest", "game", "format", "release", "ruleset", "verdict")}
        return {**verdict, "expected": report.expected, "code": report.code, "state": report.state}

    def _place(self, fault: Fault, payload: dict[str, Any]) -> str:
        own = fault.pointer in ("/expected", "/code", "/note")
        return fault.pointer if own else super()._place(fault, payload)

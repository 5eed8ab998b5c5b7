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
        summary="Report a wrong verdict",
        tags=["Verdicts"],
        request=body("ReportQuestion"),
        responses={200: component("ReportAnswer"), **errors(*LEGION_ERRORS, "invalid-question", "queue-full")},
    )
)
class VerdictReportsView(LegionRequestView):
    """Report a wrong verdict and the verdict you expected. A curator reads it, and it may become a conformance case.

    `expected` is `legal`, `illegal` or `undetermined`; `code` is the code of the rule in question, if there is one;
    `note` explains it in up to 1,000 characters. The legion is judged as at `/api/v1/verdicts/`, and the response has
    what was reported: the same legion and release give this verdict again. A report that is sent twice is stored once.

    The legion is stored without its name, notes, tags and `ext`. Send only a legion that you may share.
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

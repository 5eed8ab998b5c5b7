"""Reports of wrong verdicts: stored so that the verdict can be reproduced, and exported as draft cases."""

import hashlib
from typing import Any

from django.utils.translation import gettext as _

from catalog.api_base.problems import QueueFull
from catalog.api_base.throttling import charge_storage
from catalog.documents import json_input
from catalog.documents.canonical import compact
from catalog.documents.errors import Fault, InvalidInput, format_number
from catalog.documents.suggestions import close_matches, did_you_mean
from rulesapi.judging import verdicts
from rulesapi.models import WrongVerdict

EXPECTED_OUTCOMES = tuple(WrongVerdict.Outcome.values)
MAX_NOTE_LENGTH = 1000
MAX_OPEN_REPORTS = 5_000
"""The maximum number of open reports; further ones are refused."""
OWNER_FIELDS = ("name", "notes", "tags", "ext")
"""Fields of a legion that cannot influence a verdict; they are not stored."""


def report_verdict(
    *, legion: Any, expected: str, code: str = "", note: str = "", release: int | None = None, by: Any = None
) -> WrongVerdict:
    """Store a report of a wrong verdict, and return it; an identical report is stored once.

    `code` is the rule concerned, empty for none in particular.

    Raises the errors of `verdicts.judge` with pointers into the legion; InvalidInput `invalid-question` for other
    faults, with pointers into the report; and QueueFull.
    """
    judged = judged_fields(verdicts.validated_legion(legion))
    verdict = verdicts.judge(judged, release=release)
    note = json_input.tidy(note).strip()
    if errors := _report_errors(verdict, expected, code, note):
        raise InvalidInput("invalid-question", errors)
    judged = {**judged, "release": verdict["release"]}
    mark = hashlib.sha256(compact([judged, expected, code, note]).encode()).hexdigest()
    if (same := WrongVerdict.objects.filter(mark=mark).first()) is not None:
        return same
    if WrongVerdict.objects.filter(state=WrongVerdict.State.OPEN).count() >= MAX_OPEN_REPORTS:
        raise QueueFull
    charge_storage(len(compact([judged, verdict])), guest=by is None)
    judgement = {"game": verdict["game"], "digest": verdict["digest"], "legion": judged, "verdict": verdict}
    statement = {"expected": expected, "code": code, "note": note, "by": by}
    return WrongVerdict.objects.get_or_create(mark=mark, defaults={**judgement, **statement})[0]


def judged_fields(legion: dict[str, Any]) -> dict[str, Any]:
    """Return a legion without the fields that cannot influence a verdict."""
    fields = {key: value for key, value in legion.items() if key not in OWNER_FIELDS}
    return {**fields, "team": [judged_fields(part) for part in fields["team"]]} if "team" in fields else fields


def verdict_now(report: WrongVerdict, *, newest: bool = False) -> dict[str, Any]:
    """Return the current verdict on a reported legion, by its own release or by the newest. Raises InvalidInput."""
    legion = {key: value for key, value in report.legion.items() if not (newest and key == "release")}
    return verdicts.judge(legion)


def case_draft(report: WrongVerdict) -> dict[str, Any]:
    """Return a case file with a draft: the current verdict on the reported legion, with the expected outcome.

    If “legal” was expected, findings of the reported rule are left out. A curator has to check the whole draft.
    """
    verdict = verdict_now(report)
    findings = [
        {key: finding[key] for key in ("code", "level", "at", "facts")}
        for finding in verdict["findings"]
        if not (report.expected == WrongVerdict.Outcome.LEGAL and finding["code"] == report.code)
    ]
    legion = {key: value for key, value in report.legion.items() if key != "release"}
    case = {
        "name": report.note.splitlines()[0][:100] if report.note else f"reported on {report.made_at:%Y-%m-%d}",
        "legion": legion,
        "verdict": report.expected,
        "findings": findings,
        "unknown": verdict["unknown"],
        "points": verdict["points"],
        "ledger": verdict["ledger"],
    }
    return {"rule": report.code, "about": "A draft from a report: look at each line of it.", "cases": [case]}


def _report_errors(verdict: dict[str, Any], expected: str, code: str, note: str) -> list[Fault]:
    errors = []
    if expected not in EXPECTED_OUTCOMES:
        errors.append(
            Fault("/expected", "unknown-word", _("Expected one of {words}.").format(words=", ".join(EXPECTED_OUTCOMES)))
        )
    elif expected == verdict["verdict"] and not code and not note:
        message = _("The verdict is the same. Name the rule that is wrong, or describe it in a note.")
        errors.append(Fault("/expected", "not-wrong", message))
    known = verdicts.rule_codes(verdict["game"], verdict["release"])
    if code and code not in known:
        near = close_matches(code, known)
        message = _("The game has no rule of this code.") + did_you_mean(near)
        errors.append(Fault("/code", "unknown-code", message, nearest=near))
    if len(note) > MAX_NOTE_LENGTH:
        errors.append(
            Fault("/note", "too-long", _("At most {most} characters.").format(most=format_number(MAX_NOTE_LENGTH)))
        )
    return errors

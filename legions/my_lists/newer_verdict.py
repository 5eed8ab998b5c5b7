"""The verdict of the newest release on a list."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from catalog import snapshots
from catalog.documents.errors import InvalidInput
from legions.verdicts.view_models import OUTCOME_WORDS_INLINE
from rulesapi.judging import verdicts
from rulesapi.judging.verdict_text import shown_outcome


@dataclass(frozen=True)
class NewerVerdict:
    """The verdict of the newest release on a list of an older one."""

    release: int
    outcome: str
    sentence: str


def newer_verdict(document: dict[str, Any]) -> NewerVerdict | None:
    """Return the verdict of the newest release on a list of an older release, or None. The list is not changed."""
    newest = snapshots.newest().release
    release = document.get("release", newest)
    if release >= newest:
        return None
    try:
        verdict = verdicts.judge({**document, "release": newest})
    except InvalidInput as error:
        return NewerVerdict(
            newest,
            "undetermined",
            _("Release {release} cannot judge it: {why}").format(release=newest, why=error.faults[0].message),
        )
    outcome = shown_outcome(verdict)
    count = len(verdict["findings"])
    values = {"release": newest, "outcome": OUTCOME_WORDS_INLINE[outcome], "count": count}
    if not count:
        return NewerVerdict(newest, outcome, _("By the newest release ({release}) it is {outcome}.").format(**values))
    sentence = ngettext(
        "By the newest release ({release}) it is {outcome}, with {count} finding.",
        "By the newest release ({release}) it is {outcome}, with {count} findings.",
        count,
    )
    return NewerVerdict(newest, outcome, sentence.format(**values))

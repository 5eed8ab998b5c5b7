"""Descriptions of the facts that adventures ask for (see `PlayRuleset.asked`)."""

from collections.abc import Mapping

ASKED: Mapping[str, str] = {
    "special_rules": "how the table settles special rule {number} of the adventure",
    "objectives": "which side has fulfilled its objective in the adventure",
}

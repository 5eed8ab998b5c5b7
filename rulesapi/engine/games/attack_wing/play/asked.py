"""Descriptions of the facts that questions without a declaration ask for (see `PlayRuleset.asked`)."""

from collections.abc import Mapping

ASKED: Mapping[str, str] = {
    "range": "the range of {who}",
    "melee": "whether the attack of {who} is melee or ranged",
    "measured/range": "the range that was measured",
    "arc": "in which arc of the attacker the target is",
    "/level": "which play level the area attack strikes: ground, air or both",
    "burst_token": "where the Burst Token is: inside range and arc, outside, or on a base",
    "caught": "how many soldiers of the troop are in the area",
    "pivot_of_friend": "whether the Pivot Token of a friend gives the attacker a die",
    "rolled/attack": "the faces of the attack dice",
    "changes/side": "whose card makes the change {who}",
    "changes/first": "whether the change {who} comes before the re-rolls and tokens of its side",
    "changes/turned": "which dice lose a result by the change {who}",
    "special_rules": "how the table settles special rule {number} of the adventure",
    "objectives": "which side has fulfilled its objective in the adventure",
}

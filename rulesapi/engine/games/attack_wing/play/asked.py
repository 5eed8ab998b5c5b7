"""Descriptions of the facts that questions without a declaration ask for (see `PlayRuleset.asked`)."""

from collections.abc import Mapping

ASKED: Mapping[str, str] = {
    "maneuvers": "which maneuvers the dial has",
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
    "colour": "the color of the maneuver",
    "revealed/side": "to which side the maneuver goes",
    "edge": "by which edge of the play area the creature leaves",
    "blockers/rolled": "the dice of the overrun check",
    "another_card": "whether the action is of another card than the one before",
    "special_rules": "how the table settles special rule {number} of the adventure",
    "objectives": "which side has fulfilled its objective in the adventure",
}

"""The rules of victory points. The texts paraphrase the FAQ."""

from __future__ import annotations

from rulesapi.engine.games.dnd_miniatures_2003.citations import faq_citation
from rulesapi.engine.games.dnd_miniatures_2003.play.faq import forbids, happens

VICTORY_RULES = (
    happens(
        "victory-points",
        "Victory points",
        faq_citation("Control", "control/1"),
        "Eliminated creatures give victory points to the opponent.",
        "{creature} gives {points} victory points.",
    ),
    happens(
        "summoned-score",
        "Summoned creatures and minions",
        faq_citation("Summon", "summon-summoned/5", "lich-necromancer/1"),
        "Summoned creatures and minions give victory points, in tournaments also those that fall with their summoner.",
        "{creature} was summoned or is a minion, and gives {points} victory points.",
    ),
    happens(
        "raised-score-nothing",
        "Undead of the Lich Necromancer",
        faq_citation("Lich Necromancer", "lich-necromancer/1"),
        "Undead that the Lich Necromancer’s effect created are neither summoned nor minions, and give no points.",
        "{creature} was created by the Lich Necromancer’s effect and gives no victory points.",
    ),
    happens(
        "temporary-control",
        "Temporary control",
        faq_citation("Control", "control/1"),
        "The opponent who controls a creature for a time scores it if it is eliminated meanwhile.",
        "{creature} was eliminated under the opponent’s control, who has {points} victory points for it.",
    ),
    happens(
        "permanent-control",
        "Permanent control",
        faq_citation("Control", "control/1"),
        "A creature under permanent control of the opponent counts as eliminated, on the battle grid too.",
        "{creature} counts as eliminated and gives the opponent {points} victory points.",
    ),
    happens(
        "by-agreement",
        "Fallen with the summoner",
        faq_citation("Summon", "summon-summoned/5"),
        "Outside tournaments the FAQ does not say whether creatures that fall with their summoner give points.",
        "{creature} fell with its summoner and gives no points, as the players agreed.",
    ),
    forbids(
        "points-not-cost",
        "Other points than the cost",
        faq_citation("Control", "control/1"),
        "Players who agreed that a creature gives its cost enter no other victory points for it.",
        "{creature} costs {cost}. You entered {points} victory points, and that a creature gives its cost.",
        "{creature} costs {cost}. You entered no victory points, and that a creature gives its cost.",
    ),
    forbids(
        "not-summoned",
        "Not summoned",
        faq_citation("Summon", "summon-summoned/5"),
        "Only summoned creatures are eliminated with their summoner.",
        "{creature} was not summoned and does not fall with a summoner.",
    ),
)

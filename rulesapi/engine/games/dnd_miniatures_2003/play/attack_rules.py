"""The rules of attack rolls. The texts paraphrase the FAQ."""

from __future__ import annotations

from rulesapi.engine.games.dnd_miniatures_2003.citations import faq_citation
from rulesapi.engine.games.dnd_miniatures_2003.play.faq import forbids, happens

ATTACK_RULES = (
    happens(
        "attack-roll",
        "Attack roll",
        faq_citation("General Questions", "general-questions/1"),
        "As in the roleplaying game, an attack hits if the roll with its bonus is the Armor Class or more.",
        "{attacker} attacks {target} with a bonus of {bonus} against Armor Class {armor_class}.",
        "{attacker} attacks {target} without a bonus against Armor Class {armor_class}.",
    ),
    happens(
        "attack-modifier",
        "Modifiers of an attack",
        faq_citation("Terrain Tiles", "terrain-tiles/6", "stacking/1", "level-drain/1"),
        "Effects change the bonus of an attack. Those of one name count once.",
        "{because} changes the bonus by {by}.",
    ),
    happens(
        "charge",
        "Charge",
        faq_citation("Cleave", "cleave/3"),
        "A charge gives a bonus of 2 against the enemy that is charged.",
        "{attacker} charges: 2 more.",
    ),
    happens(
        "charge-not-on-cleave",
        "No charge bonus for Cleave",
        faq_citation("Cleave", "cleave/3"),
        "The bonus of a charge never helps a Cleave attack.",
        "The charge does not help the Cleave attack of {attacker}.",
    ),
    happens(
        "squeezes",
        "Squeezing",
        faq_citation("Squeezing", "squeezing/2"),
        "A creature that squeezes has 4 less on attacks and Armor Class.",
        "{creature} squeezes: 4 less.",
    ),
    happens(
        "stunned",
        "Stunned",
        faq_citation("Stun", "stun/1"),
        "A stunned creature has 2 less Armor Class, however often it is stunned.",
        "{target} is stunned: 2 less Armor Class.",
    ),
    happens(
        "cover",
        "Cover",
        faq_citation("Cover", "cover/1", "cover/2"),
        "Cover gives 4 Armor Class once, whatever number of things gives it.",
        "{target} has cover: 4 more Armor Class.",
    ),
    happens(
        "no-melee-cover",
        "No cover against melee attacks",
        faq_citation("Cover", "cover/2"),
        "Statues and creatures give cover only against ranged attacks and Melee Reach.",
        "Statues and creatures give {target} no cover against a melee attack.",
    ),
    happens(
        "in-melee",
        "Target in melee",
        faq_citation("Melee Reach", "melee-reach/2", "arrow-catching-shield/1"),
        "A target in melee has 4 more Armor Class against ranged attacks.",
        "{target} is in melee: 4 more Armor Class.",
    ),
    happens(
        "reach-into-melee",
        "Melee Reach into melee",
        faq_citation("Melee Reach", "melee-reach/2"),
        "A target in melee has no bonus against Melee Reach.",
        "{target} is in melee, which does not help against Melee Reach.",
    ),
    happens(
        "critical-hit",
        "Critical hit",
        faq_citation("Critical Hits", "critical-hits/1"),
        "A critical hit is an automatic hit, also against Immune Critical Hits.",
        "A natural {rolled} is a critical hit and hits automatically.",
    ),
    happens(
        "natural-one",
        "Natural 1",
        faq_citation("General Questions", "general-questions/1"),
        "The FAQ does not say whether a natural 1 misses. Players say it, as in the roleplaying game or otherwise.",
        "A natural 1 misses, as the players play.",
    ),
    happens(
        "concealed",
        "Conceal and Incorporeal",
        faq_citation("Conceal", "conceal/1", "helpless/1"),
        "Conceal and Incorporeal can protect from an attack that hits, the helpless too.",
        "A hit on {target} can still be avoided by {abilities}, as its card says.",
    ),
    forbids(
        "no-such-attack",
        "Attack that the card does not have",
        faq_citation("Attacks", "attacks/2"),
        "A creature makes the attacks of its card, in any order.",
        "{attacker} has {attacks} {attacks:attack|attacks} of this kind. There is no number {number}.",
        "{attacker} has no attack of this kind.",
    ),
    forbids(
        "nearest-enemy",
        "Nearest enemy",
        faq_citation("Nearest Enemy", "nearest-enemy/1", "selective-shot/1"),
        "A ranged attack is made on the nearest enemy, unless an ability such as Selective Shot says otherwise.",
        "{target} is not the nearest enemy of {attacker}. A ranged attack needs Selective Shot for it.",
    ),
    forbids(
        "charges-nearest",
        "Charge at the nearest enemy",
        faq_citation("General Questions", "general-questions/1", "determining-distances-of-effects/1"),
        "A creature charges the nearest enemy, counted with difficult terrain.",
        "{target} is not the nearest enemy of {attacker}, which charges the nearest one.",
    ),
    forbids(
        "no-line-of-sight",
        "Line of sight",
        faq_citation("Melee Reach", "melee-reach/3", "arrow-catching-shield/1"),
        "Ranged attacks and Melee Reach need line of sight.",
        "{attacker} has no line of sight to {target}.",
    ),
    forbids(
        "charge-with-ranged",
        "A charge is a melee attack",
        faq_citation("Leap", "leap/1"),
        "A charge grants a melee attack.",
        "{attacker} charges and makes a melee attack, not a ranged one.",
    ),
    forbids(
        "pacified",
        "Pacification Spores",
        faq_citation("Pacification Spores", "pacification-spores/1"),
        "A creature under Pacification Spores does not attack.",
        "{attacker} is under Pacification Spores and does not attack.",
    ),
)

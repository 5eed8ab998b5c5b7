"""The rules of damage. The texts paraphrase the FAQ."""

from __future__ import annotations

from rulesapi.engine.games.dnd_miniatures_2003.citations import faq_citation
from rulesapi.engine.games.dnd_miniatures_2003.play.faq import forbids, happens

DAMAGE = faq_citation("Damage", "damage/2")
DAMAGE_RULES = (
    happens(
        "damage-doubled",
        "Double damage",
        faq_citation("Damage", "damage/2", "damage/1", "damage/3"),
        "A critical hit or a melee attack on a helpless creature doubles the base damage, and nothing else.",
        "The base damage counts {times} times. The extra damage of {extra} counts once.",
        "The base damage counts {times} times.",
    ),
    forbids(
        "helpless-ranged",
        "Only melee attacks double against the helpless",
        DAMAGE,
        "Of attacks on a helpless creature only melee attacks deal double damage.",
        "{attacker} makes no melee attack. Only a melee attack deals double damage to a helpless creature.",
    ),
    happens(
        "not-for-spells",
        "Attack damage only",
        faq_citation("Damage", "damage/4"),
        "An effect on damage changes only that of melee and ranged attacks, unless it says otherwise.",
        "{because} changes only damage of melee and ranged attacks.",
    ),
    happens(
        "damage-added",
        "Additions of the attacker",
        faq_citation("Damage", "damage/2", "damage/3", "stacking/1"),
        "After doubling, effects of the attacker add to the base damage.",
        "{because} adds {by} to the base damage.",
    ),
    happens(
        "does-not-stack",
        "Bonuses that do not stack",
        faq_citation("Alusair Obarskyr", "alusair-obarskyr/1", "alusair-obarskyr/2"),
        "Bonuses from two Commander Effects do not add up, nor do those of one named ability.",
        "{because} does not add its {by}: a bonus of the same name or of another Commander Effect counts already.",
    ),
    happens(
        "attacker-orders",
        "Order of subtractions",
        DAMAGE,
        "The attacker’s player chooses the order in which effects of the attacker take from its damage.",
        "The player of {attacker} chooses the order. First {order} leaves {best}, the worst order {worst}.",
    ),
    happens(
        "damage-lessened",
        "Subtractions of the attacker",
        faq_citation("Damage", "damage/2", "damage/3", "huge-gold-dragon/1"),
        "Then effects of the attacker take from the base damage, each down to its minimum, or to 0 without one.",
        "{because} takes {by} from the base damage, which stays at {least} or more.",
        "{because} takes {by} from the base damage.",
    ),
    happens(
        "minimum-reached",
        "Minimum of a subtraction",
        DAMAGE,
        "A subtraction with a minimum is not applied to damage that is not above this minimum.",
        "{because} changes nothing: the base damage is not above its minimum of {least}.",
        "{because} changes nothing: no base damage is left.",
    ),
    happens(
        "damage-halved",
        "Save for half damage",
        faq_citation("Damage", "damage/2", "saves/2"),
        "Then a successful save halves the damage.",
        "{defender} saves and takes half the damage.",
    ),
    happens(
        "evades",
        "Evade Damage",
        faq_citation("Evade Damage", "evade-damage/1"),
        "A creature with Evade Damage takes no damage after a successful save.",
        "{defender} saves, has Evade Damage and takes no damage.",
    ),
    happens(
        "dr-against-spells",
        "DR and spells",
        faq_citation("Spiritual Weapon", "spiritual-weapon/1"),
        "DR reduces damage of melee and ranged attacks, not that of spells.",
        "DR of {defender} does not protect against spells.",
    ),
    happens(
        "damage-protected",
        "Subtractions of the defender",
        faq_citation("Damage", "damage/2", "special-abilities-and-damage/4"),
        "Then abilities of the defender take from the damage of their type.",
        "{because} protects against {by} damage.",
    ),
    happens(
        "damage-multiplied",
        "Multiplications of the defender",
        faq_citation("Damage", "damage/2", "special-abilities-and-damage/4"),
        "Abilities of the defender that multiply damage, such as Vulnerable, come last.",
        "{because} multiplies the damage by {times}.",
    ),
    happens(
        "hit-points",
        "Lost hit points",
        faq_citation("Special Abilities and Damage", "special-abilities-and-damage/3"),
        "Effects that dealing damage triggers need lost hit points.",
        "{defender} loses {damage} hit points. {left} are left.",
        "{defender} loses {damage} hit points and has no more.",
    ),
    happens(
        "destroyed",
        "Destroyed",
        faq_citation("Special Abilities and Damage", "special-abilities-and-damage/2"),
        "A creature without hit points is destroyed, after all special effects of the attack.",
        "{defender} is destroyed, after all special effects of the attack.",
    ),
    forbids(
        "damage-to-destroyed",
        "Destroyed already",
        faq_citation("Death Strike", "death-strike/1"),
        "A creature without hit points is destroyed and takes no damage.",
        "{defender} has no hit points left and is destroyed already.",
    ),
)

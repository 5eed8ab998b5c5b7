"""The rules of play of D&D Miniatures, the original edition, with their sections. The texts paraphrase the FAQ."""

from __future__ import annotations

from rulesapi.engine.games.dnd_miniatures_2003.citations import faq_citation
from rulesapi.engine.resolutions.card_rules import card_rules
from rulesapi.engine.resolutions.model import PlayRule
from rulesapi.engine.values.model import Citation

GAME = "dnd-miniatures-2003"
DAMAGE = faq_citation("Damage", "damage/2")


def happens(code: str, title: str, cite: Citation, text: str, *messages: str) -> PlayRule:
    """Return a rule that describes what happens. Without messages, its text is its message."""
    return PlayRule(f"{GAME}/{code}", title, text, cite, messages or (text,))


def forbids(code: str, title: str, cite: Citation, text: str, *messages: str) -> PlayRule:
    """Return a rule that forbids something. Without messages, its text is its message."""
    return PlayRule(f"{GAME}/{code}", title, text, cite, messages or (text,), "error")


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
COMMAND_RULES = (
    happens(
        "commanded",
        "Under the command of a commander",
        faq_citation("Summon", "summon-summoned/1", "being-under-or-out-of-command/1"),
        "A commander has a creature under command that it sees or that is within 6 squares, if its Commander rating is"
        " the Difficult rating or more.",
        "{commander} has {creature} under command: Commander rating {rating}, Difficult {difficult}.",
        "{commander} has {creature} under command with its Commander rating of {rating}.",
    ),
    happens(
        "too-far",
        "Commander too far away",
        faq_citation("Summon", "summon-summoned/1", "determining-distances-of-effects/2"),
        "A commander without line of sight that is more than 6 squares away has nobody under command.",
        "{creature} has no line of sight to {commander} and is more than 6 squares away.",
    ),
    happens(
        "too-difficult",
        "Too Difficult",
        faq_citation("Summon", "summon-summoned/1", "dire-rat/1"),
        "A commander does not have creatures under command whose Difficult rating is above its Commander rating.",
        "{creature} is Difficult {difficult}. {commander} has a Commander rating of only {rating}.",
    ),
    forbids(
        "no-commander",
        "No commander",
        faq_citation("Summon", "summon-summoned/1"),
        "Only a commander has creatures under command.",
        "{commander} is no commander: its Commander rating is 0.",
    ),
    happens(
        "buzzing-bee",
        "Mordenkainen’s Buzzing Bee",
        faq_citation("Mordenkainen’s Buzzing Bee", "mordenkainens-buzzing-bee/1"),
        "No commander puts a creature under command that is under Mordenkainen’s Buzzing Bee.",
        "No commander puts {creature} under command: it is under Mordenkainen’s Buzzing Bee.",
    ),
    happens(
        "by-itself",
        "Under command by itself",
        faq_citation("Mordenkainen’s Buzzing Bee", "mordenkainens-buzzing-bee/1", "dire-rat/1"),
        "Independent and Pack Hunter put a creature under command without a commander, and without Commander Effects.",
        "{creature} is under command by {ability}, without a commander.",
    ),
    happens(
        "countersong",
        "Countersong",
        faq_citation("Countersong", "countersong/2", "countersong/1"),
        "Within the range of an enemy’s Countersong Commander Effects neither work nor help.",
        "An enemy’s Countersong keeps Commander Effects of {commander} from {creature}.",
    ),
    happens(
        "followers-only",
        "Followers only",
        faq_citation("Followers and Commanders", "followers-and-commanders/1", "kobold-sorcerer/1"),
        "Commander Effects help followers, not commanders, unless one has Willing to Follow.",
        "{creature} is a commander. Commander Effects of {commander} do not help it.",
    ),
    happens(
        "out-of-command",
        "Out of command",
        faq_citation("Out of Command Creatures", "out-of-command-creatures/1"),
        "A creature out of command can do everything else, but is slower.",
        "{creature} is out of command.",
    ),
    happens(
        "slow",
        "Speed out of command",
        faq_citation("Out of Command Creatures", "out-of-command-creatures/1", "out-of-command-creatures/2"),
        "Out of command a creature has a speed of 2, unless its own is lower. It rushes at up to twice its own speed.",
        "Out of command {creature} has a speed of 2 instead of {speed}.",
    ),
    happens(
        "began-under-command",
        "Turn begun under command",
        faq_citation("Being Under or Out of Command", "being-under-or-out-of-command/1"),
        "A creature that begins its turn under command moves its whole turn as if it were.",
        "{creature} began its turn under command and moves with its speed of {speed}.",
    ),
)
MORALE_RULES = (
    happens(
        "half-hit-points",
        "Half hit points",
        faq_citation("Hit Points", "hit-points/2"),
        "A creature makes a morale save when it is reduced to half its starting hit points.",
        "{creature} has {now} of {hp} starting hit points: half or less.",
    ),
    forbids(
        "destroyed-tested",
        "No morale of the destroyed",
        faq_citation("Special Abilities and Damage", "special-abilities-and-damage/2"),
        "A creature without hit points is destroyed and makes no morale save.",
        "{creature} has no hit points left and is destroyed.",
    ),
    forbids(
        "not-at-half",
        "Not at half hit points",
        faq_citation("Hit Points", "hit-points/2"),
        "A creature with more than half its starting hit points makes no morale save for them.",
        "{creature} has {now} of {hp} starting hit points, which is more than half.",
    ),
    happens(
        "once-at-half",
        "Once at half hit points",
        faq_citation("Morale Saves", "morale-saves/3", "morale-saves/4"),
        "A creature makes only one morale save for being reduced to half hit points, even if it is healed since.",
        "{creature} has made its morale save for half hit points and makes no other one for them.",
    ),
    happens(
        "routing-makes-none",
        "Routing already",
        faq_citation("Bronze Wyrmling", "bronze-wyrmling/3"),
        "A routing creature makes no morale saves.",
        "{creature} is routing already and makes no morale save.",
    ),
    happens(
        "fearless",
        "Fearless",
        faq_citation("Bronze Wyrmling", "bronze-wyrmling/1"),
        "A creature with Fearless succeeds on each morale save.",
        "{creature} is Fearless and succeeds.",
    ),
    happens(
        "morale-save",
        "Morale save",
        faq_citation("General Questions", "general-questions/1", "morale-saves/1"),
        "A creature adds its level to saves, Save +# included, and the Commander rating of a commander that has it"
        " under command.",
        "The level of {creature} is {level}. With other bonuses of {other} and a Commander rating of {rating} it adds"
        " {bonus}.",
        "The level of {creature} is {level}. With other bonuses of {other} it adds {bonus}.",
        "The level of {creature} is {level}. With a Commander rating of {rating} it adds {bonus}.",
        "{creature} adds its level of {level}.",
    ),
    happens(
        "morale-holds",
        "The morale holds",
        faq_citation("Saves", "saves/1"),
        "A creature that reaches the DC saves. It cannot fail by choice.",
        "{creature} rolls {rolled} and adds {bonus}: enough for {dc}. It does not rout.",
    ),
    happens(
        "routs",
        "The creature routs",
        faq_citation("Routing", "routing/2"),
        "A creature that fails its morale save runs at once, and again on its own turn unless it rallies.",
        "{creature} rolls {rolled} and adds {bonus}: too little for {dc}. It runs at once, and again on its turn.",
    ),
    happens(
        "must-rally",
        "Rallying",
        faq_citation("Morale Saves", "morale-saves/2"),
        "A routing creature under command has to try to rally on its turn, with the best Commander rating.",
        "{creature} has to try to rally, with the best Commander rating.",
    ),
    happens(
        "rally-under-command",
        "Out of command without rally",
        faq_citation("Morale Saves", "morale-saves/2", "routing/6"),
        "A routing creature that is out of command cannot rally, even if it is healed.",
        "{creature} is out of command and keeps routing.",
    ),
    happens(
        "cannot-rally",
        "Unable to rally",
        faq_citation("Routing", "routing/4", "routing/1"),
        "A creature that cannot act on its turn neither rallies nor moves. It still counts as routing.",
        "{creature} cannot act, and neither rallies nor moves. It still counts as routing.",
    ),
    happens(
        "rallies",
        "Rallied",
        faq_citation("Routing", "routing/6"),
        "Only a rally on its own turn stops a creature from routing.",
        "{creature} rolls {rolled} and adds {bonus}: enough for {dc}. It rallies.",
    ),
    happens(
        "keeps-routing",
        "Not rallied",
        faq_citation("Morale Saves", "morale-saves/2"),
        "A creature that fails to rally keeps routing.",
        "{creature} rolls {rolled} and adds {bonus}: too little for {dc}. It keeps routing.",
    ),
)
INITIATIVE_RULES = (
    happens(
        "initiative",
        "Initiative",
        faq_citation("General Questions", "general-questions/1"),
        "Each round initiative is rolled for whole warbands, which take turns activating 2 creatures each.",
        "The totals are {totals}.",
    ),
    happens(
        "improved-initiative",
        "Improved Initiative",
        faq_citation("Improved Initiative", "improved-initiative/1"),
        "Improved Initiative counts for each initiative check, that for terrain included.",
        "Improved Initiative gives {side} {by} more.",
    ),
    happens(
        "tie-by-bonus",
        "Tie broken by the bonus",
        faq_citation("Improved Initiative", "improved-initiative/2"),
        "Of equal totals the one with the greater bonus wins, Improved Initiative included.",
        "{side} wins the tie with the greater bonus of {bonus}.",
        "{side} wins the tie with the greater bonus.",
    ),
    happens(
        "tie-remains",
        "Tie with equal bonuses",
        faq_citation("Improved Initiative", "improved-initiative/2"),
        "The FAQ does not say who wins with equal totals and equal bonuses.",
        "{sides} have equal totals and bonuses. The FAQ does not say who wins: agree, or roll again.",
    ),
    forbids(
        "reveal-first",
        "Reveal before terrain initiative",
        faq_citation("Terrain Tiles", "terrain-tiles/4", "terrain-tiles/3"),
        "Warbands and their terrain tiles are revealed before the roll for terrain.",
    ),
    forbids(
        "one-warband",
        "Too few warbands",
        faq_citation("General Questions", "general-questions/1"),
        "Initiative decides between warbands.",
        "One warband alone does not roll for initiative.",
    ),
)
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
        "not-summoned",
        "Not summoned",
        faq_citation("Summon", "summon-summoned/5"),
        "Only summoned creatures are eliminated with their summoner.",
        "{creature} was not summoned and does not fall with a summoner.",
    ),
)
RULES = (
    *card_rules(GAME, faq_citation("Etiquette", "etiquette/1")),
    *DAMAGE_RULES,
    *ATTACK_RULES,
    *COMMAND_RULES,
    *MORALE_RULES,
    *INITIATIVE_RULES,
    *VICTORY_RULES,
)

"""The rules of command. The texts paraphrase the FAQ."""

from __future__ import annotations

from rulesapi.engine.games.dnd_miniatures_2003.citations import faq_citation
from rulesapi.engine.games.dnd_miniatures_2003.play.faq import forbids, happens

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
    forbids(
        "buzzing-others",
        "No other commander either",
        faq_citation("Mordenkainen’s Buzzing Bee", "mordenkainens-buzzing-bee/1"),
        "No commander puts a creature under command that is under Mordenkainen’s Buzzing Bee.",
        "{creature} is under Mordenkainen’s Buzzing Bee: no other commander has it under command either.",
    ),
    happens(
        "by-itself",
        "Under command by itself",
        faq_citation("Mordenkainen’s Buzzing Bee", "mordenkainens-buzzing-bee/1", "dire-rat/1"),
        "Independent and Pack Hunter put a creature under command without a commander, and without Commander Effects.",
        "{creature} is under command by {ability}, without a commander.",
    ),
    happens(
        "by-another",
        "Under the command of another commander",
        faq_citation("Being Under or Out of Command", "being-under-or-out-of-command/1", "summon-summoned/1"),
        "A creature is under command if any commander of its warband has it under command.",
        "Another commander has {creature} under command.",
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

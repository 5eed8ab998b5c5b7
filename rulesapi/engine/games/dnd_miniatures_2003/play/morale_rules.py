"""The rules of morale and routing. The texts paraphrase the FAQ."""

from __future__ import annotations

from rulesapi.engine.games.dnd_miniatures_2003.citations import faq_citation
from rulesapi.engine.games.dnd_miniatures_2003.play.faq import forbids, happens

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
        "rating-out-of-command",
        "Commander rating out of command",
        faq_citation("Mordenkainen’s Buzzing Bee", "mordenkainens-buzzing-bee/1", "dire-rat/1"),
        "Only a commander that has a creature under command adds a Commander rating to its morale saves.",
        "{creature} is out of command: no Commander rating is added to its save.",
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
    forbids(
        "rally-not-routing",
        "No rally without routing",
        faq_citation("Morale Saves", "morale-saves/2", "morale-saves/4"),
        "Only a routing creature tries to rally.",
        "{creature} is not routing: there is nothing to rally from.",
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

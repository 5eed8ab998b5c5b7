"""The parts of an attack: its situation, what it is made with, and where creatures stand."""

from __future__ import annotations

from rulesapi.engine.resolutions.model import Course, Missing, TableFacts
from rulesapi.engine.resolutions.participants import Participant
from rulesapi.engine.values.messages import phrase
from rulesapi.engine.values.model import Document, value_object

LONGEST_RANGE = 4
AIR, GROUND, BOTH = "air", "ground", "both"
"""The play levels, and what is of both."""
LEVELS = {AIR: phrase("in the air"), GROUND: phrase("on the ground")}
NUMBERS = {
    "attack-dice": phrase("attack dice"),
    "defense-dice": phrase("defense dice"),
    "hits": phrase("hits"),
    "criticals": phrase("criticals"),
    "dodges": phrase("dodges"),
}
"""The numbers that cards change, in words."""
SIDES = ATTACKER, DEFENDER = "attacker", "defender"
ALL_AROUND = ("all", "any")
"""The words for an attack in any direction: of situations, and of cards."""


@value_object
class AttackForm:
    """What an attack is made with: a weapon or an upgrade, with what is known of it.

    `dice` are those of an upgrade's own, `primary` says that they are those of the weapon value; `costs` are tokens.
    Whether it is a `burst` is None where its range is not known.
    What only a part of an attack needs is looked up at its `source` when it is asked for.
    """

    name: str
    at: str
    card: str
    melee: bool | None
    reach: tuple[int, int] | None
    area: bool
    source: Document | Participant
    dice: int | None = None
    primary: bool = False
    burst: bool | None = False
    costs: tuple[str, ...] = ()

    @property
    def upgrade(self) -> bool:
        """Whether it is an upgrade, and no weapon."""
        return isinstance(self.source, Participant)

    @property
    def arc(self) -> str | None:
        """The arc in which it reaches its targets."""
        arc: str | None = self.source.fact("arc") if isinstance(self.source, Participant) else self.source.get("arc")
        return arc

    @property
    def energy(self) -> tuple[str, ...] | None:
        """The energy types of an upgrade; `None` where neither players nor card tell them."""
        types = self.source.fact("energy") if isinstance(self.source, Participant) else ()
        return None if types is None else tuple(types)

    @property
    def penetrates(self) -> bool | None:
        """Whether it penetrates armor, which no weapon does; `None` where the card would say it and is not known."""
        if not isinstance(self.source, Participant):
            return False
        said, card = self.source.said, self.source.card
        penetrates: bool | None = said.get("penetrates", card.get("penetrates", None if card else False))
        return penetrates

    @property
    def resisted(self) -> bool | None:
        """Whether the defender shares its energy type, as the players say; `None` where they do not."""
        return self.source.said.get("resisted") if isinstance(self.source, Participant) else None


@value_object
class Situation:
    """Who attacks whom with what, and all else that was said."""

    document: Document
    table: TableFacts
    attacker: Participant
    defender: Participant

    def times_spent(self, side: str, token: str) -> int:
        """How often a side spends a token."""
        times: int = self.document.get("spend", {}).get(side, ()).count(token)
        return times

    def spends(self, side: str, token: str) -> bool:
        """Whether a token is to be spent."""
        return self.times_spent(side, token) > 0

    def changes(self, what: str, first: str) -> list[Document]:
        """What is changed about a number: by cards, those of the side that goes first before the other's; then by the
        special rules of an adventure, which beat them.
        """
        found = [one for one in self.document.get("changes", ()) if one["what"] == what]
        if len(found) < 2:
            return found
        return sorted(found, key=lambda one: (one.get("adventure", False), one.get("side", ATTACKER) != first))

    @property
    def rolled(self) -> Document:
        """The faces that were rolled, by die."""
        found: Document = self.document.get("rolled", {})
        return found


def play_level(who: Participant) -> str | None:
    """Whether a creature is in the `air` or on the `ground`: as the players say, or as its card has it move.

    One that can swoop, and does, is in the air.
    """
    said: str | None = who.state("play_level", None)
    if said is not None:
        return said
    level = {"flying": AIR, "ground": GROUND}.get(who.fact("movement"))
    if level != AIR and who.state("swooping", False) and (level is None or who.state("can_fly", False)):
        return AIR
    return level


def penetration_unknown(form: AttackForm) -> Course[bool]:
    """Whether it is not known, and asked for, if the attack penetrates armor."""
    if form.penetrates is None:
        yield Missing(form.card, "/penetrates", form.at, "armor-penetrated")
    return form.penetrates is None

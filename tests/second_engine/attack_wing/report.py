"""What the judge of this game keeps beside its findings."""

from dataclasses import dataclass, field

from tests.second_engine.attack_wing.house import SlotHouse
from tests.second_engine.attack_wing.reading import Table
from tests.second_engine.attack_wing.sorting import Crowd
from tests.second_engine.report import Report


@dataclass(kw_only=True)
class LegionReport(Report):
    """The legion it is about, and who competes for how many slots of which icons."""

    table: Table
    house: SlotHouse
    crowds: list[Crowd] = field(default_factory=list)

"""The report of this game's judge."""

from dataclasses import dataclass, field

from tests.second_engine.attack_wing.house_rules import SlotHouseRules
from tests.second_engine.attack_wing.layout import Table
from tests.second_engine.attack_wing.slot_conflicts import SlotConflict
from tests.second_engine.report import Report


@dataclass(kw_only=True)
class LegionReport(Report):
    """A report with the legion's layout and its slot conflicts."""

    table: Table
    house: SlotHouseRules
    slot_conflicts: list[SlotConflict] = field(default_factory=list)

"""The order of the drawer: what fits, then what may, then what does not, whatever each costs."""

import pytest

from legions.cards.stock import stock
from legions.presenting.drawer import drawer
from legions.presenting.table import Selection
from rulesapi import verdicts
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("points", "fits", "does_not"), [(30, ["z-gift"], ["hoard", "club"]), (1000, ["z-gift", "club"], ["hoard"])]
)
def test_what_fits_stands_before_what_may_fit_and_both_before_what_does_not(points, fits, does_not) -> None:
    factories.publish_frame(
        factories.creature(slug="giant", cost=30, slots=["heroic"]),
        factories.upgrade(slug="a-riddle", name="A Riddle", cost=None, slot="heroic"),
        factories.upgrade(slug="z-gift", name="Z Gift", cost=0, slot="heroic"),
        factories.upgrade(slug="club", name="Club", cost=4, slot="heroic"),
        factories.upgrade(slug="hoard", name="Hoard", cost=1, slot="dragon"),
    )
    document = {"game": "attack-wing", "points": points, "picks": [{"card": "giant"}]}
    found = verdicts.candidates(document, "/picks/0")
    shown = drawer(found, document, Selection(0), stock("attack-wing"))
    order = [(section.slug, [one.card.slug for one in section.candidates]) for section in shown.sections]
    assert order == [("fits", fits), ("may-fit", ["a-riddle"]), ("does-not-fit", does_not)]

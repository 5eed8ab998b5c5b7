"""The cost of a pick without its upgrades."""

from legions.table.pick_views import PickView


def own_points(pick: PickView) -> int | None:
    """Return the cost of a pick without its upgrades, or None if it is unknown."""
    carried = [row.points for row in pick.rows if row.card]
    if pick.points is None or None in carried:
        troop = next((size for size in pick.soldiers if size.chosen), None)
        return None if pick.count > 1 else troop.points if troop else pick.card.cost
    return pick.points - sum(points or 0 for points in carried)

"""Movement in Dungeon Command, compared with squares that are entered one by one."""

from itertools import product

from tests.engine.test_situations import answered


def walked(speed: int, squares: int, difficult: int, near: bool, ignores: bool) -> bool:
    """Return whether a creature has enough movement, by entering each square."""
    left = 1 if near else speed
    for square in range(squares):
        left -= 2 if square < difficult and not ignores else 1
    return left >= 0


def test_a_movement_is_that_of_squares_entered_one_by_one() -> None:
    for speed, squares, difficult, near, way in product(
        (4, 6), (0, 1, 2, 3, 6, 7), (0, 1, 3), (True, False), ("on-foot", "flying", "burrow")
    ):
        if difficult > squares:
            continue
        creature = {"speed": speed, "way": way}
        situation = {"creature": creature, "squares": squares, "difficult": difficult, "starts_near": near}
        wanted = walked(speed, squares, difficult, near, way != "on-foot")
        assert answered("dungeon-command", "move", situation)["result"]["possible"] is wanted, situation

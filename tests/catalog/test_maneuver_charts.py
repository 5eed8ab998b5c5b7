"""Charts of maneuvers: rows by speed, columns by bearing, signs that repeat the color."""

import re

from catalog.faces.maneuver_charts import COLUMNS, draw_chart, maneuver_charts


def maneuver(bearing, speed, side="none", colour="white", dial="flight"):
    return {"dial": dial, "bearing": bearing, "side": side, "speed": speed, "colour": colour}


def rows_of(chart):
    """Return the rows of a chart as speed, direction, and bearing by column."""
    return [
        (
            row.speed,
            row.back,
            {COLUMNS[place]: [one["bearing"] for one in cell] for place, cell in enumerate(row.cells) if cell},
        )
        for row in chart.rows
    ]


def test_fast_rows_are_above_slow_ones_then_the_pivot_then_falling_back():
    (chart,) = maneuver_charts(
        maneuver(*words)
        for words in (
            ("fall-back", 2),
            ("pivot", 0),
            ("fall-back", 1),
            ("turn", 1, "left"),
            ("turnabout", 3),
            ("straight", 1),
        )
    )
    assert rows_of(chart) == [
        (3, False, {("turnabout", "none"): ["turnabout"]}),
        (1, False, {("turn", "left"): ["turn"], ("straight", "none"): ["straight"]}),
        (0, False, {("straight", "none"): ["pivot"]}),
        (1, True, {("straight", "none"): ["fall-back"]}),
        (2, True, {("straight", "none"): ["fall-back"]}),
    ]


def test_each_dial_has_a_chart_and_one_that_is_not_known_is_last():
    charts = maneuver_charts(maneuver("straight", 1, dial=dial) for dial in (None, "flight", "ground"))
    assert [chart.dial for chart in charts] == ["ground", "flight", None]
    assert [chart.headings[-1] for chart in charts] == ["turnabout", "wingover", "turnabout"]
    assert maneuver_charts([]) == []


def test_on_paper_the_color_is_a_sign_too():
    drawn = {}
    for colour in ("white", "green", "red"):
        (chart,) = maneuver_charts([maneuver("straight", 2, colour=colour)])
        high, drawing = draw_chart(chart, 750)
        drawn[colour] = re.findall(r">([+\u2212])</text>", drawing)
        assert high > 0 and drawing.count("<title>") == 1
    assert drawn == {"white": [], "green": ["\u2212"], "red": ["+"]}


def test_left_arrows_are_the_right_ones_mirrored():
    (chart,) = maneuver_charts([maneuver("bank", 1, "left"), maneuver("bank", 1, "right")])
    drawing = draw_chart(chart, 750)[1]
    arrows = re.findall(
        r'<path d="([^"]+)"( transform="matrix\(-1 0 0 1 24 0\)")? stroke="#\w+" stroke-width="4', drawing
    )
    (left, mirrored), (right, plain) = arrows
    assert left == right and mirrored and not plain

"""The answer of a declared question in words, and the charts of its odds."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any, get_origin

from django.utils.translation import gettext as _

from legions.cards.card_sheet import joined_words
from legions.play.forms import ResultTable
from legions.site import wording
from legions.site.plots import Plot, PlotRow, decimal, percent
from rulesapi.engine.resolutions.declared import AnswerFields, Average, ChanceRow, ToldField, told_fields
from rulesapi.engine.values.messages import fill_template
from rulesapi.translation import translated

AT_LEAST = "at_least"
"""The field of a row of odds with the chance of its number or a higher one."""


def sentences(of: type[AnswerFields], values: Mapping[str, Any], name_at: Callable[[str], str]) -> Iterator[str]:
    """Yield the sentences about the fields of an answer; those of a part of it are one line.

    `name_at` returns the name of the part at a place of the situation.
    """
    fields = told_fields(of)
    words = {one.name: _in_words(one, values.get(one.name), name_at) for one in fields}
    for one in fields:
        value = values.get(one.name)
        if value is None or value == [] or is_table(one):
            continue
        if (template := _template(one, value)) and not is_chances(one):
            yield fill_template((translated(template),), words)
        if one.fields_type is not None and not is_chances(one):
            for part in value if isinstance(value, list) else [value]:
                yield " ".join(sentences(one.fields_type, part, name_at))


def charts(of: type[AnswerFields], values: Mapping[str, Any]) -> Iterator[Plot]:
    """Yield the chart of each list of chances in odds, whose title is its sentence or its label."""
    words = {one.name: _in_words(one, values.get(one.name), str) for one in told_fields(of)}
    for field in told_fields(of):
        value = values[field.name] or []
        if value and is_chances(field):
            title = fill_template((translated(_template(field, None) or field.label),), words)
            kinds = (_("exactly"), _("that or more")) if AT_LEAST in value[0] else (_("Chance"),)
            yield Plot(title, kinds, tuple(_row(field, one) for one in value))
        elif field.fields_type is not None:
            for part in value if isinstance(value, list) else [value]:
                yield from charts(field.fields_type, part)


def tables(of: type[AnswerFields], values: Mapping[str, Any]) -> Iterator[ResultTable]:
    """Yield the table of each list of parts about which there are no sentences."""
    for field in filter(is_table, told_fields(of)):
        rows = values.get(field.name) or ()
        columns = [translated(one.label) for one in told_fields(field.fields_type or AnswerFields)]
        if rows:
            yield ResultTable(
                translated(field.label), columns, [[str(value) for value in row.values()] for row in rows]
            )


def is_table(field: ToldField) -> bool:
    """Return whether a field is a list of parts without sentences, which is shown as a table."""
    is_list = get_origin(field.kind) is list and field.fields_type is not None and not is_chances(field)
    return is_list and not any(one.sentence for one in told_fields(field.fields_type or AnswerFields))


def is_chances(field: ToldField) -> bool:
    """Return whether a field of odds is a list of chances, which is shown as a chart."""
    return field.fields_type is not None and issubclass(field.fields_type, ChanceRow)


def _row(field: ToldField, row: Mapping[str, Any]) -> PlotRow:
    of = next(one for one in told_fields(field.fields_type or ChanceRow) if one.name not in ("exact", "value"))
    chances = [row, row[AT_LEAST]] if AT_LEAST in row else [row]
    label = fill_template((translated(_template(of, row[of.name])),), row) or str(row[of.name])
    return PlotRow(
        label,
        tuple(one["value"] for one in chances),
        tuple(percent(Fraction(one["exact"])) for one in chances),
    )


def _template(field: ToldField, value: Any) -> str:
    if isinstance(field.sentence, str):
        return field.sentence
    return "" if isinstance(value, list | dict) else field.sentence.get(value, field.sentence.get(..., ""))


def _in_words(field: ToldField, value: Any, name_at: Callable[[str], str]) -> Any:
    if isinstance(value, list):
        return joined_words([str(_in_words(field, one, name_at)) for one in value])
    if isinstance(value, dict) and "exact" in value:
        exact = Fraction(value["exact"])
        return decimal(float(exact)) if field.kind is Average else percent(exact)
    if not isinstance(value, str):
        return value
    return name_at(value) if value.startswith("/") else wording.schema_word(value)

"""The answer of a declared question in words, and the charts of its odds."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, get_args, get_origin

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from legions.cards.card_sheet import joined_words
from legions.play.forms import ResultTable
from legions.site import wording
from legions.site.plots import Plot, PlotRow, decimal, percent
from rulesapi.engine.resolutions.answers import (
    AnswerFields,
    Average,
    CardInPlay,
    CardSlug,
    ChanceRow,
    Difference,
    ToldField,
    told_fields,
)
from rulesapi.engine.values.messages import fill_template
from rulesapi.translation import translated

AT_LEAST = "at_least"
"""The field of a row of odds with the chance of its number or a higher one."""


@dataclass(frozen=True, slots=True)
class Names:
    """The names of the parts at places of the situation, and of the cards with slugs."""

    at: Callable[[str], str] = str
    of_card: Callable[[str], str] = str


def sentences(of: type[AnswerFields], values: Mapping[str, Any], names: Names) -> Iterator[str]:
    """Yield the sentences about the fields of an answer; those of a part of it are one line."""
    fields = told_fields(of)
    words = {one.name: _in_words(one, values.get(one.name), names) for one in fields if _is_in_sentences(one)}
    for one in fields:
        value = values.get(one.name)
        if value is None or value == [] or is_table(one) or not one.on_page:
            continue
        if (template := _template(one, value)) and not is_chances(one):
            yield fill_template((translated(template),), words)
        if one.fields_type is not None and not is_chances(one) and not _names_its_parts(one):
            parts = filter(None, value if isinstance(value, list) else [value])
            lines = (" ".join(sentences(one.fields_type, part, names)) for part in parts)
            yield from filter(None, lines)
    yield from map(translated, of.summary(values))


def charts(of: type[AnswerFields], values: Mapping[str, Any]) -> Iterator[Plot]:
    """Yield the chart of each list of chances in odds, whose title is its sentence or its label."""
    words = {one.name: _in_words(one, values.get(one.name), Names()) for one in told_fields(of)}
    for field in told_fields(of):
        value = values[field.name] or []
        if value and is_chances(field):
            title = fill_template((translated(_template(field, None) or field.label),), words)
            kinds = (_("exactly"), _("that or more")) if AT_LEAST in value[0] else (_("Chance"),)
            yield Plot(title, kinds, tuple(_row(field, one) for one in value))
        elif field.fields_type is not None:
            for part in filter(None, value if isinstance(value, list) else [value]):
                yield from charts(field.fields_type, part)


def tables(of: type[AnswerFields], values: Mapping[str, Any], names: Names) -> Iterator[ResultTable]:
    """Yield the table of each list of parts about which there are no sentences."""
    for field in filter(is_table, told_fields(of)):
        rows = values.get(field.name) or ()
        columns = [column for column in told_fields(field.fields_type or AnswerFields) if column.on_page]
        if rows and field.on_page:
            yield ResultTable(
                translated(field.label),
                [translated(column.label) for column in columns],
                [[_cell(column, row.get(column.name), names) for column in columns] for row in rows],
            )


def _cell(column: ToldField, value: Any, names: Names) -> str:
    """Return a value in a table: of parts, their sentences."""
    if isinstance(value, bool):
        return _("Yes") if value else _("No")
    if value is None and not _is_card(column):
        return "–"
    words = str(_in_words(column, value, names))
    return words if column.fields_type is None else capfirst(words)


def cards_in_play(of: type[AnswerFields], values: Mapping[str, Any]) -> Iterator[str]:
    """Yield the slug of each card in play of an answer."""
    for field in told_fields(of):
        value = values.get(field.name)
        for one in value if isinstance(value, list) else [value]:
            if field.fields_type is not None and one is not None:
                yield from cards_in_play(field.fields_type, one)
            elif CardInPlay in (field.kind, *get_args(field.kind)) and one is not None:
                yield one


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


def _is_in_sentences(field: ToldField) -> bool:
    return field.fields_type is None or is_chances(field) or _names_its_parts(field)


def _names_its_parts(field: ToldField) -> bool:
    """Return whether the sentence about parts of an answer has their own sentences in it."""
    return field.fields_type is not None and f"{{{field.name}}}" in str(field.sentence)


def _of_parts(field: ToldField, parts: list[Mapping[str, Any]], names: Names) -> str:
    """Return the sentences of parts that are alike, each once with its number."""
    said = Counter(" ".join(sentences(field.fields_type or AnswerFields, part, names)) for part in parts)
    return ", ".join(f"{count} × {words}" if count > 1 else words for words, count in said.items())


def _template(field: ToldField, value: Any) -> str:
    if isinstance(field.sentence, str):
        return field.sentence
    return "" if isinstance(value, list | dict) else field.sentence.get(value, field.sentence.get(..., ""))


def _in_words(field: ToldField, value: Any, names: Names) -> Any:
    if field.fields_type is not None and not is_chances(field) and value is not None:
        return _of_parts(field, value if isinstance(value, list) else [value], names)
    if isinstance(value, list):
        words = [str(_in_words(field, one, names)) for one in value]
        return ", ".join(words) if _is_card(field) else joined_words(words)
    if isinstance(value, dict) and "exact" in value:
        exact = Fraction(value["exact"])
        if field.kind in (Average, Difference):
            return decimal(float(exact), signed=field.kind is Difference)
        return percent(exact)
    if _is_card(field):
        return _("not known") if value is None else names.of_card(value)
    if field.entry_of and value is not None:
        return names.at(f"{field.entry_of}/{value}")
    if not isinstance(value, str):
        return value
    if value in field.labels:
        return translated(field.labels[value])
    return names.at(value) if value.startswith("/") else wording.schema_word(value)


def _is_card(field: ToldField) -> bool:
    return any(kind in (CardSlug, CardInPlay) for kind in (field.kind, *get_args(field.kind)))

"""Forms of questions of play that are filled in with much: a value in each field, and several entries in each list."""

from django import forms
from django.http import QueryDict

from legions.play.forms import ADVENTURE, FacesField, NamedCard, SituationForm
from legions.play.question_context import Table

ROUNDS = 6
"""Times that the fields of a form are filled in: each time, lists have an entry more."""
FACES = 3


def much_entered(make: type[SituationForm], table: Table) -> QueryDict:
    """Return the query of a page with a value in each field; lists have several entries."""
    data = QueryDict(mutable=True)
    for _round in range(ROUNDS):
        form = make(data.copy(), table)
        for name, field in form.fields.items():
            if name not in data and name != ADVENTURE and not name.endswith("_none"):
                data.setlist(name, _values(form, field))
        for name in make(data.copy(), table).errors:
            del data[name]
    return data


def _values(form: SituationForm, field: forms.Field) -> list[str]:
    """Return the strings of a value of a field; empty if it has none."""
    if isinstance(field, NamedCard):
        return form.table.titles(field.kinds)[:1]
    if isinstance(field, FacesField):
        return [".".join([*field.faces][:1] * FACES)]
    if isinstance(field, forms.ChoiceField):
        return [str(value) for value, _label in field.choices if value][:1]
    if isinstance(field, forms.BooleanField):
        return ["on"]
    if isinstance(field, forms.IntegerField):
        step = int(field.widget.attrs.get("step", 1))
        return [str(max(step, field.min_value or 0))]
    if isinstance(field.widget, forms.Textarea):
        return ["\n".join(form.table.titles(["creature"])[:ROUNDS])]
    return ["A word"]

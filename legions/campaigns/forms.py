"""Forms of campaigns: start one, take a seat, dispute or withdraw an entry, import a record."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from legions.accounts.form_fields import DisplayNameField
from legions.campaigns.adventure_translations import AdventureTexts
from legions.campaigns.catalog_adventures import catalog_adventures
from legions.campaigns.models import NAME_LENGTH, REASON_LENGTH
from legions.campaigns.records import Document, JudgedRecord
from legions.site import wording
from legions.site.form_fields import CleanLinesField, CleanTextField, NameField
from rulesapi.engine.campaigns.adventures import Adventure
from rulesapi.engine.campaigns.terms import CampaignTerms
from rulesapi.judging import verdicts


class QuestionField(forms.ChoiceField):
    """A field for an open question with its readings. `adventure` is the name of its adventure, or empty."""

    def __init__(self, text: str, readings: Mapping[str, str], adventure: str) -> None:
        choices = [*readings.items(), ("", _("Leave it open"))]
        super().__init__(label=text, required=False, widget=forms.RadioSelect, choices=choices, initial="")
        self.adventure = adventure


class StartForm(forms.Form):
    """The form for a new campaign: its name, its adventures, and readings for open questions of rulebook and
    adventures.
    """

    use_required_attribute = False

    name = NameField(label=_("Name of the campaign"), max_length=NAME_LENGTH)
    player = DisplayNameField(
        label=_("Your name in it"),
        required=False,
        help_text=_("Leave it empty if you lead the campaign and do not play."),
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )
    plan = forms.MultipleChoiceField(
        label=_("Adventures"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    own = forms.BooleanField(label=_("One of our own, which we write next"), required=False)

    def __init__(self, data: Any, game: str, *, brings: bool = False, **kwargs: Any) -> None:
        """Build the form for a game; `brings` means that an adventure comes with it, so that none needs to be
        chosen.
        """
        super().__init__(data, **kwargs)
        self.brings = brings
        library = verdicts.library(game)
        self.adventures = [library.adventures[one["slug"]] for one in catalog_adventures(game)]
        planned = self.fields["plan"]
        assert isinstance(planned, forms.MultipleChoiceField)
        planned.choices = [(one.slug, one.name) for one in self.adventures]
        self.questions: list[str] = []
        for slug, text, readings, adventure in open_questions(self.adventures, library.ruleset.campaign):
            name = f"settle_{slug}"
            self.fields[name] = QuestionField(text, readings, adventure)
            self.questions.append(name)

    def clean(self) -> dict[str, Any]:
        """Return the cleaned data. Adds an error if there is no adventure at all."""
        data = super().clean() or self.cleaned_data
        chosen = data.get("plan") or data.get("own") or self.brings or not self.adventures
        if not chosen and "plan" not in self.errors:
            self.add_error("plan", _("Choose at least one adventure."))
        return data

    @property
    def writes(self) -> bool:
        """True if an adventure is to be written next: the user chose that, or there is no other adventure."""
        return bool(self.cleaned_data["own"] or not (self.cleaned_data["plan"] or self.brings))

    def settles(self) -> list[Document]:
        """Return the settled questions, each with its reading."""
        said = ((name.removeprefix("settle_"), self.cleaned_data.get(name)) for name in self.questions)
        return [{"question": slug, "reading": reading} for slug, reading in said if reading]

    @property
    def question_fields(self) -> list[forms.BoundField]:
        """The fields of the open questions."""
        return [self[name] for name in self.questions]


def in_order(adventures: Iterable[Adventure]) -> list[Adventure]:
    """Return each adventure once, sorted by name."""
    return sorted(
        {adventure.slug: adventure for adventure in adventures}.values(), key=lambda adventure: adventure.name
    )


def open_questions(
    adventures: Iterable[Adventure], terms: CampaignTerms
) -> Iterable[tuple[str, str, Mapping[str, str], str]]:
    """Yield the open questions of a game and of adventures: slug, text, readings, and the name of the adventure, if
    any.
    """
    for question in terms.questions:
        readings = {one.slug: str(wording.translated(one.text)) for one in question.interpretations}
        yield question.slug, str(wording.translated(question.title)), readings, ""
    for adventure in adventures:
        said = AdventureTexts(adventure.translations)
        for slug, row in adventure.questions.items():
            readings = {one["reading"]: said.reading(slug, one["reading"], one["text"]) for one in row["readings"]}
            yield slug, said.question(slug, row["text"]), readings, said.name(adventure.name)


class PlanForm(forms.Form):
    """The form for the adventures that a campaign offers."""

    plan = forms.MultipleChoiceField(
        label=_("Adventures"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose at least one adventure.")},
    )

    def __init__(self, data: Any, judged: JudgedRecord) -> None:
        super().__init__(data, initial={"plan": judged.campaign.plan})
        field = self.fields["plan"]
        assert isinstance(field, forms.MultipleChoiceField)
        field.choices = [(one.slug, one.name) for one in in_order(judged.adventures.values())]


class RenameForm(forms.Form):
    """The form that renames a campaign."""

    name = NameField(label=_("Name of the campaign"), max_length=NAME_LENGTH)


NEW_SEAT = ""


class SeatForm(forms.Form):
    """The form for taking a seat: a name, and a new or a vacant seat."""

    use_required_attribute = False

    name = DisplayNameField(
        label=_("Your name in the campaign"),
        required=False,
        help_text=_("The other players see it, and who reads the campaign."),
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )
    place = forms.ChoiceField(label=_("Your seat"), required=False, widget=forms.RadioSelect)

    def __init__(self, data: Any, judged: JudgedRecord, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        seated = {seat.player for seat in judged.campaign.seats.all()}
        self.vacant = [player for player in judged.players if player not in seated and not judged.was_replaced(player)]
        field = self.fields["place"]
        assert isinstance(field, forms.ChoiceField)
        places = [(player, _("The seat of {player}").format(player=judged.name_of(player))) for player in self.vacant]
        field.choices = [(NEW_SEAT, _("A new seat")), *places]
        if not self.vacant:
            field.widget = forms.HiddenInput()

    def clean(self) -> dict[str, Any]:
        """Return the cleaned data. A new seat needs a name."""
        data = super().clean() or self.cleaned_data
        if not data.get("name") and not data.get("place") and "name" not in self.errors:
            self.add_error("name", _("Enter a name."))
        return data


class DisputeForm(forms.Form):
    """The form for the reason of a dispute."""

    why = CleanTextField(
        label=_("What was different?"),
        max_length=REASON_LENGTH,
        error_messages={"required": _("Describe what was different.")},
    )


class TakeBackForm(forms.Form):
    """The form for the reason of a withdrawal. Its ids differ because a correction form on the page has the same
    field.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"auto_id": "take_back_%s", **kwargs})

    why = CleanTextField(label=_("Why"), required=False, max_length=REASON_LENGTH)


class ImportForm(forms.Form):
    """The form for a record as a file or as text."""

    file = forms.FileField(label=_("File"), required=False, allow_empty_file=True)
    text = forms.CharField(
        label=_("Or its text"),
        required=False,
        strip=True,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"}),
    )


class NotesField(CleanLinesField):
    """A field for notes on a game."""

    def __init__(self) -> None:
        super().__init__(label=_("Notes"), required=False, max_length=2_000, widget=forms.Textarea(attrs={"rows": 3}))

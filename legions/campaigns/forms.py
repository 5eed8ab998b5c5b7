"""Forms of campaigns: start one, take a seat, dispute or withdraw an entry, import a record."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from legions.accounts.form_fields import DisplayNameField
from legions.campaigns.adventure_translations import AdventureTexts
from legions.campaigns.models import NAME_LENGTH, REASON_LENGTH
from legions.campaigns.records import Document, JudgedRecord
from legions.campaigns.storylines import OWN, Storyline, chosen_storyline, own_storyline, storylines
from legions.cards.stock import Stock
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


@dataclass(frozen=True, slots=True)
class AdventureChoice:
    """A checkbox for an adventure. `points` are the points of its sides if they are equal, otherwise None."""

    adventure: Adventure
    checked: bool

    @property
    def points(self) -> int | None:
        points = {side.points for side in self.adventure.sides.values()}
        return points.pop() if len(points) == 1 else None


@dataclass(frozen=True, slots=True)
class StorylineChoice:
    """A storyline in the form: its radio button, and a box for each of its adventures."""

    storyline: Storyline
    key: str
    checked: bool
    adventures: tuple[AdventureChoice, ...]
    questions: tuple[forms.BoundField, ...]


class StartForm(forms.Form):
    """The form for a new campaign: its storyline with its adventures, its name, its first player, and readings for open
    questions.
    """

    use_required_attribute = False

    story = forms.ChoiceField(label=_("Storyline"), required=False)
    plan = forms.MultipleChoiceField(label=_("Adventures"), required=False)
    name = NameField(
        label=_("Name of the campaign"),
        required=False,
        max_length=NAME_LENGTH,
        help_text=_("Left empty, it is named after its storyline."),
    )
    player = DisplayNameField(
        label=_("Your name in it"),
        required=False,
        help_text=_("You play and lead. Leave it empty to lead only."),
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )

    def __init__(
        self,
        data: Any,
        catalog: Stock,
        *,
        asked: Iterable[str] = (),
        brings: str = "",
        plays: bool = False,
        **kwargs: Any,
    ) -> None:
        """Build the form for a game. The adventures `asked` for are chosen at first; `brings` is the name of an
        adventure that comes with the campaign, so that none needs to be chosen. A user who `plays` needs a name.
        `artifacts` says whether earned cards are artifacts in this game.
        """
        super().__init__(data, **kwargs)
        if plays:
            player = self.fields["player"]
            player.required, player.help_text = True, _("Your list is for your seat in the campaign.")
            player.error_messages["required"] = _("Enter your name: your list is for your seat in the campaign.")
        self.brings = brings
        library = verdicts.library(catalog.game["slug"], catalog.release)
        self.artifacts = bool(library.ruleset.campaign.points_per_xp)
        self._adventures = library.adventures
        self._asked = [slug for slug in asked if slug in self._adventures]
        self._storylines = self._found_storylines(catalog)
        story, planned = self.fields["story"], self.fields["plan"]
        assert isinstance(story, forms.ChoiceField)
        assert isinstance(planned, forms.MultipleChoiceField)
        story.choices = [(key, one.name) for key, one in self._storylines.items()]
        story.initial = self._first_story()
        planned.choices = [(slug, one.name) for slug, one in self._adventures.items()]
        self._questions: dict[str, str] = {}
        for slug, text, readings, of in open_questions(self._adventures.values(), library.ruleset.campaign):
            name = f"settle_{slug}"
            self.fields[name] = QuestionField(text, readings, self._adventures[of].name if of else "")
            self._questions[name] = of

    def _found_storylines(self, catalog: Stock) -> dict[str, Storyline]:
        """Return the storylines by the values of their buttons.

        Requested adventures from several storylines form a storyline of their own, which comes first.
        """
        found = {f"story-{one.slug}" if one.slug else "others": one for one in storylines(catalog)}
        within = not self._asked or any(set(self._asked) <= set(one.slugs) for one in found.values())
        rows = [row for one in found.values() for row in one.adventures if row["slug"] in self._asked]
        chosen = {} if within else {"chosen": chosen_storyline(catalog, rows)}
        return {**chosen, **found, OWN: own_storyline(catalog)}

    def _first_story(self) -> str:
        """Return the preselected storyline: that of the requested adventures, or the first."""
        if self.brings:
            return ""
        return next(key for key, one in self._storylines.items() if set(self._asked) <= set(one.slugs))

    def clean(self) -> dict[str, Any]:
        """Return the cleaned data, with the adventures of the chosen storyline alone. Adds an error if there is no
        adventure at all.
        """
        data = super().clean() or self.cleaned_data
        story = self._storylines.get(data.get("story") or "")
        if story is not None:
            data["plan"] = [slug for slug in story.slugs if slug in data.get("plan", ())]
        if not (data.get("plan") or self.writes or self.brings) and "plan" not in self.errors:
            self.add_error("plan", _("Choose at least one adventure."))
        return data

    @property
    def writes(self) -> bool:
        """True if the user writes an adventure next, by choice or because there is none to choose."""
        return self.cleaned_data.get("story") == OWN or not (self._adventures or self.brings)

    @property
    def campaign_name(self) -> str:
        """The name of the campaign: the entered name, or the name of its storyline or adventure."""
        data = self.cleaned_data
        story = self._storylines.get(data.get("story") or "")
        names = [self._adventures[slug].name for slug in data["plan"][:1]]
        return str(data["name"] or self.brings or (story.name if story and not self.writes else "") or _first(names))

    def settles(self) -> list[Document]:
        """Return the settled questions of the rulebook and of the chosen adventures, each with its reading."""
        data = self.cleaned_data
        asked = [name for name, of in self._questions.items() if not of or of in data["plan"]]
        said = ((name.removeprefix("settle_"), data.get(name)) for name in asked)
        return [{"question": slug, "reading": reading} for slug, reading in said if reading]

    @property
    def choices(self) -> list[StorylineChoice]:
        """The storylines with their adventures."""
        return [self._choice(key, one) for key, one in self._storylines.items()]

    def _choice(self, key: str, storyline: Storyline) -> StorylineChoice:
        chosen = self["story"].value() == key
        ticked = set(storyline.slugs)
        if self.is_bound and chosen:
            ticked = set(self["plan"].value() or ())
        elif self._asked and ticked.issuperset(self._asked):
            ticked = set(self._asked)
        adventures = (self._adventures[slug] for slug in storyline.slugs)
        return StorylineChoice(
            storyline,
            key,
            chosen,
            tuple(AdventureChoice(one, one.slug in ticked) for one in adventures),
            tuple(self[name] for name, of in self._questions.items() if of in storyline.slugs),
        )

    @property
    def rule_questions(self) -> list[forms.BoundField]:
        """The fields of the open questions of the rulebook."""
        return [self[name] for name, of in self._questions.items() if not of]


def _first(names: Sequence[str]) -> str:
    return names[0] if names else gettext("Our campaign")


def in_order(adventures: Iterable[Adventure]) -> list[Adventure]:
    """Return each adventure once, sorted by name."""
    return sorted(
        {adventure.slug: adventure for adventure in adventures}.values(), key=lambda adventure: adventure.name
    )


def open_questions(
    adventures: Iterable[Adventure], terms: CampaignTerms
) -> Iterable[tuple[str, str, Mapping[str, str], str]]:
    """Yield the open questions of a game and of adventures: slug, text, readings, and the slug of the adventure, if
    any.
    """
    for question in terms.questions:
        readings = {one.slug: str(wording.translated(one.text)) for one in question.interpretations}
        yield question.slug, str(wording.translated(question.title)), readings, ""
    for adventure in adventures:
        said = AdventureTexts(adventure.translations)
        for slug, row in adventure.questions.items():
            readings = {one["reading"]: said.reading(slug, one["reading"], one["text"]) for one in row["readings"]}
            yield slug, said.question(slug, row["text"]), readings, adventure.slug


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

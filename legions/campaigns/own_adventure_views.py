"""A campaign's own adventures: written in a form or as JSON, from a blank or a copy, and checked by the linter before
they are saved.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.core import signing
from django.core.exceptions import ValidationError
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from catalog import documents
from catalog.documents import canonical, json_input
from catalog.documents.errors import Fault, InvalidInput
from catalog.errors import ChangedMeanwhile, Refused
from legions.campaigns import services
from legions.campaigns.access import Member, as_member
from legions.campaigns.adventure_form import AdventureForm
from legions.campaigns.adventure_rows import change_rows, fits_form
from legions.campaigns.adventure_translations import in_one_language
from legions.campaigns.adventure_views import adventure_context
from legions.campaigns.catalog_adventures import catalog_adventures
from legions.campaigns.models import SharedAdventure
from legions.campaigns.records import Document, JudgedRecord
from legions.cards.stock import Stock, stock
from legions.game_words import words_of_game
from legions.site.errors import ActionRefused
from legions.site.responses import noindex
from rulesapi.judging import verdicts
from rulesapi.judging.adventure_checks import lint_own_adventure

METHODS = ["GET", "HEAD", "POST"]
CHECK, SAVE, AS_JSON, AS_FORM = "check", "save", "json", "form"
DEFAULT_POINTS = 60
SCHEMA = "adventure.schema.json"
CATALOG_FIELDS = frozenset(("storyline", "number", "set", "formerly", "retired"))
"""Fields about an adventure's place in the catalog, which copies do not have."""
MAX_FORM_AGE_SECONDS = 24 * 3600
"""The time in seconds for which a form can be sent."""
SIGNING_SALT = "legions.campaigns.own-adventure"
"""The signing salt of the document that a form is built from."""


class AdventureText(forms.Form):
    """The form for an adventure as JSON."""

    use_required_attribute = False

    json = forms.CharField(
        label=gettext_lazy("The adventure as JSON"),
        max_length=json_input.BODY_LIMIT,
        widget=forms.Textarea(attrs={"rows": 24, "spellcheck": "false", "autocapitalize": "off"}),
    )


@never_cache
@require_http_methods(METHODS)
@as_member
def own_adventures(request: HttpRequest, member: Member) -> HttpResponse:
    """Show a campaign's own adventures to its leaders, and the adventures that a new one can copy.

    Raises Http404 for everybody else.
    """
    _check_leads(member)
    if request.method == "POST":
        name, _slash, slug = request.POST.get("do", "").partition("/")
        try:
            if name == "remove":
                services.remove_adventure(campaign=member.campaign, slug=slug)
            return redirect("campaign-adventures", member.campaign.pk)
        except ActionRefused as refused:
            return _list_adventures(request, member, str(refused))
    return _list_adventures(request, member)


def _list_adventures(request: HttpRequest, member: Member, refused: str = "") -> HttpResponse:
    own = list(member.campaign.head.get("adventures", ()))
    context = {
        "own": own,
        "copies": [*own, *catalog_adventures(member.campaign.game)],
        "refused": refused,
        "campaign": member.campaign,
        "game": stock(member.campaign.game).game,
    }
    return noindex(render(request, "campaigns/own_adventures.html", context, status=400 if refused else 200))


def _check_leads(member: Member) -> None:
    if not member.leads:
        raise Http404("Only who leads a campaign writes its adventures.")


# -- writing an adventure --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Desk:
    """The context in which an adventure is written: campaign, cards, and whether the adventure is new.

    `seen` is the state of the edited adventure in the campaign, as `services.adventure_state` returns it.
    """

    request: HttpRequest
    member: Member
    catalog: Stock
    new: bool
    seen: str = ""

    @property
    def game(self) -> str:
        return str(self.member.campaign.game)

    def form_of(self, document: Document, data: Any = None) -> AdventureForm:
        """Return the form of a document, with its own data or with the submitted `data`."""
        buys = bool(verdicts.library(self.game, self.member.campaign.head.get("release")).ruleset.campaign.slot_xp)
        form = AdventureForm(data, document, self.catalog, buys=buys)
        return form if data is not None else AdventureForm(form.as_data(), document, self.catalog, buys=buys)

    def faults_in(self, document: Any) -> list[Fault]:
        """Return the faults that the linter finds."""
        return lint_own_adventure(document, self.game, self.member.campaign.head.get("release"))

    def can_have_form(self, document: Any) -> bool:
        """Return whether a document is valid under the schema of adventures and fits the form."""
        schema_holds = not documents.faults_under_schema(SCHEMA, document)
        return schema_holds and document["game"] == self.game and fits_form(document)

    def save(self, document: Document) -> HttpResponse:
        """Save an adventure to the campaign. Raises Refused and InvalidInput as the services do."""
        campaign = self.member.campaign
        if self.new:
            document = services.add_adventure(campaign=campaign, adventure=document, stem=document["name"])
        else:
            services.set_adventure(campaign=campaign, adventure=document, seen=self.seen)
        return redirect("campaign-adventure", campaign.pk, document["slug"])

    def on_top_of(self, slug: str) -> "Desk":
        """Return the desk with the present state of the campaign's adventure as `seen`."""
        return replace(self, seen=services.adventure_state(self.member.campaign, slug))

    def after(self, refused: Refused, document: Document) -> "Desk":
        """Return the desk to continue with: after a conflict it has the present state, otherwise it is unchanged."""
        return self.on_top_of(document["slug"]) if isinstance(refused, ChangedMeanwhile) else self

    def show(self, template: str, context: dict[str, Any], *, wrong: bool = False) -> HttpResponse:
        more = {"campaign": self.member.campaign, "game": self.catalog.game, "new": self.new, "seen": self.seen}
        return noindex(render(self.request, template, {**context, **more}, status=400 if wrong else 200))

    def show_form(
        self, form: AdventureForm, others: Iterable[Fault] = (), *, focus: str = "", **context: Any
    ) -> HttpResponse:
        """Show the form with its document; the cursor starts in the field `focus`."""
        others = list(others)
        if focus in form.fields:
            form.fields[focus].widget.attrs["autofocus"] = True
        carried = signing.dumps([form.base, self.new, self.seen], salt=SIGNING_SALT, compress=True)
        more = {"form": form, "carried": carried, "faults": others, **context}
        return self.show("campaigns/write_adventure.html", more, wrong=bool(form.errors or others))

    def show_text(self, text: str | AdventureText, faults: Iterable[Fault] = (), **context: Any) -> HttpResponse:
        form = AdventureText(initial={"json": text}) if isinstance(text, str) else text
        faults = list(faults)
        more = {"form": form, "faults": faults, **context}
        return self.show("campaigns/write_json.html", more, wrong=bool(form.errors or faults))


@never_cache
@require_http_methods(METHODS)
@as_member
def write_adventure(request: HttpRequest, member: Member) -> HttpResponse:
    """Let the leader of a campaign write an adventure; it is saved only if the linter finds no faults.

    Raises Http404 for everybody else.
    """
    _check_leads(member)
    catalog = stock(member.campaign.game, member.campaign.head.get("release"))
    if request.method == "POST" and "json" in request.POST:
        return _answer_text(Desk(request, member, catalog, new=False, seen=request.POST.get("seen", "")))
    if request.method == "POST":
        return _answer_form(request, member, catalog)
    document, new = _first_document(request, member)
    desk = Desk(request, member, catalog, new).on_top_of(document["slug"])
    if "json" in request.GET or not fits_form(document):
        return desk.show_text(canonical.pretty(document))
    return desk.show_form(desk.form_of(document))


def _answer_form(request: HttpRequest, member: Member, catalog: Stock) -> HttpResponse:
    """Apply a button of the form."""
    try:
        base, new, seen = signing.loads(
            request.POST.get("carried", ""), salt=SIGNING_SALT, max_age=MAX_FORM_AGE_SECONDS
        )
    except (signing.BadSignature, ValueError):  # ValueError for a form from before an update of the site
        desk = Desk(request, member, catalog, new=True)
        message = _("The form was not sent whole, or is older than a day. Nothing was saved. Begin again.")
        return desk.show_form(desk.form_of(blank_adventure(desk.game)), [Fault("", "invalid-form", message)])
    desk = Desk(request, member, catalog, new, seen)
    form = desk.form_of(base, request.POST)
    if not form.is_valid():
        return desk.show_form(form)
    document, what = form.document(), request.POST.get("do", "")
    if new:
        document["slug"] = services.free_slug(document["name"], member.campaign)
    if what == AS_JSON:
        return desk.show_text(canonical.pretty(document))
    try:
        focus = change_rows(document, what)
    except ValidationError as full:
        return desk.show_form(desk.form_of(document), [Fault("", "too-long", str(full.message))])
    if focus is not None:
        return desk.show_form(desk.form_of(document), focus=focus)
    faults = desk.faults_in(document)
    if not faults and what == SAVE:
        try:
            return desk.save(document)
        except Refused as refused:
            faults, desk = [Fault("", "refused", str(refused))], desk.after(refused, document)
        except InvalidInput as invalid:
            faults = list(invalid.faults)
    shown = desk.form_of(document)
    return desk.show_form(shown, shown.say_faults(faults) if shown.is_valid() else faults, fine=not faults)


def _answer_text(desk: Desk) -> HttpResponse:
    """Apply a button of the JSON page."""
    form, what = AdventureText(desk.request.POST), desk.request.POST.get("do", "")
    if not form.is_valid():
        return desk.show_text(form)
    try:
        document = json_input.loads(form.cleaned_data["json"].encode())
        faults = desk.faults_in(document)
        if what == AS_FORM and desk.can_have_form(document):
            shown = desk.form_of(document)
            return desk.show_form(shown, shown.say_faults(faults) if shown.is_valid() else faults)
        if what == AS_FORM and not faults:
            faults = [Fault("", "too-long", _("It is too long for the form: it is changed as JSON."))]
        if not faults and what == SAVE:
            return desk.save(document)
    except InvalidInput as invalid:
        faults = list(invalid.faults)
    except Refused as refused:
        faults, desk = [Fault("", "refused", str(refused))], desk.after(refused, document)
    return desk.show_text(form, faults, fine=not faults)


def _first_document(request: HttpRequest, member: Member) -> tuple[Document, bool]:
    """Return the first document of the form, and whether it is new: an own adventure, a copy, or a blank."""
    own = {one["slug"]: one for one in member.campaign.head.get("adventures", ())}
    if (slug := request.GET.get("edit", "")) in own:
        return own[slug], False
    copied = None
    if asked := request.GET.get("copy", ""):
        copied = next(
            (one for one in (*own.values(), *catalog_adventures(member.campaign.game)) if one["slug"] == asked), None
        )
    document = copy_of(copied) if copied else blank_adventure(member.campaign.game)
    return {**document, "slug": services.free_slug(document["name"], member.campaign)}, True


def copy_of(document: Document) -> Document:
    """Return a copy of an adventure for a campaign, with a name that says so."""
    kept = {field: value for field, value in in_one_language(document).items() if field not in CATALOG_FIELDS}
    name = _("Copy of {name}").format(name=document["name"])[:120]
    return {**kept, "name": name, "official": False, "sources": {"": document["sources"][""]}}


def blank_adventure(game: str) -> dict[str, Any]:
    """Return a blank adventure with two sides, whose winner earns a point."""
    points = DEFAULT_POINTS if words_of_game(game).priced else None
    sides = [
        {"side": side, "name": name, "points": points, "required_cards": [], "objective": None, "ends": ["won", "lost"]}
        for side, name in (("first", _("The first side")), ("second", _("The second side")))
    ]
    outcomes = [
        {
            "paragraph": str(number),
            "victory": "total",
            "text": _("{side} has won.").format(side=side["name"]),
            "when": [{"all": [{"side": side["side"], "is": ["won"]}]}],
            "earned": [{"side": side["side"], "xp": 1}],
        }
        for number, side in enumerate(sides, start=1)
    ]
    return {
        "kind": "adventure",
        "game": game,
        "slug": "own-adventure",
        "name": _("Our adventure"),
        "text": _("What it is about."),
        "official": False,
        "players": 2,
        "sides": sides,
        "special_rules": [],
        "outcomes": outcomes,
        "sources": {"": {"source": _("Our group"), "checked": False}},
    }


@never_cache
@require_safe
@as_member
def own_adventure(request: HttpRequest, member: Member, slug: str) -> HttpResponse:
    """Show an adventure of a campaign: its own one, or one of the catalog as it was in the campaign's release."""
    judged = JudgedRecord(member.campaign)
    if slug not in judged.adventures:
        raise Http404("There is no such adventure.")
    document, own = dict(judged.adventures[slug].document), slug in judged.own
    catalog = stock(member.campaign.game, member.campaign.head.get("release"))
    context = {**adventure_context(document, catalog, own=own), "game": catalog.game, "campaign": member.campaign}
    if own and member.leads:
        context |= {"leads": True, "published": _published(member, slug)}
    return noindex(render(request, "campaigns/adventure.html", context))


def _published(member: Member, slug: str) -> SharedAdventure | None:
    """Return the published or hidden copy of the adventure, or None."""
    found = SharedAdventure.objects.filter(campaign=member.campaign, slug=slug)
    return found.filter(Q(share_key__isnull=False) | Q(barred=True)).first()

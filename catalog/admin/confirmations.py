"""Pages for confirming facts: the coverage by game and set, and a page for checking the facts of one card.

On the page of a card, one press confirms a fact and moves on to the next. All writing is done by
`catalog.curation.confirmations`.
"""

from collections.abc import Container, Iterable
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from catalog import documents, permissions, publishing
from catalog.admin.labels import admin_url, format_fact, game_names
from catalog.admin.page_helpers import face_of, record_of, render_page
from catalog.curation import confirmations as facts
from catalog.curation import contributions
from catalog.documents import provenance
from catalog.models import Confirmation, DocumentType, Record, Revision

CARDS_PER_PAGE = 60
NO_SET = "?"
"""The URL segment for cards without a known set; not a valid slug."""
CARD, SOURCE = "card", "source"
LINK_PREFIXES = ("https://", "http://")
CHANGED_MEANWHILE = _("This fact was changed in the meantime. Nothing was written. Look again.")

Place = tuple[str, int | None]


class ConfirmForm(forms.Form):
    """The source that the curator checks facts against, and the choice to be named."""

    against = forms.ChoiceField(
        label=_("You compare them with"),
        choices=[(CARD, _("the printed card in your hand")), (SOURCE, _("the source that is named"))],
        widget=forms.RadioSelect,
    )
    named = forms.BooleanField(label=_("Name me on the page of the card"), required=False)


def overview(model_admin: Any, request: HttpRequest) -> HttpResponse:
    """List games, or for a `game` its sets with their coverage and the cards that have facts left (`set`, `page`)."""
    kinds = [one for one in sorted(documents.card_kinds()) if permissions.may_confirm(request.user, one)]
    if not kinds:
        raise PermissionDenied
    named = game_names()
    game = request.GET.get("game", "")
    if game not in kinds:
        open_sets = _open_sets(Revision.objects.newest().of_type(DocumentType.SET))
        rows = [row for one in kinds for row in _official_and_open(one, named.get(one, one), open_sets)]
        return render_page(model_admin, request, "confirmation_games", gettext("Facts to confirm"), games=rows)
    parts = facts.coverage_by_set(game)
    selected = request.GET.get("set", "")
    chosen = [part for part in parts if (part.of_set or NO_SET) == selected]
    left = [card for part in chosen or parts for card in part.cards if card.left]
    sets = Revision.objects.newest().of_type(DocumentType.SET, game)
    titles = {revision.slug: revision.title for revision in sets}
    open_slugs = {slug for _, slug in _open_sets(sets)}
    return render_page(
        model_admin,
        request,
        "confirmations",
        gettext("Facts to confirm: {game}").format(game=named.get(game, game)),
        game=game,
        name=named.get(game, game),
        all=_whole(parts),
        disputes=contributions.open_disputes().filter(contribution__record__game=game).count(),
        sets=[
            (
                part.of_set or NO_SET,
                titles.get(part.of_set, part.of_set) or gettext("Set not known"),
                part,
                part.of_set in open_slugs,
            )
            for part in sorted(parts, key=lambda part: part.of_set in open_slugs)
        ],
        selected=selected if chosen else "",
        cards=Paginator(left, CARDS_PER_PAGE).get_page(request.GET.get("page")),
    )


def confirm_card(model_admin: Any, request: HttpRequest, pk: int) -> HttpResponse:
    """Show the facts of a published card to confirm one by one, or redirect to the `next` card."""
    record = record_of(model_admin, request, pk, change=True)
    revision = record.revisions.newest().first()
    if revision is None:
        messages.warning(request, gettext("Nothing of this card is published, so there is nothing to confirm."))
        return HttpResponseRedirect(admin_url(record))
    if "next" in request.GET:
        return HttpResponseRedirect(_next_url(revision))
    form = ConfirmForm(request.POST if "_confirm" in request.POST else None, initial=_initial_values(request.user))
    if request.method == "POST" and (after := _apply(request, record, form)) is not None:
        return HttpResponseRedirect(f"{request.path}?{urlencode({'after': after})}")
    sources = _sources(revision.document)
    rows = _fact_rows(revision, request.user, sources)
    return render_page(
        model_admin,
        request,
        "confirm_card",
        gettext("Confirm facts: {card}").format(card=revision.title),
        original=record,
        document=revision.document,
        release=revision.since_id,
        form=form,
        sources=[{"title": title, "page": on, "link": title.startswith(LINK_PREFIXES)} for title, on in sources],
        rows=rows,
        at=_next_fact(rows, request.GET.get("after", "")),
        whole=facts.is_confirmed(row["one"] for row in rows),
        confirmed=sum(row["one"].confirmed for row in rows),
        face=face_of(revision.document),
        draft=record.revisions.drafts().exists(),
    )


def _apply(request: HttpRequest, record: Record, form: ConfirmForm) -> str | None:
    """Confirm or withdraw the posted fact; return the fact to continue after, or None if nothing was done."""
    confirms = "_confirm" in request.POST
    fact, _dot, seen = request.POST.get("_confirm" if confirms else "_undo", "").partition(".")
    about: dict[str, Any] = {"record": record, "fact": fact, "seen": seen, "by": request.user}
    if confirms and not form.is_valid():
        return None
    try:
        if confirms:
            values = form.cleaned_data
            facts.confirm(**about, printed=values["against"] == CARD, named=values["named"])
        elif facts.withdraw(**about):
            messages.success(request, gettext("You do not confirm “{fact}” any more.").format(fact=_fact_label(fact)))
    except publishing.Conflict:
        messages.warning(request, CHANGED_MEANWHILE)
    except facts.ConfirmationNotAllowed as refused:
        messages.warning(request, f"{_fact_label(fact)}: {refused}")
    return fact if confirms else ""


def _sources(document: dict[str, Any]) -> list[Place]:
    """Return the distinct sources of a card as pairs of title and page."""
    named = [source for fact in facts.confirmable_facts(document) for source in provenance.sources_of(document, fact)]
    return list(dict.fromkeys(_place(source) for source in named))


def _place(source: dict[str, Any]) -> Place:
    return source["source"], source.get("page")


def _fact_rows(revision: Revision, user: Any, sources: list[Place]) -> list[dict[str, Any]]:
    """Return a row per fact with the data a curator needs, and whether this curator may confirm it."""
    authors = facts.authors_by_fact(revision.document)
    rows = []
    for one in facts.fact_statuses(revision.document):
        mine = any(other.by_id == user.pk for other in one.confirmations)
        wrote = user.pk in authors[one.fact]
        rows.append(
            {
                "one": one,
                "fact": _fact_label(one.fact),
                "value": format_fact(revision.game, one.fact, one.value),
                "sources": [(sources.index(_place(source)) + 1, source.get("note")) for source in one.sources],
                "mine": mine,
                "wrote": wrote,
                "open": one.known and not mine and not wrote and not one.disputes,
                "key": f"{one.fact}.{one.digest}",
            }
        )
    return rows


def _next_fact(fact_rows: list[dict[str, Any]], after: str) -> str:
    """Return the next open fact after `after`, else the first open fact; `""` if there is none."""
    waiting = [row["one"].fact for row in fact_rows if row["open"] and not row["one"].confirmed]
    order = [row["one"].fact for row in fact_rows]
    later = [fact for fact in waiting if after in order and order.index(fact) > order.index(after)]
    return next(iter(later or waiting), "")


def _next_url(revision: Revision) -> str:
    """Return the address of the next card of the set with facts to confirm, or of the list if there is none."""
    game = revision.document["game"]
    part = next((part for part in facts.coverage_by_set(game) if part.of_set == revision.set_slug), None)
    cards = part.cards if part else []
    here = next((place for place, one in enumerate(cards) if one.record == revision.record_id), -1)
    following = next((one for one in cards[here + 1 :] if one.left), None)
    if following is None:
        return f"{reverse('admin:catalog_card_confirming')}?{urlencode({'game': game})}"
    return reverse("admin:catalog_card_confirm", args=[following.record])


def _initial_values(user: Any) -> dict[str, Any]:
    """Return the choices of the user's last confirmation as initial values of the form."""
    last = Confirmation.objects.filter(by=user).order_by("-pk").first()
    if last is None:
        return {"against": CARD}
    return {"against": SOURCE if last.source else CARD, "named": last.named}


def _open_sets(sets: Iterable[Revision]) -> set[tuple[str, str | None]]:
    """Return the game and slug of each set that is not official."""
    return {(revision.game, revision.slug) for revision in sets if not revision.document["official"]}


def _official_and_open(
    game: str, name: str, open_sets: Container[tuple[str, str | None]]
) -> list[tuple[str, str, facts.SetCoverage]]:
    """Return a row for the official cards of a game, and another for its open sets if it has any."""
    official: list[facts.SetCoverage] = []
    ours: list[facts.SetCoverage] = []
    for part in facts.coverage_by_set(game):
        (ours if (game, part.of_set) in open_sets else official).append(part)
    rows = [(game, name, _whole(official))]
    return [*rows, (game, gettext("{game}, open sets").format(game=name), _whole(ours))] if ours else rows


def _whole(parts: list[facts.SetCoverage]) -> facts.SetCoverage:
    return facts.SetCoverage(None, [card for part in parts for card in part.cards])


def _fact_label(fact: str) -> str:
    return fact.replace("_", " ")

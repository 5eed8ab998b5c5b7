"""Template tags of the builder: links to selections, forms for own numbers, cached fragments."""

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from secrets import token_hex
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.formats import localize
from django.utils.html import conditional_escape, escape, format_html
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from legions.builder.builder_page import BuilderPage
from legions.builder.campaign_panel import SlotOffer
from legions.builder.candidate_list import CandidateView
from legions.builder.deferred_parts import MAY_FIT_FOLD, UNFOLDED_PARAMETER, candidate_fold
from legions.builder.fragment_keys import candidate_key, panel_key, pick_key
from legions.builder.hints import Hint
from legions.builder.missing_facts import MissingFact, missing_of_card
from legions.cards.drawn_faces import face_address
from legions.cards.stock import CardView, Stock
from legions.changes import own_facts
from legions.changes.own_facts import FactForm
from legions.game_words import vocabulary
from legions.own_numbers import number_fields
from legions.own_numbers.number_fields import NumberField
from legions.site.marked_text import language_attribute, marked_text
from legions.table.pick_views import PickView
from legions.table.setting_options import ExtraOption
from legions.verdicts.deciding_facts import FIRST_FACT
from legions.verdicts.own_facts_panel import CardOwnFacts

register = template.Library()

FORM_FIELDS = "form_fields"
"""Key of the hidden form fields in the render context."""

FIELD_LABELS = {"/name": _("Name"), "/notes": _("Notes"), "/points": _("Limit"), "/format": _("Format")}
"""Labels of the builder's fields, by their place in the document of a list."""

WORDS = ("where", "slug", "title", "address", "fold", "fields", "token", "version")
"""Names of the words that differ between cards or responses in a cached fragment."""
_MARK = f"\ue000{token_hex(4)}"
BLANKS = {name: f"{_MARK}{chr(0xE001 + number)}" for number, name in enumerate(WORDS)}
"""Placeholders for these words: private-use characters and a random mark, which no text contains."""
BLANK = re.compile(f"{_MARK}[{''.join(blank[-1] for blank in BLANKS.values())}]")


@register.filter
def fault_place(pointer: str) -> SafeString:
    """Return the label of the field that a fault is about, else its place in the document."""
    label = FIELD_LABELS.get(pointer)
    return format_html("<b>{}:</b>", label) if label else format_html("<code>{}</code>", pointer)


@register.simple_tag(takes_context=True)
def own_fact_form(
    context: template.Context, card: CardView, slug: str, fact: str, where: str, link_text: str, do: str
) -> SafeString:
    """Return the fold with the form for an own number, with its current or rejected value.

    Empty if the fact accepts no own number. `slug` is the card's slug in the legion, `where` distinguishes two forms
    for one fact on a page, `link_text` is the label that opens the fold.
    """
    page: BuilderPage = context["page"]
    one = own_facts.find_fact(card.game, card.document.get("kind", ""), fact)
    if one is None:
        return SafeString("")
    fold = f"{where}-{slug}-{fact}"
    submitted = page.refusal.own_fact_data
    mine = submitted is not None and (submitted.get("card"), submitted.get("fact"), submitted.get("where")) == (
        slug,
        fact,
        where,
    )
    if not mine and fold not in page.look.unfolded:
        folded = _blank_own_fact_fold(link_text, gettext(one.title), get_language() or "")
        return filled(folded, fold=fold, title=card.title, address=page.drawer.address_with(unfolded=""))
    value = page.table.judged.get("facts", {}).get(slug, {}).get(fact)
    form = FactForm(one, value, data=submitted if mine else None, auto_id=f"{fold}-%s")
    known = {"form": form, "fold": fold, "title": card.title, "label": gettext(one.title), "words": link_text}
    sent = {"slug": slug, "fact": fact, "where": where, "do": do, "page": page, "form_fields": based_on(context)}
    return render_to_string("verdicts/_own_fact_form.html", {**known, **sent})


@lru_cache(maxsize=2000)
def _blank_own_fact_fold(link_text: str, label: str, language: str) -> SafeString:
    """Return the placeholder fold for an own number of any card, for `filled`, cached by language."""
    shown = {
        "fold": BLANKS["fold"],
        "title": BLANKS["title"],
        "label": label,
        "words": link_text,
        "link": _blank_link(),
    }
    return render_to_string("verdicts/_own_fact_form.html", shown)


@register.simple_tag(takes_context=True)
def based_on(context: template.Context) -> SafeString:
    """Return the hidden fields of a form that changes the table: its base version and the selection.

    All forms of a page share them, so they are rendered once per page.
    """
    if given := context.get("form_fields"):
        return SafeString(given)
    kept = context.render_context.dicts[0]  # shared by all templates of a page; an include has a layer of its own
    if FORM_FIELDS not in kept:
        shown = {"page": context["page"], "csrf_token": context.get("csrf_token")}
        kept[FORM_FIELDS] = render_to_string("builder/_based_on.html", shown)
    return SafeString(kept[FORM_FIELDS])


@register.simple_tag
def fold_link(page: BuilderPage, fold: str) -> SafeString:
    """Return the link that opens a fold by loading the table again."""
    return filled(_blank_link(), fold=fold, address=page.drawer.address_with(unfolded=""))


def _blank_link() -> SafeString:
    return format_html(
        '<a class="fold-link" href="{0}{1}#{1}" hx-get="{0}{1}" hx-sync="#main:abort">{2}</a>',
        BLANKS["address"],
        BLANKS["fold"],
        gettext("Show"),
    )


@register.simple_tag(takes_context=True)
def pick_fragment(context: template.Context, pick: PickView) -> SafeString:
    """Return a card of the table with its controls, rendered again only if something about it has changed.

    A change of a list affects one or two of a dozen cards, and rendering all of them took longer than the verdict.
    """
    page: BuilderPage = context["page"]
    key = pick_key(page, pick)
    kept = [] if key is None else page.table.stock.fragment((get_language(), key))
    if not kept:
        shown = {"page": page, "pick": pick, "csrf_token": context.get("csrf_token"), "form_fields": based_on(context)}
        kept.append(render_to_string("builder/_pick.html", shown))
    return filled(kept[0], address=page.drawer.folds_address)


@register.simple_tag(takes_context=True)
def panel_fragment(context: template.Context, name: str, **shown: str) -> SafeString:
    """Return a panel of the builder that rarely changes, cached under its key in `fragment_keys.PANEL_KEYS`."""
    page: BuilderPage = context["page"]
    request = context.get("request")
    key = panel_key(page, name)
    around = get_language(), request and request.path, *shown.items()
    kept = [] if key is None else page.table.stock.fragment((*around, key))
    if not kept:
        blank = {"csrf_token": BLANKS["token"], "form_fields": BLANKS["fields"], "version": BLANKS["version"]}
        kept.append(render_to_string(f"builder/_{name}.html", {"page": page, "request": request, **blank, **shown}))
    token = context.get("csrf_token", "")
    return filled(kept[0], fields=based_on(context), token=str(token), version=localize(page.table.version or ""))


@register.simple_tag
def candidate_fragment(page: BuilderPage, candidate: CandidateView) -> SafeString:
    """Return a card of the candidate list, rendered again only if its content has changed."""
    key = candidate_key(page, candidate)
    kept = [] if key is None else page.table.stock.fragment((get_language(), key))
    if not kept:
        shown = {"page": page, "one": candidate, "enter": f"{BLANKS['address']}&enter="}
        kept.append(render_to_string("builder/_candidate.html", shown))
    return filled(kept[0], address=page.drawer.candidates_address)


@register.simple_tag
def pick_fold_link(fold: str) -> SafeString:
    """Return the link of a fold on a card of the table, with a placeholder that `pick_fragment` replaces."""
    return filled(_blank_link(), fold=fold, address=BLANKS["address"])


@register.simple_tag
def number_input(number: NumberField, *, labelled: bool = False, named: bool = False, css: str = "") -> SafeString:
    """Return a small number input with its button; `labelled` shows its label, `named` adds the name of the card.

    Screen readers always get label and name.
    """
    if number.error:
        return _draw_number_input(number, labelled=labelled, named=named, css=css)
    blank = replace(number, where=BLANKS["where"], slug=BLANKS["slug"], title=BLANKS["title"])
    drawn = _blank_number_input(blank, get_language() or "", labelled=labelled, named=named, css=css)
    return filled(drawn, where=number.where, slug=number.slug, title=number.title)


@lru_cache(maxsize=2000)
def _blank_number_input(number: NumberField, language: str, **shown: Any) -> SafeString:
    """Return the placeholder number input of any card, for `filled`, cached by language."""
    return _draw_number_input(number, **shown)


def _draw_number_input(number: NumberField, **shown: Any) -> SafeString:
    return render_to_string("builder/_number_field.html", {"number": number, **shown})


def filled(drawn: SafeString, **texts: str) -> SafeString:
    """Return rendered HTML with the placeholders of `BLANKS` replaced.

    The number inputs of a page differ only in these words. There are dozens of them, and rendering each took longer
    than the verdict.
    """
    by_blank = {BLANKS[name]: conditional_escape(word) for name, word in texts.items()}
    return SafeString(BLANK.sub(lambda match: by_blank.get(match[0], match[0]), drawn))


@register.simple_tag
def ask(page: BuilderPage, card: CardView, fact: str, where: str) -> NumberField | None:
    """Return the input for an unknown number of a card, None if a small input does not suffice.

    `where` distinguishes inputs for one number on a page, for example of a pick and of the candidates.
    """
    return number_fields.number_field(card, card.slug, fact, where, page.refusal.refused) if card.known else None


@register.simple_tag
def candidate_fields(page: BuilderPage, card: CardView, facts: tuple[str, ...]) -> SafeString:
    """Return the folded inputs for unknown facts of a candidate's card, without facts that need a larger form.

    For a fact with rows, the input can only say that there are none. `candidate_fragment` fills in the link's address.
    """
    fields = (
        number_fields.number_field(card, card.slug, fact, "c", page.refusal.refused, with_rows=True) for fact in facts
    )
    numbers = [one for one in fields if one is not None]
    fold = candidate_fold(card.slug)
    if not numbers:
        return SafeString("")
    if fold in page.look.unfolded:
        shown = {"fold": fold, "title": card.title, "numbers": numbers}
        return render_to_string("builder/_candidate_fields.html", shown)
    address = f"{BLANKS['address']}&unfolded="
    return filled(_blank_candidate_fold(get_language() or ""), fold=fold, title=card.title, address=address)


@lru_cache
def _blank_candidate_fold(language: str) -> SafeString:
    """Return the placeholder fold of any candidate, for `filled`, cached by language."""
    shown = {"fold": BLANKS["fold"], "title": BLANKS["title"], "link": _blank_link()}
    return render_to_string("builder/_candidate_fields.html", shown)


@register.simple_tag
def candidate_seal(page: BuilderPage, card: CardView) -> SafeString:
    """Return the input for the cost of a candidate in place of its seal; empty if no input can hold it."""
    number = number_fields.number_field(card, card.slug, FIRST_FACT, "c", page.refusal.refused)
    return number_input(number, css="ask--seal ask--small") if number else SafeString("")


@register.simple_tag
def missing_of(page: BuilderPage, card: CardView, where: str) -> list[MissingFact]:
    """Return the unknown facts of a card that lists depend on, without its cost, which has an input at its seal."""
    return missing_of_card(card, page.table.stock, where, page.refusal.refused)


@register.simple_tag
def stands_in_list(page: BuilderPage, slug: str, fact: str) -> bool:
    """Return whether an own number is stored in the list itself instead of its owner's numbers for all lists."""
    return fact in page.table.document.get("facts", {}).get(slug, {})


@register.simple_tag
def is_offered(page: BuilderPage, own: CardOwnFacts) -> bool:
    """Return whether the owner has offered all own numbers of a card that the curators could use."""
    return own.offered(page.table.offers)


@register.simple_tag
def choose(page: BuilderPage, index: int | None, slot: str = "all", kind: str = "") -> SafeString:
    """Return the attributes of a link that opens the candidate list for a pick's slot (`all`: any), or for a creature.

    With `kind` the list opens at that kind of card.

    A change that is posted meanwhile aborts this request, so that its outdated response never replaces the new table.
    """
    at = {"at": f"/picks/{index}", "slot": slot} if index is not None else {"slot": "creature"}
    at |= {"shelf": kind} if kind else {}
    drawer, selection = page.drawer, page.drawer.selection
    at |= {"lines": str(selection.lines)} if selection.lines else {}
    at |= {"sort": selection.sort} if selection.sort else {}
    card = {"card": drawer.card} if drawer.card else {}
    address = f"{page.table.address}?{urlencode({**card, **at})}".replace("%2F", "/")
    return format_html(
        'href="{}#candidate-list" hx-get="{}" hx-push-url="true" hx-sync="#main:abort" '
        'hx-headers=\'{{"Muster-Focus": "candidate-list"}}\'',
        address,
        address,
    )


@register.simple_tag
def slot_offer(page: BuilderPage, pick: PickView) -> SlotOffer | None:
    """Return the slot that was bought or can be bought for a creature with experience, or None."""
    return page.table.campaign.slot_offer(pick) if page.table.campaign else None


@register.simple_tag
def fact_title(card: CardView, fact: str) -> str:
    """Return the full title of a card's fact."""
    return vocabulary.fact_title(card.game, card.document.get("kind", ""), fact)


@register.simple_tag
def go(page: BuilderPage, anchor: str, **params: object) -> SafeString:
    """Return the attributes of a link that reloads the table with more query parameters and scrolls to `anchor`."""
    address = page.drawer.address_with(**params)
    return format_html('href="{}#{}" hx-get="{}" hx-push-url="true" hx-sync="#main:abort"', address, anchor, address)


HINT_ACTIONS: dict[str, tuple[str, str, dict[str, int]]] = {
    "complete": (gettext_noop("Complete"), "offers", {"fill": 1}),
    "repair": (gettext_noop("Fix it"), "offers", {"mend": 1}),
    "share": (gettext_noop("Share"), "share", {"share": 1}),
}
"""The actions that hints name: the word of their button, and the anchor and parameters of the table that shows them."""


@register.simple_tag
def hint_words(page: BuilderPage, hint: Hint) -> SafeString:
    """Return the words of a hint, with a link for the action that they name."""
    if not hint.action:
        return conditional_escape(hint.words)
    word, anchor, params = HINT_ACTIONS[hint.action]
    return format_html(
        escape(hint.words), action=format_html("<a {}>{}</a>", go(page, anchor, **params), gettext(word))
    )


@register.simple_tag
def address_with(page: BuilderPage, **params: object) -> str:
    """Return the address of the table in its current state, with more query parameters."""
    return page.drawer.address_with(**params)


@register.simple_tag
def lines_from(page: BuilderPage) -> str:
    """Return the address that expands other lines of a long list; the caller appends the number of the first line."""
    return page.drawer.address_with(lines="")


@register.simple_tag
def more_candidates_address(page: BuilderPage, upto: int) -> str:
    """Return the address of the table and its candidates in their current state, with `upto` candidates shown.

    If the next of them are in the fold of those that may fit, the fold is open there.
    """
    unfolded = {UNFOLDED_PARAMETER: MAY_FIT_FOLD} if page.drawer.candidates.fold_continues else {}
    return page.drawer.candidates_address_with(upto=upto, **unfolded)


@register.simple_tag
def search_for(page: BuilderPage, name: str) -> SafeString:
    """Return the attributes of a link that searches a card by its name for the selected place."""
    return format_html('href="{}#candidate-list" data-query="{}"', page.drawer.candidates_address_with(q=name), name)


@register.filter
def as_options(choice: Iterable[ExtraOption]) -> SafeString:
    """Return choices as the options of a select, without a template: a long list has very many options."""
    parts = (
        f'<option value="{escape(one.slug)}"{" selected" if one.chosen else ""}>{escape(one.words)}</option>'
        for one in choice
    )
    return SafeString("".join(parts))


@register.filter
def highlight(page: BuilderPage, anchor: str) -> str:
    """Return the effect on an element of the table if the previewed offer is accepted; empty for none."""
    return page.highlights.get(anchor, "")


@register.simple_tag
def card_lines(card: CardView, stock: Stock) -> SafeString:
    """Return the lines of a candidate that do not depend on the legion, cached per release and language.

    Releases share the views of their cards but not these lines, which name the release. A card with own numbers is
    rendered every time.
    """
    name = f"lines:{get_language()}", card.slug
    lines = None if card.own_keys else stock.pieces.get(name)
    if lines is None:
        lines = render_to_string("builder/_card_lines.html", {"card": card, "stock": stock})
        if card.known and not card.own_keys:
            stock.pieces[name] = lines
    return lines


@register.simple_tag
def face_picture(card: CardView, stock: Stock, loading: str = "lazy") -> SafeString | str:
    """Return a card's drawn face as an image, with its own numbers; empty for an unknown card.

    It is loaded lazily unless it is the first image of a page.
    """
    if not card.known:
        return ""
    return format_html(
        '<img class="face" src="{}" width="252" height="352" alt="" loading="{}" decoding="async">',
        face_address(card, stock.release),
        loading,
    )


@register.simple_tag
def own_face(card: CardView, stock: Stock) -> SafeString | str:
    """Return the attribute with the face that a pointer on the card's name shows; empty without own numbers."""
    return format_html(' data-face="{}"', face_address(card, stock.release)) if card.own_keys else ""


@register.simple_tag
def shield_picture(card: CardView, stock: Stock, loading: str = "eager", alt: str = "") -> SafeString | str:
    """Return a card's shield as an image that the browser caches; empty for an unknown card.

    Inline drawings would have conflicting ids on a page that shows a card several times. `alt` is its text if no name
    stands next to it.
    """
    if not card.known:
        return ""
    address = reverse("shield", args=[stock.release, card.game, card.slug])
    return format_html(
        '<img class="shield" src="{}" width="50" height="60" alt="{}"{} loading="{}" decoding="sync">',
        address,
        alt,
        language_attribute(marked_text(alt)) if alt else "",
        loading,
    )

"""What the builder's templates can ask for: links that choose a place, lengths that fit a bar."""

from collections.abc import Iterable
from html import escape

from django import template
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from legions.builder import number_fields, own_facts
from legions.builder.builder_page import BuilderPage
from legions.builder.extras_options import ExtraOption
from legions.builder.number_fields import MissingFact, NumberField
from legions.builder.own_facts import FactForm
from legions.builder.own_facts_panel import CardOwnFacts
from legions.cards import vocabulary
from legions.cards.stock import CardView, Stock

register = template.Library()


@register.simple_tag
def fact_form(page: BuilderPage, card: CardView, slug: str, fact: str, where: str) -> FactForm | None:
    """Return the form for an own number, with what is said already or could not be taken; None where there is none.

    `slug` is the card's slug in the legion, `where` tells two forms for one fact on a page apart.
    """
    one = own_facts.find_fact(card.game, card.document.get("kind", ""), fact)
    if one is None:
        return None
    submitted = page.own_fact_data
    mine = submitted is not None and (submitted.get("card"), submitted.get("fact"), submitted.get("where")) == (
        slug,
        fact,
        where,
    )
    value = page.judged.get("facts", {}).get(slug, {}).get(fact)
    return FactForm(one, value, data=submitted if mine else None, auto_id=f"{where}-{slug}-{fact}-%s")


@register.simple_tag
def ask(page: BuilderPage, card: CardView, fact: str, where: str) -> NumberField | None:
    """Return the field for a number of a card that is not known, None for what a small field cannot say.

    `where` tells several for the same number on a page apart, as for a pick and for the candidates.
    """
    return number_fields.number_field(card, card.slug, fact, where, page.refused) if card.known else None


@register.simple_tag
def missing_of(page: BuilderPage, card: CardView, where: str) -> list[MissingFact]:
    """Return what is not known of a card and decides lists, its cost left out: that has a field at its seal."""
    return number_fields.missing_of_card(page, card, where)


@register.simple_tag
def stands_in_list(page: BuilderPage, slug: str, fact: str) -> bool:
    """Return whether an own number stands in the list itself, and not beside all lists of whoever builds it."""
    return fact in page.document.get("facts", {}).get(slug, {})


@register.simple_tag
def is_offered(page: BuilderPage, own: CardOwnFacts) -> bool:
    """Return whether the owner has offered all own numbers of a card that the curators could use."""
    return own.offered(page.offers)


@register.simple_tag
def choose(page: BuilderPage, index: int | None, slot: str = "all", kind: str = "") -> SafeString:
    """Return the attributes of a link that opens the candidate list for a pick's slot (`all`: any), or for a creature.

    With `kind` it opens at that kind of card.

    A change that is posted meanwhile comes first: this request is then given up, so that its response, the table as
    it was, never takes the place of the changed one.
    """
    at = {"at": f"/picks/{index}", "slot": slot} if index is not None else {"slot": "creature"}
    at |= {"shelf": kind} if kind else {}
    at |= {"lines": str(page.selection.lines)} if page.selection.lines else {}
    card = {"card": page.card} if page.card else {}
    address = f"{page.address}?{urlencode({**card, **at})}".replace("%2F", "/")
    return format_html(
        'href="{}#candidate-list" hx-get="{}" hx-push-url="true" hx-sync="#main:abort" '
        'hx-headers=\'{{"Muster-Focus": "candidate-list"}}\'',
        address,
        address,
    )


@register.simple_tag
def fact_title(card: CardView, fact: str) -> str:
    """Return what a fact of a card is called in full."""
    return vocabulary.fact_title(card.game, card.document.get("kind", ""), fact)


@register.simple_tag
def go(page: BuilderPage, anchor: str, **params: object) -> SafeString:
    """Return the attributes of a link that stays at the table and asks for more, to be seen at `anchor`."""
    address = page.address_with(**params)
    return format_html('href="{}#{}" hx-get="{}" hx-push-url="true" hx-sync="#main:abort"', address, anchor, address)


@register.simple_tag
def address_with(page: BuilderPage, **params: object) -> str:
    """Return the address of the table as it is, with more query parameters."""
    return page.address_with(**params)


@register.simple_tag
def lines_from(page: BuilderPage) -> str:
    """Return the address of the table with other lines of a long list drawn whole, up to the number of the first."""
    return page.address_with(lines="")


@register.simple_tag
def fitting_hint_address(page: BuilderPage) -> str:
    """Return the address that asks what would make a card fit at the selected place, up to the card's slug."""
    return _candidates_address(page) + "&enter="


@register.simple_tag
def more_candidates_address(page: BuilderPage, upto: int) -> str:
    """Return the address of the table with its candidates open as it is, that many cards of it shown."""
    return _candidates_address(page, upto=upto)


def _candidates_address(page: BuilderPage, **params: object) -> str:
    """Return the address of the table with the selected place drawn open, and with more query parameters."""
    selection = page.selection
    place = {"slot": (selection.slot or "all") if selection.index is not None else "creature"}
    words = {"q": selection.query} if selection.query else {}
    kind = {"shelf": selection.kind} if selection.kind else {}
    upto = {"upto": selection.upto} if selection.upto else {}
    return page.address_with(**{**place, **kind, **words, **upto, **params})


@register.filter
def as_options(choice: Iterable[ExtraOption]) -> SafeString:
    """Return what can be chosen as the options of a select; a long list has a great many of them."""
    parts = (
        f'<option value="{escape(one.slug)}"{" selected" if one.chosen else ""}>{escape(str(one.words))}</option>'
        for one in choice
    )
    return SafeString("".join(parts))


@register.filter
def highlight(page: BuilderPage, anchor: str) -> str:
    """Return what becomes of an element of the table if the offer that is looked at is taken up; empty for nothing."""
    return page.highlights.get(anchor, "")


@register.simple_tag
def card_lines(card: CardView, stock: Stock) -> SafeString:
    """Return what the candidate list says of a card whatever the legion: rendered once a release and language.

    Releases share the views of their cards, but not this: it names the release. A card with a legion's own numbers is
    rendered each time.
    """
    name = f"lines:{get_language()}", card.slug
    lines = None if card.own_facts else stock.pieces.get(name)
    if lines is None:
        lines = render_to_string("builder/_card_lines.html", {"card": card, "stock": stock})
        if card.known and not card.own_facts:
            stock.pieces[name] = lines
    return lines


@register.simple_tag
def shield_picture(card: CardView, stock: Stock, loading: str = "eager") -> SafeString | str:
    """Return a card's shield as a picture that the browser keeps; nothing for a card the catalog does not have.

    In a page that shows one card several times, drawings with ids of their own would clash.
    """
    if not card.known:
        return ""
    address = reverse("shield", args=[stock.release, card.game, card.slug])
    return format_html(
        '<img class="shield" src="{}" width="50" height="60" alt="" loading="{}" decoding="sync">', address, loading
    )

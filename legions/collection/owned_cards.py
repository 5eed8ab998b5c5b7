"""The owned cards of a list: the packs and single cards it is checked against, and the missing ones."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from legions.cards.stock import CardView, Stock
from legions.collection.availability import states_owned
from rulesapi.engine.core.collection import without_collections
from rulesapi.engine.search.pack_plans import PackSelections, missing_copies, plan_packs
from rulesapi.judging import verdicts

PACK_PREFIX, CARD_PREFIX, NAME_FIELD = "pack:", "card:", "card-name"
"""The prefixes of the field names for numbers of packs and of single cards, and the name of the field for a card
name.
"""

MAX_ROWS = 200
"""The maximum number of single cards with a field, since a form has a limited size. The other counts stay unchanged."""


@dataclass(frozen=True, slots=True)
class OwnedPackRow:
    """A set with known contents. `value` is the value of its field: the number of packs."""

    name: str
    address: str
    field: str
    value: str


@dataclass(frozen=True, slots=True)
class OwnedCardRow:
    """A card that the list uses or that is owned, with the numbers of used and missing copies."""

    card: CardView
    field: str
    value: str
    used: int
    missing: int


@dataclass(frozen=True, slots=True)
class PackToGet:
    name: str
    address: str
    copies: int


@dataclass(frozen=True, slots=True)
class OwnedCards:
    """The owned cards of a list.

    `stated` means that there are counts, even if all are zero; `own` means that the list has them itself instead of the
    player's collection, if there is one (`has_collection`); `words` is a summary of the list's own counts. `cards` are
    those that matter now, `others` those owned in sufficient number; `more` counts the cards without a field.
    `purchase_options` are the smallest purchases of packs for the missing cards; `smallest` means that fewer packs are
    not enough. `nowhere` are missing cards that no pack contains. `written` is a card name that was refused; `refused`
    means that any field was.
    """

    stated: bool
    own: bool
    has_collection: bool
    words: str
    packs: tuple[OwnedPackRow, ...]
    cards: tuple[OwnedCardRow, ...]
    others: tuple[OwnedCardRow, ...]
    more: int
    purchase_options: tuple[tuple[PackToGet, ...], ...]
    smallest: bool
    nowhere: tuple[str, ...]
    written: str
    refused: bool


def owned_cards(
    document: dict[str, Any], judged: dict[str, Any], stock: Stock, entered: Mapping[str, str], *, has_collection: bool
) -> OwnedCards:
    """Return the owned cards of a list, from its own document or, with a collection, from the `judged` document.

    `has_collection` means that the player has a collection; `entered` are the values of a refused form.
    """
    library = verdicts.library(document["game"], document.get("release"))
    packs = {library.sets[slug]: copies for slug, copies in document.get("packs", {}).items() if slug in library.sets}
    single: dict[str, int] = document.get("collection", {})
    used = {one.slug: one.copies for one in missing_copies(library, without_collections(document))}
    found = plan_packs(library, judged)
    missing = {one.slug: one.copies for one in found.missing}
    slugs = [slug for slug in {**used, **single} if slug in stock.cards]
    slugs.sort(key=lambda slug: (slug not in missing, slug not in used, stock.title(slug)))

    def pack(slug: str) -> OwnedPackRow:
        name, address = set_link(stock, slug)
        return OwnedPackRow(name, address, PACK_PREFIX + slug, entered.get(PACK_PREFIX + slug, str(packs.get(slug, 0))))

    def card(slug: str) -> OwnedCardRow:
        value = entered.get(CARD_PREFIX + slug, str(single.get(slug, 0)))
        return OwnedCardRow(stock.card(slug), CARD_PREFIX + slug, value, used.get(slug, 0), missing.get(slug, 0))

    own = states_owned(document)
    stated = own or states_owned(judged)
    rows = [card(slug) for slug in slugs[:MAX_ROWS]]
    first = [row for row in rows if not library.contents or row.value != "0" or (stated and row.missing)]
    return OwnedCards(
        stated=stated,
        own=own,
        has_collection=has_collection,
        words=_words(sum(packs.values()), sum(single.values())),
        packs=tuple(sorted(map(pack, library.contents), key=lambda row: row.name)),
        cards=tuple(first),
        others=tuple(row for row in rows if row not in first),
        more=max(0, len(slugs) - MAX_ROWS),
        purchase_options=smallest_purchases(found.packs, stock),
        smallest=found.packs.smallest,
        nowhere=tuple(stock.title(one.slug) for one in found.nowhere if one.slug in stock.cards),
        written=entered.get(NAME_FIELD, ""),
        refused=any(map(is_owned_cards_field, entered)),
    )


def is_owned_cards_field(name: str) -> bool:
    """Return whether a field belongs to the owned cards form."""
    return name == NAME_FIELD or name.startswith((PACK_PREFIX, CARD_PREFIX))


def _words(packs: int, cards: int) -> str:
    parts = [ngettext("%(number)d pack", "%(number)d packs", packs) % {"number": packs}] if packs else []
    if cards:
        parts.append(ngettext("%(number)d single card", "%(number)d single cards", cards) % {"number": cards})
    return ", ".join(parts) or _("nothing yet")


def smallest_purchases(packs: PackSelections, stock: Stock) -> tuple[tuple[PackToGet, ...], ...]:
    """Return the options that get some cards with the fewest packs; empty if none are needed."""
    found = [option for option in packs.options if option]
    return tuple(
        tuple(PackToGet(*set_link(stock, slug), copies) for slug, copies in option.items()) for option in found
    )


def set_link(stock: Stock, slug: str) -> tuple[str, str]:
    """Return the name and the path of a set."""
    return stock.sets.get(slug, {}).get("name") or slug, f"/sets/{stock.game['slug']}/{slug}/"

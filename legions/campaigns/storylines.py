"""The storylines of a game: adventures that belong together, with a sentence, their origin and a drawn picture."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from catalog.faces.storyline_pictures import MAX_SHIELDS, storyline_picture
from legions.campaigns.adventure_translations import AdventureTexts
from legions.campaigns.catalog_adventures import catalog_adventures, storyline_of
from legions.cards.stock import CardView, Stock
from legions.site.marked_text import MarkedText, marked_text

OFFICIAL, OPEN_SET, BY_PLAYERS, OWN, CHOSEN = "official", "open-set", "by-players", "own", "chosen"


@dataclass(frozen=True, slots=True)
class Storyline:
    """Adventures to start a campaign with.

    `slug` is empty for the adventures without a storyline. `players` are the recommended numbers of players, the least
    and the most; None if no adventure names one. `release` is that of the picture.
    """

    slug: str
    name: MarkedText
    text: MarkedText | str
    origin: str
    adventures: tuple[dict[str, Any], ...]
    players: tuple[int, int] | None
    game: str
    release: int

    @property
    def slugs(self) -> tuple[str, ...]:
        """The slugs of its adventures."""
        return tuple(one["slug"] for one in self.adventures)

    @property
    def origin_words(self) -> str:
        """The origin as text: official, of an open set, by players, or the campaign's own."""
        words = {
            OFFICIAL: _("Official"),
            OPEN_SET: _("Open set"),
            BY_PLAYERS: _("By players"),
            OWN: _("Own"),
            CHOSEN: "",
        }
        return words[self.origin]

    @property
    def picture(self) -> SafeString:
        """The picture as HTML: an image with an address of its own, or the drawing itself if it has no shields."""
        if self.slug:
            address = reverse("storyline", args=[self.release, self.game, self.slug])
            return format_html('<img src="{}" width="320" height="190" alt="" decoding="async">', address)
        return SafeString(storyline_picture(self.game, "quill" if self.origin == OWN else None))


def storylines(catalog: Stock) -> list[Storyline]:
    """Return the storylines of a game, in the order of its adventures."""
    game = catalog.game
    found = groupby(catalog_adventures(game["slug"]), key=storyline_of)
    return [_storyline(catalog, slug, tuple(rows)) for slug, rows in found]


def _storyline(catalog: Stock, slug: str, adventures: tuple[dict[str, Any], ...]) -> Storyline:
    first = next((row for row in adventures if "storyline_text" in row), None)
    text: MarkedText | str = ""
    if first is not None:
        text = AdventureTexts(first.get("translations", ())).storyline(first["storyline_text"])
    numbers = [row["players"] for row in adventures if row.get("players")]
    name = story_name(slug) if slug else catalog.game["name"]
    return Storyline(
        slug=slug,
        name=marked_text(name),
        text=text,
        origin=_origin(catalog, adventures),
        adventures=adventures,
        players=(min(numbers), max(numbers)) if numbers else None,
        game=catalog.game["slug"],
        release=catalog.release,
    )


def _origin(catalog: Stock, adventures: Sequence[Mapping[str, Any]]) -> str:
    if all(row["official"] for row in adventures):
        return OFFICIAL
    sets = (catalog.sets.get(row.get("set") or "") for row in adventures)
    return OPEN_SET if all(one and not one["official"] for one in sets) else BY_PLAYERS


def chosen_storyline(catalog: Stock, adventures: Sequence[dict[str, Any]]) -> Storyline:
    """Return adventures of several storylines as one."""
    storyline = _storyline(catalog, "", tuple(adventures))
    return replace(storyline, name=marked_text(_("Your choice"), ""), text="", origin=CHOSEN)


def own_storyline(catalog: Stock) -> Storyline:
    """Return the storyline of adventures that the players write themselves."""
    return Storyline(
        slug="",
        name=marked_text(_("Your own"), ""),
        text=_("Write the adventures yourselves, from a blank page or a copy of one of these."),
        origin=OWN,
        adventures=(),
        players=None,
        game=catalog.game["slug"],
        release=catalog.release,
    )


def story_name(slug: str) -> str:
    """Return the name of a storyline."""
    return slug.replace("-", " ").capitalize()


def draw_storyline(adventures: Sequence[Mapping[str, Any]], catalog: Stock) -> str:
    """Return the picture of a storyline, with the shields of creatures.

    These are the creatures that its sides require; if there are none, the most expensive ones of its sets.
    """
    scene = next((one["storyline_scene"] for one in adventures if "storyline_scene" in one), None)
    slugs = dict.fromkeys(card for one in adventures for side in one["sides"] for card in side["required_cards"])
    creatures = [catalog.cards[slug] for slug in slugs if slug in catalog.cards]
    if not creatures:
        sets = {one["set"] for one in adventures if one.get("set")}
        creatures = sorted((card for card in catalog.standing if card.document.get("set") in sets), key=_by_cost)
    shown = [card.document for card in creatures[:MAX_SHIELDS]]
    return storyline_picture(storyline_of(adventures[0]), scene, shown)


def _by_cost(card: CardView) -> tuple[int, str]:
    return -(card.cost or 0), card.slug

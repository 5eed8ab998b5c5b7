"""The contents of the front page: a list on the table, and a piece of each page that the front page leads to.

Everything depends only on the release and the language, so that the rendered parts are cached with the release.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

from django.http import QueryDict
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from catalog import faces
from legions.campaigns.catalog_adventures import catalog_adventures
from legions.cards.game_summaries import GameSummary
from legions.cards.stock import CardView, Stock
from legions.my_lists.list_lines import ReadyListLine, ready_lines
from legions.pages.play_offers import PlayOffer, play_offers
from legions.pages.showcase import Showcase, showcase_names, showcase_of
from legions.play.answer import Answer
from legions.play.play_hooks import play_hooks
from legions.play.question_context import Table
from legions.site import wording
from legions.site.marked_text import MarkedText, join_marked, marked_text
from legions.verdicts.rulings import NamedLink, rule_url
from rulesapi.judging.resolutions import Resolver, play_ruleset

T = TypeVar("T")

MAX_SHOWN = 3
"""The maximum number of cards, steps and rules that the front page shows as a sample of another page."""


@dataclass(frozen=True, slots=True)
class AnsweredQuestion:
    """A question of the referee: its cards, the last steps of its answer with their pages, and its address."""

    title: str
    steps: Sequence[tuple[str, str]]
    cards: Sequence[CardView]
    stock: Stock
    address: str


@dataclass(frozen=True)
class FrontPage:
    """The contents of the front page for the published games, of which there is at least one."""

    summaries: Sequence[GameSummary]

    @cached_property
    def showcase(self) -> Showcase | None:
        """The list on the table: that of the first game with one."""
        return _first(showcase_of(one.document["slug"], one.stock) for one in self.summaries)

    @property
    def fanned(self) -> GameSummary:
        """The game whose cards are shown without a list on the table: the first one with cards to show."""
        return _first(one for one in self.summaries if one.fan) or self.summaries[0]

    @property
    def has_campaigns(self) -> bool:
        """True if a game has campaigns."""
        return any(offer.has_campaigns for offer in self.offers)

    @cached_property
    def referees(self) -> list[Mapping[str, Any]]:
        """The games with questions that the referee answers."""
        return [offer.game for offer in self.offers if offer.questions]

    @property
    def referee_names(self) -> MarkedText:
        """The names of these games, empty if every game has a referee."""
        names = [game["name"] for game in self.referees if len(self.referees) < len(self.offers)]
        return join_marked(", ", map(marked_text, names))

    @property
    def referee_address(self) -> str:
        """The address of the questions of the only game with a referee, or of the choice of such games."""
        if len(self.referees) == 1:
            return reverse("play", args=[self.referees[0]["slug"]])
        return f"{reverse('all-play')}#referee"

    @property
    def has_rules_to_read(self) -> bool:
        """True if the rules of a game can be looked up."""
        return any(offer.has_rules_to_read for offer in self.offers)

    @cached_property
    def offers(self) -> list[PlayOffer]:
        """The parts of the games for play."""
        return play_offers(self.summaries)

    @cached_property
    def shared(self) -> ReadyListLine | None:
        """A legal ready list with several faces, of another game than the list on the table if possible."""
        shown = self.showcase.stock.game["slug"] if self.showcase else ""
        games = sorted(self.summaries, key=lambda summary: summary.document["slug"] == shown)
        return _first(line for one in games for line in ready_lines(one.document["slug"]) if _can_be_shown(line))

    @cached_property
    def adventurers(self) -> list[tuple[CardView, Stock]]:
        """Two cards of the adventures of the first game that has any, each with its catalog snapshot."""
        offer = _first(one for one in self.offers if one.adventures)
        if offer is None:
            return []
        catalog = offer.summary.stock
        named = (
            catalog.card(card)
            for adventure in catalog_adventures(offer.game["slug"])
            for side in adventure["sides"]
            for card in side["required_cards"]
        )
        cards = {card.slug: card for card in named if card.known}
        return [(card, catalog) for card in [*cards.values(), *offer.summary.fan][:2]]

    @cached_property
    def answered(self) -> AnsweredQuestion | None:
        """A question that the referee answers, None if no game has one or its answer is not certain."""
        return _first(_answered(one) for one in self.summaries)

    @cached_property
    def ruled(self) -> tuple[Mapping[str, Any], list[tuple[NamedLink, str]]] | None:
        """The first game with rules, and the first rule of some pages, each with the page."""
        offer = _first(one for one in self.offers if one.rules)
        if offer is None:
            return None
        by_page = {one.cite.page: one for one in reversed(offer.rules) if one.cite.page}
        return offer.game, [
            (NamedLink(wording.translated(one.title), rule_url(offer.game["slug"], one.code)), wording.page_words(page))
            for page, one in sorted(by_page.items())[:MAX_SHOWN]
        ]


def render_cached(catalog: Stock, template: str, context: Callable[[], Mapping[str, Any]]) -> SafeString:
    """Return a rendered template that depends only on the release of `catalog` and on the language."""
    kept = catalog.fragment((get_language(), template))
    if not kept:
        kept.append(render_to_string(template, dict(context())))
    return kept[0]


def _answered(summary: GameSummary) -> AnsweredQuestion | None:
    game = summary.document["slug"]
    named, play, forms = showcase_names(game), play_ruleset(game), play_hooks(game).forms
    asked = named.get("asked") if named else None
    if asked is None or play is None or asked["question"] not in forms:
        return None
    resolver = Resolver(play, play.questions[asked["question"]], summary.stock.release)
    query = urlencode(asked["fields"])
    form = forms[asked["question"]](QueryDict(query), Table(game, resolver.table.cards))
    answer = Answer(form, resolver)
    if answer.resolution is None or answer.resolution["outcome"] != "allowed":
        return None
    first, *steps = [
        (wording.play_message(one), wording.page_words(one["cite"]["page"])) for one in answer.resolution["steps"]
    ]
    address = f"{reverse('question', args=[game, asked['question']])}?{query}#answer"
    named_cards = [
        part["card"] for part in (answer.situation or {}).values() if isinstance(part, dict) and "card" in part
    ]
    cards = [summary.stock.card(slug) for slug in named_cards]
    return AnsweredQuestion(first[0], steps[-MAX_SHOWN:], cards, summary.stock, address)


def _can_be_shown(line: ReadyListLine) -> bool:
    """Return whether a list is legal and its first cards are not sparse."""
    drawn = [card for card in line.shields if not faces.is_sparse(dict(card.document))]
    return line.verdict is not None and line.verdict.outcome == "legal" and len(drawn) == MAX_SHOWN


def _first(items: Iterable[T | None]) -> T | None:
    """Return the first item that is not None."""
    return next((item for item in items if item is not None), None)

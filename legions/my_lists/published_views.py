"""The page of a game's published lists: the lists with a certain verdict, and the facts that the other lists lack."""

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from legions.accounts.holders import holder_of
from legions.cards import queries
from legions.cards.choose_game import choose_game
from legions.cards.stock import CardView
from legions.changes import own_facts
from legions.my_lists.list_lines import ListLine, judge_each
from legions.own_numbers.applied_numbers import with_numbers
from legions.own_numbers.services import facts_of
from legions.saved_lists.published_lists import PublishedList, published_lists
from legions.site.marked_text import fill_marked, marked_text
from legions.verdicts.deciding_facts import DecidingFact, deciding_facts

MAX_FACTS = 6
"""The maximum number of missing facts that a list names; the builder asks for all of them."""


@dataclass(frozen=True, slots=True)
class WantedFact:
    """A fact that a published list lacks, with the title of the fact."""

    card: CardView
    title: str


@dataclass(frozen=True)
class PublishedLine(ListLine):
    """A published list with its verdict."""

    published: PublishedList

    @property
    def missing(self) -> list[DecidingFact]:
        """The deciding unknown facts, by influence; empty if the verdict is certain."""
        undetermined = self.verdict is not None and self.verdict.outcome == "undetermined"
        return deciding_facts([self.verdict.verdict]) if self.verdict and undetermined else []

    @property
    def first_missing(self) -> list[WantedFact]:
        """The first missing facts."""
        cards = [(self.stock.card(one.card), one.fact) for one in self.missing[:MAX_FACTS]]
        return [WantedFact(card, _fact_title(card, fact)) for card, fact in cards]

    @property
    def further(self) -> int:
        """The number of missing facts that are not named."""
        return max(0, len(self.missing) - MAX_FACTS)


def _fact_title(card: CardView, fact: str) -> str:
    found = own_facts.find_fact(card.game, card.document.get("kind", ""), fact)
    return fact if found is None else _(found.title)


@require_safe
def published_games(request: HttpRequest) -> HttpResponse:
    """List the games with published lists; redirect to the page of the only one."""
    return choose_game(request, "published-lists", lambda game: published_lists(game["slug"]))


@require_safe
def game_published_lists(request: HttpRequest, game: str) -> HttpResponse:
    """Show the published lists of a game: lists with a certain verdict, then the others by the number of missing facts.

    They are judged with the numbers that the user has entered.
    """
    document = queries.game_or_404(game)
    found = published_lists(game)
    if not found:
        raise Http404(_("There are no published lists of this game."))
    facts = facts_of(holder_of(request), game)
    parts = judge_each([with_numbers(one.legion, facts) for one in found])
    lines = [PublishedLine(*part, published=one) for part, one in zip(parts, found, strict=True)]
    lines.sort(key=lambda line: len(line.missing))
    context = {
        "game": document,
        "decided": [line for line in lines if not line.missing],
        "waiting": [line for line in lines if line.missing],
        "title": fill_marked(_("Published lists of {game}"), game=marked_text(document["name"])),
    }
    return render(request, "saved_lists/published.html", context)

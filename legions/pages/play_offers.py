"""The parts of each game for play: its campaigns, the questions of its referee, its odds and its rules."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Count

from catalog.models import DocumentType, Revision, fact_text
from legions.cards.game_summaries import GameSummary
from legions.play.play_hooks import play_hooks
from legions.site import wording
from rulesapi.engine.core.library import ruleset_of
from rulesapi.engine.core.rules import Rule
from rulesapi.judging.resolutions import play_ruleset

ADVENTURE, REFERENCE = DocumentType.ADVENTURE.value, DocumentType.REFERENCE.value
RULEBOOK = DocumentType.RULEBOOK.value
OFFERED = (ADVENTURE, REFERENCE, RULEBOOK)


@dataclass(frozen=True, slots=True)
class PlayOffer:
    """The parts of a game for play. A part that the game does not have is empty."""

    summary: GameSummary
    adventures: int
    references: int
    has_rulebook: bool
    """True if the game has a rulebook, with its contents, its sections and a page about its coverage."""

    @property
    def game(self) -> Mapping[str, Any]:
        """The document of the game."""
        return self.summary.document

    @property
    def has_campaigns(self) -> bool:
        """True if the game has adventures, or rules to judge the lists of the players' own ones by."""
        return bool(self.adventures) or self.summary.judged

    @property
    def questions(self) -> list[tuple[str, str]]:
        """The name and the title of each question of the referee, in display order."""
        slug = self.game["slug"]
        play = play_ruleset(slug)
        forms = play_hooks(slug).forms
        return [(name, wording.translated(play.questions[name].title)) for name in forms] if play else []

    @property
    def has_odds(self) -> bool:
        """True if the game has a page for the odds of its dice."""
        return bool(play_hooks(self.game["slug"]).odds_template)

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules that lists are judged by."""
        return ruleset_of(self.game).rules if self.summary.judged else ()

    @property
    def has_references(self) -> bool:
        """True if the game has a page for the rulebook's explanations of tokens, actions and the like."""
        return bool(self.references)

    @property
    def has_rules_to_read(self) -> bool:
        """True if something about the rules of the game can be looked up."""
        return bool(self.rules) or self.has_references or self.has_rulebook


def play_offers(summaries: Iterable[GameSummary]) -> list[PlayOffer]:
    """Return the parts of these games for play, with one database query."""
    found = Revision.objects.newest().filter(kind__in=OFFERED).alias(retired=fact_text("retired"))
    counted = found.filter(retired=None).values_list("game", "kind").annotate(Count("pk")).order_by()
    counts = {(game, kind): count for game, kind, count in counted}
    return [
        PlayOffer(one, counts.get((game, ADVENTURE), 0), counts.get((game, REFERENCE), 0), (game, RULEBOOK) in counts)
        for one in summaries
        for game in [one.document["slug"]]
    ]

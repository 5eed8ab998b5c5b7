"""A list in the builder, judged with its holder's collection and numbers, independent of the selection."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from catalog.curation import contributions
from catalog.documents import canonical
from legions.accounts.holders import Holder
from legions.builder.campaign_panel import CampaignPanel, campaign_panel
from legions.builder.change_judge import ChangeJudge, Holdings
from legions.builder.missing_facts import askable_facts
from legions.builder.objectives import lacks_cards_alone, may_become_legal, objectives
from legions.cards.stock import Stock, stock_for
from legions.changes.basic import ReplaceDocument, picks
from legions.collection.availability import CollectionCopies
from legions.game_words import GameWords, words_of_game
from legions.my_lists.list_lines import ReadyListLine, ready_lines
from legions.my_lists.origins import Origin, origin_of
from legions.my_lists.release_upgrade import ReleaseUpgrade, release_upgrade
from legions.own_numbers.applied_numbers import with_numbers
from legions.own_numbers.models import OwnNumbers
from legions.saved_lists.models import BuildStatus, Legion, display_name_of_document
from legions.saved_lists.published_lists import published_lists
from legions.site import wording
from legions.table.table_hooks import TableHooks, table_hooks
from legions.verdicts.deciding_facts import DecidingFact
from legions.verdicts.view_models import VerdictView
from rulesapi.judging import verdicts


@dataclass(frozen=True, slots=True)
class HouseRuleChoice:
    """A house rule that players can agree on. `slug` is its name in the list, which may be a former one."""

    slug: str
    name: str
    text: str
    agreed: bool


@dataclass(frozen=True)
class JudgedTable:
    """A list in the builder with its verdict.

    `legion` is None until the list is saved; then it belongs to `holder`. `judge` is the judge of the change that led
    to the document, if there was one; its verdict is shown.
    """

    document: dict[str, Any]
    legion: Legion | None = None
    holder: Holder = field(default_factory=Holder)
    judge: ChangeJudge | None = None

    @cached_property
    def holdings(self) -> Holdings:
        """The holder's collection and own numbers of the game."""
        return self.judge.holdings if self.judge else Holdings(self.document["game"], self.holder, self.legion)

    @property
    def numbers(self) -> OwnNumbers | None:
        """The holder's own numbers of the game, or None."""
        return self.holdings.numbers

    @property
    def owned(self) -> CollectionCopies | None:
        """The copies in the holder's collection, or None if nothing is counted."""
        return self.holdings.owned

    @property
    def mark(self) -> str:
        """The build status of the list."""
        return self.legion.mark if self.legion else BuildStatus.NONE

    def judged_document(self, document: dict[str, Any]) -> dict[str, Any]:
        """Return a document of this list with the collection and numbers of its holder."""
        return self.holdings.judged_document(document, self.mark)

    @cached_property
    def judged(self) -> dict[str, Any]:
        """The document with the collection and numbers of its holder."""
        return self.judged_document(self.document)

    @cached_property
    def searched(self) -> dict[str, Any]:
        """The judged document with own numbers of further cards, for searches among all cards."""
        return with_numbers(self.judged, self.holdings.facts, others=True)

    @cached_property
    def stock(self) -> Stock:
        """The cards of the list's release, with all own numbers of its holder."""
        return stock_for(self.searched)

    @property
    def game_words(self) -> GameWords:
        return words_of_game(self.document["game"])

    @cached_property
    def hooks(self) -> TableHooks:
        return table_hooks(self.document["game"])

    @cached_property
    def verdict(self) -> VerdictView:
        verdict = self.judge.verdict_on(self.judged) if self.judge else None
        return VerdictView(verdict or verdicts.judge(self.judged), self.judged, self.stock)

    @cached_property
    def campaign(self) -> CampaignPanel | None:
        """The campaign of the list, or None."""
        return campaign_panel(self.document, self.legion, self.verdict) if "campaign" in self.document else None

    @property
    def empty(self) -> bool:
        """True if the list has no cards."""
        return not picks(self.document)

    @cached_property
    def missing(self) -> list[DecidingFact]:
        """The unknown facts that the verdict depends on and a player can enter, by influence."""
        return askable_facts(self.verdict.verdict, self.stock)

    @property
    def only_missing(self) -> bool:
        """True if no error is known, and the verdict only depends on missing facts."""
        verdict = self.verdict.verdict
        broken = "likely" in verdict or any(finding["level"] == "error" for finding in verdict["findings"])
        return verdict["verdict"] == "undetermined" and not broken and bool(self.missing)

    @property
    def undoable_numbers(self) -> OwnNumbers | None:
        """The own numbers if Undo applies to them: their last change is newer than the last change of the list."""
        numbers = self._newer_numbers
        return numbers if numbers is not None and numbers.steps and not numbers.steps.redoes else None

    @property
    def redoable_numbers(self) -> OwnNumbers | None:
        """The own numbers if Redo applies to them: undoing one of their changes was the last action."""
        numbers = self._newer_numbers
        return numbers if numbers is not None and numbers.steps.redoes else None

    @property
    def _newer_numbers(self) -> OwnNumbers | None:
        numbers, legion = self.numbers, self.legion
        return numbers if numbers and (legion is None or numbers.updated_at > legion.updated_at) else None

    @property
    def announcement(self) -> str:
        """The points and the verdict for screen readers; an empty table has neither."""
        return self.verdict.announcement if not self.empty else _("The table is empty.")

    @property
    def mends(self) -> bool:
        """True if there is something to fix."""
        return not self.empty and self.verdict.outcome != "legal"

    @cached_property
    def fills(self) -> bool:
        """True if the solver can complete the list: points are left or cards are lacking, and there is an objective."""
        if not self.game_words.priced:
            return bool(objectives(self.stock)) and lacks_cards_alone(self.verdict, self.stock)
        points = self.verdict.points
        remaining = points.limit is not None and points.total is not None and points.total < points.limit
        return remaining and bool(objectives(self.stock)) and may_become_legal(self.document, self.verdict, self.stock)

    @property
    def name(self) -> str:
        """The display name of the list."""
        return display_name_of_document(self.document)

    @property
    def version(self) -> int | None:
        """The version that an edit is based on, or None until the list is saved."""
        return self.legion.version if self.legion else None

    @property
    def start(self) -> str:
        """The document as text, which the forms of an unsaved table send."""
        return canonical.compact(self.document)

    @cached_property
    def address(self) -> str:
        """The address that changes are sent to."""
        return f"/legions/{self.legion.pk}/" if self.legion else f"/build/{self.document['game']}/"

    @cached_property
    def release_upgrade(self) -> ReleaseUpgrade | None:
        """The effects of a move to the newest release; None for an unsaved list and for one on the newest release."""
        have = self.owned if self.mark != BuildStatus.WANTED else None
        return release_upgrade(self.document, have, self.holdings.facts) if self.legion else None

    @property
    def origin(self) -> Origin | None:
        """The list that this one was copied from, or None."""
        return origin_of(self.legion, own=True) if self.legion else None

    @property
    def formats(self) -> list[dict[str, Any]]:
        """The formats of the game, by name."""
        return sorted(self.stock.formats.values(), key=lambda document: document["name"] or document["slug"])

    @property
    def format(self) -> dict[str, Any]:
        """The format that the list is judged under."""
        return self.stock.formats.get(self.verdict.verdict["format"], {})

    @property
    def house_rules(self) -> list[HouseRuleChoice]:
        """The house rules of the game by name: the current ones, and former ones that the list still has."""
        agreed = self.document.get("house_rules", ())
        choices = []
        for document in sorted(self.stock.house_rules.values(), key=lambda house_rule: house_rule["name"]):
            slugs = [slug for slug in agreed if slug in (document["slug"], *document.get("formerly", ()))]
            if slugs or "retired" not in document:
                slug = slugs[0] if slugs else document["slug"]
                choices.append(
                    HouseRuleChoice(slug, document["name"], wording.translated_html(document, "text"), bool(slugs))
                )
        return choices

    @cached_property
    def offers(self) -> dict[str, dict[str, Any]]:
        """The owner's open contributions about the cards with own numbers, by card."""
        if self.legion is None or self.legion.owner_id is None or not self.verdict.own:
            return {}
        slugs = [own.card.slug for own in self.verdict.own]
        return contributions.open_contributions(by_id=self.legion.owner_id, game=self.legion.game, slugs=slugs)

    @property
    def has_published_lists(self) -> bool:
        """True if there is a page of published lists of the game."""
        return bool(published_lists(self.document["game"]))

    @cached_property
    def ready(self) -> list[ReadyListLine]:
        """The ready lists of the game; for a list in a campaign only those that its adventure does not forbid."""
        game = self.document["game"]
        if "campaign" not in self.document:
            return ready_lines(game)
        lines = ready_lines(game, as_put_on=lambda ready: ReplaceDocument(ready).apply(self.document))
        return [line for line in lines if line.verdict is not None and line.verdict.outcome != "illegal"]

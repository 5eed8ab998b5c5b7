"""The whole builder for one legion: its table, its candidates, its verdict, and what can be done with it."""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from catalog.curation import contributions
from catalog.documents import canonical
from catalog.documents.errors import Fault, InvalidInput
from catalog.documents.folding import fold
from catalog.search.compiler import CompiledQuery
from legions.accounts.holders import Holder
from legions.builder.campaign_panel import CampaignPanel, campaign_panel
from legions.builder.candidate_list import (
    SORT_ORDERS,
    CandidateList,
    candidate_list,
    matching_slugs,
    only_over_limit,
    sectioned,
    shown_count,
    singles_with_rivals,
    slugs_for_place,
    sorted_slugs,
    too_large_list,
    with_points_over,
)
from legions.builder.candidate_search import closest_slugs, parse_query, similar_names
from legions.builder.card_sources import CardSources, card_sources
from legions.builder.density import DENSITIES
from legions.builder.elsewhere import elsewhere
from legions.builder.hints import Hint, first_hint, next_hint
from legions.builder.number_fields import MissingFacts, missing_facts
from legions.builder.owned_cards import OwnedCards, owned_cards
from legions.builder.suggestions import CompletionPanel, FixList, GhostCard, Suggestion, lacks_cards_alone, objectives
from legions.builder.transfers import UpgradeTransfers, upgrade_transfers
from legions.cards.game_lines import CoverageLine, coverage_line
from legions.cards.stock import CardView, Stock, stock_for
from legions.collection.availability import CollectionCopies, owned_copies, with_owned
from legions.collection.models import Collection
from legions.games import PageAdapter, page_adapter
from legions.my_lists.list_lines import ReadyListLine, ready_lines
from legions.my_lists.origins import Origin, origin_of
from legions.my_lists.release_upgrade import ReleaseUpgrade, release_upgrade
from legions.own_numbers.fill_in import with_numbers
from legions.own_numbers.models import OwnNumbers
from legions.own_numbers.services import Facts, current_facts
from legions.saved_lists.models import BuildStatus, Legion, display_name_of_document
from legions.site import wording
from legions.site.plots import Plot
from legions.table.slot_assignment import ANY_SLOT
from legions.table.table_layout import MAX_EXPANDED, PickView, Selection, lay_out_picks
from legions.verdicts.view_models import VerdictView, verdict_view
from rulesapi.judging import verdicts


@dataclass
class Notice:
    """What went wrong with the last action, with every fault; `again` are its fields, to keep it as a copy."""

    title: str
    errors: tuple[Fault, ...] = ()
    again: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class PendingChange:
    """A change that was sent after its owner had been logged out: what it would do, and its fields."""

    words: str
    fields: dict[str, str]


@dataclass(frozen=True)
class HouseRuleChoice:
    """A house rule that can be agreed on. `slug` is the one the legion has it by."""

    slug: str
    name: str
    text: str
    agreed: bool


SAME_FOR_EVERY_SELECTION = ("collection", "numbers", "facts", "owned", "judged", "searched", "stock", "verdict")
"""What a page has found out of its list that stays, whatever is selected."""


MAX_SHOWN_FOR_NAME = 120
"""The maximum number of cards that are drawn to show the one with exactly the name searched for."""


@dataclass(frozen=True, slots=True)
class _FoundSlugs:
    """The cards that a search shows, in their order; with `closest` none is just what is looked for."""

    ordered: Sequence[str]
    closest: bool = False


@dataclass
class BuilderPage:
    """A legion in the builder. `legion` is None while nothing is saved: a new table is stored with its first change.

    `message` is what the last change did, `lost` whether it took something away, `focus` the element to go on from,
    `entered` what was written into a form and could not be taken. `card` is the one that the address of a new table
    names, `carrying` an upgrade that a creature is looked for to carry, `sharing` opens the panel for that,
    `own_fact_data` is a form for an own number that could not be taken. `fixes` are offers to mend the legion,
    `filling` what the solver makes of it, `waiting` a change that came too late for a session. `holder` is whose table
    it is while nothing is saved, `hinting` says whether the visit still has hints. `fitting_hints` say what would make
    the card `fitting_card` fit at the selected place. `cut_short` tells that not all cards were tried. `refused` are
    the fields for numbers that could not be taken, `told` says that some were just now, `asking` that they are asked
    for before ways out are. `density` says how closely the table is laid out.
    `unfolded` are the ids of the folds that are drawn, `form_fields` what each form sends, once that was drawn.
    """

    document: dict[str, Any]
    selection: Selection
    legion: Legion | None = None
    message: str = ""
    lost: bool = False
    focus: str = ""
    notice: Notice | None = None
    entered: dict[str, str] = field(default_factory=dict)
    card: str = ""
    carrying: str = ""
    sharing: bool = False
    own_fact_data: Any = None
    fixes: FixList | None = None
    filling: CompletionPanel | None = None
    holder: Holder = field(default_factory=Holder)
    waiting: PendingChange | None = None
    hinting: bool = False
    fitting_card: str = ""
    fitting_hints: tuple[str, ...] = ()
    cut_short: bool = False
    refused: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    told: bool = False
    asking: bool = False
    density: str = "table"
    unfolded: Set[str] = frozenset()
    form_fields: SafeString = field(default=SafeString(""), init=False)

    def with_selection(self, selection: Selection) -> "BuilderPage":
        """Return the page with something else selected; what was read and judged for the list is not done again."""
        other = replace(self, selection=selection)
        vars(other).update({name: getattr(self, name) for name in SAME_FOR_EVERY_SELECTION})
        return other

    @cached_property
    def collection(self) -> Collection | None:
        """What who builds it has of the game, None where nothing was ever written down."""
        if self.legion is not None:
            return Collection.objects.for_legion(self.legion)
        return Collection.objects.of(self.holder, self.document["game"])

    @cached_property
    def numbers(self) -> OwnNumbers | None:
        """What who builds it says of the game's cards, None where nothing was ever said."""
        if self.legion is not None:
            return OwnNumbers.objects.for_legion(self.legion)
        return OwnNumbers.objects.of(self.holder, self.document["game"])

    @cached_property
    def facts(self) -> Facts:
        """That, by card and fact."""
        return current_facts(self.numbers) if self.numbers is not None else {}

    @cached_property
    def judged(self) -> dict[str, Any]:
        """What is judged: the legion, with what who builds it has and says beside it."""
        return self.judged_document(self.document)

    @cached_property
    def searched(self) -> dict[str, Any]:
        """What is searched for cards that could be added: the same, with what is said of cards that are not in it."""
        return with_numbers(self.judged, self.facts, others=True)

    @property
    def mark(self) -> str:
        """What its cards are for its player."""
        return self.legion.mark if self.legion else BuildStatus.NONE

    @cached_property
    def owned(self) -> CollectionCopies | None:
        """What that collection comes to, None where nothing is counted."""
        return owned_copies(self.collection)

    def judged_document(self, document: dict[str, Any]) -> dict[str, Any]:
        """Return what is judged of a document that the legion could have."""
        document = with_numbers(document, self.facts)
        return with_owned(document, self.owned) if self.mark != BuildStatus.WANTED else document

    @cached_property
    def stock(self) -> Stock:
        """The catalog as the legion is judged by it, with all that who builds it says of its cards."""
        return stock_for(self.searched)

    @cached_property
    def sources(self) -> CardSources:
        """Whose cards are offered for it."""
        return card_sources(self.document, self.stock, self.carrying)

    @property
    def adapter(self) -> PageAdapter:
        """What the pages know of its game."""
        return page_adapter(self.document["game"])

    @cached_property
    def view(self) -> Any:
        """What the templates of its game alone show of it."""
        return self.adapter.table_view(self.document, self.stock, self.format, self.picks, self.entered)

    @cached_property
    def verdict(self) -> VerdictView:
        """What the rules say of the legion."""
        return verdict_view(self.judged, self.stock)

    @cached_property
    def campaign(self) -> CampaignPanel | None:
        """The campaign that it is built in, None for none."""
        return campaign_panel(self.document, self.legion, self.verdict, self.stock)

    @cached_property
    def picks(self) -> list[PickView]:
        """The creatures on the table."""
        return lay_out_picks(self.judged, self.verdict, self.selection)

    @cached_property
    def missing(self) -> MissingFacts:
        """What the verdict waits for and a card says, that first on which most hangs."""
        return missing_facts(self.verdict.verdict, self.stock, "o", self.refused)

    @property
    def only_missing(self) -> bool:
        """Whether nothing is wrong as far as is known, and only facts are missing that cards say."""
        verdict = self.verdict.verdict
        broken = "likely" in verdict or any(finding["level"] == "error" for finding in verdict["findings"])
        return verdict["verdict"] == "undetermined" and not broken and bool(self.missing.number)

    @property
    def undoable_numbers(self) -> OwnNumbers | None:
        """The own numbers, where their last change came after that of the list, so that Undo is about them."""
        numbers = self.numbers
        if numbers is None or numbers.before is None or "again" in numbers.before:
            return None
        return numbers if self.legion is None or numbers.updated_at > self.legion.updated_at else None

    @property
    def redoable_numbers(self) -> OwnNumbers | None:
        """The own numbers, where the last thing that was done is that a change of them was taken back."""
        numbers = self.numbers
        if numbers is None or "again" not in (numbers.before or {}):
            return None
        return numbers if self.legion is None or numbers.updated_at > self.legion.updated_at else None

    @property
    def announcement(self) -> str:
        """Points and verdict for who cannot see the strip; an empty table is neither legal nor illegal."""
        return self.verdict.announcement if self.picks else _("The table is empty.")

    @property
    def pages(self) -> list[tuple[int, int, bool]]:
        """The lines that can be drawn whole together, by the first and the last, and whether they are now.

        None in a list of which all are.
        """
        number = len(self.picks)
        if number <= MAX_EXPANDED:
            return []
        now = self.selection.whole(number)
        firsts = range(0, number, MAX_EXPANDED)
        return [(first, min(number, first + MAX_EXPANDED), first == now.start) for first in firsts]

    @cached_property
    def transfers(self) -> UpgradeTransfers | None:
        """What could be moved from one creature to another, None while nothing could."""
        return upgrade_transfers(self.picks)

    @cached_property
    def candidates(self) -> CandidateList:
        """What could go to the selected place."""
        here = slugs_for_place(self.selection, self.icons, self.stock)
        among = {slug for slug in here if self.sources.offers(self.stock.cards[slug])}
        sought = parse_query(self.selection.query, self.searched, self.stock, lambda: self._judged_candidates(among))
        owned = {slug for slug, number in self.owned.copies.items() if number} if self.owned else frozenset()
        found_slugs = self._found_slugs(among, sought, owned)
        ordered = [slug for slug in found_slugs.ordered if slug in among]
        left_out = len(matching_slugs(here - among, sought, self.stock))
        taking = {} if self.carrying else singles_with_rivals(self.document, ordered, self.stock)
        meant = self._meant_by_name(found_slugs.ordered)
        most = max(shown_count(self.selection), min(len(ordered), MAX_SHOWN_FOR_NAME) if meant else 0)
        try:
            first, number, complete = self._first_candidates(ordered, taking, most + 1)
        except InvalidInput as error:
            if error.code != "too-many-cards":
                raise
            return too_large_list(error.faults[0].message, self.document, self.selection, self.stock)
        if self.selection.query and not self.carrying:
            others = [slug for slug in found_slugs.ordered if slug not in among]
            first, number = self._with_elsewhere(first, number, ordered, others)
        places = [at for at, one in enumerate(first[:MAX_SHOWN_FOR_NAME], 1) if one["card"] in meant]
        selection = (
            replace(self.selection, upto=max([shown_count(self.selection), *places])) if places else self.selection
        )
        found = candidate_list(first, number, self.document, selection, self.stock, taking, sought)
        nothing = found_slugs.closest or not number
        return replace(
            found,
            complete=complete and not self.cut_short,
            left_out=left_out,
            closest=found_slugs.closest,
            near=similar_names(sought.condition, self._offered_cards(among)) if nothing else (),
        )

    def _meant_by_name(self, found: Iterable[str]) -> set[str]:
        """Return the cards whose very name is looked for: they are shown however many others say it."""
        name = fold(self.selection.query)
        return {slug for slug in found if fold(self.stock.card(slug).title) == name} if name else set()

    def _found_slugs(self, among: Set[str], sought: CompiledQuery, owned: Set[str]) -> "_FoundSlugs":
        """Return the cards on offer that are looked for, here and elsewhere; if there are none, the closest ones."""
        offered = among | {card.slug for card in self._offered_cards(among)}
        if found := matching_slugs(offered, sought, self.stock):
            return _FoundSlugs(sorted_slugs(found, sought, self.stock, owned, self.selection.sort))
        closest = closest_slugs(sought.condition, [self.stock.cards[slug] for slug in sorted(offered)])
        if self.selection.sort:
            closest = sorted_slugs(closest, sought, self.stock, owned, self.selection.sort)
        return _FoundSlugs(closest, closest=bool(closest))

    def _offered_cards(self, among: Set[str]) -> list[CardView]:
        """Return the cards that can be found: those of the place, and in a search those of other places as well."""
        wider = self.selection.query and not self.carrying
        found = [self.stock.cards[slug] for slug in sorted(among)]
        if wider:
            others = (card for slug, card in self.stock.cards.items() if slug not in among)
            found += [card for card in others if self._is_offered_elsewhere(card)]
        return sorted(found, key=lambda card: bool(card.open_set))

    def _is_offered_elsewhere(self, card: CardView) -> bool:
        return (card.carried or card.stands) and "retired" not in card.document and self.sources.offers(card)

    def _with_elsewhere(
        self, first: list[dict[str, Any]], number: int, ordered: Sequence[str], others: Sequence[str]
    ) -> tuple[list[dict[str, Any]], int]:
        """Return the same with what is looked for and fits elsewhere in the list, or has no place here at all."""
        refused = [one["card"] for one in first if not one["fits"] and not only_over_limit(one)]
        found = elsewhere(
            self.searched,
            self.stock,
            self.selection,
            self.picks,
            refused=refused,
            others=others,
            apart=self.limit_codes,
        )
        moved = {one["card"] for one in found}
        kept = [one for one in first if one["card"] not in moved]
        return sectioned([*kept, *found], [*ordered, *others]), number + len(found) - (len(first) - len(kept))

    @property
    def limit_codes(self) -> tuple[str, ...]:
        """The codes of the rules that limit the points: what only they keep out can be added all the same."""
        return self.verdict.ledger.limit_codes

    def _judged_candidates(self, among: set[str]) -> list[dict[str, Any]]:
        """Return what the rules say of cards at the selected place. Raises InvalidInput `too-many-cards`."""
        if self.carrying:
            return carriers(self.carrying, self.searched, sorted(among))
        taking = singles_with_rivals(self.document, among, self.stock)
        found = verdicts.candidates(self.searched, self.selection.at, among=among - taking.keys())
        instead, complete = replacement_candidates(self.searched, taking)
        self.cut_short = not (found["complete"] and complete)
        return [*found["candidates"], *instead]

    def _first_candidates(
        self, ordered: Sequence[str], taking: Mapping[str, frozenset[str]], most: int
    ) -> tuple[list[dict[str, Any]], int, bool]:
        """Return the same of the first `most` of the cards `ordered`, as the candidate list has them, and their number.

        Last comes whether all were tried that it takes; if not, the number is of those that were.

        Raises InvalidInput `too-many-cards`.
        """
        if self.carrying:
            found = carriers(self.carrying, self.searched, ordered)
            return sectioned(found, ordered)[:most], len(found), True
        others = [slug for slug in ordered if slug not in taking]
        first, number, complete = verdicts.top_candidates(
            self.searched, self.selection.at, others, most, apart=self.limit_codes
        )
        instead, every = replacement_candidates(self.searched, taking)
        complete = complete and every
        told = [with_points_over(one, self.verdict.points, self.stock) for one in (*first, *instead)]
        found = sectioned(told, ordered)[:most]
        return found, number + len(instead) if complete else len(found), complete

    @property
    def plots(self) -> list[Plot]:
        """The plots of the list to look at, none in a game without."""
        return self.adapter.plots(self.picks, self.verdict)

    @cached_property
    def owned_cards(self) -> OwnedCards:
        """What its player has, and what there is still to get."""
        document = with_owned(self.document, self.owned)
        return owned_cards(self.document, document, self.stock, self.entered, has_collection=self.owned is not None)

    @property
    def sort_orders(self) -> dict[str, Any]:
        """What the candidates can be ordered by, each with its name."""
        return {slug: words for slug, words in SORT_ORDERS.items() if slug != "cost" or self.adapter.priced}

    @property
    def densities(self) -> dict[str, Any]:
        """How closely the table can be laid out, each with its name."""
        return dict(DENSITIES)

    @property
    def icons(self) -> list[str]:
        """The icons of the selected creature's slots, each once; none when its banner is not known."""
        if self.selection.index is None:
            return []
        return list(dict.fromkeys(row.icon for row in self.picks[self.selection.index].rows if row.icon != ANY_SLOT))

    @property
    def upgrade_title(self) -> str:
        """What the upgrade is called that a creature is looked for to carry."""
        return self.stock.title(self.carrying)

    def has_open(self, icon: str) -> bool:
        """Return whether the selected creature has an open slot of `icon`."""
        if self.selection.index is None:
            return False
        return any(row.state == "open" and row.icon == icon for row in self.picks[self.selection.index].rows)

    @cached_property
    def release_upgrade(self) -> ReleaseUpgrade | None:
        """What moving it to the newest release would mean, None when it stands by that or is not saved."""
        have = self.owned if self.mark != BuildStatus.WANTED else None
        return release_upgrade(self.document, have, self.facts) if self.legion else None

    @property
    def name(self) -> str:
        """What the legion is called."""
        return display_name_of_document(self.document)

    @property
    def version(self) -> int | None:
        """The version an edit is based on, None while nothing is saved."""
        return self.legion.version if self.legion else None

    @property
    def start(self) -> str:
        """The document as text, for a table that is not saved yet."""
        return canonical.compact(self.document)

    @cached_property
    def address(self) -> str:
        """Where changes are sent to."""
        return f"/legions/{self.legion.pk}/" if self.legion else f"/build/{self.document['game']}/"

    def address_with(self, **params: Any) -> str:
        """Return the address of the table as it is, with more query parameters."""
        current = {"card": self.card} if self.card else {}
        if self.selection.index is not None:
            current["at"] = self.selection.at
        if self.selection.lines:
            current["lines"] = str(self.selection.lines)
        query = urlencode({**current, **params}, safe="/")
        return f"{self.address}?{query}" if query else self.address

    @cached_property
    def folds_address(self) -> str:
        """The address of the table with a fold drawn, up to the id of that."""
        return self.address_with(unfolded="")

    @cached_property
    def candidates_address(self) -> str:
        """The address of the table with the selected place drawn open."""
        return self.candidates_address_with()

    def candidates_address_with(self, **params: Any) -> str:
        """Return the same with more query parameters."""
        selection = self.selection
        current = {"slot": (selection.slot or "all") if selection.index is not None else "creature"}
        if selection.kind:
            current["shelf"] = selection.kind
        if selection.query:
            current["q"] = selection.query
        if selection.upto:
            current["upto"] = str(selection.upto)
        if selection.sort:
            current["sort"] = selection.sort
        return self.address_with(**{**current, **params})

    @cached_property
    def hint(self) -> Hint | None:
        """The next step for who is new here, None in a visit that has put hints away."""
        if not self.hinting:
            return None
        words = self.adapter.list_words
        if not self.picks:
            return first_hint(words, self.ready)
        return next_hint(words, self.verdict, only_missing=self.only_missing, fills=self.fills)

    @property
    def highlights(self) -> dict[str, str]:
        """What becomes of elements of the table, by their id, if the offer that is looked at is taken up."""
        return self.suggestion.highlights if self.suggestion else {}

    @property
    def suggestion(self) -> Suggestion | None:
        """The offer that is looked at."""
        return self.fixes.chosen if self.fixes else self.filling.suggestion if self.filling else None

    @property
    def ghosts(self) -> list[GhostCard]:
        """The cards that it would lay on the table, each for itself."""
        return [ghost for ghost in self.suggestion.ghosts if ghost.on is None] if self.suggestion else []

    @property
    def mends(self) -> bool:
        """Whether there is something to be mended."""
        return bool(self.picks) and self.verdict.outcome != "legal"

    @cached_property
    def fills(self) -> bool:
        """Whether the solver can be asked to fill it up: points are left or cards lacking, and something weighs."""
        if not self.adapter.priced:
            return bool(objectives(self.stock)) and lacks_cards_alone(self.verdict, self.stock)
        points = self.verdict.points
        remaining = points.limit is not None and points.total is not None and points.total < points.limit
        return remaining and self.verdict.outcome == "legal" and bool(objectives(self.stock))

    @property
    def origin(self) -> Origin | None:
        """What it was copied from, None for a legion that was not."""
        return origin_of(self.legion, own=True) if self.legion else None

    @property
    def formats(self) -> list[dict[str, Any]]:
        """The formats of the game, by name."""
        return sorted(self.stock.formats.values(), key=lambda one: one["name"] or one["slug"])

    @property
    def format(self) -> dict[str, Any]:
        """The format the legion is judged under."""
        return self.stock.formats.get(self.verdict.verdict["format"], {})

    @property
    def house_rules(self) -> list[HouseRuleChoice]:
        """The house rules of the game by name: those in use, and those agreed on."""
        agreed = self.document.get("house_rules", ())
        choices = []
        for document in sorted(self.stock.house_rules.values(), key=lambda one: one["name"]):
            slugs = [slug for slug in agreed if slug in (document["slug"], *document.get("formerly", ()))]
            if slugs or "retired" not in document:
                slug = slugs[0] if slugs else document["slug"]
                choices.append(
                    HouseRuleChoice(slug, document["name"], wording.translated_html(document, "text"), bool(slugs))
                )
        return choices

    @cached_property
    def offers(self) -> dict[str, dict[str, Any]]:
        """What the legion's owner has offered to the curators of the cards with own numbers, by card."""
        if self.legion is None or self.legion.owner_id is None or not self.verdict.own:
            return {}
        slugs = [own.card.slug for own in self.verdict.own]
        return contributions.open_contributions(by_id=self.legion.owner_id, game=self.legion.game, slugs=slugs)

    @cached_property
    def coverage(self) -> CoverageLine | None:
        """How far the data of the game's official cards goes."""
        return coverage_line(self.stock.game, self.stock)

    @cached_property
    def ready(self) -> list[ReadyListLine]:
        """The ready legions of the game."""
        return ready_lines(self.document["game"])


def replacement_candidates(
    document: dict[str, Any], taking: Mapping[str, frozenset[str]]
) -> tuple[list[dict[str, Any]], bool]:
    """Return cards that would take the place of others as candidates, judged without those; not who stands alone.

    Last comes whether all of them were tried.
    """
    if not taking:
        return [], True
    gone = frozenset().union(*taking.values())
    left = {**document, "picks": [pick for pick in document["picks"] if pick["card"] not in gone]}
    among = {slug for slug, rivals in taking.items() if rivals != {slug}}
    found = verdicts.candidates(left, "", among=among)
    return found["candidates"], found["complete"]


def carriers(upgrade: str, document: dict[str, Any], creatures: Sequence[str]) -> list[dict[str, Any]]:
    """Return `creatures` as candidates that come with `upgrade`, each judged on the table with it."""
    tables = [{**document, "picks": [{"card": slug, "upgrades": [upgrade]}]} for slug in creatures]
    judged = zip(creatures, verdicts.judge_all(tables), strict=True)
    return [
        {
            "card": slug,
            "fits": all(finding["level"] != "error" for finding in verdict["findings"]),
            "findings": verdict["findings"],
            "unknown": verdict["unknown"],
            "points": verdict["points"]["total"],
        }
        for slug, verdict in judged
        if not isinstance(verdict, InvalidInput)
    ]

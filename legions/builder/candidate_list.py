"""The candidate list: every card for a place, fitting cards first, the others with their reason."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop, ngettext

from catalog.documents.text_folding import fold
from catalog.search.compiler import CompiledQuery
from catalog.search.conditions import SearchedWord
from catalog.search.near_names import searched_words
from legions.cards.card_hooks import card_hooks
from legions.cards.name_search import card_matches
from legions.cards.query_errors import QueryErrorView, query_error_views
from legions.cards.stock import CardView, Stock, single_cards_of_kind
from legions.changes.basic import picks
from legions.collection.counts import MAX_COPIES
from legions.game_words import vocabulary, words_of_game
from legions.site import wording
from legions.site.marked_text import fill_marked, join_marked, marked_text
from legions.table.slot_assignment import ANY_SLOT
from legions.table.table_layout import Selection
from legions.verdicts.deciding_facts import FIRST_FACT
from legions.verdicts.ledger import POINT_LIMIT_CODE
from legions.verdicts.page_anchors import PickNames
from legions.verdicts.points import PointsView

SHOWN_AT_FIRST, SHOWN_MORE = 12, 36
"""The number of cards shown first, and the number added at a time: every card costs rendering time at each change."""
FITTING, MAY_FIT = "fits", "may-fit"
SECTIONS = (
    (FITTING, gettext_noop("Fits here")),
    (MAY_FIT, gettext_noop("May fit: not everything is known")),
    ("elsewhere", gettext_noop("Fits elsewhere in this list")),
    ("over-limit", gettext_noop("Over the limit")),
    ("does-not-fit", gettext_noop("Does not fit: what would be wrong then")),
)
SORT_ORDERS = {"cost": gettext_lazy("Cost"), "level": gettext_lazy("Level"), "name": gettext_lazy("Name")}
"""The orders that a user can choose instead of the game's own order."""


NAMED_FACTS = 3
"""The maximum number of unknown facts that a row lists; a row with more lists fewer and counts the rest."""


@dataclass(frozen=True, slots=True)
class CandidateView:
    """A card in the candidate list.

    `points` is the additional cost for the list, or None if it is unknown. `do` is the change that adds the card.
    `where` names the place if it is not the selected one. `over` is the number of points above the limit, or 0. `unfit`
    means that something other than the limit keeps the card out. `left` says how many copies the player has left, and
    of how many; it is empty if the list has no collection. `instead` means that the card would replace another one.
    `missing` are the unknown facts of the card that decide, without its cost.
    """

    card: CardView
    fits: bool
    reason: str
    points: int | None
    open: bool
    left: str
    do: str
    where: str = ""
    over: int = 0
    unfit: bool = False
    instead: bool = False
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CandidateSection:
    """A section of the candidate list with its heading.

    `is_continuation` means that the page already has the heading and the first cards.
    """

    slug: str
    title: str
    candidates: tuple[CandidateView, ...]
    is_continuation: bool = False


@dataclass(frozen=True, slots=True)
class CandidateList:
    """The candidates for the selected place.

    `upto` is the number of cards shown, `left` the number of cards after them, and `following` the slug of the next
    one. `refusal` says why nothing is shown at all. `errors` are those of the query. With `closest`, no card has all
    the words searched for, and these cards have most of them; `near` are similar names if nothing matches. `complete`
    is false if not all cards were tried because the list is too large. `left_out` counts matching cards of open sets
    that are not offered. `any_fits` is whether a card certainly fits, and `fold_continues` whether the next card is
    another one of those that may fit.
    """

    title: str
    selection: Selection
    sections: tuple[CandidateSection, ...]
    upto: int = 0
    left: int = 0
    following: str = ""
    refusal: str = ""
    errors: tuple[QueryErrorView, ...] = ()
    closest: bool = False
    near: tuple[str, ...] = ()
    complete: bool = True
    left_out: int = 0
    any_fits: bool = False
    fold_continues: bool = False

    @property
    def fitting(self) -> CandidateSection | None:
        """The section of the cards that certainly fit."""
        return next((section for section in self.sections if section.slug == FITTING), None)

    @property
    def may_fit(self) -> CandidateSection | None:
        """The section of the cards that may fit, which is a fold."""
        return next((section for section in self.sections if section.slug == MAY_FIT), None)

    @property
    def other_sections(self) -> list[CandidateSection]:
        """The sections below the fold."""
        return [section for section in self.sections if section.slug not in {FITTING, MAY_FIT}]

    @property
    def may_fit_opens(self) -> bool:
        """True if the cards that may fit are shown at once: if nothing else fits, or if the user has searched."""
        return bool(self.selection.query) or not self.any_fits

    @property
    def more(self) -> int:
        """The number of cards that the next request adds."""
        return min(self.left, SHOWN_MORE)

    @property
    def unmatched(self) -> bool:
        """True if no card matches the query exactly."""
        shown = self.sections and not self.closest
        return bool(self.selection.query) and not (shown or self.refusal or self.selection.since)

    @property
    def all_unfit(self) -> bool:
        """True if cards were found and none of them can be added within the rules."""
        return bool(self.sections) and all(one.unfit for section in self.sections for one in section.candidates)


def slugs_for_place(selection: Selection, icons: Collection[str], stock: Stock) -> set[str]:
    """Return the slugs of the cards of the right kind and slot for the selected place, whether they fit or not.

    `icons` are those of the selected creature; there are none if its banner is unknown. Upgrades of other icons are
    left out unless there is a query.
    """
    allowed: set[str | None] = {selection.slot} if selection.slot else set(() if selection.query else icons)
    allowed |= {ANY_SLOT, None} if allowed else set()
    cards = stock.standing if selection.index is None else stock.carried
    if selection.index is not None and allowed:
        cards = tuple(card for card in cards if card.slot in allowed)
    return {card.slug for card in cards if not selection.kind or card.document["kind"] == selection.kind}


def matching_slugs(among: Collection[str], sought: CompiledQuery, stock: Stock) -> set[str]:
    """Return the slugs in `among` of cards that certainly match the query."""
    if sought.empty:
        return set(among)
    return {slug for slug in among if card_matches(sought.condition, stock.cards[slug])}


def singles_with_rivals(document: dict[str, Any], among: Collection[str], stock: Stock) -> dict[str, frozenset[str]]:
    """Return the cards in `among` that would replace cards of the list, each with the cards it would replace."""
    standing = {pick["card"] for pick in picks(document)} & stock.cards.keys()
    by_kind = {stock.cards[slug].document["kind"]: single_cards_of_kind(slug, stock) & standing for slug in standing}
    rivals = {kind: others for kind, others in by_kind.items() if others}
    return {slug: rivals[kind] for slug in among if (kind := stock.card(slug).document.get("kind")) in rivals}


def sorted_slugs(
    among: Collection[str],
    sought: CompiledQuery,
    stock: Stock,
    owned: Collection[str] = frozenset(),
    sort: str = "",
) -> list[str]:
    """Return the slugs `among` in the order of a section of the candidate list, `owned` cards first.

    With `sort` (a key of `SORT_ORDERS`) only that decides the order.
    """
    if sort:
        return sorted(among, key=lambda slug: (*_sorted_by(sort, stock.card(slug)), slug))
    searched = searched_words(sought.condition)
    return sorted(among, key=lambda slug: (*_order(stock.card(slug), searched, owned=slug in owned), slug))


def sectioned(candidates: Iterable[dict[str, Any]], order: Sequence[str]) -> list[dict[str, Any]]:
    """Return candidates in the order they are shown: by section, and within a section in the `order` of their slugs."""
    parts = [slug for slug, _title_of in SECTIONS]
    place = {slug: number for number, slug in enumerate(order)}
    return sorted(candidates, key=lambda candidate: (parts.index(_part(candidate)), place[candidate["card"]]))


def with_points_over(candidate: dict[str, Any], points: PointsView | None, stock: Stock) -> dict[str, Any]:
    """Return a fitting candidate with `over`, the points above the limit according to the known costs, if there are
    any.

    This happens if an unknown card text may reduce the `points`; the card then counts with its printed cost.
    """
    cost = stock.card(candidate["card"]).cost if candidate["points"] is None else candidate["points"]
    if points is None or points.limit is None or cost is None or not candidate["fits"]:
        return candidate
    over = points.known + cost - points.limit
    return {**candidate, "over": over} if over > 0 else candidate


def shown_count(selection: Selection) -> int:
    """Return the maximum number of cards that the candidate list shows."""
    return max(SHOWN_AT_FIRST, selection.upto)


def candidate_list(
    first: Sequence[dict[str, Any]],
    number: int,
    document: dict[str, Any],
    selection: Selection,
    stock: Stock,
    taking: Mapping[str, frozenset[str]],
    sought: CompiledQuery,
    unknown_costs: int = 0,
) -> CandidateList:
    """Return the candidate list of a place that has `number` candidates.

    `first` are the verdicts on the cards to show and on one more card, in their order. `taking` are the cards that
    would replace others, as `singles_with_rivals` returns them. `sought` is the compiled query. `unknown_costs` counts
    the candidates whose cost is not known.
    """
    parts = [[one for one in first if _part(one) == part] for part, _title_of in SECTIONS]
    upto = shown_count(selection)
    following = first[upto] if upto < number else None
    fitting = parts[0]
    fold_continues = following is not None and _part(following) == MAY_FIT
    sections, begin = [], 0
    for (slug, title), part in zip(SECTIONS, parts, strict=True):
        shown = part[max(0, selection.since - begin) : max(0, upto - begin)]
        if shown:
            views = tuple(candidate_view(one, document, selection, stock, taking.get(one["card"])) for one in shown)
            shown_title = _(title)
            if slug == MAY_FIT and fitting:
                known = None if fold_continues else len(part)
                shown_title = _fold_title(views, known, unknown_costs, priced=words_of_game(document["game"]).priced)
            sections.append(CandidateSection(slug, shown_title, views, is_continuation=selection.since > begin))
        begin += len(part)
    return CandidateList(
        title=_title(document, selection, stock),
        selection=selection,
        sections=tuple(sections),
        upto=min(upto, number),
        left=max(0, number - upto),
        following=following["card"] if following else "",
        errors=tuple(query_error_views(selection.query, sought.faults)),
        any_fits=bool(fitting),
        fold_continues=fold_continues and bool(sections) and sections[-1].slug == MAY_FIT,
    )


def _fold_title(shown: Sequence[CandidateView], number: int | None, unknown_costs: int, *, priced: bool) -> str:
    """Return the title of the fold of cards that may fit.

    `number` counts these cards; it is None until all of them were judged. If none of those `shown` has a cost, the
    title can count the cards without a cost instead (`unknown_costs`), which needs no judging.
    """
    if priced and all(one.card.cost is None for one in shown):
        asked = unknown_costs if number is None else number
        return ngettext(
            "{number} more, whose cost you would enter", "{number} more, whose cost you would enter", asked
        ).format(number=asked)
    if number is None:
        return _("More, whose facts are not all known")
    return ngettext(
        "{number} more, whose facts are not all known", "{number} more, whose facts are not all known", number
    ).format(number=number)


def too_large_list(why: str, document: dict[str, Any], selection: Selection, stock: Stock) -> CandidateList:
    """Return the candidate list of a list that is too large for its candidates to be judged."""
    return CandidateList(_title(document, selection, stock), selection, (), refusal=why)


def candidate_view(
    candidate: dict[str, Any],
    document: dict[str, Any],
    selection: Selection,
    stock: Stock,
    rivals: frozenset[str] | None = None,
) -> CandidateView:
    """Return a candidate for the selected place, or for its own `place`. `rivals` are the cards it would replace."""
    card, index = stock.card(candidate["card"]), candidate.get("place", selection.index)
    where = ""
    if "place" in candidate:
        where = (
            _("On the table")
            if index is None
            else fill_marked(_("On {creature}"), creature=marked_text(PickNames(document, stock)[index]))
        )
    others = wording.join_names(sorted(map(stock.title, rivals or ())))
    place = [fill_marked(_("Takes the place of {cards}."), cards=others)] if rivals else []
    over = _points_over(candidate)
    return CandidateView(
        card=card,
        fits=candidate["fits"],
        reason=join_marked(" ", (*place, *_reasons(candidate, card, stock))),
        points=candidate["points"],
        open=candidate["fits"] and bool(candidate["unknown"] or over),
        do=f"add/{card.slug}" if index is None else f"equip/{index}/{card.slug}",
        where=where,
        over=over,
        unfit=_part(candidate) == "does-not-fit",
        left=_left(candidate.get("left"), candidate.get("owned")),
        instead=bool(rivals),
        missing=_missing(candidate, card),
    )


def _missing(candidate: dict[str, Any], card: CardView) -> tuple[str, ...]:
    """Return the unknown deciding facts of a card, without its cost, which has a field of its own."""
    facts = (one["fact"].split("/")[1] for one in candidate["unknown"] if one["card"] == card.slug)
    return tuple(fact for fact in dict.fromkeys(facts) if fact != FIRST_FACT)


def _left(left: int | None, owned: int | None) -> str:
    """Return a phrase for the number of copies left, or an empty string if the list has no collection."""
    if owned is None:
        return ""
    if owned >= MAX_COPIES:
        return _("in a box of yours")
    return _("{left} of {owned} left").format(left=left, owned=owned) if owned else _("none owned")


def _reasons(candidate: dict[str, Any], card: CardView, stock: Stock) -> Iterable[str]:
    """Return the reasons why a card does not fit; for one that fits, its unknown facts and warnings.

    The points limit is never a reason: the row shows the excess itself.
    """
    if "why" in candidate:
        return [candidate["why"]]
    errors = [finding for finding in candidate["findings"] if finding["level"] == "error"]
    if errors:
        reasons = [finding for finding in errors if not is_limit(finding)]
        return [wording.finding_message(finding) for finding in reasons[:2]]
    warnings: list[str] = [wording.finding_message(finding) for finding in candidate["findings"]]
    asked = f"/{FIRST_FACT}"  # the cost has a field of its own
    unknown = [fact for fact in candidate["unknown"] if fact["card"] != card.slug or fact["fact"] != asked]
    unknown.sort(key=lambda fact: fact["card"] != card.slug)  # the card's own facts come first
    facts = list(dict.fromkeys(_unknown_fact(fact, card, stock) for fact in unknown))
    if "over" in candidate:
        warnings.append(_("Over the limit, unless a card whose text is not known takes points off."))
    return [*warnings, *([unknown_sentence(facts)] if facts else [])]


def unknown_sentence(facts: Sequence[str]) -> str:
    """Return a sentence that lists unknown facts; if there are many, it lists the first two and counts the others."""
    if len(facts) <= NAMED_FACTS:
        return fill_marked(_("Not known: {facts}."), facts=join_marked(", ", facts))
    named = join_marked(", ", facts[: NAMED_FACTS - 1])
    return fill_marked(_("Not known: {facts} and {more} more."), facts=named, more=len(facts) - NAMED_FACTS + 1)


def _unknown_fact(unknown: dict[str, Any], card: CardView, stock: Stock) -> str:
    """Return the display name of an unknown fact, with its card if that is another one than `card`.

    The text facts of a card share one name, because a row has no room for each of them.
    """
    other = stock.card(unknown["card"])
    key = unknown["fact"].split("/")[1]
    title = vocabulary.fact_title(other.game, other.document["kind"], key)
    word = _("conditions") if key in words_of_game(other.game).fact_words.card_words else wording.inline_noun(title)
    return word if other is card else fill_marked(_("{card}’s {fact}"), card=marked_text(other.title), fact=word)


def _words_named(card: CardView, searched: Sequence[SearchedWord]) -> int:
    """Return how many of the words searched for are in the name or class of a card."""
    return sum(word.is_named(card.folded) for word in searched)


def _called(card: CardView, searched: Sequence[SearchedWord]) -> bool:
    """Return whether the text searched for is part of the card's title; True without one."""
    return not searched or " ".join(word.text for word in searched) in fold(card.title)


def _part(candidate: dict[str, Any]) -> str:
    """Return the slug of the section that a candidate belongs to."""
    if not candidate["fits"]:
        return "over-limit" if only_over_limit(candidate) else "does-not-fit"
    if "place" in candidate:
        return "elsewhere"
    return "may-fit" if candidate["unknown"] or "over" in candidate else "fits"


def is_limit(finding: Mapping[str, Any]) -> bool:
    """Return whether a finding says that the points limit is exceeded."""
    return str(finding["code"]).endswith(POINT_LIMIT_CODE)


def only_over_limit(candidate: Mapping[str, Any]) -> bool:
    """Return whether only the points limit keeps a card out."""
    errors = [finding for finding in candidate["findings"] if finding["level"] == "error"]
    return bool(errors) and all(map(is_limit, errors))


def _points_over(candidate: Mapping[str, Any]) -> int:
    """Return the points above the limit with the card, as far as they are known, or 0."""
    if "over" in candidate:
        return int(candidate["over"])
    facts = next((finding["facts"] for finding in candidate["findings"] if is_limit(finding)), None)
    if facts is None:
        return 0
    total = facts.get("total", facts.get("known"))
    return max(0, total - facts["limit"]) if isinstance(total, int) and isinstance(facts.get("limit"), int) else 0


def _sorted_by(sort: str, card: CardView) -> tuple[Any, ...]:
    """Return the sort key of a card for a chosen order; unknown values come last."""
    if sort == "name":
        return (fold(card.title),)
    value = card.cost if sort == "cost" else card.document.get("level") or card.document.get("minimum_level")
    return (not isinstance(value, int), value if isinstance(value, int) else 0, fold(card.title))


def _order(card: CardView, searched: Sequence[SearchedWord], *, owned: bool) -> tuple[Any, ...]:
    """Return the sort key of the default order: cards named in the query, owned cards, official cards, the game's
    order.
    """
    named = _words_named(card, searched)
    return not _called(card, searched), -named, not owned, bool(card.open_set), card_hooks(card.game).order(card)


def _title(document: dict[str, Any], selection: Selection, stock: Stock) -> str:
    if selection.index is None:
        game_words = words_of_game(document["game"])
        words = str(game_words.deck_titles.get(selection.kind, game_words.list_words.nouns))
        return words[:1].upper() + words[1:]
    creature = PickNames(document, stock)[selection.index]
    if not selection.slot:
        return _("Upgrades for {creature}").format(creature=creature)
    slot = wording.schema_word(selection.slot)
    return _("{slot} upgrades for {creature}").format(slot=slot[:1].upper() + slot[1:], creature=creature)

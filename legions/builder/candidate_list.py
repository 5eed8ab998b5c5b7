"""The candidate list: every card that could stand in a place, the fitting ones first, the others with their reason."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from catalog.documents.text_folding import fold
from catalog.search.compiler import CompiledQuery
from catalog.search.near_names import searched_words
from legions.cards.card_hooks import card_hooks
from legions.cards.name_search import card_matches
from legions.cards.query_errors import QueryErrorView, query_error_views
from legions.cards.stock import CardView, Stock, single_cards_of_kind
from legions.changes.basic import picks
from legions.collection.counts import MAX_COPIES
from legions.game_words import vocabulary, words_of_game
from legions.site import wording
from legions.table.slot_assignment import ANY_SLOT
from legions.table.table_layout import Selection
from legions.verdicts.deciding_facts import FIRST_FACT
from legions.verdicts.ledger import POINT_LIMIT_CODE
from legions.verdicts.page_anchors import PickNames
from legions.verdicts.points import PointsView

SHOWN_AT_FIRST, SHOWN_MORE = 12, 36
"""How many cards are shown, and how many more at a time: a browser takes its time for each, at each change."""
SECTIONS = (
    ("fits", gettext_noop("Fits here")),
    ("may-fit", gettext_noop("May fit: not everything is known")),
    ("elsewhere", gettext_noop("Fits elsewhere in this list")),
    ("over-limit", gettext_noop("Over the limit")),
    ("does-not-fit", gettext_noop("Does not fit: what would be wrong then")),
)
SORT_ORDERS = {"cost": gettext_lazy("Cost"), "level": gettext_lazy("Level"), "name": gettext_lazy("Name")}
"""What the cards can be ordered by instead of the order of the game."""


NAMED_FACTS = 3
"""So many unknown facts a row names; of more it names fewer, and their number."""


@dataclass(frozen=True, slots=True)
class CandidateView:
    """One card in the candidate list. `points` is what the legion would cost more, None when that is not known.

    `do` is the change that adds it, `where` says at which place where that is another one than is selected. `over` is
    by how much the limit would be passed, 0 where it would not be; `unfit` says that more than the limit keeps it out.
    `left` says how many copies its player has left, and of how many; empty where that is not asked. `instead` says that
    it would take the place of the one standing there. `missing` are the facts of the card, its cost left out, that are
    not known and decide.
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
    """One part of the candidate list with its heading.

    `is_continuation` says that the page has the heading and the first ones.
    """

    slug: str
    title: str
    candidates: tuple[CandidateView, ...]
    is_continuation: bool = False


@dataclass(frozen=True, slots=True)
class CandidateList:
    """What could go to the selected place: what fits, what may fit, what does not.

    `upto` is how many cards it shows, `more` how many the next look adds to them and `left` how many there are beyond,
    `following` the slug of the first of those. A `refusal` says why nothing is told at all. `errors` are those of
    what is looked for. With `closest` no card has all the words that are looked for, and these have most of them;
    `near` are names that are spelled almost so where nothing is found. Unless `complete`, not all cards were tried,
    because the list is too large for that. `left_out` counts the cards of open sets that are not offered.
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

    @property
    def more(self) -> int:
        """How many cards the next look adds."""
        return min(self.left, SHOWN_MORE)

    @property
    def unmatched(self) -> bool:
        """Whether no card is just what is looked for, as the first part of the list says."""
        shown = self.sections and not self.closest
        return bool(self.selection.query) and not (shown or self.refusal or self.selection.since)

    @property
    def all_unfit(self) -> bool:
        """Whether cards are found, and none that could be added within the rules of its place."""
        return bool(self.sections) and all(one.unfit for section in self.sections for one in section.candidates)


def slugs_for_place(selection: Selection, icons: Collection[str], stock: Stock) -> set[str]:
    """Return the slugs of the cards that the selected place is for, whether they fit or not.

    `icons` are those of the selected creature, none when its banner is not known. Upgrades of another icon have no
    place there and are left out, unless they are looked for by their words.
    """
    allowed: set[str | None] = {selection.slot} if selection.slot else set(() if selection.query else icons)
    allowed |= {ANY_SLOT, None} if allowed else set()
    cards = stock.standing if selection.index is None else stock.carried
    if selection.index is not None and allowed:
        cards = tuple(card for card in cards if card.slot in allowed)
    return {card.slug for card in cards if not selection.kind or card.document["kind"] == selection.kind}


def matching_slugs(among: Collection[str], sought: CompiledQuery, stock: Stock) -> set[str]:
    """Return those of the cards `among` that surely are what is looked for."""
    if sought.empty:
        return set(among)
    return {slug for slug in among if card_matches(sought.condition, stock.cards[slug])}


def singles_with_rivals(document: dict[str, Any], among: Collection[str], stock: Stock) -> dict[str, frozenset[str]]:
    """Return those of the cards `among` that would take the place of others, each with those."""
    standing = {pick["card"] for pick in picks(document)}
    rivals = {slug: single_cards_of_kind(slug, stock) & standing for slug in among}
    return {slug: others for slug, others in rivals.items() if others}


def sorted_slugs(
    among: Collection[str],
    sought: CompiledQuery,
    stock: Stock,
    owned: Collection[str] = frozenset(),
    sort: str = "",
) -> list[str]:
    """Return the slugs `among` in the order in which a part of the candidate list has them: those `owned` first.

    With `sort` (one of `SORT_ORDERS`) they stand by that alone.
    """
    if sort:
        return sorted(among, key=lambda slug: (*_sorted_by(sort, stock.card(slug)), slug))
    return sorted(among, key=lambda slug: (*_order(stock.card(slug), sought, owned=slug in owned), slug))


def sectioned(candidates: Iterable[dict[str, Any]], order: Sequence[str]) -> list[dict[str, Any]]:
    """Return candidates as they are shown: part by part, and in each in the `order` of their slugs."""
    parts = [slug for slug, _title_of in SECTIONS]
    place = {slug: number for number, slug in enumerate(order)}
    return sorted(candidates, key=lambda one: (parts.index(_part(one)), place[one["card"]]))


def with_points_over(candidate: dict[str, Any], points: PointsView | None, stock: Stock) -> dict[str, Any]:
    """Return a candidate that fits with `over`, by how much what is known of the price passes the limit all the same.

    That is where a card may take something off the `points` by a text that nobody has seen; what the card adds is then
    what is printed on it.
    """
    cost = stock.card(candidate["card"]).cost if candidate["points"] is None else candidate["points"]
    if points is None or points.limit is None or cost is None or not candidate["fits"]:
        return candidate
    over = points.known + cost - points.limit
    return {**candidate, "over": over} if over > 0 else candidate


def shown_count(selection: Selection) -> int:
    """Return how many cards the candidate list shows at the most: the first ones, then more at each look."""
    return max(SHOWN_AT_FIRST, selection.upto)


def candidate_list(
    first: Sequence[dict[str, Any]],
    number: int,
    document: dict[str, Any],
    selection: Selection,
    stock: Stock,
    taking: Mapping[str, frozenset[str]],
    sought: CompiledQuery,
) -> CandidateList:
    """Return the candidate list of a place that there are `number` cards for.

    `first` is what the rules say of those that are shown and of one more, as they stand there. `taking` are the cards
    that would take the place of others, with those; see `singles_with_rivals`. `sought` is what is looked for.
    """
    parts = [[one for one in first if _part(one) == part] for part, _title_of in SECTIONS]
    upto = shown_count(selection)
    sections, begin = [], 0
    for (slug, title), part in zip(SECTIONS, parts, strict=True):
        shown = part[max(0, selection.since - begin) : max(0, upto - begin)]
        if shown:
            views = tuple(_view(one, document, selection, stock, taking.get(one["card"])) for one in shown)
            sections.append(CandidateSection(slug, _(title), views, is_continuation=selection.since > begin))
        begin += len(part)
    return CandidateList(
        title=_title(document, selection, stock),
        selection=selection,
        sections=tuple(sections),
        upto=min(upto, number),
        left=max(0, number - upto),
        following=first[upto]["card"] if upto < number else "",
        errors=tuple(query_error_views(selection.query, sought.faults)),
    )


def too_large_list(why: str, document: dict[str, Any], selection: Selection, stock: Stock) -> CandidateList:
    """Return the candidate list of a legion that is too large to say what could be added to it."""
    return CandidateList(_title(document, selection, stock), selection, (), refusal=why)


def _view(
    candidate: dict[str, Any],
    document: dict[str, Any],
    selection: Selection,
    stock: Stock,
    rivals: frozenset[str] | None,
) -> CandidateView:
    card, index = stock.card(candidate["card"]), candidate.get("place", selection.index)
    where = ""
    if "place" in candidate:
        where = (
            _("On the table")
            if index is None
            else _("On {creature}").format(creature=PickNames(document, stock)[index])
        )
    others = wording.join_and(sorted(map(stock.title, rivals or ())))
    place = [_("Takes the place of {cards}.").format(cards=others)] if rivals else []
    over = _points_over(candidate)
    return CandidateView(
        card=card,
        fits=candidate["fits"],
        reason=" ".join([*place, *_reasons(candidate, card, stock)]),
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
    """Return the facts of a card that would decide whether it fits, its cost left out: that has a field of its own."""
    facts = (one["fact"].split("/")[1] for one in candidate["unknown"] if one["card"] == card.slug)
    return tuple(fact for fact in dict.fromkeys(facts) if fact != FIRST_FACT)


def _left(left: int | None, owned: int | None) -> str:
    """Return in words how many copies are left; nothing where that is not asked."""
    if owned is None:
        return ""
    if owned >= MAX_COPIES:
        return _("in a box of yours")
    return _("{left} of {owned} left").format(left=left, owned=owned) if owned else _("none owned")


def _reasons(candidate: dict[str, Any], card: CardView, stock: Stock) -> Iterable[str]:
    """Return why a card does not fit; for one that does, what is not known of it or to be minded.

    The limit is a reason where there is no other: a card says itself by how much it is passed.
    """
    if "why" in candidate:
        return [candidate["why"]]
    errors = [finding for finding in candidate["findings"] if finding["level"] == "error"]
    if errors:
        reasons = [finding for finding in errors if not is_limit(finding)]
        return [wording.finding_message(finding) for finding in reasons[:2]]
    warnings = [wording.finding_message(finding) for finding in candidate["findings"]]
    asked = f"/{FIRST_FACT}"  # its cost is a field
    unknown = [one for one in candidate["unknown"] if one["card"] != card.slug or one["fact"] != asked]
    unknown.sort(key=lambda one: one["card"] != card.slug)  # its own come first
    facts = list(dict.fromkeys(_unknown_fact(one, card, stock) for one in unknown))
    if "over" in candidate:
        warnings.append(_("Over the limit, unless a card whose text is not known takes points off."))
    return [*warnings, *([unknown_sentence(facts)] if facts else [])]


def unknown_sentence(facts: Sequence[str]) -> str:
    """Return which facts are not known, as far as a row has room: of many the first two, and how many more."""
    if len(facts) <= NAMED_FACTS:
        return _("Not known: {facts}.").format(facts=", ".join(facts))
    named = facts[: NAMED_FACTS - 1]
    return _("Not known: {facts} and {more} more.").format(facts=", ".join(named), more=len(facts) - len(named))


def _unknown_fact(unknown: dict[str, Any], card: CardView, stock: Stock) -> str:
    """Return what a fact that is not known is called, with its card when that is another one.

    The card words go by one name together: that one of them is missing is all a list has room for.
    """
    other = stock.card(unknown["card"])
    key = unknown["fact"].split("/")[1]
    title = vocabulary.fact_title(other.game, other.document["kind"], key)
    word = _("conditions") if key in words_of_game(other.game).fact_words.card_words else wording.inline_noun(title)
    return word if other is card else _("{card}’s {fact}").format(card=other.title, fact=word)


def _words_named(card: CardView, sought: CompiledQuery) -> int:
    """Return how many of the words that are looked for are in the name or class of a card."""
    return sum(word.is_named(card.folded) for word in searched_words(sought.condition))


def _called(card: CardView, sought: CompiledQuery) -> bool:
    """Return whether all that is looked for is in the name itself, as it was written."""
    return " ".join(word.text for word in searched_words(sought.condition)) in fold(card.title)


def _part(candidate: dict[str, Any]) -> str:
    """Return the part of the candidate list that a candidate stands in."""
    if not candidate["fits"]:
        return "over-limit" if only_over_limit(candidate) else "does-not-fit"
    if "place" in candidate:
        return "elsewhere"
    return "may-fit" if candidate["unknown"] or "over" in candidate else "fits"


def is_limit(finding: Mapping[str, Any]) -> bool:
    """Return whether a finding says that the limit of points is passed."""
    return str(finding["code"]).endswith(POINT_LIMIT_CODE)


def only_over_limit(candidate: Mapping[str, Any]) -> bool:
    """Return whether nothing keeps a card out but the limit of points."""
    errors = [finding for finding in candidate["findings"] if finding["level"] == "error"]
    return bool(errors) and all(map(is_limit, errors))


def _points_over(candidate: Mapping[str, Any]) -> int:
    """Return by how much a legion with the card would pass its limit, as far as is known; 0 where it would not."""
    if "over" in candidate:
        return int(candidate["over"])
    facts = next((finding["facts"] for finding in candidate["findings"] if is_limit(finding)), None)
    if facts is None:
        return 0
    total = facts.get("total", facts.get("known"))
    return max(0, total - facts["limit"]) if isinstance(total, int) and isinstance(facts.get("limit"), int) else 0


def _sorted_by(sort: str, card: CardView) -> tuple[Any, ...]:
    """What a card is ordered by; what is not known comes last."""
    if sort == "name":
        return (fold(card.title),)
    value = card.cost if sort == "cost" else card.document.get("level") or card.document.get("minimum_level")
    return (not isinstance(value, int), value if isinstance(value, int) else 0, fold(card.title))


def _order(card: CardView, sought: CompiledQuery, *, owned: bool) -> tuple[Any, ...]:
    """Named ones first, then those that their player has, official ones, then in the order of the game."""
    named = _words_named(card, sought)
    return not _called(card, sought), -named, not owned, bool(card.open_set), card_hooks(card.game).order(card)


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

"""Verdicts on legions by releases of the catalog: a legion's document in, its verdict as JSON out.

The library of a game in a release is cached in the process, since a published release never changes. Each call looks up
the newest release, so all processes see a publication at once.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from catalog import documents, metrics, snapshots
from catalog.api_base.problems import unknown_game_error
from catalog.documents import card_facts, json_input
from catalog.documents.errors import Fault, InvalidInput, json_pointer
from catalog.documents.suggestions import did_you_mean
from catalog.models import DocumentType, Revision, RevisionQuerySet
from catalog.snapshots import Snapshot
from rulesapi import text_form
from rulesapi.engine.core import evaluation
from rulesapi.engine.core.collection import unmatched_slugs
from rulesapi.engine.core.library import Library, Ruleset, find_ruleset
from rulesapi.engine.core.own_facts import with_own_facts
from rulesapi.engine.search import candidates as searching
from rulesapi.engine.search import enabling_changes as entering
from rulesapi.engine.search import pack_plans as packing
from rulesapi.engine.search import top_candidates as showing
from rulesapi.engine.search.candidates import CandidateResult
from rulesapi.engine.search.enabling_changes import EnablingChanges
from rulesapi.engine.search.pack_plans import PackPlan
from rulesapi.engine.values.model import CannotJudge, Card, Creature, UnmatchedSlug
from rulesapi.judging.campaign_records import own_adventure_faults
from rulesapi.judging.parsed_documents import read_documents
from rulesapi.judging.release_cache import Parts, ReleaseCache, RevisionKey
from rulesapi.translation import translated

LEGION_SCHEMA = "legion.schema.json"


class _ParsedCard(NamedTuple):
    """A card's document and the engine's card for it, parsed by the ruleset `rules`."""

    document: dict[str, Any]
    card: Card
    rules: Ruleset


_libraries: ReleaseCache[Library, _ParsedCard] = ReleaseCache(
    "libraries", fewest=8, most_bytes=64 * 1024 * 1024, entry_bytes=800, part_bytes=2_400
)


def library(game: str, release: int | None = None) -> Library:
    """Return the library of a game in a release, by default the newest.

    Raises InvalidInput `unknown-game`, `unknown-release`, or `not-judged-yet` for a game without a ruleset.
    """
    return _library(game, snapshots.at(release))


def library_sizes(games: Iterable[str]) -> dict[str, tuple[int, int]]:
    """Return the newest release and its number of cards for each game that can be judged, with one lookup of it."""
    newest, sizes = snapshots.newest(), {}
    for game in games:
        with suppress(InvalidInput):
            sizes[game] = newest.release, len(_library(game, newest).documents)
    return sizes


def library_at(game: str, snapshot: Snapshot) -> Library:
    """Return the library of a game in a release already looked up. Raises as `library` does."""
    return _library(game, snapshot)


def judge(document: Any, *, release: int | None = None) -> dict[str, Any]:
    """Return the verdict on a legion. A release named in the legion precedes `release`; the default is the newest.

    Raises InvalidInput: `invalid-legion`, `unknown-game`, `unknown-format`, `unknown-house-rule`, `unknown-release`,
    `unknown-set`, `uncounted-set`, `not-judged-yet`.
    """
    legion = validated_legion(document)
    snapshot = snapshots.at(legion.get("release", release))
    return _judge(legion, snapshot)


def judge_all(legions: Iterable[Any], *, release: int | None = None) -> list[dict[str, Any] | InvalidInput]:
    """Return the verdict or the error for each legion, in order, all with one lookup of the newest release.

    Raises InvalidInput `unknown-release` for `release` itself.
    """
    judge_one = sequential_judge(release)
    return [judge_one(legion) for legion in legions]


def sequential_judge(release: int | None = None) -> Callable[[Any], dict[str, Any] | InvalidInput]:
    """Return a function that returns the verdict or the error for a legion, always with the same newest release.

    Raises InvalidInput `unknown-release` for `release` itself.
    """
    known: dict[int | None, Snapshot] = {release: snapshots.at(release)}

    def judge_one(legion: Any) -> dict[str, Any] | InvalidInput:
        try:
            json_input.check(legion)
            number = validated_legion(legion).get("release", release)
            if number not in known:
                known[number] = snapshots.at(number)
            return _judge(legion, known[number])
        except InvalidInput as error:
            return error

    return judge_one


def candidates(
    document: Any,
    pointer: str,
    *,
    release: int | None = None,
    among: Collection[str] | None = None,
    of_all_sources: bool = False,
) -> dict[str, Any]:
    """Return all cards that could be put at a place of a legion: `/picks/0` for an upgrade there, `""` for a creature.

    With `among` (slugs), only those cards are considered. Cards outside the legion's sources are left out unless
    `of_all_sources` is true. `complete` in the result is whether all cards were tried.

    Raises the errors of `judge`, and InvalidInput `no-such-place` or `too-many-cards`.
    """
    legion = validated_legion(document)
    game_library = _library_for(legion, snapshots.at(legion.get("release", release)))
    try:
        found = searching.search_candidates(game_library, legion, pointer, among, of_all_sources=of_all_sources)
        return with_unmatched_slugs(candidates_document(game_library, found, pointer), game_library, legion)
    except CannotJudge as error:
        raise as_malformed(error) from error


def top_candidates(
    document: Any, pointer: str, slugs: Sequence[str], most: int, *, apart: Collection[str] = ()
) -> tuple[list[dict[str, Any]], int, bool]:
    """Return the first `most` of the cards `slugs` as candidates for a place of a legion, their total, and
    completeness.

    The last value is whether all cards were tried that could be among the first; if not, others may fit. Cards that fit
    come first, then those that may fit, then those that only rules with codes in `apart` forbid, then the rest, each in
    the order of `slugs`. Only as many cards as necessary are evaluated. Cards outside the legion's sources are left
    out. Raises the errors of `candidates`.
    """
    legion = validated_legion(document)
    game_library = _library_for(legion, snapshots.at(legion.get("release")))
    try:
        first = showing.top_candidates(game_library, legion, pointer, slugs, most, apart=apart)
    except CannotJudge as error:
        raise as_malformed(error) from error
    return [candidate.as_document() for candidate in first.candidates], first.number, first.complete


def enabling_changes(document: Any, pointer: str, card: str) -> EnablingChanges:
    """Return the changes that would make a card fit at a place of a legion, and whether all possibilities were tried.

    Raises the errors of `candidates`.
    """
    legion = validated_legion(document)
    game_library = _library_for(legion, snapshots.at(legion.get("release")))
    try:
        return entering.enabling_changes(game_library, legion, pointer, card)
    except CannotJudge as error:
        raise as_malformed(error) from error


def house_slots(document: dict[str, Any]) -> list[list[str]]:
    """Return, for each pick of a judged legion, the icons of the slots that its house rules surely add."""
    if not document.get("house_rules"):
        return [[] for _ in document["picks"]]
    game_library, _ = with_own_facts(library(document["game"], document.get("release")), document)
    house = game_library.agreed_house_rules(document["house_rules"], game_library.format(document.get("format")))
    found = []
    for pick in document["picks"]:
        card = game_library.cards.get(pick["card"])
        sure = house.guaranteed_slots(card) if house and isinstance(card, Creature) else {}
        found.append([icon for icon, number in sure.items() for _ in range(number)])
    return found


def documents_with_own_facts(document: dict[str, Any], of: Library | None = None) -> dict[str, dict[str, Any]]:
    """Return the documents of cards that a legion's own facts change, with these facts.

    `of` is the library of the legion's game and release, if it has been looked up. Raises the errors of `judge`.
    """
    game_library = of or library_for(document)
    filled, _ = with_own_facts(game_library, document)
    slugs = {game_library.cards[slug].slug for slug in document.get("facts", ()) if slug in game_library.cards}
    return {
        slug: dict(filled.documents[slug]) for slug in slugs if filled.documents[slug] != game_library.documents[slug]
    }


def packs(document: Any, *, release: int | None = None) -> dict[str, Any]:
    """Return the packs with the cards that a legion uses and its owner lacks. Raises the errors of `judge`."""
    legion = validated_legion(document)
    game_library = _library_for(legion, snapshots.at(legion.get("release", release)))
    try:
        return with_unmatched_slugs(
            pack_plan_document(game_library, packing.plan_packs(game_library, legion)), game_library, legion
        )
    except CannotJudge as error:
        raise as_malformed(error) from error


def legion_text(document: Any, *, release: int | None = None) -> dict[str, Any]:
    """Return a legion in the text form. Raises the errors of `judge`, and InvalidInput for a team."""
    legion = validated_legion(document)
    game_library = _library_for(legion, snapshots.at(legion.get("release", release)))
    if "team" in legion:
        message = _("A team has no text of its own. Write the legion of each of its players.")
        raise InvalidInput("not-judged-yet", [Fault("/team", "not-judged-yet", message)])
    return {"game": legion["game"], "release": game_library.release, "text": text_form.write_text(game_library, legion)}


def read_text(game_library: Library, text: str) -> tuple[dict[str, Any], list[text_form.ReportRow]]:
    """Return the legion in a text, read with a library, and the report of its lines."""
    return text_form.parse_text(game_library, text, newest_release=lambda: snapshots.newest().release)


def rule_codes(game: str, release: int | None = None) -> tuple[str, ...]:
    """Return the codes of a game's rules for legions. Raises the errors of `library`."""
    return tuple(rule.code for rule in library(game, release).ruleset.rules)


def pack_plan_document(game_library: Library, plan: PackPlan) -> dict[str, Any]:
    return {
        "game": game_library.game,
        "release": game_library.release,
        "ways": [[{"set": slug, "copies": copies} for slug, copies in way.items()] for way in plan.packs.options],
        "smallest": plan.packs.smallest,
        "all_ways": plan.packs.complete,
        "nowhere": [
            {"card": one.slug, "copies": one.copies, "set": one.card.set if one.card else None, "at": list(one.at)}
            for one in plan.nowhere
        ],
        "counted": sorted(game_library.contents),
    }


def with_unmatched_slugs(
    answer: dict[str, Any], game_library: Library, legion: dict[str, Any], pool_slugs: Sequence[UnmatchedSlug] = ()
) -> dict[str, Any]:
    """Return the result, with any slugs of the legion's collections and of a pool that match no card."""
    unknown = (*unmatched_slugs(legion, game_library), *pool_slugs)
    return {**answer, "not_found": [one.as_document() for one in unknown]} if unknown else answer


def candidates_document(game_library: Library, offered: CandidateResult, pointer: str) -> dict[str, Any]:
    return {
        "game": game_library.game,
        "release": game_library.release,
        "at": pointer,
        "complete": offered.complete,
        "candidates": [candidate.as_document() for candidate in offered.candidates],
    }


def validated_legion(document: Any) -> dict[str, Any]:
    """Return a legion's document. Raises InvalidInput `invalid-legion` if it violates its schema."""
    if errors := documents.faults_under_schema(LEGION_SCHEMA, document):
        raise InvalidInput("invalid-legion", errors)
    if record := document.get("campaign", {}).get("record"):
        own = (fault.under("/campaign/record") for fault in own_adventure_faults(record))
        if errors := list(islice(own, documents.MAX_FAULTS)):
            raise InvalidInput("invalid-legion", errors)
    return document


def _judge(document: dict[str, Any], snapshot: Snapshot) -> dict[str, Any]:
    return judge_by(_library_for(document, snapshot), document)


def judge_by(game_library: Library, document: dict[str, Any]) -> dict[str, Any]:
    """Return the verdict on a validated legion by a given library. Raises the errors of `judge`."""
    try:
        with metrics.labelled(metrics.JUDGEMENT_SECONDS, game_library.game).time():
            return evaluation.judge(game_library, document).as_document()
    except CannotJudge as error:
        raise as_malformed(error) from error


def library_for(document: dict[str, Any], release: int | None = None) -> Library:
    """Return the library of a validated legion's game in the release that the legion names.

    Raises the errors of `library`, and InvalidInput `invalid-legion` for own facts that are invalid for the kind of
    their card, which only the library knows.
    """
    return _library_for(document, snapshots.at(document.get("release", release)))


def _library_for(document: dict[str, Any], snapshot: Snapshot) -> Library:
    game_library = _library(document["game"], snapshot)
    own_facts = document.get("facts")
    if own_facts and (errors := list(islice(_own_fact_errors(game_library, own_facts), documents.MAX_FAULTS))):
        raise InvalidInput("invalid-legion", errors)
    return game_library


def _own_fact_errors(game_library: Library, own_facts: dict[str, Any]) -> Iterator[Fault]:
    """Yield the faults in the own facts of a legion; for an unknown card, only facts that no card may have."""
    under: dict[str, str] = {}
    for slug, facts in own_facts.items():
        card = game_library.cards.get(slug)
        if card is None:
            errors = card_facts.forbidden_facts(facts)
        elif (other := under.setdefault(card.slug, slug)) != slug:
            message = _("This is the same card as “{other}”. Put all of it in one place.").format(other=other)
            errors = [Fault("", "repeated", message)]
        else:
            errors = card_facts.faults_in_facts(documents.schema_path(dict(game_library.documents[card.slug])), facts)
        for fault in errors:
            yield fault.under(json_pointer("facts", slug))


def as_malformed(error: CannotJudge) -> InvalidInput:
    """Return the API error for a legion that cannot be judged."""
    near = error.nearest
    return InvalidInput(
        error.code,
        [_error(pointer, error.code, translated(error.message), near.get(pointer)) for pointer in error.pointers],
    )


def _error(pointer: str, code: str, message: str, nearest: tuple[str, ...] | None) -> Fault:
    """Return a fault with suggestions."""
    return Fault(pointer, code, message + did_you_mean(nearest or ()), nearest=nearest or ())


LIBRARY_KINDS = ("game", "set", "format", "house-rule", "ruling", "adventure")
"""The kinds of documents that lists are judged with, besides cards."""


# -- libraries ---------------------------------------------------------------------------------------------------


def _library(game: str, snapshot: Snapshot) -> Library:
    def make(shared: Parts[_ParsedCard]) -> tuple[Library, Parts[_ParsedCard]]:
        return _build(game, snapshot, shared)

    return _libraries.get(game, snapshot, make)


def _build(game: str, snapshot: Snapshot, shared: Parts[_ParsedCard]) -> tuple[Library, Parts[_ParsedCard]]:
    standing = Revision.objects.at(snapshot.release).filter(game=game)
    frame = list(standing.filter(kind__in=LIBRARY_KINDS).values_list("kind", "document"))
    game_document = next((document for kind, document in frame if kind == "game"), None)
    if game_document is None:
        known = Revision.objects.at(snapshot.release).of_type(DocumentType.GAME).values_list("slug", flat=True)
        raise unknown_game_error(game, known, snapshot.release)
    try:
        rules = find_ruleset(game_document["ruleset"])
    except LookupError as error:
        message = _("Muster does not know the rules of “{game}” yet.").format(game=game)
        raise InvalidInput("not-judged-yet", [Fault("/game", "not-judged-yet", message)]) from error
    cards = _cards(standing, rules, shared)
    built = Library.build(
        release=snapshot.release,
        game=game_document,
        cards=[(one.document, one.card) for one in cards.values()],
        formats=[document for kind, document in frame if kind == "format"],
        house_rules=[document for kind, document in frame if kind == "house-rule"],
        rulings=[document for kind, document in frame if kind == "ruling"],
        sets=[document for kind, document in frame if kind == "set"],
        adventures=[document for kind, document in frame if kind == "adventure"],
    )
    return built, cards


def _cards(revisions: RevisionQuerySet, rules: Ruleset, shared: Parts[_ParsedCard]) -> dict[RevisionKey, _ParsedCard]:
    """Return the cards of a release. Each is read and parsed once for all cached libraries."""
    standing = revisions.of_type(DocumentType.CARD)
    keys: list[RevisionKey] = list(standing.values_list("pk", "created_at"))
    found = {key: shared[key] for key in keys if key in shared and shared[key].rules is rules}
    read = read_documents(standing, [key for key in keys if key not in found])
    found |= {key: _ParsedCard(document, rules.card(document), rules) for key, document in read.items()}
    return {key: found[key] for key in keys}

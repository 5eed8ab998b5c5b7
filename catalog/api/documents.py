"""API views of documents: cards, sets, formats and all other types, served as their stored text."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, ClassVar

import orjson
from django.db.models import Q
from django.urls import reverse
from drf_spectacular.utils import extend_schema, extend_schema_view

from catalog import documents
from catalog.api.field_selection import FieldSelection
from catalog.api_base import query_params
from catalog.api_base.openapi.operations import component, errors
from catalog.api_base.pagination import CursorListView, Row, invalid_cursor
from catalog.api_base.problems import DocumentNotFound, unknown_game_error
from catalog.api_base.query_params import ONE_SLUG, QueryParameter
from catalog.api_base.response_cache import CachedResponse, digest_etag
from catalog.api_base.views import BaseAPIView, CachedReadView
from catalog.documents.errors import Fault, InvalidInput, json_pointer
from catalog.documents.suggestions import close_matches, did_you_mean
from catalog.documents.titles import document_title
from catalog.extensions import catalog_extensions
from catalog.models import DocumentType, Revision, RevisionQuerySet, sold_in
from catalog.search import card_search
from catalog.search.closest_cards import ranked
from catalog.search.compiler import CompiledQuery
from catalog.search.fields import Field, query_language
from catalog.search.near_names import CardName
from catalog.search.syntax import MAX_QUERY_LENGTH
from catalog.snapshots import Snapshot

_KEY = re.compile(rf"(?P<game>{ONE_SLUG})/(?P<slug>{ONE_SLUG})\Z")


class SlugView(BaseAPIView):
    """Base of views with the slug of a document in their address. A former address redirects to the current one."""

    document_type: ClassVar[DocumentType]
    response_headers: ClassVar[tuple[str, ...]] = ("ETag",)
    any_origin = True
    redirects = True

    def document_response(self, snapshot: Snapshot, **address: Any) -> CachedResponse:
        """Return the response, or a redirect from a former slug. Raises DocumentNotFound."""
        slug = address["slug"]
        game = address.get("game", slug)
        standing = Revision.objects.at(snapshot.release)
        record = {"record__document_type": self.document_type, "record__game": game, "record__slug": slug}
        for revision in standing.filter(**record).only("pk", "kind", "text")[:1]:
            return self.response_for(snapshot, game, revision)
        for _, now in renamed_documents(
            standing.of_type(self.document_type), None if self.document_type == DocumentType.GAME else game, [slug]
        ):
            return self._moved(snapshot, {**address, "slug": now.document["slug"]})
        raise self._missing(snapshot, standing, game, slug)

    def response_for(self, snapshot: Snapshot, game: str, revision: Revision) -> CachedResponse:
        """Return the response with a revision's document. Each subclass implements it."""
        raise NotImplementedError

    def _missing(self, snapshot: Snapshot, standing: RevisionQuerySet, game: str, slug: str) -> DocumentNotFound:
        """Return the error for an unknown slug or game, with similar slugs as suggestions."""
        what = self.document_type.label.lower()
        games = standing.of_type(DocumentType.GAME).values_list("slug", flat=True)
        if self.document_type != DocumentType.GAME and game not in games:
            message = f"There is no {what} “{slug}”, for there is no game “{game}” in release {snapshot.release}."
            return DocumentNotFound(message, close_matches(game, games))
        known = standing.of_type(
            self.document_type, None if self.document_type == DocumentType.GAME else game
        ).values_list("slug", flat=True)
        return DocumentNotFound(
            f"There is no {what} “{slug}” in release {snapshot.release}.", close_matches(slug, known)
        )

    def _moved(self, snapshot: Snapshot, address: dict[str, str]) -> CachedResponse:
        match = self.request.resolver_match
        assert match is not None  # this view was found by it
        place = query_params.address(reverse(match.view_name, kwargs=address), self.query)
        return CachedResponse(b"", f"{snapshot.release}-moved-{address['slug']}", 301, headers={"Location": place})


class DocumentView(SlugView, CachedReadView):
    """Base of views of one document. A former address redirects to the current one."""

    parameters = (query_params.RELEASE, query_params.FIELDS)
    response_headers: ClassVar[tuple[str, ...]] = ("ETag", "Muster-Release", "Muster-Revision")

    def make_response(self, snapshot: Snapshot, **address: Any) -> CachedResponse:
        """Return the stored text, or a redirect from a former slug. Raises DocumentNotFound."""
        return self.document_response(snapshot, **address)

    def response_for(self, snapshot: Snapshot, game: str, revision: Revision) -> CachedResponse:
        selection = FieldSelection.of(self.query.get("fields"), self.document_type, game, revision.kind)
        body = selection.of_text(revision.text).encode()
        state = f"{snapshot.release}-{revision.pk}"
        tag = state if selection.fields is None else f"{state}-{digest_etag(body)}"
        return CachedResponse(body, tag, headers={"Muster-Revision": str(revision.pk)})


def renamed_documents(
    standing: RevisionQuerySet, game: str | None, slugs: Collection[str]
) -> Iterator[tuple[str, Revision]]:
    """Yield each of these slugs that is a former slug of a document, with the current revision of that document.

    The text is filtered first because both databases do that without parsing. The filter may match too much, never too
    little.
    """
    maybe = standing.filter(text__contains='"formerly":[')
    if len(slugs) == 1:
        maybe = maybe.filter(text__contains=f'"{next(iter(slugs))}"')
    for found in maybe.filter(game=game) if game else maybe:
        yield from ((slug, found) for slug in found.document["formerly"] if slug in slugs)


class DocumentListView(CursorListView):
    """The documents of one type, in the order of game and slug."""

    document_type: ClassVar[DocumentType]
    parameters: ClassVar[tuple[QueryParameter, ...]] = (*query_params.LISTING, query_params.FIELDS)
    filters: ClassVar[Mapping[str, Callable[[Any], Q]]] = {}

    def rows(self, snapshot: Snapshot, after: str | None, most: int) -> list[Row]:
        """Return the documents that pass all given filters.

        Raises InvalidInput for an unknown game or kind.
        """
        chosen = self.chosen(self.checked(snapshot))
        if after is not None:
            chosen = chosen.filter(_after_key(after))
        fields, game, kind = (self.query.get(name) for name in ("fields", "game", "kind"))
        selection = FieldSelection.of(fields, self.document_type, game, kind)
        found = chosen.order_by("game", "slug").values_list("game", "slug", "text")[:most]
        return [Row(f"{game}/{slug}", selection.of_text(text), _title(text)) for game, slug, text in found]

    def checked(self, snapshot: Snapshot) -> RevisionQuerySet:
        """Return all revisions of a release. Raises InvalidInput for an unknown game or kind."""
        standing = Revision.objects.at(snapshot.release)
        self._check_words(standing)
        return standing

    def chosen(self, standing: RevisionQuerySet) -> RevisionQuerySet:
        """Return the documents that pass all given filters."""
        found = standing.of_type(self.document_type)
        for name, condition in self.filters.items():
            if name in self.query:
                found = found.filter(condition(self.query[name]))
        return found

    def _check_words(self, standing: RevisionQuerySet) -> None:
        """Raise InvalidInput for an unknown value: an empty list would look like a valid answer."""
        if game := self.query.get("game"):
            check_game(game, standing)


def _title(text: str) -> str:
    """Return the title of a document without a name, empty for all others."""
    if '"name":null' not in text:  # nearly all documents have a name
        return ""
    document = orjson.loads(text)
    return "" if document.get("name", "") is not None else document_title(document)


def check_game(game: str, standing: RevisionQuerySet) -> None:
    """Raise InvalidInput `unknown-game` for a game that the release does not have."""
    known = list(standing.of_type(DocumentType.GAME).values_list("slug", flat=True))
    if game not in known:
        raise unknown_game_error(game, known)


def check_kind(kind: str | None, game: str | None) -> None:
    """Raise InvalidInput `unknown-kind` for a kind of card that the game, or every game, lacks; not for None."""
    by_game = documents.card_kinds()
    known = by_game.get(game, ()) if game else sorted({kind for kinds in by_game.values() for kind in kinds})
    if kind and kind not in known:
        near = close_matches(kind, known)
        message = f"There are no cards of kind “{kind}”. Known are: {', '.join(known) or 'none'}.{did_you_mean(near)}"
        raise InvalidInput("unknown-kind", [Fault("/kind", "unknown-kind", message, nearest=near)])


def check_set(slug: str | None, game: str | None, standing: RevisionQuerySet) -> None:
    """Raise InvalidInput `unknown-set` for a set that the game, or every game, lacks; not for None."""
    if slug is None:
        return
    known = set(standing.of_type(DocumentType.SET, game).values_list("slug", flat=True))
    if slug not in known:
        near = close_matches(slug, known)
        message = f"There is no set “{slug}”{f' of {game}' if game else ''}.{did_you_mean(near)}"
        raise InvalidInput("unknown-set", [Fault("/set", "unknown-set", message, nearest=near)])


def _after_key(key: str) -> Q:
    match = _KEY.match(key)
    if match is None:
        raise invalid_cursor("This cursor is of another list.")
    return Q(game__gt=match["game"]) | Q(game=match["game"], slug__gt=match["slug"])


_GAME = query_params.slug("game", "Only results of this game.")
_BY_GAME: Mapping[str, Callable[[Any], Q]] = {"game": lambda slug: Q(game=slug)}


@extend_schema_view(
    get=extend_schema(
        operation_id="listCards",
        summary="List cards",
        tags=["Cards"],
        responses={
            200: component("CardList"),
            **errors("unknown-game", "unknown-kind", "unknown-set", "invalid-query"),
        },
    )
)
class CardListView(DocumentListView):
    """The cards of a release, of all games or of one, filtered by a query and by printed values.

    A query has the language of the search field of the site: `kind:spell energy:fire cost<=4 dragon`. It can use every
    fact of the schemas; a word without a colon is searched in the names and texts of cards. A fact that is not known
    passes neither a comparison nor its opposite. For a query that cannot be read, the problem `invalid-query` names the
    characters at fault and suggests corrections; otherwise the response has the query in words.
    """

    document_type = DocumentType.CARD
    parameters = (
        *query_params.LISTING,
        query_params.FIELDS,
        _GAME,
        query_params.slug("kind", "Only cards of this kind.", example="creature"),
        QueryParameter(
            "q",
            "A query in the language of the site. Single words are searched in names and texts.",
            {"type": "string", "minLength": 1, "maxLength": MAX_QUERY_LENGTH},
            example="kind:creature level>=5 dragon",
        ),
        QueryParameter(
            "facets",
            f"Count the matching cards by these facts, up to {card_search.MAX_FACETS}, separated by commas.",
            {"type": "string", "minLength": 1, "maxLength": 300},
            example="kind,energy",
            names=True,
        ),
        query_params.slug("set", "Only cards that were sold in the set with this slug."),
        query_params.slug("slot", "Only cards that need this upgrade icon.", example="arcane"),
        query_params.slug("alignment", "Only cards of this alignment.", example="evil"),
        query_params.slug("energy", "Only cards with this energy type, alone or among others.", example="fire"),
        query_params.number("cost_min", "Only cards that cost at least this.", 0, 100_000),
        query_params.number("cost_max", "Only cards that cost at most this.", 0, 100_000),
        query_params.number("level_min", "Only creatures of at least this level.", 0, 1_000),
        query_params.number("level_max", "Only creatures of at most this level.", 0, 1_000),
    )
    filters = {
        **_BY_GAME,
        "kind": lambda kind: Q(kind=kind),
        "set": sold_in,
        "slot": lambda icon: Q(slot=icon),
        "alignment": lambda alignment: Q(alignment=alignment),
        "energy": lambda energy: Q(energy__contains=f'"{energy}"'),
        "cost_min": lambda cost: Q(cost__gte=cost),
        "cost_max": lambda cost: Q(cost__lte=cost),
        "level_min": lambda level: Q(level__gte=level),
        "level_max": lambda level: Q(level__lte=level),
    }
    words = ("slot", "alignment", "energy")
    compiled_query: CompiledQuery | None = None
    facet_names: tuple[str, ...] = ()

    def checked(self, snapshot: Snapshot) -> RevisionQuerySet:
        """Return all revisions of a release. Also raises InvalidInput `invalid-query` and `invalid-parameter`."""
        standing = super().checked(snapshot)
        self.facet_names = self._facets()
        if "q" in self.query:
            self.compiled_query = card_search.compile_for_release(self.query["q"], self.query.get("game"), snapshot)
            if self.compiled_query.faults:
                raise InvalidInput("invalid-query", self.compiled_query.faults)
        return standing

    def chosen(self, standing: RevisionQuerySet) -> RevisionQuerySet:
        """Return the cards that pass all filters and the query."""
        found = super().chosen(standing)
        return found.filter(card_search.query_filter(self.compiled_query)) if self.compiled_query else found

    def extra_members(self, snapshot: Snapshot, shown: Sequence[Row]) -> Iterator[tuple[str, Any]]:
        """Yield the facet counts, near matches if nothing was found, the query as it was understood, and titles."""
        game = self.query.get("game")
        standing = Revision.objects.at(snapshot.release)
        if self.facet_names:
            yield "facets", card_search.facets(self.chosen(standing), self.facet_names, query_language(game))
        if self.compiled_query and not shown and self.paginator.cursor is None:
            yield "near", list(self._near(self.compiled_query, super().chosen(standing), snapshot))
        if self.compiled_query:
            yield "query", card_search.as_document(self.compiled_query, game)
        if titles := {row.key: row.title for row in shown if row.title}:
            yield "titles", titles

    def _near(self, understood: CompiledQuery, cards: RevisionQuerySet, snapshot: Snapshot) -> Iterator[dict[str, Any]]:
        """Yield the cards that match most words of a query, then cards with similarly spelled names."""
        near: dict[tuple[str, str], dict[str, Any]] = {}
        if search := card_search.split_query(understood, self.query.get("game"), snapshot):
            for one in ranked(search, cards):
                words = [word.spoken for word in search.written if word.is_said(one.folded)]
                missing = [word.spoken for word in search.written if not word.is_said(one.folded)]
                near[one.game, one.slug] = {
                    **CardName(one.game, one.slug, one.title)._asdict(),
                    **({"words": words, "missing": missing} if words else {}),
                }
        for name in card_search.similar_names(understood, cards):
            near.setdefault((name.game, name.slug), name._asdict())
        yield from near.values()

    def _check_words(self, standing: RevisionQuerySet) -> None:
        super()._check_words(standing)
        check_kind(self.query.get("kind"), self.query.get("game"))
        check_set(self.query.get("set"), self.query.get("game"), standing)
        known = query_language(self.query.get("game"))
        for name in self.words:
            if name in self.query:
                self._check_word(name, known.field(name))

    def _check_word(self, name: str, field: Field | None) -> None:
        """Raise InvalidInput for a value that is not in the closed list of the schemas."""
        word = self.query[name]
        if field is None:
            near: tuple[str, ...] = ()
            message = f"No card of this game has “{name}”. Leave it out."
        elif field.values and word not in field.values.values():
            near = close_matches(word, field.values.values())
            message = f"{name} takes one of {', '.join(field.values.values())}.{did_you_mean(near)}"
        else:
            return
        raise InvalidInput("invalid-parameter", [Fault(json_pointer(name), "invalid-parameter", message, nearest=near)])

    def _facets(self) -> tuple[str, ...]:
        names = tuple(dict.fromkeys(name.strip() for name in self.query.get("facets", "").split(",") if name.strip()))
        known = query_language(self.query.get("game"))
        wrong = [name for name in names if card_search.countable(name, known) is None]
        near: tuple[str, ...] = ()
        if wrong:
            near = close_matches(
                wrong[0], (*card_search.COMMON_FACETS, *(key for key, one in known.fields.items() if one.countable))
            )
            message = f"Cards cannot be counted by “{wrong[0][:60]}”.{did_you_mean(near)}"
        elif len(names) > card_search.MAX_FACETS:
            message = f"facets takes up to {card_search.MAX_FACETS} facts."
        else:
            return names
        raise InvalidInput("invalid-parameter", [Fault("/facets", "invalid-parameter", message, nearest=near)])


@extend_schema_view(
    get=extend_schema(
        operation_id="getCard",
        summary="Read a card",
        tags=["Cards"],
        responses={200: component("CardOrFields"), **errors("not-found")},
    )
)
class CardView(DocumentView):
    """One card. A `Link` header names the card that it is played with, such as the maneuver card of a creature."""

    document_type = DocumentType.CARD
    response_headers = (*DocumentView.response_headers, "Link")

    def response_for(self, snapshot: Snapshot, game: str, revision: Revision) -> CachedResponse:
        response = super().response_for(snapshot, game, revision)
        document = orjson.loads(revision.text)
        others = (extension.played_with(document, snapshot) for extension in catalog_extensions())
        links = [self._link(one) for one in others if one is not None]
        return response._replace(headers={**response.headers, "Link": ", ".join(links)}) if links else response

    def _link(self, card: Mapping[str, Any]) -> str:
        """Return the link to another card of the release that the client reads."""
        release = {"release": self.query["release"]} if self.query.get("release") else {}
        place = query_params.address(reverse("api-card", args=[card["game"], card["slug"]]), release)
        return f'<{place}>; rel="related"; title="{card["kind"]}"'


class GameDocumentListView(DocumentListView):
    """Base of lists of one type of document, of all games or of one."""

    parameters: ClassVar[tuple[QueryParameter, ...]] = (*query_params.LISTING, query_params.FIELDS, _GAME)
    filters = _BY_GAME


@extend_schema_view(
    get=extend_schema(
        operation_id="listSets",
        summary="List the sets",
        tags=["Cards"],
        responses={200: component("SetList"), **errors("unknown-game")},
    )
)
class SetListView(GameDocumentListView):
    """The sets that cards were sold or published in."""

    document_type = DocumentType.SET


@extend_schema_view(
    get=extend_schema(
        operation_id="getSet",
        summary="Read a set",
        tags=["Cards"],
        responses={200: component("SetOrFields"), **errors("not-found")},
    )
)
class SetView(DocumentView):
    """One set."""

    document_type = DocumentType.SET


@extend_schema_view(
    get=extend_schema(
        operation_id="listFormats",
        summary="List the formats",
        tags=["Rules"],
        responses={200: component("FormatList"), **errors("unknown-game")},
    )
)
class FormatListView(GameDocumentListView):
    """The formats that legions are judged by."""

    document_type = DocumentType.FORMAT


@extend_schema_view(
    get=extend_schema(
        operation_id="getFormat",
        summary="Read a format",
        tags=["Rules"],
        responses={200: component("FormatOrFields"), **errors("not-found")},
    )
)
class FormatView(DocumentView):
    """One format."""

    document_type = DocumentType.FORMAT


@extend_schema_view(
    get=extend_schema(
        operation_id="listHouseRules",
        summary="List the house rules",
        tags=["Rules"],
        responses={200: component("HouseRuleList"), **errors("unknown-game")},
    )
)
class HouseRuleListView(GameDocumentListView):
    """The house rules that players may agree on."""

    document_type = DocumentType.HOUSE_RULE


@extend_schema_view(
    get=extend_schema(
        operation_id="getHouseRule",
        summary="Read a house rule",
        tags=["Rules"],
        responses={200: component("HouseRuleOrFields"), **errors("not-found")},
    )
)
class HouseRuleView(DocumentView):
    """One house rule."""

    document_type = DocumentType.HOUSE_RULE


@extend_schema_view(
    get=extend_schema(
        operation_id="listAdventures",
        summary="List the adventures",
        tags=["Rules"],
        responses={200: component("AdventureList"), **errors("unknown-game")},
    )
)
class AdventureListView(GameDocumentListView):
    """The adventures available for campaigns."""

    document_type = DocumentType.ADVENTURE


@extend_schema_view(
    get=extend_schema(
        operation_id="getAdventure",
        summary="Read an adventure",
        tags=["Rules"],
        responses={200: component("AdventureOrFields"), **errors("not-found")},
    )
)
class AdventureView(DocumentView):
    """One adventure."""

    document_type = DocumentType.ADVENTURE


@extend_schema_view(
    get=extend_schema(
        operation_id="listReferences",
        summary="List the references",
        tags=["Rules"],
        responses={200: component("ReferenceList"), **errors("unknown-game")},
    )
)
class ReferenceListView(GameDocumentListView):
    """The rulebooks' explanations of actions, tokens, maneuvers and the like, in our own words."""

    document_type = DocumentType.REFERENCE


@extend_schema_view(
    get=extend_schema(
        operation_id="getReference",
        summary="Read a reference",
        tags=["Rules"],
        responses={200: component("ReferenceOrFields"), **errors("not-found")},
    )
)
class ReferenceView(DocumentView):
    """The rulebook's explanation of one action, token, maneuver or the like."""

    document_type = DocumentType.REFERENCE


@extend_schema_view(
    get=extend_schema(
        operation_id="listSections",
        summary="List the sections of rulebooks",
        tags=["Rules"],
        responses={200: component("SectionList"), **errors("unknown-game")},
    )
)
class SectionListView(GameDocumentListView):
    """The rules and headings of the rulebooks, sorted by slug. A rulebook has them in the order of the book."""

    document_type = DocumentType.SECTION


@extend_schema_view(
    get=extend_schema(
        operation_id="getSection",
        summary="Read a section",
        tags=["Rules"],
        responses={200: component("SectionOrFields"), **errors("not-found")},
    )
)
class SectionView(DocumentView):
    """One section of a rulebook, as stored in the catalog."""

    document_type = DocumentType.SECTION


@extend_schema_view(
    get=extend_schema(
        operation_id="listGames",
        summary="List the games",
        tags=["Cards"],
        responses={200: component("GameList")},
    )
)
class GameListView(DocumentListView):
    """The games that Muster knows."""

    document_type = DocumentType.GAME


@extend_schema_view(
    get=extend_schema(
        operation_id="getGame",
        summary="Read a game",
        tags=["Cards"],
        responses={200: component("GameOrFields"), **errors("not-found")},
    )
)
class GameView(DocumentView):
    """One game."""

    document_type = DocumentType.GAME

"""Cards, sets, formats and games: documents of the catalog, served as the text they are stored as."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, ClassVar
from urllib.parse import urlencode

from django.db.models import Q
from django.urls import reverse

from catalog import documents
from catalog.faults import Fault, Malformed, point
from catalog.models import Revision, RevisionQuerySet, Shelf
from catalog.query.fields import Field, language
from catalog.query.meaning import Meaning
from catalog.query.syntax import MOST_LETTERS
from catalog.suggestions import close_matches, did_you_mean

from .. import asking, parameters
from ..kept import Answer, mark
from ..parameters import ONE_SLUG, Parameter
from ..problems import Missing, unknown_game
from ..snapshots import Snapshot
from .base import Endpoint, Reading
from .listing import Listing, Row, refused
from .selecting import Selection

_KEY = re.compile(rf"(?P<game>{ONE_SLUG})/(?P<slug>{ONE_SLUG})\Z")


class AtSlug(Endpoint):
    """What has the slug of a document in its address; an address it had before leads to it."""

    shelf: ClassVar[Shelf]

    def found(self, snapshot: Snapshot, **address: Any) -> Answer:
        """Return the answer, or the way from a former slug. Raises Missing."""
        slug = address["slug"]
        game = address.get("game", slug)
        standing = Revision.objects.at(snapshot.release)
        record = {"record__shelf": self.shelf, "record__game": game, "record__slug": slug}
        for revision in standing.filter(**record).only("pk", "text")[:1]:
            return self.told(snapshot, game, revision)
        for _, now in renamed(standing.shelf(self.shelf), None if self.shelf == Shelf.GAME else game, [slug]):
            return self._moved(snapshot, {**address, "slug": now.document["slug"]})
        raise self._missing(snapshot, standing, game, slug)

    def told(self, snapshot: Snapshot, game: str, revision: Revision) -> Answer:
        """Return what is said of the document that stands there."""
        raise NotImplementedError

    def _missing(self, snapshot: Snapshot, standing: RevisionQuerySet, game: str, slug: str) -> Missing:
        """Return the refusal of a slug that nobody knows, or of its game, with those that may have been meant."""
        what = self.shelf.label.lower()
        games = standing.shelf(Shelf.GAME).values_list("slug", flat=True)
        if self.shelf != Shelf.GAME and game not in games:
            message = f"There is no {what} “{slug}”, for there is no game “{game}” in release {snapshot.release}."
            return Missing(message, close_matches(game, games))
        known = standing.shelf(self.shelf, None if self.shelf == Shelf.GAME else game).values_list("slug", flat=True)
        return Missing(f"There is no {what} “{slug}” in release {snapshot.release}.", close_matches(slug, known))

    def _moved(self, snapshot: Snapshot, address: dict[str, str]) -> Answer:
        place = reverse(self.request.resolver_match.view_name, kwargs=address)
        if self.query:
            place += f"?{urlencode(self.query)}"
        return Answer(b"", f"{snapshot.release}-moved-{address['slug']}", 301, headers={"Location": place})


class Document(AtSlug, Reading):
    """One document at its address; an address it had before leads to it."""

    parameters = (parameters.RELEASE, parameters.FIELDS)

    def answer(self, snapshot: Snapshot, **address: Any) -> Answer:
        """Return the stored text, or the way from a former slug. Raises Missing."""
        return self.found(snapshot, **address)

    def told(self, snapshot: Snapshot, game: str, revision: Revision) -> Answer:
        """Return the stored text."""
        selection = Selection.of(self.query.get("fields"), self.shelf, game)
        body = selection.of_text(revision.text).encode()
        state = f"{snapshot.release}-{revision.pk}"
        tag = state if selection.fields is None else f"{state}-{mark(body)}"
        return Answer(body, tag, headers={"Muster-Revision": str(revision.pk)})


def renamed(standing: RevisionQuerySet, game: str | None, slugs: Collection[str]) -> Iterator[tuple[str, Revision]]:
    """Yield each of these slugs under which a document was published before, and what stands of it now.

    The text is searched first because both databases do that without parsing; it may find too much, never too little.
    """
    maybe = standing.filter(text__contains='"formerly":[')
    if len(slugs) == 1:
        maybe = maybe.filter(text__contains=f'"{next(iter(slugs))}"')
    for found in maybe.filter(game=game) if game else maybe:
        yield from ((slug, found) for slug in found.document["formerly"] if slug in slugs)


class Documents(Listing):
    """The documents of one shelf, in the order of game and slug."""

    shelf: ClassVar[Shelf]
    parameters = (*parameters.LISTING, parameters.FIELDS)
    filters: ClassVar[Mapping[str, Callable[[Any], Q]]] = {}

    def rows(self, snapshot: Snapshot, after: str | None, most: int) -> list[Row]:
        """Return the documents that pass every filter given. Raises Malformed for a game or kind there is none of."""
        chosen = self.chosen(self.checked(snapshot))
        if after is not None:
            chosen = chosen.filter(_beyond(after))
        selection = Selection.of(self.query.get("fields"), self.shelf, self.query.get("game"))
        found = chosen.order_by("game", "slug").values_list("game", "slug", "text")[:most]
        return [Row(f"{game}/{slug}", selection.of_text(text)) for game, slug, text in found]

    def checked(self, snapshot: Snapshot) -> RevisionQuerySet:
        """Return all that stands in a release. Raises Malformed for a game or kind that nobody knows."""
        standing = Revision.objects.at(snapshot.release)
        self._check_words(standing)
        return standing

    def chosen(self, standing: RevisionQuerySet) -> RevisionQuerySet:
        """Return the documents that pass every filter given."""
        found = standing.shelf(self.shelf)
        for name, condition in self.filters.items():
            if name in self.query:
                found = found.filter(condition(self.query[name]))
        return found

    def _check_words(self, standing: RevisionQuerySet) -> None:
        """Refuse a word that nobody knows: an empty list would look like an answer."""
        if game := self.query.get("game"):
            check_game(game, standing)


def check_game(game: str, standing: RevisionQuerySet) -> None:
    """Refuse a game that a release does not have. Raises Malformed `unknown-game`."""
    known = list(standing.shelf(Shelf.GAME).values_list("slug", flat=True))
    if game not in known:
        raise unknown_game(game, known)


def _beyond(key: str) -> Q:
    match = _KEY.match(key)
    if match is None:
        raise refused("This cursor is of another list.")
    return Q(game__gt=match["game"]) | Q(game=match["game"], slug__gt=match["slug"])


_GAME = parameters.slug("game", "Only those of this game.")
_BY_GAME: Mapping[str, Callable[[Any], Q]] = {"game": lambda slug: Q(game=slug)}


class Cards(Documents):
    """The cards of a release, of all games or of one, narrowed by a query and by what is printed on them.

    A query is what the search field of the site takes: `kind:spell energy:fire cost<=4 dragon`. It can ask for every
    fact of the schemas; a word without a colon is looked for in the names and texts of a card. A fact that is not known
    passes neither a comparison nor its opposite. Where a query means nothing the problem `invalid-query` says which
    characters of it, and what may have been meant; otherwise the answer reads it back in words.
    """

    shelf = Shelf.CARD
    parameters = (
        *parameters.LISTING,
        parameters.FIELDS,
        _GAME,
        parameters.slug("kind", "Only cards of this kind.", example="creature"),
        Parameter(
            "q",
            "A query in the language of the site. Words alone are looked for in names and texts.",
            {"type": "string", "minLength": 1, "maxLength": MOST_LETTERS},
            example="kind:creature level>=5 dragon",
        ),
        Parameter(
            "facets",
            f"Count the cards that pass by these facts, up to {asking.MOST_FACETS}, with commas between them.",
            {"type": "string", "minLength": 1, "maxLength": 300},
            example="kind,energy",
        ),
        parameters.slug("set", "Only cards of the set with this slug."),
        parameters.slug("slot", "Only cards that need this upgrade icon.", example="arcane"),
        parameters.slug("alignment", "Only cards of this alignment.", example="evil"),
        parameters.slug("energy", "Only cards with this energy type, alone or among others.", example="fire"),
        parameters.number("cost_min", "Only cards that cost at least this.", 0, 100_000),
        parameters.number("cost_max", "Only cards that cost at most this.", 0, 100_000),
        parameters.number("level_min", "Only creatures of at least this level.", 0, 1_000),
        parameters.number("level_max", "Only creatures of at most this level.", 0, 1_000),
    )
    filters = {
        **_BY_GAME,
        "kind": lambda kind: Q(kind=kind),
        "set": lambda slug: Q(set_slug=slug),
        "slot": lambda icon: Q(slot=icon),
        "alignment": lambda alignment: Q(alignment=alignment),
        "energy": lambda energy: Q(energy__contains=f'"{energy}"'),
        "cost_min": lambda cost: Q(cost__gte=cost),
        "cost_max": lambda cost: Q(cost__lte=cost),
        "level_min": lambda level: Q(level__gte=level),
        "level_max": lambda level: Q(level__lte=level),
    }
    words = ("slot", "alignment", "energy")
    understood: Meaning | None = None
    counted: tuple[str, ...] = ()

    def checked(self, snapshot: Snapshot) -> RevisionQuerySet:
        """Return all that stands. Raises Malformed `invalid-query` and `invalid-parameter` too."""
        standing = super().checked(snapshot)
        self.counted = self._facets()
        if "q" in self.query:
            self.understood = asking.meaning(self.query["q"], self.query.get("game"), snapshot)
            if self.understood.faults:
                raise Malformed("invalid-query", self.understood.faults)
        return standing

    def chosen(self, standing: RevisionQuerySet) -> RevisionQuerySet:
        """Return the cards that pass every filter and the query."""
        found = super().chosen(standing)
        return found.filter(asking.where(self.understood)) if self.understood else found

    def beside(self, snapshot: Snapshot, shown: Sequence[Row]) -> Iterator[tuple[str, Any]]:
        """Yield how the query was understood, what may have been meant where nothing was found, and the counts."""
        game = self.query.get("game")
        standing = Revision.objects.at(snapshot.release)
        if self.counted:
            yield "facets", asking.facets(self.chosen(standing), self.counted, language(game))
        if self.understood and not shown and self.cursor is None:
            named = asking.near(self.understood, super().chosen(standing))
            yield "near", [one._asdict() for one in named]
        if self.understood:
            yield "query", asking.as_document(self.understood, game)

    def _check_words(self, standing: RevisionQuerySet) -> None:
        super()._check_words(standing)
        self._check_kind()
        self._check_set(standing)
        known = language(self.query.get("game"))
        for name in self.words:
            if name in self.query:
                self._check_word(name, known.field(name))

    def _check_kind(self) -> None:
        game, kind = self.query.get("game"), self.query.get("kind")
        by_game = documents.card_kinds()
        known = by_game.get(game, ()) if game else sorted({kind for kinds in by_game.values() for kind in kinds})
        if kind and kind not in known:
            near = close_matches(kind, known)
            message = (
                f"There are no cards of kind “{kind}”. Known are: {', '.join(known) or 'none'}.{did_you_mean(near)}"
            )
            raise Malformed("unknown-kind", [Fault("/kind", "unknown-kind", message, nearest=near)])

    def _check_set(self, standing: RevisionQuerySet) -> None:
        game, slug = self.query.get("game"), self.query.get("set")
        if slug is None:
            return
        known = set(standing.shelf(Shelf.SET, game).values_list("slug", flat=True))
        if slug not in known:
            near = close_matches(slug, known)
            message = f"There is no set “{slug}”{f' of {game}' if game else ''}.{did_you_mean(near)}"
            raise Malformed("unknown-set", [Fault("/set", "unknown-set", message, nearest=near)])

    def _check_word(self, name: str, field: Field | None) -> None:
        """Refuse a word that no card can have there, by the closed lists of the schemas."""
        word = self.query[name]
        if field is None:
            near: tuple[str, ...] = ()
            message = f"No card of this game has “{name}”. Leave it out."
        elif field.values and word not in field.values.values():
            near = close_matches(word, field.values.values())
            message = f"{name} takes one of {', '.join(field.values.values())}.{did_you_mean(near)}"
        else:
            return
        raise Malformed("invalid-parameter", [Fault(point(name), "invalid-parameter", message, nearest=near)])

    def _facets(self) -> tuple[str, ...]:
        names = tuple(dict.fromkeys(name.strip() for name in self.query.get("facets", "").split(",") if name.strip()))
        known = language(self.query.get("game"))
        wrong = [name for name in names if asking.countable(name, known) is None]
        near: tuple[str, ...] = ()
        if wrong:
            near = close_matches(
                wrong[0], (*asking.OF_EVERY_CARD, *(key for key, one in known.fields.items() if one.countable))
            )
            message = f"Cards cannot be counted by “{wrong[0][:60]}”.{did_you_mean(near)}"
        elif len(names) > asking.MOST_FACETS:
            message = f"facets takes up to {asking.MOST_FACETS} facts."
        else:
            return names
        raise Malformed("invalid-parameter", [Fault("/facets", "invalid-parameter", message, nearest=near)])


class Card(Document):
    """One card."""

    shelf = Shelf.CARD


class DocumentsOfGames(Documents):
    """Documents of one shelf of every game, or of the one that is asked for."""

    parameters = (*parameters.LISTING, parameters.FIELDS, _GAME)
    filters = _BY_GAME


class Sets(DocumentsOfGames):
    """The sets that cards were sold or published in."""

    shelf = Shelf.SET


class Set(Document):
    """One set."""

    shelf = Shelf.SET


class Formats(DocumentsOfGames):
    """The formats that legions are judged by."""

    shelf = Shelf.FORMAT


class Format(Document):
    """One format."""

    shelf = Shelf.FORMAT


class HouseRules(DocumentsOfGames):
    """The house rules that players may agree on."""

    shelf = Shelf.HOUSE_RULE


class HouseRule(Document):
    """One house rule."""

    shelf = Shelf.HOUSE_RULE


class Games(Documents):
    """The games that Muster knows."""

    shelf = Shelf.GAME


class Game(Document):
    """One game."""

    shelf = Shelf.GAME

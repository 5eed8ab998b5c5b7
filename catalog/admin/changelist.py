"""The list of documents of one type: its columns, filters and search."""

from collections.abc import Iterable
from typing import Any

from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from catalog import documents, permissions
from catalog.models import Record, Revision, Stage, sold_in

# A null value in canonical JSON. Inside a string the quote before the colon would be preceded by a backslash.
UNKNOWN_FACT = r'[^\\]":null'


def with_revisions(records: QuerySet[Record]) -> QuerySet[Record]:
    """Annotate records with the keys of their draft and their revision in force. Renamed records are left out."""
    own = Revision.objects.filter(record=OuterRef("pk"))
    return (
        records.annotate(
            draft_key=Subquery(own.filter(since__isnull=True).values("pk")[:1]),
            in_force_key=Subquery(own.filter(since__isnull=False, until__isnull=True).values("pk")[:1]),
        )
        .annotate(shown_key=Coalesce("draft_key", "in_force_key"))
        .filter(shown_key__isnull=False)
    )


def shown_revision(condition: Q) -> Exists:
    """Return the query condition for `condition` on the revision that an editor would see."""
    return Exists(Revision.objects.filter(condition, pk=OuterRef("shown_key")))


class DocumentChangeList(ChangeList):
    """A page of the list that fetches the revisions of its records in one query."""

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        records = list(self.result_list)
        keys = {key for record in records for key in (record.draft_key, record.in_force_key)}
        revisions = Revision.objects.select_related("by").in_bulk(keys - {None})
        for record in records:
            record.draft = revisions.get(record.draft_key)
            record.in_force = revisions.get(record.in_force_key)
            record.shown = record.draft or record.in_force
        self.result_list = records


class ChoiceFilter(admin.SimpleListFilter):
    """A filter that accepts only the values it offers."""

    def values(self) -> Iterable[tuple[str, str]]:
        """Return the values to choose from, with their labels."""
        raise NotImplementedError

    def condition(self, value: str) -> Any:
        """Return the query condition for the chosen value."""
        raise NotImplementedError

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return list(self.values())

    def queryset(self, request: HttpRequest, queryset: QuerySet[Record]) -> QuerySet[Record]:
        value = self.value()
        return queryset.filter(self.condition(value)) if value in dict(self.lookup_choices) else queryset


class GameFilter(ChoiceFilter):
    title, parameter_name = _("game"), "game"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Return the games that the user may see."""
        games = permissions.limit_to_games(Record.objects.order_by("game"), permissions.visible_games(request.user))
        return [(game, game) for game in games.values_list("game", flat=True).distinct()]

    def condition(self, value: str) -> Q:
        return Q(game=value)


class GameFieldFilter(admin.AllValuesFieldListFilter):
    """A filter by game with a translated title, for fields without one."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.title = _("game")


class KindFilter(ChoiceFilter):
    """A filter by kind of card."""

    title, parameter_name = _("kind"), "kind"

    def values(self) -> Iterable[tuple[str, str]]:
        kinds = {kind for of_game in documents.card_kinds().values() for kind in of_game}
        return [(kind, kind.replace("-", " ")) for kind in sorted(kinds)]

    def condition(self, value: str) -> Exists:
        return shown_revision(Q(kind=value))


class SetFilter(ChoiceFilter):
    """A filter by the set of a card."""

    title, parameter_name = _("set"), "set"

    def values(self) -> Iterable[tuple[str, str]]:
        slugs = Revision.objects.filter(until__isnull=True, set_slug__isnull=False).order_by("set_slug")
        return [("", _("not known")), *((slug, slug) for slug in slugs.values_list("set_slug", flat=True).distinct())]

    def condition(self, value: str) -> Exists:
        return shown_revision(sold_in(value) if value else Q(set_slug__isnull=True))


class StateFilter(ChoiceFilter):
    """A filter by the state of a document in the workflow."""

    title, parameter_name = _("state"), "state"
    conditions = {
        "published": (_("published"), Q(draft_key__isnull=True) & ~shown_revision(Q(document__has_key="retired"))),
        "draft": (_("draft, never published"), Q(in_force_key__isnull=True)),
        "over": (_("draft over published"), Q(draft_key__isnull=False, in_force_key__isnull=False)),
        "review": (_("in review"), shown_revision(Q(stage=Stage.REVIEW))),
        "approved": (_("approved"), shown_revision(Q(stage=Stage.APPROVED))),
        "retired": (_("retired"), shown_revision(Q(document__has_key="retired"))),
        "incomplete": (_("facts wanted"), shown_revision(Q(text__regex=UNKNOWN_FACT))),
    }

    def values(self) -> Iterable[tuple[str, str]]:
        return [(value, str(words)) for value, (words, _condition) in self.conditions.items()]

    def condition(self, value: str) -> Any:
        return self.conditions[value][1]

"""The API for rulings: all of them, or those about a card or a rule."""

from django.db.models import Q
from drf_spectacular.utils import extend_schema, extend_schema_view

from catalog.api.documents import DocumentView, GameDocumentListView, renamed_documents
from catalog.api_base import query_params
from catalog.api_base.openapi.operations import component, errors
from catalog.api_base.query_params import ONE_SLUG, QueryParameter
from catalog.documents.errors import Fault, InvalidInput
from catalog.documents.suggestions import close_matches, did_you_mean
from catalog.models import DocumentType, RevisionQuerySet
from rulesapi.engine.core.library import ruleset_of
from rulesapi.judging.supported_games import is_judged


@extend_schema_view(
    get=extend_schema(
        operation_id="listRulings",
        summary="List the rulings",
        tags=["Rules"],
        responses={200: component("RulingList"), **errors("unknown-game")},
    )
)
class RulingListView(GameDocumentListView):
    """The answered questions about cards and rules: all of them, or those about a card or a rule.

    A card is found by its former slugs, too, and so are rulings that name it by one. With a card and a rule, the
    rulings about both are listed. Rulings that no longer apply are included and marked.
    """

    document_type = DocumentType.RULING
    parameters = (
        *GameDocumentListView.parameters,
        query_params.slug("card", "Only rulings about the card with this slug.", example="maurghoros"),
        QueryParameter(
            "rule",
            "Only rulings about the rule with this code.",
            {
                "type": "string",
                "pattern": f"^{ONE_SLUG}/{ONE_SLUG}$",
                "maxLength": 200,
                "title": "the code of a rule as findings have it: the slug of its game, a slash, and its own",
            },
        ),
    )
    filters = {**GameDocumentListView.filters, "rule": lambda code: Q(document__rules__icontains=f'"{code}"')}
    about: Q | None = None

    def chosen(self, standing: RevisionQuerySet) -> RevisionQuerySet:
        """Return the rulings that pass all filters."""
        found = super().chosen(standing)
        return found if self.about is None else found.filter(self.about)

    def _check_words(self, standing: RevisionQuerySet) -> None:
        super()._check_words(standing)
        if code := self.query.get("rule"):
            self._check_rule(code, standing)
        if slug := self.query.get("card"):
            self.about = self._about(slug, standing)

    def _check_rule(self, code: str, standing: RevisionQuerySet) -> None:
        """Check that the rule exists, in the requested game if one is given. Raises InvalidInput
        `invalid-parameter`.
        """
        game = self.query.get("game")
        games = standing.of_type(DocumentType.GAME, game).values_list("document", flat=True)
        judged = [document for document in games if is_judged(document)]
        known = [rule.code for document in judged for rule in ruleset_of(document).rules]
        if code not in known:
            near = close_matches(code, known)
            message = f"There is no rule “{code}”{f' of {game}' if game else ''}.{did_you_mean(near)}"
            raise InvalidInput("invalid-parameter", [Fault("/rule", "invalid-parameter", message, nearest=near)])

    def _about(self, slug: str, standing: RevisionQuerySet) -> Q:
        """Return the filter for rulings about a card under any of its slugs. Raises InvalidInput for an unknown
        card.
        """
        game = self.query.get("game")
        cards = standing.of_type(DocumentType.CARD, game)
        found = [*cards.filter(slug=slug), *(now for _former, now in renamed_documents(cards, game, [slug]))]
        if not found:
            near = close_matches(slug, cards.values_list("slug", flat=True))
            message = f"There is no card “{slug}”{f' of {game}' if game else ''}.{did_you_mean(near)}"
            raise InvalidInput("invalid-parameter", [Fault("/card", "invalid-parameter", message, nearest=near)])
        about = Q(pk__in=[])
        for one in found:
            for known in (one.slug, *one.document.get("formerly", ())):
                about |= Q(game=one.game, document__cards__icontains=f'"{known}"')
        return about


@extend_schema_view(
    get=extend_schema(
        operation_id="getRuling",
        summary="Read a ruling",
        tags=["Rules"],
        responses={200: component("RulingOrFields"), **errors("not-found")},
    )
)
class RulingView(DocumentView):
    """One ruling."""

    document_type = DocumentType.RULING

"""Rulings over the API: all of them, or those about a card or a rule."""

from django.db.models import Q

from catalog.faults import Fault, Malformed
from catalog.models import RevisionQuerySet, Shelf
from catalog.suggestions import close_matches, did_you_mean

from .. import parameters
from ..engine.library import rulesets_of
from ..parameters import ONE_SLUG, Parameter
from .documents import Document, DocumentsOfGames, renamed


class Rulings(DocumentsOfGames):
    """The questions about cards and rules that somebody has answered, of all or of those about a card or a rule.

    A card is found under its former slugs too, and so are rulings that name it by one. With a card and a rule only
    those about both are listed. Rulings that do not hold any more are listed as well, and say so.
    """

    shelf = Shelf.RULING
    parameters = (
        *DocumentsOfGames.parameters,
        parameters.slug("card", "Only those about the card with this slug.", example="maurghoros"),
        Parameter(
            "rule",
            "Only those about the rule of this code.",
            {
                "type": "string",
                "pattern": f"^{ONE_SLUG}/{ONE_SLUG}$",
                "maxLength": 200,
                "title": "the code of a rule as findings have it: the slug of its game, a slash, and its own",
            },
        ),
    )
    filters = {**DocumentsOfGames.filters, "rule": lambda code: Q(document__rules__icontains=f'"{code}"')}
    about: Q | None = None

    def chosen(self, standing: RevisionQuerySet) -> RevisionQuerySet:
        """Return the rulings that pass every filter."""
        found = super().chosen(standing)
        return found if self.about is None else found.filter(self.about)

    def _check_words(self, standing: RevisionQuerySet) -> None:
        super()._check_words(standing)
        if code := self.query.get("rule"):
            self._check_rule(code, standing)
        if slug := self.query.get("card"):
            self.about = self._about(slug, standing)

    def _check_rule(self, code: str, standing: RevisionQuerySet) -> None:
        """Refuse a rule that no game has, or that is not of the one that is asked for."""
        asked = self.query.get("game")
        games = [asked] if asked else standing.shelf(Shelf.GAME).values_list("slug", flat=True)
        known = [rule.code for game in games for ruleset in rulesets_of(game) for rule in ruleset.rules]
        if code not in known:
            near = close_matches(code, known)
            message = f"There is no rule “{code}”{f' of {asked}' if asked else ''}.{did_you_mean(near)}"
            raise Malformed("invalid-parameter", [Fault("/rule", "invalid-parameter", message, nearest=near)])

    def _about(self, slug: str, standing: RevisionQuerySet) -> Q:
        """Return what is asked of rulings about a card, by all slugs that it has had. Refuses one that there is not."""
        game = self.query.get("game")
        cards = standing.shelf(Shelf.CARD, game)
        found = [*cards.filter(slug=slug), *(now for _former, now in renamed(cards, game, [slug]))]
        if not found:
            near = close_matches(slug, cards.values_list("slug", flat=True))
            message = f"There is no card “{slug}”{f' of {game}' if game else ''}.{did_you_mean(near)}"
            raise Malformed("invalid-parameter", [Fault("/card", "invalid-parameter", message, nearest=near)])
        about = Q(pk__in=[])
        for one in found:
            for known in (one.slug, *one.document.get("formerly", ())):
                about |= Q(game=one.game, document__cards__icontains=f'"{known}"')
        return about


class Ruling(Document):
    """One ruling."""

    shelf = Shelf.RULING

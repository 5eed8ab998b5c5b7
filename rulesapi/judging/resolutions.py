"""Questions of play with the cards of a release: a situation in, its resolution as JSON out."""

import logging
from typing import Any

from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from catalog import documents, snapshots
from catalog.documents import json_input
from catalog.documents.errors import Fault, InvalidInput
from catalog.models import DocumentType, Revision
from rulesapi.engine.resolutions.declared import PlayRuleset, Question
from rulesapi.engine.resolutions.model import TableFacts
from rulesapi.engine.resolutions.play_rulesets import find_play_ruleset
from rulesapi.engine.resolutions.resolving import resolve
from rulesapi.judging import verdicts

logger = logging.getLogger(__name__)

MAX_SITUATIONS = 50
"""The maximum number of situations in one request; odds of the largest attacks take 0.2 seconds of CPU time each."""


def play_ruleset(game: str) -> PlayRuleset | None:
    """Return the questions and rules of play of a game; None if it has none."""
    try:
        return find_play_ruleset(game)
    except LookupError:
        return None


def situation_schema(game: str, question: str) -> str:
    """Return the path of the schema for situations of a question."""
    return f"{game}/situations/{question}.schema.json"


def answer_schema(game: str, question: str) -> str:
    """Return the path of the schema for the result of a declared question."""
    return f"{game}/situations/answers/{question}.schema.json"


def odds_schema(game: str, question: str) -> str:
    """Return the path of the schema for the odds of a declared question whose answer has them."""
    return f"{game}/situations/odds/{question}.schema.json"


def seed_of(deal: str) -> str:
    """Return the seed of a deal: always the same for one name, and secret until it is shown."""
    return salted_hmac("muster.shuffles", deal, algorithm="sha256").hexdigest()


class Resolver:
    """A resolver of situations for one question, with the cards of one release, or those of a legion.

    The cards of a `legion` are those of its release, with its own facts; `own_facts` has the slugs of cards that these
    change. Raises InvalidInput `unknown-release`, `unknown-game`, and the errors of `judge` for a legion.
    """

    def __init__(
        self, play: PlayRuleset, question: Question, release: int | None = None, *, legion: dict[str, Any] | None = None
    ) -> None:
        self.play = play
        self.question = question
        self.snapshot = snapshots.at(legion.get("release") if legion else release)
        library = verdicts.library(play.game, self.snapshot.release)
        own = verdicts.documents_with_own_facts(legion, library) if legion else {}
        self.own_facts = frozenset(own)
        cards = {**library.documents, **own} if own else library.documents
        self.table = TableFacts(cards, self._game_document(), library.adventures, library.nearest)

    def resolve(self, situation: Any) -> dict[str, Any]:
        """Return the resolution. Raises InvalidInput `invalid-situation` with the faults of a malformed situation."""
        schema = situation_schema(self.play.game, self.question.name)
        if faults := documents.faults_under_schema(schema, situation):
            raise InvalidInput("invalid-situation", faults)
        self._refuse_foreign_adventure(situation)
        if self.question.seeded and "deal" in situation and "seed" not in situation:
            others = {name: value for name, value in situation.items() if name != "deal"}
            situation = {**others, "seed": seed_of(situation["deal"])}
        document = resolve(self.play, self.question, situation, self.table).as_document()
        return {"release": self.snapshot.release, **document}

    def resolve_one_of_many(self, situation: Any) -> dict[str, Any]:
        """Return the resolution, with all failures as InvalidInput, so that one situation cannot affect others in its
        batch.

        Raises InvalidInput as `resolve` does, `malformed-json` for a situation beyond the limits of a document, and
        `internal-error` for a failure of Muster, which is logged.
        """
        try:
            json_input.check(situation)
            return self.resolve(situation)
        except InvalidInput:
            raise
        except Exception as error:
            logger.exception("Resolving a situation of %s/%s failed", self.play.game, self.question.name)
            message = _("Muster failed to resolve this situation. The fault is ours, and it was logged.")
            raise InvalidInput("internal-error", [Fault("", "internal-error", message)]) from error

    def _refuse_foreign_adventure(self, situation: dict[str, Any]) -> None:
        said = situation.get("adventure")  # for some questions also a boolean: whether an adventure is played
        adventure = said.get("document") if isinstance(said, dict) else None
        if adventure and adventure["game"] != self.play.game:
            message = _("This adventure is of another game. Ask with one of “{game}”.").format(game=self.play.game)
            raise InvalidInput("invalid-situation", [Fault("/adventure/document/game", "not-allowed", message)])

    def _game_document(self) -> dict[str, Any]:
        standing = Revision.objects.at(self.snapshot.release).of_type(DocumentType.GAME, self.play.game)
        document: dict[str, Any] = standing.values_list("document", flat=True).get()
        return document

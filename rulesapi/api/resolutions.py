"""The API for questions of play: situations at the table in, resolutions by the rulebook out."""

from dataclasses import replace
from typing import Any, ClassVar

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from catalog.api_base import query_params, request_body, throttling
from catalog.api_base.openapi.operations import body, component, errors
from catalog.api_base.problems import problem_document
from catalog.api_base.renderers import dumps
from catalog.api_base.response_cache import CachedResponse, digest_etag
from catalog.api_base.views import CACHE_NEWEST, NO_STORE, BaseAPIView, conditional_response
from catalog.documents.errors import Fault, InvalidInput, json_pointer
from rulesapi.engine.resolutions.answers import odds_of
from rulesapi.engine.resolutions.declared import PlayRuleset, Question
from rulesapi.engine.resolutions.model import PlayRule
from rulesapi.judging import resolutions
from rulesapi.judging.resolutions import MAX_SITUATIONS, Resolver

SITUATIONS_FIELD = "situations"
SCHEMAS = "/api/v1/schemas/"


def find_play(game: str) -> PlayRuleset:
    """Return the questions of play of a game. Raises Http404."""
    play = resolutions.play_ruleset(game)
    if play is None:
        raise Http404(f"There are no questions of play of a game “{game}”.")
    return play


class QuestionsView(BaseAPIView):
    """The questions of play of a game, with the schema of each, and the rules that their resolutions cite."""

    parameters = ()
    response_headers = ("ETag",)
    any_origin = True

    @extend_schema(
        operation_id="listQuestions",
        summary="List the questions of play of a game",
        tags=["Play"],
        responses={200: component("QuestionList"), **errors("not-found")},
    )
    def get(self, request: Request, game: str) -> Response:
        """Return the questions and rules in the order of play. Raises Http404."""
        play = find_play(game)
        questions = [_question_document(game, one) for one in play.questions.values()]
        rules = [_rule_document(rule) for rule in play.rules.values()]
        content = dumps({"game": game, "questions": questions, "rules": rules})
        return conditional_response(
            request, CachedResponse(content, digest_etag(content)), {"Cache-Control": CACHE_NEWEST}
        )


def _question_document(game: str, question: Question) -> dict[str, Any]:
    with_odds = odds_of(question.answer) is not None
    return {
        "question": question.name,
        "title": question.title,
        "text": question.text,
        "schema": SCHEMAS + resolutions.situation_schema(game, question.name),
        "answer": SCHEMAS + resolutions.answer_schema(game, question.name),
        "odds": SCHEMAS + resolutions.odds_schema(game, question.name) if with_odds else None,
    }


def _rule_document(rule: PlayRule) -> dict[str, Any]:
    return {
        "code": rule.code,
        "title": rule.title,
        "text": rule.text,
        "cite": rule.cite.as_document(),
        "level": rule.level,
    }


class ResolutionView(BaseAPIView):
    """Resolve one situation, or up to 50 at once: the rules that apply, step by step.

    A situation describes the creatures, by their cards or by facts, their positions, what was measured and what was
    rolled. Muster rolls no dice: if dice are open, `odds` has their exact chances. A forbidden action is in `findings`
    with its page, with status 200; unknown facts that decide are in `unknown`.

    A batch is `{"situations": [...]}`; the response has `resolutions` in the same order. An error in one situation
    takes the place of its resolution and does not affect the others, even if it is a fault of Muster.
    """

    parameters = (query_params.RELEASE,)
    throttle_scope = "judging"
    any_origin = True
    batch: ClassVar[str] = SITUATIONS_FIELD

    @extend_schema(
        operation_id="resolveSituation",
        summary="Resolve a situation of play, or up to 50",
        tags=["Play"],
        request=body("SituationQuestion"),
        responses={
            200: component("ResolutionAnswer"),
            **errors("malformed-json", "invalid-situation", "too-many-situations", "unknown-release", "not-found"),
        },
    )
    def post(self, request: Request, game: str, question: str) -> Response:
        """Return the resolution, or the resolutions of a batch in order. Raises Http404."""
        play = find_play(game)
        if question not in play.questions:
            raise Http404(f"There is no question “{question}” of this game.")
        payload = request_body.read_body(request, "a situation")
        resolver = Resolver(play, play.questions[question], self.query.get("release"))
        if isinstance(payload, dict) and SITUATIONS_FIELD in payload:
            return Response({"resolutions": self._batch(request, payload, resolver)}, headers=NO_STORE)
        self._charge(request, resolver.question.weight(payload))
        return Response(resolver.resolve(payload), headers=NO_STORE)

    def _batch(self, request: Request, payload: dict[str, Any], resolver: Resolver) -> list[dict[str, Any]]:
        found, faults = request_body.check_object(payload, (SITUATIONS_FIELD,), (SITUATIONS_FIELD,))
        situations = found[SITUATIONS_FIELD]
        if not isinstance(situations, list):
            faults = [*faults, Fault(json_pointer(SITUATIONS_FIELD), "wrong-type", "Expected a list of situations.")]
        if faults:
            raise InvalidInput("invalid-situation", faults)
        weight = sum(resolver.question.weight(one) for one in situations)
        if weight > MAX_SITUATIONS:
            counted = f" ({resolver.question.counted} counted)" if resolver.question.counted else ""
            message = (
                f"At most {MAX_SITUATIONS} situations{counted} are resolved at once. Send others in further requests."
            )
            raise InvalidInput("too-many-situations", [Fault(json_pointer(SITUATIONS_FIELD), "too-many", message)])
        self._charge(request, weight)
        return [_resolved(resolver, number, one) for number, one in enumerate(situations)]

    def _charge(self, request: Request, weight: int) -> None:
        if more := throttling.cost_of(weight) - 1:
            self.charge(request, more)


def _resolved(resolver: Resolver, number: int, situation: Any) -> dict[str, Any]:
    try:
        return resolver.resolve_one_of_many(situation)
    except InvalidInput as error:
        place = json_pointer(SITUATIONS_FIELD, number)
        return problem_document(error.code, [replace(one, pointer=place + one.pointer) for one in error.faults])

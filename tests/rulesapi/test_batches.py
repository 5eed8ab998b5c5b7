"""Batches of legions: in several formats and releases, and as lines."""

import io
import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import InterfaceError, OperationalError
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase
from pytest_django import Settings

from catalog.api_base import parsers
from catalog.api_base.throttling import RATE_LIMITS
from catalog.documents.errors import InvalidInput
from rulesapi.judging import batches
from tests import factories
from tests.rulesapi import hostile_bodies
from tests.rulesapi.api_client import LINES, ApiClient

pytestmark = pytest.mark.django_db


@pytest.fixture
def wraith() -> dict[str, Any]:
    """Publish a creature in two releases and two formats: its cost rises, and the second format bars it."""
    card = factories.creature(slug="wraith", cost=25)
    factories.publish_frame(card, factories.standard(slug="grave", name="Grave", bans=[{"card": ["wraith"]}]))
    factories.publish({**card, "cost": 30})
    return card


def legion(**fields: Any) -> dict[str, Any]:
    return {"game": "attack-wing", "picks": [{"card": "wraith"}], **fields}


def post_lines(api: ApiClient, *lines: Any, query: str = "", **headers: str) -> Any:
    body = b"\n".join(row if isinstance(row, bytes) else json.dumps(row).encode() for row in lines)
    return api.post(f"/api/v1/verdicts/{query}", body, content_type=LINES, headers=headers or {"Accept": LINES})


def lines(response: Any) -> list[dict[str, Any]]:
    return [json.loads(line) for line in b"".join(response.streaming_content).splitlines()]


def short(answers: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    return [
        (one["format"], one["release"], one["points"]["total"], one["verdict"]) if "format" in one else one["code"]
        for one in answers
    ]


# -- formats and releases ----------------------------------------------------------------------------------------


def test_each_legion_is_judged_in_every_format_by_every_release(api: ApiClient, wraith: Any) -> None:
    response = api.judge(
        {"legions": [legion(), legion(format="grave", release=2)]}, "?formats=standard,grave&releases=2,1"
    )
    one = [
        ("standard", 2, 30, "legal"),
        ("standard", 1, 25, "legal"),
        ("grave", 2, 30, "illegal"),
        ("grave", 1, 25, "illegal"),
    ]
    assert short(response.json()["verdicts"]) == one * 2


def test_omitted_parameters_are_taken_from_each_legion(api: ApiClient, wraith: Any) -> None:
    payload = {"legions": [legion(format="grave"), legion(release=1)]}
    assert short(api.judge(payload, "?releases=1").json()["verdicts"])[0][:2] == ("grave", 1)
    assert short(api.judge(payload, "?formats=grave").json()["verdicts"])[1][:2] == ("grave", 1)


def test_a_bad_legion_spoils_its_own_places_and_no_other(api: ApiClient, wraith: Any) -> None:
    answers = api.judge({"legions": ["no legion", legion()]}, "?formats=standard,epic").json()["verdicts"]
    assert short(answers) == ["invalid-legion", "invalid-legion", ("standard", 2, 30, "legal"), "unknown-format"]


@pytest.mark.one_variant
@pytest.mark.parametrize(
    ("query", "code", "pointer"),
    [
        ("?releases=9", "unknown-release", "/releases"),
        ("?releases=1,x", "invalid-parameter", "/releases"),
        ("?releases=", "invalid-parameter", "/releases"),
        ("?releases=1&release=1", "invalid-parameter", "/release"),
        ("?formats=Standard", "invalid-parameter", "/formats"),
        ("?formats=" + ",".join(f"f{number}" for number in range(21)), "invalid-parameter", "/formats"),
        ("?formats=standard&fixes=1", "invalid-parameter", "/fixes"),
    ],
)
def test_ways_that_cannot_be_are_refused(api: ApiClient, wraith: Any, query: str, code: str, pointer: str) -> None:
    for response in (api.judge({"legions": [legion()]}, query), post_lines(api, legion(), query=query)):
        assert response.status_code == 400
        assert (response.json()["code"], response.json()["faults"][0]["pointer"]) == (code, pointer)


def test_a_single_legion_names_its_own_format(api: ApiClient, wraith: Any) -> None:
    assert api.judge(legion(), "?formats=standard").json()["faults"][0]["pointer"] == "/formats"


def test_more_verdicts_than_may_be_are_refused_before_any_is_given(
    api: ApiClient, wraith: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rulesapi.api.verdicts.MAX_VERDICTS", 3)
    response = api.judge({"legions": [legion(), legion()]}, "?releases=1,2")
    assert (response.status_code, response.json()["code"]) == (413, "too-large")
    assert short(api.judge({"legions": [legion()]}, "?releases=1,2").json()["verdicts"])


@pytest.mark.parametrize("number", [1, 100])
def test_the_number_of_queries_does_not_grow_with_the_batch(
    api: ApiClient, wraith: Any, number: int, django_assert_num_queries: Any
) -> None:
    api.judge({"legions": [legion()]}, "?releases=1,2")
    with django_assert_num_queries(5):
        api.judge({"legions": [legion(points=25 + one) for one in range(number)]}, "?releases=1,2")


class TestEqual(TestCase):
    """A batch has the verdict that each of its legions gets alone."""

    api: ApiClient

    @classmethod
    def setUpTestData(cls) -> None:
        card = factories.creature(slug="wraith", cost=25)
        factories.publish_frame(card, factories.upgrade(slug="wand", slot="arcane"), factories.standard(slug="grave"))
        factories.publish({**card, "cost": None})

    picks = st.lists(
        st.fixed_dictionaries(
            {"card": st.sampled_from(["wraith", "wand", "nobody", "No Slug"])},
            optional={
                "upgrades": st.lists(st.sampled_from(["wand", "wraith"]), max_size=2),
                "count": st.integers(0, 3),
            },
        ),
        max_size=3,
    )
    legions = st.fixed_dictionaries(
        {"game": st.sampled_from(["attack-wing", "chess"]), "picks": picks},
        optional={
            "format": st.sampled_from(["standard", "grave", "epic", 7]),
            "release": st.sampled_from([1, 2, 9, "x"]),
            "points": st.integers(-1, 60),
            "collection": st.just({"wraith": 1, "wrath": 1}),
        },
    )
    asked = st.tuples(
        st.lists(st.one_of(legions, st.none(), st.just([]), st.just("legion")), max_size=4),
        st.lists(st.sampled_from(["standard", "grave", "epic"]), unique=True, max_size=2),
        st.lists(st.sampled_from([1, 2]), unique=True, max_size=2),
    )

    @pytest.mark.sampled
    @given(asked)
    def test_equal_to_single_questions(self, asked: tuple[list[Any], list[str], list[int]]) -> None:
        legions, formats, releases = asked
        params = {"formats": ",".join(formats), "releases": ",".join(map(str, releases))}
        query = "?" + "&".join(f"{name}={text}" for name, text in params.items() if text)
        api = ApiClient()
        alone = [api.judge(variant).json() for one in legions for variant in self.variants(one, formats, releases)]
        assert api.judge({"legions": legions}, query).json()["verdicts"] == alone
        if legions:
            assert lines(post_lines(api, *legions, query=query)) == alone

    def variants(self, document: Any, formats: list[str], releases: list[int]) -> Iterator[Any]:
        for chosen in formats or [None]:
            for release in releases or [None]:
                named = {"format": chosen, "release": release}
                fields = {field: value for field, value in named.items() if value}
                yield {**document, **fields} if isinstance(document, dict) else document


# -- batches as lines --------------------------------------------------------------------------------------------


def test_lines_are_answered_in_their_order_and_a_bad_one_spoils_itself(api: ApiClient, wraith: Any) -> None:
    response = post_lines(
        api, legion(), b"{not json", b"  ", b"", legion(game="chess"), b'{"a":1,"a":2}\r', legion(points=9)
    )
    assert (response.status_code, response["Content-Type"], response["Cache-Control"]) == (200, LINES, "no-store")
    assert short(lines(response)) == [
        ("standard", 2, 30, "legal"),
        "malformed-json",
        "unknown-game",
        "malformed-json",
        ("standard", 2, 30, "illegal"),
    ]


def test_a_line_that_is_too_long_spoils_itself(api: ApiClient, wraith: Any) -> None:
    long = b'{"name": "' + b"x" * 600_000 + b'"}'
    assert short(lines(post_lines(api, long, legion()))) == ["too-large", ("standard", 2, 30, "legal")]


def test_more_bytes_than_may_be_end_the_answers_with_the_problem(
    api: ApiClient, wraith: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parsers, "_CHUNK_BYTES", 80)
    monkeypatch.setattr(parsers.json_input, "BATCH_LIMIT", 100)
    assert short(lines(post_lines(api, legion(), legion(), legion()))) == [("standard", 2, 30, "legal"), "too-large"]


def test_more_verdicts_than_may_be_end_the_answers_with_the_problem(
    api: ApiClient, wraith: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rulesapi.api.verdicts.MAX_VERDICTS", 2)
    assert short(lines(post_lines(api, *[legion()] * 4)))[1:] == [("standard", 2, 30, "legal"), "too-large"]


def test_a_batch_can_be_answered_in_lines_and_one_legion_too(api: ApiClient, wraith: Any) -> None:
    for body in ({"legions": [legion()]}, legion()):
        response = api.post("/api/v1/verdicts/", body, content_type="application/json", headers={"Accept": LINES})
        assert response["Content-Type"] == LINES
        answered = response.getvalue()
        assert answered.endswith(b"}\n")
        assert json.loads(answered) == api.judge(legion()).json()


def test_lines_are_refused_to_clients_that_accept_only_json(api: ApiClient, wraith: Any) -> None:
    assert post_lines(api, legion(), Accept="application/json").status_code == 406
    for taken in ("*/*", "application/json, text/plain, */*", "text/html, application/*;q=0.8"):
        assert post_lines(api, legion(), Accept=taken)["Content-Type"] == LINES
    assert post_lines(api, legion(), **{"Content-Encoding": "gzip"}).status_code == 415


@pytest.mark.parametrize("error", [OperationalError("disk"), InterfaceError("closed")])
def test_a_database_failure_is_reported_in_the_last_line(
    api: ApiClient, wraith: Any, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    judged = iter([{"verdict": "legal"}])

    def judge_one(_: Any) -> dict[str, Any]:
        for one in judged:
            return one
        raise error

    monkeypatch.setattr("rulesapi.judging.batches.verdicts.sequential_judge", lambda release: judge_one)
    body = b"\n".join(json.dumps({**legion(), "name": str(number)}).encode() for number in range(3))
    client = Client(headers={"Accept": LINES})
    first, last = lines(client.post("/api/v1/verdicts/", body, content_type=LINES))
    assert first == {"verdict": "legal"}
    assert (last["code"], last["status"]) == ("unavailable", 503)
    assert str(error) not in json.dumps(last)


def test_lines_are_judged_while_they_are_read(api: ApiClient, wraith: Any) -> None:
    lines = iter([b'{"game": "attack-wing", "picks": []}\n', b"{}\n", b""])
    answers = batches.judge_batch(parsers.parse_lines(lambda most: next(lines)), batches.JudgingVariants(), None)
    assert next(answers)["verdict"] == "illegal"
    assert next(lines) == b"{}\n"


def test_every_hostile_body_in_a_line_is_answered(api: ApiClient, wraith: Any) -> None:
    bodies = [body for name, body in hostile_bodies.bodies() if b"\n" not in body and len(body) < 300_000]
    for start in range(0, len(bodies), 50):
        answers = lines(post_lines(api, legion(), *bodies[start : start + 50], legion()))
        assert short(answers)[0] == short(answers)[-1] == ("standard", 2, 30, "legal")
        assert all("code" in answer for answer in answers[1:-1])


# -- throttling --------------------------------------------------------------------------------------------------


def left(response: Any) -> int:
    return int(response["RateLimit"].partition(";r=")[2].partition(";")[0])


def test_a_batch_counts_one_for_each_fifty_verdicts(api: ApiClient, wraith: Any, settings: Settings) -> None:
    settings.API_LIMITS = True
    quota = RATE_LIMITS["judging"].quota
    assert left(api.judge({"legions": [legion()] * 50})) == quota - 1
    assert left(api.judge({"legions": [legion()] * 51})) == quota - 3
    assert left(api.judge({"legions": [legion()] * 50}, "?releases=1,2")) == quota - 5
    post_lines(api, *[legion()] * 101)
    assert left(api.judge(legion())) == quota - 9


@pytest.mark.sampled
def test_a_batch_that_costs_more_than_is_left_is_not_judged(
    api: ApiClient, wraith: Any, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.API_LIMITS = True
    monkeypatch.setitem(RATE_LIMITS, "judging", RATE_LIMITS["judging"]._replace(quota=3))
    refused = api.judge({"legions": [legion()] * 200})
    assert (refused.status_code, left(refused)) == (429, 2)
    answers = lines(post_lines(api, *[legion()] * 200))
    assert [one["code"] for one in answers if "code" in one] == ["too-many-requests"]
    assert len(answers) == 101


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
def test_lines_are_read_from_chunks_of_any_size(size: int) -> None:
    stream = io.BytesIO(b'{"a": 1}\n\n  \n[2]\r\n{\n"\xc3\xbc"')
    found = list(parsers.parse_lines(lambda most: stream.read(min(size, most))))
    assert [one.code if isinstance(one, InvalidInput) else one for one in found] == [
        {"a": 1},
        [2],
        "malformed-json",
        "ü",
    ]


def test_all_cards_of_a_batch_are_counted_together_in_all_its_verdicts(
    api: ApiClient, wraith: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    two = legion() | {"picks": legion()["picks"][:1] * 2}
    monkeypatch.setattr(batches, "MAX_CARDS", 4)
    monkeypatch.setattr(batches, "MIN_CARDS", 1)
    assert api.judge({"legions": [two, two]}).status_code == 200
    beyond = api.judge({"legions": [two, two, two]})
    assert (beyond.status_code, beyond.json()["code"]) == (413, "too-large")
    assert beyond.json()["faults"][0]["pointer"] == "/legions"


def test_a_batch_in_lines_ends_where_its_cards_are_too_many(
    api: ApiClient, wraith: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    two = legion() | {"picks": legion()["picks"][:1] * 2}
    monkeypatch.setattr(batches, "MAX_CARDS", 4)
    monkeypatch.setattr(batches, "MIN_CARDS", 1)
    assert short(lines(post_lines(api, two, two, two)))[-1] == "too-large"
    assert len(lines(post_lines(api, two, two, two))) == 3


def test_a_verdict_counts_for_more_than_its_cards_where_it_takes_more() -> None:
    assert batches.judging_cost({"picks": []}) == batches.judging_cost("no legion") == 5
    assert batches.judging_cost({"picks": [{"card": "wraith", "upgrades": ["club"] * 9}]}) == 10
    assert batches.judging_cost({"picks": [{}] * 10, "facts": {"wraith": {"cost": 1}}}) == 31
    assert batches.judging_cost({"team": [{"picks": [{}] * 4}] * 3, "facts": "none"}) == 27


def test_a_legion_that_is_written_twice_in_one_batch_is_judged_once(
    api: ApiClient, wraith: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged: list[Any] = []
    judge = batches.verdicts.sequential_judge

    def counting(release: int | None) -> Any:
        judge_one = judge(release)
        return lambda document: judged.append(document) or judge_one(document)

    monkeypatch.setattr(batches.verdicts, "sequential_judge", counting)
    other = legion() | {"name": "Another"}
    answers = api.judge({"legions": [legion(), other, legion(), other, legion()]}).json()["verdicts"]
    assert judged == [legion(), other]
    assert [one["digest"] for one in answers] == [answers[0]["digest"]] * 5
    judged.clear()
    monkeypatch.setattr(batches, "MAX_REMEMBERED", 1)
    assert lines(post_lines(api, legion(), other, legion())) == answers[:3]
    assert judged == [legion(), other, legion()]


def test_after_as_many_bytes_as_are_answered_at_once_a_legion_is_refused_in_its_place_and_not_judged(
    api: ApiClient, wraith: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    legions = [legion(name=str(number)) for number in range(5)]
    one = len(json.dumps(api.judge({"legions": legions[:1]}).json()["verdicts"][0], separators=(",", ":")))
    monkeypatch.setattr(batches, "MAX_ANSWER_BYTES", 2 * one - one // 2)
    answers = api.judge({"legions": legions}).json()["verdicts"]
    assert ["verdict" in answer for answer in answers] == [True, True, False, False, False]
    assert {answer["code"] for answer in answers[2:]} == {"too-large"}
    assert "Send this one again" in answers[2]["detail"]
    told = lines(post_lines(api, *legions))
    assert ["verdict" in answer for answer in told] == [True, True, False, False, False]


def test_the_record_of_a_campaign_counts_by_what_is_derived_of_it(wraith: Any) -> None:
    factories.publish(factories.adventure())
    joined = {"type": "joined", "id": "j", "player": "ann"}
    game = {"type": "played", "adventure": "over-the-hill", "seats": [{"player": "ann", "side": "upper"}]}
    record = {"game": "attack-wing", "entries": [joined, *({**game, "id": f"g{number}"} for number in range(90))]}
    campaign = {"adventure": "over-the-hill", "side": "upper", "player": "ann"}
    plain = batches.judging_cost(legion(campaign=campaign))
    assert batches.judging_cost(legion(campaign={**campaign, "record": record})) >= plain + 91
    for odd in (7, [], {}, {"game": "chess", "entries": []}, {**record, "release": 99}, {**record, "entries": [None]}):
        assert batches.judging_cost(legion(campaign={**campaign, "record": odd})) == plain

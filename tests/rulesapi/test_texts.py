"""The text form over REST: written from a legion and read into one."""

from typing import Any

import pytest

from rulesapi.share_links import link_service
from tests import factories
from tests.rulesapi.api_client import ApiClient

pytestmark = pytest.mark.django_db

LEGION: dict[str, Any] = {
    "game": "attack-wing",
    "name": "Embers",
    "points": 100,
    "picks": [{"card": "giant", "upgrades": ["club"]}, {"card": "wraith", "count": 2}],
}
TEXT = "# Embers (100 points)\nHill Giant\n  + Club\n2x Wraith\n"


@pytest.fixture(autouse=True)
def cards() -> None:
    factories.publish_frame(
        factories.creature(slug="giant", name="Hill Giant", formerly=["ogre"]),
        factories.creature(slug="wraith", name="Wraith"),
        factories.upgrade(slug="club", name="Club", slot="heroic"),
    )


def text_response(api: ApiClient, address: str, body: Any) -> Any:
    return api.post(f"/api/v1/{address}", body, content_type="application/json")


def test_a_legion_is_written_and_read_back_as_the_same(api: ApiClient) -> None:
    written = text_response(api, "texts/", {"legion": LEGION})
    assert (written.status_code, written.json()) == (200, {"game": "attack-wing", "release": 1, "text": TEXT})
    read = text_response(api, "texts/read/", {"game": "attack-wing", "text": written.json()["text"]}).json()
    assert api.judge(read["legion"]).json()["digest"] == api.judge(LEGION).json()["digest"]
    assert [(line["outcome"], line["card"]) for line in read["lines"]] == [
        ("mapped", None),
        ("mapped", "giant"),
        ("mapped", "club"),
        ("mapped", "wraith"),
    ]


def test_a_text_is_read_up_to_the_limits_of_the_text_form(api: ApiClient) -> None:
    text = "\n".join(
        f"Wraith  # {number} of a long list, with a remark behind each of its cards" for number in range(500)
    )
    assert len(text) > 30_000
    answer = text_response(api, "texts/read/", {"game": "attack-wing", "text": text})
    assert answer.status_code == 200
    lines = answer.json()["lines"]
    assert {line["line"] for line in lines if line["outcome"] != "dropped"} == set(range(1, 401))
    assert lines[-1]["message"] == "Nothing is read beyond 400 lines or 200,000 characters."


@pytest.mark.parametrize(("text", "code"), [("x" * 20_000 + "\0", "nul"), ("x" * 20_000 + "\ud800", "lone-surrogate")])
def test_a_long_text_with_a_character_that_is_none_is_refused(api: ApiClient, text: str, code: str) -> None:
    answer = text_response(api, "texts/read/", {"game": "attack-wing", "text": text})
    assert answer.status_code == 400
    assert [(fault["pointer"], fault["code"]) for fault in answer.json()["faults"]] == [("/text", code)]


def test_other_texts_of_a_body_keep_their_limit(api: ApiClient) -> None:
    answer = text_response(api, "texts/read/", {"game": "x" * 20_000, "text": "Wraith"})
    assert [(fault["pointer"], fault["code"]) for fault in answer.json()["faults"]] == [("/game", "string-too-long")]


def test_guesses_and_failures_are_reported_line_by_line(api: ApiClient) -> None:
    text = "Hil Giant\nNobody At All\n= Nobody: cost 3\n"
    lines = text_response(api, "texts/read/", {"game": "attack-wing", "text": text}).json()["lines"]
    assert [line["outcome"] for line in lines] == ["guessed", "unknown", "dropped"]
    assert lines[0]["likeness"] > 80
    assert text_response(api, "texts/read/", {"game": "attack-wing", "text": ""}).json()["legion"]["picks"] == []


@pytest.mark.one_variant
@pytest.mark.parametrize(
    ("address", "body", "code", "pointer"),
    [
        ("texts/", {"legion": {**LEGION, "game": "chess"}}, "unknown-game", "/legion/game"),
        ("texts/", {"legion": {"game": "attack-wing"}}, "invalid-legion", "/legion"),
        ("texts/", {"legion": {"game": "attack-wing", "team": [LEGION, LEGION]}}, None, None),
        ("texts/", {}, "invalid-question", ""),
        ("texts/read/", {"game": "chess", "text": ""}, "unknown-game", "/game"),
        ("texts/read/", {"game": "attack-wing", "text": 3}, "invalid-question", "/text"),
        ("texts/read/", {"game": "attack-wing", "txt": ""}, "invalid-question", ""),
    ],
)
def test_invalid_input_is_refused_with_its_place(
    api: ApiClient, address: str, body: Any, code: str | None, pointer: str | None
) -> None:
    response = text_response(api, address, body)
    assert response.status_code == 400
    if code is not None:
        assert (response.json()["code"], response.json()["faults"][0]["pointer"]) == (code, pointer)


def test_the_text_of_a_team_is_that_of_its_players(api: ApiClient) -> None:
    picks = [{"card": "giant"}]
    response = text_response(
        api, "texts/", {"legion": {"game": "attack-wing", "team": [{"picks": picks}, {"picks": picks}]}}
    )
    assert (response.status_code, response.json()["code"]) == (400, "not-judged-yet")
    assert response.json()["faults"][0]["pointer"] == "/legion/team"


def read_text(api: ApiClient, text: str, game: str = "attack-wing") -> Any:
    response = text_response(api, "texts/read/", {"game": game, "text": text})
    assert response.status_code == 200
    return response.json()


@pytest.mark.one_variant
@pytest.mark.parametrize(
    "text", ["https://muster.example/l/#{}", "<https://muster.example/l/#{}>.", "[a](/l/#{})", "{}", "Mine:\n{}%20"]
)
def test_a_link_is_read_as_the_legion_in_it_by_its_release(api: ApiClient, text: str) -> None:
    code = link_service.encode_legion(LEGION)
    factories.publish(factories.creature(slug="ant", name="Ant"))
    answer = read_text(api, text.format(code))
    assert (answer["release"], answer["legion"]["release"]) == (1, 1)
    assert api.judge(answer["legion"]).json()["digest"] == api.judge(LEGION).json()["digest"]
    assert [line["card"] for line in answer["lines"] if line["outcome"] == "mapped"] == ["giant", "club", "wraith"]


def test_links_that_are_not_read_have_a_line(api: ApiClient) -> None:
    code = link_service.encode_legion(LEGION)
    other = link_service.encode_legion({**LEGION, "picks": []})
    assert "The first was read" in read_text(api, f"/l/#{code} and /l/#{other}")["lines"][-1]["message"]
    assert "names cards itself" in read_text(api, f"Wraith\n/l/#{code}")["lines"][-1]["message"]
    assert "lost or changed" in read_text(api, f"https://muster.example/l/#{code[:-1]}")["lines"][-1]["message"]
    factories.publish(
        factories.game(game="dungeon-command", slug="dungeon-command", ruleset="dungeon-command/1"),
        factories.standard(game="dungeon-command", points=None, recommended_points=[]),
    )
    answer = read_text(api, f"/l/#{code}", "dungeon-command")
    assert answer["legion"]["picks"] == []
    assert "holds a list of the game “attack-wing”" in answer["lines"][0]["message"]


def read_lines(api: ApiClient, text: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    answer = text_response(api, "texts/read/", {"game": "attack-wing", "text": text}).json()
    return answer["legion"], answer["lines"]


@pytest.mark.parametrize(
    "text",
    [
        "- 2x [Wraith](https://a.example/b)\n- **Hill Giant**",
        "[spoiler]2x Wraith[/spoiler]\n[url=https://a.example/b]Hill Giant[/url]",
        "<ul><li>2&nbsp;Wraith</li><li>Hill Giant</li></ul>",
        "2x Wraith<br>Hill Giant",
        "```\n2x Wraith\nHill Giant\n```",
    ],
)
def test_marks_around_cards_take_none_of_them_away(api: ApiClient, text: str) -> None:
    legion, lines = read_lines(api, text)
    assert legion["picks"] == [{"card": "wraith", "count": 2}, {"card": "giant"}]
    assert {line["outcome"] for line in lines} == {"mapped"}


def test_the_title_of_a_written_text_keeps_its_marks(api: ApiClient) -> None:
    legion = {**LEGION, "name": "A **b** &amp; ~~c~~ <br> [d](e)"}
    written = text_response(api, "texts/", {"legion": legion}).json()["text"]
    assert read_lines(api, written)[0]["name"] == legion["name"]


@pytest.mark.one_variant
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("https://muster.example/s/AbCdEfGhIjKlMnOp/", "/api/v1/legions/shared/AbCdEfGhIjKlMnOp/"),
        ("my list: /s/AbCdEfGhIjKlMnOp/", "kept on the site"),
        ('{"game": "attack-wing", "picks": []}', "This is JSON"),
        ('```json\n{"game": "attack-wing", "picks": []}\n```', "This is JSON"),
        ('{"game": "attack-wing", "picks"', "Not JSON at line 1"),
        ("{\\rtf1 2x Nobody}", "a document in RTF"),
        ("<!doctype html>\n<p>Nobody</p>", "a web page"),
        ("<?xml version='1.0'?>\n<deck><card>Nobody</card></deck>", "a document in XML"),
    ],
)
def test_a_text_of_another_kind_is_reported_and_adds_no_card(api: ApiClient, text: str, message: str) -> None:
    legion, (row,) = read_lines(api, text)
    assert legion == {"game": "attack-wing", "picks": []}
    assert row["outcome"] == "dropped" and message in row["message"]

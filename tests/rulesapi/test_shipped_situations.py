"""Every shipped situation, sent over REST: the response matches its case."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests import factories, worlds
from tests.engine.test_situations import FILES, FIXTURES, GAMES, cases, short
from tests.nonempty import nonempty
from tests.rulesapi.api_client import ApiClient

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("shipped_cards")]


@worlds.once_a_module
def shipped_cards() -> None:
    """Publish all shipped documents of each game with questions, with unknown dice."""
    for game in GAMES:
        documents = [json.loads(path.read_text("utf-8")) for path in (FIXTURES / game).rglob("*.json")]
        factories.publish(*(_without_dice(one) if one["kind"] == "game" else one for one in documents))


def _without_dice(document: dict[str, Any]) -> dict[str, Any]:
    rows = [dict.fromkeys(row, None) | {"die": row["die"]} for row in document.get("dice", ())]
    return {**document, "dice": rows, "sources": {}} if rows else document


def as_its_case(case: dict[str, Any], resolution: dict[str, Any]) -> dict[str, Any]:
    """Return the parts of a resolution that its case specifies."""
    said = {
        "outcome": resolution["outcome"],
        "steps": [short(step["code"]) for step in resolution["steps"]],
        "findings": [{"code": short(one["code"]), "at": one["at"]} for one in resolution["findings"]],
        "unknown": [one["fact"] for one in resolution["unknown"]],
    }
    return said | ({"result": resolution["result"]} if "result" in case else {})


@pytest.mark.sampled
@pytest.mark.parametrize(("game", "path"), FILES, ids=lambda value: getattr(value, "stem", value))
def test_each_shipped_situation_is_answered_over_rest_as_its_case_says(api: ApiClient, game: str, path: Path) -> None:
    for case in nonempty(cases(path)):
        response = api.ask(f"resolutions/{game}/{path.stem}", case["situation"])
        assert response.status_code == 200, case["name"]
        found = as_its_case(case, response.json())
        assert found == {key: case[key] for key in found}, case["name"]


@pytest.mark.sampled
def test_more_than_240_situations_are_sent() -> None:
    assert sum(len(cases(path)) for _game, path in FILES) > 240

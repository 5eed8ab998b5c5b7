"""Every shipped situation that the page of its question can express: the page agrees with the engine."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django import forms
from django.http import QueryDict
from django.test import Client

from legions.play.declared_fields import BY_HAND, DRAWN
from legions.play.declared_form import DeclaredForm
from legions.play.event_log import LOG
from legions.play.forms import FacesField, NamedCard, SituationForm
from legions.play.play_hooks import play_hooks
from legions.play.question_context import Table
from rulesapi.judging.resolutions import Resolver, play_ruleset
from tests import factories, worlds
from tests.engine.test_situations import FILES, FIXTURES, GAMES, cases
from tests.nonempty import nonempty
from tests.situation_variants import Steps, parts, pointer

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("shipped_cards")]
ASKABLE_SHARE = 0.4
"""Minimum share of the situations of a question that its page can express; the others have lists, several changes, or
dice faces of their own.
"""
ELSEWHERE = {
    "/adventure/slug": "adventure_slug",
}
"""Page fields whose names differ from the part of the situation that they express."""


@worlds.once_a_module
def shipped_cards() -> None:
    """Publish all shipped documents of each game with pages of play."""
    for game in GAMES:
        factories.publish(*(json.loads(path.read_text("utf-8")) for path in (FIXTURES / game).rglob("*.json")))


def asked(make: Any, situation: Any, table: Table) -> QueryDict:
    """Return the query of a page for a situation, as far as its fields can express it; some fields require others."""
    data = QueryDict(mutable=True)
    for _ in range(3):
        form = make(data.copy(), table)
        found = QueryDict(mutable=True)
        for name, values in said(form, situation):
            found.setlist(name, [*found.getlist(name), *values] if name == "own" else values)
        data = found
    return data


def said(form: SituationForm, situation: Any) -> Iterator[tuple[str, list[str]]]:
    """Yield the fields that express the parts of a situation, with their values."""
    yield from of_lists(form, situation)
    for steps in parts(situation):
        *holder, last = steps
        value = from_one(last, whole(situation, steps))
        name, named = field_of(steps), "_".join(map(str, holder))
        if last == "movement" and name not in form.fields and "play_level" not in whole(situation, holder):
            name, value = f"{named}_play_level", {"flying": "air", "ground": "ground"}[value]
        if last in ("card", "name") and isinstance(form.fields.get(named), NamedCard):
            yield named, [value]
            yield "own", [value] if last == "name" else []
        elif last == "name" and named in form.fields:
            yield named, [value]
        elif name in form.fields and not isinstance(form.fields[name], NamedCard):
            yield name, as_text(form.fields[name], value)


def of_lists(form: SituationForm, situation: Any) -> Iterator[tuple[str, list[str]]]:
    """Yield the fields for lists of a situation: sides and events."""
    for seat, side in enumerate(situation.get("sides", ())):
        lines = [one.get("card") or one.get("name", "Creature") for one in side.get("creatures", ())]
        yield f"lines_{seat}", ["\n".join(lines)]
        yield "own", [one for one in lines if one not in form.table.cards]
        yield f"total_{seat}", [str(side["total"])] if "total" in side else []
    if isinstance(form, DeclaredForm) and form.log and (events := situation.get(form.log.name)):
        yield LOG, ["\n".join("|".join(str(one.get(name, "")) for name in form.log.fields) for one in events)]
        yield DRAWN, [BY_HAND]
        yield "set", [situation.get("set", "")]


def whole(document: Any, steps: Iterable[str | int]) -> Any:
    """Return a part of a document."""
    for step in steps:
        document = document[step]
    return document


def from_one(last: str | int, value: Any) -> Any:
    """Return a value; places of dice as pages count them, from 1 on."""
    if last == "turned":
        return "/".join(str(place + 1) for place in value)
    return value + 1 if last == "die" else value


def field_of(steps: Steps) -> str:
    """Return the name of the field for a part of a situation, if there is one."""
    return ELSEWHERE.get(pointer(steps), "_".join(map(str, steps)))


def as_text(field: forms.Field, value: Any) -> list[str]:
    """Return a value as the strings of a form field."""
    if isinstance(field, FacesField):
        return [".".join(value)]
    if isinstance(value, bool):
        return [("yes" if value else "no")] if isinstance(field, forms.ChoiceField) else ["on"] * value
    if isinstance(field, forms.ChoiceField) and isinstance(value, str) and not field.valid_value(value):
        return []
    if isinstance(value, list):
        return ["_".join(map(str, one)) if isinstance(one, list) else str(one) for one in value]
    return ["0" if value is None else str(value)]


def codes(resolution: Mapping[str, Any]) -> Any:
    """Return the codes of a resolution."""
    said_of = [[one["code"] for one in resolution[part]] for part in ("findings", "steps")]
    return resolution["outcome"], said_of, [one["fact"] for one in resolution["unknown"]]


def lacks_dice(resolution: Mapping[str, Any]) -> bool:
    """Return whether a roll has fewer faces than dice, which a page may take for a roll that is being entered."""
    said = (one["facts"] for one in resolution["findings"] if one["code"].endswith("other-number-of-dice"))
    return any(facts["given"] < facts["dice"] for facts in said)


def shown_text(client: Client, address: str, data: QueryDict) -> str:
    response = client.get(address, data)
    assert response.status_code == 200
    answer = response.content.decode().partition('id="answer"')[2].partition("</section>")[0]
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer)))


def on_its_page(client: Client, game: str, path: Path) -> tuple[int, int]:
    """Send all situations of a question to its page; return how many it can express, and how many there are."""
    play = play_ruleset(game)
    resolver = Resolver(play, play.questions[path.stem])
    table = Table(game, resolver.table.cards, adventures=resolver.table.adventures)
    make, askable = play_hooks(game).forms[path.stem], 0
    for case in nonempty(cases(path)):
        data = asked(make, case["situation"], table)
        form = make(data, table)
        situation = form.asked() if form.is_bound and form.is_valid() and not form.unsure else None
        if situation is None:
            continue
        expected = resolver.resolve(situation)
        if codes(expected) != codes(resolver.resolve(case["situation"])):
            continue
        askable += 1
        text = shown_text(client, f"/play/{game}/{path.stem}/", data)
        if lacks_dice(expected) and "They count when all are." in text:
            continue
        for one in (*expected["findings"], *expected["steps"]):
            assert re.sub(r"\s+", " ", one["message"]) in text, case["name"]
    return askable, len(cases(path))


@pytest.mark.sampled
@pytest.mark.parametrize(("game", "path"), nonempty(FILES), ids=[f"{game}/{path.stem}" for game, path in FILES])
def test_a_page_says_of_shipped_situations_what_the_engine_does(client: Client, game: str, path: Path) -> None:
    askable, situations = on_its_page(client, game, path)
    assert askable >= ASKABLE_SHARE * situations > 0

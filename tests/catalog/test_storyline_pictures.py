"""The drawn pictures of storylines: deterministic, safe to serve, and one for each scene of the schema."""

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from catalog.faces.storyline_pictures import SCENES, storyline_picture
from tests import factories

SCHEMA = json.loads(Path("catalog/schemas/adventure.schema.json").read_text())


def test_each_scene_of_the_schema_has_a_drawing() -> None:
    assert set(SCHEMA["properties"]["storyline_scene"]["enum"]) == set(SCENES) - {"quill"}


@pytest.mark.parametrize("scene", [None, *sorted(SCENES)])
@pytest.mark.parametrize("shields", [0, 1, 3])
def test_a_picture_is_light_well_formed_and_the_same_each_time(scene: str | None, shields: int) -> None:
    creatures: list[dict[str, Any]] = [factories.creature(slug=f"c-{one}", name="<C> & co") for one in range(shields)]
    drawn = storyline_picture("the-long-war", scene, creatures)
    assert drawn == storyline_picture("the-long-war", scene, creatures)
    assert len(drawn) < 16_000
    assert not {one.tag for one in ElementTree.fromstring(drawn).iter()} & {"script", "style", "image"}  # noqa: S314 - our own drawing
    assert "style=" not in drawn
    assert drawn.count("clipPath id") == min(shields, 2)


def test_landscapes_differ_by_their_slug() -> None:
    assert len({storyline_picture(f"story-{number}", None) for number in range(40)}) > 5

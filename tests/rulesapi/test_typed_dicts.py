"""The Python types of questions: those of their schemas, which a type checker reads."""

import pytest
from muster_client import questions

from rulesapi import typed_dicts
from rulesapi.judging import question_schemas
from rulesapi.judging.question_schemas import derived_schemas
from tests.engine.declared_examples import GAME, ROBBERY
from tests.nonempty import nonempty

CLASSES = '''
class DungeonCommandRobberyLock(TypedDict):
    """A lock."""

    strength: NotRequired[int]
    rusty: NotRequired[bool]


class DungeonCommandRobberyDoor(TypedDict):
    """A door with its locks."""

    height: NotRequired[int]
    lock: NotRequired[DungeonCommandRobberyLock]
    spares: NotRequired[list[DungeonCommandRobberyLock]]
    watchers: NotRequired[list[DungeonCommandRobberyGuard]]
'''
LINES = (
    'weather: NotRequired[Literal["rain", "sun"]]',
    "robbed: bool | None",
    'stage: Literal["planned", "done"]',
    "shares: NotRequired[list[DungeonCommandRobberyResultShares] | None]",
    "numbers: list[DungeonCommandRobberyOddsNumbers]",
    "good: DungeonCommandRobberyOddsGood",
)


def test_each_schema_of_a_question_has_a_class_with_its_fields() -> None:
    for path, schema in nonempty(derived_schemas().items()):
        of = getattr(questions, typed_dicts.class_name(path))
        assert of.__required_keys__ | of.__optional_keys__ == schema["properties"].keys()
        assert of.__required_keys__ == {*schema.get("required", ())}, path


def test_types_say_what_schemas_say(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(question_schemas, "declared_questions", lambda: [(GAME, ROBBERY)])
    text = typed_dicts.build()
    assert CLASSES in text
    for line in LINES:
        assert f"    {line}\n" in text
    compile(text, "questions.py", "exec")

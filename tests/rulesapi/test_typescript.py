"""The TypeScript types of the API: up to date, complete, and consistent with their schemas."""

import json
import re
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from rulesapi import openapi, typed_dicts, typescript

TEXT = typescript.TYPES_FILE.read_text("utf-8")


def test_the_committed_file_is_what_the_program_would_write() -> None:
    call_command("build_types", "--check")


@pytest.mark.sampled
def test_a_file_that_is_out_of_date_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(typescript, "TYPES_FILE", tmp_path / "muster.d.ts")
    with pytest.raises(CommandError, match="out of date"):
        call_command("build_types", "--check")
    monkeypatch.setattr(typed_dicts, "TYPES_FILE", tmp_path / "questions.py")
    call_command("build_types")
    assert typescript.TYPES_FILE.read_text("utf-8") == TEXT
    typed_dicts.TYPES_FILE.write_text("", "utf-8")
    with pytest.raises(CommandError, match=r"questions\.py is out of date"):
        call_command("build_types", "--check")


def test_every_schema_has_a_type_and_every_type_that_is_used_is_there() -> None:
    made = set(re.findall(r"^export type (\w+) =", TEXT, re.MULTILINE))
    assert len(made) >= len(json.loads(openapi.stored())["components"]["schemas"])
    code = re.sub(r"/\*\*.*?\*/|//[^\n]*|\"(?:[^\"\\]|\\.)*\"", "", TEXT)
    used = set(re.findall(r"\b[A-Z]\w+", code))
    assert used - made == {"Array", "Record"}


def test_types_say_what_schemas_say() -> None:
    schemas = {
        "a-thing": {
            "description": "What */ it is.",
            "type": "object",
            "properties": {
                "name": {"type": "string"},
                "cost": {"type": ["integer", "null"]},
                "sort of": {"enum": ["x", None]},
                "one": {"oneOf": [{"$ref": "#/components/schemas/other/$defs/part"}, {"type": "boolean"}]},
                "many": {"type": "array", "items": {"const": 1}},
                "all": {"type": "object", "additionalProperties": {"type": "number"}},
            },
            "required": ["name"],
        },
        "other": {"$defs": {"part": {"type": "string"}}},
    }
    assert typescript.build(schemas).removeprefix(typescript.FILE_HEADER) == (
        "\n/** What * it is. */\n"
        "export type AThing = {\n"
        "  name: string;\n"
        "  cost?: number | null;\n"
        '  "sort of"?: "x" | null;\n'
        "  one?: OtherPart | boolean;\n"
        "  many?: Array<1>;\n"
        "  all?: Record<string, number>;\n"
        "};\n"
        "\nexport type Other = unknown;\n"
        "\nexport type OtherPart = string;\n"
    )

"""The words of declared questions about their cases, in English, for review as a diff: `python -m tests.told_files`."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rulesapi.judging.conformance_cases import file_text
from tests.engine.test_situations import FILES, answered, cases, has_facts


def told_files() -> Iterator[tuple[Path, str]]:
    """Yield the file with the words of each declared question, and its content."""
    for game, path in FILES:
        file = path.parent / "told" / path.name
        if not (file.exists() and has_facts(file)):
            told = [_told(answered(game, path.stem, case["situation"]), case) for case in cases(path)]
            yield file, file_text({"question": path.stem, "cases": told})


def _told(resolution: dict[str, Any], case: dict[str, Any]) -> dict[str, Any]:
    words = [_numbered(step) for step in resolution["steps"]]
    words += [one["message"] for one in (*resolution["findings"], *resolution["unknown"])]
    rest = {key: resolution[key] for key in ("result", "odds") if key not in case and resolution[key] is not None}
    return {"name": case["name"], "words": words} | json.loads(json.dumps(rest))


def _numbered(step: dict[str, Any]) -> str:
    """Return the message of a step, with its number before and after, and what it sets."""
    numbers = "" if step["before"] is None else f" [{step['before']} → {step['after']}]"
    return step["message"] + numbers + "".join(f" {one['at']} = {one['value']}" for one in step.get("sets", ()))


def main() -> None:
    """Write the files."""
    for file, content in told_files():
        file.parent.mkdir(exist_ok=True)
        file.write_text(content, "utf-8")


if __name__ == "__main__":
    main()

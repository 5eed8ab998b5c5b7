"""The committed words of declared questions."""

import pytest

from tests.nonempty import nonempty
from tests.told_files import told_files


@pytest.mark.sampled
def test_the_words_of_each_declared_question_are_those_that_are_committed() -> None:
    for file, content in nonempty(told_files()):
        assert file.exists() and file.read_text("utf-8") == content, f"{file.name}: run python -m tests.told_files"

"""Agreement of the engine and the second judge of records: exact if everything is reported, else without
contradiction.
"""

import pytest

from tests.sampling import WHOLE
from tests.second_engine.campaigns.agreement import agree_on_what_is_sure, agree_on_what_is_told

pytestmark = pytest.mark.sampled

COMPARED = 20_000 if WHOLE else 100


@pytest.mark.parametrize("start", range(0, COMPARED, 100))
def test_two_judges_agree_on_complete_and_settled_records(start: int) -> None:
    for seed in range(start, start + 100):
        agree_on_what_is_told(seed)


@pytest.mark.parametrize("start", range(0, COMPARED, 100))
def test_with_gaps_the_engine_says_nothing_that_could_be_otherwise(start: int) -> None:
    assert sum(agree_on_what_is_sure(seed) for seed in range(start, start + 100)) > 50

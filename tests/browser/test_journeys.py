"""Typical tasks in every look: the journeys of the benchmark by mouse, finger and keys, in both languages."""

import random
from collections.abc import Callable
from itertools import product
from typing import Any, NamedTuple

import pytest
from django.conf import settings
from playwright.sync_api import Page

from benchmarks.journeys import JOURNEYS, Press, by_finger, by_keys, by_mouse
from tests.browser.error_watch import ErrorWatch
from tests.browser.sampling import Sample
from tests.sampling import WHOLE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


class Look(NamedTuple):
    """A window, its input device, its color scheme and its language."""

    viewport: dict[str, int]
    press: Press
    scheme: str
    language: str

    @property
    def options(self) -> dict[str, Any]:
        """Playwright's options for a context."""
        touch = {"has_touch": True, "is_mobile": True} if self.press is by_finger else {}
        return {"viewport": self.viewport, "color_scheme": self.scheme, **touch}


LAPTOP, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}
LOOKS = [
    Look(viewport, press, scheme, language)
    for (viewport, press), scheme, language in product(
        ((LAPTOP, by_mouse), (LAPTOP, by_keys), (PHONE, by_finger)), ("light", "dark"), ("en", "de")
    )
]


@pytest.mark.parametrize("journey", JOURNEYS)
def test_a_journey_leads_where_it_should_in_every_look(
    visit: Callable[..., Page], live_server: Any, sample: Sample, watch: ErrorWatch, journey: str
) -> None:
    """In all looks with `LONG=1`, else in one by the seed of the run."""
    for look in LOOKS if WHOLE else random.Random(f"{sample.turn} {journey}").sample(LOOKS, 1):
        page = visit(**look.options)
        language = {"name": settings.LANGUAGE_COOKIE_NAME, "value": look.language, "url": live_server.url}
        page.context.add_cookies([language])
        JOURNEYS[journey](page, look.press)
        assert page.locator("html").get_attribute("lang") == look.language
        watch.measure(page)

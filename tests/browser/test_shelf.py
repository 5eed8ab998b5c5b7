"""A shelf in the browser: cards typed on a wide page and on a phone, a photo, and one offer."""

import io
import re
from collections.abc import Callable
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from catalog.models import Contribution, ContributionPhoto, Release
from legions.shelf import services
from legions.shelf.models import ShelfCard
from tests import factories
from tests.browser.conftest import PHONE
from tests.browser.error_watch import ErrorWatch

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

GAME = "dnd-miniatures-2008"
SHELF = f"/shelf/{GAME}/"
NUMBERS = ("27", "20", "55", "7", "Claws", "+11", "15")


@pytest.fixture
def ann(release: Release) -> Any:
    return factories.UserFactory(username="ann")


def put_on_the_shelf(owner: Any) -> list[str]:
    slugs = ["cave-bear", "chain-golem", "hellwasp"]
    services.add_cards(owner=owner, game=GAME, slugs=slugs)
    return slugs


def picture() -> dict[str, Any]:
    file = io.BytesIO()
    Image.new("RGB", (60, 90), "brown").save(file, "PNG")
    return {"name": "card.png", "mimeType": "image/png", "buffer": file.getvalue()}


def offered_facts() -> list[dict[str, Any]]:
    return [one.facts for one in Contribution.objects.filter(by__username="ann").order_by("record__slug")]


def test_three_cards_are_typed_with_the_keyboard_photographed_and_offered(
    ann: Any, visit_as: Callable[..., Page]
) -> None:
    page = visit_as(ann)
    page.goto(f"{SHELF}?q=giants+against")
    page.get_by_role("button", name="Add all").click()
    page.locator("tr.is-current input").first.focus()
    slugs = page.locator("tr[id]").evaluate_all("rows => rows.slice(0, 3).map((row) => row.dataset.slug)")
    for slug in slugs:
        expect(page.locator("tr.is-current")).to_have_attribute("data-slug", slug)
        page.keyboard.type("w")
        for number in NUMBERS:
            page.keyboard.press("Tab")
            page.keyboard.type(number)
        page.keyboard.press("Enter")
    expect(page.locator("#shelf-done")).to_have_text("3 of 60 done")
    page.locator(f"#row-{slugs[1]} .shelf__name a").click()
    expect(page.locator("#now")).to_have_attribute("data-slug", slugs[1])
    page.locator("#shelf-photo").set_input_files([picture()])
    expect(page.locator("#shelf-picture")).to_be_visible()
    page.reload()
    expect(page.locator(f"[id='c.{slugs[2]}.hp']")).to_have_value("55")
    page.locator("#shelf-offer").click()
    expect(page.locator("main")).to_contain_text("3 cards are offered.")
    assert [(facts["factions"], facts["hp"], facts["attacks"][0]["bonus"]) for facts in offered_facts()] == [
        (["wild"], 55, 11)
    ] * 3
    assert ContributionPhoto.objects.get().contribution.record.slug == slugs[1]


def test_three_cards_are_typed_on_a_phone_one_a_screen(ann: Any, visit_as: Callable[..., Page]) -> None:
    slugs = put_on_the_shelf(ann)
    page = visit_as(ann, viewport=PHONE, has_touch=True)
    page.goto(SHELF)
    for slug in slugs:
        current = page.locator("tr.is-current")
        expect(current).to_have_attribute("data-slug", slug)
        expect(page.locator("tr[id]:visible")).to_have_count(1)
        current.get_by_role("button", name="Wild").click()
        for column, number in zip(("cost", "ac", "hp", "speed"), NUMBERS, strict=False):
            page.locator(f"[id='c.{slug}.{column}']").fill(number)
        page.locator(f"[id='c.{slug}.attacks-1-name']").fill("Claws")
        page.locator(f"[id='c.{slug}.attacks-1-bonus']").fill("11")
        page.locator(f"[id='c.{slug}.attacks-1-damage']").fill("15")
        page.locator("#shelf-next").click()
    expect(page.locator("#shelf-done")).to_have_text("3 of 3 done")
    page.locator("#shelf-offer").click()
    expect(page.locator("main")).to_contain_text("3 cards are offered.")
    assert len(offered_facts()) == 3


def test_a_wrong_value_stays_in_its_field_with_the_reason(
    ann: Any, visit_as: Callable[..., Page], watch: ErrorWatch
) -> None:
    watch.foresee("status of 400")
    put_on_the_shelf(ann)
    page = visit_as(ann)
    page.goto(SHELF)
    field = page.locator("[id='c.cave-bear.ac']")
    field.fill("1400")
    field.press("Tab")
    expect(page.locator("tr.is-current .sheet__error")).to_contain_text("at most 99")
    page.get_by_role("button", name="Take it off the shelf").click()
    expect(page.locator(".errors")).to_contain_text("at most 99")
    expect(field).to_have_value("1400")
    field.fill("14")
    field.press("Tab")
    expect(page.locator(".sheet__error")).to_have_count(0)


def test_a_phone_without_scripts_saves_with_the_button(ann: Any, visit_as: Callable[..., Page]) -> None:
    put_on_the_shelf(ann)
    page = visit_as(ann, viewport=PHONE, java_script_enabled=False)
    page.goto(SHELF)
    page.locator("[id='c.cave-bear.hp']").fill("80")
    page.locator("#shelf-next").click()
    page.wait_for_url(re.compile("card=chain-golem"))
    page.locator("#shelf-photo").set_input_files([picture()])
    page.get_by_role("button", name="Save the photo").click()
    expect(page.locator("#shelf-picture")).to_be_visible()
    assert ShelfCard.objects.get(slug="chain-golem").photo_size > 0
    page.goto(f"{SHELF}?card=cave-bear")
    expect(page.locator("[id='c.cave-bear.hp']")).to_have_value("80")

"""A curators' evening: a table goes from its file to a release by two people, and back, with their clicks counted."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from catalog import permissions
from catalog.models import Changeset, Revision
from tests import factories

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MOST_CLICKS, MOST_CLICKS_BACK = 10, 3


class Curator:
    """A curator with a page, who counts the clicks."""

    def __init__(self, page: Page) -> None:
        self.page, self.clicks = page, 0

    def click(self, target: Locator) -> None:
        target.click()
        self.clicks += 1

    def button(self, name: str) -> None:
        self.click(self.page.get_by_role("main").get_by_role("button", name=name, exact=True))

    def link(self, name: str) -> None:
        self.click(self.page.get_by_role("main").get_by_role("link", name=name, exact=True).first)

    def reload(self) -> None:
        self.page.reload()
        self.clicks += 1

    def counted(self) -> int:
        """Return the number of clicks, and start again."""
        clicks, self.clicks = self.clicks, 0
        return clicks


def curator(visit_as: Callable[..., Page]) -> Curator:
    user: Any = factories.UserFactory()
    for role in (permissions.CURATOR, permissions.PUBLISHER):
        permissions.grant(user, role)
    return Curator(visit_as(user))


def rows(number: int) -> bytes:
    """Return a table of creatures: the first changes a published one, the others are new, two more have faults."""
    lines = ["Slug,Name,Class,Cost,Level", "ogre,Ogre,Hill Giant,31,4"]
    lines += [f",New {index},Hill Giant,{index},4" for index in range(1, number)]
    return "\n".join([*lines, ",Faulty,Hill Giant,a lot,4", ",Faulty too,Hill Giant,7,high"]).encode()


@pytest.mark.parametrize("number", [60, 198])
def test_a_table_goes_to_a_release_and_back_with_few_clicks(visit_as: Callable[..., Page], number: int) -> None:
    factories.publish_frame(factories.creature(slug="ogre", name="Ogre", cost=20, level=4))
    writer, reviewer = curator(visit_as), curator(visit_as)
    page = writer.page
    page.goto("/admin/catalog/tableimport/")
    writer.link("Import a table")
    page.get_by_label("What are its rows?").select_option("attack-wing/creature")
    page.get_by_label("File").set_input_files({"name": "wave-two.csv", "mimeType": "text/csv", "buffer": rows(number)})
    writer.button("Go on")
    page.get_by_label("Source", exact=True).fill("The cards of wave two")
    writer.button("Preview")
    page.get_by_label("Why").fill("Wave two")
    expect(page.get_by_text("a lot").first).to_be_visible()
    writer.button("Import the good rows")
    expect(page.get_by_text("2 rows stayed behind.")).to_be_visible()
    writer.link("Review these drafts in their changeset")
    expect(page.get_by_role("heading", name="Wave two", level=1)).to_be_visible()
    writer.button(f"Put all {number} up for review")
    expect(page.get_by_text(f"{number} drafts: put up for review.")).to_be_visible()
    assert writer.counted() <= MOST_CLICKS

    page = reviewer.page
    page.goto("/admin/")
    reviewer.link("Changesets that wait for your review: 1")
    reviewer.link("Wave two")
    reviewer.button(f"Approve all {number}")
    reviewer.link("Publish")
    reviewer.button("Publish now")
    expect(page.get_by_text("Published as release 2.")).to_be_visible()
    assert reviewer.counted() <= MOST_CLICKS
    assert Revision.objects.newest().get(slug="ogre").document["cost"] == 31

    writer.reload()
    writer.link("Take back")
    writer.page.get_by_label("Why").fill("The wrong table")
    writer.button("Take back")
    assert writer.counted() <= MOST_CLICKS_BACK
    page.goto(f"/admin/catalog/changeset/{Changeset.objects.latest('pk').pk}/change/")
    reviewer.button(f"Approve all {number}")
    reviewer.link("Publish")
    reviewer.button("Publish now")
    expect(page.get_by_text("Published as release 3.")).to_be_visible()
    assert reviewer.counted() <= MOST_CLICKS_BACK
    assert Revision.objects.newest().get(slug="ogre").document["cost"] == 20
    retired = [one for one in Revision.objects.newest().filter(kind="creature") if "retired" in one.document]
    assert len(retired) == number - 1


def test_typed_text_is_not_lost_without_asking(visit_as: Callable[..., Page]) -> None:
    factories.publish_frame()
    page = curator(visit_as).page
    page.goto("/admin/catalog/card/add/?of=attack-wing/creature")
    asks = "!window.dispatchEvent(new Event('beforeunload', { cancelable: true }))"
    assert not page.evaluate(asks)
    page.get_by_label("Name", exact=True).first.press_sequentially("Lantern")
    assert page.evaluate(asks)
    page.get_by_role("button", name="Save draft", exact=True).last.click()  # refused without a reason
    expect(page.get_by_label("Name", exact=True).first).to_have_value("Lantern")
    assert page.evaluate(asks)

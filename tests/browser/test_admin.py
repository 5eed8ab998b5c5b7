"""The curators' admin: accessible in light and dark mode, and on a phone.

axe-core checks a tenth of the pages, each in one of three looks; with `LONG=1`, as in `make long`, all of them in all
three (see `sampling`).
"""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import AbstractBaseUser
from django.urls import reverse
from playwright.sync_api import Page, expect

from catalog import permissions, publishing
from catalog.curation import contributions
from catalog.models import Changeset, Contribution, Draft, Record, UpcomingRelease
from catalog.publishing import upcoming_releases
from catalog.tables import table_import
from tests import factories
from tests.browser.conftest import PHONE
from tests.browser.page_checks import OPEN_ALL, by_axe_in
from tests.browser.sampling import Sample

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LOOKS = ((1280, "light"), (1280, "dark"), (390, "light"))
WIDEST = """[...document.querySelectorAll("body *")]
  .filter(one => one.getBoundingClientRect().right > innerWidth + 1)
  .map(one => `${one.tagName.toLowerCase()}.${one.className} ${Math.round(one.getBoundingClientRect().right)}`)
  .slice(0, 40).join("; ")"""
"""The elements that end beyond the window."""
CUT_PLACEHOLDERS = """() => {
  const pen = document.createElement("canvas").getContext("2d");
  const wider = (field) => {
    const style = getComputedStyle(field);
    pen.font = style.font;
    const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    return pen.measureText(field.placeholder).width > room + 1;
  };
  const fields = [...document.querySelectorAll("input[placeholder]")];
  return fields.filter((field) => field.checkVisibility() && field.placeholder.trim() && wider(field))
    .map((field) => field.name);
}"""
"""The names of the fields whose placeholder is cut."""
WOLVES = b"slug,name,cost\r\nwolf,Wolf,3\r\n,Bear,?\r\nowl,Owl,many\r\n"
OWL_LINE = 4


@pytest.fixture
def curator() -> AbstractBaseUser:
    """A curator and publisher with work of every kind waiting."""
    factories.publish_frame(
        factories.card_set(slug="wave", name="Wave One"),
        *(factories.creature(slug=slug, name=slug.capitalize(), set="wave", cost=20) for slug in "abcdef"),
        factories.creature(slug="wraith", name="Wraith", set="wave", cost=10, text="It fears the Old Giant."),
        factories.creature(slug="giant", name="Old Giant", set="wave", cost=None),
    )
    cora, ben, ann = (factories.UserFactory(username=name) for name in ("cora", "ben", "ann"))
    permissions.grant(cora, permissions.CURATOR)
    permissions.grant(cora, permissions.PUBLISHER)
    permissions.grant(ben, permissions.CURATOR)
    _draft("a", cora)
    _draft("b", ben, up=True)
    publishing.return_to_author(_draft("c", cora, up=True), by=ben, why="The card says 26.", expected=_state("c"))
    publishing.discard_draft(_draft("d", ben), by=ben)
    publishing.approve(_draft("e", ben, up=True), by=cora, expected=_state("e"))
    upcoming_releases.create_upcoming(by=cora, why="Errata")
    UpcomingRelease.objects.update(stopped={"en": "Something changed."})
    _offer(ann, "giant", mends=False, cost=38)
    one = _offer(ann, "wraith", mends=True, cost=11)
    contributions.decide(number=one.pk, seen=one.version, by=ben, keep=["cost"])
    table = table_import.start_upload(by=cora, game="attack-wing", kind="creature", name="cards.csv", size=len(WOLVES))
    table = table_import.receive_part(table, WOLVES, offset=0, by=cora)
    table_import.check(table, keys=table.meant, source={"source": "A sheet of paper", "checked": False}, by=cora)
    return cora


def _record(slug: str) -> Record:
    return Record.objects.get(game="attack-wing", slug=slug)


def _state(slug: str) -> str:
    return publishing.edit_token(_record(slug))


def _draft(slug: str, by: Any, *, up: bool = False) -> Record:
    """Draft another cost of a card, and submit it for review if requested."""
    record = _record(slug)
    document = {**record.revisions.newest().get().document, "cost": 25}
    factories.save_draft(document, by=by, why="Misread", source="The printed card")
    if up:
        publishing.submit_for_review(record, by=by, expected=_state(slug))
    return record


def _offer(by: Any, slug: str, *, mends: bool, **facts: Any) -> Contribution:
    origin = contributions.Origin(source="https://example.org/" + "a-long-path-" * 12, thank=True)
    return contributions.submit(by=by, game="attack-wing", slug=slug, facts=facts, mends=mends, origin=origin)


def pages() -> list[str]:
    """Return the addresses of a curator's admin pages."""

    def at(name: str, *args: Any) -> str:
        return reverse(f"admin:{name}", args=args)

    wraith, drafted = _record("wraith").pk, _record("b").revisions.drafts().get().pk
    offer = Contribution.objects.get(record__slug="giant").pk
    (disputed,) = contributions.open_disputes()
    changeset = Changeset.objects.filter(rows__in=Draft.objects.filter(since=None)).latest("pk")
    return [
        at("index"),
        at("catalog_card_changelist"),
        f"{at('catalog_card_changelist')}?q=wraith",
        f"{at('catalog_card_merge', wraith)}?double=giant",
        f"{at('catalog_card_add')}?of=attack-wing/creature&copy={wraith}",
        at("catalog_card_add"),
        f"{at('catalog_card_add')}?of=attack-wing/creature",
        at("catalog_card_change", wraith),
        at("catalog_card_change", _record("c").pk),
        at("catalog_card_history", _record("e").pk),
        at("catalog_card_confirming"),
        f"{at('catalog_card_confirming')}?game=attack-wing",
        at("catalog_card_confirm", wraith),
        at("catalog_card_remarks"),
        at("catalog_card_pictures", wraith),
        at("catalog_draft_changelist"),
        at("catalog_draft_review", drafted),
        at("catalog_draft_discarded"),
        at("catalog_contribution_changelist"),
        at("catalog_contribution_review", offer),
        at("catalog_contribution_rule", disputed.pk),
        at("catalog_changeset_changelist"),
        *(at(f"catalog_changeset_{page}", changeset.pk) for page in ("change", "sample", "publish")),
        at("catalog_changeset_revert", Changeset.objects.exclude(rows__since=None).earliest("pk").pk),
        at("catalog_upcomingrelease_changelist"),
        at("catalog_upcomingrelease_begin"),
        at("catalog_upcomingrelease_change", UpcomingRelease.objects.get().pk),
        at("catalog_tableimport_changelist"),
        at("catalog_tableimport_bring"),
        at("catalog_tableimport_change", table_import.TableImport.objects.get().pk),
        f"{at('catalog_tableimport_change', table_import.TableImport.objects.get().pk)}?line={OWL_LINE}",
        at("catalog_ruling_changelist"),
        f"{at('catalog_ruling_add')}?of=attack-wing/ruling",
    ]


def test_axe_finds_nothing_on_the_pages_at_which_curators_work(
    curator: AbstractBaseUser, visit_as: Callable[..., Page], sample: Sample
) -> None:
    page, wrong = visit_as(curator), []
    for address, looks in sample.pages(pages(), LOOKS):
        answer = page.goto(address)
        assert answer and answer.status == 200, address
        assert page.url.endswith(address), address
        page.evaluate(OPEN_ALL)
        wrong += [f"{address} {fault}" for fault in by_axe_in(looks, page, "all open")]
    assert "\n".join(wrong) == ""


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_field_for_an_unknown_fact_shows_its_whole_placeholder(
    curator: AbstractBaseUser, visit_as: Callable[..., Page], language: str
) -> None:
    page = visit_as(curator, extra_http_headers={"Accept-Language": language})
    page.goto(f"{reverse('admin:catalog_card_add')}?of=attack-wing/creature")
    assert page.locator("input[placeholder]").count() > 1
    assert page.evaluate(CUT_PLACEHOLDERS) == []


def test_no_page_is_wider_than_a_phone(curator: AbstractBaseUser, visit_as: Callable[..., Page]) -> None:
    source = {"source": "https://example.org/" + "a_long_path_" * 12, "checked": False}
    longer = {"weapons": [{"name": "Club", "melee": True, "arc": "forward", "range": 3}] * 3, "text": "Stomps. " * 40}
    document = publishing.current_revision(_record("f")).document
    factories.save_draft(
        {**document, **longer, "sources": {"": source, "/cost": source}}, by=curator, why="Misread " * 20
    )
    page, wide = visit_as(curator, viewport=PHONE), []
    for address in (*pages(), reverse("admin:catalog_card_change", args=[_record("f").pk])):
        page.goto(address)
        page.evaluate(OPEN_ALL)
        if (width := page.evaluate("document.documentElement.scrollWidth")) > PHONE["width"]:
            wide.append(f"{address}: {width} px; {page.evaluate(WIDEST)}")
    assert "\n".join(wide) == ""


@pytest.mark.parametrize("width", [390, 1280])
def test_a_curator_corrects_cells_and_takes_the_rows_that_stay_behind(
    curator: AbstractBaseUser, visit_as: Callable[..., Page], width: int
) -> None:
    page = visit_as(curator)
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(reverse("admin:catalog_tableimport_change", args=[table_import.TableImport.objects.get().pk]))
    page.get_by_label("C4 (cost)").fill("some")
    page.keyboard.press("Enter")
    expect(page.get_by_text("In the file: “many”")).to_be_visible()
    expect(page.get_by_label("C4 (cost)")).to_have_accessible_description(
        "“some”: Write a whole number, or ? if it is not known."
    )
    assert page.evaluate("document.documentElement.scrollWidth") == width
    page.get_by_label("Why").fill("A sheet")
    page.get_by_role("button", name="Import the good rows").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="CSV").click()
    assert "owl,Owl,some," in download.value.path().read_text("utf-8-sig")
    assert page.evaluate("document.documentElement.scrollWidth") == width

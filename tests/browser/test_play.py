"""Questions of play in the browser: an attack in three taps, dice tapped live, and all of it without scripts."""

from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import PHONE
from tests.browser.error_watch import ErrorWatch
from tests.browser.page_addresses import play_states
from tests.browser.page_checks import LOOKS, errors
from tests.browser.populated_site import PopulatedSite
from tests.browser.sampling import Sample

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

ATTACK = "/play/attack-wing/attack/"


def test_attacker_defender_and_range_are_enough_and_dice_are_tapped_live(page: Page) -> None:
    page.goto(ATTACK)
    page.locator("summary", has_text="More of the defender").click()
    page.fill("#id_attacker", "Wraith")
    page.fill("#id_defender", "Balagos")
    page.locator("label:has(input[name=measured_range][value='1'])").click()
    expect(page.locator("#answer")).to_contain_text("Touch rolls 2 attack dice.")
    expect(page.locator("#id_defender_damage")).to_be_visible()  # unfolded parts stay open
    page.locator("button[value='rolled_attack.hit']").click()
    expect(page.locator("#faces-rolled_attack .faces__die")).to_have_text(["Hit"])
    page.locator("button[value='rolled_attack.critical']").click()
    expect(page.locator("#faces-rolled_attack .faces__die")).to_have_text(["Hit", "Critical"])
    expect(page.locator("button[value='rolled_attack.back']")).to_be_focused()  # both dice have been rolled
    assert page.url.endswith("?attacker=Wraith&defender=Balagos&measured_range=1&rolled_attack=hit.critical")


def test_resolve_leads_to_the_answer_on_a_phone_and_a_tap_on_a_face_stays_where_it_is(page: Page) -> None:
    page.set_viewport_size(PHONE)
    page.goto(f"{ATTACK}?attacker=Wraith&defender=Balagos&measured_range=1")
    page.locator("button.button--main", has_text="Resolve").click()
    expect(page.locator("#answer-title")).to_be_in_viewport()
    tap = page.locator("button[value='rolled_attack.hit']")
    tap.click()
    expect(page.locator("#faces-rolled_attack .faces__die")).to_have_text(["Hit"])
    expect(tap).to_be_in_viewport()
    expect(page.locator("#faces-rolled_attack .faces__answer")).to_be_in_viewport()


class Taps:
    """A counter of taps on a page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.number = 0

    def on(self, selector: str) -> None:
        """Tap the element of a selector."""
        self.page.locator(selector).first.click()
        self.number += 1


MAX_CONTROLS = 25
SHOWN = "#situation :is(input, select, textarea, button, summary, a.button):visible:not(.play__reference > summary)"
"""The visible controls of the form. The texts of the book next to the steps are not among them."""


@pytest.mark.parametrize("enemy", ["own list", "a shared list"])
def test_from_an_empty_page_an_attack_is_three_taps_on_a_phone_with_at_most_25_controls(
    house: PopulatedSite, visit_as: Callable[..., Page], watch: ErrorWatch, enemy: str
) -> None:
    page = visit_as(house.keeper)
    page.set_viewport_size(PHONE)
    theirs = f"&other_list=/s/{house.words['key']}/" if enemy == "a shared list" else ""
    page.goto(f"{ATTACK}?list={house.lists['attack-wing'].pk}{theirs}")
    taps, shown = Taps(page), [page.locator(SHOWN).count()]
    for side in ("attacker", "defender"):
        taps.on(f".play__names button[name=take][value*='field={side}']")
        expect(page.locator(f"#id_{side}")).not_to_have_value("")
        shown.append(page.locator(SHOWN).count())
    taps.on("label:has(input[name=measured_range][value='1'])")
    expect(page.locator("#answer .play__steps")).to_contain_text("attack dice")
    shown.append(page.locator(SHOWN).count())
    page.locator("button[value='rolled_attack.hit']").click()
    expect(page.locator("#faces-rolled_attack .faces__die")).to_have_text(["Hit"])
    shown.append(page.locator(SHOWN).count())
    assert taps.number == 3
    assert max(shown) <= MAX_CONTROLS, shown


VISIBLE_CONTROLS = """() => [...document.querySelectorAll(
    '#situation :is(input:not([type=hidden]), select, textarea, button, summary, a.button, .dials)'
)].filter(one => one.checkVisibility()).length"""


@pytest.mark.parametrize("scripts", [True, False])
def test_the_maneuver_of_a_creature_of_a_list_is_answered_by_three_taps(
    house: PopulatedSite, visit_as: Callable[..., Page], scripts: bool
) -> None:
    page = visit_as(house.keeper, java_script_enabled=scripts)
    page.set_viewport_size(PHONE)
    page.goto(f"/play/attack-wing/maneuver/?list={house.lists['attack-wing'].pk}")
    taps, controls = Taps(page), [page.evaluate(VISIBLE_CONTROLS)]
    taps.on(".play__names button[name=take]")
    expect(page.locator(".dials .dial__maneuver").first).to_be_in_viewport()
    controls.append(page.evaluate(VISIBLE_CONTROLS))
    taps.on(".dial__maneuver.dial--white")
    expect(page.locator("#answer .play__steps")).to_contain_text("(white)")
    controls.append(page.evaluate(VISIBLE_CONTROLS))
    page.locator("#id_action").select_option("pass")
    if not scripts:
        page.locator("#situation .button--main").click()
    expect(page.locator("#answer .play__steps")).to_contain_text("pass")
    controls.append(page.evaluate(VISIBLE_CONTROLS))
    assert taps.number <= 3 and max(controls) <= 25, controls


@pytest.mark.parametrize("scripts", [True, False])
def test_dice_are_counted_by_eight_taps_each_where_the_answer_needs_them(
    visit: Callable[..., Page], scripts: bool
) -> None:
    page = visit(java_script_enabled=scripts, viewport=PHONE)
    on_the_ground = "attacker_play_level=ground&defender_play_level=ground"
    page.goto(f"{ATTACK}?attacker=Maurghoros&defender=Wraith&measured_range=1&{on_the_ground}")
    page.locator("#asked-dice > summary").click()
    page.locator("#die-attack-hit").click()
    face = page.locator("#die-attack-1")
    expect(face).to_have_accessible_name("Face 1: Hit")
    for word in ("Critical", "Concentrate", "Blank", "Hit"):
        face.focus()
        page.keyboard.press("Enter")
        expect(face).to_have_accessible_name(f"Face 1: {word}")
        if scripts:
            expect(face).to_be_focused()
    for wanted in ("hit", "hit", "critical", "concentrate", "concentrate", "blank", "blank"):
        page.locator(f"#die-attack-{wanted}").click()
    for wanted in ("dodge", "dodge", "dodge", "concentrate", "concentrate", "blank", "blank", "blank"):
        page.locator(f"#die-defense-{wanted}").click()
    expect(page.locator("#answer")).to_contain_text("damage on average")
    expect(page.locator("#answer .die")).to_have_count(0)
    page.goto("/odds/attack-wing/?red=3&green=2")
    expect(page.locator("#odds")).to_contain_text("damage on average")


@pytest.mark.parametrize("scripts", [True, False])
def test_a_saved_list_is_taken_to_the_table_and_its_creature_attacks_by_five_taps(
    house: PopulatedSite, visit_as: Callable[..., Page], scripts: bool
) -> None:
    page = visit_as(house.keeper, java_script_enabled=scripts)
    page.set_viewport_size(PHONE)
    page.goto("/legions/")
    taps = Taps(page)
    taps.on(f"a[href='/legions/{house.lists['attack-wing'].pk}/play/']")
    expect(page.get_by_role("heading", level=1)).to_have_text(house.lists["attack-wing"].name)
    taps.on("#referee a[href*='/attack/']")
    taps.on(".play__names button[name=take]")
    expect(page.locator("#id_defender")).not_to_have_value("")
    taps.on("label:has(input[name=measured_range][value='1'])")
    if not scripts:
        taps.on("#situation .button--main")
    expect(page.locator("#answer .play__steps")).to_contain_text("attack dice")
    assert taps.number == (4 if scripts else 5)


def test_the_referee_works_on_a_phone_without_scripts(visit: Callable[..., Page]) -> None:
    page = visit(java_script_enabled=False, viewport=PHONE)
    page.goto(ATTACK)
    page.fill("#id_attacker", "Wraith")
    page.fill("#id_defender", "Balagos")
    page.locator("label:has(input[name=measured_range][value='1'])").click()
    page.get_by_role("button", name="Resolve").first.click()
    expect(page.locator("#answer")).to_contain_text("Touch rolls 2 attack dice.")
    page.locator("button[value='rolled_attack.hit']").click()
    expect(page.locator("#faces-rolled_attack .faces__die")).to_have_text(["Hit"])
    page.reload()
    expect(page.locator("#faces-rolled_attack .faces__die")).to_have_text(["Hit"])


def test_a_tap_is_not_lost_if_an_answer_comes_while_the_finger_is_down(page: Page) -> None:
    page.set_viewport_size({**PHONE, "height": 4000})  # without scrolling, nothing is kept in place by the browser
    page.goto(f"{ATTACK}?attacker=Wraith&defender=Balagos")
    page.locator("summary", has_text="More of the defender").click()
    held: list[Route] = []
    page.route("**/attack/?*", lambda route: held.append(route), times=1)
    with page.expect_request("**/attack/?*measured_range=1*"):
        page.locator("label:has(input[name=measured_range][value='1'])").click()
    tick = page.locator("#id_defender_swooping")
    tick.hover()
    page.mouse.down()
    with page.expect_response("**/attack/?*measured_range=1*"):
        held[0].continue_()
    page.mouse.up()
    expect(tick).to_be_checked()
    expect(page.locator("#answer")).to_contain_text("Touch rolls 2 attack dice.")


@pytest.mark.parametrize("scripts", [True, False])
def test_a_number_that_is_not_allowed_is_refused_at_its_field(
    visit: Callable[..., Page], watch: ErrorWatch, scripts: bool
) -> None:
    page = visit(java_script_enabled=scripts, viewport=PHONE)
    page.goto("/play/dungeon-command/take-damage/")
    for typed in ("7", "9999", "-"):
        if typed == "-" and not scripts:
            continue  # a browser sends nothing for it
        page.locator("#id_damage").fill("")
        page.locator("#id_damage").press_sequentially(typed)
        page.keyboard.press("Enter")
        error = page.locator(".field:has(#id_damage) .field__error")
        expect(error).to_have_text("Write a multiple of 10 up to 990: 0, 10, 20 and so on.")
        expect(error).to_be_visible()
        if not scripts:
            watch.take()  # the refusal
        page.locator("#id_damage").fill("20")
        page.keyboard.press("Enter")
        expect(error).to_have_count(0)


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_page_of_play_is_sound_in_all_looks(
    house: PopulatedSite,
    visit_as: Callable[..., Page],
    watch: ErrorWatch,
    sample: Sample,
    live_server: Any,
    language: str,
) -> None:
    page, wrong, spoken = visit_as(), [], set()
    page.context.add_cookies([{"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": live_server.url}])
    for address, looks in sample.pages(play_states(), LOOKS):
        answer = page.goto(address)
        assert answer and answer.status in (200, 400), address
        if answer.status == 400:
            watch.take()  # the refusal
        spoken.add(page.locator("html").get_attribute("lang"))
        wrong += errors(page, address, watch, looks)
    assert "\n".join(wrong) == ""
    assert spoken == {language}

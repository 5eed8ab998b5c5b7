"""The table of cards: keys that match mouse actions, three densities, the side panel, and a phone."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.builder_driver import ADDRESS, BuilderDriver

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_list_is_built_and_cleared_only_by_keyboard(page, table):
    page.keyboard.press("/")
    expect(table.search).to_be_focused()
    page.keyboard.type("maurghoros")
    page.keyboard.press("Enter")
    expect(table.creature("Maurghoros")).to_be_visible()
    expect(table.search).to_be_focused()
    expect(table.search).to_have_value("")
    page.keyboard.type("wraith")
    page.keyboard.press("Enter")
    expect(table.creatures).to_have_count(2)

    page.locator("#name-0 a").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#name-1 a")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#slot-1-0")).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Delete")
    expect(table.creatures).to_have_count(1)
    expect(table.status).to_contain_text("Wraith removed.")
    expect(page.locator("#name-0 a")).to_be_focused()


def test_enter_adds_what_fits_and_what_does_not_only_when_it_is_pressed_again(page, table):
    table.lay_out("Maurghoros")
    table.search.fill("scales")
    table.search.press("Enter")
    expect(table.status).to_contain_text("Scales of Tiamat added to Maurghoros.")

    table.search.fill("bahamut scales")
    table.search.press("Enter")
    expect(table.status).to_have_text("None of these cards fits. Enter again adds the first one anyway.")
    expect(page.locator("#none-fits")).to_be_visible()
    expect(page.get_by_role("button", name="Add anyway Scales of Bahamut")).to_be_focused()
    expect(table.creature("Maurghoros")).not_to_contain_text("Scales of Bahamut")
    page.keyboard.press("Enter")
    expect(table.status).to_contain_text("Scales of Bahamut added to Maurghoros.")


def test_a_misspelled_name_is_corrected_and_its_card_added_only_by_keyboard(page, table):
    table.search.fill("wrath")
    table.search.press("Enter")
    expect(table.status).to_contain_text("No cards match “wrath”. Did you mean Wraith?")
    expect(page.locator("#none-found").get_by_role("link", name="Wraith")).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(table.search).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(table.search).to_have_value("Wraith")
    expect(table.search).to_be_focused()
    expect(page.get_by_role("button", name="Add Wraith")).to_be_visible()
    page.keyboard.press("Enter")
    expect(table.status).to_contain_text("Wraith added.")


def test_enter_adds_no_other_card_than_the_one_of_that_very_name(page, table):
    table.lay_out("Maurghoros")
    page.locator("#limits > summary").click()
    page.locator("#limit-60").click()
    table.says("60 of 60 points", "Legal")
    table.search.fill("fly")
    table.search.press("Enter")
    expect(page.locator("#c-fly")).to_be_focused()
    expect(table.creature("Maurghoros")).not_to_contain_text("Fly")
    page.keyboard.press("Enter")
    expect(table.status).to_contain_text("Fly added to Maurghoros.")


def test_a_slash_in_an_empty_search_is_not_typed(page, table):
    table.search.focus()
    page.keyboard.press("/")
    page.keyboard.type("wraith")
    expect(table.search).to_have_value("wraith")


def test_enter_adds_nothing_when_a_word_of_the_query_is_not_understood(page, table):
    table.search.fill("bogus:3")
    table.search.press("Enter")
    expect(page.locator("#candidate-list-errors")).to_contain_text("No card has “bogus”.")
    table.search.press("Enter")
    expect(table.search).to_have_value("bogus:3")
    expect(table.creatures).to_have_count(0)


def test_enter_in_an_empty_search_adds_nothing(page, table):
    page.keyboard.press("/")
    page.keyboard.press("Enter")
    table.search.fill("maurghoros")
    table.search.press("Enter")
    expect(table.status).to_contain_text("Maurghoros added.")
    table.search.press("Enter")
    expect(table.search).to_be_focused()
    table.search.fill("wraith")
    table.search.press("Enter")
    expect(table.status).to_contain_text("Wraith added.")
    expect(table.creatures).to_have_count(2)


def test_enter_in_an_empty_search_takes_no_commanders_place(page):
    table = BuilderDriver(page).open("/build/dungeon-command/")
    page.locator("#ready-sting-of-lolth").click()
    expect(table.seal).to_have_text("Legal")
    commander = page.locator("#deck-commander + ol .deck__name")
    before = commander.inner_text()
    page.locator("#add-commander").press("Enter")
    expect(page).to_have_url(re.compile("shelf=commander"))
    expect(table.search).to_be_focused()
    table.search.press("Enter")
    page.get_by_role("heading", level=1).click()
    page.get_by_label("Name", exact=True).fill("What comes after it")  # and is answered after it
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("What comes after it")
    expect(commander).to_have_text(before)


def test_after_asking_what_would_make_a_card_fit_the_focus_is_on_the_answer(page, table):
    table.lay_out("Maurghoros")
    row = table.found("Scales of Bahamut")
    row.get_by_role("link", name="What would make it fit?").press("Enter")
    expect(row.locator(".candidate__suggestion").first).to_be_visible()
    expect(row.locator(".candidate__suggestions")).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(table.search).to_be_focused()


def test_an_arrow_leads_from_the_place_for_one_more_card_back_to_the_last(page, table):
    table.lay_out("Maurghoros")
    table.lay_out("Wraith")
    for arrow in ("ArrowLeft", "ArrowUp"):
        table.to_creatures()
        expect(table.search).to_be_focused()
        page.keyboard.press("Escape")
        expect(page.locator("#add-creature")).to_be_focused()
        page.keyboard.press(arrow)
        expect(page.locator("#name-1 a")).to_be_focused()


def test_escape_closes_the_points_breakdown_and_stays_at_it(page, table):
    table.lay_out("Wraith")
    table.show_findings()
    body = table.strip.locator(".strip__body")
    expect(body).to_be_visible()
    table.search.press("Escape")  # Escape leads back to the table
    expect(body).to_be_visible()
    table.strip.locator("#strip-more > summary").focus()
    page.keyboard.press("Escape")
    expect(body).not_to_be_visible()
    expect(table.strip.locator("#strip-more > summary")).to_be_focused()


def test_an_upgrade_is_taken_off_by_key_and_the_place_says_so(page, table):
    table.lay_out("Maurghoros")
    table.equip("Maurghoros", "Arcane", "Fireball")
    table.carried("Maurghoros", "Fireball").get_by_role("link").focus()
    page.keyboard.press("Delete")
    expect(table.carried("Maurghoros", "Fireball")).to_have_count(0)
    expect(table.status).to_contain_text("Fireball taken from Maurghoros.")


def test_a_question_mark_lists_the_keys_except_while_typing(page, table):
    table.search.fill("")
    table.search.press_sequentially("a?/")
    expect(table.search).to_have_value("a?/")
    expect(page.locator("#keys")).not_to_be_visible()
    page.get_by_role("heading", level=1).focus()
    page.keyboard.press("?")
    expect(page.locator("#keys .keys__list")).to_be_visible()


def test_the_list_of_keys_is_fully_visible(page, table):
    table.lay_out("Wraith")  # the menu of a saved list is longer than the window
    page.get_by_role("heading", level=1).focus()
    page.keyboard.press("?")
    menu = page.locator("#panel-more > .panel__body").bounding_box()
    for part in (page.locator("#keys > summary"), page.locator("#keys .keys__list > div").last):
        box = part.bounding_box()
        assert menu["x"] < box["x"] < box["x"] + box["width"] < menu["x"] + menu["width"]
        assert menu["y"] < box["y"] < box["y"] + box["height"] < menu["y"] + menu["height"]


def test_the_density_of_the_table_is_remembered(page, table):
    table.lay_out("Wraith")
    face = page.locator(".pick__face").first
    expect(face).to_be_visible()
    with page.expect_response(re.compile("/density/")):
        page.get_by_role("button", name="Rows", exact=True).click()
    expect(face).not_to_be_visible()
    expect(page.locator(".pick .stats").first).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="Rows", exact=True)).to_have_attribute("aria-pressed", "true")
    expect(face).not_to_be_visible()


def test_cards_and_rules_open_next_to_the_table(page, table):
    table.lay_out("Wraith")
    address = page.url
    page.locator(".pick__face").first.click()
    beside = page.get_by_role("complementary", name="Wraith")
    expect(beside).to_be_visible()
    expect(beside).to_contain_text("Incorporeal")
    assert page.url == address
    expect(beside.get_by_role("heading", name="Similar cards")).to_be_attached()
    beside.locator(".card-stage").click(trial=True)  # nothing on the card's page covers its face
    page.keyboard.press("Escape")
    expect(beside).not_to_be_visible()
    expect(table.creature("Wraith")).to_be_visible()


def test_the_odds_next_to_the_table_follow_the_choices_there(page, table):
    table.lay_out("Wraith")
    page.get_by_role("link", name="Odds of Touch").click()
    beside = page.locator("#beside")
    expect(beside.get_by_role("heading", name="Odds of Touch", level=2)).to_be_visible()
    against = beside.get_by_label("Against", exact=True)
    expect(beside.get_by_label("Attack dice", exact=True)).to_have_value("2")
    against.focus()
    against.select_option(label="Gallowglass")
    expect(beside.get_by_role("heading", name="Touch against Gallowglass", level=2)).to_be_visible()
    expect(beside.get_by_label("Defense dice", exact=True)).to_have_value("1")
    expect(against).to_be_focused()
    expect(page).to_have_url(re.compile("/legions/"))


def test_the_name_is_edited_in_place(page, table):
    table.lay_out("Wraith")
    page.get_by_role("heading", level=1).click()
    expect(page.get_by_label("Name", exact=True)).to_be_focused()
    page.keyboard.type("Bones and embers")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Bones and embers")
    expect(page.get_by_label("Name", exact=True)).not_to_be_visible()


def test_on_a_phone_the_first_card_is_on_the_first_screen_under_one_row_of_navigation(phone):
    table = BuilderDriver(phone).open(f"{ADDRESS}?card=maurghoros")
    bar, card = phone.locator("#bar").bounding_box(), phone.locator(".pick__face").first.bounding_box()
    strip = table.strip.bounding_box()
    assert bar["height"] <= 56
    assert bar["y"] <= 58
    assert card["y"] + card["height"] <= strip["y"]
    phone.locator("#name").evaluate("(field) => { field.value = 'A name that is longer than a phone is wide' }")
    phone.locator("#name").evaluate("(field) => field.form.requestSubmit(document.getElementById('rename'))")
    expect(phone.locator("#undo")).to_be_visible()
    assert phone.locator("#bar").bounding_box()["height"] <= 56


def test_on_a_phone_undo_and_redo_leave_the_drawer_closed(phone):
    table = BuilderDriver(phone).open(f"{ADDRESS}?card=maurghoros")
    drawer = phone.locator("#candidate-list")
    phone.locator(".slot--open .slot__place").first.click()
    expect(drawer).to_have_attribute("open", "")
    phone.locator("#candidate-list .candidate:not(.candidate--unfit) > .button").first.click()
    expect(table.status).to_contain_text("added to Maurghoros")
    phone.evaluate("document.getElementById('candidate-list').open = false")
    for way, said in (("undo", "Undone: "), ("redo", "Done again: ")):
        phone.locator(f"#{way}").click()
        expect(table.status).to_contain_text(said)
        expect(drawer).not_to_have_attribute("open", "")


def test_on_a_phone_the_drawer_opens_at_any_scroll_position(phone):
    BuilderDriver(phone).open(f"{ADDRESS}?card=maurghoros")
    add, drawer = phone.locator("#strip-add"), phone.locator("#candidate-list")
    phone.locator("#add-creature").scroll_into_view_if_needed()
    expect(add).to_be_in_viewport(ratio=1)
    add.click()
    expect(drawer).to_have_attribute("open", "")
    expect(phone.locator("#candidate-list-title")).to_be_in_viewport()
    expect(add).to_be_hidden()


def test_the_header_is_one_row_of_at_most_56_pixels(page, table):
    table.lay_out("Maurghoros")
    assert page.locator("#bar").bounding_box()["height"] <= 56
    assert page.locator(".pick__face").first.bounding_box()["y"] < 160


def test_the_candidate_list_reaches_the_strip_and_covers_nothing_at_any_scroll_position(page, table):
    table.lay_out("Maurghoros")
    there = "([x, y]) => document.elementFromPoint(x, y).closest('#candidate-list, #strip, footer, #bar')?.id"
    for top in (0, 30, 57, 200, 9999):
        page.evaluate("(top) => window.scrollTo(0, top)", top)
        drawer, strip = table.candidate_list.bounding_box(), table.strip.bounding_box()
        x = drawer["x"] + drawer["width"] / 2
        assert page.evaluate(there, [x, strip["y"] - 2]) == "candidate-list"
        assert page.evaluate(there, [x, strip["y"] + 2]) == "strip"
        expect(table.search).to_be_in_viewport(ratio=1)
    footer = page.locator("footer").bounding_box()
    assert page.evaluate(there, [x, footer["y"] + 20]) == ""


def test_text_in_a_closed_fold_survives_a_change(page, table):
    table.lay_out("Wraith")
    fold = page.locator("#owned-cards > summary")
    fold.click()
    page.locator("#card-name").fill("Maurghoros")
    fold.click()
    page.get_by_role("button", name="One Wraith more").click()
    expect(table.status).to_contain_text("Wraith: 2 of them.")
    fold.click()
    expect(page.locator("#card-name")).to_have_value("Maurghoros")


def test_places_glow_for_a_card_that_may_go_there(page, table):
    table.lay_out("Maurghoros")
    table.search.fill("scales of tiamat")
    found = page.locator("#candidate-list-errors")
    expect(found).to_have_attribute("data-found-for", "scales of tiamat")  # no row moves under the pointer any more
    table.candidate("Scales of Tiamat").hover()
    expect(page.locator(".slot--glow")).to_have_count(5)
    expect(page.locator("#preview")).to_be_visible()
    page.evaluate("document.dispatchEvent(new Event('scroll'))")  # a real one brings another card under the pointer
    expect(page.locator("#preview")).to_be_hidden()


DISCLOSURES = """() => [...document.querySelectorAll("summary")]
  .filter((summary) => !summary.matches(".button, .icon-button, .link"))
  .filter((summary) => getComputedStyle(summary).display !== "none")
  .map((summary) => {
    const points = () => {
      const drawn = getComputedStyle(summary, "::before");
      if (drawn.content === "none") return "nowhere";
      const { a, b, c, d } = new DOMMatrix(drawn.transform), tip = { x: a + c, y: b + d };
      return Math.abs(tip.x) > Math.abs(tip.y) ? "right" : tip.y > 0 ? "down" : "up";
    };
    const details = summary.parentElement, was = details.open;
    const said = [false, true].map((open) => { details.open = open; return points(); });
    details.open = was;
    return [details.id || details.className, ...said, getComputedStyle(summary).listStyleType];
  })"""


@pytest.mark.parametrize("width", [390, 1440])
def test_each_disclosure_has_the_one_chevron_that_turns_down_once_it_is_open(visit, width):
    page = visit(viewport={"width": width, "height": 844}, reduced_motion="reduce")
    BuilderDriver(page).open(f"{ADDRESS}?card=maurghoros")
    found = {name: drawn for name, *drawn in page.evaluate(DISCLOSURES)}
    of_the_table = found.pop("candidate-list")  # not collapsible next to the table
    assert of_the_table[:2] == (["right", "down"] if width < 1024 else ["nowhere", "nowhere"])
    assert found.pop("limits") == ["down", "up", "none"]  # a menu, which opens over the content below it
    assert found.keys() >= {"strip-more", "panel-import", "owned-cards", "plots"}
    for address in ("/cards/attack-wing/", "/shared/", "/rules/attack-wing/", "/play/attack-wing/attack/"):
        page.goto(address)
        found |= {f"{address} {name}": drawn for name, *drawn in page.evaluate(DISCLOSURES)}
    assert {name: drawn for name, drawn in found.items() if drawn != ["right", "down", "none"]} == {}

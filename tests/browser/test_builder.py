"""The builder in use: the effect of each click, undo, and two people at one table."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.builder_driver import BuilderDriver

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_changes_are_undone_and_redone_by_button_and_by_key(page, table):
    table.lay_out("Wraith")
    table.lay_out("Maurghoros")
    table.says("85 of 120 points, 35 left", "Legal")

    page.get_by_role("button", name=re.compile("^Undo: Maurghoros added")).click()
    table.says("25 of 120 points, 95 left", "Legal")
    expect(table.creatures).to_have_count(1)
    page.get_by_role("button", name="Redo").click()
    table.says("85 of 120 points, 35 left", "Legal")

    page.get_by_role("heading", level=1).focus()
    page.keyboard.press("Control+z")
    expect(table.creatures).to_have_count(1)
    page.keyboard.press("Control+Shift+z")
    expect(table.creatures).to_have_count(2)


def test_undo_by_key_works_in_the_emptied_search_and_leaves_typed_words_to_the_browser(page, table):
    page.keyboard.press("/")
    for name in ("Wraith", "Maurghoros"):
        table.search.fill(name)
        page.keyboard.press("Enter")
        expect(table.creature(name)).to_be_visible()
    expect(table.search).to_be_focused()
    expect(table.search).to_have_value("")
    page.keyboard.press("Control+z")
    expect(table.creatures).to_have_count(1)
    page.keyboard.press("Control+Shift+z")
    expect(table.creatures).to_have_count(2)
    expect(table.search).to_have_value("")
    page.keyboard.type("wra")
    page.keyboard.press("Control+z")
    expect(table.search).not_to_have_value("wra")
    expect(table.creatures).to_have_count(2)


def test_the_title_of_the_tab_follows_the_list(page, table):
    expect(page).to_have_title(re.compile("^Build a "))
    table.lay_out("Wraith")
    expect(page).not_to_have_title(re.compile("^Build a "))
    expect(page).to_have_title(re.compile(re.escape(page.locator("#legion-name").inner_text())))


def test_the_details_of_the_strip_stay_next_to_the_verdict_without_a_button(page, table):
    table.lay_out("Wraith")
    page.locator("#complete").evaluate("(link) => link.remove()")
    seal, details = table.seal.bounding_box(), page.locator("#strip-more").bounding_box()
    assert details["x"] > seal["x"] + seal["width"]
    assert details["y"] < seal["y"] + seal["height"]


@pytest.mark.parametrize("wide", [390, 1440])
def test_nothing_in_the_strip_moves_when_its_details_open(page, table, wide):
    page.set_viewport_size({"width": wide, "height": 844})
    table.lay_out("Wraith")
    parts = [
        table.seal,
        page.locator("#strip .points"),
        page.locator("#complete"),
        page.locator("#strip-more > summary"),
    ]
    before = [part.bounding_box() for part in parts]
    page.locator("#strip-more > summary").click()
    details = page.locator(".strip__body")
    expect(details).to_contain_text("Wraith")
    assert [part.bounding_box() for part in parts] == before
    box = details.bounding_box()
    assert box["y"] + box["height"] <= page.locator("#strip").bounding_box()["y"] + 1
    assert (box["x"], box["width"]) == (0, wide)


COVERED = """(toast) => {
    const box = toast.getBoundingClientRect();
    const controls = document.querySelectorAll("main :is(input, select, textarea, button, summary, a[href])");
    return [...controls].filter((control) => {
        const own = control.getBoundingClientRect();
        const apart = own.right <= box.left || own.left >= box.right || own.bottom <= box.top || own.top >= box.bottom;
        return !toast.contains(control) && control.checkVisibility() && !apart;
    }).map((control) => control.outerHTML.slice(0, 80));
}"""


@pytest.mark.parametrize("wide", [390, 1440])
def test_the_message_about_a_removed_card_covers_no_control(page, table, wide):
    page.goto("/build/dnd-miniatures-2003/")
    table.lay_out("Cleric of Order")
    table.lay_out("Hound Archon")
    page.set_viewport_size({"width": wide, "height": 844})
    page.goto(page.url.partition("?")[0])  # without a chosen place: on a phone, cards to add lie over the table
    page.get_by_role("button", name=re.compile("Remove .*Hound Archon|Hound Archon.*[Rr]emove")).first.click()
    toast = page.locator("#strip > .undo")
    expect(toast).to_contain_text("Hound Archon")
    page.evaluate("window.scrollTo(0, document.body.scrollHeight)")
    assert toast.evaluate(COVERED) == []
    box, strip = toast.bounding_box(), table.strip.bounding_box()
    assert strip["y"] <= box["y"] and box["y"] + box["height"] <= strip["y"] + strip["height"]


def test_the_key_for_the_search_is_shown_only_with_a_keyboard(page, table, phone):
    table.lay_out("Wraith")
    expect(page.locator("#add-creature kbd")).to_be_visible()
    BuilderDriver(phone).open().lay_out("Wraith")
    expect(phone.locator("#add-creature kbd")).to_have_count(1)
    expect(phone.locator("#add-creature kbd")).not_to_be_visible()


def test_every_house_rule_has_its_text_below_its_name(page, table):
    table.open()
    table.show_terms()
    choices = page.locator(".house-rules__list li")
    assert choices.count() > 1
    for choice in choices.all():
        name, text = choice.locator("button").bounding_box(), choice.locator("p").bounding_box()
        assert text["y"] >= name["y"] + name["height"]
        assert abs(text["x"] - name["x"]) < 2


def test_notes_on_a_card_do_not_cover_its_face(page, table):
    table.lay_out("Maurghoros")
    table.lay_out("Maurghoros")
    expect(page.locator(".pinned").first).to_be_visible()
    covered = """(note) => note.closest(".pick").querySelector(".pick__face").getBoundingClientRect().bottom
        - note.getBoundingClientRect().top"""
    assert page.locator(".pinned").first.evaluate(covered) <= 0


def test_each_way_to_start_has_its_button_right_below_its_text(page, table):
    table.open()
    button = page.locator("#import-list")
    above = button.locator("xpath=ancestor::li/p[1]").bounding_box()
    assert button.bounding_box()["y"] - above["y"] - above["height"] < 40


def test_a_removed_card_can_be_restored(page, table):
    table.lay_out("Maurghoros")
    table.equip("Maurghoros", "Arcane", "Fireball")
    page.get_by_role("button", name="Remove Maurghoros").click()
    expect(table.creatures).to_have_count(0)
    page.locator("#undo-last").click()
    expect(table.carried("Maurghoros", "Fireball")).to_be_visible()
    table.says("63 of 120 points, 57 left", "Legal")


def test_after_an_undo_by_keyboard_the_focus_is_on_undo_or_redo(page, table):
    table.lay_out("Maurghoros")
    table.lay_out("Wraith")
    page.get_by_role("button", name="Remove Wraith").press("Enter")
    page.locator("#undo-last").press("Enter")
    expect(table.creatures).to_have_count(2)
    expect(page.locator("#undo")).to_be_focused()
    page.keyboard.press("Enter")
    expect(table.creatures).to_have_count(1)
    expect(page.locator("#undo")).to_be_focused()


def test_the_last_step_undone_leads_to_redo_and_the_last_one_done_again_to_undo(page, table):
    table.lay_out("Maurghoros")
    undo, redo = page.locator("#undo"), page.locator("#redo")
    undo.press("Enter")
    expect(undo).to_be_disabled()
    expect(redo).to_be_focused()
    page.keyboard.press("Enter")
    expect(redo).to_be_disabled()
    expect(undo).to_be_focused()


def test_every_change_is_announced_to_screen_readers(page, table):
    expect(table.status).to_have_attribute("aria-live", "polite")
    table.lay_out("Wraith")
    expect(table.status).to_contain_text("Wraith added.")
    expect(table.status).to_contain_text("25 of 120 points")
    expect(table.status).to_contain_text(re.compile("legal", re.IGNORECASE))
    page.get_by_role("button", name="One Wraith more").click()
    expect(table.status).to_contain_text("50 of 120 points")
    page.get_by_role("button", name="Remove Wraith").click()
    expect(table.status).to_contain_text("Wraith removed.")


def test_cards_that_do_not_fit_are_last_with_the_reason(page, table):
    table.lay_out("Wraith")
    table.choose("Wraith", "Monster")
    whys = table.shown("Saddle of the Cavalier").locator(".candidate__reason")
    expect(page.get_by_text("Does not fit: what would be wrong then", exact=True)).to_be_attached()
    refused = table.candidate_list.locator(".candidate--unfit")
    expect(refused.first).to_be_visible()
    for row in refused.all():
        assert row.locator(".candidate__reason").inner_text().strip()
    expect(whys).to_contain_text("level 9")
    fits = table.candidate_list.locator(".candidate:not(.candidate--unfit)").count()
    order = table.candidate_list.locator(".candidate").evaluate_all(
        "rows => rows.map((row) => row.classList.contains('candidate--unfit'))"
    )
    assert fits
    assert order == sorted(order)


def test_the_candidate_list_is_searched_while_one_types(page, table):
    table.offer_open_sets()
    before = table.candidate_list.locator(".candidate").count()
    table.search.press_sequentially("griffin")
    expect(table.candidate("Belfry Griffin")).to_be_visible()
    expect(table.candidate("Wraith")).to_have_count(0)
    assert 0 < table.candidate_list.locator(".candidate").count() < before
    expect(table.search).to_be_focused()
    table.search.press_sequentially(" made of cheese")
    expect(table.candidate_list).to_contain_text("No cards match “griffin made of cheese”.")
    table.search.fill("")
    expect(table.candidate_list.locator(".candidate")).to_have_count(before)


def test_the_candidate_list_shows_more_cards_along_the_way_and_stays_there_after_a_change(page, table):
    table.lay_out("Wraith")
    table.to_creatures()
    table.unfold()
    buttons = table.candidate_list.locator(".candidate > .button")
    first = buttons.count()
    buttons.last.focus()
    page.keyboard.press("ArrowDown")
    expect(buttons.nth(first)).to_be_focused()
    shown = buttons.count()
    assert shown > first
    body = page.locator("#candidate-list-body")
    scrolled = body.evaluate("(body) => body.scrollTop")
    assert scrolled > 0
    page.get_by_role("button", name="One Wraith more").click()
    table.says("50 of 120 points, 70 left", "Legal")
    assert body.evaluate("(body) => body.scrollTop") == scrolled
    assert first < buttons.count() <= shown


def test_the_limit_can_be_changed_and_a_bad_one_is_refused_in_words(page, table, watch):
    table.lay_out("Maurghoros")
    table.show_terms()
    page.get_by_role("button", name="200 points").click()
    table.says("60 of 200 points, 140 left", "Legal")
    page.locator("#points").fill("fifty")
    watch.foresee("status of 400")
    page.get_by_role("button", name="Set", exact=True).click()
    expect(page.get_by_role("alert").filter(has_text="Nothing was changed")).to_contain_text("Enter a whole number")
    expect(page.locator("#points")).to_have_value("fifty")
    table.says("60 of 200 points, 140 left", "Legal")
    page.locator("#points").fill("50")
    page.get_by_role("button", name="Set", exact=True).click()
    table.says("60 of 50 points, 10 over", "Illegal")


def test_the_second_of_two_conflicting_changes_is_refused_and_loses_nothing(page, table, watch):
    table.lay_out("Wraith")
    expect(page).to_have_url(re.compile("/legions/"))
    other = page.context.new_page()
    second = BuilderDriver(other).open(page.url.split("?")[0])
    table.lay_out("Maurghoros")
    expect(other.locator("#elsewhere")).to_be_visible()

    watch.foresee("status of 409")
    second.add("Lord Maximilian")
    notice = other.get_by_role("alert").filter(has_text="changed elsewhere")
    expect(notice).to_be_visible()
    expect(notice).to_be_focused()
    expect(other.locator("#elsewhere")).to_be_hidden()  # the table is the newer one now
    expect(second.creature("Maurghoros")).to_be_visible()
    other.get_by_role("button", name="Save mine as a copy").click()
    expect(second.creature("Lord Maximilian")).to_be_visible()
    expect(second.creature("Wraith")).to_be_visible()
    expect(second.creature("Maurghoros")).to_have_count(0)

    page.reload()
    expect(table.creatures).to_have_count(2)
    expect(table.creature("Maurghoros")).to_be_visible()
    page.goto("/legions/")
    expect(page.locator(".line")).to_have_count(2)


def test_a_list_is_pasted_over_another_and_a_broken_one_is_explained(page, table, watch):
    table.lay_out("Wraith")
    table.show_more()
    page.locator("#panel-import > summary").click()
    page.get_by_label("Paste a legion as JSON").fill(
        '{"game": "attack-wing", "picks": [{"card": "wraith", "cuont": 3}]}'
    )
    watch.foresee("status of 400")
    page.get_by_role("button", name="Replace this list").click()
    expect(page.get_by_role("alert").filter(has_text="Nothing was changed")).to_contain_text("cuont")
    page.get_by_label("Paste a legion as JSON").fill(
        '{"game": "attack-wing", "picks": [{"card": "wraith", "count": 3}]}'
    )
    page.get_by_role("button", name="Replace this list").click()
    table.says("75 of 120 points, 45 left", "Legal")


def test_a_card_added_while_candidates_are_loading_is_on_the_table(page, table):
    table.offer_open_sets()
    table.lay_out("Wraith")
    late = []
    page.route(re.compile("slot=creature"), lambda route: late.append(route))
    page.locator("#add-creature").click()
    table.add("Carrion Patience")
    table.says("28 of 120 points, 92 left", "Legal")
    assert len(late) == 1
    page.unroute(re.compile("slot=creature"))
    table.lay_out("Maurghoros")
    table.says("88 of 120 points, 32 left", "Legal")


def test_a_house_rule_that_is_agreed_on_opens_a_slot_and_the_verdict_says_what_there_was_without_it(page, table):
    table.lay_out("Wraith")
    table.show_terms()
    agreed = page.get_by_role("button", name="No fire spells", exact=True)
    page.get_by_role("button", name="A spark in everything", exact=True).click()
    expect(table.seal).to_have_text("Legal under A spark in everything")
    expect(agreed).to_be_visible()
    page.locator("#limits > summary").click()
    table.equip("Wraith", "Arcane", "Shield (Spell)")
    table.show_findings()
    expect(table.strip.locator(".waived__without")).to_contain_text("Without house rules it would be illegal")
    table.show_terms()
    page.get_by_role("button", name="A spark in everything", exact=True).click()
    expect(table.seal).to_have_text("Illegal")
    table.show_findings()
    expect(table.findings.first).to_contain_text("Wraith has no arcane slot for Shield (Spell).")


def test_cards_that_may_fit_are_unfolded_by_key_stay_unfolded_and_are_found_by_name(page, table):
    fold, title = page.locator("#may-fit-fold"), page.locator("#may-fit")
    expect(title).to_have_text("48 more, whose cost you would enter")
    expect(table.candidate("Zeno")).not_to_be_visible()
    title.press("Enter")
    expect(table.candidate("Zeno")).to_be_visible()
    table.lay_out("Wraith")
    expect(fold).to_have_attribute("open", "")
    title.press("Enter")
    expect(table.candidate("Zeno")).not_to_be_visible()
    table.search.fill("Zeno")
    expect(table.candidate("Zeno")).to_be_visible()


def test_the_arrows_stop_at_the_fold_and_lead_into_it_once_it_is_open(page, table):
    fold, title = page.locator("#may-fit-fold"), page.locator("#may-fit")
    title.focus()
    page.keyboard.press("ArrowUp")
    expect(page.locator(".candidate > .button:visible").last).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(title).to_be_focused()
    page.keyboard.press("Enter")
    expect(fold).to_have_attribute("open", "")
    page.keyboard.press("ArrowDown")
    expect(fold.locator(".candidate > .button").first).to_be_focused()


def test_more_cards_are_loaded_below_the_fold(page, table):
    table.lay_out("Maurghoros")
    table.lay_out("Lord Maximilian")
    table.to_creatures()
    expect(table.shown("Wraith")).to_be_visible()
    expect(page.locator("#after-may-fit #c-wraith")).to_have_count(1)
    expect(page.locator("#may-fit-fold .candidate")).to_have_count(48)

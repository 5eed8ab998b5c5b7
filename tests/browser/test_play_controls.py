"""Questions of play on a phone: how many controls are visible at once, and how many taps the common case takes."""

import sys
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from catalog.documents import card_facts
from legions.accounts.holders import Holder
from legions.cards.stock import stock
from legions.play.field_groups import MAX_CONTROLS
from legions.play.play_hooks import play_hooks
from legions.play.question_context import Table
from legions.saved_lists import ready_lists, services
from legions.saved_lists.models import Legion
from rulesapi.judging.resolutions import Resolver, play_ruleset
from tests.browser.conftest import PHONE
from tests.browser.error_watch import ErrorWatch
from tests.browser.populated_site import GAMES, PopulatedSite
from tests.browser.test_play import Taps
from tests.nonempty import nonempty
from tests.question_filling import much_entered

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

COUNT = """() => {
  const controls = "input:not([type=hidden]), select, textarea, button, summary, a.button";
  const count = () => [...document.querySelectorAll("#play :is(" + controls + ")")]
    .filter((control) => control.checkVisibility()).length;
  const unfolded = [...document.querySelectorAll("#situation .play__entry")].map((entry) => {
    const closed = [];
    for (let one = entry; one; one = one.parentElement.closest("details")) if (!one.open) closed.unshift(one);
    for (const one of closed) one.open = true;
    const number = count();
    for (const one of closed) one.open = false;
    return number;
  });
  return [count(), Math.max(0, ...unfolded), document.documentElement.scrollHeight];
}"""
"""Returns the number of visible controls, the most of them with one entry unfolded, and the height of the page."""


def states(house: PopulatedSite) -> Iterator[tuple[str, str, str]]:
    """Yield the page of each question as opened from a list, and with much entered; with its name."""
    for game in GAMES:
        for question, make in play_hooks(game).forms.items():
            play = play_ruleset(game)
            assert play is not None
            table = Table(game, Resolver(play, play.questions[question]).table.cards)
            address = f"/play/{game}/{question}/"
            yield f"{game} {question}", "start", f"{address}?list={house.lists[game].pk}"
            much = much_entered(make, table)
            yield f"{game} {question}", "much entered", f"{address}?{much.urlencode()}&list={house.lists[game].pk}"


def test_no_question_shows_more_than_25_controls_on_a_phone(
    house: PopulatedSite, visit_as: Callable[..., Page], watch: ErrorWatch
) -> None:
    page = visit_as(house.keeper)
    page.set_viewport_size(PHONE)
    figures: dict[str, list[int]] = {}
    for name, state, address in states(house):
        response = page.goto(address)
        assert response is not None and response.status in (200, 400), address
        if response.status == 400:
            watch.take()  # the refusal of values that do not go together
        figures[f"{name}, {state}"] = page.evaluate(COUNT)
    lines = [
        f"{name}: {shown} controls, {most} unfolded, {height} px" for name, (shown, most, height) in figures.items()
    ]
    sys.stdout.write("\n".join(lines) + "\n")
    too_many = [name for name, (shown, _most, _height) in nonempty(figures.items()) if shown > MAX_CONTROLS]
    assert not too_many, "\n".join(lines)


def test_entries_are_typed_one_after_the_other_within_25_controls(visit: Callable[..., Page]) -> None:
    page = visit(viewport=PHONE)
    page.goto("/play/dnd-miniatures-2003/damage/?base=30&way=melee")
    page.locator("#group-lessened > summary").click()
    for place, because in enumerate(("Stoneskin", "Mirror")):
        if place:
            page.locator(f"#entry-lessened_{place} > summary").click()
        page.fill(f"#id_lessened_{place}_by", "5")
        page.fill(f"#id_lessened_{place}_because", because)
        page.keyboard.press("Tab")
        expect(page.locator(f"#entry-lessened_{place + 1}")).to_be_visible()
        expect(page.locator(f"#id_lessened_{place}_because")).to_be_visible()  # what is typed in stays unfolded
        assert page.evaluate(COUNT)[0] <= MAX_CONTROLS
    expect(page.locator("#entry-lessened_0 > summary")).to_contain_text("Because of: Stoneskin; Amount: 5")
    expect(page.locator("#id_lessened_0_by")).to_be_hidden()
    page.locator("#entry-lessened_0 > summary").press("Enter")
    expect(page.locator("#id_lessened_1_by")).to_be_hidden()  # one is unfolded at a time
    page.locator("#entry-lessened_0 button[name=remove]").click()
    expect(page.locator("#entry-lessened_0 > summary")).to_contain_text("Mirror")
    expect(page.locator("#id_lessened_0_by")).to_be_hidden()


def test_names_are_entered_one_after_the_other_by_keyboard(visit: Callable[..., Page]) -> None:
    page = visit(viewport=PHONE)
    page.goto("/play/dungeon-command/deploy/")
    for place, name in enumerate(("Wolf", "Elf Archer")):
        page.locator(f"#id_creatures_{place}").focus()
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        expect(page.locator(f"#entry-creatures_{place} > summary")).to_contain_text(name)
        expect(page.locator(f"#id_creatures_{place + 1}")).to_be_focused()


# The common case ------------------------------------------------------------------------------------------------------


COMMON = [
    ("dnd-miniatures-2008", "attack-roll", "", "Hits on"),
    ("dnd-miniatures-2003", "attack", "way", "It hits with a roll of"),
    ("dnd-miniatures-2003", "damage", "way", "Damage:"),
    ("dungeon-command", "attack", "attack", "Damage of the attack:"),
]


@pytest.mark.parametrize("scripts", [True, False])
@pytest.mark.parametrize(("game", "question", "choice", "shown"), COMMON)
def test_the_common_case_of_a_creature_of_ones_own_list_is_answered_by_three_taps(
    house: PopulatedSite,
    visit_as: Callable[..., Page],
    scripts: bool,
    game: str,
    question: str,
    choice: str,
    shown: str,
) -> None:
    page = visit_as(house.keeper, java_script_enabled=scripts)
    page.set_viewport_size(PHONE)
    page.goto(f"/legions/{own_list(house, game).pk}/play/")
    taps = Taps(page)
    taps.on(f"#referee a[href*='/{question}/']")
    taps.on(".play__names button[name=take]")
    expect(page.locator(".play__names button[name=take]")).to_have_count(0)  # the other creature is known now
    if choice:
        taps.on(f"label:has(input[name={choice}][value=melee])")
    if not scripts:
        page.locator("#situation .button--main").click()
    expect(page.locator("#answer")).to_contain_text(shown)
    assert taps.number <= 3


def own_list(house: PopulatedSite, game: str) -> Legion:
    """Return a list of the keeper whose creatures have the facts that a fight needs."""
    cards, lists = stock(game).cards, [one.document for one in ready_lists.ready_lists(game)]
    unknown = [[card_facts.wanted_facts(cards[pick["card"]].document) for pick in one["picks"]] for one in lists]
    lacking = [sum(map(len, facts)) for facts in unknown]
    document = lists[lacking.index(min(lacking))]
    return services.create_legion(holder=Holder(user=house.keeper), document=document)

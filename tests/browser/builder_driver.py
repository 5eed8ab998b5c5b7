"""A driver of the builder page: the table, the candidate list, the strip."""

import re
from typing import Self

from playwright.sync_api import Locator, Page, expect

ADDRESS = "/build/attack-wing/"


class BuilderDriver:
    """A legion on the builder page, operated through its visible texts; with scripts or without."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.candidate_list = page.locator("#candidate-list")
        self.search = page.get_by_label("Search cards")
        self.strip = page.locator("#strip")
        self.seal = self.strip.locator(".seal")
        self.findings = self.strip.locator(".finding")
        self.creatures = page.locator(".pick:not(.pick--new)")
        self.status = page.locator("#builder-status")

    def open(self, address: str = ADDRESS) -> Self:
        """Open a table, a new one unless `address` names a saved one."""
        self.page.goto(address)
        return self

    # -- locators -----------------------------------------------------------------------------------------------

    def creature(self, name: str) -> Locator:
        """Return the card of the first creature of that name."""
        return self.creatures.filter(has=self.page.get_by_role("heading", name=name, exact=True)).first

    def open_slot(self, creature: str, icon: str) -> Locator:
        """Return the first open slot with that icon, a link that fills it."""
        return self.creature(creature).get_by_role("link", name=re.compile(f"^{icon} .*open: choose")).first

    def carried(self, creature: str, card: str) -> Locator:
        """Return the filled slot with that card."""
        return self.creature(creature).locator(".slot").filter(has_text=card)

    def candidate(self, card: str) -> Locator:
        """Return the row of that card in the candidate list."""
        name = self.page.get_by_role("link", name=card, exact=True)
        return self.candidate_list.locator(".candidate").filter(has=name)

    def shown(self, card: str) -> Locator:
        """Return the row of that candidate after scrolling and unfolding the list until it is visible.

        Without scripts, more rows are loaded by a click.
        """
        scripts = self.page.evaluate("() => 'htmx' in window")
        row, more = self.candidate(card), self.page.locator("#candidate-list-more")
        while more.count() and not row.count():
            self.unfold()
            rows = self.candidate_list.locator(".candidate")
            before = rows.count()
            if scripts:  # the link may be about to disappear as its rows load
                more.evaluate_all("all => all.forEach((one) => one.scrollIntoView())")
            else:
                more.press("Enter")
            expect(row.or_(rows.nth(before)).first).to_be_attached()  # or the search results have arrived meanwhile
        if not row.is_visible():
            self.unfold()
        return row

    def unfold(self) -> None:
        """Open the fold of the candidates that may fit, if it is closed."""
        closed = self.page.locator("#may-fit-fold:not([open]) > summary")
        if closed.count():
            closed.press("Enter")

    def found(self, card: str) -> Locator:
        """Search for a candidate by name and return its row. Fail unless it is the only row and in view."""
        self.search.fill(card)
        expect(self.candidate_list.locator(".candidate")).to_have_count(1)
        expect(self.candidate(card)).to_be_in_viewport(ratio=1)
        return self.candidate(card)

    # -- actions

    def to_creatures(self) -> None:
        """Filter the candidate list by creatures."""
        self.page.locator("#add-creature").click()
        expect(self.page).to_have_url(re.compile("slot=creature"))
        expect(self.page.locator("#candidate-list-title")).to_have_text("Creatures")

    def show_terms(self) -> None:
        """Open the limit, the format, the sources and the house rules."""
        if not self.page.locator("#limits").evaluate("(panel) => panel.open"):
            self.page.locator("#limits > summary").click()

    def show_more(self) -> None:
        """Open the menu of further actions."""
        if not self.page.locator("#panel-more").evaluate("(panel) => panel.open"):
            self.page.locator("#panel-more > summary").click()

    def show_notes(self) -> Locator:
        """Open the notes and return their field."""
        self.show_more()
        self.page.locator("#panel-notes > summary").click()
        return self.page.locator("#notes")

    def offer_open_sets(self) -> None:
        """Enable the open sets of the game, whose cards a new list does not offer."""
        self.show_terms()
        for choice in self.page.locator("#sources button:not(#sources-official)").all():
            choice.click()
            expect(choice).to_have_attribute("aria-pressed", "true")
        self.page.locator("#limits > summary").click()

    def lay_out(self, creature: str) -> None:
        """Add a creature from the candidate list."""
        self.to_creatures()
        self.add(creature)
        expect(self.creature(creature)).to_be_visible()

    def equip(self, creature: str, icon: str, card: str) -> None:
        """Fill an open slot from the candidate list."""
        self.choose(creature, icon)
        self.add(card)
        expect(self.carried(creature, card)).to_be_visible()

    def choose(self, creature: str, icon: str) -> None:
        """Filter the candidate list by an open slot."""
        self.open_slot(creature, icon).click()
        expect(self.page).to_have_url(re.compile(f"slot={icon.lower()}"))
        expect(self.page.locator("#candidate-list-title")).to_have_text(f"{icon} upgrades for {creature}")

    def add(self, card: str) -> None:
        """Press the button of a card in the candidate list, whether it fits or not."""
        self.shown(card).get_by_role("button").click()

    def take(self, creature: str, card: str) -> None:
        """Remove an upgrade."""
        self.page.get_by_role("button", name=f"Take {card} from {creature}").click()

    def show_findings(self) -> None:
        """Open the findings of the strip."""
        self.strip.locator("#strip-more > summary").click()

    # -- assertions

    def says(self, points: str, verdict: str) -> None:
        """Assert the texts of the strip: the points as displayed, and the verdict."""
        expect(self.strip.locator(".points__words")).to_have_text(points)
        expect(self.seal).to_have_text(verdict)

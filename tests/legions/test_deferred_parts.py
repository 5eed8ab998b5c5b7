"""Parts that are drawn only when opened: linked, named by a script, and drawn at once after an error."""

import pytest
from django.test import Client

from legions.builder.deferred_parts import MAX_UNFOLDED, unfolded_ids
from legions.cards.stock import stock
from legions.changes.own_facts import find_fact
from legions.own_numbers.number_fields import NumberField, number_field
from legions.saved_lists.models import Legion
from legions.templatetags.builder import number_input
from tests.legions.builder_helpers import HTMX_HEADERS, address, publish_cards, start
from tests.legions.page_parser import Page

pytestmark = [pytest.mark.django_db, pytest.mark.db_facing]

SLOTS = "number-p0-beast-slots"


@pytest.fixture
def legion(client: Client) -> Legion:
    publish_cards()
    return start(client, "add/beast", "equip/0/club")


def test_a_fold_is_closed_and_has_a_link_that_opens_it(client: Client, legion: Legion) -> None:
    page = Page(client.get(address(legion)))
    assert not page.all("input", id=SLOTS)
    assert "open" not in page.all("details", id="missing-0")[0]
    links = [one["href"] for one in page.all("a", **{"class": "fold-link"}) if one["href"].endswith("#missing-0")]
    assert len(links) == 1
    opened = Page(client.get(links[0].partition("#")[0]))
    assert opened.all("input", id=SLOTS)
    assert "open" in opened.all("details", id="missing-0")[0]


@pytest.mark.sampled
def test_folds_that_a_script_reports_as_open_are_rendered_after_a_change(client: Client, legion: Legion) -> None:
    sent = {"do": "count/0/2", "version": legion.version}
    page = Page(client.post(address(legion), sent, headers={**HTMX_HEADERS, "Muster-Unfolded": "missing-0 elsewhere"}))
    assert page.all("input", id=SLOTS)


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("fold", "tag", "drawn"),
    [("strip-more", "table", {"class": "ledger"}), ("owned-cards", "input", {"id": "card-name"})],
    ids=["verdict in full", "owned cards"],
)
def test_initially_rendered_folds_are_sent_after_a_change_if_open(
    client: Client, legion: Legion, fold: str, tag: str, drawn: dict[str, str]
) -> None:
    def changed(headers: dict[str, str]) -> Page:
        sent = {"do": "equip/0/club", "version": Legion.objects.get(pk=legion.pk).version}
        return Page(client.post(address(legion), sent, headers=headers))

    assert Page(client.get(address(legion))).all(tag, **drawn)
    closed = changed(HTMX_HEADERS)
    assert not closed.all(tag, **drawn)
    links = [one["href"] for one in closed.all("a", **{"class": "fold-link"}) if one["href"].endswith(f"#{fold}")]
    assert len(links) == 1
    assert Page(client.get(links[0].partition("#")[0], headers=HTMX_HEADERS)).all(tag, **drawn)
    assert changed({**HTMX_HEADERS, "Muster-Unfolded": fold}).all(tag, **drawn)


def test_a_number_that_was_refused_in_the_verdict_opens_it(rf) -> None:  # type: ignore[no-untyped-def]
    assert unfolded_ids(rf.get("/"), ["number/s/beast/cost"]) == {"strip-more"}


def test_a_fold_with_a_refused_field_is_drawn_open(client: Client, legion: Legion) -> None:
    sent = {"do": "tell", "version": legion.version, "number/p0/beast/slots": "pocket"}
    sent[f"number/p{'9' * 500}/beast/cost"] = "dear"
    page = Page(client.post(address(legion), sent))
    assert page.all("input", id=SLOTS)[0]["value"] == "pocket"
    assert "open" in page.all("details", id="missing-0")[0]


@pytest.mark.sampled
def test_a_form_of_its_own_is_drawn_once_it_is_opened(client: Client, legion: Legion) -> None:
    client.post(
        address(legion), {"do": "say", "version": legion.version, "card": "beast", "fact": "cost", "value": "38"}
    )
    assert not Page(client.get(address(legion))).all("input", id="told-beast-cost-value")
    page = Page(client.get(address(legion) + "?unfolded=told-beast-cost"))
    assert page.all("input", id="told-beast-cost-value")[0]["value"] == "38"


@pytest.mark.sampled
@pytest.mark.parametrize("named", ["\0", "<script>", "missing-" + "9" * 5000, "-- --", "ask-", "missing-0missing-0"])
def test_names_of_nothing_open_nothing(client: Client, legion: Legion, named: str) -> None:
    answer = client.get(address(legion), {"unfolded": named})
    assert answer.status_code == 200
    assert not Page(answer).all("input", id=SLOTS)


def test_the_number_of_folds_rendered_at_once_is_limited(rf) -> None:  # type: ignore[no-untyped-def]
    named = " ".join(f"missing-{number}" for number in range(1000))
    assert len(unfolded_ids(rf.get("/", {"unfolded": named}))) == MAX_UNFOLDED


@pytest.mark.sampled
def test_a_field_is_the_same_for_each_card_but_for_its_names(legion: Legion) -> None:
    beast = stock("attack-wing").card("beast")
    for fact in ("cost", "unique", "slots", "level"):
        assert find_fact(beast.game, "creature", fact)
        made = number_field(beast, "beast", fact, "p0", {})
        assert made
        for title in ("Beast", "<b>&\ue002\ue000", "Béast’s “x”"):
            one = NumberField(title, "beast", fact, "p7", made.label, made.field)
            told = NumberField(title, "beast", fact, "p7", made.label, made.field, error="!")
            plain = number_input(told, labelled=True, named=True)  # drawn at once, with its error
            for part in (f' id="{one.id}"', f' name="{one.name}"', f'for="{one.id}"'):
                assert part in plain
                assert part in number_input(one, labelled=True, named=True)
            assert title.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;") in number_input(
                one, named=True
            )

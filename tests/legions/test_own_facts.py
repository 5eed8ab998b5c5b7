"""Own numbers on pages: entered where the catalog has none, shown with the legion, changed and withdrawn."""

from typing import Any

import pytest
from django.http import QueryDict
from django.test import Client

from catalog import documents
from catalog.documents import card_facts
from catalog.documents.errors import InvalidInput
from catalog.documents.schema_properties import Construct, document_properties
from legions.accounts.holders import Holder
from legions.changes.own_facts import FactForm, find_fact
from legions.saved_lists import services
from legions.saved_lists.models import Legion
from legions.sharing import services as sharing_services
from tests import factories, worlds
from tests.legions.builder_helpers import HTMX_HEADERS, NEW_LIST_URL, address, after, publish_cards, start
from tests.legions.page_parser import Page

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("table")]

COST = {"card": "beast", "fact": "cost", "where": "say", "value": "38"}


@worlds.once_a_module
def table() -> None:
    publish_cards()


def seal(response: Any) -> str:
    page = response.content.decode()
    return page.partition('class="seal ')[2].partition("</svg>")[2].partition("</span>")[0].strip()


@pytest.mark.sampled
def test_an_unknown_fact_has_a_form_whose_value_settles_the_verdict(client: Client) -> None:
    legion = start(client, "add/beast")
    page = client.get(address(legion))
    assert seal(page) == "Undetermined"
    assert Page(page).all("input", id="number-s-beast-cost", form="tell")

    text = after(client, legion, "say", **COST)
    assert text.document["facts"] == {"beast": {"cost": 38}}
    assert text.what == "Beast: cost entered by you."
    page = client.get(address(text))
    words = Page(page).words
    assert seal(page) == "Legal (with your numbers)"
    assert "Your own numbers" in words
    assert "Cost 38 points" in words
    assert "printed cost, entered by you" in words
    assert "Entered by you: Cost" in words
    assert not Page(page).all("input", id="number-s-beast-cost")


def test_a_new_table_is_saved_with_the_first_own_number(client: Client) -> None:
    shown = client.get(f"{NEW_LIST_URL}?card=beast")
    start_value = Page(shown).all("input", name="start")[0]["value"]
    answer = client.post(NEW_LIST_URL, {"do": "say", "start": start_value, **COST})
    assert answer.status_code == 303
    assert Legion.objects.get().document["facts"] == {"beast": {"cost": 38}}


def test_htmx_gets_the_table_with_the_number_on_it(client: Client) -> None:
    legion = start(client, "add/beast")
    data = {"do": "say", "version": legion.version, **COST}
    answer = client.post(address(legion), data, headers=HTMX_HEADERS)
    assert answer.status_code == 200
    assert seal(answer) == "Legal (with your numbers)"
    assert "<html" not in answer.content.decode()


@pytest.mark.sampled
def test_an_own_number_is_changed_taken_out_undone_and_done_again(client: Client) -> None:
    legion = after(client, start(client, "add/beast"), "say", **COST)
    legion = after(client, legion, "say", **{**COST, "where": "told", "value": "40"})
    assert legion.document["facts"] == {"beast": {"cost": 40}}
    legion = after(client, legion, "say", card="beast", fact="slots", value="heroic, Arcane heroic")
    assert legion.document["facts"]["beast"]["slots"] == ["heroic", "arcane", "heroic"]
    legion = after(client, legion, "unsay/beast/cost")
    assert legion.document["facts"] == {"beast": {"slots": ["heroic", "arcane", "heroic"]}}
    legion = after(client, legion, "unsay/beast/slots")
    assert "facts" not in legion.document
    legion = after(client, after(client, legion, "undo"), "undo")
    assert legion.document["facts"] == {"beast": {"slots": ["heroic", "arcane", "heroic"], "cost": 40}}
    assert after(client, legion, "redo").document["facts"] == {"beast": {"slots": ["heroic", "arcane", "heroic"]}}


@pytest.mark.sampled
def test_slots_by_the_players_word_can_be_filled(client: Client) -> None:
    legion = after(client, start(client, "add/beast"), "say", card="beast", fact="slots", value="heroic")
    page = Page(client.get(address(legion)))
    assert "Its slots are not known" not in page.words
    assert page.all("a", id="slot-0-0")
    legion = after(client, legion, "equip/0/club")
    assert "no slot" not in Page(client.get(address(legion))).words


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"value": "-4"}, "Write a number that is at least 0."),
        ({"value": "many"}, "Write a whole number."),
        ({"value": ""}, "Enter what is printed on your card."),
        ({"fact": "slug", "value": "x"}, "cannot enter this for this card"),
        ({"fact": "set", "value": "x"}, "cannot enter this for this card"),
        ({"card": "nobody"}, "cannot enter this for this card"),
        ({"card": "\0"}, "Null characters are not allowed."),
        ({"fact": "slots", "value": "wing"}, "Write one of: dragon, equipment"),
        ({"fact": "slots", "value": "dragon", "none": "on"}, "enter a value, not both."),
        ({"fact": "weapons", "value": "[[[["}, "Not JSON"),
        ({"fact": "weapons", "value": "[" * 9_000}, "Nested deeper"),
        ({"fact": "weapons", "value": "[3]"}, "Write an object."),
        ({"fact": "cost", "value": "9" * 5_000}, ""),
    ],
)
def test_an_impossible_fact_is_refused_and_nothing_changes(client: Client, fields: Any, message: str) -> None:
    factories.publish(factories.creature(slug="beast", name="Beast", cost=None, slots=None, weapons=None))
    legion = start(client, "add/beast")
    data = {"do": "say", "version": legion.version, **COST, **fields}
    answer = client.post(address(legion), data)
    assert answer.status_code == 400
    assert message in answer.content.decode()
    legion.refresh_from_db()
    assert "facts" not in legion.document


@pytest.mark.sampled
def test_refused_input_is_in_the_open_form(client: Client) -> None:
    legion = after(client, start(client, "add/beast"), "say", **COST)
    data = {"do": "say", "version": legion.version, **COST, "where": "told", "value": "-4"}
    page = Page(client.post(address(legion), data))
    assert page.all("input", id="told-beast-cost-value")[0]["value"] == "-4"
    assert "open" in page.all("details", id="told-beast-cost")[0]


def test_removing_a_missing_own_fact_is_refused(client: Client) -> None:
    legion = start(client, "add/beast")
    for do in ("unsay/beast/cost", "unsay/nobody/cost", "unsay/beast"):
        assert client.post(address(legion), {"do": do, "version": legion.version}).status_code == 400


@pytest.mark.sampled
def test_a_list_fact_can_be_entered_as_empty(client: Client) -> None:
    legion = after(client, start(client, "add/beast"), "say", card="beast", fact="slots", value="", none="on")
    assert legion.document["facts"] == {"beast": {"slots": []}}
    page = Page(client.get(address(legion) + "?unfolded=told-beast-slots"))
    assert "Upgrade banner None" in page.words
    assert "checked" in page.all("input", id="told-beast-slots-none")[0]


@pytest.mark.sampled
def test_unused_own_facts_have_a_reason(client: Client) -> None:
    legion = after(client, start(client, "add/beast", "add/giant"), "say", **COST)
    document = {**legion.document, "facts": {"giant": {"cost": 1}, "dragon": {"level": 3}, "gone": {"cost": 3}}}
    legion = services.create_legion(
        holder=_guest(client), document={**document, "facts": {**document["facts"], "charm": {"cost": 9}}}
    )
    words = Page(client.get(address(legion))).words
    assert "Cost 1 point Not used: the catalog says 30 points." in words
    assert "Not used: the catalog does not have this card." in words
    assert seal(client.get(address(legion))) == "Undetermined"


def _guest(client: Client) -> Any:
    return Holder(guest_key=client.session["guest_key"])


@pytest.mark.sampled
def test_a_shared_legion_shows_its_own_facts_and_a_copy_keeps_them(client: Client) -> None:
    legion = after(client, start(client, "add/beast"), "say", **COST)
    key = sharing_services.share_legion(legion=legion)
    other = Client()
    page = other.get(f"/s/{key}/")
    words = Page(page).words
    assert seal(page) == "Legal (with its player’s numbers)"
    assert "Its player’s own numbers" in words
    assert "Cost 38 points" in words
    assert "My card says" not in words
    assert "Take it out" not in words
    copied = other.post(f"/s/{key}/copy/")
    mine = Legion.objects.get(pk=copied["Location"].split("/")[2])
    assert mine.document["facts"] == {"beast": {"cost": 38}}
    assert "Its own numbers came along." in mine.what
    assert "Your own numbers" in Page(other.get(address(mine))).words


def test_the_text_of_a_legion_says_own_numbers_and_the_link_holds_them(client: Client) -> None:
    legion = after(client, start(client, "add/beast"), "say", **COST)
    key = sharing_services.share_legion(legion=legion)
    copies = client.get(f"/s/{key}/copies/")
    assert copies.status_code == 200
    assert "= Beast: cost 38" in copies.content.decode()
    assert "own numbers" not in copies.content.decode()
    assert client.get(f"/s/{key}/document/").json()["facts"] == {"beast": {"cost": 38}}


def test_the_list_of_legions_marks_verdicts_with_own_facts(client: Client) -> None:
    after(client, start(client, "add/beast"), "say", **COST)
    assert "Legal (with your numbers)" in Page(client.get("/legions/")).words


@pytest.mark.sampled
def test_a_newer_release_that_knows_leaves_the_legion_as_it_is_and_then_goes_before(client: Client) -> None:
    legion = after(client, start(client, "add/beast"), "say", **COST)
    factories.publish(factories.creature(slug="beast", name="Beast", cost=41, slots=None))
    assert seal(client.get(address(legion))) == "Legal (with your numbers)"
    legion = after(client, legion, "release/2")
    words = Page(client.get(address(legion))).words
    assert "Not used: the catalog says 41 points." in words
    assert "Cost 38 points" in words


@pytest.mark.sampled
def test_own_numbers_cost_one_query_more(client: Client, django_assert_num_queries: Any) -> None:
    plain, with_facts = start(client, "add/giant"), after(client, start(client, "add/beast"), "say", **COST)
    client.get(address(plain))
    client.get(address(with_facts))
    for legion, queries in ((plain, 9), (with_facts, 10)):
        with django_assert_num_queries(queries):
            client.get(address(legion))


# -- the form of one fact ------------------------------------------------------------------------------------------

EVERY = [
    (game, kind, fact)
    for game, kinds in documents.card_kinds().items()
    for kind in kinds
    for fact in card_facts.reportable_facts(f"{game}/{kind}.schema.json")
]


@pytest.mark.one_variant
@pytest.mark.parametrize(("game", "kind", "fact"), EVERY)
def test_every_possible_own_fact_has_a_form(game: str, kind: str, fact: str) -> None:
    one = find_fact(game, kind, fact)
    assert one is not None
    form = FactForm(one)
    assert form.as_div()
    with pytest.raises(InvalidInput):
        FactForm(one, data={}).parsed_value()


def _property(fact: str, kind: str = "creature", game: str = "attack-wing") -> Any:
    return next(one for one in document_properties(f"{game}/{kind}.schema.json") if one.key == fact)


@pytest.mark.parametrize(
    ("fact", "data", "value"),
    [
        ("cost", {"value": " 38 "}, 38),
        ("cost", {"value": "0"}, 0),
        ("unique", {"value": "false"}, False),
        ("troop", {"value": "true"}, True),
        ("alignment", {"value": "evil"}, "evil"),
        ("name", {"value": "Old Marrow"}, "Old Marrow"),
        ("keywords", {"value": "dragon, red-dragon"}, ["dragon", "red-dragon"]),
        ("keywords", {"none": "on"}, []),
        ("slots", {"value": "dragon dragon,arcane"}, ["dragon", "dragon", "arcane"]),
        ("costs", {"value-2": "9", "value-3": ""}, {"2": 9, "3": None, "4": None, "5": None, "6": None}),
        ("weapons", {"value": "[]"}, None),
        ("weapons", {"none": "on"}, []),
    ],
)
def test_each_sort_of_fact_is_read_and_shown_again(fact: str, data: dict[str, str], value: Any) -> None:
    one = _property(fact)
    if value is None:
        with pytest.raises(InvalidInput):
            FactForm(one, data=data).parsed_value()
        return
    assert FactForm(one, data=data).parsed_value() == value
    assert card_facts.faults_in_facts("attack-wing/creature.schema.json", {fact: value}) == []
    shown = FactForm(one, value)
    again = {name: shown[name].value() for name in shown.fields}
    again = {name: str(value) if type(value) is int else value for name, value in again.items()}
    assert FactForm(one, data={k: v for k, v in again.items() if v not in (None, False)}).parsed_value() == value


def test_energies_are_ticked() -> None:
    one = _property("energy")
    assert one.construct is Construct.CHOICES
    assert FactForm(one, data=QueryDict("value=fire&value=cold")).parsed_value() == ["fire", "cold"]

"""Fields for unknown numbers: shown where the number is missing, saved for the user, counted in all their lists."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from legions.accounts.holders import Holder
from legions.builder import missing_facts
from legions.own_numbers import services
from legions.own_numbers.models import OwnNumbers
from legions.saved_lists.models import Legion
from legions.sharing import services as sharing
from legions.verdicts.deciding_facts import deciding_facts
from tests import factories
from tests.legions.builder_helpers import HTMX_HEADERS, NEW_LIST_URL, address, publish_cards, start
from tests.legions.page_parser import Page
from tests.throttles import used_up

pytestmark = [pytest.mark.django_db, pytest.mark.db_facing]

COST = "number/p0/beast/cost"
PAGE = "/numbers/attack-wing/"


@pytest.fixture(autouse=True)
def table() -> None:
    publish_cards()


def tell(client: Client, legion: Legion, *, do: str = "tell", status: int = 303, **fields: str) -> Any:
    """Send the form for numbers from a list's table."""
    fields = {name.replace("__", "/"): value for name, value in fields.items()}
    response = client.post(address(legion), {"do": do, "version": legion.version, **fields})
    assert response.status_code == status, Page(response).words
    return response


def words(response: Any) -> str:
    return str(Page(response).words)


def mine() -> Any:
    return OwnNumbers.objects.get().facts


# -- entering numbers ------------------------------------------------------------------------------------------------


@pytest.mark.sampled
def test_the_seal_of_a_laid_card_and_of_a_candidate_is_a_field(client: Client) -> None:
    page = Page(client.get(address(start(client, "add/beast"))))
    for where in ("p0", "c", "s"):
        fields = page.all("input", id=f"number-{where}-beast-cost")
        assert [(one["form"], one["inputmode"], one["name"], one["placeholder"]) for one in fields] == [
            ("tell", "numeric", f"number/{where}/beast/cost", "?")
        ]
    assert "Cost of Beast, not known: enter it from your card" in page.words


@pytest.mark.sampled
def test_a_number_is_saved_for_the_user_and_the_list_does_not_change(client: Client) -> None:
    legion, other = start(client, "add/beast"), start(client, "add/beast", "add/giant")
    assert tell(client, legion, number__p0__beast__cost=" 38 ")["Location"].startswith(address(legion))
    before = legion.version, legion.document
    legion.refresh_from_db()
    assert (legion.version, legion.document) == before
    assert mine() == {"beast": {"cost": 38}}
    text = words(client.get(address(other)))
    assert "Legal (with your numbers)" in text and "68 of 120 points" in text
    assert "38" in words(client.get("/legions/"))


@pytest.mark.sampled
def test_several_fields_are_saved_at_once_and_empty_ones_ignored(client: Client) -> None:
    factories.publish(factories.creature(slug="ape", name="Ape", cost=None, level=None))
    tell(
        client,
        start(client, "add/beast", "add/ape"),
        number__p0__beast__cost="38",
        number__p1__ape__cost="",
        number__p1__ape__level="3",
    )
    assert mine() == {"ape": {"level": 3}, "beast": {"cost": 38}}
    assert OwnNumbers.objects.get().what == "2 numbers from your cards."


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("entered", "kept"),
    [("Heroic, arcane, arcane", ["heroic", "arcane", "arcane"]), ("none", []), (" dragon ", ["dragon"])],
)
def test_slots_that_decide_are_entered_as_words_where_they_are_missing(client: Client, entered: str, kept: Any) -> None:
    legion = start(client, "add/beast", "equip/0/club")
    (field,) = Page(client.get(address(legion) + "?unfolded=missing-0")).all("input", id="number-p0-beast-slots")
    assert field["form"] == "tell"
    tell(client, legion, number__p0__beast__slots=entered)
    assert mine() == {"beast": {"slots": kept}}


@pytest.mark.sampled
def test_unknown_slots_are_refused_at_their_field(client: Client) -> None:
    legion = start(client, "add/beast", "equip/0/club")
    answer = tell(client, legion, status=400, number__p0__beast__slots="heroic, pocket")
    field = Page(answer).all("input", id="number-p0-beast-slots")[0]
    assert (field["value"], field["aria-invalid"]) == ("heroic, pocket", "true")
    assert not OwnNumbers.objects.filter(facts__has_key="beast").exists()


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("entered", "kept"),
    [
        ("-", []),
        ("evil", [{"alignment": ["evil"]}]),
        ("not good, level 5", [{"not": {"alignment": ["good"]}}, {"level_at_least": 5}]),
    ],
)
def test_requirements_are_entered_in_the_drawer_as_in_a_cell_of_a_sheet(
    client: Client, entered: str, kept: Any
) -> None:
    factories.publish(factories.upgrade(slug="riddle", name="Riddle", requires=None, penalties=None, slot="heroic"))
    legion = start(client, "add/giant")
    page = Page(client.get(address(legion) + "?at=/picks/0&slot=heroic&unfolded=ask-riddle"))
    (field,) = page.all("input", id="number-c-riddle-requires")
    assert (field["form"], field["placeholder"]) == ("tell", "- for none")
    tell(client, legion, **{"number/c/riddle/requires": entered})
    assert mine() == {"riddle": {"requires": kept}}


@pytest.mark.sampled
def test_the_drawer_enters_an_empty_list_of_rows_with_one_key(client: Client) -> None:
    factories.publish(factories.upgrade(slug="riddle", name="Riddle", penalties=None, slot="heroic"))
    legion = start(client, "add/giant")
    answer = tell(client, legion, status=400, **{"number/c/riddle/penalties": "5 unless evil"})
    assert "Enter - if the card has none." in words(answer)
    tell(client, legion, **{"number/c/riddle/penalties": "-"})
    assert mine() == {"riddle": {"penalties": []}}


@pytest.mark.sampled
def test_the_cost_of_a_carried_card_is_a_field_in_its_slot(client: Client) -> None:
    factories.publish(factories.upgrade(slug="riddle", name="Riddle", cost=None, slot="heroic"))
    legion = start(client, "add/giant", "equip/0/riddle")
    (field,) = Page(client.get(address(legion))).all("input", id="number-u0-0-riddle-cost")
    assert field["name"] == "number/u0-0/riddle/cost"
    tell(client, legion, **{"number/u0-0/riddle/cost": "3"})
    assert mine() == {"riddle": {"cost": 3}}


@pytest.mark.sampled
def test_htmx_gets_the_new_verdict_with_an_undo(client: Client) -> None:
    legion = start(client, "add/beast")
    data = {"do": "tell", "version": legion.version, COST: "38"}
    answer = client.post(address(legion), data, headers=HTMX_HEADERS)
    assert answer.status_code == 200
    text = words(answer)
    assert "Legal (with your numbers)" in text and "Beast: Cost 38 points, for all your lists." in text
    assert Page(answer).all("button", id="take-back-last")
    assert Page(answer).all("div", id="builder")[0]["data-focus"] == "name-0"


@pytest.mark.sampled
def test_an_unsaved_table_stays_unsaved_and_uses_the_number(client: Client) -> None:
    shown = client.get(f"{NEW_LIST_URL}?card=beast")
    begun = Page(shown).all("input", name="start")[0]["value"]
    data = {"do": "tell", "start": begun, "card": "beast", COST: "38"}
    answer = client.post(NEW_LIST_URL, data, follow=True)
    assert "38 of 120 points" in words(answer)
    assert not Legion.objects.exists()
    assert mine() == {"beast": {"cost": 38}}


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("entered", "message"),
    [("abc", "Write a whole number."), ("-4", ""), ("38.5", "Write a whole number."), ("9" * 30, "")],
)
def test_an_impossible_number_is_refused_at_its_field_and_not_saved(client: Client, entered: str, message: str) -> None:
    legion = start(client, "add/beast")
    answer = tell(client, legion, status=400, number__p0__beast__cost=entered, number__p0__beast__level="3")
    field = Page(answer).all("input", id="number-p0-beast-cost")[0]
    assert (field["value"], field["aria-invalid"]) == (entered, "true")
    assert Page(answer).all("span", id=field["aria-describedby"])
    assert message in words(answer)
    assert not OwnNumbers.objects.filter(facts__has_key="beast").exists()


@pytest.mark.sampled
def test_without_scripts_a_number_of_a_candidate_leads_back_to_the_open_list_of_candidates(client: Client) -> None:
    answer = tell(client, start(client, "add/giant"), slot="creature", number__c__beast__cost="38")
    assert answer["Location"].endswith("/?slot=creature#c-beast")
    assert Page(client.get(answer["Location"].partition("#")[0])).all("button", id="c-beast")


def test_two_fields_that_differ_are_refused(client: Client) -> None:
    fields = {"number__p0__beast__cost": "38", "number__c__beast__cost": "39"}
    assert "Two fields contradict each other" in words(tell(client, start(client, "add/beast"), status=400, **fields))


@pytest.mark.one_variant
@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"number__p0__beast__cost": "  "},
        {"number__p0__beast__kind": "spell"},
        {"number__p0__nobody__cost": "3"},
        {"number__p0__beast__slots": "nowhere"},
        {"number__": "3"},
        {"number__p0__beast__cost__more": "3"},
        {"card": "beast", "fact": "kind", "value": "spell"},
        {"card": "nobody", "fact": "cost", "value": "3"},
        {"card": "beast", "fact": "cost"},
    ],
)
def test_a_form_that_says_nothing_of_a_card_is_refused(client: Client, fields: dict[str, str]) -> None:
    tell(client, start(client, "add/beast"), status=400, **fields)
    assert not OwnNumbers.objects.exclude(facts={}).exists()


@pytest.mark.one_variant
@pytest.mark.parametrize("do", ["take-back", "take-back/x", "take-back/²", "untell", "untell/beast", "tell/x/y/z/"])
def test_a_button_that_nobody_knows_is_refused(client: Client, do: str) -> None:
    assert client.post(address(start(client, "add/beast")), {"do": do}).status_code in (400, 409)


def test_at_the_storage_quota_numbers_are_refused(client: Client) -> None:
    legion = start(client, "add/beast")
    used_up("guest-kilobytes")
    tell(client, legion, status=429, number__p0__beast__cost="38")
    assert not OwnNumbers.objects.filter(facts__has_key="beast").exists()


def test_nobody_tells_from_anothers_list(client: Client) -> None:
    legion = factories.legion({"card": "beast"}, guest_key="somebody else")
    assert client.post(address(legion), {"do": "tell", COST: "38"}).status_code == 404
    assert not OwnNumbers.objects.exists()


@pytest.mark.sampled
def test_a_fact_that_is_no_small_field_has_a_form_of_its_own(client: Client) -> None:
    legion = start(client, "add/beast", "equip/0/club")
    assert Page(client.get(address(legion))).all("form", action=address(legion))
    tell(client, legion, card="beast", fact="slots", value="heroic, arcane")
    assert mine() == {"beast": {"slots": ["heroic", "arcane"]}}


# -- withdrawing -----------------------------------------------------------------------------------------------------


@pytest.mark.sampled
def test_undo_is_about_the_number_while_it_is_the_last_thing_that_was_done(client: Client) -> None:
    legion = start(client, "add/giant", "add/beast")
    tell(client, legion, number__p1__beast__cost="38")
    undo = Page(client.get(address(legion))).all("button", id="undo")[0]
    assert (undo["form"], undo["value"]) == ("tell", "take-back/2")
    tell(client, legion, do="take-back/2")
    assert mine() == {}
    page = Page(client.get(address(legion)))
    assert page.all("button", id="redo")[0]["value"] == "take-back/3"
    assert page.all("button", id="undo")[0]["value"] == "undo"
    tell(client, legion, do="take-back/3")
    assert mine() == {"beast": {"cost": 38}}
    tell(client, legion, do="take-back/2", status=409)
    client.post(address(legion), {"do": "add/dragon", "version": legion.version})
    assert Page(client.get(address(legion))).all("button", id="undo")[0]["value"] == "undo"


@pytest.mark.sampled
def test_a_number_is_removed_while_those_of_the_list_stay(client: Client) -> None:
    legion = start(client, "add/beast")
    say = {"do": "say", "version": legion.version, "card": "beast", "fact": "level", "value": "3"}
    client.post(address(legion), say)
    legion.refresh_from_db()
    tell(client, legion, number__p0__beast__cost="38")
    page = Page(client.get(address(legion)))
    assert page.all("button", id="unsay-beast-level")[0]["value"] == "unsay/beast/level"
    assert page.all("button", id="unsay-beast-cost")[0]["value"] == "untell/beast/cost"
    tell(client, legion, do="untell/beast/cost")
    assert mine() == {}
    assert "Undetermined" in words(client.get(address(legion)))


# -- requests --------------------------------------------------------------------------------------------------------


@pytest.mark.sampled
def test_a_list_with_only_missing_numbers_is_not_called_illegal(client: Client) -> None:
    legion = start(client, "add/beast")
    text = words(client.get(address(legion)))
    assert "1 fact is missing" in text and "Fill in" in text
    assert "Not legal yet" not in text
    asked = client.get(f"{address(legion)}?mend=1")
    assert Page(asked).all("input", id="number-o-beast-cost")
    assert "Ways to fix it" not in words(asked) and "I do not have these cards" in words(asked)
    assert "Ways to fix it" in words(client.get(f"{address(legion)}?mend=1&anyway=1"))


@pytest.mark.sampled
def test_a_list_that_is_wrong_as_well_is_asked_first_and_then_mended(client: Client) -> None:
    legion = start(client, "add/beast", "add/dragon", "add/dragon")
    text = words(client.get(f"{address(legion)}?mend=1"))
    assert text.index("First, enter the missing facts from your cards") < text.index("Ways to fix it")


@pytest.mark.sampled
def test_the_panel_asks_until_all_facts_are_entered(client: Client) -> None:
    factories.publish(factories.creature(slug="ape", name="Ape", cost=None))
    legion = start(client, "add/beast", "add/ape")
    data = {"do": "tell", "asking": "1", "number/o/ape/cost": "5"}
    answer = client.post(address(legion), data, headers=HTMX_HEADERS)
    assert "1 fact is missing" in words(answer)
    assert Page(answer).all("div", id="builder")[0]["data-focus"] == "number-o-beast-cost"
    answer = client.post(address(legion), {**data, "number/o/beast/cost": "6"}, headers=HTMX_HEADERS)
    assert not Page(answer).all("section", id="offers")


def unknown(card: str, fact: str, *rules: str, places: int = 1) -> dict[str, Any]:
    return {"card": card, "fact": f"/{fact}", "needed_by": list(rules), "at": [f"/picks/{n}" for n in range(places)]}


def asked(*verdicts: list[dict[str, Any]]) -> list[tuple[str, str]]:
    return [(one.card, one.fact) for one in deciding_facts([{"unknown": rows} for rows in verdicts])]


def test_the_most_decisive_fact_is_asked_first() -> None:
    assert asked([unknown("a", "level", "one"), unknown("b", "unique", "one", "two")]) == [
        ("b", "unique"),
        ("a", "level"),
    ]
    assert asked([unknown("a", "level", "one"), unknown("b", "level", "one", places=3)]) == [
        ("b", "level"),
        ("a", "level"),
    ]
    assert asked([unknown("a", "base", "one"), unknown("b", "cost", "one")]) == [("b", "cost"), ("a", "base")]


def test_facts_missing_in_many_lists_are_asked_first() -> None:
    one, two = [unknown("a", "cost", "x")], [unknown("b", "cost", "x"), unknown("a", "level", "x", "y")]
    assert asked(one, two, [unknown("b", "cost", "x")]) == [("b", "cost"), ("a", "level"), ("a", "cost")]


def test_parts_of_a_fact_are_asked_for_together() -> None:
    rows = [unknown("a", "costs/2", "x"), unknown("a", "costs/3", "y")]
    found = deciding_facts([{"unknown": rows}])
    assert [(one.fact, one.rules, one.lists, one.places) for one in found] == [("costs", 2, 1, 1)]
    assert deciding_facts([]) == []


@pytest.mark.sampled
def test_more_than_there_is_room_for_is_asked_later(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(missing_facts, "MAX_ASKED", 1)
    factories.publish(factories.creature(slug="ape", name="Ape", cost=None))
    text = words(client.get(f"{address(start(client, 'add/beast', 'add/ape'))}?mend=1"))
    assert "2 facts are missing" in text and "1 more follows." in text


# -- visibility for others -------------------------------------------------------------------------------------------


@pytest.mark.sampled
def test_one_persons_numbers_are_never_anothers(client: Client, ada: User) -> None:
    holder = Holder(user=ada)
    services.set_facts(holder=holder, game="attack-wing", facts={"beast": {"cost": 38}}, what="Told.")
    hers = factories.legion({"card": "beast"}, owner=ada)
    at_home, mine_too = Client(), start(client, "add/beast")
    at_home.force_login(ada)
    for _turn in range(2):  # for a cached result, too
        assert "38 of 120 points" in words(at_home.get(address(hers)))
        assert "38 of 120 points" in words(at_home.get("/legions/"))
        text = words(client.get(address(mine_too)))
        assert "At least 0 of 120 points" in text and "with your numbers" not in text
        assert "38" not in words(client.get("/legions/"))
        assert "Undetermined" not in words(at_home.get(f"{address(hers)}?mend=1&anyway=1"))
        assert "Undetermined" in words(client.get(f"{address(mine_too)}?mend=1&anyway=1"))


@pytest.mark.sampled
def test_a_shared_list_shows_only_the_own_numbers_of_its_verdict(client: Client, ada: User) -> None:
    facts = {"beast": {"cost": 38}, "dragon": {"level": 3}, "giant": {"level": 5}}
    factories.publish(factories.creature(slug="ape", name="Ape", cost=None))
    facts["ape"] = {"cost": 5}
    services.set_facts(holder=Holder(user=ada), game="attack-wing", facts=facts, what="Told.")
    legion = factories.legion({"card": "beast"}, owner=ada)
    sharing.share_legion(legion=legion)
    place = f"/s/{legion.share_key}/"
    text = words(client.get(place))
    assert "Legal (with its player’s numbers)" in text and "Its player’s own numbers" in text
    assert "Ape" not in text
    told = {"beast": {"cost": 38}}
    assert client.get(f"{place}document/").json()["facts"] == told
    assert client.get(f"/api/v1/legions/shared/{legion.share_key}/").json()["legion"]["facts"] == told
    assert "= Beast: cost 38" in client.get(f"{place}copies/").content.decode()
    client.post(f"{place}copy/")
    copied = Legion.objects.exclude(pk=legion.pk).get()
    assert copied.document["facts"] == told
    legion.refresh_from_db()
    assert "facts" not in legion.document


@pytest.mark.sampled
def test_every_page_of_ones_own_list_counts_them(client: Client) -> None:
    legion = start(client, "add/beast", "add/giant")
    tell(client, legion, number__p0__beast__cost="38")
    assert "= Beast: cost 38" in client.get(f"{address(legion)}copies/").content.decode()
    for place in ("history/", f"history/{legion.version}/", "sheet/"):
        assert "68" in words(client.get(f"{address(legion)}{place}", follow=True)), place
    assert client.get(f"{address(legion)}document/").json()["facts"] == {"beast": {"cost": 38}}
    assert "68" in words(client.get(f"/legions/compare/?with={legion.pk}"))


@pytest.mark.sampled
def test_a_number_entered_on_the_table_can_be_offered(client: Client, ada: User) -> None:
    client.force_login(ada)
    legion = start(client, "add/beast")
    tell(client, legion, number__p0__beast__cost="38")
    assert client.post(f"{address(legion)}offer/", {"do": "offer", "card": "beast", "printed": "1"}).status_code == 302
    assert "Offered to the curators." in words(client.get(address(legion)))


# -- the page of own numbers -----------------------------------------------------------------------------------------


@pytest.mark.sampled
def test_the_page_lists_entered_and_missing_numbers(client: Client) -> None:
    assert "None yet" in words(client.get(PAGE))
    start(client, "add/beast", "add/giant")
    assert "What your lists wait for" in words(client.get(PAGE))
    answer = client.post(PAGE, {"do": "tell", "number/o/beast/cost": "38"}, follow=True)
    assert "Beast Cost 38 points" in words(answer)
    assert "What your lists wait for" not in words(answer)
    client.post(PAGE, {"do": "untell/beast/cost"})
    assert mine() == {}
    client.post(PAGE, {"do": "take-back/3"})
    assert mine() == {"beast": {"cost": 38}}
    assert client.post(PAGE, {"do": "take-back/3"}).status_code == 409


@pytest.mark.sampled
def test_the_page_says_what_the_catalog_has_learnt_and_has_pages(client: Client) -> None:
    client.post(PAGE, {"do": "tell", "number/o/beast/cost": "38"})
    factories.publish(factories.creature(slug="beast", name="Beast", cost=41))
    assert "The catalog has 41 points, which counts." in words(client.get(PAGE))
    assert client.get(f"{PAGE}?page=x").status_code == 200
    assert client.get("/numbers/chess/").status_code == 404


def test_hostile_words_of_a_card_are_words_on_every_page(client: Client) -> None:
    words_of_card = {"name": "<script>alert(1)</script>", "class": "<b onclick=x>"}
    factories.publish(factories.creature(slug="ape", name=None, cost=None, **{"class": None}))
    legion = start(client, "add/ape")
    holder = Holder(guest_key=legion.guest_key)
    services.set_facts(holder=holder, game="attack-wing", facts={"ape": words_of_card}, what="<i>Told.</i>")
    sharing.share_legion(legion=legion)
    for place in (PAGE, address(legion), f"/s/{legion.share_key}/", f"{address(legion)}history/"):
        text = client.get(place, follow=True).content.decode()
        assert not any(word in text for word in ("<script>alert", "<b onclick", "<i>Told")), place


@pytest.mark.sampled
def test_an_invalid_number_is_refused_on_the_page_and_not_saved(client: Client) -> None:
    start(client, "add/beast")
    answer = client.post(PAGE, {"do": "tell", "number/o/beast/cost": "many"})
    assert answer.status_code == 400
    assert Page(answer).all("input", id="number-o-beast-cost")[0]["value"] == "many"
    assert client.post(PAGE, {"do": "nothing"}).status_code == 400
    assert client.post(PAGE).status_code == 400


@pytest.mark.sampled
def test_all_games_lead_to_the_numbers_of_one(client: Client, ada: User) -> None:
    assert client.get("/numbers/").status_code == 302
    client.force_login(ada)
    assert "/numbers/" in client.get("/account/").content.decode()
    assert PAGE in client.get("/collection/attack-wing/").content.decode()

"""Confirmation of single facts by a second person: permissions, scope and pages."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from catalog import permissions, publishing
from catalog.curation import confirmations, contributions
from catalog.curation.confirmations import ConfirmationNotAllowed, value_digest
from catalog.curation.contributions import Origin
from catalog.models import AuditEntry, Confirmation, Record
from tests import factories
from tests.clients import logged_in
from tests.contention import at_once
from tests.legions.page_parser import Page

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def cards() -> None:
    factories.publish_frame(
        factories.creature(slug="beast", name="Beast", cost=38, level=None, set="woods"),
        factories.creature(slug="giant", name="Giant", cost=9, set="woods"),
        factories.card_set(slug="woods", name="The Woods"),
    )


def curator(name: str) -> Any:
    return factories.user_with(permissions.CURATOR, username=name)


@pytest.fixture
def cora() -> Any:
    return curator("cora")


def record(slug: str = "beast") -> Record:
    return Record.objects.get(slug=slug, document_type="card")


def document(slug: str = "beast") -> dict[str, Any]:
    return record(slug).revisions.newest().get().document


def confirm(by: Any, fact: str = "cost", slug: str = "beast", *, printed: bool = True, **how: Any) -> Confirmation:
    seen = value_digest(document(slug)[fact])
    return confirmations.confirm(record=record(slug), fact=fact, seen=seen, by=by, printed=printed, **how)


def confirmed(slug: str = "beast") -> set[str]:
    return {one.fact for one in confirmations.fact_statuses(document(slug)) if one.confirmed}


def change(slug: str = "beast", by: Any = None, **facts: Any) -> None:
    factories.publish_documents([{**document(slug), **facts}], by=by, why="r")


# -- scope of a confirmation ---------------------------------------------------------------------------------------


@pytest.mark.sampled
def test_a_fact_that_changes_has_no_confirmation_until_it_is_what_was_confirmed(cora) -> None:
    confirm(cora)
    assert confirmed() == {"cost"}
    change(cost=39)
    assert confirmed() == set()
    change(cost=38)
    assert confirmed() == {"cost"}


@pytest.mark.sampled
def test_a_confirmation_says_what_the_fact_was_held_against(cora) -> None:
    change(
        sources={"": {"source": "The book", "checked": False}, "/cost": {"source": "A", "page": 3, "checked": False}}
    )
    by_source = confirm(cora, printed=False)
    by_card = confirm(cora, "attack")
    assert (by_source.source, by_source.page) == ("A", 3)
    assert (by_card.source, by_card.page) == ("", None)


def test_a_fact_without_a_source_is_compared_only_with_the_printed_card(cora) -> None:
    change(sources={"/cost": {"source": "A", "checked": False}})
    with pytest.raises(ConfirmationNotAllowed, match="No source"):
        confirm(cora, "attack", printed=False)
    assert confirm(cora, "attack").fact == "attack"


@pytest.mark.sampled
@pytest.mark.parametrize("source_fields", [{"doubt": "Blurred"}, {"basis": "inferred"}, {"basis": "absent"}])
def test_facts_with_an_unsure_source_are_compared_only_with_the_printed_card(cora, source_fields) -> None:
    change(sources={"": {"source": "A list", "checked": False, **source_fields}})
    with pytest.raises(ConfirmationNotAllowed, match="printed card"):
        confirm(cora, printed=False)
    assert confirm(cora).source == ""


@pytest.mark.sampled
def test_the_page_of_a_card_names_who_has_seen_a_fact_on_the_printed_card() -> None:
    change(sources={"": {"source": "A list", "checked": False, "basis": "transcribed"}})
    confirm(curator("anna"), named=True)
    confirm(curator("ben"), "alignment")
    words = Page(Client().get("/cards/attack-wing/beast/")).words
    assert "seen on the printed card by anna" in words
    assert words.count("seen on the printed card") == 2
    assert "transcribed" in words


def test_unknown_facts_cannot_be_confirmed(cora) -> None:
    with pytest.raises(publishing.Conflict):
        confirm(cora, "level")


@pytest.mark.sampled
def test_a_card_is_confirmed_when_each_of_its_facts_is_known_and_confirmed(cora) -> None:
    for fact in confirmations.confirmable_facts(document()):
        if fact != "level":
            confirm(cora, fact)
    assert not confirmations.is_confirmed(confirmations.fact_statuses(document()))
    change(level=4)
    confirm(cora, "level")
    assert confirmations.is_confirmed(confirmations.fact_statuses(document()))


def test_identity_set_and_text_need_no_confirmation() -> None:
    assert not {"slug", "kind", "game", "set", "text", "sources"} & set(confirmations.confirmable_facts(document()))


@pytest.mark.sampled
def test_confirmations_stay_with_a_card_that_gets_another_slug(cora) -> None:
    confirm(cora)
    publishing.change_slug(record(), slug="great-beast", by=None, why="r")
    assert confirmed("great-beast") == {"cost"}
    confirm(cora, slug="great-beast")
    assert Confirmation.objects.count() == 1
    with pytest.raises(publishing.Conflict):
        confirmations.confirm(record=record(), fact="cost", seen=value_digest(38), by=cora, printed=True)


def test_a_fact_changed_meanwhile_is_not_confirmed(cora) -> None:
    for fact, seen in (
        ("cost", value_digest(39)),
        ("cost", ""),
        ("slug", value_digest("beast")),
        ("wings", "x"),
        ("\0", "\0"),
    ):
        with pytest.raises(publishing.Conflict):
            confirmations.confirm(record=record(), fact=fact, seen=seen, by=cora, printed=True)
    assert not Confirmation.objects.exists()


# -- permission to confirm -----------------------------------------------------------------------------------------


@pytest.mark.sampled
def test_the_author_of_a_fact_cannot_confirm_it_but_its_reviewer_or_publisher_can(cora) -> None:
    anna, paul = curator("anna"), curator("paul")
    permissions.grant(paul, permissions.PUBLISHER)
    publishing.save_and_submit({**document(), "cost": 40}, by=cora, why="r", sources_hold=["/cost"])
    publishing.approve(record(), by=anna, expected=publishing.edit_token(record()))
    publishing.publish_draft(record(), by=paul, why="r")
    with pytest.raises(ConfirmationNotAllowed, match="wrote or offered"):
        confirm(cora)
    assert confirm(anna)
    assert confirm(paul)
    assert confirm(cora, "attack"), "what they did not write they may confirm"


@pytest.mark.sampled
def test_of_two_who_wrote_on_one_draft_each_confirms_what_the_other_wrote(cora) -> None:
    anna = curator("anna")
    factories.save_draft({**document(), "cost": 40}, by=cora, why="r")
    factories.save_draft({**document(), "cost": 40, "level": 3}, by=anna, why="r")
    publishing.publish_draft(record(), by=None, why="r")
    assert confirmations.authors_by_fact(document())["cost"] == {cora.pk}
    assert confirmations.authors_by_fact(document())["level"] == {anna.pk}


@pytest.mark.sampled
def test_values_of_a_discarded_draft_have_no_author(cora) -> None:
    anna = curator("anna")
    factories.save_draft({**document(), "cost": 99}, by=cora, why="r")
    publishing.discard_draft(record(), by=cora, why="r")
    factories.save_draft({**document(), "level": 3}, by=anna, why="r")
    publishing.publish_draft(record(), by=None, why="r")
    assert confirmations.authors_by_fact(document())["cost"] == set()
    assert confirmations.authors_by_fact(document())["level"] == {anna.pk}


@pytest.mark.sampled
def test_neither_the_contributor_nor_the_accepting_curator_can_confirm_a_fact(cora) -> None:
    anna = curator("anna")
    made = contributions.submit(
        by=anna, game="attack-wing", slug="beast", facts={"level": 8}, origin=Origin(printed=True)
    )
    contributions.decide(number=made.pk, seen=made.version, by=cora, accept=["level"])
    publishing.publish_draft(record(), by=None, why="r")
    for by in (anna, cora):
        with pytest.raises(ConfirmationNotAllowed):
            confirm(by, "level")
    assert confirm(curator("otto"), "level")


def test_a_fact_that_was_written_under_a_former_slug_is_still_of_who_wrote_it(cora) -> None:
    change(by=cora, cost=40)
    publishing.change_slug(record(), slug="great-beast", by=None, why="r")
    with pytest.raises(ConfirmationNotAllowed):
        confirm(cora, slug="great-beast")


@pytest.mark.sampled
@pytest.mark.django_db(transaction=True)
def test_confirming_twice_is_confirming_once_also_at_the_same_time(shared) -> None:
    cora = curator("cora")
    at_once(*[lambda: confirm(cora)] * 4)
    assert Confirmation.objects.count() == 1
    assert AuditEntry.objects.filter(what="fact confirmed").count() == 1


# -- withdrawing ---------------------------------------------------------------------------------------------------


@pytest.mark.sampled
def test_a_confirmation_is_withdrawn_only_by_its_author(cora) -> None:
    confirm(cora)
    about = {"record": record(), "fact": "cost", "seen": value_digest(38)}
    assert not confirmations.withdraw(**about, by=curator("anna"))
    assert confirmations.withdraw(**about, by=cora)
    assert not confirmations.withdraw(**about, by=cora)
    assert confirmed() == set()


def test_the_audit_log_tells_of_each_confirmation_and_of_each_that_was_taken_back(cora) -> None:
    confirm(cora)
    confirmations.withdraw(record=record(), fact="cost", seen=value_digest(38), by=cora)
    made, gone = AuditEntry.objects.filter(of="attack-wing/card/beast cost").order_by("pk")
    assert (made.what, made.by, made.after["sha256"]) == ("fact confirmed", cora.pk, value_digest(38))
    assert (gone.what, gone.by, gone.before) == ("fact not confirmed any more", cora.pk, made.after)


# -- the desk ------------------------------------------------------------------------------------------------------


def desk(slug: str = "beast") -> str:
    return reverse("admin:catalog_card_confirm", args=[record(slug).pk])


OVERVIEW = "/admin/catalog/card/confirming/"


def press(client: Client, fact: str = "cost", value: Any = 38, **more: str) -> Any:
    return client.post(desk(), {"_confirm": f"{fact}.{value_digest(value)}", "against": "card", **more})


def lit(client: Client, after: str = "") -> list[str]:
    found = Page(client.get(desk(), {"after": after})).all("button", name="_confirm")
    return [button["value"].partition(".")[0] for button in found if "autofocus" in button]


@pytest.mark.sampled
def test_one_press_confirms_a_fact_and_lights_the_next(cora) -> None:
    client = logged_in(cora)
    assert lit(client) == ["name"]
    pressed = press(client)
    assert pressed.status_code == 302
    assert confirmed() == {"cost"}
    assert lit(client, "cost") == ["attack"], "the level is not known, so it is left out"
    assert lit(client, "troop") == ["name"], "after the last it begins again"


@pytest.mark.sampled
def test_another_press_takes_it_back(cora) -> None:
    client = logged_in(cora)
    press(client)
    undo = Page(client.get(desk())).all("button", name="_undo")
    assert [button["value"] for button in undo] == [f"cost.{value_digest(38)}"]
    assert client.post(desk(), {"_undo": undo[0]["value"]}).status_code == 302
    assert confirmed() == set()


@pytest.mark.sampled
def test_the_last_choice_is_preselected(cora) -> None:
    client = logged_in(cora)
    press(client, against="source", named="on")
    page = Page(client.get(desk("giant")))
    assert [one["value"] for one in page.all("input", name="against") if "checked" in one] == ["source"]
    assert [one for one in page.all("input", name="named") if "checked" in one]
    assert Confirmation.objects.get().named


@pytest.mark.one_variant
@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ({}, 302),
        ({"_confirm": "cost"}, 200),
        ({"_confirm": "cost", "against": "card"}, 302),
        ({"_confirm": f"cost.{value_digest(38)}"}, 200),
        ({"_confirm": f"cost.{value_digest(38)}", "against": "memory"}, 200),
        ({"_confirm": f"cost.{value_digest(39)}", "against": "card"}, 302),
        ({"_confirm": "\0.\0", "against": "card"}, 302),
        ({"_confirm": "x" * 10_000, "against": "card"}, 302),
        ({"_undo": "\0.\0"}, 302),
        ({"_undo": "cost." + "9" * 5_000}, 302),
    ],
)
def test_no_post_to_the_desk_breaks_it_or_writes_anything(cora, sent, status) -> None:
    assert logged_in(cora).post(desk(), sent).status_code == status
    assert not Confirmation.objects.exists()


@pytest.mark.sampled
def test_the_desk_says_who_wrote_a_fact_and_offers_them_no_press(cora) -> None:
    change(by=cora, cost=40)
    page = Page(logged_in(cora).get(desk()))
    assert "you wrote or offered this" in page.words
    assert not [one for one in page.all("button", name="_confirm") if one["value"].startswith("cost.")]
    press(logged_in(cora), value=40)
    assert confirmed() == set()


def test_a_card_that_was_never_published_has_nothing_to_confirm(cora) -> None:
    draft = factories.save_draft(factories.creature(slug="new"), by=None, why="r")
    address = reverse("admin:catalog_card_confirm", args=[draft.record_id])
    assert logged_in(cora).get(address).status_code == 302


@pytest.mark.sampled
def test_the_next_card_is_the_next_of_the_set_with_facts_to_confirm(cora) -> None:
    client = logged_in(cora)
    assert client.get(desk(), {"next": ""})["Location"] == desk("giant")
    assert client.get(desk("giant"), {"next": ""})["Location"] == f"{OVERVIEW}?game=attack-wing"
    for fact in confirmations.confirmable_facts(document("giant")):
        confirm(cora, fact, "giant")
    assert client.get(desk(), {"next": ""})["Location"] == f"{OVERVIEW}?game=attack-wing"


@pytest.mark.sampled
def test_the_overview_counts_by_game_and_set_and_leaves_out_what_is_done(cora) -> None:
    factories.publish_documents([factories.creature(slug="stray", name="Stray", set=None)], by=None, why="r")
    publishing.retire(Record.objects.get(slug="stray"), reason="Gone", by=None, why="r")
    for fact in confirmations.confirmable_facts(document("giant")):
        confirm(cora, fact, "giant")
    (part,) = confirmations.coverage_by_set("attack-wing")
    assert (part.of_set, len(part.cards), part.whole) == ("woods", 2, 1)
    assert part.known - part.confirmed == len(confirmations.confirmable_facts(document())) - 1
    client = logged_in(cora)
    assert "Attack Wing" in Page(client.get(OVERVIEW)).words
    words = Page(client.get(OVERVIEW, {"game": "attack-wing", "set": "woods"})).words
    assert "The Woods" in words
    assert "1 card of this set" in words
    assert [one for one in Page(client.get(OVERVIEW, {"game": "attack-wing"})).all("a") if one.get("href") == desk()]


def test_a_curator_of_another_game_confirms_nothing_of_this_one(cora) -> None:
    permissions.assign_games(cora, ["dungeon-command"])
    client = logged_in(cora)
    assert client.get(desk()).status_code == 403
    assert press(client).status_code == 403
    assert "attack-wing" not in Page(client.get(OVERVIEW, {"game": "attack-wing"})).words
    assert not Confirmation.objects.exists()


@pytest.mark.parametrize("asked", [{"game": "\0"}, {"game": "x"}, {"game": "attack-wing", "set": "\0", "page": "-1"}])
def test_no_address_of_the_overview_breaks_it(cora, asked) -> None:
    assert logged_in(cora).get(OVERVIEW, asked).status_code == 200


@pytest.mark.sampled
def test_the_number_of_queries_does_not_grow_with_the_cards(cora) -> None:
    client = logged_in(cora)
    confirm(cora, "name")  # includes the query for her badge
    counts = []
    for _ in range(2):
        for address, asked in ((desk(), {}), (desk(), {"next": ""}), (OVERVIEW, {"game": "attack-wing"})):
            client.get(address, asked)
            with CaptureQueriesContext(connection) as queries:
                client.get(address, asked)
            counts.append(len(queries))
        more = [factories.creature(slug=f"card-{number}", set="woods") for number in range(30)]
        factories.publish_documents(more, by=None, why="r")
        for fact in ("name", "cost", "attack"):
            confirm(cora, fact, "card-3")
        for fact in ("cost", "attack"):
            confirm(cora, fact)
    assert counts[:3] == counts[3:]


# -- public views --------------------------------------------------------------------------------------------------


def facts_of(slug: str = "beast") -> dict[str, Any]:
    answer = Client().get(f"/api/v1/cards/attack-wing/{slug}/facts/")
    assert answer.status_code == 200
    document: dict[str, Any] = answer.json()
    return document


@pytest.mark.sampled
def test_the_api_tells_each_fact_with_its_sources_and_who_confirmed_it_if_they_want_that(cora) -> None:
    confirm(cora, named=True)
    confirm(curator("anna"), printed=False)
    told = facts_of()
    cost = next(one for one in told["facts"] if one["fact"] == "/cost")
    assert (told["confirmed"], cost["value"]) == (False, 38)
    assert [one["by"] for one in cost["confirmations"]] == ["cora", None]
    assert [one["source"] for one in cost["confirmations"]] == [None, cost["sources"][0]["source"]]
    attack = next(one for one in told["facts"] if one["fact"] == "/attack")
    assert attack["confirmations"] == []
    assert [one["fact"][1:] for one in told["facts"]] == confirmations.confirmable_facts(document())


@pytest.mark.sampled
def test_the_facts_in_the_api_change_at_once_and_the_card_does_not(cora) -> None:
    client = Client()
    card, facts = (client.get(f"/api/v1/cards/attack-wing/beast/{rest}") for rest in ("", "facts/"))
    known = facts["ETag"]
    assert client.get(facts.request["PATH_INFO"], headers={"If-None-Match": known}).status_code == 304
    confirm(cora)
    assert client.get(facts.request["PATH_INFO"], headers={"If-None-Match": known}).status_code == 200
    assert client.get(card.request["PATH_INFO"])["ETag"] == card["ETag"]


def test_a_former_slug_leads_to_the_facts_and_an_unknown_one_to_a_problem() -> None:
    publishing.change_slug(record(), slug="great-beast", by=None, why="r")
    moved = Client().get("/api/v1/cards/attack-wing/beast/facts/")
    assert (moved.status_code, moved["Location"]) == (301, "/api/v1/cards/attack-wing/great-beast/facts/")
    missing = Client().get("/api/v1/cards/attack-wing/beasts/facts/")
    assert (missing.status_code, missing["Content-Type"]) == (404, "application/problem+json")


def test_a_deleted_account_is_no_longer_named(cora) -> None:
    confirm(cora, named=True)
    cora.is_active = False
    cora.save()
    assert "cora" not in str(facts_of())
    assert "cora" not in Client().get("/cards/attack-wing/beast/").content.decode()


def test_the_page_of_a_card_says_who_confirmed_what_and_what_nobody_has(cora) -> None:
    words = Page(Client().get("/cards/attack-wing/beast/")).words
    assert "None of its facts is confirmed by a second person yet." in words
    confirm(cora, named=True)
    confirm(cora, "attack", named=True)
    page = Page(logged_in(cora).get("/cards/attack-wing/beast/"))
    assert "cora" in page.words
    assert "against the printed card: cost, primary weapon value." in page.words
    assert "Not yet confirmed by a second person: name," in page.words
    assert page.all("a", href=desk())
    change(level=4)
    for fact in confirmations.confirmable_facts(document()):
        confirm(cora, fact)
    assert "This card is confirmed" in Page(Client().get("/cards/attack-wing/beast/")).words


@pytest.mark.sampled
def test_official_cards_and_those_of_open_sets_are_counted_apart(client) -> None:
    factories.publish(
        factories.card_set(slug="bells", name="The Bells", official=False),
        factories.creature(slug="warden", set="bells"),
        factories.creature(slug="keeper", set="bells"),
        factories.creature(slug="ringer", set="bells"),
    )
    client.force_login(factories.UserFactory(is_superuser=True, is_staff=True))
    words = Page(client.get(OVERVIEW)).words
    official, _, ours = words.partition("Attack Wing, open sets ")
    assert re.match(r"0 of \d+ 0 of 3\D", ours)
    assert official.strip().endswith(" 0 of 2")
    assert "The Bells open set" in Page(client.get(OVERVIEW, {"game": "attack-wing"})).words

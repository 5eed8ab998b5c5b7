"""Numbers that users read off their cards: saved for the user, checked, withdrawn, and transferred to an account."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from catalog import snapshots
from catalog.documents.errors import InvalidInput
from legions.account_pages import data_export, deletion
from legions.accounts.holders import Holder
from legions.own_numbers import applied_numbers, services
from legions.own_numbers.models import OwnNumbers
from legions.site import undo_steps
from legions.site.errors import ActionRefused
from rulesapi.judging import verdicts
from tests import factories, worlds
from tests.legions.builder_helpers import publish_cards

pytestmark = [pytest.mark.django_db, pytest.mark.db_facing, pytest.mark.usefixtures("world")]

GAME = "attack-wing"
GUEST = Holder(guest_key="a guest")


@worlds.once_a_module
def world() -> None:
    publish_cards()


def say(facts: Any, holder: Holder = GUEST, what: str = "Read off the card.") -> OwnNumbers:
    return services.set_facts(holder=holder, game=GAME, facts=facts, what=what)


def said(holder: Holder = GUEST) -> Any:
    return services.facts_of(holder, GAME)


# -- entering and withdrawing ----------------------------------------------------------------------------------------


def test_without_input_no_numbers_are_stored() -> None:
    assert said() == {}
    assert services.facts_of(Holder(), GAME) == {}
    assert not OwnNumbers.objects.exists()


def test_facts_are_merged_by_card_and_fact_and_none_takes_one_away() -> None:
    say({"beast": {"cost": 38}})
    say({"beast": {"slots": ["heroic"]}, "giant": {"cost": 31}})
    assert said() == {"beast": {"cost": 38, "slots": ["heroic"]}, "giant": {"cost": 31}}
    say({"beast": {"cost": None}, "giant": {"cost": None}})
    assert said() == {"beast": {"slots": ["heroic"]}}


def test_unchanged_input_writes_nothing() -> None:
    numbers = say({"beast": {"cost": 38}})
    assert say({"beast": {"cost": 38}, "dragon": {"cost": None}}).version == numbers.version


def test_zero_false_and_an_empty_list_are_saved() -> None:
    say({"beast": {"cost": 0, "unique": False, "slots": []}})
    assert said() == {"beast": {"cost": 0, "unique": False, "slots": []}}


@pytest.mark.parametrize(
    ("facts", "pointer"),
    [
        ({"beast": {"cost": "38"}}, "/beast/cost"),
        ({"beast": {"cost": -1}}, "/beast/cost"),
        ({"beast": {"cost": 38.5}}, "/beast/cost"),
        ({"beast": {"cost": True}}, "/beast/cost"),
        ({"beast": {"slots": ["nowhere"]}}, "/beast/slots/0"),
        ({"beast": {"kind": "spell"}}, "/beast/kind"),
        ({"beast": {"slug": "worst"}}, "/beast/slug"),
        ({"beast": {"luck": 3}}, "/beast/luck"),
        ({"beest": {"cost": 38}}, "/beest"),
        ({"beast": {"cost": 38}, "giant": {"level": "high"}}, "/giant/level"),
    ],
)
def test_an_impossible_number_is_refused_at_its_place_and_not_stored(facts: Any, pointer: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        say(facts)
    assert [fault.pointer for fault in refused.value.faults] == [pointer]
    assert said() == {}


def test_a_card_that_nobody_knows_is_answered_with_those_that_are_spelled_almost_so() -> None:
    with pytest.raises(InvalidInput, match="Did you mean “beast”"):
        say({"beest": {"cost": 38}})


@pytest.mark.parametrize("value", ["\0", "\ud800", "x" * 200_000])
def test_hostile_values_are_refused(value: str) -> None:
    with pytest.raises(InvalidInput):
        say({"beast": {"text": value}})


def test_a_game_that_nobody_judges_has_no_numbers() -> None:
    with pytest.raises(InvalidInput):
        services.set_facts(holder=GUEST, game="chess", facts={"beast": {"cost": 3}}, what="")


def test_the_last_change_is_taken_back_and_made_again() -> None:
    say({"beast": {"cost": 38}})
    numbers = say({"beast": {"cost": 40, "level": 3}}, what="Beast: cost 40.")
    back = services.undo_facts(holder=GUEST, game=GAME, base=numbers.version)
    assert said() == {"beast": {"cost": 38}}
    assert back.what == "Taken back: Beast: cost 40."
    again = services.undo_facts(holder=GUEST, game=GAME, base=back.version)
    assert said() == {"beast": {"cost": 40, "level": 3}}
    assert again.what == "Beast: cost 40."


def test_a_change_that_another_came_after_is_not_taken_back() -> None:
    numbers = say({"beast": {"cost": 38}})
    base = numbers.version
    say({"beast": {"cost": 39}})
    with pytest.raises(services.NumbersChanged):
        services.undo_facts(holder=GUEST, game=GAME, base=base)
    with pytest.raises(services.NumbersChanged):
        services.undo_facts(holder=Holder(guest_key="somebody else"), game=GAME, base=base)
    assert said() == {"beast": {"cost": 39}}


def test_changes_are_taken_back_and_made_again_step_by_step() -> None:
    costs = (38, 39, 40)
    for cost in costs:
        numbers = say({"beast": {"cost": cost}}, what=f"Beast: {cost}.")
    for cost in (39, 38, None):
        numbers = services.undo_step(holder=GUEST, game=GAME, base=numbers.version)
        assert said().get("beast", {}).get("cost") == cost
    with pytest.raises(services.NumbersChanged):
        services.undo_step(holder=GUEST, game=GAME, base=numbers.version)
    for cost in costs:
        numbers = services.redo_step(holder=GUEST, game=GAME, base=numbers.version)
        assert (said(), numbers.what) == ({"beast": {"cost": cost}}, f"Beast: {cost}.")
    with pytest.raises(services.NumbersChanged):
        services.redo_step(holder=GUEST, game=GAME, base=numbers.version)


def test_a_new_change_ends_what_can_be_made_again_and_a_version_is_taken_back_once() -> None:
    base = say({"beast": {"cost": 38}}).version
    back = services.undo_step(holder=GUEST, game=GAME, base=base)
    with pytest.raises(services.NumbersChanged):
        services.undo_step(holder=GUEST, game=GAME, base=base)
    numbers = say({"giant": {"cost": 5}})
    for version in (back.version, numbers.version):
        with pytest.raises(services.NumbersChanged):
            services.redo_step(holder=GUEST, game=GAME, base=version)
    assert said() == {"giant": {"cost": 5}}


def test_steps_are_as_many_and_as_large_as_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(undo_steps, "MAX_STEPS", 3)
    for cost in range(1, 7):
        numbers = say({"beast": {"cost": cost}}, what=f"Beast: {cost}.")
    assert [step["what"] for step in numbers.undo_steps] == ["Beast: 4.", "Beast: 5.", "Beast: 6."]
    monkeypatch.setattr(undo_steps, "MAX_STEP_BYTES", 10)
    numbers = say({"beast": {"cost": 7}}, what="Beast: 7.")
    assert [step["what"] for step in numbers.undo_steps] == ["Beast: 7."]


def test_cards_and_bytes_are_limited_and_can_always_be_reduced(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    say({"beast": {"cost": 38}, "giant": {"cost": 38}})
    monkeypatch.setattr(services, "MAX_CARDS", 1)
    with pytest.raises(ActionRefused):
        say({"dragon": {"cost": 38}})
    say({"giant": {"cost": None}})
    monkeypatch.setattr(services, "MAX_GUEST_BYTES", 10)
    with pytest.raises(ActionRefused):
        say({"beast": {"level": 3}})
    assert said() == {"beast": {"cost": 38}}


# -- ownership -------------------------------------------------------------------------------------------------------


def test_everybody_has_their_own() -> None:
    ada, bo = Holder(user=factories.UserFactory()), Holder(user=factories.UserFactory())
    say({"beast": {"cost": 1}}, ada)
    say({"beast": {"cost": 2}}, bo)
    say({"beast": {"cost": 3}})
    assert [said(one)["beast"]["cost"] for one in (ada, bo, GUEST)] == [1, 2, 3]


@pytest.mark.sampled
def test_numbers_of_a_guest_move_into_the_account_override_and_can_be_undone() -> None:
    ada = factories.UserFactory()
    say({"beast": {"cost": 1, "level": 2}, "giant": {"cost": 5}}, Holder(user=ada))
    say({"beast": {"cost": 3}, "dragon": {"cost": 7}})
    assert services.adopt_own_numbers(guest_key="a guest", user=ada) == 2
    assert said(Holder(user=ada)) == {"beast": {"cost": 3, "level": 2}, "dragon": {"cost": 7}, "giant": {"cost": 5}}
    assert said() == {}
    services.undo_facts(holder=Holder(user=ada), game=GAME, base=OwnNumbers.objects.get().version)
    assert said(Holder(user=ada)) == {"beast": {"cost": 1, "level": 2}, "giant": {"cost": 5}}


def test_without_a_session_or_numbers_nothing_is_adopted(monkeypatch: pytest.MonkeyPatch) -> None:
    ada = factories.UserFactory()
    assert services.adopt_own_numbers(guest_key=None, user=ada) == 0
    say({"beast": {"cost": 3}})
    say({"beast": {"cost": None}})
    assert services.adopt_own_numbers(guest_key="a guest", user=ada) == 0
    assert not OwnNumbers.objects.exists()


def test_an_account_that_is_full_takes_what_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    ada = factories.UserFactory()
    say({"beast": {"cost": 1}}, Holder(user=ada))
    say({"beast": {"cost": 3}, "dragon": {"cost": 7}})
    monkeypatch.setattr(services, "MAX_CARDS", 1)
    services.adopt_own_numbers(guest_key="a guest", user=ada)
    assert said(Holder(user=ada)) == {"beast": {"cost": 3}}


@pytest.mark.sampled
def test_logging_in_brings_the_numbers_along_and_says_so(client: Client, ada: User, no_tries_yet: None) -> None:
    session = client.session
    session["guest_key"] = "a guest"
    session.save()
    say({"beast": {"cost": 3}})
    page = client.post("/account/login/", {"login": "ada", "password": "a long enough secret"}, follow=True)
    assert "The numbers that you read off your cards as a guest are yours in this account." in page.content.decode()
    assert said(Holder(user=ada)) == {"beast": {"cost": 3}}


@pytest.mark.sampled
def test_numbers_are_in_the_data_export_and_deleted_with_the_account(ada: User, tmp_path: Any) -> None:
    say({"beast": {"cost": 3}}, Holder(user=ada))
    file = tmp_path / "data.json"
    with file.open("wb") as written:
        data_export.write_export(user=ada, file=written)
    assert '"own_numbers": [\n{' in file.read_text("utf-8")
    assert '"beast": {"cost": 3}' in file.read_text("utf-8")
    deletion.delete_account(user=ada)
    assert not OwnNumbers.objects.exists()


# -- renamed cards ---------------------------------------------------------------------------------------------------


def test_a_number_stays_with_a_card_that_is_renamed() -> None:
    say({"beast": {"cost": 38}})
    factories.publish(factories.creature(slug="ogre", name="Ogre", formerly=["beast"], cost=None))
    assert said() == {"ogre": {"cost": 38}}
    say({"beast": {"level": 3}})
    assert said() == {"ogre": {"cost": 38, "level": 3}}


# -- with a list -----------------------------------------------------------------------------------------------------


def filled(document: Any, facts: Any, **options: Any) -> Any:
    found = applied_numbers.with_numbers(document, facts, **options)
    verdicts.judge(found)
    return found.get("facts", {})


def test_a_list_is_judged_with_what_its_holder_says_of_the_cards_in_it_and_is_left_as_it_is() -> None:
    document = factories.legion_document({"card": "beast"})
    assert filled(document, {"beast": {"cost": 38}, "dragon": {"cost": 1}}) == {"beast": {"cost": 38}}
    assert document == factories.legion_document({"card": "beast"})


def test_facts_of_a_list_precede_own_numbers_and_the_catalog_precedes_both() -> None:
    document = factories.legion_document({"card": "beast"}, {"card": "giant"}, facts={"beast": {"cost": 40}})
    facts = {"beast": {"cost": 38, "slots": ["heroic"]}, "giant": {"cost": 99}}
    assert filled(document, facts) == {"beast": {"cost": 40, "slots": ["heroic"]}}


def test_a_fact_that_the_catalog_learns_is_no_longer_asked_of_anybody() -> None:
    document = factories.legion_document({"card": "beast"})
    factories.publish(factories.creature(slug="beast", name="Beast", cost=41, slots=None))
    assert filled(document, {"beast": {"cost": 38}}) == {}


def test_a_list_of_a_former_release_has_the_card_by_its_former_name() -> None:
    former = factories.legion_document({"card": "beast"}, release=snapshots.newest().release)
    factories.publish(factories.creature(slug="ogre", name="Ogre", formerly=["beast"], cost=None))
    assert filled(former, {"ogre": {"cost": 38}}) == {"beast": {"cost": 38}}
    assert filled(factories.legion_document({"card": "beast"}), {"ogre": {"cost": 38}}) == {"ogre": {"cost": 38}}
    said_so = factories.legion_document({"card": "ogre"}, facts={"beast": {"level": 3}})
    factories.publish(factories.creature(slug="ogre", name="Ogre", formerly=["beast"], cost=None, level=None))
    assert filled(said_so, {"ogre": {"cost": 38}}) == {"beast": {"cost": 38, "level": 3}}


def test_numbers_that_would_invalidate_a_list_are_left_out() -> None:
    document = factories.legion_document({"card": "beast"})
    assert filled(document, {"beast": {"cost": "no number"}}) == {}
    assert filled(document, {"nobody": {"cost": 3}}, others=True) == {}
    nowhere = {"game": "chess", "picks": []}
    assert applied_numbers.with_numbers(nowhere, {"beast": {"cost": 3}}) == nowhere


def test_for_a_search_the_other_cards_come_too_as_many_as_a_list_may_speak_of(monkeypatch: pytest.MonkeyPatch) -> None:
    factories.publish(factories.creature(slug="ape", cost=None), factories.creature(slug="bat", cost=None))
    facts = {"ape": {"cost": 1}, "bat": {"cost": 2}, "beast": {"cost": 38}, "giant": {"cost": 9}}
    document = factories.legion_document({"card": "beast"})
    assert filled(document, facts, others=True) == {
        "beast": {"cost": 38},
        "ape": {"cost": 1},
        "bat": {"cost": 2},
    }
    monkeypatch.setattr(applied_numbers, "MAX_CARDS_OF_LIST", 2)
    assert filled(document, facts, others=True) == {"beast": {"cost": 38}, "ape": {"cost": 1}}

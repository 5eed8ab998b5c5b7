"""Saving legions: every state is kept, nobody overwrites another's changes, and a document that cannot be judged is
refused.
"""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from catalog.documents.errors import InvalidInput
from legions.accounts import profile_names
from legions.accounts.holders import Holder
from legions.accounts.models import Profile
from legions.changes import basic
from legions.saved_lists import services
from legions.saved_lists.models import Legion, LegionRevision
from legions.sharing import services as sharing_services
from legions.site.errors import ActionRefused
from tests import factories

pytestmark = [pytest.mark.django_db, pytest.mark.db_facing]

GUEST = Holder(guest_key="a guest")


@pytest.fixture
def cards():
    """A giant with a club, and an ogre."""
    factories.publish_frame(
        factories.creature(slug="giant", name="Giant", cost=30),
        factories.creature(slug="ogre", name="Ogre", cost=20),
        factories.upgrade(slug="club", name="Club", cost=4),
    )


@pytest.fixture
def legion(cards):
    return factories.legion({"card": "giant"})


def states(legion):
    return [revision.what for revision in legion.revisions.all()]


# -- creating and changing ---------------------------------------------------------------------------------------


def test_a_saved_legion_names_the_release_it_was_judged_by(cards) -> None:
    factories.publish(factories.creature(slug="troll"))
    legion = factories.legion({"card": "giant"})
    assert legion.document["release"] == 2
    assert Legion.objects.get().document == legion.document


def test_a_saved_legion_keeps_its_release_when_changed(legion) -> None:
    factories.publish(factories.creature(slug="troll"))
    services.edit_legion(legion=legion, base=1, change=basic.AddUpgrade(0, "club"))
    assert legion.document["release"] == 1


def test_neither_digest_nor_verdict_is_stored(legion) -> None:
    stored = {field.name for model in (Legion, LegionRevision) for field in model._meta.get_fields()}
    assert not {name for name in stored if "digest" in name or "verdict" in name or "points" in name}


def test_an_edit_makes_a_new_version_and_keeps_the_old_one(legion) -> None:
    services.edit_legion(legion=legion, base=1, change=basic.AddUpgrade(0, "club"))
    assert (legion.version, Legion.objects.get().version) == (2, 2)
    assert [one.document["picks"] for one in legion.revisions.all()] == [
        [{"card": "giant"}],
        [{"card": "giant", "upgrades": ["club"]}],
    ]
    assert states(legion) == ["Started.", "Club added to Giant."]


def test_an_edit_that_changes_nothing_makes_no_version(legion) -> None:
    services.edit_legion(legion=legion, base=1, change=basic.SetCount(0, 1))
    assert legion.version == 1
    assert legion.revisions.count() == 1


def test_a_card_that_nobody_knows_stays_in_the_list(legion) -> None:
    services.edit_legion(legion=legion, base=1, change=basic.AddCreature("never-heard-of"))
    assert Legion.objects.get().document["picks"][1] == {"card": "never-heard-of"}


@pytest.mark.one_variant
@pytest.mark.parametrize(
    ("document", "pointer"),
    [
        ({"game": "attack-wing"}, ""),
        ({"game": "attack-wing", "picks": [{"card": "Giant!"}]}, "/picks/0/card"),
        ({"game": "attack-wing", "picks": [], "colour": "red"}, "/colour"),
        ({"game": "attack-wing", "picks": [], "format": "no-such-format"}, "/format"),
        ({"game": "attack-wing", "picks": [], "release": 99}, "/release"),
        ({"game": "no-such-game", "picks": []}, "/game"),
        ({"game": "attack-wing", "picks": [], "name": "a\x00b"}, "/name"),
        ({"game": "attack-wing", "picks": [], "name": "\ud800"}, "/name"),
        ({"game": "attack-wing", "picks": [{"card": "giant", "count": 501}]}, "/picks/0/count"),
        ({"game": "attack-wing", "team": [{"game": "attack-wing", "picks": []}]}, "/team"),
        ([], ""),
    ],
)
def test_a_legion_that_cannot_be_judged_is_not_saved(cards, document, pointer) -> None:
    with pytest.raises(InvalidInput) as caught:
        services.create_legion(holder=GUEST, document=document)
    assert pointer in {fault.pointer for fault in caught.value.faults}
    assert not Legion.objects.exists()
    assert not LegionRevision.objects.exists()


def test_an_edit_that_would_break_the_document_leaves_everything_as_it_was(legion) -> None:
    with pytest.raises(InvalidInput):
        services.edit_legion(legion=legion, base=1, change=basic.SetCount(0, 501))
    assert Legion.objects.get().document["picks"] == [{"card": "giant"}]
    assert legion.revisions.count() == 1


def test_names_lose_what_nobody_can_see(cards) -> None:
    assert factories.legion(name="Ember\u200bs").name == "Embers"


def test_a_legion_without_a_name_is_called_something(cards) -> None:
    assert factories.legion().name == "Unnamed legion"


def test_the_number_of_legions_is_limited(cards, monkeypatch) -> None:
    monkeypatch.setattr(services, "MAX_LEGIONS", 1)
    first = factories.legion()
    with pytest.raises(ActionRefused, match="Delete one first"):
        factories.legion()
    services.delete_legion(legion=first)
    factories.legion()
    factories.legion(guest_key="somebody else")


# -- undo and redo -------------------------------------------------------------------------------------------------


def picks(legion):
    return [pick["card"] for pick in Legion.objects.get(pk=legion.pk).document["picks"]]


def add(legion, card):
    services.edit_legion(legion=legion, base=legion.version, change=basic.AddCreature(card))


def undo(legion):
    services.undo_change(legion=legion, base=legion.version)


def redo(legion):
    services.redo_change(legion=legion, base=legion.version)


def test_undo_and_redo_walk_through_all_changes(cards) -> None:
    legion = factories.legion()
    add(legion, "giant")
    add(legion, "ogre")
    undo(legion)
    assert picks(legion) == ["giant"]
    undo(legion)
    assert picks(legion) == []
    assert legion.undo_to is None
    redo(legion)
    assert picks(legion) == ["giant"]
    redo(legion)
    assert picks(legion) == ["giant", "ogre"]
    assert legion.redo_to is None
    undo(legion)
    assert picks(legion) == ["giant"]


def test_a_change_after_an_undo_is_based_on_the_undone_state(cards) -> None:
    legion = factories.legion()
    add(legion, "giant")
    undo(legion)
    add(legion, "ogre")
    assert legion.redo_to is None
    undo(legion)
    assert picks(legion) == []
    redo(legion)
    assert picks(legion) == ["ogre"]


def test_undo_and_redo_lose_no_state(cards) -> None:
    legion = factories.legion()
    for step in (lambda: add(legion, "giant"), lambda: undo(legion), lambda: add(legion, "ogre"), lambda: undo(legion)):
        step()
    numbers = list(legion.revisions.values_list("number", flat=True))
    assert numbers == [1, 2, 3, 4, 5]
    assert legion.revisions.get(number=2).document["picks"] == [{"card": "giant"}]


def test_with_nothing_to_undo_or_redo_everything_stays(legion) -> None:
    undo(legion)
    redo(legion)
    assert legion.version == 1


# -- no overwriting --------------------------------------------------------------------------------------------------


def test_an_edit_of_an_old_version_is_refused_and_changes_nothing(legion) -> None:
    elsewhere = Legion.objects.get()
    add(elsewhere, "ogre")
    with pytest.raises(services.EditConflict) as caught:
        services.edit_legion(legion=legion, base=1, change=basic.AddUpgrade(0, "club"))
    assert caught.value.legion.version == 2
    assert picks(legion) == ["giant", "ogre"]
    assert legion.revisions.count() == 2


@pytest.mark.parametrize("step", [services.undo_change, services.redo_change])
def test_undo_and_redo_of_an_old_version_are_refused(legion, step) -> None:
    add(Legion.objects.get(), "ogre")
    with pytest.raises(services.EditConflict):
        step(legion=legion, base=1)


def test_an_outdated_edit_can_be_saved_as_a_copy(legion) -> None:
    add(Legion.objects.get(), "ogre")
    mine = services.save_conflict_copy(legion=legion, base=1, change=basic.AddUpgrade(0, "club"), holder=GUEST)
    assert mine.document["picks"] == [{"card": "giant", "upgrades": ["club"]}]
    assert mine.name == "Copy of Unnamed legion"
    assert picks(legion) == ["giant", "ogre"]


def test_an_edit_of_a_nonexistent_version_cannot_be_saved(legion) -> None:
    with pytest.raises(services.EditConflict):
        services.save_conflict_copy(legion=legion, base=9, change=basic.AddUpgrade(0, "club"), holder=GUEST)


def test_a_form_sent_twice_counts_once(legion) -> None:
    twin = Legion.objects.get()
    services.edit_legion(legion=legion, base=1, change=basic.AddCreature("ogre"), once="one form")
    services.edit_legion(legion=twin, base=1, change=basic.AddCreature("ogre"), once="one form")
    assert picks(legion) == ["giant", "ogre"]
    assert twin.version == 2


def test_two_forms_that_ask_for_the_same_are_two_edits(legion) -> None:
    twin = Legion.objects.get()
    services.edit_legion(legion=legion, base=1, change=basic.AddCreature("ogre"), once="one form")
    with pytest.raises(services.EditConflict):
        services.edit_legion(legion=twin, base=1, change=basic.AddCreature("ogre"), once="another form")


def test_a_form_of_a_new_table_sent_twice_creates_one_legion(cards) -> None:
    fields = {"document": factories.legion_document(), "change": basic.AddCreature("ogre"), "once": "one form"}
    first = services.create_with_change(holder=GUEST, **fields)
    second = services.create_with_change(holder=GUEST, **fields)
    assert first.pk == second.pk
    assert Legion.objects.count() == 1


def test_somebody_else_cannot_get_at_a_legion_by_the_mark_of_its_form(cards) -> None:
    fields = {"document": factories.legion_document(), "change": basic.AddCreature("ogre"), "once": "one form"}
    services.create_with_change(holder=GUEST, **fields)
    with pytest.raises(IntegrityError), transaction.atomic():
        services.create_with_change(holder=Holder(guest_key="somebody else"), **fields)


# -- deleting, sharing, users ------------------------------------------------------------------------------------------


def test_a_deleted_legion_is_restored_unchanged(legion) -> None:
    key = sharing_services.share_legion(legion=legion)
    services.delete_legion(legion=legion)
    assert not Legion.objects.not_deleted().exists()
    assert not Legion.objects.shared().exists()
    services.undelete_legion(legion=legion)
    assert Legion.objects.shared().get().share_key == key


def test_a_legion_that_was_deleted_elsewhere_is_not_edited(legion) -> None:
    services.delete_legion(legion=Legion.objects.get())
    with pytest.raises(services.EditConflict):
        services.edit_legion(legion=legion, base=1, change=basic.AddCreature("ogre"))


def test_a_share_key_cannot_be_guessed_and_stays_until_it_is_ended(legion) -> None:
    key = sharing_services.share_legion(legion=legion)
    assert len(key) == 32  # 24 random bytes: 192 bits
    assert sharing_services.share_legion(legion=legion) == key
    newer = sharing_services.rotate_share_key(legion=legion)
    assert newer != key
    assert Legion.objects.shared().get().share_key == newer
    sharing_services.revoke_link(legion=legion)
    assert not Legion.objects.shared().exists()


def test_sharing_does_not_count_as_a_change(legion) -> None:
    sharing_services.share_legion(legion=legion)
    services.edit_legion(legion=legion, base=1, change=basic.AddCreature("ogre"))
    assert legion.version == 2


def test_a_guests_legions_move_into_the_account_with_all_their_states(legion) -> None:
    user = factories.UserFactory()
    other = factories.legion(guest_key="somebody else")
    add(legion, "ogre")
    assert services.adopt_guest_legions(guest_key="a guest", user=user) == 1
    legion.refresh_from_db()
    assert (legion.owner, legion.guest_key) == (user, None)
    undo(legion)
    assert picks(legion) == ["giant"]
    other.refresh_from_db()
    assert other.owner is None


@pytest.mark.parametrize("key", [None, ""])
def test_without_a_guest_key_nothing_moves(legion, key) -> None:
    assert services.adopt_guest_legions(guest_key=key, user=factories.UserFactory()) == 0


def test_nobody_holds_nothing(legion) -> None:
    assert not Legion.objects.held_by(Holder()).exists()


def test_a_legion_has_one_holder_and_only_one(cards) -> None:
    user = factories.UserFactory()
    with pytest.raises(IntegrityError), transaction.atomic():
        Legion.objects.create(game="g", document={}, updated_at="2026-01-01T00:00Z")
    with pytest.raises(IntegrityError), transaction.atomic():
        Legion.objects.create(game="g", document={}, updated_at="2026-01-01T00:00Z", owner=user, guest_key="x")


def test_a_display_name_is_the_accounts_until_another_is_chosen(db) -> None:
    user = factories.UserFactory(username="somebody")
    assert profile_names.display_name(user) == "somebody"
    profile_names.set_display_name(user=user, name="Some Body")
    profile_names.set_display_name(user=user, name="Sam Body")
    user.refresh_from_db()
    assert profile_names.display_name(user) == "Sam Body"
    assert str(Profile.objects.get()) == "Sam Body"


def test_a_deleted_account_takes_its_legions_along(cards) -> None:
    user = factories.UserFactory()
    factories.legion(owner=user)
    user.delete()
    assert not Legion.objects.exists()
    assert not LegionRevision.objects.exists()


# -- clocks ------------------------------------------------------------------------------------------------------


def test_a_legion_is_never_older_than_its_last_change(cards) -> None:
    legion = factories.legion({"card": "giant"})
    assert legion.created_at == legion.updated_at == legion.revisions.get().saved_at
    legion.refresh_from_db()
    assert legion.created_at == legion.updated_at


def test_nor_is_it_where_the_clock_was_set_back(monkeypatch, cards) -> None:
    legion = factories.legion({"card": "giant"})
    begun = legion.created_at
    monkeypatch.setattr("legions.saved_lists.services.timezone.now", lambda: begun - timedelta(hours=1))
    services.rename_legion(legion=legion, base=1, name="Later")
    legion.refresh_from_db()
    assert legion.updated_at >= legion.created_at == begun

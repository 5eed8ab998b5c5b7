"""Permanent deletion: abandoned legions of guests, and old trash. Nothing else, ever."""

from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from legions import periodic_tasks
from legions.accounts.holders import Holder
from legions.own_numbers import services as own_numbers
from legions.own_numbers.models import OwnNumbers
from legions.saved_lists import services
from legions.saved_lists.models import Legion, LegionRevision
from legions.sharing import services as sharing_services
from tests import factories

pytestmark = [pytest.mark.django_db, pytest.mark.db_facing]


@pytest.fixture(autouse=True)
def cards():
    factories.publish_frame(factories.creature(slug="giant"))


def saved_legion(holder, *, idle=0, thrown=None, shared=False):
    """Save a legion that was last changed, and deleted, the given number of days ago."""
    legion = services.create_legion(holder=holder, document={"game": "attack-wing", "picks": [{"card": "giant"}]})
    if shared:
        sharing_services.share_legion(legion=legion)
    now = timezone.now()
    deleted_at = None if thrown is None else now - timedelta(days=thrown)
    Legion.objects.filter(pk=legion.pk).update(updated_at=now - timedelta(days=idle), deleted_at=deleted_at)
    return legion.pk


@pytest.fixture
def world():
    """Return the legions to keep and the legions to delete, by the configured ages."""
    guest, owner = Holder(guest_key="a guest"), Holder(user=factories.UserFactory())
    stay = {
        saved_legion(guest),
        saved_legion(guest, idle=89),
        saved_legion(guest, idle=1000, shared=True),
        saved_legion(guest, thrown=29),
        saved_legion(owner, idle=1000),
        saved_legion(owner, idle=1000, shared=True),
        saved_legion(owner, idle=1000, thrown=29, shared=True),
    }
    go = {
        saved_legion(guest, idle=91),
        saved_legion(guest, thrown=31),
        saved_legion(owner, thrown=31),
        saved_legion(owner, thrown=31, shared=True),
    }
    return stay, go


def run(capsys, *arguments):
    call_command("prune_legions", *arguments)
    return capsys.readouterr().out


def left():
    return set(Legion.objects.values_list("pk", flat=True))


@pytest.mark.sampled
def test_without_yes_it_only_counts(world, capsys):
    output = run(capsys)
    assert "1 legion of guests, not changed for 90 days and not shared." in output
    assert "3 legions deleted more than 30 days ago." in output
    assert "Nothing was deleted" in output
    assert left() == world[0] | world[1]


def test_with_yes_what_nobody_comes_back_to_goes_with_all_its_states(world, capsys):
    assert run(capsys, "--yes").endswith("Deleted.\n")
    assert left() == world[0]
    assert set(LegionRevision.objects.values_list("legion", flat=True)) == world[0]
    assert "0 legions of guests" in run(capsys, "--yes")


@pytest.mark.sampled
def test_the_ages_can_be_given(world, capsys):
    output = run(capsys, "--guest-days", "5000", "--trash-days", "28")
    assert "0 legions of guests, not changed for 5000 days" in output
    assert "5 legions deleted more than 28 days ago." in output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--guest-days", "89"), "the site promises guests 90 days"),
        (("--guest-days", "-1"), "the site promises guests"),
        (("--trash-days", "0"), "give at least 1"),
        (("--trash-days", "999999999"), "too large"),
        (("--trash-days", "99999999999"), "too large"),
    ],
)
def test_an_age_below_the_promised_retention_is_refused(arguments, message):
    with pytest.raises(CommandError, match=message):
        call_command("prune_legions", "--yes", *arguments)


def test_old_numbers_of_guests_are_pruned_and_those_of_accounts_kept(capsys):
    facts = {"giant": {"level": 3}}
    for holder in (Holder(guest_key="a guest"), Holder(guest_key="another"), Holder(user=factories.UserFactory())):
        own_numbers.set_facts(holder=holder, game="attack-wing", facts=facts, what="Said.")
    long_ago = timezone.now() - timedelta(days=91)
    OwnNumbers.objects.exclude(guest_key="another").update(updated_at=long_ago)
    assert "Facts that guests entered for cards of 1 game, not changed for as long." in run(capsys)
    assert OwnNumbers.objects.count() == 3
    run(capsys, "--yes")
    assert set(OwnNumbers.objects.values_list("guest_key", flat=True)) == {None, "another"}
    OwnNumbers.objects.update(updated_at=long_ago)
    periodic_tasks.prune_guests()
    assert set(OwnNumbers.objects.values_list("guest_key", flat=True)) == {None}


def test_many_are_deleted_in_several_goes(monkeypatch, capsys):
    monkeypatch.setattr(services, "BATCH_SIZE", 2)
    guest = Holder(guest_key="a guest")
    for _ in range(5):
        saved_legion(guest, idle=200)
    assert "5 legions of guests" in run(capsys, "--yes")
    assert left() == set()

"""Concurrent changes of one legion: each is in the history or its author gets an error, and none is lost."""

import pytest

from legions.accounts.holders import Holder
from legions.changes import basic
from legions.saved_lists import services
from legions.saved_lists.models import Legion
from legions.sharing import services as sharing_services
from tests import factories
from tests.contention import at_once

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.db_facing]

WRITERS = 6
EDITS = 5


@pytest.mark.sampled
def test_of_concurrent_edits_of_one_version_one_wins_and_the_others_conflict(shared) -> None:
    factories.publish_frame(factories.creature(slug="ogre"))
    pk = factories.legion().pk
    seen = [Legion.objects.get(pk=pk) for _ in range(WRITERS)]

    def edits(legion):
        return lambda: services.edit_legion(legion=legion, base=1, change=basic.AddCreature("ogre"))

    outcomes = at_once(*(edits(legion) for legion in seen))
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["EditConflict"] * (WRITERS - 1) + ["Legion"]
    legion = Legion.objects.get(pk=pk)
    assert (legion.version, legion.revisions.count()) == (2, 2)
    assert legion.document["picks"] == [{"card": "ogre"}]


def test_a_retry_after_a_conflict_loses_nothing(shared) -> None:
    factories.publish_frame(*(factories.creature(slug=f"ogre-{writer}") for writer in range(WRITERS)))
    pk = factories.legion().pk

    def insists(writer):
        def job():
            for _ in range(EDITS):
                while True:
                    legion = Legion.objects.get(pk=pk)
                    try:
                        services.edit_legion(
                            legion=legion, base=legion.version, change=basic.AddCreature(f"ogre-{writer}")
                        )
                        break
                    except services.EditConflict:
                        continue

        return job

    assert at_once(*(insists(writer) for writer in range(WRITERS))) == [None] * WRITERS
    legion = Legion.objects.get(pk=pk)
    cards = [pick["card"] for pick in legion.document["picks"]]
    assert sorted(cards) == sorted(f"ogre-{writer}" for writer in range(WRITERS) for _ in range(EDITS))
    states = [revision.document["picks"] for revision in legion.revisions.all()]
    assert [len(picks) for picks in states] == list(range(WRITERS * EDITS + 1))
    assert states[-1] == legion.document["picks"]


@pytest.mark.sampled
def test_a_form_sent_many_times_at_once_is_one_edit(shared) -> None:
    factories.publish_frame(factories.creature(slug="ogre"))
    pk = factories.legion().pk
    seen = [Legion.objects.get(pk=pk) for _ in range(WRITERS)]

    def edits(legion):
        return lambda: services.edit_legion(legion=legion, base=1, change=basic.AddCreature("ogre"), once="one form")

    outcomes = at_once(*(edits(legion) for legion in seen))
    assert [outcome.version for outcome in outcomes] == [2] * WRITERS
    assert Legion.objects.get(pk=pk).revisions.count() == 2


@pytest.mark.sampled
def test_a_form_of_a_new_table_sent_concurrently_creates_one_legion(shared) -> None:
    factories.publish_frame(factories.creature(slug="ogre"))
    fields = {"document": factories.legion_document(), "change": basic.AddCreature("ogre"), "once": "one form"}
    jobs = [lambda: services.create_with_change(holder=Holder(guest_key="a guest"), **fields)] * WRITERS
    assert len({legion.pk for legion in at_once(*jobs)}) == 1
    assert Legion.objects.count() == 1


@pytest.mark.sampled
def test_many_who_share_one_legion_at_once_get_one_key(shared) -> None:
    factories.publish_frame()
    pk = factories.legion().pk
    keys = at_once(*[lambda: sharing_services.share_legion(legion=Legion.objects.get(pk=pk))] * WRITERS)
    assert keys == [Legion.objects.get(pk=pk).share_key] * WRITERS

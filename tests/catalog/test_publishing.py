"""Drafts and releases."""

from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from catalog import publishing
from catalog.documents import canonical
from catalog.documents.errors import InvalidInput
from catalog.models import Card, Record, Release, Revision
from tests import factories

pytestmark = [pytest.mark.django_db, pytest.mark.db_facing]


def slugs(release: int) -> set[str]:
    return {revision.slug for revision in Revision.objects.at(release)}


def test_a_publication_is_a_release_of_its_own() -> None:
    first = factories.publish(factories.creature(slug="one"))
    second = factories.publish(factories.creature(slug="two"))
    assert (first.number, second.number) == (1, 2)
    assert slugs(1) == {"one"}
    assert slugs(2) == {"one", "two"}


def test_old_releases_have_the_former_state_of_a_changed_card() -> None:
    document = factories.creature(slug="one", cost=20)
    factories.publish(document)
    factories.publish({**document, "cost": 25})
    assert [Revision.objects.at(number).get().cost for number in (1, 2)] == [20, 25]
    assert Revision.objects.newest().get().cost == 25


def test_publishing_what_is_published_makes_no_release() -> None:
    document = factories.creature()
    factories.publish(document)
    assert factories.publish_documents([document], by=None, why="again") is None
    assert Release.objects.newest() == 1
    assert Revision.objects.count() == 1


def test_the_stored_text_is_the_canonical_document() -> None:
    document = factories.creature(name="Näme")
    factories.publish(document)
    assert Revision.objects.get().text == canonical.compact(document)


def test_every_fault_of_every_document_is_reported_and_nothing_is_written() -> None:
    documents = [factories.creature(), factories.creature(cost="x", level="y"), factories.creature(kind="dragon")]
    with pytest.raises(InvalidInput) as caught:
        factories.publish_documents(documents, by=None, why="broken")
    assert {fault.pointer for fault in caught.value.faults} == {"/1/cost", "/1/level", "/2/kind"}
    assert not Release.objects.exists()
    assert not Record.objects.exists()


def test_one_publication_cannot_give_a_card_twice() -> None:
    with pytest.raises(InvalidInput, match="another document"):
        factories.publish(factories.creature(slug="one"), factories.creature(slug="one"))


def test_a_card_needs_its_set_in_the_catalog_or_along_with_it() -> None:
    with pytest.raises(InvalidInput, match="no set “lost”"):
        factories.publish(factories.creature(set="lost"))
    factories.publish(factories.creature(set="found"), factories.card_set(slug="found"))
    factories.publish(factories.creature(set="found"))


def test_the_cards_in_a_set_are_in_the_catalog_or_come_along_with_it() -> None:
    box = factories.card_set(slug="box", contents=[{"card": "one", "copies": 2}, {"card": "lost", "copies": 1}])
    with pytest.raises(InvalidInput, match="no card “lost”") as caught:
        factories.publish(box, factories.creature(slug="one"))
    assert [fault.pointer for fault in caught.value.faults] == ["/0/contents/1/card"]
    factories.publish(box, factories.creature(slug="one"), factories.creature(slug="lost"))
    factories.publish(factories.creature(slug="found", formerly=["lost"]))
    factories.publish({**box, "name": "The Box"})


def test_a_set_is_no_card_of_a_set() -> None:
    with pytest.raises(InvalidInput, match="no card “box”"):
        factories.publish(factories.card_set(slug="box", contents=[{"card": "box", "copies": 1}]))


def test_a_set_and_a_card_may_have_the_same_slug() -> None:
    factories.publish(factories.creature(slug="same"), factories.card_set(slug="same"))
    assert Record.objects.filter(slug="same").count() == 2
    assert Card.objects.filter(slug="same").count() == 1


def test_a_renamed_card_ends_its_former_slug_and_old_releases_keep_it() -> None:
    old = factories.creature(slug="hill-giant", name=None)
    factories.publish(old)
    factories.publish({**old, "slug": "grumm", "name": "Grumm", "formerly": ["hill-giant"]})
    assert slugs(1) == {"hill-giant"}
    assert slugs(2) == {"grumm"}


def test_a_slug_that_was_another_cards_is_never_used_again() -> None:
    factories.publish(factories.creature(slug="new", formerly=["old"]))
    with pytest.raises(InvalidInput, match="is never used again"):
        factories.publish(factories.creature(slug="old"))


def test_a_card_renamed_twice_keeps_both_former_slugs() -> None:
    card = factories.creature(slug="a")
    factories.publish(card)
    factories.publish({**card, "slug": "b", "formerly": ["a"]})
    with pytest.raises(InvalidInput, match="“a” has led here before"):
        factories.publish({**card, "slug": "c", "formerly": ["b"]})
    factories.publish({**card, "slug": "c", "formerly": ["b", "a"]})
    with pytest.raises(InvalidInput, match="“a” has led here before"):
        factories.publish({**card, "slug": "c", "formerly": ["b"]})
    with pytest.raises(InvalidInput, match="“a” has led here before"):
        factories.publish({**card, "slug": "c", "cost": 1})
    assert slugs(3) == {"c"}


def test_a_card_may_be_renamed_back() -> None:
    card = factories.creature(slug="a")
    factories.publish(card)
    factories.publish({**card, "slug": "b", "formerly": ["a"]})
    factories.publish({**card, "slug": "a", "formerly": ["b"]})
    assert (slugs(1), slugs(2), slugs(3)) == ({"a"}, {"b"}, {"a"})
    with pytest.raises(InvalidInput, match="never used again"):
        factories.publish(factories.creature(slug="b"))


def test_a_move_can_be_taken_back_and_no_other_card_can_move_there() -> None:
    factories.publish(factories.creature(slug="a"), factories.creature(slug="other"))
    there = publishing.change_slug(Record.objects.get(slug="a"), slug="b", by=None, why="Found its name")
    with pytest.raises(InvalidInput, match="“a” was the slug of “b” before"):
        publishing.change_slug(Record.objects.get(slug="other"), slug="a", by=None, why="Wrong")
    back = publishing.change_slug(there, slug="a", by=None, why="It was not its name")
    assert publishing.current_revision(back).document["formerly"] == ["b"]
    assert slugs(3) == {"a", "other"}


def test_two_cards_cannot_each_be_what_the_other_was() -> None:
    with pytest.raises(InvalidInput, match="never used again"):
        factories.publish(factories.creature(slug="a", formerly=["b"]), factories.creature(slug="b", formerly=["a"]))


def test_a_former_slug_leads_to_one_card_only() -> None:
    with pytest.raises(InvalidInput, match="can lead to one of them only") as caught:
        factories.publish(
            factories.creature(slug="a", formerly=["old"]), factories.creature(slug="b", formerly=["old"])
        )
    assert {fault.pointer for fault in caught.value.faults} == {"/0/formerly/0", "/1/formerly/0"}
    factories.publish(factories.creature(slug="a", formerly=["old"]))
    with pytest.raises(InvalidInput, match="can lead to one of them only"):
        factories.publish(factories.creature(slug="b", formerly=["old"]))


def test_a_card_cannot_take_the_slug_of_another_that_is_published_with_it() -> None:
    one = factories.creature(slug="one")
    factories.publish(one)
    with pytest.raises(InvalidInput, match="never used again"):
        factories.publish(one, factories.creature(slug="two", formerly=["one"]))


def test_renaming_to_a_slug_with_a_draft_keeps_the_draft() -> None:
    old = factories.creature(slug="old")
    factories.publish(old)
    factories.save_draft(factories.creature(slug="new", cost=77), by=None, why="work")
    factories.publish({**old, "slug": "new", "formerly": ["old"]})
    assert Revision.objects.drafts().get().cost == 77
    assert slugs(2) == {"new"}


def test_the_draft_of_a_former_slug_cannot_be_published() -> None:
    old = factories.creature(slug="old")
    factories.publish(old)
    draft = factories.save_draft({**old, "cost": 77}, by=None, why="work")
    factories.publish({**old, "slug": "new", "formerly": ["old"]})
    with pytest.raises(InvalidInput, match="never used again"):
        publishing.publish_draft(draft.record, by=None, why="done")
    assert Revision.objects.drafts().get().cost == 77


def test_cards_of_a_set_that_is_renamed_still_belong_to_it() -> None:
    first = factories.card_set(slug="first")
    card = factories.creature(slug="one", set="first")
    factories.publish(first, card)
    factories.publish({**first, "slug": "second", "formerly": ["first"]})
    factories.publish({**card, "cost": 33})
    assert slugs(3) == {"one", "second"}


def test_a_game_needs_its_default_format() -> None:
    with pytest.raises(InvalidInput, match="no format “standard”") as caught:
        factories.publish(factories.game())
    assert [fault.pointer for fault in caught.value.faults] == ["/default_format"]


def test_a_kind_that_was_corrected_keeps_slug_and_record() -> None:
    factories.publish(factories.upgrade(slug="bolt", slot="arcane"))
    factories.publish(factories.spell(slug="bolt"))
    assert Record.objects.count() == 1
    assert [Revision.objects.at(number).get().kind for number in (1, 2)] == ["upgrade", "spell"]


def test_cards_of_two_kinds_cannot_share_a_slug() -> None:
    with pytest.raises(InvalidInput, match="another document") as caught:
        factories.publish(factories.creature(slug="same"), factories.upgrade(slug="same"))
    assert {fault.pointer for fault in caught.value.faults} == {"/0/slug", "/1/slug"}


@pytest.mark.parametrize("why", ["", "  ", "\u200b", "x" * 301, "a\x00b", "\ud800"])
def test_an_invalid_reason_is_refused_on_both_databases(why: str) -> None:
    with pytest.raises(InvalidInput):
        factories.publish_documents([factories.creature()], by=None, why=why)
    with pytest.raises(InvalidInput):
        factories.save_draft(factories.creature(), by=None, why=why)
    with pytest.raises(InvalidInput):
        factories.import_documents(factories.creature(), retire_missing=why)
    assert publishing.catalog_is_empty()


def test_retiring_keeps_the_card_and_says_why() -> None:
    factories.publish(factories.creature(slug="one"))
    card = Card.objects.get()
    publishing.retire(card, reason="Misprint", by=None, why="r")
    assert Revision.objects.at(2).get().document["retired"] == "Misprint"
    publishing.restore(card, by=None, why="b")
    assert "retired" not in Revision.objects.at(3).get().document


def test_a_draft_is_in_no_release_and_is_replaced_by_the_next_one() -> None:
    document = factories.creature(slug="one")
    factories.save_draft(document, by=None, why="first")
    factories.save_draft({**document, "cost": 30}, by=None, why="second")
    assert Revision.objects.drafts().get().cost == 30
    assert not Revision.objects.newest().exists()
    assert not Revision.objects.at(0).exists()


def test_a_draft_that_is_published_is_no_longer_a_draft() -> None:
    document = factories.creature(slug="one")
    draft = factories.save_draft(document, by=None, why="first")
    release = publishing.publish_draft(draft.record, by=None, why="done")
    assert release is not None
    assert not Revision.objects.drafts().exists()
    assert slugs(release.number) == {"one"}


def test_publishing_other_content_keeps_a_draft() -> None:
    document = factories.creature(slug="one")
    factories.save_draft({**document, "cost": 99}, by=None, why="work")
    factories.publish(document)
    assert Revision.objects.drafts().get().cost == 99
    assert Revision.objects.newest().get().cost == 20


def test_the_second_of_two_curators_is_refused_and_nothing_is_lost() -> None:
    document = factories.creature(slug="one")
    start = publishing.edit_token(factories.save_draft(document, by=None, why="start").record)
    factories.save_draft({**document, "cost": 21}, by=None, why="first", expected=start)
    with pytest.raises(publishing.Conflict):
        factories.save_draft({**document, "cost": 22}, by=None, why="second", expected=start)
    assert Revision.objects.drafts().get().cost == 21


def test_a_new_card_expects_that_there_is_none() -> None:
    factories.save_draft(factories.creature(slug="one"), by=None, why="first", expected="")
    with pytest.raises(publishing.Conflict):
        factories.save_draft(factories.creature(slug="one"), by=None, why="second", expected="")


def test_discarding_the_draft_of_a_card_never_published_forgets_the_card() -> None:
    draft = factories.save_draft(factories.creature(slug="one"), by=None, why="first")
    assert publishing.discard_draft(draft.record)
    assert publishing.catalog_is_empty()


def test_discarding_a_draft_keeps_what_is_published() -> None:
    document = factories.creature(slug="one")
    factories.publish(document)
    draft = factories.save_draft({**document, "cost": 1}, by=None, why="work")
    publishing.discard_draft(draft.record)
    assert Revision.objects.get().cost == 20


def test_the_database_itself_refuses_two_states_in_force() -> None:
    factories.publish(factories.creature(slug="one"))
    revision = Revision.objects.get()
    with pytest.raises(IntegrityError), transaction.atomic():
        Revision.objects.create(
            record=revision.record, document=revision.document, text=revision.text, since_id=1, why="twice"
        )


def test_the_database_itself_refuses_a_document_that_does_not_say_what_it_is() -> None:
    record = Record.objects.create(game="attack-wing", document_type="card", slug="one")
    with pytest.raises(IntegrityError), transaction.atomic():
        Revision.objects.create(record=record, document={"name": "x"}, text="{}", why="bare")


@pytest.mark.parametrize(
    ("facts", "column", "value"),
    [
        ({"cost": None}, "cost", None),
        ({"cost": 0}, "cost", 0),
        ({"name": None}, "name", None),
        ({"name": "null"}, "slug", "one"),
        ({"alignment": None}, "alignment", None),
        ({"set": None}, "set_slug", None),
        ({"energy": []}, "energy", "[]"),
        ({"energy": None}, "energy", None),
    ],
)
def test_columns_tell_not_known_from_none_on_each_database(facts: dict[str, Any], column: str, value: Any) -> None:
    factories.publish(factories.creature(**{"slug": "one", **facts}))
    revision = Revision.objects.get()
    assert getattr(revision, column) == value
    assert Revision.objects.filter(**({column: value} if value is not None else {f"{column}__isnull": True})).exists()


def test_a_fact_that_a_kind_does_not_have_is_an_empty_column() -> None:
    factories.publish(factories.upgrade(cost=0, cost_each={"family": ["relic"], "cost": 1}, keywords=["relic"]))
    revision = Revision.objects.get()
    assert (revision.level, revision.alignment, revision.cost, revision.slot) == (None, None, 0, "heroic")


@pytest.mark.sampled
def test_a_publication_asks_as_many_questions_for_500_cards_as_for_2(monkeypatch: pytest.MonkeyPatch) -> None:
    # Otherwise Django writes rows to SQLite in batches of 999 values, a limit of old versions.
    monkeypatch.setattr(type(connection.features), "max_query_params", 30_000)

    def asked(count: int) -> int:
        cards = [factories.creature() for _ in range(count)]
        with CaptureQueriesContext(connection) as queries:
            factories.publish(*cards)
            factories.publish(*({**card, "cost": 99} for card in cards))
        return len(queries)

    locking = 4 if connection.vendor == "postgresql" else 0  # each of two publications sets a deadline and takes a lock
    assert asked(2) == asked(500) <= 32 + locking


def test_documents_are_counted_by_type_and_game() -> None:
    factories.publish_frame(factories.card_set(), factories.creature(), factories.upgrade())
    counts = {
        document_type: Revision.objects.newest().of_type(document_type).count()
        for document_type in ("card", "set", "format", "game")
    }
    assert counts == {"card": 2, "set": 1, "format": 1, "game": 1}
    assert Revision.objects.newest().of_type("card", "chess").count() == 0
    assert connection.vendor in {"sqlite", "postgresql"}

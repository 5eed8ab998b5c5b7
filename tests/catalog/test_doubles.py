"""Merging doubles: the plan, the changeset, the redirect of the former slug, and taking it back."""

from typing import Any

import pytest
from django.urls import reverse

from catalog import permissions, publishing
from catalog.documents.errors import InvalidInput
from catalog.models import AuditEntry, Changeset, Record, Revision, Stage
from catalog.models.changesets import ChangesetOrigin
from catalog.publishing import changeset_publication, changeset_review, doubles
from catalog.publishing.changesets import changeset_drafts
from tests import factories
from tests.catalog.changeset_world import card, seen
from tests.clients import logged_in
from tests.factories import user_with

pytestmark = [pytest.mark.django_db, pytest.mark.db_facing]


def record(slug: str) -> Record:
    return Record.objects.get(slug=slug)


def now(slug: str) -> dict[str, Any] | None:
    """Return the published document of a slug."""
    found = Revision.objects.newest().filter(record__slug=slug).first()
    return found.document if found else None


@pytest.fixture
def world() -> None:
    """Card 2 is a double of card 1; a set and a ruling name both, another set only the double."""
    factories.publish_frame(
        card(1, cost=20, source="The box"),
        card(2, cost=21, source="A list"),
        factories.card_set(slug="both", contents=[{"card": "card-1", "copies": 1}, {"card": "card-2", "copies": 2}]),
        factories.card_set(slug="one", contents=[{"card": "card-2", "copies": 3}]),
        factories.ruling(cards=["card-2", "card-1"]),
    )


def merge(by: Any, *take: str, kept: str = "card-1", other: str = "card-2", why: str = "A double") -> Changeset:
    token = doubles.merge_token(record(kept), record(other))
    return doubles.merge_doubles(record(kept), record(other), by=by, take=take, why=why, seen=token)[0]


def approve_and_publish(changeset: Changeset, by: Any) -> None:
    result = changeset_review.approve_rows(changeset, by=by, seen=seen(changeset))
    assert [(one.revision.slug, one.reason) for one in result.left] == []
    changeset_publication.publish_changeset(changeset, by=by, seen=seen(changeset))


@pytest.mark.usefixtures("world")
def test_the_double_ends_and_its_slug_and_references_lead_to_the_card_that_stays(wanda: Any, ben: Any) -> None:
    changeset = merge(wanda, "cost")
    assert changeset.origin == ChangesetOrigin.MERGE and changeset.title == "Merges “card-2” into “card-1”"
    assert {draft.stage for draft in changeset_drafts(changeset)} == {Stage.REVIEW}
    assert now("card-2") is not None  # nothing changes before the publication
    approve_and_publish(changeset, ben)
    stays = now("card-1")
    assert stays and now("card-2") is None and stays["formerly"] == ["card-2"]
    assert stays["cost"] == 21 and stays["sources"]["/cost"]["source"] == "A list"
    assert stays["sources"][""]["source"] == "The box" and stays["name"] == "Card 1"
    assert publishing.successor(record("card-2")) == record("card-1")
    both, one = now("both"), now("one")
    assert both and both["contents"] == [{"card": "card-1", "copies": 3}]
    assert one and one["contents"] == [{"card": "card-1", "copies": 3}]
    ruling = Revision.objects.newest().get(kind="ruling").document
    assert ruling["cards"] == ["card-1"]
    entry = AuditEntry.objects.get(what="doubles merged")
    assert (entry.of, entry.after) == ("attack-wing/card/card-1", {"other": "card-2", "taken": ["cost"]})


@pytest.mark.usefixtures("world")
def test_a_merge_is_taken_back_as_a_whole(wanda: Any, ben: Any) -> None:
    before = {slug: now(slug) for slug in ("card-1", "card-2", "both", "one")}
    changeset = merge(wanda, "cost")
    approve_and_publish(changeset, ben)
    revert, plan = changeset_publication.revert_changeset(changeset, by=wanda, why="They were two cards")
    assert plan.kept == []
    assert {draft.stage for draft in changeset_drafts(revert)} == {Stage.REVIEW}
    approve_and_publish(revert, ben)
    assert {slug: now(slug) for slug in before} == before
    again = merge(wanda)
    approve_and_publish(again, ben)
    assert now("card-2") is None


@pytest.mark.usefixtures("world")
def test_former_slugs_of_both_lead_to_the_card_that_stays(wanda: Any, ben: Any) -> None:
    publishing.change_slug(record("card-2"), slug="card-two", by=None, why="Renamed")
    changeset = merge(wanda, other="card-two")
    approve_and_publish(changeset, ben)
    stays = now("card-1")
    assert stays and stays["formerly"] == ["card-2", "card-two"]
    one = now("one")
    assert one and one["contents"] == [{"card": "card-1", "copies": 3}]
    revert, _plan = changeset_publication.revert_changeset(changeset, by=wanda, why="Wrong")
    approve_and_publish(revert, ben)
    separate, former = now("card-two"), now("card-1")
    assert separate and separate["formerly"] == ["card-2"] and former and "formerly" not in former


@pytest.mark.usefixtures("world")
def test_a_former_slug_of_a_renamed_card_is_never_given_up(wanda: Any) -> None:
    """Only the slug of a merged document gets its document back."""
    publishing.change_slug(record("card-2"), slug="card-two", by=None, why="Renamed")
    renamed = now("card-two")
    assert renamed
    own = {key: value for key, value in renamed.items() if key != "formerly"}
    with pytest.raises(InvalidInput) as refused:
        publishing.publish([own, {**own, "slug": "card-2"}], by=wanda, why="Split", held=publishing.not_asked)
    assert "former-slug-lost" in {fault.code for fault in refused.value.faults}


@pytest.mark.usefixtures("world")
def test_a_fact_that_changed_again_stays_when_the_merge_is_taken_back(wanda: Any, ben: Any) -> None:
    changeset = merge(wanda, "cost")
    approve_and_publish(changeset, ben)
    document = now("card-1")
    assert document
    factories.publish({**document, "cost": 33}, why="Errata")
    revert, plan = changeset_publication.revert_changeset(changeset, by=wanda, why="Wrong")
    assert [(one.revision.slug, one.reason) for one in plan.kept] == [
        ("card-1", "It was changed again since, and stays: cost.")
    ]
    approve_and_publish(revert, ben)
    assert [one.document["cost"] for one in Revision.objects.newest().filter(kind="creature").order_by("slug")] == [
        33,
        21,
    ]


@pytest.mark.usefixtures("world")
def test_documents_with_drafts_keep_the_former_slug_and_are_named(wanda: Any, ben: Any) -> None:
    document = now("one")
    assert document
    factories.save_draft({**document, "name": "Renamed"}, by=ben, why="Work")
    plan = doubles.plan_merge(record("card-1"), record("card-2"), by=wanda, take=())
    assert [one.revision.slug for one in plan.left] == ["one"]
    approve_and_publish(merge(wanda), ben)
    publishing.publish_draft(record("one"), by=None, why="Work")
    assert now("card-2") is None


# -- refusals ----------------------------------------------------------------------------------------------------------


def refusal(by: Any, kept: str = "card-1", other: str = "card-2") -> str:
    with pytest.raises(doubles.MergeRefused) as refused:
        merge(by, kept=kept, other=other)
    assert not Changeset.objects.filter(origin=ChangesetOrigin.MERGE).exists()
    return str(refused.value)


@pytest.mark.usefixtures("world")
def test_what_cannot_be_merged_is_refused_with_the_reason(wanda: Any, ben: Any) -> None:
    factories.publish(factories.upgrade(slug="sword"))
    assert refusal(wanda, other="card-1") == "That is the same document. Name the other one."
    assert refusal(wanda, other="one") == "They are of different games or sorts of document."
    assert refusal(wanda, other="sword").startswith("They are of different kinds.")
    assert refusal(factories.UserFactory()) == "You may not change documents of this kind and game."
    assert refusal(user_with(permissions.PUBLISHER)) == "You may not change documents of this kind and game."
    factories.save_draft(card(3), by=ben, why="New")
    assert refusal(wanda, other="card-3").startswith("“card-3” is not published.")
    factories.save_draft({**card(2), "cost": 33}, by=ben, why="Work")
    assert refusal(wanda) == "There is a draft of “card-2”. Publish or discard it first."
    assert refusal(wanda, kept="card-2", other="card-1") == "There is a draft of “card-2”. Publish or discard it first."
    publishing.discard_draft(record("card-2"))
    publishing.retire(record("card-1"), reason="Gone", by=None, why="r")
    assert refusal(wanda).startswith("“card-1” is retired.")
    assert merge(wanda, kept="card-2", other="card-1")


@pytest.mark.usefixtures("world")
def test_a_renamed_double_is_not_merged_under_its_former_slug(wanda: Any) -> None:
    publishing.change_slug(record("card-2"), slug="card-two", by=None, why="Renamed")
    assert refusal(wanda).startswith("“card-2” is not published.")


def test_a_document_that_refers_to_its_double_is_refused(wanda: Any) -> None:
    factories.publish_frame(card(1), factories.ruling(slug="new", cards=["card-1"]))
    factories.publish(factories.ruling(slug="old", cards=["card-1"], replaced_by="new"))
    assert "it would lead to itself" in refusal(wanda, kept="old", other="new")


@pytest.mark.usefixtures("world")
def test_too_many_references_are_refused(wanda: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doubles, "MAX_MOVED", 2)
    assert refusal(wanda) == "More than 2 documents refer to “card-2”."


@pytest.mark.usefixtures("world")
def test_a_change_in_the_meantime_stops_the_merge(wanda: Any) -> None:
    token = doubles.merge_token(record("card-1"), record("card-2"))
    factories.publish({**card(2), "cost": 40}, why="Errata")
    with pytest.raises(publishing.Conflict):
        doubles.merge_doubles(record("card-1"), record("card-2"), by=wanda, take=(), why="A double", seen=token)
    with pytest.raises(InvalidInput):
        merge(wanda, why=" ")
    assert not Revision.objects.drafts().exists()


# -- the page ----------------------------------------------------------------------------------------------------------


def page(slug: str = "card-1") -> str:
    return reverse("admin:catalog_card_merge", args=[record(slug).pk])


@pytest.mark.usefixtures("world")
def test_the_page_compares_with_sources_and_puts_the_merge_up(wanda: Any) -> None:
    client = logged_in(wanda)
    assert "Slug of the double" in client.get(page()).content.decode()
    shown = client.get(page(), {"double": "card-2"})
    html = shown.content.decode()
    assert "20 — The box; not checked" in html and "21 — A list; not checked" in html
    assert "3 documents refer to it" in " ".join(html.split())
    assert f"{page('card-2')}?double=card-1" in html
    token = doubles.merge_token(record("card-1"), record("card-2"))
    fields = {"fact-cost": "other", "fact-name": "stays", "why": "A double", "seen": token}
    answer = client.post(f"{page()}?double=card-2", fields)
    changeset = Changeset.objects.get(origin=ChangesetOrigin.MERGE)
    assert answer.status_code == 302
    assert answer["Location"] == reverse("admin:catalog_changeset_change", args=[changeset.pk])
    draft = next(one for one in changeset_drafts(changeset) if one.slug == "card-1")
    assert draft.document["cost"] == 21 and draft.document["name"] == "Card 1"
    client.post(f"{page()}?double=card-2", fields)
    assert Changeset.objects.filter(origin=ChangesetOrigin.MERGE).count() == 1


@pytest.mark.guard
@pytest.mark.usefixtures("world")
@pytest.mark.parametrize("double", ["", "nobody", "card-1", "both", "<script>", "x" * 101, "\x00", "../card-2"])
def test_a_double_that_is_not_understood_is_named(wanda: Any, double: str) -> None:
    answer = logged_in(wanda).get(page(), {"double": double})
    assert answer.status_code == 400 and 'class="errorlist' in answer.content.decode()
    assert "<script>" not in answer.content.decode().replace("<script src", "").replace("<script id", "")


@pytest.mark.guard
@pytest.mark.usefixtures("world")
@pytest.mark.parametrize(
    "fields", [{}, {"fact-cost": "neither"}, {"why": ""}, {"why": "x" * 301}, {"seen": ""}, {"seen": "x" * 33}]
)
def test_a_choice_that_is_not_understood_writes_nothing(wanda: Any, fields: dict[str, str]) -> None:
    token = doubles.merge_token(record("card-1"), record("card-2"))
    valid = {"fact-cost": "other", "fact-name": "stays", "why": "A double", "seen": token} if fields else {}
    answer = logged_in(wanda).post(f"{page()}?double=card-2", {**valid, **fields})
    assert answer.status_code == 400 and not Revision.objects.drafts().exists()


@pytest.mark.guard
@pytest.mark.usefixtures("world")
def test_only_curators_of_the_game_merge() -> None:
    for user in (
        user_with(permissions.PUBLISHER),
        factories.UserFactory(),
        user_with(permissions.MODERATOR),
    ):
        for method in ("get", "post"):
            answer = getattr(logged_in(user), method)(f"{page()}?double=card-2", {"why": "A"})
            assert answer.status_code in (302, 403)
    other = user_with(permissions.CURATOR)
    permissions.assign_games(other, ["dungeon-command"])
    assert logged_in(other).get(page()).status_code == 403
    assert not Revision.objects.drafts().exists()


@pytest.mark.usefixtures("world")
def test_the_page_asks_as_much_for_many_references_as_for_few(wanda: Any, django_assert_max_num_queries: Any) -> None:
    client = logged_in(wanda)
    with django_assert_max_num_queries(25):
        client.get(page(), {"double": "card-2"})
    sets = [factories.card_set(slug=f"set-{n}", contents=[{"card": "card-2", "copies": 1}]) for n in range(40)]
    factories.publish_documents(sets, by=None, why="Sets")
    with django_assert_max_num_queries(25):
        client.get(page(), {"double": "card-2"})


# -- copies ------------------------------------------------------------------------------------------------------------


def copy_page(slug: str = "card-1", of: str = "attack-wing/creature") -> str:
    return f"{reverse('admin:catalog_card_add')}?of={of}&copy={record(slug).pk}"


@pytest.mark.usefixtures("world")
def test_a_copy_has_the_values_and_neither_slug_nor_sources(wanda: Any) -> None:
    client = logged_in(wanda)
    edited = client.get(reverse("admin:catalog_card_change", args=[record("card-1").pk])).content.decode()
    assert copy_page().replace("&", "&amp;") in edited
    html = client.get(copy_page()).content.decode()
    assert 'value="20"' in html and 'value="Card 1"' in html and 'value="card-1"' not in html
    assert 'value="The box"' not in html.replace('<option value="The box">', "")
    assert not Revision.objects.drafts().exists()


@pytest.mark.guard
@pytest.mark.usefixtures("world")
def test_what_cannot_be_copied_is_not_found(wanda: Any) -> None:
    client = logged_in(wanda)
    add = reverse("admin:catalog_card_add")
    for query in (
        f"of=attack-wing/upgrade&copy={record('card-1').pk}",
        f"of=attack-wing/creature&copy={record('one').pk}",
        "of=attack-wing/creature&copy=x",
        f"of=attack-wing/creature&copy={'9' * 40}",
        "of=attack-wing/creature&copy=",
    ):
        assert client.get(f"{add}?{query}").status_code == 404, query
    for user in (user_with(permissions.PUBLISHER), factories.UserFactory()):
        assert logged_in(user).get(copy_page()).status_code in (302, 403)

"""The builder's suggestions: fixes for errors and completions of a legion, applied only on request."""

import json
from unittest.mock import patch

import pytest
from django.core.cache import cache

from legions.builder import suggestions
from legions.changes import patches
from legions.saved_lists.models import Legion
from rulesapi.judging import completion_jobs
from rulesapi.models import Completion
from tests import factories
from tests.legions.builder_helpers import (
    HTMX_HEADERS,
    NEW_LIST_URL,
    address,
    after,
    pk_in,
    publish_cards,
    start,
    without_csrf_tokens,
)
from tests.legions.page_parser import Page
from tests.queued_tasks import run_queued_tasks
from tests.throttles import allow

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def table(monkeypatch):
    monkeypatch.setattr(completion_jobs, "INLINE_SECONDS", 30)  # answered at once, even on a slow machine
    cache.clear()
    publish_cards()


def offers(page):
    """Return the data of the offer forms on a page."""
    return [json.loads(one["value"]) for one in page.all("input", name="steps")]


def ask(client, legion, **fields):
    """Request completions of a legion and return the page with the answer."""
    response = client.post(address(legion), {"do": "fill", "aim": "points", "version": legion.version, **fields})
    assert response.status_code == 303, response.content.decode()
    assert response["Location"].endswith("#offers")
    return Page(client.get(response["Location"].removesuffix("#offers")))


# -- fixes -------------------------------------------------------------------------------------------------------


@pytest.mark.sampled
def test_an_illegal_legion_offers_to_be_repaired_and_a_legal_one_does_not(client):
    legion = start(client, "add/dragon", "add/dragon")
    ids = {link.get("id") for link in Page(client.get(address(legion))).all("a")}
    assert "repair" in ids
    legal = after(client, legion, "remove/1")
    page = Page(client.get(f"{address(legal)}?mend=1"))
    assert "repair" not in {link.get("id") for link in page.all("a")}
    assert not offers(page)


@pytest.mark.sampled
def test_a_fix_shows_its_edits_effect_and_places_and_changes_nothing(client):
    legion = start(client, "add/giant", "equip/0/bolt", "equip/0/club")
    page = Page(client.get(f"{address(legion)}?mend=1"))
    assert "Replace Bolt on Giant with Charm." in page.words
    assert "Take Bolt off Giant." in page.words
    assert "taken from" not in page.words
    assert "Now 37 of 120 points. Then 36 of 120 points." in page.words
    assert "Legal Marked on the table: Bolt on Giant" in page.words
    assert [one for one in page.all("li", id="pick-0-upgrade-0") if "slot--offer" in one["class"]]
    assert offers(page) == [[{"op": "replace", "path": "/picks/0/upgrades/0", "value": "charm"}]]
    version = legion.version
    legion.refresh_from_db()
    assert legion.version == version


@pytest.mark.sampled
def test_the_way_out_that_is_looked_at_is_the_one_that_is_marked(client):
    legion = start(client, "add/dragon", "add/dragon")
    first, second = (Page(client.get(f"{address(legion)}?mend={number}")) for number in (1, 2))
    marked = [
        {one["id"] for one in page.all("li") if "pick--offer" in (one.get("class") or "")} for page in (first, second)
    ]
    assert marked[0] != marked[1]
    assert offers(first) != offers(second)


@pytest.mark.sampled
def test_a_way_out_is_one_change_that_can_be_undone(client):
    legion = start(client, "add/dragon", "add/dragon")
    steps = offers(Page(client.get(f"{address(legion)}?mend=1")))[0]
    mended = after(client, legion, "take-up", steps=json.dumps(steps))
    assert mended.version == legion.version + 1
    page = Page(client.get(address(mended)))
    assert "Legal" in page.words
    assert after(client, mended, "undo").document == legion.document


@pytest.mark.sampled
def test_nothing_is_taken_up_when_the_legion_has_changed_meanwhile(client):
    legion = start(client, "add/dragon", "add/dragon")
    steps = offers(Page(client.get(f"{address(legion)}?mend=1")))[0]
    now = after(client, legion, "add/giant")
    late = {"do": "take-up", "steps": json.dumps(steps), "version": legion.version}
    assert client.post(address(legion), late).status_code == 409
    assert Legion.objects.get().document == now.document


@pytest.mark.one_variant
@pytest.mark.parametrize(
    "steps",
    [
        "",
        "[]",
        "{}",
        "[1]",
        "nonsense",
        '[{"op": "test", "path": "", "value": 1}]',
        '[{"op": "move", "from": "/picks/0", "path": "/picks/1"}]',
        '[{"op": "remove", "path": "/picks/7"}]',
        '[{"op": "remove", "path": ""}]',
        '[{"op": "replace", "path": "", "value": []}]',
        '[{"op": "replace", "path": "/game", "value": "another-game"}]',
        '[{"op": "add", "path": "/picks/-"}]',
        '[{"op": "add", "path": "/picks/-", "value": {"card": 5, "upgrades": 7}}]',
        '[{"op": "add", "path": "/picks/~2", "value": 1}]',
        '[{"op": "replace", "path": "/picks/0/card", "value": {"a": []}}]',
        '[{"op": "add", "path": "/nonsense", "value": 1}]',
    ],
)
def test_an_invalid_proposal_is_refused_and_changes_nothing(client, steps):
    legion = start(client, "add/giant")
    data = {"do": "take-up", "steps": steps, "version": legion.version}
    assert client.post(address(legion), data).status_code == 400
    assert Legion.objects.get().document == legion.document


def test_describing_steps_survives_steps_that_cancel_each_other(client):
    legion = start(client, "add/giant")
    odd = {"card": "giant", "upgrades": [{"a": 1}]}
    steps = [{"op": "add", "path": "/picks/-", "value": odd}, {"op": "remove", "path": "/picks/1"}]
    steps.append({"op": "add", "path": "/picks/-", "value": {"card": "dragon"}})
    assert after(client, legion, "take-up", steps=json.dumps(steps)).document["picks"][1] == {"card": "dragon"}


@pytest.mark.sampled
def test_ways_out_are_searched_for_so_often_and_no_oftener(client, monkeypatch):
    allow(monkeypatch, "mending", 2)
    legion = start(client, "add/dragon", "add/dragon")
    statuses = [client.get(f"{address(legion)}?mend=1").status_code for _ in range(3)]
    assert statuses == [200, 200, 429]


@pytest.mark.sampled
@pytest.mark.parametrize("number", ["0", "x", "99", "999999999", "-1", "\0", ""])
def test_a_number_that_no_way_out_has_shows_one_that_there_is(client, number):
    legion = start(client, "add/dragon", "add/dragon")
    assert offers(Page(client.get(address(legion), {"mend": number})))


# -- descriptions of edits ---------------------------------------------------------------------------------------

DOCUMENT = {
    "game": "attack-wing",
    "faction": "old-faction",
    "picks": [
        {"card": "giant", "upgrades": ["bolt", "club"]},
        {"card": "dragon"},
        {"card": "guards", "count": 3, "soldiers": 2},
    ],
}


@pytest.mark.one_variant
@pytest.mark.parametrize(
    ("steps", "done", "proposed"),
    [
        (
            [{"op": "remove", "path": "/picks/0"}],
            ["Giant removed, with Bolt and Club."],
            ["Remove Giant with Bolt and Club."],
        ),
        ([{"op": "remove", "path": "/picks/1"}], ["Dragon removed."], ["Remove Dragon."]),
        (
            [{"op": "replace", "path": "/picks/2/count", "value": 1}],
            ["Guards: 1 in the place of 3."],
            ["Change the number of Guards from 3 to 1."],
        ),
        (
            [{"op": "replace", "path": "/picks/2/soldiers", "value": 4}],
            ["Guards: 4 soldiers in the place of 2."],
            ["Change the soldiers of Guards from 2 to 4."],
        ),
        (
            [{"op": "replace", "path": "/picks/1/card", "value": "beast"}],
            ["Beast in the place of Dragon."],
            ["Replace Dragon with Beast."],
        ),
        (
            [{"op": "replace", "path": "/picks/0/upgrades/1", "value": "charm"}],
            ["Charm in the place of Club on Giant."],
            ["Replace Club on Giant with Charm."],
        ),
        (
            [
                {"op": "add", "path": "/picks/1/upgrades", "value": ["bolt"]},
                {"op": "remove", "path": "/picks/0/upgrades/0"},
            ],
            ["Bolt moved from Giant to Dragon."],
            ["Move Bolt from Giant to Dragon."],
        ),
        (
            [{"op": "add", "path": "/picks/0/upgrades/-", "value": "charm"}],
            ["Charm added to Giant."],
            ["Add Charm to Giant."],
        ),
        (
            [{"op": "add", "path": "/picks/-", "value": {"card": "guards", "count": 2}}],
            ["2 × Guards added."],
            ["Add 2 × Guards."],
        ),
        (
            [{"op": "remove", "path": "/picks/0/upgrades/1"}],
            ["Club taken from Giant."],
            ["Take Club off Giant."],
        ),
        (
            [{"op": "add", "path": "/picks/-", "value": {"card": "giant", "upgrades": ["club", "bolt"]}}],
            ["Giant added, with Club and Bolt."],
            ["Add Giant with Club and Bolt."],
        ),
        (
            [{"op": "replace", "path": "/faction", "value": "new-faction"}],
            ["Faction: New faction."],
            ["Set faction to New faction."],
        ),
        ([{"op": "remove", "path": "/faction"}], ["Faction: none."], ["Set faction to none."]),
    ],
)
def test_edits_are_described_as_done_and_as_proposed(steps, done, proposed):
    titles = {slug: slug.capitalize() for slug in ("giant", "dragon", "guards", "bolt", "club", "charm", "beast")}

    def title(slug):
        return titles.get(slug, slug)

    def name(index):
        return title(DOCUMENT["picks"][index]["card"])

    edits = patches.describe_steps(steps, DOCUMENT, title, name)
    assert [edit.words for edit in edits] == done
    assert [edit.proposal for edit in edits] == proposed


# -- completions -------------------------------------------------------------------------------------------------


@pytest.mark.sampled
def test_a_legion_with_points_left_is_filled_up_on_a_yes(client):
    legion = start(client, "add/giant")
    assert "complete" in {link.get("id") for link in Page(client.get(address(legion))).all("a")}
    asking = Page(client.get(f"{address(legion)}?fill=1"))
    assert {"points", "attack", "health"} <= {one["value"] for one in asking.all("option")}
    page = ask(client, legion)
    assert "No combination gives more." in page.words
    assert "Points used: 120." in page.words
    legion.refresh_from_db()
    assert legion.version == 2
    filled = after(client, legion, "take-up", steps=json.dumps(offers(page)[0]))
    assert "120 of 120 points" in Page(client.get(address(filled))).words
    assert after(client, filled, "undo").document == legion.document


@pytest.mark.sampled
def test_an_offered_upgrade_shows_what_it_would_cost_even_if_that_is_nothing_or_more_than_printed(client):
    limited = factories.upgrade(slug="gift", name="Gift", cost=0, slot="arcane")
    each = factories.upgrade(
        slug="claw", name="Claw", cost=0, slot="heroic", cost_each={"cost": 1, "family": ["claws"]}
    )
    publish_cards(limited, each | {"keywords": ["claws"]})
    legion = start(client, "add/giant", "add/dragon", "add/dragon")
    steps = [{"op": "add", "path": "/picks/0/upgrades", "value": ["gift", "claw"]}]
    with patch.object(suggestions.fix_search, "fixes", return_value={"fixes": [{"do": steps}], "complete": True}):
        page = Page(client.get(f"{address(legion)}?mend=1"))
    shown = page.words[page.words.index("Marked on the table") :]
    assert "Gift will be added 0 points" in shown
    assert "Claw will be added 1 point" in shown


@pytest.mark.sampled
def test_proposed_cards_are_on_the_table_as_ghosts_that_can_be_accepted(client):
    page = ask(client, start(client, "add/giant"))
    ghosts = [one for one in page.all("button", name="do") if one.get("id", "").startswith("ghost-")]
    added = [step for step in offers(page)[0] if step["op"] == "add" and step["path"].startswith("/picks/")]
    assert added and len(ghosts) <= len(added)
    assert {(one["form"], one["value"]) for one in ghosts} <= {("take-up-form", "take-up")}


@pytest.mark.sampled
def test_an_unsaved_table_can_be_completed_too(client):
    response = client.post(NEW_LIST_URL, {"do": "fill", "aim": "points", "start": ""})
    page = Page(client.get(response["Location"].removesuffix("#offers")))
    assert not Legion.objects.exists()
    data = {"do": "take-up", "steps": json.dumps(offers(page)[0])}
    saved = Legion.objects.get(pk=pk_in(client.post(NEW_LIST_URL, data)["Location"]))
    assert saved.document["picks"]


@pytest.mark.sampled
def test_only_what_one_owns_is_added_where_that_is_asked(client):
    legion = start(client, "add/giant")
    legion.document = {**legion.document, "collection": {"giant": 2}}
    legion.save()
    owned = ask(client, legion, owned="1")
    assert [one["value"]["card"] for one in offers(owned)[0]] == ["giant"]
    assert offers(ask(client, legion)) != offers(owned)


@pytest.mark.sampled
def test_a_long_completion_continues_and_can_be_watched_and_stopped(client):
    legion = start(client, "add/giant")
    with completion_jobs.inline_slot():
        page = ask(client, legion)
    assert "Looking for the most" in page.words
    assert not offers(page)
    job = Completion.objects.get()
    run_queued_tasks()
    assert offers(Page(client.get(f"{address(legion)}?filling={job.key}")))
    stop = {"do": "stop", "key": job.key, "version": legion.version}
    assert client.post(address(legion), stop).status_code == 303
    assert not Completion.objects.exists()


@pytest.mark.sampled
def test_an_answer_about_another_state_of_the_legion_is_marked(client):
    legion = start(client, "add/giant")
    ask(client, legion)
    job = Completion.objects.get()
    after(client, legion, "add/dragon")
    page = Page(client.get(f"{address(legion)}?filling={job.key}"))
    assert "The list has changed since this search" in page.words
    assert not offers(page)


@pytest.mark.sampled
def test_the_key_of_a_job_of_somebody_else_neither_shows_nor_stops_it(client, django_user_model):
    theirs = start(client, "add/giant", "equip/0/charm")
    ask(client, theirs)
    job = Completion.objects.get()
    client.logout()
    mine = start(client, "add/dragon")
    assert "Charm" not in Page(client.get(f"{address(mine)}?filling={job.key}")).words.split("Fits")[0]
    client.post(address(mine), {"do": "stop", "key": job.key, "version": mine.version})
    assert Completion.objects.filter(key=job.key).exists()


def test_an_aim_that_nobody_knows_is_refused_readably(client):
    legion = start(client, "add/giant")
    response = client.post(address(legion), {"do": "fill", "aim": "beauty", "version": legion.version})
    assert response.status_code == 400
    assert "Weighed are: points" in Page(response).words


@pytest.mark.sampled
def test_a_full_queue_is_reported(client, monkeypatch):
    monkeypatch.setattr(completion_jobs, "MAX_WAITING", 0)
    legion = start(client, "add/giant")
    with completion_jobs.inline_slot():
        response = client.post(address(legion), {"do": "fill", "aim": "points", "version": legion.version})
    assert response.status_code == 409
    assert "Try again in a minute" in Page(response).words


@pytest.mark.sampled
def test_with_htmx_an_answer_takes_its_own_address_and_asks_again_while_it_is_looked_for(client):
    legion = start(client, "add/giant")
    with completion_jobs.inline_slot():
        data = {"do": "fill", "aim": "points", "version": legion.version}
        response = client.post(address(legion), data, headers=HTMX_HEADERS)
    assert "filling=" in response["HX-Push-Url"]
    assert 'hx-trigger="every 1s"' in without_csrf_tokens(response)

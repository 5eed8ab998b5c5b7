"""Concurrent API clients: no change is lost, and one idempotency key creates one object."""

from itertools import pairwise

import pytest
from django.core.cache import cache

from legions.my_lists.api_bodies import MERGE_PATCH
from legions.saved_lists.models import Legion
from legions.sharing import services as sharing_services
from tests import factories
from tests.contention import at_once
from tests.legions.api_clients import LEGIONS_URL, TokenClient, legion_url, token
from tests.legions.builder_helpers import publish_cards
from tests.nonempty import nonempty
from tests.sampling import CLIENTS, REPEATED_REQUESTS

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.db_facing]

EDITS = 3


@pytest.fixture
def ada(shared):
    cache.clear()
    publish_cards()
    return factories.UserFactory()


def test_of_many_clients_that_change_one_legion_none_loses_a_change(ada) -> None:
    legion = factories.legion(owner=ada)
    text = token(ada)

    def insists(client):
        def job():
            robot, refused = TokenClient(text), 0
            for edit in range(EDITS):
                while True:
                    read = robot.get(legion_url(legion))
                    tags = [*read.json()["legion"].get("tags", []), f"{client}-{edit}"]
                    patch = {"legion": {"tags": tags}}
                    answer = robot.send("patch", legion_url(legion), patch, MERGE_PATCH, If_Match=read["ETag"])
                    if answer.status_code == 200:
                        break
                    assert answer.status_code in {412, 503}, answer.content
                    refused += 1
            return refused

        return job

    refusals = at_once(*(insists(client) for client in range(CLIENTS)))
    assert all(isinstance(one, int) for one in nonempty(refusals)), refusals
    now = Legion.objects.get(pk=legion.pk)
    assert sorted(now.document["tags"]) == sorted(f"{c}-{e}" for c in range(CLIENTS) for e in range(EDITS))
    states = [state.document.get("tags", []) for state in now.revisions.all()]
    assert [len(tags) for tags in states] == list(range(CLIENTS * EDITS + 1))
    assert all(later[:-1] == earlier for earlier, later in nonempty(pairwise(states)))


@pytest.mark.sampled
def test_the_same_key_many_times_at_once_makes_one_legion(ada) -> None:
    text, body = token(ada), {"legion": {"game": "attack-wing", "picks": [{"card": "giant"}]}}
    jobs = [lambda: TokenClient(text).send("post", LEGIONS_URL, body, Idempotency_Key="one")] * REPEATED_REQUESTS
    answers = at_once(*jobs)
    assert Legion.objects.count() == 1
    made = [one for one in answers if one.status_code == 201]
    assert {one.status_code for one in answers} <= {201, 503}
    assert len({(one.content, one["ETag"], one["Location"]) for one in made}) == 1
    assert TokenClient(text).send("post", LEGIONS_URL, body, Idempotency_Key="one").content == made[0].content


@pytest.mark.sampled
def test_each_of_many_concurrent_deletions_and_changes_gets_its_outcome(ada) -> None:
    legion = factories.legion({"card": "giant"}, owner=ada)
    text = token(ada)
    mark = TokenClient(text).get(legion_url(legion))["ETag"]
    change = {"legion": {"name": "Other"}}

    def throws():
        return TokenClient(text).send("delete", legion_url(legion), If_Match=mark).status_code

    def changes():
        return TokenClient(text).send("patch", legion_url(legion), change, MERGE_PATCH, If_Match=mark).status_code

    outcomes = at_once(*[throws, changes] * 4)
    assert sorted(outcomes)[0] in {200, 204}
    assert sorted(outcomes)[1:] == [412] * 7
    now = Legion.objects.get()
    assert (now.deleted_at is None) == (200 in outcomes)
    assert now.version == (2 if 200 in outcomes else 1)


@pytest.mark.sampled
def test_many_who_replace_one_link_at_once_leave_one_that_works(ada) -> None:
    legion = factories.legion({"card": "giant"}, owner=ada)
    sharing_services.share_legion(legion=legion)
    text = token(ada)
    mark = TokenClient(text).get(legion_url(legion, "link/"))["ETag"]
    answers = at_once(*[lambda: TokenClient(text).send("post", legion_url(legion, "link/"), If_Match=mark)] * 6)
    assert sorted(one.status_code for one in answers) == [200] + [412] * 5
    (made,) = [one.json()["url"] for one in answers if one.status_code == 200]
    assert TokenClient().get(made).status_code == 200

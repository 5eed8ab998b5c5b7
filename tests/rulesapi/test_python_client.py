"""The repository's Python client, used against a live server."""

import gzip
import socket
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.core.cache import cache
from muster_client import Muster, Refused, Unreachable
from pytest_django import Settings

from catalog import permissions
from catalog.api_base import throttling
from catalog.curation import contributions
from clients import verify_receipt
from legions.api_tokens.models import Scope
from tests import factories
from tests.legions.api_clients import token

pytestmark = pytest.mark.django_db(transaction=True)
LEGION: dict[str, Any] = {"game": "attack-wing", "points": 20, "picks": [{"card": "wraith"}]}


@pytest.fixture
def muster(live_server: Any) -> Muster:
    """A client of a site with sixty creatures. The client never waits between requests."""
    factories.publish_frame(
        factories.creature(slug="wraith", cost=25), *(factories.creature(slug=f"one-{number}") for number in range(60))
    )
    return Muster(live_server.url, wait=lambda seconds: None)


@pytest.mark.sampled
def test_the_client_judges_and_reads_cards(muster: Muster) -> None:
    verdict = muster.judge(LEGION, fixes=1)
    assert (verdict["verdict"], verdict["findings"][0]["code"]) == ("illegal", "attack-wing/point-limit")
    judged, refused = muster.judge_all([LEGION, {"game": "attack-wing"}])
    assert isinstance(judged, dict) and judged["digest"] == verdict["digest"]
    assert isinstance(refused, Refused) and refused.code == "invalid-legion"
    assert muster.fixes(LEGION)[0]["verdict"] == "legal"
    found = muster.candidates({**LEGION, "picks": []})
    assert {one["card"] for one in found} >= {"wraith"}
    assert isinstance(found, list)
    assert found.complete is True
    assert muster.card("attack-wing", "wraith")["cost"] == 25
    assert len(list(muster.cards("attack-wing"))) == 61
    assert [card["slug"] for card in muster.cards("attack-wing", "cost=25")] == ["wraith"]
    assert muster.near_cards("attack-wing", "wraith") == []
    (near, *_) = muster.near_cards("attack-wing", "wraith xylophone")
    assert (near["slug"], near["words"], near["missing"]) == ("wraith", ["wraith"], ["xylophone"])
    assert verdict["findings"][0]["code"] in {rule["code"] for rule in muster.rules("attack-wing")}
    signed = muster.sign(LEGION)
    assert verify_receipt.verify(signed["code"], muster.keys()) == signed["receipt"]
    assert muster.report(LEGION, "legal", note="See page 28.")["verdict"] == "illegal"


@pytest.mark.sampled
def test_the_client_answers_questions_of_play(muster: Muster) -> None:
    assert "morale" in {one["question"] for one in muster.questions("attack-wing")}
    situation = {"soldiers": 2, "rolled": ["hit", "blank"], "icons": {"morale": "hit"}}
    found = muster.resolve("attack-wing", "morale", situation, release=1)
    assert (found["outcome"], found["result"]["fled"], found["steps"][0]["cite"]["page"]) == ("allowed", 1, 31)
    searched = muster.search_rules("hill giants", game="attack-wing", kinds=["card"], limit=1)
    assert [one["kind"] for one in searched["results"]] == ["card"]
    assert muster.search_rules("hill giants")["counts"] == searched["counts"]
    with pytest.raises(Refused) as refused:
        muster.resolve("attack-wing", "morale", {"soldiers": "two"})
    assert refused.value.code == "invalid-situation"


@pytest.mark.sampled
def test_the_client_reads_the_rulebooks_and_their_coverage(muster: Muster) -> None:
    factories.publish(factories.rulebook(), factories.section(at="p31/pressed-soldiers", slug="p31-pressed-soldiers"))
    assert {one["state"] for one in muster.coverage("attack-wing")} == {"resolved"}
    assert [book["game"] for book in muster.rulebooks()] == ["attack-wing"]
    assert [one["at"] for one in muster.rulebook("attack-wing")["sections"]] == ["p31/pressed-soldiers"]
    assert muster.rulebook_section("attack-wing", "p31/pressed-soldiers")["state"] == "resolved"


@pytest.mark.sampled
def test_the_client_reads_and_writes_texts_and_judges_lines(muster: Muster) -> None:
    read = muster.read_text("attack-wing", "# Bones (20 points)\n2 Nobody at all\nwraith")
    assert {line["outcome"] for line in read["lines"]} >= {"unknown"}
    assert muster.text(LEGION).startswith("# (20 points)")
    judged = list(muster.judge_lines([LEGION, {"game": "attack-wing"}, LEGION]))
    assert [isinstance(one, Refused) for one in judged] == [False, True, False]
    assert isinstance(judged[0], dict) and judged[0]["verdict"] == "illegal"
    assert muster.packs(LEGION)["ways"] is not None
    whole = muster.complete({**LEGION, "points": 60})
    assert whole["verdict"]["verdict"] == "legal"


@pytest.mark.sampled
def test_the_client_reads_the_catalog_and_its_changes(muster: Muster) -> None:
    factories.publish(factories.creature(slug="late", name="Late"), factories.card_set(slug="second-box"))
    found = muster.lookup("attack-wing", ["late", "nobody"])
    assert [card["slug"] for card in found["results"]] == ["late"]
    assert [one["slug"] for one in found["not_found"]] == ["nobody"]
    assert [one["slug"] for one in muster.games()] == ["attack-wing"]
    assert "second-box" in {one["slug"] for one in muster.sets("attack-wing")}
    assert muster.card_set("attack-wing", "second-box")["slug"] == "second-box"
    (first, *_) = muster.formats("attack-wing")
    assert muster.format("attack-wing", first["slug"]) == first
    assert {one["slug"] for one in muster.changes(1, game="attack-wing")} == {"late", "second-box"}
    entry = next(one for one in muster.files() if one["kind"] == "creature" and one["encoding"] == "gzip")
    assert gzip.decompress(muster.file(entry)).count(b'"slug"') >= 62
    with pytest.raises(ValueError, match="list of files"):
        muster.file({**entry, "sha256": "0" * 64})


@pytest.mark.sampled
def test_unchanged_responses_are_not_sent_again(muster: Muster) -> None:
    held: dict[str, tuple[str, bytes]] = {}
    mirror = Muster(muster.site, held=held)
    first = list(mirror.cards("attack-wing"))
    addresses = set(held)
    assert len(addresses) == 2
    for address, (etag, body) in held.items():
        held[address] = (etag, body.replace(b'"cost":25', b'"cost":26'))
    again = {card["slug"]: card for card in mirror.cards("attack-wing")}
    assert again["wraith"]["cost"] == 26  # the stored state
    factories.publish(factories.creature(slug="wraith", cost=27))
    now = {card["slug"]: card for card in mirror.cards("attack-wing")}
    assert (now["wraith"]["cost"], len(now)) == (27, len(first))


def test_with_a_token_it_stores_changes_and_shares_legions(muster: Muster) -> None:
    mine = with_token(muster, Scope.LEGIONS, factories.UserFactory())
    stored = mine.store({**LEGION, "name": "Bones"}, folder="Spring", key="once")
    assert mine.store({**LEGION, "name": "Bones"}, folder="Spring", key="once")["id"] == stored["id"]
    assert [one["id"] for one in mine.legions(folder="Spring")] == [stored["id"]]
    patched = mine.patch(stored, [{"op": "replace", "path": "/legion/name", "value": "Ashes"}])
    assert patched["legion"]["name"] == "Ashes"
    with pytest.raises(Refused) as refused:
        mine.replace(stored, LEGION)
    assert refused.value.code == "changed-meanwhile"
    replaced = mine.replace(mine.legion(stored["id"]), {**LEGION, "points": 60})
    assert (replaced["legion"]["points"], replaced["folder"]) == (60, "Spring")
    assert [one["number"] for one in mine.states(stored["id"])] == [3, 2, 1]
    assert mine.link(stored["id"])["key"] is None
    link = mine.share(stored["id"], public=True)
    assert link["key"] is not None
    assert muster.shared(link["key"])["legion"]["points"] == 60
    mine.end_link(stored["id"])
    with pytest.raises(Refused) as refused:
        muster.shared(link["key"])
    assert refused.value.status in {404, 410}
    mine.delete(mine.legion(stored["id"]))
    assert list(mine.legions()) == []
    back = mine.undelete(mine.legion(stored["id"]))
    assert back["deleted_at"] is None


def with_token(muster: Muster, scope: Scope, user: Any) -> Muster:
    return Muster(muster.site, token=token(user, scope, scope), wait=lambda seconds: None)


def test_with_a_token_it_offers_facts_and_tells_what_became_of_them(muster: Muster) -> None:
    factories.publish(factories.creature(slug="beast", cost=None, level=None))
    user, cora = factories.UserFactory(), factories.UserFactory()
    permissions.grant(cora, permissions.CURATOR)
    mine = with_token(muster, Scope.OFFER, user)
    made = mine.offer("attack-wing", "beast", {"cost": 38, "level": 8}, source="Rules of Waves", page=4)
    assert (made["source"], made["page"], made["state"]) == ("Rules of Waves", 4, "offered")
    contributions.ask_contributor(number=made["id"], seen=made["version"], by=cora, question="Sure?")
    answered = mine.answer(made["id"], "Yes.")
    contributions.decide(number=made["id"], seen=answered["version"], by=cora, accept=["cost"])
    assert {one["fact"]: one["state"] for one in mine.contribution(made["id"])["facts"]} == {
        "cost": "accepted",
        "level": "waiting",
    }
    mine.take_back(made["id"])
    assert [one["id"] for one in mine.contributions(state="accepted")] == [made["id"]]
    with pytest.raises(Refused) as refused:
        mine.take_back(made["id"])
    assert refused.value.code == "contribution-refused"
    with pytest.raises(Refused) as refused:
        list(muster.contributions())
    assert refused.value.status == 401


@pytest.mark.sampled
def test_facts_have_their_disputes_and_rulings_are_listed(muster: Muster) -> None:
    factories.publish(factories.ruling())
    offering, cora = factories.UserFactory(), factories.UserFactory()
    permissions.grant(cora, permissions.CURATOR)
    origin = contributions.Origin(source="Rules of Waves", page=4)
    document = {"game": "attack-wing", "slug": "wraith", "facts": {"cost": 26}, "mends": True}
    one = contributions.submit(by=offering, origin=origin, **document)
    contributions.decide(number=one.pk, seen=one.version, by=cora, keep=["cost"])
    facts = muster.facts("attack-wing", "wraith")
    cost = next(fact for fact in facts["facts"] if fact["fact"] == "/cost")
    assert (cost["value"], facts["confirmed"], cost["confirmations"]) == (25, False, [])
    assert [(disputed["value"], disputed["page"]) for disputed in cost["disputed"]] == [(26, 4)]
    assert [ruling["slug"] for ruling in muster.rulings("attack-wing")] == ["two-of-a-name"]
    assert muster.ruling("attack-wing", "two-of-a-name") == factories.ruling()


@pytest.fixture
def curating(muster: Muster) -> Muster:
    """The client of a curator."""
    cora = factories.user_with(permissions.CURATOR, username="cora")
    return with_token(muster, Scope.CURATE, cora)


@pytest.mark.sampled
def test_a_curator_decides_about_what_was_seen(muster: Muster, curating: Muster) -> None:
    factories.publish(factories.creature(slug="beast", cost=None, level=None))
    mine = with_token(muster, Scope.OFFER, factories.UserFactory())
    number = mine.offer("attack-wing", "beast", {"cost": 38, "level": 8})["id"]
    assert [one["id"] for one in curating.waiting(game="attack-wing")] == [number]
    seen = curating.offered(number)
    assert seen["now"] == {"cost": None, "level": None}
    question = curating.ask_back(seen, "Sure?")
    with pytest.raises(Refused) as refused:
        curating.decide(seen, accept=["cost"])
    assert (refused.value.status, refused.value.code) == (412, "changed-meanwhile")
    decided = curating.decide(question, accept=["cost"], decline=["level"], why="The photo shows a 6.")
    assert decided["now"] == {"cost": 38, "level": None}
    assert list(curating.waiting()) == []
    assert [one["id"] for one in curating.waiting(state="accepted")] == [number]
    with pytest.raises(Refused) as refused:
        list(mine.waiting())
    assert refused.value.status == 403


@pytest.mark.sampled
def test_a_curator_works_on_drafts(muster: Muster, curating: Muster) -> None:
    published = curating.draft("attack-wing", "wraith")
    assert (published["draft"], published["release"], published["document"]["cost"]) == (None, 1, 25)
    changed = {**published["document"], "cost": 26}
    with pytest.raises(Refused, match="sources_hold"):
        curating.write_draft(published, changed, "Misread")
    written = curating.write_draft(published, changed, "Misread", source="The card", sources_hold=["/cost"])
    with pytest.raises(Refused) as refused:
        curating.write_draft(published, {**published["document"], "cost": 27}, "Late")
    assert refused.value.code == "changed-meanwhile"
    up = curating.move_draft(written, "put-up")
    assert up["draft"] is not None and (up["draft"]["stage"], up["draft"]["by"]) == ("review", "cora")
    assert [(one["slug"], one["stage"]) for one in curating.drafts(game="attack-wing", stage="review")] == [
        ("wraith", "review")
    ]
    back = curating.move_draft(up, "send-back", why="Look again")
    curating.discard_draft(back)
    assert curating.draft("attack-wing", "wraith")["draft"] is None
    assert [one["what"] for one in curating.history("attack-wing", "wraith")][-2:] == ["saved", "released"]


@pytest.mark.sampled
def test_a_curator_begins_a_document_once(curating: Muster) -> None:
    document = factories.card_set(slug="new-box")
    made = curating.begin_draft(document, "New", shelf="set", source="The printed box")
    assert (made["document"], made["release"]) == (document, None)
    with pytest.raises(Refused) as refused:
        curating.begin_draft(document, "Again", shelf="set")
    assert refused.value.code == "version-needed"
    curating.discard_draft(made)
    assert list(curating.drafts(shelf="set")) == []


def test_with_a_token_it_looks_after_webhooks(muster: Muster) -> None:
    mine = with_token(muster, Scope.HOOKS, factories.UserFactory())
    made = mine.add_webhook("https://example.org/muster")
    assert made["secret"].startswith("whsec_")
    delivery = mine.ping(made["id"])
    assert [one["id"] for one in mine.deliveries(made["id"])] == [delivery["id"]]
    assert [(one["id"], one["active"]) for one in mine.webhooks()] == [(made["id"], True)]
    mine.remove_webhook(made["id"])
    assert list(mine.webhooks()) == []


def test_refusals_are_raised_with_their_faults(muster: Muster) -> None:
    with pytest.raises(Refused) as refused:
        muster.judge({**LEGION, "picks": 7})
    assert (refused.value.status, refused.value.code) == (400, "invalid-legion")
    assert refused.value.faults[0].pointer == "/picks"


@pytest.mark.sampled
def test_a_question_too_many_is_asked_once_more_if_the_wait_is_short(
    muster: Muster, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.API_LIMITS = True
    monkeypatch.setitem(
        throttling.RATE_LIMITS, "judging", throttling.RATE_LIMITS["judging"]._replace(quota=1, window=5)
    )
    cache.clear()
    waited: list[float] = []

    def wait(seconds: float) -> None:
        waited.append(seconds)
        cache.clear()

    patient = Muster(muster.site, wait=wait)
    for _ in range(2):
        patient.judge(LEGION)
    assert len(waited) == 1
    assert 5 <= waited[0] <= 6


@pytest.mark.sampled
def test_another_server_than_muster_is_reported(live_server: Any) -> None:
    with pytest.raises(Unreachable):
        Muster(f"{live_server.url}/nowhere").judge(LEGION)
    with pytest.raises(Unreachable):
        Muster("http://127.0.0.1:9").judge(LEGION)
    with pytest.raises(ValueError, match="http"):
        Muster("ftp://localhost")


@pytest.mark.one_variant
@pytest.mark.parametrize(
    "answer",
    [
        b"nonsense\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{",
        b"",
        b"HTTP/1.1 500 No\r\n" + b"x" * 70_000,
    ],
)
def test_a_server_without_http_is_unreachable(answer: bytes) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, ThreadPoolExecutor(1) as pool:

        def serve() -> None:
            connection, _ = server.accept()
            with connection:
                connection.recv(65_536)
                connection.sendall(answer)

        served = pool.submit(serve)
        with pytest.raises(Unreachable):
            Muster(f"http://127.0.0.1:{server.getsockname()[1]}").judge(LEGION)
        served.result()

"""Curation over the API: offers, decisions and drafts."""

from typing import Any

import pytest
from allauth.mfa.totp.internal.auth import TOTP
from django.test import Client

from catalog import permissions
from catalog.curation import contributions
from catalog.models import AuditEntry, Contribution, Record, Revision
from legions.api_tokens.models import Scope, Token
from tests import factories, worlds
from tests.legions.api_clients import TokenClient, token
from tests.rulesapi.api_client import described

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("cards")]

OFFERS, CURATION = "/api/v1/contributions/", "/api/v1/curation/contributions/"
OFFER = {"game": "attack-wing", "card": "beast", "facts": {"cost": 38}, "source": "The printed card"}
DRAFTS = "/api/v1/curation/drafts/"
BEAST = f"{DRAFTS}attack-wing/card/beast/"
SECRET = "JBSWY3DPEHPK3PXP"


@worlds.once_a_module
def cards() -> None:
    factories.publish_frame(factories.creature(slug="beast", name="Beast", cost=None, level=None))


def curator(*given: str, keeps: tuple[str, ...] = ()) -> Any:
    user = factories.UserFactory()
    for role in given or (permissions.CURATOR,):
        permissions.grant(user, role)
    permissions.assign_games(user, keeps)
    return user


@pytest.fixture
def offering(ann: Any) -> TokenClient:
    return TokenClient(token(ann, Scope.OFFER))


@pytest.fixture
def curating() -> TokenClient:
    return TokenClient(token(curator(), Scope.CURATE))


def offer(robot: TokenClient, **body: Any) -> Any:
    return robot.send("post", OFFERS, {**OFFER, **body})


# -- offering --------------------------------------------------------------------------------------------------------


def test_facts_are_offered_once_and_the_answer_says_where_they_are(offering: TokenClient) -> None:
    first = offer(offering, facts={"cost": 38, "level": 8}, source="Rules of Waves", page=4, thank=True)
    again = offer(offering, facts={"cost": 38, "level": 8})
    assert (first.status_code, again.status_code) == (201, 201)
    assert first["Location"] == again["Location"]
    assert offering.get(first["Location"]).json() == first.json()
    assert [one["state"] for one in first.json()["facts"]] == ["waiting", "waiting"]
    assert Contribution.objects.get().page == 4


@pytest.mark.one_variant
@pytest.mark.parametrize(
    ("body", "code", "pointers"),
    [
        ({"card": "nobody"}, "contribution-refused", ["/card"]),
        ({"facts": {"attack": 3}}, "contribution-refused", []),
        ({"facts": {"cost": "much"}}, "invalid-contribution", ["/facts/cost"]),
        ({"facts": {"price": 3}}, "invalid-contribution", ["/facts/price"]),
        ({"facts": []}, "invalid-question", ["/facts"]),
        ({"facts": {}}, "invalid-question", ["/facts"]),
        ({"page": 0}, "invalid-question", ["/page"]),
        ({"page": True}, "invalid-question", ["/page"]),
        ({"note": "x" * 201, "source": 3}, "invalid-question", ["/note", "/source"]),
        ({"thank": "yes"}, "invalid-question", ["/thank"]),
        ({"photo": "x"}, "invalid-question", ["/photo"]),
    ],
)
def test_an_invalid_offer_is_refused_at_its_place(offering: TokenClient, body: Any, code: str, pointers: Any) -> None:
    answer = offer(offering, **body)
    assert answer.json()["code"] == code
    assert [fault["pointer"] for fault in answer.json()["faults"]] == pointers
    assert not Contribution.objects.exists()


@pytest.mark.sampled
@pytest.mark.parametrize("source", [{}, {"source": ""}, {"source": " "}])
def test_an_offer_without_a_source_is_of_the_printed_card_as_clients_were_promised(
    offering: TokenClient, source: dict[str, str]
) -> None:
    answer = offering.send("post", OFFERS, {"game": "attack-wing", "card": "beast", "facts": {"cost": 38}, **source})
    assert (answer.status_code, answer.json()["source"]) == (201, None)


def test_the_limits_of_who_offers_hold_over_the_api(offering: TokenClient, ann: Any) -> None:
    offer(offering)
    contributions.undo_all(of=ann, by=curator(), why="Made up")
    answer = offer(offering, facts={"level": 3})
    assert (answer.status_code, answer.json()["code"]) == (409, "contribution-refused")
    assert "A curator has undone your offers" in answer.json()["detail"]


@pytest.mark.sampled
def test_a_list_is_walked_in_pages_and_filtered(offering: TokenClient) -> None:
    for fact, value in (("cost", 3), ("level", 4)):
        offer(offering, facts={fact: value})
    page = offering.get(f"{OFFERS}?limit=1").json()
    rest = offering.get(page["next"]).json()
    found = [one["facts"][0]["fact"] for one in (*page["results"], *rest["results"])]
    assert (found, rest["next"]) == (["level", "cost"], None)
    assert offering.get(f"{OFFERS}?state=accepted&game=attack-wing").json()["results"] == []
    assert offering.get(f"{OFFERS}?state=lost").status_code == 400
    assert offering.get(f"{OFFERS}?cursor=x").status_code == 400


@pytest.mark.sampled
def test_an_offer_is_taken_back_as_long_as_it_waits_by_who_has_seen_it(offering: TokenClient) -> None:
    made = offer(offering)
    assert offering.send("delete", made["Location"]).status_code == 428
    assert offering.send("delete", made["Location"], If_Match='"0-0"').status_code == 412
    assert offering.send("delete", made["Location"], If_Match=made["ETag"]).status_code == 204
    now = offering.get(made["Location"])
    assert now.json()["state"] == "withdrawn"
    assert offering.send("delete", made["Location"], If_Match=now["ETag"]).status_code == 409


# -- deciding --------------------------------------------------------------------------------------------------------


@pytest.mark.sampled
def test_a_curator_asks_back_is_answered_and_decides_fact_by_fact(offering: TokenClient, curating: TokenClient) -> None:
    made = offer(offering, facts={"cost": 38, "level": 8})
    at = f"{CURATION}{made.json()['id']}/"
    seen = curating.get(at)
    assert seen.json()["now"] == {"cost": None, "level": None}
    asked = curating.send("post", f"{at}question/", {"question": "Sure?"}, If_Match=seen["ETag"])
    assert asked.json()["state"] == "asked"
    stale = curating.send("post", f"{at}decision/", {"accept": ["cost"]}, If_Match=seen["ETag"])
    assert (stale.status_code, stale.json()["code"], stale["ETag"]) == (412, "changed-meanwhile", asked["ETag"])
    own = offering.get(made["Location"])
    answered = offering.send("post", f"{made['Location']}answer/", {"answer": "Yes."}, If_Match=own["ETag"])
    assert [one["who"] for one in answered.json()["talk"]] == ["curator", "player"]
    body = {"accept": ["cost"], "decline": ["level"], "why": "The photo shows a 6."}
    decided = curating.send("post", f"{at}decision/", body, If_Match=answered["ETag"])
    assert decided.status_code == 200
    assert decided.json()["now"] == {"cost": 38, "level": None}
    told = {one["fact"]: (one["state"], one["why"]) for one in offering.get(made["Location"]).json()["facts"]}
    assert told == {"cost": ("accepted", None), "level": ("declined", "The photo shows a 6.")}
    assert Revision.objects.drafts().get().document["cost"] == 38
    assert curating.get(CURATION).json()["results"] == []
    assert len(curating.get(f"{CURATION}?state=accepted").json()["results"]) == 1


@pytest.mark.one_variant
@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "contribution-refused"),
        ({"decline": ["cost"]}, "contribution-refused"),
        ({"accept": ["level"]}, "invalid-question"),
        ({"accept": ["cost"], "decline": ["cost"], "why": "x"}, "invalid-question"),
        ({"accept": "cost"}, "invalid-question"),
        ({"accept": ["cost"], "why": "x" * 501}, "invalid-question"),
    ],
)
def test_an_invalid_decision_is_refused(offering: TokenClient, curating: TokenClient, body: Any, code: str) -> None:
    at = f"{CURATION}{offer(offering).json()['id']}/decision/"
    assert curating.send("post", at, body, If_Match="*").json()["code"] == code
    assert not Revision.objects.drafts().exists()


def test_nobody_decides_about_their_own() -> None:
    user = curator()
    made = offer(TokenClient(token(user, Scope.OFFER)))
    robot = TokenClient(token(user, Scope.CURATE, "Curating"))
    answer = robot.send("post", f"{CURATION}{made.json()['id']}/decision/", {"accept": ["cost"]}, If_Match="*")
    assert answer.json()["code"] == "contribution-refused"


@pytest.mark.sampled
def test_a_curator_of_another_game_finds_nothing(offering: TokenClient) -> None:
    made = offer(offering)
    robot = TokenClient(token(curator(keeps=("dungeon-command",)), Scope.CURATE))
    assert robot.get(CURATION).json()["results"] == []
    assert robot.get(f"{CURATION}{made.json()['id']}/").status_code == 404
    assert robot.get(BEAST).status_code == 404
    assert robot.get(DRAFTS).json()["results"] == []


# -- drafts ----------------------------------------------------------------------------------------------------------


@pytest.mark.sampled
def test_a_draft_is_written_put_up_and_approved_by_somebody_else(curating: TokenClient) -> None:
    seen = curating.get(BEAST)
    assert (seen.json()["draft"], seen.json()["release"]) == (None, 1)
    body = {
        "document": {**seen.json()["document"], "cost": 38},
        "why": "Read off",
        "source": "The card",
        "sources_hold": ["/cost"],
    }
    written = curating.send("put", BEAST, body, If_Match=seen["ETag"])
    assert (written.status_code, written.json()["draft"]["stage"]) == (200, "draft")
    late = curating.send("put", BEAST, {**body, "why": "Late"}, If_Match=seen["ETag"])
    assert (late.status_code, late["ETag"]) == (412, written["ETag"])
    up = curating.send("post", f"{BEAST}stage/", {"do": "put-up"}, If_Match=written["ETag"])
    own = curating.send("post", f"{BEAST}stage/", {"do": "approve"}, If_Match=up["ETag"])
    assert own.status_code == 200  # nobody else could
    back = curating.send("post", f"{BEAST}stage/", {"do": "take-back"}, If_Match=own["ETag"])
    up = curating.send("post", f"{BEAST}stage/", {"do": "put-up"}, If_Match=back["ETag"])
    other = TokenClient(token(curator(), Scope.CURATE))
    refused = curating.send("post", f"{BEAST}stage/", {"do": "approve"}, If_Match=up["ETag"])
    assert refused.json()["detail"] == "You wrote this. Somebody else approves it."
    approved = other.send("post", f"{BEAST}stage/", {"do": "approve"}, If_Match=up["ETag"])
    assert approved.json()["draft"]["stage"] == "approved"
    assert [one["slug"] for one in other.get(f"{DRAFTS}?stage=approved&shelf=card").json()["results"]] == ["beast"]
    deeds = [one["what"] for one in other.get(f"{BEAST}history/").json()["results"]]
    assert deeds == ["approved", "sent", "taken-back", "approved", "sent", "saved", "released"]
    page = other.get(f"{BEAST}history/?limit=5").json()
    assert [one["what"] for one in other.get(page["next"]).json()["results"]] == ["saved", "released"]


@pytest.mark.sampled
def test_a_new_value_needs_its_source_or_a_confirmation_of_the_former_one(curating: TokenClient) -> None:
    seen = curating.get(BEAST)
    body = {"document": {**seen.json()["document"], "cost": 38}, "why": "Read off"}
    refused = curating.send("put", BEAST, body, If_Match=seen["ETag"])
    assert (refused.status_code, refused.json()["code"]) == (400, "invalid-document")
    (fault,) = refused.json()["faults"]
    assert (fault["pointer"], fault["code"]) == ("/document/cost", "stale-source")
    assert "name /cost under sources_hold" in fault["message"]
    assert not Revision.objects.drafts().exists()
    written = curating.send("put", BEAST, {**body, "sources_hold": ["/cost"]}, If_Match=seen["ETag"])
    assert written.json()["document"]["sources"]["/cost"]["checked"] is False


@pytest.mark.sampled
def test_the_reason_for_missing_sources_is_stored_with_the_draft(curating: TokenClient) -> None:
    seen = curating.get(BEAST)
    document = {**seen.json()["document"], "text": "It bites.", "sources": {}}
    body = {"document": document, "why": "Doubtful", "unsourced_reason": "Nobody wrote down where."}
    written = curating.send("put", BEAST, body, If_Match=seen["ETag"]).json()
    assert written["draft"]["unsourced_reason"] == "Nobody wrote down where."
    assert curating.get(f"{BEAST}history/").json()["results"][0]["unsourced_reason"] == "Nobody wrote down where."


@pytest.mark.one_variant
@pytest.mark.parametrize(
    ("fields", "pointer"),
    [
        ({"sources_hold": "/cost"}, "/sources_hold"),
        ({"sources_hold": [1]}, "/sources_hold/0"),
        ({"sources_hold": ["/cost", "cost"]}, "/sources_hold/1"),
        ({"sources_hold": ["/co\n"]}, "/sources_hold/0"),
        ({"sources_hold": ["/" + "x" * 200]}, "/sources_hold/0"),
        ({"sources_hold": ["/cost"] * 101}, "/sources_hold"),
        ({"unsourced_reason": 3}, "/unsourced_reason"),
        ({"unsourced_reason": "x" * 301}, "/unsourced_reason"),
    ],
)
def test_invalid_source_fields_are_refused_at_their_place(
    curating: TokenClient, fields: dict[str, Any], pointer: str
) -> None:
    seen = curating.get(BEAST)
    body = {"document": seen.json()["document"], "why": "x", **fields}
    answer = curating.send("put", BEAST, body, If_Match=seen["ETag"])
    assert (answer.status_code, answer.json()["faults"][0]["pointer"]) == (400, pointer)


@pytest.mark.sampled
def test_a_document_is_begun_where_there_is_none(curating: TokenClient) -> None:
    at, document = f"{DRAFTS}attack-wing/card/cub/", factories.creature(slug="cub")
    body = {"document": document, "why": "New"}
    assert curating.send("put", at, body).status_code == 428
    assert curating.send("put", at, body, If_Match="*").status_code == 412
    made = curating.send("put", at, body, If_None_Match="*")
    assert (made.status_code, made["Location"]) == (201, at)
    assert curating.send("put", at, body, If_None_Match="*").status_code == 428
    assert curating.send("delete", at, If_Match=made["ETag"]).status_code == 204
    assert curating.get(at).status_code == 404
    assert [one.deed for one in Record.objects.get(slug="cub").states.all()] == ["saved", "discarded"]


def test_an_unchanged_document_is_not_written(curating: TokenClient) -> None:
    seen = curating.get(BEAST)
    body = {"document": seen.json()["document"], "why": "Nothing"}
    assert curating.send("put", BEAST, body, If_Match=seen["ETag"]).status_code == 200
    assert not Revision.objects.drafts().exists()


@pytest.mark.one_variant
@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"cost": "much"}, "/document/cost"),
        ({"slug": "other"}, "/document/slug"),
        ({"game": "chess"}, "/document/game"),
        ({"kind": "set"}, "/document/kind"),
    ],
)
def test_a_document_that_is_not_that_of_its_address_is_refused(
    curating: TokenClient, change: Any, pointer: str
) -> None:
    seen = curating.get(BEAST)
    body = {"document": {**seen.json()["document"], **change}, "why": "x"}
    answer = curating.send("put", BEAST, body, If_Match=seen["ETag"])
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid-document")
    assert answer.json()["faults"][0]["pointer"] == pointer


def test_a_step_that_a_draft_is_not_in_the_stage_for_is_refused(curating: TokenClient) -> None:
    for step, status in (("approve", 409), ("leap", 400), ("send-back", 400)):
        answer = curating.send("post", f"{BEAST}stage/", {"do": step}, If_Match="*")
        assert answer.status_code == status
    assert curating.send("delete", BEAST, If_Match="*").status_code == 409


@pytest.mark.sampled
def test_only_admins_write_games(curating: TokenClient) -> None:
    at = f"{DRAFTS}attack-wing/game/attack-wing/"
    assert curating.get(at).status_code == 404
    assert TokenClient(token(curator(permissions.ADMIN), Scope.CURATE)).get(at).status_code == 200


# -- the audit log ---------------------------------------------------------------------------------------------------


WRITES: dict[str, tuple[Any, set[str]]] = {
    "decide": ({"accept": ["cost"]}, {"contribution decided", "draft saved"}),
    "askBack": ({"question": "Sure?"}, {"contribution asked about"}),
    "writeDraft": ({"document": None, "why": "Misread"}, {"draft saved"}),
    "discardDraft": (None, {"draft discarded"}),
    "moveDraft": ({"do": "put-up"}, {"draft put up for review"}),
}


def writes() -> dict[str, tuple[str, str]]:
    """Return the method and address of each operation with which curators write."""
    return {
        said["operationId"]: (method, path)
        for path, methods in described()["paths"].items()
        for method, said in methods.items()
        if said.get("security") == [{"token": [Scope.CURATE]}] and method != "get"
    }


def test_every_writing_operation_of_curators_is_tested_here() -> None:
    assert set(WRITES) == set(writes())


@pytest.mark.sampled
@pytest.mark.parametrize("name", WRITES)
def test_every_write_of_curators_is_in_the_audit_log(offering: TokenClient, name: str) -> None:
    user = curator()
    made = offer(offering).json()
    document = factories.creature(slug="cub")
    factories.save_draft(document, by=None, why="New")
    body, what = WRITES[name]
    if name == "writeDraft":
        body = {**body, "document": {**document, "text": "Other."}}
    method, path = writes()[name]
    at = path.format(contribution=made["id"], game="attack-wing", shelf="card", slug="cub")
    robot = TokenClient(token(user, Scope.CURATE))
    noted = AuditEntry.objects.order_by("-pk").values_list("pk", flat=True).first()
    answer = robot.send(method, at, body, If_Match="*")
    assert answer.status_code < 300
    assert {(one.what, one.by) for one in AuditEntry.objects.filter(pk__gt=noted)} == {(one, user.pk) for one in what}


# -- the token -------------------------------------------------------------------------------------------------------


def test_a_token_that_curates_opens_as_long_as_the_role_and_the_second_step_are_there(settings: Any) -> None:
    user = curator()
    robot = TokenClient(token(user, Scope.CURATE))
    assert robot.get(CURATION).status_code == 200
    settings.SECOND_FACTOR_WAIVED = False
    assert "second step" in robot.get(CURATION).json()["detail"]
    TOTP.activate(user, SECRET)
    assert robot.get(CURATION).status_code == 200
    permissions.revoke(user, permissions.CURATOR)
    assert robot.get(CURATION).status_code == 403


def test_a_token_that_curates_is_offered_to_curators_and_made_after_the_second_step(
    client: Client, settings: Any, ann: Any
) -> None:
    asked = {"name": "TokenClient", "scope": "curate", "days": 30}
    client.force_login(ann)
    assert b'value="curate"' not in client.get("/account/tokens/").content
    assert client.post("/account/tokens/", asked).status_code == 400
    user = curator()
    client.force_login(user)
    settings.SECOND_FACTOR_WAIVED = False
    answer = client.post("/account/tokens/", asked)
    assert answer.status_code == 302
    assert not Token.objects.exists()
    settings.SECOND_FACTOR_WAIVED = True
    assert client.post("/account/tokens/", asked).status_code == 200
    assert Token.objects.get().scope == Scope.CURATE


@pytest.mark.sampled
def test_a_list_asks_as_often_for_many_as_for_few(
    offering: TokenClient, curating: TokenClient, ann: Any, django_assert_max_num_queries: Any
) -> None:
    factories.publish(*(factories.creature(slug=f"one-{number}", cost=None) for number in range(20)))
    for number in range(20):
        offer = {"game": "attack-wing", "slug": f"one-{number}", "facts": {"cost": number}}
        contributions.submit(by=ann, origin=contributions.Origin(printed=True), **offer)
        factories.save_draft(factories.creature(slug=f"new-{number}"), by=None, why="New")
    with django_assert_max_num_queries(4):
        assert len(offering.get(OFFERS).json()["results"]) == 20
    for at in (CURATION, DRAFTS):
        with django_assert_max_num_queries(8):
            assert len(curating.get(at).json()["results"]) == 20

"""Signed verdicts: their content, protection against changes, and their keys."""

import base64
import json
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import Settings

from clients import verify_receipt
from rulesapi.receipts import codec, keys, receipt_service
from tests import factories
from tests.rulesapi.api_client import ApiClient

pytestmark = [pytest.mark.django_db, pytest.mark.guard]

PROGRAM = Path(verify_receipt.__file__)
KEYS = "/.well-known/muster-keys.json"


@pytest.fixture(autouse=True)
def world(settings: Settings) -> None:
    """Publish a small game on a site with a signing key."""
    settings.SIGNING_KEY = keys.new_key().text
    factories.publish_frame(
        factories.creature(slug="wraith", cost=25),
        factories.creature(slug="ghost", cost=None),
        factories.house_rule(slug="open-gate", points=200),
    )


def legion(**fields: Any) -> dict[str, Any]:
    return {"game": "attack-wing", "picks": [{"card": "wraith"}], **fields}


def receipt_for(api: ApiClient, **fields: Any) -> dict[str, Any]:
    response = api.ask("receipts", {"legion": legion(**fields)})
    assert response.status_code == 200, response.content
    return response.json()


def published(api: ApiClient) -> dict[str, Any]:
    response = api.get(KEYS)
    assert response.status_code == 200
    return response.json()


# -- content -----------------------------------------------------------------------------------------------------


@pytest.mark.db_facing
def test_a_receipt_says_what_the_verdict_says(api: ApiClient) -> None:
    receipt = receipt_for(api, points=20)["receipt"]
    verdict = api.ask("verdicts", legion(points=20)).json()
    for key in ("digest", "game", "format", "release", "ruleset", "verdict", "points"):
        assert receipt[key] == verdict[key]
    assert receipt["codes"] == ["attack-wing/point-limit"]
    assert receipt["key"] == published(api)["keys"][0]["kid"]
    assert not receipt.keys() & {"on", "house_rules", "own_numbers"}


def test_the_collection_is_removed_before_judging(api: ApiClient) -> None:
    assert api.ask("verdicts", legion(collection={})).json()["verdict"] == "illegal"
    receipt = receipt_for(api, collection={})["receipt"]
    assert (receipt["verdict"], receipt["codes"]) == ("legal", [])


@pytest.mark.db_facing
def test_house_rules_date_and_own_numbers_are_in_the_receipt(api: ApiClient) -> None:
    picks = [{"card": "ghost"}]
    receipt = receipt_for(api, picks=picks, on="2026-01-31", house_rules=["open-gate"], facts={"ghost": {"cost": 10}})[
        "receipt"
    ]
    assert receipt["on"] == "2026-01-31"
    assert receipt["own_numbers"] is True
    assert receipt["house_rules"]["slugs"] == ["open-gate"]
    before = receipt["house_rules"]["digest"]
    factories.publish(factories.house_rule(slug="open-gate", points=300))
    after = receipt_for(api, picks=picks, house_rules=["open-gate"])["receipt"]["house_rules"]["digest"]
    assert before != after
    assert (
        receipt_for(api, picks=picks, house_rules=["open-gate"], release=1)["receipt"]["house_rules"]["digest"]
        == before
    )


def test_a_receipt_by_an_old_release_stays_and_one_by_the_newest_is_another(api: ApiClient) -> None:
    old = receipt_for(api, points=30)
    factories.publish(factories.creature(slug="wraith", cost=40))
    new = receipt_for(api, points=30)["receipt"]
    assert (old["receipt"]["verdict"], new["verdict"]) == ("legal", "illegal")
    assert old["receipt"]["digest"] == new["digest"]
    assert codec.read(old["code"], keys.public_keys()).receipt == old["receipt"]
    again = receipt_for(api, points=30, release=1)["receipt"]
    assert {**again, "time": ""} == {**old["receipt"], "time": ""}


def test_a_malformed_legion_is_refused_with_its_place_in_the_question(api: ApiClient) -> None:
    response = api.ask("receipts", {"legion": legion(picks=7)})
    assert response.status_code == 400
    assert response.json()["faults"][0]["pointer"] == "/legion/picks"


def test_a_site_without_a_key_signs_nothing_and_says_so(api: ApiClient, settings: Settings) -> None:
    settings.SIGNING_KEY = ""
    response = api.ask("receipts", {"legion": legion()})
    assert (response.status_code, response.json()["code"]) == (503, "no-signing-key")
    assert published(api) == {"keys": []}


# -- verifying ---------------------------------------------------------------------------------------------------


def run(tmp_path: Path, published: Any, receipt: str) -> subprocess.CompletedProcess[str]:
    """Run the verification program without any other code of Muster."""
    file = tmp_path / "keys.json"
    file.write_text(json.dumps(published), "utf-8")
    command = [sys.executable, "-I", str(PROGRAM), str(file), receipt]
    return subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)


@pytest.mark.parametrize("form", ["code", "url", "file"])
def test_the_program_verifies_each_form_of_it_offline(api: ApiClient, tmp_path: Path, form: str) -> None:
    answer = receipt_for(api)
    (tmp_path / "receipt.json").write_text(json.dumps(answer), "utf-8")
    forms = {"code": answer["code"], "url": f"https://example.org{answer['url']}", "file": "receipt.json"}[form]
    done = run(tmp_path, published(api), forms)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("GENUINE\nverdict   legal\n")


def test_the_program_refuses_what_was_changed(api: ApiClient, tmp_path: Path) -> None:
    answer = receipt_for(api, points=20)
    changed = {**answer, "receipt": {**answer["receipt"], "verdict": "legal"}}
    (tmp_path / "receipt.json").write_text(json.dumps(changed), "utf-8")
    done = run(tmp_path, published(api), "receipt.json")
    assert (done.returncode, done.stdout[:11]) == (1, "NOT GENUINE")
    assert run(tmp_path, {"keys": []}, answer["code"]).returncode == 1
    assert run(tmp_path, published(api), "MR1.AAAA").returncode == 2


def test_program_and_site_hold_the_same_words() -> None:
    assert (verify_receipt.COMPRESSION_DICTIONARY, verify_receipt.PURPOSE) == (
        codec.COMPRESSION_DICTIONARY,
        codec.PURPOSE,
    )


def test_the_words_never_change_or_printed_receipts_could_not_be_read() -> None:
    """Verify a fixed receipt that was signed with the all-zero key."""
    code = (Path(__file__).parent / "receipt-of-old.txt").read_text("ascii").strip()
    key = keys.PublicKey(base64.urlsafe_b64decode("O2onvM62pC1io6jQKm8Nc2UyFXcd4kOmOsBIoYtZ2ik="))
    receipt = codec.read(code, {key.id: key}).receipt
    assert (receipt["digest"][:11], receipt["time"]) == ("sha256:0000", "2026-11-22T10:00:00Z")
    assert verify_receipt.verify(code, {"keys": [key.as_jwk()]}) == receipt


@given(st.data())
def test_nobody_changes_a_code_unnoticed(data: st.DataObject) -> None:
    key = keys.SigningKey(Ed25519PrivateKey.from_private_bytes(bytes(32)))
    made = codec.sign({"key": key.public.id, "time": "2026-11-22T10:00:00Z", "verdict": "legal"}, key)
    known = {key.public.id: key.public}
    code = made.code
    assert codec.read(code, known) == made
    place = data.draw(st.integers(len(codec.PREFIX), len(code) - 1))
    other = data.draw(st.sampled_from("AZaz09-_").filter(lambda character: character != code[place]))
    changed = code[:place] + other + code[place + 1 :]
    try:
        assert codec.read(changed, known).receipt == made.receipt  # encoded differently, with equal content
    except codec.InvalidReceipt as error:
        assert error.reason in {"damaged", "not-signed", "unknown-key"}


@given(st.text(max_size=200) | st.text("ABab01-_", max_size=400).map(lambda text: f"MR1.{text}"))
def test_any_invalid_code_is_refused_without_an_error(text: str) -> None:
    with pytest.raises(codec.InvalidReceipt):
        codec.read(codec.code_in(text), {})


def test_a_code_that_unpacks_into_much_is_refused() -> None:
    key = keys.new_key()
    large = codec.sign({"key": key.public.id, "time": "2026-11-22T10:00:00Z", "more": "a" * 10**6}, key)
    with pytest.raises(codec.InvalidReceipt) as refused:
        codec.read(large.code, {key.public.id: key.public})
    assert refused.value.reason == "damaged"


def test_a_signature_over_the_same_bytes_for_another_purpose_is_none() -> None:
    key = keys.new_key()
    receipt = {"key": key.public.id, "time": "2026-11-22T10:00:00Z"}
    signed = codec.SignedReceipt(receipt, key.private.sign(b'{"key":"%b"}' % key.public.id.encode()))
    with pytest.raises(codec.InvalidReceipt) as refused:
        codec.read(signed.code, {key.public.id: key.public})
    assert refused.value.reason == "not-signed"


# -- keys --------------------------------------------------------------------------------------------------------


def test_the_keys_are_a_set_of_json_web_keys_with_their_thumbprints(settings: Settings, api: ApiClient) -> None:
    """The key and thumbprint of RFC 8037, appendix A.3."""
    settings.SIGNING_KEY = "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"
    assert published(api) == {
        "keys": [
            {
                "kty": "OKP",
                "crv": "Ed25519",
                "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
                "kid": "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k"[: keys.KEY_ID_LENGTH],
                "use": "sig",
                "alg": "EdDSA",
            }
        ]
    }


def test_any_origin_may_read_the_keys_and_a_client_that_has_them_gets_304(api: ApiClient) -> None:
    response = api.get(KEYS, HTTP_ORIGIN="https://example.org")
    assert response["Access-Control-Allow-Origin"] == "*"
    assert response["Content-Type"] == "application/jwk-set+json"
    assert api.get(KEYS, HTTP_IF_NONE_MATCH=response["ETag"]).status_code == 304


def test_a_former_key_stays_good_for_what_was_signed_with_it(api: ApiClient, settings: Settings) -> None:
    former, code = keys.signing_key(), receipt_for(api)["code"]
    settings.SIGNING_KEY = keys.new_key().text
    with pytest.raises(codec.InvalidReceipt, match="never had"):
        codec.read(code, keys.public_keys())
    settings.FORMER_SIGNING_KEYS = [f"{keys.base64url_encode(former.public.raw)}@2999-12-31"]
    assert codec.read(code, keys.public_keys()).receipt["key"] == former.public.id
    assert [key["kid"] for key in published(api)["keys"]] == [keys.signing_key().public.id, former.public.id]


def test_nothing_is_good_that_says_it_was_signed_after_its_key_was_given_up(api: ApiClient, settings: Settings) -> None:
    former, code = keys.signing_key(), receipt_for(api)["code"]
    settings.SIGNING_KEY = keys.new_key().text
    settings.FORMER_SIGNING_KEYS = [f"{keys.base64url_encode(former.public.raw)}@2020-01-31"]
    with pytest.raises(codec.InvalidReceipt) as refused:
        codec.read(code, keys.public_keys())
    assert refused.value.reason == "after-its-key"
    with pytest.raises(verify_receipt.NotGenuine, match="given up"):
        verify_receipt.verify(code, published(api))


@pytest.mark.parametrize("wrong", ["short", "A" * 44, "%" * 43, "A" * 42 + "B"])
def test_a_key_that_is_none_is_refused(settings: Settings, wrong: str) -> None:
    settings.SIGNING_KEY = wrong
    with pytest.raises(ImproperlyConfigured, match="SIGNING_KEY"):
        receipt_service.make_receipt(legion())
    settings.SIGNING_KEY, settings.FORMER_SIGNING_KEYS = "", [f"{wrong}@2026-11-22"]
    with pytest.raises(ImproperlyConfigured, match="FORMER_SIGNING_KEYS"):
        keys.public_keys()


def test_a_former_key_needs_the_day_it_was_given_up(settings: Settings) -> None:
    settings.FORMER_SIGNING_KEYS = [keys.base64url_encode(keys.new_key().public.raw)]
    with pytest.raises(ImproperlyConfigured, match="the day"):
        keys.public_keys()


def test_the_command_keeps_a_key_that_only_this_account_can_read_once(settings: Settings) -> None:
    settings.SIGNING_KEY = ""
    first, second = StringIO(), StringIO()
    call_command("make_signing_key", "--keep", stdout=first)
    file = Path(settings.VAR_DIR) / keys.KEY_FILE
    assert str(file) in first.getvalue() and file.stat().st_mode & 0o777 == 0o600
    key = keys.signing_key().text
    call_command("make_signing_key", "--keep", stdout=second)
    assert second.getvalue() == "Receipts are signed already; no key was stored.\n"
    assert keys.signing_key().text == key


def test_the_command_prints_a_key_for_the_environment(settings: Settings) -> None:
    printed = StringIO()
    call_command("make_signing_key", stdout=printed)
    line, public = printed.getvalue().splitlines()
    settings.SIGNING_KEY = line.removeprefix("SIGNING_KEY=")
    assert keys.base64url_encode(keys.signing_key().public.raw) == public.rpartition(" ")[2]

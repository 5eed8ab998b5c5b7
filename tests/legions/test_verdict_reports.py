"""Reports of wrong verdicts on the website."""

import pytest
from django.core.cache import cache

from legions.sharing import services as sharing_services
from rulesapi.models import WrongVerdict
from tests import factories
from tests.legions.page_parser import Page, publish_world
from tests.nonempty import nonempty
from tests.throttles import allow

pytestmark = pytest.mark.django_db
REPORT = {"expected": "undetermined", "code": "attack-wing/point-limit", "note": "Page 28.", "agreed": "on"}


@pytest.fixture(autouse=True)
def world():
    cache.clear()
    publish_world()


@pytest.fixture
def owner():
    return factories.UserFactory(username="owner")


@pytest.fixture
def legion(owner, client):
    client.force_login(owner)
    legion = factories.legion({"card": "hill-giant"}, owner=owner, name="Embers", notes="Secret", points=60)
    sharing_services.share_legion(legion=legion)
    return legion


def addresses(legion):
    return f"/legions/{legion.pk}/", f"/s/{legion.share_key}/"


@pytest.mark.sampled
def test_builder_and_shared_page_lead_to_the_form(client, legion) -> None:
    for address in nonempty(addresses(legion)):
        assert Page(client.get(address)).all("a", href=f"{address}wrong/")
        page = Page(client.get(f"{address}wrong/"))
        assert len(page.all("input", name="expected")) == 3 and page.all("input", name="agreed")


@pytest.mark.sampled
def test_a_report_is_stored_with_its_author_and_redirects_back(client, legion, owner) -> None:
    for address in nonempty(addresses(legion)):
        response = client.post(f"{address}wrong/", REPORT)
        assert (response.status_code, response["Location"]) == (302, address)
    report = WrongVerdict.objects.get()
    assert (report.by, report.expected, report.code, report.note) == (owner, "undetermined", REPORT["code"], "Page 28.")
    assert not {"name", "notes"} & report.legion.keys()


@pytest.mark.sampled
def test_without_consent_nothing_is_stored(client, legion) -> None:
    for address in nonempty(addresses(legion)):
        response = client.post(f"{address}wrong/", {**REPORT, "agreed": ""})
        assert response.status_code == 400 and "Agree, or go back." in Page(response).words
    assert not WrongVerdict.objects.exists()


@pytest.mark.parametrize("wrong", [{"expected": ""}, {"code": "no/such"}, {"note": "x" * 1001}])
def test_faults_of_the_form_are_shown(client, legion, wrong) -> None:
    assert client.post(f"{addresses(legion)[0]}wrong/", {**REPORT, **wrong}).status_code == 400


@pytest.mark.sampled
def test_expecting_the_actual_verdict_needs_an_explanation(client, legion) -> None:
    data = {"expected": "legal", "agreed": "on", "code": "", "note": ""}
    response = client.post(f"{addresses(legion)[0]}wrong/", data)
    assert response.status_code == 400 and "The verdict is the same." in Page(response).words


def test_reports_are_rate_limited(client, legion, monkeypatch) -> None:
    allow(monkeypatch, "wrong-verdicts", 1)
    address = f"{addresses(legion)[0]}wrong/"
    assert [client.post(address, REPORT).status_code for _ in range(2)] == [302, 429]

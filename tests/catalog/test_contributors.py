"""The contributor role: how users get it, its effects, and how they lose it."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from catalog import permissions
from catalog.curation import contributions
from catalog.curation.contributions.quotas import QUOTAS, TRUSTED
from catalog.models import AuditEntry, Contribution
from tests import factories

pytestmark = pytest.mark.django_db


def offer(by: Any, slug: str) -> Contribution:
    factories.publish(factories.creature(slug=slug, cost=None, level=None))
    facts = {"cost": 3, "level": 4}
    return contributions.submit(
        by=by, game="attack-wing", slug=slug, facts=facts, origin=contributions.Origin(printed=True)
    )


def accept(contribution: Contribution, by: Any, *facts: str) -> None:
    contributions.decide(number=contribution.pk, seen=contribution.version, by=by, accept=facts)


@pytest.mark.sampled
def test_enough_accepted_facts_make_a_contributor_once_and_the_log_has_it(ann: Any, cora: Any) -> None:
    first = offer(ann, "first")
    Contribution.objects.filter(pk=first.pk).update(accepted=TRUSTED.accepted - 2, state="accepted")
    one, other = offer(ann, "one"), offer(ann, "other")
    accept(one, cora, "cost")
    assert not ann.groups.exists()
    accept(other, cora, "cost", "level")
    ann.refresh_from_db()
    assert (list(ann.groups.values_list("name", flat=True)), ann.is_staff) == ([permissions.CONTRIBUTOR], False)
    assert AuditEntry.objects.get(what="rights changed", by=cora.pk).after["roles"] == [permissions.CONTRIBUTOR]
    permissions.revoke(ann, permissions.CONTRIBUTOR)
    one.refresh_from_db()
    accept(one, cora, "level")  # a role removed by an admin does not come back automatically
    assert not ann.groups.exists()


def test_a_contributor_may_offer_more_and_enters_no_admin(client: Client, ann: Any) -> None:
    assert contributions.quota_of(ann) == QUOTAS[0]
    permissions.grant(ann, permissions.CONTRIBUTOR)
    assert contributions.quota_of(ann) == TRUSTED
    client.force_login(ann)
    assert client.get(reverse("admin:index")).status_code == 302
    assert not permissions.is_curator(ann)


def test_a_curator_who_is_a_contributor_too_keeps_the_way_in(cora: Any) -> None:
    permissions.grant(cora, permissions.CONTRIBUTOR)
    permissions.revoke(cora, permissions.CONTRIBUTOR)
    cora.refresh_from_db()
    assert cora.is_staff


@pytest.mark.sampled
def test_curators_see_first_what_contributors_offer(client: Client, ann: Any, cora: Any) -> None:
    permissions.grant(ann, permissions.CONTRIBUTOR)
    offer(ann, "of-a-contributor")
    offer(factories.UserFactory(), "of-another")
    client.force_login(cora)
    html = client.get(reverse("admin:catalog_contribution_changelist")).content.decode()
    assert html.index("of-a-contributor") < html.index("of-another")


@pytest.mark.sampled
def test_undoing_somebodys_work_takes_the_role_away(ann: Any, cora: Any) -> None:
    permissions.grant(ann, permissions.CONTRIBUTOR)
    offer(ann, "made-up")
    contributions.undo_all(of=ann, by=cora, why="Made up")
    assert not ann.groups.exists()

"""The review pages of the curators' admin in German: offers and contradicting sources, facts to confirm, reports about
people, reported verdicts, and the linter's remarks.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache as kept
from django.urls import reverse
from django.utils import translation

from catalog import documents, permissions, publishing
from catalog.curation import confirmations, contributions
from catalog.curation.contributions import Origin
from catalog.models import Contribution, ContributionPhoto, Record
from catalog.models.disputes import Dispute
from legions.community import comment_services, moderation
from legions.community import profile_services as pages
from legions.community.models import Report
from legions.community.moderation import ReportTarget
from legions.saved_lists.models import Legion
from legions.sharing import services as sharing_services
from rulesapi import linting
from rulesapi.engine.core.library import find_ruleset
from rulesapi.engine.core.unsupported_requests import unsupported_requests
from rulesapi.linting import linting_service
from rulesapi.models import WrongVerdict
from rulesapi.translation import translated
from rulesapi.verdict_reports import report_service
from tests import factories, pseudo
from tests.factories import creature, spell, upgrade
from tests.legions.german_walks import Walk, strings, visitor

pytestmark = [pytest.mark.sampled, pytest.mark.django_db]

GAMES = ("attack-wing", "dnd-miniatures-2003", "dungeon-command")
NAMED = "Wraith"
"""The name of a card, which the test users write."""
SAME = "slug json pointer publisher curator admin second ann bob gone undone standard wraiths restore"


def shelf() -> list[dict[str, Any]]:
    """Return cards of which some are incomplete, and others cause remarks of the linter."""
    evil = [{"alignment": ["evil"]}]
    blade = upgrade(slug="plain-blade", name="Plain Blade", text="Add 1 to your attack. Bright and cold.", cost=3)
    family = {"family": ["ring"], "at_most": 1}
    return [
        creature(slug="wraith", name="Wraith", cost=None, level=None, set="set-one", text=NAMED),
        creature(slug="balagos", name="Balagos", cost=38, level=6, alignment=None),
        creature(slug="maurghoros", name="Maurghoros", cost=60, level=None, text=NAMED),
        creature(slug="small-and-evil", name="Small and Evil", alignment="evil", level=2, health=1),
        creature(slug="giant", name="Hill Giant", text=NAMED),
        creature(slug="weaker-sort", name="Weaker Sort", health=3, level=4, slots=["heroic"], cost=21),
        spell(slug="odd-word", name="Odd Word", minimum_level=9),
        upgrade(slug="odd-thing", name="Fireball", slot="dragon", text=NAMED, sources={"/name": factories.SOURCES[""]}),
        upgrade(slug="saints-bane", name="Saints Bane", requires=[{"energy": ["fire"]}]),
        upgrade(slug="little-devil", name="Little Devil", requires=[*evil, {"level_at_least": 4}]),
        blade,
        {**blade, "slug": "other-weapon", "name": "Other Weapon", "cost": 4, "unique": True},
        upgrade(slug="toothless", name="Toothless", limits=[{**family, "per": "creature"}], keywords=["ring"]),
        upgrade(slug="gumless", name="Gumless", limits=[{**family, "per": "legion"}], unique=True),
        upgrade(slug="gravel-maw", name="Gravel Maw", cost=9, sources={"": {"source": "A list", "checked": False}}),
        upgrade(slug="gravel-maws", name="Gravel Maws", cost=9, unique=True, text=None),
    ]


def words() -> Iterator[str]:
    """Yield the texts of these documents, and the names of their facts."""
    for one in (*shelf(), factories.game(), factories.standard(), factories.card_set(slug="set-one", name="Set One")):
        yield from one
        yield from (text for _key, text in strings(one))
        yield from (text.replace("-", " ") for _key, text in strings(one))
        yield from (fact.replace("_", " ") for fact in one)
    for game, kinds in documents.card_kinds().items():
        yield from (game, *kinds, *(kind.replace("-", " ") for kind in kinds))
    yield from SAME.split()


@pytest.fixture
def people() -> Iterator[dict[str, Any]]:
    """Curators, a moderator, and players, with German in fullwidth letters."""
    kept.clear()
    factories.publish_frame(factories.card_set(slug="set-one", name="Set One"), *shelf())
    people = {
        name: factories.UserFactory(username=name) for name in ("curator", "second", "admin", "ann", "bob", "gone")
    }
    for name, role in (("curator", "curator"), ("second", "curator"), ("admin", "admin")):
        permissions.grant(people[name], role)
    with pseudo.spoken():
        yield people
    kept.clear()


def done(walk: Walk) -> None:
    """Fail if any text was left in English."""
    if walk.left:
        pytest.fail(walk.told)


def offer(by: Any, slug: str, *, source: str = "", page: int | None = None, **facts: Any) -> Contribution:
    where = Origin(source=source, page=page, thank=True, printed=not source)
    about = {"game": "attack-wing", "slug": slug, "facts": facts, "note": NAMED, "mends": slug != "wraith"}
    return contributions.submit(by=by, **about, origin=where)


def decide(contribution: Contribution, by: Any, **chosen: Any) -> Contribution:
    return contributions.decide(number=contribution.pk, seen=contribution.version, by=by, why=NAMED, **chosen)


def rule(contribution: Contribution, by: Any, *, holds: bool) -> None:
    dispute = Dispute.objects.get(contribution=contribution)
    seen = contributions.dispute_token(contributions.disputes_about_same_fact(dispute.pk))
    contributions.resolve(number=dispute.pk, seen=seen, by=by, holds=dispute.pk if holds else None, why=NAMED)


def bring(people: dict[str, Any]) -> None:
    """Create offers in every state: some decided, one with a question, one undone, and some with contradicting
    sources.
    """
    ann, bob, gone, curator = (people[name] for name in ("ann", "bob", "gone", "curator"))
    waiting = offer(ann, "wraith", cost=25)
    ContributionPhoto.objects.create(contribution=waiting, data=b"a photo")
    offer(gone, "wraith", source="Wraith", page=3, cost=26, level=5)
    offered = offer(bob, "wraith", cost=27)
    contributions.ask_contributor(number=offered.pk, seen=offered.version, by=curator, question=NAMED)
    offered.refresh_from_db()
    contributions.answer_curator(number=offered.pk, seen=offered.version, by=bob, answer=NAMED)
    for value, done in ((4, {"accept": ["level"], "decline": ["alignment"]}), (7, {"decline": ["level", "alignment"]})):
        decide(offer(ann, "balagos", level=value, alignment="evil"), curator, **done)
    contributions.withdraw(contribution=offer(ann, "maurghoros", level=2))
    decide(offer(ann, "maurghoros", cost=61), curator, keep=["cost"])
    decide(offer(bob, "maurghoros", source="Wraith", page=3, cost=62), curator, keep=["cost"])
    rule(decide(offer(bob, "balagos", cost=39), curator, keep=["cost"]), people["second"], holds=False)
    rule(decide(offer(ann, "balagos", cost=40), curator, keep=["cost"]), people["second"], holds=True)
    decide(offer(people["curator"], "giant", cost=19), people["second"], keep=["cost"])
    offer(people["second"], "giant", health=3)
    decide(offer(gone, "giant", armor=2), curator, accept=["armor"])
    contributions.undo_all(of=gone, by=curator, why=NAMED)
    later = factories.UserFactory(username="undone")
    offer(later, "giant", level=2)
    later.delete()


def test_offers_and_what_sources_disagree_about_are_in_german(people: dict[str, Any]) -> None:
    bring(people)
    walk, listed = Walk(words()), reverse("admin:catalog_contribution_changelist")
    states = [f"{listed}?state={state}" for state in Contribution.State.values]
    found = [reverse("admin:index"), listed, *states]
    for one in Contribution.objects.all():
        found += [reverse(f"admin:catalog_contribution_{page}", args=[one.pk]) for page in ("review", "change")]
    found += [reverse("admin:catalog_contribution_rule", args=[one.pk]) for one in contributions.open_disputes()]
    found += [reverse("admin:catalog_contribution_undo", args=[people["ann"].pk])]
    found += [reverse("admin:catalog_card_change", args=[Record.objects.get(slug="wraith").pk])]
    walk.go(visitor(people["second"]), found)
    assert walk.pages > 40
    walk.forms = {sort: form for sort, form in walk.forms.items() if "/contribution/" in form.address}
    assert walk.send(people["second"]) > 3
    for address, data in answers():
        walk.take(address, visitor(people["second"]).post(address, data, follow=True))
    with translation.override("de"):
        walk.say("refusals", *refused(people))
    done(walk)


def answers() -> list[tuple[str, dict[str, Any]]]:
    """Return a curator's responses to offers, in an order in which each is accepted: forms and their values."""
    waiting = Contribution.objects.filter(state="offered", record__slug="wraith").order_by("pk").first()
    open_ = contributions.open_disputes().filter(contribution__record__slug="maurghoros").first()
    assert waiting is not None and waiting.by is not None and open_ is not None
    review = reverse("admin:catalog_contribution_review", args=[waiting.pk])
    seen = {"seen": waiting.version}
    return [
        (review, {**seen, "_decide": "1", "fact-cost": "decline"}),
        (review, {**seen, "_ask": "1", "question": NAMED}),
        (review, {**seen, "_decide": "1", "fact-cost": "accept"}),
        (review, {"seen": waiting.version + 1, "_decide": "1", "fact-cost": "accept"}),
        (
            reverse("admin:catalog_contribution_rule", args=[open_.pk]),
            {
                "seen": contributions.dispute_token(contributions.disputes_about_same_fact(open_.pk)),
                "holds": "catalog",
                "why": NAMED,
            },
        ),
        (reverse("admin:catalog_contribution_undo", args=[waiting.by.pk]), {"why": NAMED}),
    ]


def refused(people: dict[str, Any]) -> Iterator[str]:
    """Yield the reasons why offers are refused, in the words for contributors."""
    own, first = people["second"], Contribution.objects.order_by("pk")[0]
    for wrong in (
        lambda: offer(people["gone"], "balagos", cost=41),
        lambda: offer(own, "giant", cost=20),
        lambda: offer(own, "nowhere", cost=20),
        lambda: contributions.undo_all(of=own, by=own, why=NAMED),
        lambda: contributions.ask_contributor(number=first.pk, seen=first.version, by=own, question="§" * 501),
    ):
        with pytest.raises((contributions.ContributionRefused, contributions.ContributionChanged)) as refusal:
            wrong()
        yield str(refusal.value)


def test_facts_to_confirm_are_in_german(people: dict[str, Any]) -> None:
    bring(people)
    giant, wraith, maurghoros = (Record.objects.get(slug=slug) for slug in ("giant", "wraith", "maurghoros"))
    document = giant.revisions.newest().get().document
    for one in confirmations.fact_statuses(document):
        about = {"record": giant, "fact": one.fact, "seen": one.digest, "printed": one.fact != "level"}
        for who in ("ann", "second") if not one.disputes and one.fact != "health" else ():
            if one.known:
                confirmations.confirm(**about, by=people[who])
    factories.save_draft({**document, "text": NAMED}, by=people["curator"], why=NAMED, source=NAMED)
    walk, listed = Walk(words()), reverse("admin:catalog_card_confirming")
    sheets = [reverse("admin:catalog_card_confirm", args=[one.pk]) for one in (giant, wraith, maurghoros)]
    found = [listed, f"{listed}?game=attack-wing", f"{listed}?game=attack-wing&set=set-one", *sheets]
    client = visitor(people["second"])
    walk.go(client, [*found, f"{listed}?game=attack-wing&set=%3F"])
    (checked,) = (one for one in confirmations.fact_statuses(document) if one.fact == "level")
    forms = (
        {"_undo": f"level.{checked.digest}"},
        {"_confirm": f"level.{checked.digest}", "against": "card"},
        {"_confirm": "level.0", "against": "card"},
        {"_confirm": f"level.{checked.digest}"},
        {"_confirm": f"health.{confirmations.value_digest(4)}", "against": "card"},
    )
    for number, one in enumerate(forms):
        walk.take(f"{sheets[0]} ({number})", client.post(sheets[0], one, follow=True))
    draft = factories.save_draft(creature(slug="wraiths", name="Wraith", text=NAMED), by=None, why=NAMED)
    walk.take("a draft alone", client.get(reverse("admin:catalog_card_confirm", args=[draft.record_id]), follow=True))
    with translation.override("de"):
        for wrong in ({"fact": "cost", "seen": confirmations.value_digest(60)}, {"fact": "level", "seen": "0"}):
            with pytest.raises((confirmations.ConfirmationNotAllowed, publishing.Conflict)) as refusal:
                confirmations.confirm(record=maurghoros, **wrong, by=people["second"], printed=True)
            walk.say("confirming", str(refusal.value))
    done(walk)


def shown_to_everybody(owner: Any, name: str) -> Legion:
    legion = factories.legion({"card": "giant"}, owner=owner, name=name, notes=NAMED)
    sharing_services.list_in_gallery(legion=legion)
    return legion


def test_reports_about_people_are_in_german(people: dict[str, Any]) -> None:
    ann, bob = people["ann"], people["bob"]
    pages.save_profile_page(user=ann, name=NAMED, handle="lamplighter", shown=True)
    legion, other = shown_to_everybody(ann, NAMED), shown_to_everybody(bob, "Balagos")
    first = comment_services.write_comment(user=ann, legion=legion, text=NAMED)
    texts = [comment_services.write_comment(user=ann, legion=legion, text=NAMED, answers=first.pk) for _ in range(4)]
    things = [ReportTarget.find("comment", one.pk) for one in (first, *texts)]
    things += [
        ReportTarget.find("legion", legion.pk),
        ReportTarget.find("legion", other.pk),
        ReportTarget.find("person", ann.pk),
    ]
    for thing, reason in zip(things, [*Report.Reason.values, "spam", "abuse", "other"], strict=True):
        reporter = people["curator"]
        moderation.create_report(by=reporter, target=thing, reason=reason, note=NAMED)
    about = {"by": people["second"], "why": NAMED, "seen": 0}
    moderation.decide_target(**about, target=things[1], do="hide", silent_days=7)
    moderation.decide_target(**about, target=things[2], do="decline")
    moderation.decide_target(**about, target=things[5], do="hide")
    moderation.decide_target(**about, target=things[7], do="hide", silent_days=0)
    moderation.lift_silence(by=people["second"], target=things[7], why=NAMED)
    moderation.decide_target(**about, target=things[6], do="hide", silent_days=0)
    moderation.decide_target(**about | {"seen": moderation.newest_decision(things[6])}, target=things[6], do="restore")
    comment_services.hide_comment(legion=legion, comment=texts[2], hidden=True)
    comment_services.delete_comment(user=ann, comment=texts[3])
    shown_to_everybody(bob, "Fireball")
    gone = shown_to_everybody(bob, "Maurghoros")
    moderation.create_report(by=ann, target=ReportTarget("legion", gone), reason="spam")
    gone.delete()
    walk, client = Walk(words()), visitor(people["admin"])
    listed = [reverse(f"admin:legions_{model}_changelist") for model in ("report", "decision", "legion")]
    decided = [reverse("admin:legions_report_decide", args=[one.about, one.obj.pk]) for one in things]
    walk.go(client, [reverse("admin:index"), *listed, f"{listed[0]}?state=all", f"{listed[0]}?state=decided", *decided])
    walk.forms = {sort: form for sort, form in walk.forms.items() if "/about/" in form.address}
    assert walk.send(people["admin"]) > 2
    data = {"seen": 0, "do": "decline", "why": NAMED}
    for do in ("decline", "restore"):
        walk.take(f"{decided[0]} ({do})", client.post(decided[0], {**data, "do": do}, follow=True))
    own = shown_to_everybody(people["admin"], "Balagos")
    address = reverse("admin:legions_report_decide", args=["legion", own.pk])
    walk.take("one's own", client.post(address, data, follow=True))
    done(walk)


def test_verdicts_taken_for_wrong_are_in_german(people: dict[str, Any]) -> None:
    for card, points, expected in (("giant", 120, "illegal"), ("giant", 10, "legal"), ("wraith", 10, "undetermined")):
        legion = {"game": "attack-wing", "points": points, "picks": [{"card": card}]}
        report_service.report_verdict(legion=legion, expected=expected, note=NAMED, by=people["ann"])
    factories.publish(creature(slug="giant", name="Hill Giant", cost=1), why=NAMED)
    walk, client = Walk(words()), visitor(people["second"])
    listed = reverse("admin:rulesapi_wrongverdict_changelist")
    keys = list(WrongVerdict.objects.values_list("pk", flat=True))
    walk.go(client, [listed, *(reverse("admin:rulesapi_wrongverdict_change", args=[pk]) for pk in keys)])
    for number, action in enumerate(("was_wrong", "was_right"), start=1):
        data = {"action": action, "_selected_action": keys[:number]}
        walk.take(f"{listed} ({action})", client.post(listed, data, follow=True))
    walk.go(client, [f"{listed}?state__exact=wrong"])
    done(walk)


def test_remarks_of_the_linter_and_refused_requests_are_in_german(people: dict[str, Any]) -> None:
    walk, client = Walk(words()), visitor(people["second"])
    address = reverse("admin:catalog_card_remarks")
    walk.go(client, [address])
    walk.go(client, [reverse("admin:catalog_card_change", args=[Record.objects.get(slug="odd-thing").pk])])
    of_cards = {*linting.CODES} - {"unfit-rule", "rulings-disagree"}
    assert {one.code for one in linting_service.lint_game("attack-wing")} == of_cards
    titles = (
        {"kind": "house-rule", "waives": ["attack-wing/house-limit", "attack-wing/no-rule"], "points": 3},
        {"kind": "house-rule", "levels": [{"rule": "attack-wing/penalty", "level": "error"}]},
        {"kind": "ruling", "settles": [{"question": "who", "reading": "me"}]},
        {
            "kind": "format",
            "settles": [{"question": "minions", "reading": reading} for reading in ("me", "extra", "extra")],
        },
        {"kind": "house-rule", "limits": [{"cards": [], "per": "creature", "at_most": 1}], "points": 3},
    )
    questions = (question for game in GAMES for question in find_ruleset(f"{game}/1").questions.values())
    readings = (one.slug for question in questions for one in (question, *question.interpretations))
    same = Walk([*words(), *readings, "who", "me", "points", "no-rule", "penalty", "house-limit"])
    with translation.override("de"):
        for game in GAMES:
            ruleset = find_ruleset(f"{game}/1")
            for document in titles:
                texts = [f"{translated(sentence)}" for _at, sentence in unsupported_requests(document, ruleset)]
                same.say(f"{game} {document['kind']}", *texts)
    done(walk)
    done(same)

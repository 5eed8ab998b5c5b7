"""A site of a chosen size: cards, releases and public lists, equal for equal numbers."""

import itertools
from collections.abc import Iterator
from typing import Any

from django.contrib.auth import get_user_model

from benchmarks import growth_lists, sample
from benchmarks.growth_page import Size
from catalog import publishing
from catalog.models import Record, Release, Revision, UpcomingRelease
from catalog.publishing import ImportOptions, upcoming_releases

CHANGED_CARDS = 50
"""The number of cards that a release changes."""
CARDS_PER_RELEASE = 3_000


def fill(size: Size) -> None:
    """Fill the database, whose cards are those of `fixtures/`, up to a size."""
    _add_cards(size.cards)
    for number in range(Release.objects.newest() + 1, size.releases + 1):
        change_cards(number)
    growth_lists.add_lists(size.lists, growth_lists.sample_documents())


def card_count(game: str | None = None) -> int:
    """Return the number of published cards, of all games or of one."""
    return Revision.objects.newest().of_type("card", game).count()


def _add_cards(count: int) -> None:
    """Publish copies of the cards of Attack Wing, until there are `count` cards."""
    present = set(Revision.objects.newest().of_type("card", sample.ATTACK_WING).values_list("slug", flat=True))
    new = (copied for copied in _copies() if copied["slug"] not in present)
    copies = itertools.islice(new, max(0, count - card_count()))
    while chunk := list(itertools.islice(copies, CARDS_PER_RELEASE)):
        _publish(chunk, "More cards")


def _copies() -> Iterator[sample.Document]:
    for turn in itertools.count(1):
        for card in sample.cards():
            copied = {key: value for key, value in card.items() if key not in ("formerly", "set", "also_in")}
            copied |= {"slug": f"{card['slug']}-{turn}", "name": f"{card['name']} {turn}" if card["name"] else None}
            copied["sources"] = {key: value for key, value in card["sources"].items() if key != "/set"}
            yield {**copied, "set": None}


def change_cards(number: int) -> None:
    """Publish a release that changes the text of some cards."""
    found = Revision.objects.newest().of_type("card", sample.ATTACK_WING).filter(kind__in=("creature", "upgrade"))
    start = number * CHANGED_CARDS % (found.count() - CHANGED_CARDS)
    documents = found.order_by("slug").values_list("document", flat=True)[start : start + CHANGED_CARDS]
    changed = [{**document, "text": f"Changed in release {number}."} for document in documents]
    why = {"why": f"Release {number}", "unsourced_reason": "For a measurement"}
    publishing.publish(changed, by=None, held=publishing.all_held, **why)


def upcoming_release() -> UpcomingRelease:
    """Return a release with a new cost of one card of Attack Wing, approved but not published."""
    curator, _ = get_user_model().objects.get_or_create(username="curator", is_staff=True, is_superuser=True)
    cards = Revision.objects.newest().of_type("card", sample.ATTACK_WING).filter(cost__isnull=False)
    document = cards.order_by("slug")[0].document
    for record in Record.objects.filter(pk__in=upcoming_releases.approved_drafts().values("record")):
        publishing.discard_draft(record)
    changed = {**document, "cost": document["cost"] + 1}
    draft = publishing.save_and_submit(changed, by=None, why="Growth", sources_hold=None)
    publishing.approve(draft.record, by=curator, expected=publishing.edit_token(draft.record))
    return upcoming_releases.create_upcoming(by=curator, why="Growth")


def _publish(documents: list[Any], why: str) -> None:
    how = ImportOptions(why=why, held=publishing.all_held, unsourced_reason="For a measurement")
    plan, release, _ = publishing.import_documents(documents, how)
    if release is None:
        raise RuntimeError(f"{why}: {plan.publication.faults[:1]}")

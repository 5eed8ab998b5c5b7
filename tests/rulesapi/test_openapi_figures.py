"""Figures and enums in both the OpenAPI document and the code: both are equal."""

from typing import Any

import pytest

from catalog.api import bulk_files
from catalog.api.field_selection import ALWAYS
from catalog.api.lookup import MAX_CARDS
from catalog.api_base.query_params import SLUG
from catalog.curation.contributions.quotas import QUOTAS
from catalog.curation.contributions.review import MESSAGE_LENGTH
from catalog.documents.licences import LICENCES
from catalog.models import Contribution, DocumentType, Revision, Stage, contributions, pictures
from catalog.models.drafts import DraftAction
from catalog.permissions import BADGED
from legions.contributing.affected_lists import MIN_SHOWN_COUNT
from legions.contributing.api_documents import DECIDED, WAITING
from legions.contributing.draft_api_views import STAGE_TRANSITIONS
from legions.my_lists.api_bodies import MAX_OPERATIONS, MEMBERS
from legions.saved_lists.models import FOLDER_LENGTH
from legions.webhooks.delivery import MAX_TRIES, SORTS
from legions.webhooks.models import MAX_RESPONSE_LENGTH, URL_LENGTH, Delivery, DeliveryAttempt, Webhook
from legions.webhooks.services import MAX_HOOKS
from rulesapi.engine.search.pack_plans import MAX_SELECTIONS
from rulesapi.judging import completions, fix_search
from rulesapi.models import WrongVerdict
from rulesapi.receipts.codec import MAX_CODE_LENGTH
from rulesapi.verdict_reports.report_service import MAX_NOTE_LENGTH
from tests.rulesapi.api_client import described

LENGTHS = {name: Revision._meta.get_field(name).max_length for name in ("why", "source", "unsourced_reason")}
PAGES = {one.code: one.limit_value for one in Contribution._meta.get_field("page").validators}
FIGURES: dict[str, Any] = {
    "BulkEntry/form/enum": list(bulk_files.FILE_FORMATS),
    "CandidateAnswer/game/pattern": SLUG,
    "CompletionQuestion/objective/additionalProperties/maximum": completions.MAX_WEIGHT,
    "CompletionQuestion/seconds/default": completions.DEFAULT_SECONDS,
    "CompletionQuestion/seconds/maximum": completions.MAX_SECONDS,
    "Confirmation/role/enum": [*BADGED, None],
    "Confirmation/source/maxLength": contributions.SOURCE_LENGTH,
    "Contribution/role/enum": [*BADGED, None],
    "Contribution/state/enum": contributions.ContributionState.values,
    "Contribution/facts/items/properties/state/enum": [WAITING, *DECIDED.values()],
    "ContributionAnswer/answer/maxLength": MESSAGE_LENGTH,
    "ContributionToOffer/note/maxLength": contributions.NOTE_LENGTH,
    "ContributionToOffer/page/maximum": PAGES["max_value"],
    "ContributionToOffer/page/minimum": PAGES["min_value"],
    "ContributionToOffer/source/maxLength": contributions.SOURCE_LENGTH,
    "DisputedValue/source/maxLength": contributions.SOURCE_LENGTH,
    "Draft/shelf/enum": DocumentType.values,
    "DraftDeed/what/enum": [*DraftAction.values, "released"],
    "DraftLine/stage/enum": Stage.values,
    "DraftStep/do/enum": [*STAGE_TRANSITIONS],
    "DraftStep/why/maxLength": LENGTHS["why"],
    "DraftToWrite/source/maxLength": LENGTHS["source"],
    "DraftToWrite/unsourced_reason/maxLength": LENGTHS["unsourced_reason"],
    "DraftToWrite/why/maxLength": LENGTHS["why"],
    "FixAnswer/fixes/maxItems": fix_search.MAX_FIXES,
    "KeptLegion/folder/maxLength": FOLDER_LENGTH,
    "LookupQuestion/cards/maxItems": MAX_CARDS,
    "PackAnswer/ways/maxItems": MAX_SELECTIONS,
    "Picture/alt/maxLength": pictures.ALT_LENGTH,
    "Picture/author/maxLength": pictures.AUTHOR_LENGTH,
    "Picture/licence/enum": list(LICENCES),
    "Picture/source/maxLength": pictures.SOURCE_LENGTH,
    "PictureFile/media_type/enum": list(pictures.MEDIA_TYPES.values()),
    "ReceiptAnswer/code/maxLength": MAX_CODE_LENGTH,
    "ReportAnswer/state/enum": WrongVerdict.State.values,
    "ReportQuestion/note/maxLength": MAX_NOTE_LENGTH,
    "Webhook/off/enum": [*Webhook.DisabledReason.values, None],
    "Webhook/url/maxLength": URL_LENGTH,
    "WebhookDelivery/event/enum": Delivery.Event.values,
    "WebhookDelivery/state/enum": Delivery.State.values,
    "WebhookTry/answer/maxLength": MAX_RESPONSE_LENGTH,
    "WebhookTry/trouble/enum": [*DeliveryAttempt.Failure.values, None],
}
"""Values by component, field and keyword."""


def schemas() -> dict[str, Any]:
    return described()["components"]["schemas"]


@pytest.mark.parametrize("place", FIGURES)
def test_a_field_is_described_as_the_code_has_it(place: str) -> None:
    component, field, *way = place.split("/")
    description: Any = schemas()[component]["properties"][field]
    for word in way:
        description = description[word]
    assert description == FIGURES[place]


def test_a_patch_is_described_as_the_code_reads_it() -> None:
    patch = schemas()["LegionJSONPatch"]
    (items,) = (one["items"]["oneOf"] for one in patch["allOf"])
    operations = [schemas()[one["$ref"].rpartition("/")[2]]["properties"] for one in items]
    assert patch["maxItems"] == MAX_OPERATIONS
    assert {one["op"]["const"]: set(one) - {"op"} for one in operations} == MEMBERS


def test_a_few_fields_always_have_those_that_say_which_document_it_is() -> None:
    assert schemas()["Fields"]["required"] == list(ALWAYS)


def test_a_message_counts_what_the_code_counts() -> None:
    assert set(SORTS) <= set(schemas()["WebhookReleaseGame"]["properties"])
    assert set(SORTS) <= set(schemas()["WebhookReleaseData"]["properties"])


def test_the_words_have_the_figures_of_the_code() -> None:
    words = {tag["name"]: tag["description"] for tag in described()["tags"]}
    assert f"up to {MAX_HOOKS}," in words["Webhooks"]
    assert f"tried {MAX_TRIES} times" in words["Webhooks"]
    assert f"make {QUOTAS[0].a_day} offers a day and have {QUOTAS[0].waiting} pending" in words["Contributions"]
    waiting = schemas()["WantedCard"]["properties"]["waiting"]["description"]
    assert f"{MIN_SHOWN_COUNT - 1} means any number from 1 to {MIN_SHOWN_COUNT - 1}," in waiting

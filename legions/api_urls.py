"""URL patterns of the API for people's own data, under `/api/v1/`."""

from django.urls import path

from legions.contributing import api_views as contributing_api_views
from legions.contributing import curation_api_views, draft_api_views, wanted_api_views
from legions.my_lists import api_views as my_lists_api_views
from legions.my_lists import copy_api_views, history_api_views
from legions.sharing import api_views as sharing_api_views
from legions.webhooks import api_views as webhooks_api_views

legion_urls = [
    path("legions/", my_lists_api_views.LegionList.as_view(), name="api-legions"),
    path("legions/<uuid:pk>/", my_lists_api_views.LegionDetail.as_view(), name="api-legion"),
    path("legions/<uuid:pk>/undelete/", my_lists_api_views.LegionUndelete.as_view(), name="api-legion-undelete"),
    path("legions/<uuid:pk>/copies/", copy_api_views.LegionCopies.as_view(), name="api-legion-copies"),
    path("legions/<uuid:pk>/variants/", copy_api_views.LegionVariants.as_view(), name="api-legion-variants"),
    path("legions/<uuid:pk>/states/", history_api_views.StateList.as_view(), name="api-legion-states"),
    path("legions/<uuid:pk>/states/<int:number>/", history_api_views.StateDetail.as_view(), name="api-legion-state"),
    path("legions/<uuid:pk>/differences/", history_api_views.StateDifferences.as_view(), name="api-legion-differences"),
    path("legions/<uuid:pk>/link/", sharing_api_views.LegionLink.as_view(), name="api-legion-link"),
    path("legions/shared/<str:key>/", sharing_api_views.SharedLegionDetail.as_view(), name="api-shared-legion"),
]

webhook_urls = [
    path("webhooks/", webhooks_api_views.WebhookList.as_view(), name="api-webhooks"),
    path("webhooks/<uuid:hook>/", webhooks_api_views.WebhookDetail.as_view(), name="api-webhook"),
    path("webhooks/<uuid:hook>/secret/", webhooks_api_views.WebhookSecret.as_view(), name="api-webhook-secret"),
    path("webhooks/<uuid:hook>/ping/", webhooks_api_views.WebhookPing.as_view(), name="api-webhook-ping"),
    path("webhooks/<uuid:hook>/deliveries/", webhooks_api_views.DeliveryList.as_view(), name="api-webhook-deliveries"),
    path(
        "webhooks/<uuid:hook>/deliveries/<uuid:delivery>/",
        webhooks_api_views.DeliveryDetail.as_view(),
        name="api-webhook-delivery",
    ),
    path(
        "webhooks/<uuid:hook>/deliveries/<uuid:delivery>/again/",
        webhooks_api_views.DeliveryRetry.as_view(),
        name="api-webhook-delivery-again",
    ),
]

wanted_urls = [path("wanted/", wanted_api_views.WantedFactList.as_view(), name="api-wanted")]

contribution_urls = [
    path("contributions/", contributing_api_views.ContributionList.as_view(), name="api-contributions"),
    path(
        "contributions/<int:contribution>/",
        contributing_api_views.ContributionDetail.as_view(),
        name="api-contribution",
    ),
    path(
        "contributions/<int:contribution>/answer/",
        contributing_api_views.ContributionAnswer.as_view(),
        name="api-contribution-answer",
    ),
]

DRAFT_PATH = "curation/drafts/<slug:game>/<slug:shelf>/<slug:slug>/"
curation_urls = [
    path("curation/contributions/", curation_api_views.CurationList.as_view(), name="api-curation"),
    path("curation/contributions/<int:contribution>/", curation_api_views.CurationDetail.as_view(), name="api-curated"),
    path(
        "curation/contributions/<int:contribution>/decision/",
        curation_api_views.ContributionDecision.as_view(),
        name="api-decision",
    ),
    path(
        "curation/contributions/<int:contribution>/question/",
        curation_api_views.ContributionQuestion.as_view(),
        name="api-question",
    ),
    path("curation/drafts/", draft_api_views.DraftList.as_view(), name="api-drafts"),
    path(DRAFT_PATH, draft_api_views.DraftDetail.as_view(), name="api-draft"),
    path(f"{DRAFT_PATH}stage/", draft_api_views.DraftStage.as_view(), name="api-draft-stage"),
    path(f"{DRAFT_PATH}history/", draft_api_views.DraftHistory.as_view(), name="api-draft-history"),
]

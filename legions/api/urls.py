"""The addresses of what is somebody's own, under `/api/v1/`."""

from django.urls import path

from .views import contributions, copies, curation, drafts, history, hooks, legions, links, wanted

api = [
    path("legions/", legions.Legions.as_view(), name="api-legions"),
    path("legions/<uuid:pk>/", legions.OneLegion.as_view(), name="api-legion"),
    path("legions/<uuid:pk>/undelete/", legions.Undelete.as_view(), name="api-legion-undelete"),
    path("legions/<uuid:pk>/copies/", copies.Copies.as_view(), name="api-legion-copies"),
    path("legions/<uuid:pk>/variants/", copies.Variants.as_view(), name="api-legion-variants"),
    path("legions/<uuid:pk>/states/", history.States.as_view(), name="api-legion-states"),
    path("legions/<uuid:pk>/states/<int:number>/", history.OneState.as_view(), name="api-legion-state"),
    path("legions/<uuid:pk>/differences/", history.Differences.as_view(), name="api-legion-differences"),
    path("legions/<uuid:pk>/link/", links.Link.as_view(), name="api-legion-link"),
    path("legions/shared/<str:key>/", links.SharedLegion.as_view(), name="api-shared-legion"),
]

of_hooks = [
    path("webhooks/", hooks.Webhooks.as_view(), name="api-webhooks"),
    path("webhooks/<uuid:hook>/", hooks.OneWebhook.as_view(), name="api-webhook"),
    path("webhooks/<uuid:hook>/secret/", hooks.Secret.as_view(), name="api-webhook-secret"),
    path("webhooks/<uuid:hook>/ping/", hooks.Ping.as_view(), name="api-webhook-ping"),
    path("webhooks/<uuid:hook>/deliveries/", hooks.Deliveries.as_view(), name="api-webhook-deliveries"),
    path("webhooks/<uuid:hook>/deliveries/<uuid:delivery>/", hooks.OneDelivery.as_view(), name="api-webhook-delivery"),
    path(
        "webhooks/<uuid:hook>/deliveries/<uuid:delivery>/again/",
        hooks.Again.as_view(),
        name="api-webhook-delivery-again",
    ),
]

of_wanted = [path("wanted/", wanted.Wanted.as_view(), name="api-wanted")]

of_contributions = [
    path("contributions/", contributions.Contributions.as_view(), name="api-contributions"),
    path("contributions/<int:contribution>/", contributions.OneContribution.as_view(), name="api-contribution"),
    path("contributions/<int:contribution>/answer/", contributions.Answer.as_view(), name="api-contribution-answer"),
]

DRAFT = "curation/drafts/<slug:game>/<slug:shelf>/<slug:slug>/"
of_curation = [
    path("curation/contributions/", curation.Waiting.as_view(), name="api-curation"),
    path("curation/contributions/<int:contribution>/", curation.OneWaiting.as_view(), name="api-curated"),
    path("curation/contributions/<int:contribution>/decision/", curation.Decision.as_view(), name="api-decision"),
    path("curation/contributions/<int:contribution>/question/", curation.Question.as_view(), name="api-question"),
    path("curation/drafts/", drafts.Drafts.as_view(), name="api-drafts"),
    path(DRAFT, drafts.OneDraft.as_view(), name="api-draft"),
    path(f"{DRAFT}stage/", drafts.Stage.as_view(), name="api-draft-stage"),
    path(f"{DRAFT}history/", drafts.History.as_view(), name="api-draft-history"),
]

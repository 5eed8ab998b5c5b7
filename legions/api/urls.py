"""The addresses of what is somebody's own, under `/api/v1/`."""

from django.urls import path

from .views import copies, history, hooks, legions, links, wanted

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

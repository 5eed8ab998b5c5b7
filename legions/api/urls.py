"""The addresses of kept legions, under `/api/v1/`."""

from django.urls import path

from .views import history, legions, links

api = [
    path("legions/", legions.Legions.as_view(), name="api-legions"),
    path("legions/<uuid:pk>/", legions.OneLegion.as_view(), name="api-legion"),
    path("legions/<uuid:pk>/undelete/", legions.Undelete.as_view(), name="api-legion-undelete"),
    path("legions/<uuid:pk>/states/", history.States.as_view(), name="api-legion-states"),
    path("legions/<uuid:pk>/states/<int:number>/", history.OneState.as_view(), name="api-legion-state"),
    path("legions/<uuid:pk>/differences/", history.Differences.as_view(), name="api-legion-differences"),
    path("legions/<uuid:pk>/link/", links.Link.as_view(), name="api-legion-link"),
    path("legions/shared/<str:key>/", links.SharedLegion.as_view(), name="api-shared-legion"),
]

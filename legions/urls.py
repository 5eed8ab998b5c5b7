"""The addresses of the website."""

from django.urls import include, path

from .views import account, builder, cards, home, legions, pages, pictures, rules, sharing

site = [
    path("", home.home, name="home"),
    path("cards/", cards.games, name="games"),
    path("cards/<slug:game>/", cards.browse, name="cards"),
    path("cards/<slug:game>/<slug:slug>/", cards.card, name="card"),
    path("sets/", cards.all_sets, name="all-sets"),
    path("sets/<slug:game>/", cards.sets, name="sets"),
    path("sets/<slug:game>/<slug:slug>/", cards.card_set, name="set"),
    path("rules/", rules.games, name="all-rules"),
    path("rules/<slug:game>/", rules.rules, name="rules"),
    path("shields/<int:release>/<slug:game>/<slug:slug>.svg", pictures.shield, name="shield"),
    path("build/", builder.games, name="build-games"),
    path("build/<slug:game>/", builder.build, name="build"),
    path("legions/", legions.mine, name="legions"),
    path("legions/name/", legions.call, name="display-name"),
    path("legions/<uuid:pk>/", builder.legion, name="legion"),
    path("legions/<uuid:pk>/document/", legions.document, name="legion-document"),
    path("legions/<uuid:pk>/copy/", legions.copy, name="legion-copy"),
    path("legions/<uuid:pk>/rename/", legions.rename, name="legion-rename"),
    path("legions/<uuid:pk>/delete/", legions.delete, name="legion-delete"),
    path("legions/<uuid:pk>/undelete/", legions.undelete, name="legion-undelete"),
    path("legions/<uuid:pk>/share/", sharing.share, name="legion-share"),
    path("s/<str:key>/", sharing.shared, name="shared"),
    path("s/<str:key>/document/", sharing.shared_document, name="shared-document"),
    path("s/<str:key>/copy/", sharing.copy_shared, name="shared-copy"),
    path("marks/", pages.marks, name="marks"),
    path("theme/", pages.theme, name="theme"),
    path("account/", account.overview, name="account"),
    path("account/", include("allauth.urls")),
    path("robots.txt", pages.robots, name="robots"),
    path(".well-known/security.txt", pages.security, name="security"),
    path("favicon.ico", pages.favicon, name="favicon"),
]

urlpatterns = site

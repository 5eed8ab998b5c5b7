"""The addresses of the website."""

from django.urls import include, path

from .views import account, cards, errors, home, pages, rules

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
    path("marks/", pages.marks, name="marks"),
    path("theme/", pages.theme, name="theme"),
    path("account/", account.overview, name="account"),
    path("account/", include("allauth.urls")),
    path("robots.txt", pages.robots, name="robots"),
    path(".well-known/security.txt", pages.security, name="security"),
    path("favicon.ico", pages.favicon, name="favicon"),
]

urlpatterns = site

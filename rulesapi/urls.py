"""The addresses of the API, its docs and the two questions about health."""

from django.urls import include, path, re_path

from . import catalog_urls
from .views import (
    addresses,
    candidates,
    completions,
    fixes,
    health,
    index,
    packs,
    pages,
    pictures,
    receipts,
    reports,
    rules,
    rulings,
    texts,
    verdicts,
)

api = [
    path("verdicts/", verdicts.Verdicts.as_view(), name="api-verdicts"),
    *catalog_urls.of_cards,
    path("receipts/", receipts.Receipts.as_view(), name="api-receipts"),
    path("reports/", reports.Reports.as_view(), name="api-reports"),
    path("candidates/", candidates.Candidates.as_view(), name="api-candidates"),
    path("fixes/", fixes.Fixes.as_view(), name="api-fixes"),
    path("packs/", packs.Packs.as_view(), name="api-packs"),
    path("texts/", texts.Texts.as_view(), name="api-texts"),
    path("texts/read/", texts.TextReading.as_view(), name="api-text-reading"),
    path("completions/", completions.Completions.as_view(), name="api-completions"),
    path("completions/<str:key>/", completions.Completion.as_view(), name="api-completion"),
    *catalog_urls.of_documents,
    path("rulings/", rulings.Rulings.as_view(), name="api-rulings"),
    path("rulings/<slug:game>/<slug:slug>/", rulings.Ruling.as_view(), name="api-ruling"),
    *catalog_urls.of_releases,
    path("rules/", rules.Rules.as_view(), name="api-rules"),
    path("rules/<slug:game>/library/", rules.CasesLibrary.as_view(), name="api-cases-library"),
    path("rules/<slug:game>/<slug:rule>/cases/", rules.RuleCases.as_view(), name="api-rule-cases"),
    *catalog_urls.of_schemas,
    path("openapi.json", pages.OpenApi.as_view(), name="api-openapi"),
]
api.insert(0, path("", index.Index.as_view(patterns=tuple(api)), name="api-index"))

urlpatterns = [
    path("api/v1/", include(api)),
    path("api/docs/", pages.docs, name="api-docs"),
    path("problems/", pages.problem_index, name="problems"),
    path("problems/<slug:code>", pages.problem_page, name="problem"),
    path(".well-known/muster-keys.json", receipts.Keys.as_view(), name="signing-keys"),
    re_path(r"^pictures/(?P<digest>[0-9a-f]{64})\.(?P<form>avif|webp)\Z", pictures.rendition, name="picture"),
    path("livez", health.livez, name="livez"),
    path("readyz", health.readyz, name="readyz"),
    re_path(r"^api/v1\Z", addresses.add_slash, {"rest": ""}),
    re_path(r"^api/v1/(?P<rest>.*[^/])\Z", addresses.add_slash),
]

"""The addresses of the API, its docs and the two questions about health."""

from django.urls import include, path, re_path

from .views import (
    addresses,
    bulk,
    candidates,
    changes,
    completions,
    documents,
    fixes,
    health,
    index,
    lookup,
    packs,
    pages,
    receipts,
    releases,
    rules,
    schemas,
    verdicts,
)

api = [
    path("verdicts/", verdicts.Verdicts.as_view(), name="api-verdicts"),
    path("receipts/", receipts.Receipts.as_view(), name="api-receipts"),
    path("candidates/", candidates.Candidates.as_view(), name="api-candidates"),
    path("fixes/", fixes.Fixes.as_view(), name="api-fixes"),
    path("packs/", packs.Packs.as_view(), name="api-packs"),
    path("completions/", completions.Completions.as_view(), name="api-completions"),
    path("completions/<str:key>/", completions.Completion.as_view(), name="api-completion"),
    path("games/", documents.Games.as_view(), name="api-games"),
    path("games/<slug:slug>/", documents.Game.as_view(), name="api-game"),
    path("cards/", documents.Cards.as_view(), name="api-cards"),
    path("cards/lookup/", lookup.Lookup.as_view(), name="api-lookup"),
    path("cards/<slug:game>/<slug:slug>/", documents.Card.as_view(), name="api-card"),
    path("sets/", documents.Sets.as_view(), name="api-sets"),
    path("sets/<slug:game>/<slug:slug>/", documents.Set.as_view(), name="api-set"),
    path("formats/", documents.Formats.as_view(), name="api-formats"),
    path("formats/<slug:game>/<slug:slug>/", documents.Format.as_view(), name="api-format"),
    path("house-rules/", documents.HouseRules.as_view(), name="api-house-rules"),
    path("house-rules/<slug:game>/<slug:slug>/", documents.HouseRule.as_view(), name="api-house-rule"),
    path("releases/", releases.Releases.as_view(), name="api-releases"),
    path("releases/<int:number>/", releases.OneRelease.as_view(), name="api-release"),
    path("changes/", changes.Changes.as_view(), name="api-changes"),
    path("bulk/", bulk.Bulk.as_view(), name="api-bulk"),
    path("bulk/<slug:game>/<slug:kind>.<str:form>", bulk.BulkFile.as_view(), name="api-bulk-file"),
    path("rules/", rules.Rules.as_view(), name="api-rules"),
    path("rules/<slug:game>/library/", rules.CasesLibrary.as_view(), name="api-cases-library"),
    path("rules/<slug:game>/<slug:rule>/cases/", rules.RuleCases.as_view(), name="api-rule-cases"),
    path("schemas/", schemas.Schemas.as_view(), name="api-schemas"),
    path("schemas/<path:path>.schema.json", schemas.Schema.as_view(), name="api-schema"),
    path("openapi.json", pages.OpenApi.as_view(), name="api-openapi"),
]
api.insert(0, path("", index.Index.as_view(patterns=tuple(api)), name="api-index"))

urlpatterns = [
    path("api/v1/", include(api)),
    path("api/docs/", pages.docs, name="api-docs"),
    path("problems/", pages.problem_index, name="problems"),
    path("problems/<slug:code>", pages.problem_page, name="problem"),
    path(".well-known/muster-keys.json", receipts.Keys.as_view(), name="signing-keys"),
    path("livez", health.livez, name="livez"),
    path("readyz", health.readyz, name="readyz"),
    re_path(r"^api/v1\Z", addresses.add_slash, {"rest": ""}),
    re_path(r"^api/v1/(?P<rest>.*[^/])\Z", addresses.add_slash),
]

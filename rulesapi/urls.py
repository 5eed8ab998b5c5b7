"""URLs of the API and of its documentation."""

from django.urls import include, path, re_path

from catalog.api import pictures, urls
from catalog.api_base import index, trailing_slash
from rulesapi.api import (
    campaigns,
    candidates,
    completions,
    fixes,
    packs,
    pages,
    receipts,
    resolutions,
    rule_search,
    rulebooks,
    rules,
    rulings,
    texts,
    verdict_reports,
    verdicts,
)

api = [
    path("verdicts/", verdicts.VerdictsView.as_view(), name="api-verdicts"),
    path("campaigns/verdicts/", campaigns.CampaignVerdictsView.as_view(), name="api-campaign-verdicts"),
    path("receipts/", receipts.ReceiptsView.as_view(), name="api-receipts"),
    path("reports/", verdict_reports.VerdictReportsView.as_view(), name="api-reports"),
    path("candidates/", candidates.CandidatesView.as_view(), name="api-candidates"),
    path("fixes/", fixes.FixesView.as_view(), name="api-fixes"),
    path("packs/", packs.PacksView.as_view(), name="api-packs"),
    path("texts/", texts.TextsView.as_view(), name="api-texts"),
    path("texts/read/", texts.TextReadingView.as_view(), name="api-text-reading"),
    path("completions/", completions.CompletionsView.as_view(), name="api-completions"),
    path("completions/<str:key>/", completions.CompletionView.as_view(), name="api-completion"),
    *urls.of_cards,
    path("resolutions/<slug:game>/", resolutions.QuestionsView.as_view(), name="api-questions"),
    path("resolutions/<slug:game>/<slug:question>/", resolutions.ResolutionView.as_view(), name="api-resolution"),
    path("rules/", rules.RuleListView.as_view(), name="api-rules"),
    path("search/", rule_search.AllGamesSearchView.as_view(), name="api-search"),
    path("rules/<slug:game>/search/", rule_search.GameSearchView.as_view(), name="api-rule-search"),
    path("rules/<slug:game>/coverage/", rulebooks.CoverageView.as_view(), name="api-coverage"),
    path("rules/<slug:game>/library/", rules.CasesLibraryView.as_view(), name="api-cases-library"),
    path("rules/<slug:game>/<slug:rule>/cases/", rules.RuleCasesView.as_view(), name="api-rule-cases"),
    path("rulebooks/", rulebooks.RulebookListView.as_view(), name="api-rulebooks"),
    path("rulebooks/<slug:game>/", rulebooks.RulebookView.as_view(), name="api-rulebook"),
    path("rulebooks/<slug:game>/<path:at>/", rulebooks.RulebookSectionView.as_view(), name="api-rulebook-section"),
    *urls.of_documents,
    path("rulings/", rulings.RulingListView.as_view(), name="api-rulings"),
    path("rulings/<slug:game>/<slug:slug>/", rulings.RulingView.as_view(), name="api-ruling"),
    path("", index.IndexView.as_view(), name="api-index"),
    *urls.of_releases,
    *urls.of_schemas,
    path("openapi.json", pages.OpenAPIView.as_view(), name="api-openapi"),
]

urlpatterns = [
    path("api/v1/", include(api)),
    path("api/docs/", pages.docs, name="api-docs"),
    path("problems/", pages.problem_index, name="problems"),
    path("problems/<slug:code>", pages.problem_page, name="problem"),
    path(".well-known/muster-keys.json", receipts.SigningKeysView.as_view(), name="signing-keys"),
    re_path(
        r"^pictures/(?P<digest>[0-9a-f]{64})\.(?P<form>avif|webp)\Z", pictures.RenditionView.as_view(), name="picture"
    ),
    re_path(r"^api/v1\Z", trailing_slash.add_slash, {"rest": ""}),
    re_path(r"^api/v1/(?P<rest>.*[^/])\Z", trailing_slash.add_slash),
]

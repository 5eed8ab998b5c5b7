"""The API addresses of the catalog's documents, files, releases and schemas.

They are separate lists because the API description has other addresses between them.
"""

from django.urls import path

from catalog.api import bulk, changes, documents, facts, lookup, pictures, releases, schemas

of_cards = [
    path("cards/", documents.CardListView.as_view(), name="api-cards"),
    path("cards/lookup/", lookup.CardLookupView.as_view(), name="api-lookup"),
    path("cards/<slug:game>/<slug:slug>/", documents.CardView.as_view(), name="api-card"),
    path("cards/<slug:game>/<slug:slug>/facts/", facts.CardFactsView.as_view(), name="api-facts"),
    path("cards/<slug:game>/<slug:slug>/pictures/", pictures.CardPicturesView.as_view(), name="api-pictures"),
]

of_documents = [
    path("sets/", documents.SetListView.as_view(), name="api-sets"),
    path("sets/<slug:game>/<slug:slug>/", documents.SetView.as_view(), name="api-set"),
    path("games/", documents.GameListView.as_view(), name="api-games"),
    path("games/<slug:slug>/", documents.GameView.as_view(), name="api-game"),
    path("formats/", documents.FormatListView.as_view(), name="api-formats"),
    path("formats/<slug:game>/<slug:slug>/", documents.FormatView.as_view(), name="api-format"),
    path("house-rules/", documents.HouseRuleListView.as_view(), name="api-house-rules"),
    path("house-rules/<slug:game>/<slug:slug>/", documents.HouseRuleView.as_view(), name="api-house-rule"),
    path("adventures/", documents.AdventureListView.as_view(), name="api-adventures"),
    path("adventures/<slug:game>/<slug:slug>/", documents.AdventureView.as_view(), name="api-adventure"),
    path("references/", documents.ReferenceListView.as_view(), name="api-references"),
    path("references/<slug:game>/<slug:slug>/", documents.ReferenceView.as_view(), name="api-reference"),
    path("sections/", documents.SectionListView.as_view(), name="api-sections"),
    path("sections/<slug:game>/<slug:slug>/", documents.SectionView.as_view(), name="api-section"),
]

of_releases = [
    path("releases/", releases.ReleaseListView.as_view(), name="api-releases"),
    path("releases/<int:number>/", releases.ReleaseView.as_view(), name="api-release"),
    path("releases/<int:number>/changesets/", releases.ReleaseChangesetsView.as_view(), name="api-release-changesets"),
    path("changes/", changes.ChangeListView.as_view(), name="api-changes"),
    path("bulk/", bulk.BulkListView.as_view(), name="api-bulk"),
    path("bulk/<slug:game>/<slug:kind>.<str:form>", bulk.BulkFileView.as_view(), name="api-bulk-file"),
]

of_schemas = [
    path("schemas/", schemas.SchemaListView.as_view(), name="api-schemas"),
    path("schemas/<path:path>.schema.json", schemas.SchemaView.as_view(), name="api-schema"),
]

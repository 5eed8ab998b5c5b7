"""The addresses of the API that are about the catalog alone: its documents, files, releases and schemas.

They are in parts because the index and the description of the API list other addresses between them.
"""

from django.urls import path

from .views import bulk, changes, documents, facts, lookup, pictures, releases, schemas

of_cards = [
    path("cards/", documents.Cards.as_view(), name="api-cards"),
    path("cards/lookup/", lookup.Lookup.as_view(), name="api-lookup"),
    path("cards/<slug:game>/<slug:slug>/", documents.Card.as_view(), name="api-card"),
    path("cards/<slug:game>/<slug:slug>/facts/", facts.Facts.as_view(), name="api-facts"),
    path("cards/<slug:game>/<slug:slug>/pictures/", pictures.Pictures.as_view(), name="api-pictures"),
]

of_documents = [
    path("games/", documents.Games.as_view(), name="api-games"),
    path("games/<slug:slug>/", documents.Game.as_view(), name="api-game"),
    path("sets/", documents.Sets.as_view(), name="api-sets"),
    path("sets/<slug:game>/<slug:slug>/", documents.Set.as_view(), name="api-set"),
    path("formats/", documents.Formats.as_view(), name="api-formats"),
    path("formats/<slug:game>/<slug:slug>/", documents.Format.as_view(), name="api-format"),
    path("house-rules/", documents.HouseRules.as_view(), name="api-house-rules"),
    path("house-rules/<slug:game>/<slug:slug>/", documents.HouseRule.as_view(), name="api-house-rule"),
]

of_releases = [
    path("releases/", releases.Releases.as_view(), name="api-releases"),
    path("releases/<int:number>/", releases.OneRelease.as_view(), name="api-release"),
    path("changes/", changes.Changes.as_view(), name="api-changes"),
    path("bulk/", bulk.Bulk.as_view(), name="api-bulk"),
    path("bulk/<slug:game>/<slug:kind>.<str:form>", bulk.BulkFile.as_view(), name="api-bulk-file"),
]

of_schemas = [
    path("schemas/", schemas.Schemas.as_view(), name="api-schemas"),
    path("schemas/<path:path>.schema.json", schemas.Schema.as_view(), name="api-schema"),
]

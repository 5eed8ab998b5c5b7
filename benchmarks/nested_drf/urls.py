"""Serializers that nest each other, and a read-only viewset for each table with a key."""

from typing import Any

from django.db.models import Model
from rest_framework import routers, serializers, viewsets

from benchmarks.nested_drf.models import (
    Card,
    CardType,
    Document,
    GameSystem,
    Keyword,
    License,
    Publisher,
    Source,
    Weapon,
)


def _written(model: type[Model], *left_out: str) -> type:
    """Return the options of a serializer with all columns of a table except those in `left_out`."""
    every = {"exclude": left_out} if left_out else {"fields": "__all__"}
    return type("Meta", (), {"model": model, **every})


class ContentSerializer(serializers.HyperlinkedModelSerializer):
    """A serializer with all columns, the key, and the URL."""

    key = serializers.ReadOnlyField()


class PublisherSerializer(ContentSerializer):
    Meta = _written(Publisher)


class LicenseSerializer(ContentSerializer):
    Meta = _written(License)


class GameSystemSerializer(ContentSerializer):
    Meta = _written(GameSystem)


class GameSystemSummarySerializer(ContentSerializer):
    Meta = _written(GameSystem, "notice", "released")


class DocumentSerializer(ContentSerializer):
    licenses = LicenseSerializer(read_only=True, many=True)
    publisher = PublisherSerializer(read_only=True)
    gamesystem = GameSystemSummarySerializer(read_only=True)
    Meta = _written(Document)


class CardTypeSerializer(ContentSerializer):
    Meta = _written(CardType)


class KeywordSerializer(ContentSerializer):
    Meta = _written(Keyword)


class WeaponSerializer(serializers.ModelSerializer):
    Meta = _written(Weapon, "card")


class SourceSerializer(serializers.ModelSerializer):
    Meta = _written(Source, "card")


class CardSerializer(ContentSerializer):
    document = DocumentSerializer()
    type = CardTypeSerializer()
    keywords = KeywordSerializer(many=True)
    weapons = WeaponSerializer(many=True)
    sources = SourceSerializer(many=True)
    Meta = _written(Card)


class CardViewSet(viewsets.ReadOnlyModelViewSet):
    """Cards by key, with everything nested in them prefetched."""

    queryset = Card.objects.order_by("pk").prefetch_related(
        "document",
        "document__publisher",
        "document__gamesystem",
        "document__licenses",
        "type",
        "keywords",
        "weapons",
        "sources",
    )
    serializer_class = CardSerializer


def _view_of(model: Any, writer: type[ContentSerializer]) -> type[viewsets.ReadOnlyModelViewSet]:
    """Return the view of a table without anything to prefetch."""
    attributes = {"queryset": model.objects.order_by("pk"), "serializer_class": writer}
    return type(f"{model.__name__}ViewSet", (viewsets.ReadOnlyModelViewSet,), attributes)


router = routers.DefaultRouter()
router.register("cards", CardViewSet)
router.register("documents", _view_of(Document, DocumentSerializer))
router.register("gamesystems", _view_of(GameSystem, GameSystemSerializer))
router.register("publishers", _view_of(Publisher, PublisherSerializer))
router.register("licenses", _view_of(License, LicenseSerializer))
router.register("types", _view_of(CardType, CardTypeSerializer))
router.register("keywords", _view_of(Keyword, KeywordSerializer))
urlpatterns = router.urls

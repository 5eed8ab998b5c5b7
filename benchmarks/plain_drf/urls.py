"""A read-only viewset of cards."""

from rest_framework import routers, serializers, viewsets

from catalog.models import Revision


class CardSerializer(serializers.ModelSerializer):
    """A serializer with the columns and the document."""

    class Meta:
        model = Revision
        fields = ["id", "slug", "kind", "name", "cost", "level", "document", "created_at", "why"]


class CardViewSet(viewsets.ReadOnlyModelViewSet):
    """Cards in force of one game, by slug."""

    queryset = Revision.objects.newest().of_type("card", "attack-wing").order_by("slug")
    serializer_class = CardSerializer
    lookup_field = "slug"


router = routers.SimpleRouter()
router.register("cards", CardViewSet)
urlpatterns = router.urls

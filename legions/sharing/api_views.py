"""API views of share links: create, replace and revoke them, and read shared lists."""

from uuid import UUID

from django.db import transaction
from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from catalog.api_base.openapi.operations import body, component, errors, response
from catalog.api_base.problems import ProblemError
from catalog.api_base.renderers import dumps
from catalog.api_base.request_body import read_fields
from catalog.api_base.response_cache import digest_etag
from catalog.api_base.views import BaseAPIView
from legions.accounts import profile_names
from legions.api_base.headers import IF_MATCH, OF_LEGIONS
from legions.api_base.views import PRIVATE_HEADERS, private_response
from legions.my_lists import api_documents
from legions.saved_lists import ended_links
from legions.saved_lists.api_views import LegionAPIView
from legions.saved_lists.lookup import require_not_deleted
from legions.saved_lists.models import Legion
from legions.sharing import services as sharing_services


class LegionLink(LegionAPIView):
    """The link of a list and its visibility."""

    posts_without_body = True

    @extend_schema(
        operation_id="getLink",
        summary="Read how a legion is shared",
        description="Everybody with the link can see the legion. The `ETag` is that of the link, not of the legion.",
        responses={200: component("LegionLink"), **errors("not-found")},
    )
    def get(self, request: Request, pk: UUID) -> Response:
        """Return the link, if there is one."""
        return _linked(request, self.own_legion(pk))

    @extend_schema(
        operation_id="shareLegion",
        summary="Share a legion",
        description=(
            "Creates a link if there is none, and sets its visibility. A legion that a moderator removed from the "
            "public lists is not added to them again."
        ),
        parameters=[IF_MATCH],
        request=body("LegionLinkToHave"),
        responses={200: component("LegionLink"), **errors("invalid-question", "not-found", "thrown-away")},
    )
    def put(self, request: Request, pk: UUID) -> Response:
        """Create the link if there is none, and set its options."""
        return self._shared(request, pk, read_fields(request, "LegionLinkToHave"))

    @transaction.atomic
    def _shared(self, request: Request, pk: UUID, options: dict[str, bool]) -> Response:
        legion = self._to_change(pk)
        sharing_services.share_legion(legion=legion)
        sharing_services.show_collection(legion=legion, shown=options.get("shows_collection", False))
        public = options.get("public", False)
        (sharing_services.list_in_gallery if public else sharing_services.remove_from_gallery)(legion=legion)
        return _linked(request, legion)

    @extend_schema(
        operation_id="replaceLink",
        summary="Replace the link of a legion",
        description="Creates a new link and revokes the current one.",
        parameters=[IF_MATCH],
        responses={200: component("LegionLink"), **errors("invalid-question", "not-found", "thrown-away")},
    )
    @transaction.atomic
    def post(self, request: Request, pk: UUID) -> Response:
        """Replace the link; the former one is revoked."""
        legion = self._to_change(pk)
        sharing_services.rotate_share_key(legion=legion)
        return _linked(request, legion)

    @extend_schema(
        operation_id="endLink",
        summary="Revoke the link of a legion",
        description="Nobody else sees the legion any more. The address of the link then says that it was revoked.",
        parameters=[IF_MATCH],
        responses={204: response("", "The legion is private."), **errors("not-found", "thrown-away")},
    )
    @transaction.atomic
    def delete(self, request: Request, pk: UUID) -> Response:
        """Revoke the link; its address then says so. Without a link nothing changes."""
        sharing_services.revoke_link(legion=self._to_change(pk))
        return Response(status=204, headers=PRIVATE_HEADERS)

    def _to_change(self, pk: UUID) -> Legion:
        legion = self.own_legion(pk, to_change=True)
        self.check_if_match(_mark(legion))
        return require_not_deleted(legion)


class SharedLegionDetail(BaseAPIView):
    """A shared list, readable with its link without a token."""

    parameters = ()
    response_headers = ("ETag",)
    any_origin = True

    @extend_schema(
        operation_id="getSharedLegion",
        tags=["Legions"],
        parameters=OF_LEGIONS,
        summary="Read a shared legion",
        description=(
            "Open to everybody with the link, without a token, from every origin. An unknown key counts as ten more "
            "requests."
        ),
        responses={200: component("SharedLegion"), **errors("not-found", "link-ended")},
    )
    def get(self, request: Request, key: str) -> Response:
        """Return the shared list. An unknown key counts as ten more requests."""
        legion = Legion.objects.by_share_key(key)
        if legion is None:
            if ended_links.was_link_ended(key):
                raise ProblemError("link-ended")
            self.charge(request, 10)
            raise Http404("There is no such link.")
        by = profile_names.display_name(legion.owner) if legion.owner else ""
        shown = api_documents.shared_document(legion, by, profile_names.role_badge(legion.owner))
        return private_response(
            request, shown, digest_etag(dumps(shown)), headers={"X-Robots-Tag": "noindex, nofollow"}
        )


def _linked(request: Request, legion: Legion) -> Response:
    return private_response(request, api_documents.link_document(legion), _mark(legion))


def _mark(legion: Legion) -> str:
    return digest_etag(dumps(api_documents.link_document(legion)))

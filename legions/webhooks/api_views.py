"""API views of webhooks: add, change and remove them, renew secrets, send tests, and read the log."""

from uuid import UUID

from django.db import transaction
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from catalog.api_base import query_params
from catalog.api_base.openapi.operations import body, component, errors, response
from catalog.api_base.renderers import dumps
from catalog.api_base.request_body import read_fields
from catalog.api_base.response_cache import digest_etag
from catalog.documents.errors import Fault, InvalidInput
from catalog.permissions import current_user
from legions.api_base.headers import IF_MATCH, OF_HOOKS
from legions.api_base.pagination import CURSOR_PARAMETER, CreationPagination
from legions.api_base.views import PRIVATE_HEADERS, PrivateAPIView, get_or_404, private_response
from legions.api_tokens.models import Scope
from legions.webhooks import api_documents as documents
from legions.webhooks import services
from legions.webhooks.address_policy import AddressRefused
from legions.webhooks.models import Delivery, Webhook


@extend_schema(tags=["Webhooks"], parameters=OF_HOOKS)
class WebhookView(PrivateAPIView):
    """The base of the views of webhooks."""

    required_scopes = (Scope.HOOKS, Scope.HOOKS)

    def hook(self, number: UUID, *, to_change: bool = False) -> Webhook:
        """Return a webhook of the user; with `to_change` it is locked until the end of the transaction.

        Raises Http404 for webhooks of other users as for unknown ones.
        """
        found = Webhook.objects.filter(user=current_user(self.request))
        return get_or_404(found, number, "There is no such webhook.", to_change=to_change)

    def delivery(self, hook: UUID, number: UUID) -> Delivery:
        """Return a delivery to a webhook of the user. Raises Http404."""
        return get_or_404(self.hook(hook).deliveries.prefetch_related("log"), number, "There is no such delivery.")


class WebhookList(WebhookView):
    """The webhooks of the token's owner."""

    @extend_schema(
        operation_id="listWebhooks",
        summary="List your webhooks",
        description="Lists all webhooks. Secrets are only in the responses that create them.",
        responses={200: component("WebhookList")},
    )
    def get(self, request: Request) -> Response:
        """Return all webhooks, without pages because there are few."""
        found = [documents.webhook_document(hook) for hook in Webhook.objects.filter(user=current_user(request))]
        return private_response(request, {"next": None, "results": found}, digest_etag(dumps(found)))

    @extend_schema(
        operation_id="addWebhook",
        summary="Add a webhook",
        description=(
            "The address must be public and use https, with port 443 or a port from 1024 on. The secret is in this "
            "response only."
        ),
        request=body("WebhookToAdd"),
        responses={
            201: response("WebhookWithSecret", "The webhook is added."),
            **errors("invalid-question", "too-many-webhooks", "webhook-there"),
        },
    )
    def post(self, request: Request) -> Response:
        """Add a webhook. The secret is only in this response."""
        url = read_fields(request, "WebhookToAdd")["url"]
        try:
            hook, secret = services.add_webhook(
                user=current_user(request), url=url, site=request.build_absolute_uri("/")
            )
        except AddressRefused as error:
            raise _unfit(error) from error
        document = {**documents.webhook_document(hook), "secret": secret}
        location = reverse("api-webhook", args=[hook.pk])
        return private_response(request, document, documents.etag_of(hook), status=201, headers={"Location": location})


class WebhookDetail(WebhookView):
    """A webhook of the user."""

    @extend_schema(
        operation_id="getWebhook",
        summary="Read a webhook",
        description="The current state. A webhook of another account is not found.",
        responses={200: component("Webhook"), **errors("not-found")},
    )
    def get(self, request: Request, hook: UUID) -> Response:
        """Return the present state of the webhook."""
        found = self.hook(hook)
        return private_response(request, documents.webhook_document(found), documents.etag_of(found))

    @extend_schema(
        operation_id="changeWebhook",
        summary="Change a webhook",
        description=(
            "Change its address, switch it off, or switch it on again. Pending messages of a webhook that is switched "
            "off are not sent."
        ),
        parameters=[IF_MATCH],
        request=body("WebhookToHave"),
        responses={200: component("Webhook"), **errors("invalid-question", "not-found", "webhook-there")},
    )
    def put(self, request: Request, hook: UUID) -> Response:
        """Change the address of the webhook, or switch it off or on."""
        fields = read_fields(request, "WebhookToHave")
        url, active = fields["url"], fields.get("active", True)
        with transaction.atomic():
            found = self._to_change(hook)
            try:
                services.change_webhook(hook=found, url=url, active=active)
            except AddressRefused as error:
                raise _unfit(error) from error
        return private_response(request, documents.webhook_document(found), documents.etag_of(found))

    @extend_schema(
        operation_id="removeWebhook",
        summary="Remove a webhook",
        description="Removes the webhook and its log. Nothing is sent to it any more.",
        parameters=[IF_MATCH],
        responses={204: response("", "The webhook is removed."), **errors("not-found")},
    )
    @transaction.atomic
    def delete(self, request: Request, hook: UUID) -> Response:
        """Remove the webhook and its log."""
        services.remove_webhook(hook=self._to_change(hook))
        return Response(status=204, headers=PRIVATE_HEADERS)

    def _to_change(self, number: UUID) -> Webhook:
        found = self.hook(number, to_change=True)
        self.check_if_match(documents.etag_of(found))
        return found


class WebhookSecret(WebhookView):
    """The secret that the messages of a webhook are signed with."""

    posts_without_body = True

    @extend_schema(
        operation_id="renewSecret",
        summary="Create a new secret",
        description="For a day messages have two signatures, one with each secret; then the former secret ends.",
        parameters=[IF_MATCH],
        responses={200: component("WebhookWithSecret"), **errors("invalid-question", "not-found")},
    )
    @transaction.atomic
    def post(self, request: Request, hook: UUID) -> Response:
        """Create a new secret. It is only in this response."""
        found = self.hook(hook, to_change=True)
        self.check_if_match(documents.etag_of(found))
        secret = services.renew_secret(hook=found)
        return private_response(
            request, {**documents.webhook_document(found), "secret": secret}, documents.etag_of(found)
        )


class WebhookPing(WebhookView):
    """A test message to a webhook."""

    posts_without_body = True

    @extend_schema(
        operation_id="pingWebhook",
        summary="Test a webhook",
        description=(
            "Sends one message of the type `ping`, like every other message but without retries. Its result is at the "
            "address in `Location`."
        ),
        responses={
            202: response("WebhookDelivery", "The message is queued."),
            **errors("invalid-question", "not-found"),
        },
    )
    def post(self, request: Request, hook: UUID) -> Response:
        """Send a test message in the same way as other messages."""
        delivery = services.send_test(hook=self.hook(hook))
        return _accepted(request, delivery)


class DeliveryList(WebhookView):
    """The deliveries to a webhook, sent and waiting."""

    method_parameters = {"get": (query_params.LIMIT, CURSOR_PARAMETER)}
    pagination_class = CreationPagination

    @extend_schema(
        operation_id="listDeliveries",
        summary="List the deliveries",
        description=(
            "The latest first, each with the result of every attempt. Messages are kept for 30 days, 200 at most."
        ),
        responses={200: component("WebhookDeliveryList"), **errors("not-found")},
    )
    def get(self, request: Request, hook: UUID) -> Response:
        """Return a page of deliveries, the latest first."""
        found = self.hook(hook).deliveries.prefetch_related("log").select_related("hook")
        return self.paginated_response(found, documents.delivery_document)


class DeliveryDetail(WebhookView):
    """A delivery with its attempts."""

    @extend_schema(
        operation_id="getDelivery",
        summary="Read a delivery",
        description="The current state of the delivery.",
        responses={200: component("WebhookDelivery"), **errors("not-found")},
    )
    def get(self, request: Request, hook: UUID, delivery: UUID) -> Response:
        """Return the present state of the delivery."""
        found = documents.delivery_document(self.delivery(hook, delivery))
        return private_response(request, found, digest_etag(dumps(found)))


class DeliveryRetry(WebhookView):
    """The repetition of a delivery."""

    posts_without_body = True

    @extend_schema(
        operation_id="sendAgain",
        summary="Send a delivery again",
        description="Sends the same message with the same id, and counts its attempts from the beginning.",
        responses={
            202: response("WebhookDelivery", "The message is queued."),
            **errors("invalid-question", "not-found"),
        },
    )
    def post(self, request: Request, hook: UUID, delivery: UUID) -> Response:
        """Send the message again with the same id, beginning with the first attempt."""
        services.resend_delivery(delivery=self.delivery(hook, delivery))
        return _accepted(request, self.delivery(hook, delivery))


def _unfit(error: AddressRefused) -> InvalidInput:
    return InvalidInput("invalid-question", [Fault("/url", "not-allowed", str(error))])


def _accepted(request: Request, delivery: Delivery) -> Response:
    document = documents.delivery_document(delivery)
    return private_response(
        request, document, digest_etag(dumps(document)), status=202, headers={"Location": document["url"]}
    )

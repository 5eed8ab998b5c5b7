"""Webhooks: added, changed, removed; their secrets, their tests, and the log of what was sent."""

from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.http import Http404, HttpResponse
from django.urls import reverse
from rest_framework.request import Request

from catalog.faults import Fault, Malformed
from legions.hooks import services
from legions.hooks.addresses import Unfit
from legions.hooks.models import Delivery, Webhook
from rulesapi import parameters
from rulesapi.kept import mark
from rulesapi.problems import Refusal
from rulesapi.renderers import dumps
from rulesapi.views.bodies import read_object

from .. import hooks as documents
from .. import lists
from ..endpoint import PRIVATE, Private, answer
from ..models import Scope


class OfHooks(Private):
    """An address of somebody's webhooks."""

    opened_by = (Scope.HOOKS, Scope.HOOKS)

    def hook(self, number: UUID, *, to_change: bool = False) -> Webhook:
        """Return a webhook of who is asking; one `to_change` is not changed by others until the transaction ends.

        Raises Http404 for any other, in the same way whether there is such a one or not.
        """
        found = Webhook.objects.filter(user=self.request.user)
        hook = (found.select_for_update() if to_change else found).filter(pk=number).first()
        if hook is None:
            raise Http404("There is no such webhook.")
        return hook

    def delivery(self, hook: UUID, number: UUID) -> Delivery:
        """Return a delivery to a webhook of who is asking. Raises Http404."""
        found = self.hook(hook).deliveries.prefetch_related("log").filter(pk=number).first()
        if found is None:
            raise Http404("There is no such delivery.")
        return found


class Webhooks(OfHooks):
    """The webhooks of who shows a token."""

    def get(self, request: Request) -> HttpResponse:
        """Answer with all of them; there are few."""
        found = [documents.whole(hook) for hook in Webhook.objects.filter(user=request.user)]
        return answer(request, {"next": None, "results": found}, mark(dumps(found)))

    def post(self, request: Request) -> HttpResponse:
        """Add one. Its secret stands in this answer and in no other."""
        fields, faults = read_object(request, ("url",), ("url",))
        url = _url(fields, faults)
        try:
            hook, secret = services.add(user=request.user, url=url, site=request.build_absolute_uri("/"))
        except Unfit as error:
            raise _unfit(error) from error
        except services.TooManyHooks as error:
            raise Refusal("too-many-webhooks", [Fault("", "too-many-webhooks", str(error))]) from error
        except services.ThereAlready as error:
            raise _there(error) from error
        said = {**documents.whole(hook), "secret": secret}
        location = reverse("api-webhook", args=[hook.pk])
        return answer(request, said, documents.mark_of(hook), status=201, Location=location)


class OneWebhook(OfHooks):
    """One webhook."""

    def get(self, request: Request, hook: UUID) -> HttpResponse:
        """Answer with it as it is now."""
        found = self.hook(hook)
        return answer(request, documents.whole(found), documents.mark_of(found))

    def put(self, request: Request, hook: UUID) -> HttpResponse:
        """Have it lead elsewhere, switch it off or on again."""
        fields, faults = read_object(request, ("url", "active"), ("url",))
        active = fields.get("active", True)
        if not isinstance(active, bool):
            faults.append(Fault("/active", "wrong-type", "Expected true or false."))
        url = _url(fields, faults)
        with transaction.atomic():
            found = self._to_change(hook)
            try:
                services.change(hook=found, url=url, active=active)
            except Unfit as error:
                raise _unfit(error) from error
            except services.ThereAlready as error:
                raise _there(error) from error
        return answer(request, documents.whole(found), documents.mark_of(found))

    @transaction.atomic
    def delete(self, request: Request, hook: UUID) -> HttpResponse:
        """Forget it, and its log."""
        services.remove(hook=self._to_change(hook))
        return HttpResponse(status=204, headers=PRIVATE)

    def _to_change(self, number: UUID) -> Webhook:
        found = self.hook(number, to_change=True)
        self.based(documents.mark_of(found))
        return found


class Secret(OfHooks):
    """The secret that a webhook's messages are signed with."""

    @transaction.atomic
    def post(self, request: Request, hook: UUID) -> HttpResponse:
        """Make another. It stands in this answer and in no other."""
        found = self.hook(hook, to_change=True)
        self.based(documents.mark_of(found))
        secret = services.renew(hook=found)
        return answer(request, {**documents.whole(found), "secret": secret}, documents.mark_of(found))


class Ping(OfHooks):
    """A test of a webhook."""

    def post(self, request: Request, hook: UUID) -> HttpResponse:
        """Send one, on the way that every message takes."""
        delivery = services.ping(hook=self.hook(hook))
        return _accepted(request, delivery)


class Deliveries(OfHooks):
    """What was sent to a webhook, and what is to be sent."""

    takes = {"get": (parameters.LIMIT, lists.CURSOR)}

    def get(self, request: Request, hook: UUID) -> HttpResponse:
        """Answer with a page of it, the latest first."""
        limit = self.query.get("limit", parameters.DEFAULT_LIMIT)
        found = self.hook(hook).deliveries.prefetch_related("log").select_related("hook")
        if "cursor" in self.query:
            created, pk = lists.after(self.query["cursor"])
            found = found.filter(Q(created_at__lt=created) | Q(created_at=created, pk__lt=pk))
        rows = list(found[: limit + 1])
        last = rows[limit - 1] if len(rows) > limit else None
        page = {
            "next": last and lists.following(request.path, self.query, last.created_at, last.pk),
            "results": [documents.delivery(row) for row in rows[:limit]],
        }
        return answer(request, page, mark(dumps(page)))


class OneDelivery(OfHooks):
    """One message, with what came of each try."""

    def get(self, request: Request, hook: UUID, delivery: UUID) -> HttpResponse:
        """Answer with it as it is now."""
        found = documents.delivery(self.delivery(hook, delivery))
        return answer(request, found, mark(dumps(found)))


class Again(OfHooks):
    """A message once more."""

    def post(self, request: Request, hook: UUID, delivery: UUID) -> HttpResponse:
        """Send it under the same id, from the first try on."""
        services.again(delivery=self.delivery(hook, delivery))
        return _accepted(request, self.delivery(hook, delivery))


def _url(fields: dict[str, object], faults: list[Fault]) -> str:
    """Return the address that was sent. Raises Malformed for whatever is wrong in the body."""
    url = fields.get("url", "")
    if not isinstance(url, str):
        faults.append(Fault("/url", "wrong-type", "Expected a text."))
    if faults:
        raise Malformed("invalid-question", faults)
    return str(url)


def _unfit(error: Unfit) -> Malformed:
    return Malformed("invalid-question", [Fault("/url", "not-allowed", str(error))])


def _there(error: services.ThereAlready) -> Refusal:
    return Refusal("webhook-there", [Fault("/url", "webhook-there", str(error))])


def _accepted(request: Request, delivery: Delivery) -> HttpResponse:
    said = documents.delivery(delivery)
    return answer(request, said, mark(dumps(said)), status=202, Location=said["url"])

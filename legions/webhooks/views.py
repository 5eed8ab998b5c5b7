"""Pages of a user's webhooks: add, test, change and remove them, and read their logs."""

from collections.abc import Callable
from uuid import UUID

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from catalog.api_base.throttling import RateLimitExceeded
from catalog.permissions import current_user
from legions.site.errors import ActionRefused
from legions.webhooks import services
from legions.webhooks.delivery import MAX_TRIES
from legions.webhooks.forms import WebhookForm
from legions.webhooks.models import Delivery, Webhook

PAGE_SIZE = 20


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@reauthentication_required(app="allauth.mfa", allow_get=True)
def webhook_list(request: HttpRequest) -> HttpResponse:
    """List the user's webhooks, or add one and show its secret once."""
    form = WebhookForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        site = request.build_absolute_uri("/")
        try:
            hook, secret = services.add_webhook(user=request.user, url=form.cleaned_data["url"], site=site)
        except ActionRefused as error:
            form.add_error("url", str(error))
        else:
            return _list(request, WebhookForm(), made=hook, secret=secret)
    return _list(request, form, status=400 if form.errors else 200)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@reauthentication_required(app="allauth.mfa", allow_get=True)
def webhook_detail(request: HttpRequest, hook: UUID) -> HttpResponse:
    """Show a webhook with its log, change its address, or renew its secret and show it once."""
    found = _own(request, hook)
    if request.method == "POST" and "secret" in request.POST:
        return _renewed(request, hook)
    form = WebhookForm(request.POST or None, initial={"url": found.url})
    if request.method == "POST" and form.is_valid():
        try:
            _changed(request, hook, url=form.cleaned_data["url"])
        except ActionRefused as error:
            form.add_error("url", str(error))
        else:
            messages.success(request, _("The address is changed."))
            return redirect("webhook", hook)
    return _page(request, found, form, status=400 if form.errors else 200)


@never_cache
@require_POST
@login_required
def webhook_action(request: HttpRequest, hook: UUID) -> HttpResponse:
    """Test a webhook, switch it on or off, or remove it."""
    what = request.POST.get("do")
    found = _own(request, hook)
    if what == "ping":
        return _send_response(request, found, lambda: services.send_test(hook=found))
    if what == "remove":
        services.remove_webhook(hook=found)
        messages.success(request, _("The webhook is removed, and its log with it."))
        return redirect("webhooks")
    if what in ("on", "off"):
        _changed(request, hook, active=what == "on")
        message = _("The webhook is on.") if what == "on" else _("The webhook is off.")
        messages.success(request, message)
    return redirect("webhook", hook)


@never_cache
@require_POST
@login_required
def resend(request: HttpRequest, hook: UUID, delivery: UUID) -> HttpResponse:
    """Send a message again."""
    found = _own(request, hook)
    message = get_object_or_404(found.deliveries.select_related("hook"), pk=delivery)
    return _send_response(request, found, lambda: services.resend_delivery(delivery=message))


def _own(request: HttpRequest, number: UUID, *, to_change: bool = False) -> Webhook:
    """Return a webhook of the user. Raises Http404 for another one."""
    found = Webhook.objects.filter(user=current_user(request))
    return get_object_or_404(found.select_for_update() if to_change else found, pk=number)


def _renewed(request: HttpRequest, number: UUID) -> HttpResponse:
    with transaction.atomic():
        found = _own(request, number, to_change=True)
        text = services.renew_secret(hook=found)
    return _page(request, found, WebhookForm(initial={"url": found.url}), secret=text)


@transaction.atomic
def _changed(request: HttpRequest, number: UUID, *, url: str = "", active: bool | None = None) -> None:
    found = _own(request, number, to_change=True)
    services.change_webhook(hook=found, url=url or found.url, active=not found.off if active is None else active)


def _send_response(request: HttpRequest, hook: Webhook, send: Callable[[], object]) -> HttpResponse:
    try:
        send()
    except RateLimitExceeded as error:
        minutes = -(-error.allowance.seconds // 60)
        words = _("Too many attempts. Try again in %(minutes)d minutes.")
        messages.warning(request, words % {"minutes": minutes})
    else:
        messages.success(request, _("Sent. See the log for the result."))
    return redirect("webhook", hook.pk)


def _list(request: HttpRequest, form: WebhookForm, *, status: int = 200, **made: object) -> HttpResponse:
    hooks = Webhook.objects.filter(user=current_user(request))
    context = {"form": form, "hooks": hooks, "most": services.MAX_HOOKS, **made}
    return render(request, "webhooks/webhooks.html", context, status=status)


def _page(request: HttpRequest, hook: Webhook, form: WebhookForm, *, status: int = 200, **made: object) -> HttpResponse:
    log = hook.deliveries.prefetch_related("log")
    page = Paginator(log, PAGE_SIZE).get_page(request.GET.get("page"))
    soon = any(row.state == Delivery.State.WAITING and not row.tries for row in page)
    context = {"hook": hook, "form": form, "page": page, "soon": soon, "most_tries": MAX_TRIES, **made}
    return render(request, "webhooks/webhook.html", context, status=status)

"""The token page: list, create and revoke API tokens."""

from uuid import UUID

from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from catalog.permissions import current_user
from legions import permissions
from legions.accounts import second_factor
from legions.api_tokens import services
from legions.api_tokens.forms import TokenForm
from legions.api_tokens.models import Scope, Token
from legions.site.errors import ActionRefused


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@reauthentication_required(app="allauth.mfa", allow_get=True)
def token_list(request: HttpRequest) -> HttpResponse:
    """List the tokens of the current user; create one and show its text, only in this response.

    A token for curation can only be created in a session with a second factor.
    """
    form = TokenForm(request.user, request.POST or None)
    if request.method == "POST" and form.is_valid():
        values = form.cleaned_data
        if values["scope"] == Scope.CURATE and permissions.has_to_verify(request):
            return second_factor.redirect_to_second_factor(request)
        try:
            token, text = services.create_token(
                user=current_user(request), name=values["name"], scope=Scope(values["scope"]), days=values["days"]
            )
        except ActionRefused as error:
            form.add_error("name", str(error))
        else:
            get_adapter(request).send_notification_mail("account/email/token_made", request.user, {"token": token})
            return _page(request, TokenForm(request.user), made=token, text=text)
    return _page(request, form, status=400 if form.errors else 200)


@never_cache
@require_POST
@login_required
def revoke(request: HttpRequest, number: UUID) -> HttpResponse:
    """Revoke a token. A token of another person is treated like one that does not exist."""
    name = services.revoke_token(user=current_user(request), number=number)
    message = _("There is no such token any more.") if name is None else _("“%(name)s” is ended.") % {"name": name}
    messages.success(request, message)
    return redirect("tokens")


def _page(request: HttpRequest, form: TokenForm, *, status: int = 200, **made: object) -> HttpResponse:
    found = Token.objects.filter(user=request.user).order_by("-created", "number")
    context = {"form": form, "tokens": found, "most": services.MAX_TOKENS, **made}
    return render(request, "api_tokens/tokens.html", context, status=status)

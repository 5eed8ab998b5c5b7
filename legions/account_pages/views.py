"""Account pages: overview, sessions, personal data, and deletion.

Pages for log-in, passwords, addresses, passkeys and codes are django-allauth's.
"""

from tempfile import SpooledTemporaryFile
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.views import add_webauthn
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import FileResponse, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from catalog.models import Contribution
from catalog.models.contributions import ContributionState
from catalog.permissions import current_user
from legions.account_pages import data_export, deletion
from legions.account_pages.forms import DeleteAccountForm
from legions.account_pages.personal_data import PERSONAL_DATA
from legions.account_pages.role_descriptions import role_descriptions
from legions.accounts import second_factor, session_activity
from legions.accounts.models import Profile
from legions.api_tokens.models import Token
from legions.community import moderation
from legions.notifications import verdict_changes
from legions.saved_lists.models import Legion
from legions.throttling import throttled_response
from legions.watching.models import WatchNotice
from legions.webhooks.models import Webhook

MAX_MEMORY_BYTES = 2 * 1024 * 1024
"""The maximum size of a data export in memory, in bytes. Larger ones are written to a temporary file."""
MAX_DECISIONS = 20
"""The maximum number of moderation decisions on the account page, the latest ones."""
QUOTED_RELATIONS = ("comment", "legion", "adventure")
"""The relations that the text of a decision quotes."""


@require_safe
@login_required
def overview(request: HttpRequest) -> HttpResponse:
    """Show the account and links to its settings."""
    steps = Authenticator.objects.filter(user=request.user)
    waiting = Contribution.objects.offered().filter(by=current_user(request)).values_list("state", flat=True)
    off = list(Webhook.objects.filter(user=current_user(request)).values_list("off", flat=True))
    context = {
        "hooks": off.count(""),
        "hooks_off": any(why not in ("", Webhook.DisabledReason.OWNER) for why in off),
        "addresses": EmailAddress.objects.filter(user=current_user(request)).order_by("-primary", "email"),
        "offers": len(waiting),
        "notices": WatchNotice.objects.filter(user=current_user(request), is_read=False).count(),
        "needs_answer": ContributionState.ASKED in waiting,
        "profile": Profile.objects.filter(user=current_user(request)).first(),
        "duties": role_descriptions(request.user),
        "decided": moderation.decisions_about(current_user(request)).select_related(*QUOTED_RELATIONS)[:MAX_DECISIONS],
        "passkeys": [str(one) for one in steps if one.type == Authenticator.Type.WEBAUTHN],
        "code_app": any(one.type == Authenticator.Type.TOTP for one in steps),
        "devices": session_activity.count_sessions(request),
        "alerts_on": verdict_changes.is_subscribed(request.user),
        "tokens": Token.objects.unexpired().filter(user=request.user).count(),
    }
    return render(request, "account/overview.html", context)


@require_POST
@login_required
def verdict_alerts(request: HttpRequest) -> HttpResponse:
    """Turn mails about changed verdicts on (`on`) or off."""
    if request.POST.get("on"):
        verdict_changes.subscribe(
            user=request.user, origin=f"{request.scheme}://{request.get_host()}", language=get_language()
        )
        messages.success(request, gettext("You will get a mail when a release changes the verdict of a list of yours."))
    else:
        verdict_changes.unsubscribe(user=request.user)
        messages.success(request, gettext("You get no more mails about verdicts."))
    return redirect("account")


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def sessions(request: HttpRequest) -> HttpResponse:
    """List the active sessions; end one (`end` with its primary key) or all others (`end=others`)."""
    if request.method != "POST":
        return render(request, "account/sessions.html", {"sessions": session_activity.active_sessions(request)})
    number = request.POST.get("end", "")
    if number == "others":
        ended = session_activity.end_other_sessions(request)
        message = gettext("Every other device is logged out.")
    else:
        ended = number.isdecimal() and len(number) < 19 and session_activity.end_session(request, int(number))
        message = gettext("That device is logged out.")
    messages.success(request, message if ended else gettext("That session has ended already."))
    return redirect("usersessions_list")


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def add_passkey(request: HttpRequest) -> HttpResponse:
    """Add a passkey. At the maximum number, show an error before the device creates one."""
    if second_factor.has_maximum_passkeys(current_user(request)):
        words = gettext("You have %(most)d passkeys, which is the most. Remove one first.")
        messages.error(request, words % {"most": second_factor.MAX_PASSKEYS})
        return redirect("mfa_index")
    return add_webauthn(request)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@reauthentication_required(app="allauth.mfa", allow_get=True)
def personal_data(request: HttpRequest) -> HttpResponseBase:
    """Show all data stored about the user, and send it as a file."""
    if request.method != "POST":
        return render(request, "account/data.html", {"stored": _stored_data(request.user)})
    if waiting := throttled_response(request, "data-exports", by_account=True):
        return waiting
    file = SpooledTemporaryFile(max_size=MAX_MEMORY_BYTES)  # noqa: SIM115 - the response closes it
    data_export.write_export(user=request.user, file=file)
    file.seek(0)
    name = f"muster-{request.user.get_username()}-{timezone.now():%Y-%m-%d}.json"
    return FileResponse(file, as_attachment=True, filename=name, content_type="application/json")


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@reauthentication_required(app="allauth.mfa", allow_get=True)
def delete_account(request: HttpRequest) -> HttpResponse:
    """Show the data deleted with the account and the data that stays; delete it after confirmation by username."""
    form = DeleteAccountForm(request.POST or None, username=request.user.get_username())
    if request.method == "POST" and form.is_valid():
        address = EmailAddress.objects.get_primary_email(request.user)
        try:
            deletion.delete_account(user=request.user)
        except deletion.LastAdministrator:
            form.add_error(None, gettext("You are the last who can look after people here. Choose another first."))
        else:
            logout(request)
            if address:
                get_adapter(request).send_mail("account/email/account_deleted", address, {})
            messages.success(request, gettext("Your account and its data are deleted."))
            return redirect("home")
    mine = Legion.objects.filter(owner=current_user(request))
    context = {"form": form, "stored": _stored_data(request.user), "shared": mine.shared().count()}
    return render(request, "account/delete.html", context)


def _stored_data(user: Any) -> list[dict[str, Any]]:
    """Return the stored data: description, number of rows, and whether they are deleted with the account. Omit empty
    ones.
    """
    counted = [{"words": one.words, "count": one.rows(user).count(), "goes": one.goes} for one in PERSONAL_DATA]
    return [one for one in counted if one["count"]]

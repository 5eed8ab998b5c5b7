"""A person's own page. Logging in, passwords and addresses are django-allauth's."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


@require_safe
@login_required
def overview(request: HttpRequest) -> HttpResponse:
    """Say who is logged in and lead to what can be changed."""
    addresses = request.user.emailaddress_set.order_by("-primary", "email")
    return render(request, "account/overview.html", {"addresses": addresses})

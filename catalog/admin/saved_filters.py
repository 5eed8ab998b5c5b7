"""Saved filters of the lists: a curator keeps the filters and the search of a list under a name, or shares them."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, cast

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.utils import get_fields_from_path
from django.contrib.admin.views.main import ORDER_VAR, SEARCH_VAR
from django.contrib.auth import get_user_model
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import F, Q, Value
from django.db.models.lookups import Exact
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from catalog import permissions
from catalog.documents import json_input
from catalog.models import SavedFilter
from catalog.models.saved_filters import NAME_LENGTH, QUERY_LENGTH
from catalog.permissions import current_user

MAX_SAVED = 50
"""The maximum number of saved filters of one person, on all lists together."""
MAX_SHOWN = 100
"""The maximum number of saved filters that a list offers: a person's own first, then shared ones."""
MAX_KEY = 2**63 - 1


class SaveFilterForm(forms.Form):
    """The name of a filter, and the query string of the list that it keeps."""

    name = forms.CharField(max_length=NAME_LENGTH, label=_("Name"))
    shared = forms.BooleanField(
        required=False, label=_("For everybody"), help_text=_("Everybody who sees this list is offered the filter.")
    )
    query = forms.CharField(max_length=QUERY_LENGTH, required=False, label=_("Filter"), widget=forms.HiddenInput)

    def clean_name(self) -> str:
        """Return the tidied name."""
        name: str = json_input.tidy(self.cleaned_data["name"]).strip()
        if not name or not name.isprintable():
            raise forms.ValidationError(_("Write the name on one line."))
        return name


@dataclass(frozen=True, slots=True)
class OfferedFilter:
    """A saved filter as a list offers it. `lost` has its parameters that the list does not know any more."""

    saved: SavedFilter
    query: str
    lost: list[str]
    is_own: bool
    is_deletable: bool
    is_current: bool


class SavedFiltersMixin:
    """A mixin that offers saved filters above the list of a model admin."""

    def get_urls(self) -> list[URLPattern]:
        page, prefix = self.admin_site.admin_view, listing_of(self)  # type: ignore[attr-defined]
        return [
            path("filters/save/", page(require_POST(self.save_filter)), name=f"{prefix}_savefilter"),
            path("filters/<int:number>/delete/", page(require_POST(self.delete_filter)), name=f"{prefix}_deletefilter"),
            *super().get_urls(),  # type: ignore[misc]
        ]

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        context: dict[str, Any] = {}
        if self.has_view_permission(request):  # type: ignore[attr-defined]
            query = kept_query(request.GET, known_parameters(self, request))
            context = {
                "saved_filters": offered_filters(self, request, query),
                "save_filter_form": SaveFilterForm(initial={"query": query}, auto_id="filter_%s") if query else None,
                "save_filter_url": f"admin:{listing_of(self)}_savefilter",
                "delete_filter_url": f"admin:{listing_of(self)}_deletefilter",
            }
        return cast("HttpResponse", super().changelist_view(request, {**context, **(extra_context or {})}))  # type: ignore[misc]

    def save_filter(self, request: HttpRequest) -> HttpResponse:
        """Save the posted query of the list under a name; a filter of the same name is replaced."""
        if not self.has_view_permission(request):  # type: ignore[attr-defined]
            raise PermissionDenied
        form = SaveFilterForm(request.POST)
        if not form.is_valid():
            for field, errors in form.errors.items():
                label = form.fields[field].label or field if field in form.fields else ""
                messages.error(request, f"{label}: {' '.join(map(str, errors))}")
            return self._back(request, request.POST.get("query", ""))
        values = form.cleaned_data
        query = kept_query(QueryDict(values["query"]), known_parameters(self, request))
        if not query:
            messages.error(request, gettext("Choose a filter or search for something first."))
        elif not _store(current_user(request), listing_of(self), values["name"], query, shared=values["shared"]):
            message = gettext("You have {most} saved filters. Delete one of them first.")
            messages.error(request, message.format(most=MAX_SAVED))
        else:
            messages.success(request, gettext("The filter “{name}” is saved.").format(name=values["name"]))
        return self._back(request, query)

    def delete_filter(self, request: HttpRequest, number: int) -> HttpResponse:
        """Delete a saved filter of the user's own; admins delete shared ones of others, too."""
        if not self.has_view_permission(request):  # type: ignore[attr-defined]
            raise PermissionDenied
        saved = visible_filters(self, request).filter(pk=min(number, MAX_KEY)).first()
        if saved is None:
            raise Http404("There is no such filter.")
        if not _may_delete(request.user, saved):
            raise PermissionDenied
        saved.delete()
        messages.success(request, gettext("The filter “{name}” is deleted.").format(name=saved.name))
        return self._back(request, request.POST.get("query", ""))

    def _back(self, request: HttpRequest, query: str) -> HttpResponse:
        kept = kept_query(QueryDict(query[:QUERY_LENGTH]), known_parameters(self, request))
        return HttpResponseRedirect(f"{reverse(f'admin:{listing_of(self)}_changelist')}{'?' if kept else ''}{kept}")


def listing_of(model_admin: Any) -> str:
    """Return the name of the list of a model admin, as app and model."""
    return f"{model_admin.opts.app_label}_{model_admin.opts.model_name}"


def known_parameters(model_admin: Any, request: HttpRequest) -> set[str]:
    """Return the query parameters that a list understands: its search, its order and its filters."""
    known = {SEARCH_VAR, ORDER_VAR}
    for one in model_admin.get_list_filter(request):
        known.update(name for name in _parameters(one, model_admin, request) if name)
    return known


def _parameters(list_filter: Any, model_admin: Any, request: HttpRequest) -> Iterable[str | None]:
    """Return the query parameters of one filter of a list."""
    if isinstance(list_filter, type):
        if issubclass(list_filter, admin.SimpleListFilter):
            return [list_filter.parameter_name]
        several: Any = list_filter
        return cast("Iterable[str | None]", several.parameters)
    name, create = list_filter if isinstance(list_filter, tuple) else (list_filter, admin.FieldListFilter.create)
    field = get_fields_from_path(model_admin.model, name)[-1]
    found: Iterable[str | None] = create(
        field, request, {}, model_admin.model, model_admin, field_path=name
    ).expected_parameters()
    return found


def kept_query(given: QueryDict, parameters: set[str]) -> str:
    """Return the query string with those of the parameters that have a value, in a fixed order; `""` for none."""
    kept = QueryDict(mutable=True)
    for name in sorted(parameters & set(given)):
        if values := [value for value in given.getlist(name) if value]:
            kept.setlist(name, values)
    return kept.urlencode()


def visible_filters(model_admin: Any, request: HttpRequest) -> Any:
    """Return the saved filters of a list that a user sees: their own and shared ones."""
    mine = Q(by=current_user(request)) | Q(shared=True)
    return SavedFilter.objects.filter(mine, listing=listing_of(model_admin)).select_related("by")


def offered_filters(model_admin: Any, request: HttpRequest, query: str) -> list[OfferedFilter]:
    """Return the filters that a list offers to a user, their own first. `query` is that of the page."""
    known = known_parameters(model_admin, request)
    own_first = Exact(F("by"), Value(request.user.pk)).desc()
    offered = []
    for saved in visible_filters(model_admin, request).order_by(own_first, "name", "pk")[:MAX_SHOWN]:
        given = QueryDict(saved.query)
        kept = kept_query(given, known)
        offered.append(
            OfferedFilter(
                saved,
                kept,
                sorted(set(given) - known),
                saved.by_id == request.user.pk,
                _may_delete(request.user, saved),
                bool(kept) and kept == query,
            )
        )
    return offered


def _may_delete(user: Any, saved: SavedFilter) -> bool:
    is_admin = user.is_superuser or permissions.ADMIN in permissions.roles_of(user)
    return saved.by_id == user.pk or bool(is_admin)


def _store(user: Any, listing: str, name: str, query: str, *, shared: bool) -> bool:
    """Store a filter; return False if the user has too many."""
    with transaction.atomic():
        get_user_model().objects.select_for_update().get(pk=user.pk)  # one after the other, so that the limit holds
        mine = SavedFilter.objects.filter(by=user)
        if mine.filter(listing=listing, name=name).update(query=query, shared=shared, saved_at=timezone.now()):
            return True
        if mine.count() >= MAX_SAVED:
            return False
        SavedFilter.objects.create(by=user, listing=listing, name=name, query=query, shared=shared)
    return True

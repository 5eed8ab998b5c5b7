"""Views of profiles, and the form to edit one."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from catalog.permissions import current_user
from legions.accounts import profile_names
from legions.accounts.models import Profile
from legions.cards import queries
from legions.community import profile_services
from legions.community.forms import DisplayNameForm, ProfilePageForm
from legions.my_lists.list_lines import shared_list_lines
from legions.my_lists.views import list_response
from legions.saved_lists.models import Legion
from legions.saved_lists.responses import first_error_message
from legions.sharing import gallery as lists
from legions.sharing.gallery_views import profile_or_404
from legions.site.errors import ActionRefused
from legions.site.responses import noindex


@never_cache
@require_safe
def profile_page(request: HttpRequest, handle: str) -> HttpResponse:
    """Show a profile: name, date of joining, and public lists by game."""
    profile = profile_or_404(handle)
    names = {game["slug"]: game["name"] for game in queries.published_games()}
    theirs = Legion.objects.public().filter(owner=profile.user)
    counts = dict(theirs.order_by().values_list("game").annotate(Count("pk")))
    catalog = lists.GalleryGames({game: {} for game in counts})
    query = lists.parse_gallery_query(request.GET, catalog)
    page = lists.gallery_page(lists.matching_legions(query, catalog).filter(owner=profile.user), query)
    context = {
        "profile": profile,
        "role": profile_names.role_badge(profile.user),
        "query": query,
        "games": [(slug, names.get(slug, slug), count) for slug, count in sorted(counts.items())],
        "legions": sum(counts.values()),
        "lines": shared_list_lines(page.legions),
        "next": query.address(after=page.next) if page.next else "",
    }
    response = render(request, "community/person.html", context)
    return response if counts else noindex(response)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit_profile_page(request: HttpRequest) -> HttpResponse:
    """Edit the user's own profile."""
    profile = Profile.objects.filter(user=current_user(request)).first()
    form = ProfilePageForm(request.POST or None, user=request.user, profile=profile)
    if request.method == "POST" and form.is_valid():
        try:
            saved = profile_services.save_profile_page(user=current_user(request), **form.cleaned_data)
        except ActionRefused as error:
            form.add_error("handle", str(error))
        else:
            shown = _("Your page is saved, and everybody can see it.")
            messages.success(request, shown if saved.shown else _("Saved. Only you can see your page."))
            return redirect("own-page")
    context = {"form": form, "profile": profile, "display_name": profile_names.display_name(current_user(request))}
    return render(request, "community/own_page.html", context, status=400 if form.errors else 200)


@never_cache
@login_required
@require_POST
def set_display_name(request: HttpRequest) -> HttpResponse:
    """Set the name shown with the user's shared lists."""
    form = DisplayNameForm(request.POST, user=request.user)
    if not form.is_valid():
        return list_response(request, fault=first_error_message(form), status=400)
    profile = profile_names.set_display_name(user=current_user(request), name=form.cleaned_data["name"])
    messages.success(request, _("Your shared lists show the name {name}.").format(name=profile.name))
    return redirect("legions")

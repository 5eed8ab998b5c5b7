"""The pictures of a card: adding, changing the credit, withdrawing. All changes are made by `catalog.pictures`."""

from typing import Any

from django import forms
from django.contrib import messages
from django.core.validators import URLValidator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from catalog.admin.page_helpers import log_change, record_of, render_page, title_of
from catalog.documents import json_input, names
from catalog.documents.licences import LICENCES
from catalog.models import Picture
from catalog.models.pictures import ALT_LENGTH, AUTHOR_LENGTH, REASON_LENGTH, SOURCE_LENGTH
from catalog.pictures import services, uploads
from catalog.pictures.services import Credit, PictureRefused
from catalog.pictures.uploads import UnreadablePicture

MAX_KEY = 2**63 - 1
OWN = _(
    "I made this picture, or its author publishes it under this licence. It is not a scan of a card, and not art or a "
    "logo of a publisher."
)


class PlainLineField(forms.CharField):
    """A text field of one line without invisible characters."""

    def to_python(self, value: Any) -> str:
        """Return the text with whitespace and invisible characters tidied."""
        return " ".join(json_input.tidy(super().to_python(value)).split())


class PlainNameField(PlainLineField):
    def to_python(self, value: Any) -> str:
        """Return the tidied name. Raises ValidationError for characters that names must not have."""
        names.validate(value)
        return super().to_python(value)


class CreditForm(forms.Form):
    """The description, author and license of a picture."""

    alt = PlainLineField(
        label=_("What it shows"),
        max_length=ALT_LENGTH,
        help_text=_("One line for those who do not see it: “The painted miniature from the front, its club raised.”"),
    )
    author = PlainNameField(label=_("Author"), max_length=AUTHOR_LENGTH, help_text=_("As they want to be named."))
    licence = forms.ChoiceField(
        label=_("Licence"),
        choices=[("", _("Choose")), *((one.id, one.name) for one in LICENCES.values())],
        help_text=_("Those alone under which everybody may pass it on."),
    )
    source = forms.CharField(
        label=_("Where it is from"),
        max_length=SOURCE_LENGTH,
        required=False,
        validators=[URLValidator(schemes=["https", "http"])],
        help_text=_("The address of the page with this licence, if there is one."),
        widget=forms.URLInput,
    )

    @property
    def credit(self) -> Credit:
        """The cleaned values as a `Credit`."""
        return Credit(**{key: self.cleaned_data[key] for key in ("alt", "author", "licence", "source")})


class AddForm(CreditForm):
    """A picture with its credit and the statement that it may be published."""

    file = forms.FileField(
        label=_("Picture"),
        help_text=_("PNG, JPEG or WebP, at most 8 MB and 24 million pixels (WebP 16). Only its pixels are kept."),
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg,image/webp"}),
    )
    own = forms.BooleanField(label=OWN, error_messages={"required": _("Without this it cannot be shown.")})
    field_order = ("file", "alt", "author", "licence", "source", "own")

    def clean_file(self) -> bytes:
        """Return at most `uploads.MAX_BYTES` + 1 bytes of the file, enough to detect one that is too large."""
        raw: bytes = self.cleaned_data["file"].read(uploads.MAX_BYTES + 1)
        return raw


class WithdrawForm(forms.Form):
    """The reason for withdrawing a picture, and whether to bar it for good."""

    why = PlainLineField(label=_("Why"), max_length=REASON_LENGTH, help_text=_("One line, saved with the record."))
    barred = forms.BooleanField(
        label=_("There is doubt about its licence: take it from every card, and do not take it again"),
        required=False,
        initial=True,
    )


def pictures(model_admin: Any, request: HttpRequest, pk: int) -> HttpResponse:
    """Show the pictures of a card, including withdrawn ones, and add one."""
    record = record_of(model_admin, request, pk, change=True)
    posted = request.method == "POST"
    form = AddForm(request.POST, request.FILES) if posted else AddForm()
    if posted and form.is_valid():
        try:
            services.add(record=record, raw=form.cleaned_data["file"], credit=form.credit, by=request.user)
        except (UnreadablePicture, PictureRefused) as refused:
            form.add_error("file", str(refused))
        else:
            log_change(model_admin, request, record, "Picture added.")
            messages.success(request, gettext("The picture is on the page of the card now."))
            return HttpResponseRedirect(request.path)
    found = record.pictures.select_related("by", "withdrawn_by").prefetch_related("renditions")
    return render_page(
        model_admin,
        request,
        "pictures",
        gettext("Pictures of {card}").format(card=title_of(record)),
        original=record,
        form=form,
        shown=[one for one in found if not one.withdrawn_at],
        withdrawn=[one for one in found if one.withdrawn_at],
    )


def picture(model_admin: Any, request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Show one picture with its credit, change the credit, or withdraw the picture."""
    record = record_of(model_admin, request, pk, change=True)
    one = record.pictures.shown().prefetch_related("renditions").filter(pk=min(number, MAX_KEY)).first()
    if one is None:
        raise Http404("There is no such picture, or it is withdrawn.")
    credit = {key: getattr(one, key) for key in ("alt", "author", "licence", "source")}
    changing = "_change" in request.POST
    withdrawing = "_withdraw" in request.POST
    form = CreditForm(request.POST) if changing else CreditForm(initial=credit)
    leaving = WithdrawForm(request.POST) if withdrawing else WithdrawForm()
    here = reverse("admin:catalog_card_pictures", args=[pk])
    try:
        if changing and form.is_valid():
            differing = services.change(picture=one, credit=form.credit, by=request.user)
            messages.success(request, gettext("Changed.") if differing else gettext("Nothing was changed."))
            return HttpResponseRedirect(here)
        if withdrawing and leaving.is_valid():
            count = services.withdraw(picture=one, by=request.user, **leaving.cleaned_data)
            log_change(model_admin, request, record, "Picture withdrawn.")
            withdrawn = ngettext(
                "Withdrawn from {number} card. Its files are deleted.",
                "Withdrawn from {number} cards. Its files are deleted.",
                count,
            )
            messages.success(request, withdrawn.format(number=count))
            return HttpResponseRedirect(here)
    except PictureRefused as refused:
        messages.warning(request, str(refused))
        return HttpResponseRedirect(here)
    others = Picture.objects.shown().filter(digest=one.digest).exclude(pk=one.pk).select_related("record")
    return render_page(
        model_admin,
        request,
        "picture",
        gettext("Picture {number} of {card}").format(number=one.pk, card=title_of(record)),
        original=record,
        one=one,
        form=form,
        leaving=leaving,
        others=others,
    )

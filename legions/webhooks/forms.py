"""The form of a webhook's address."""

from django import forms
from django.utils.translation import gettext_lazy as _

from legions.webhooks import address_policy, services
from legions.webhooks.models import URL_LENGTH


class WebhookForm(forms.Form):
    """The form for the address of a webhook."""

    url = forms.CharField(
        label=_("Address of your program"),
        max_length=URL_LENGTH,
        help_text=_("On the open internet, with https://."),
        error_messages={"required": _("Enter an address.")},
        widget=forms.URLInput(
            attrs={"autocomplete": "off", "spellcheck": "false", "placeholder": "https://example.org/muster"}
        ),
    )

    def clean_url(self) -> str:
        """Return the address. Raises ValidationError for one that messages cannot be sent to."""
        url: str = self.cleaned_data["url"]
        try:
            address_policy.parse_url(url, services.current_policy())
        except address_policy.AddressRefused as error:
            raise forms.ValidationError(str(error)) from error
        return url

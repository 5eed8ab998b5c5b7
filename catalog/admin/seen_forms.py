"""Forms with the state that a page showed, to detect changes made in the meantime."""

from django import forms


class DocumentTokenForm(forms.Form):
    """The edit token of the document that the page shows."""

    expected = forms.CharField(max_length=16, required=False, widget=forms.HiddenInput)


class ChangesetTokenForm(forms.Form):
    """The token of the drafts that the page shows."""

    seen = forms.CharField(max_length=16, widget=forms.HiddenInput)


class VersionForm(forms.Form):
    """The version of the upcoming release that the page shows."""

    seen = forms.IntegerField(min_value=1, max_value=2**31 - 1, widget=forms.HiddenInput)

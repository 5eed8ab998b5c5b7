"""What a guest wrote beside an offer is kept over the log-in that the offer asks for."""

from django.http import HttpRequest

from catalog.models.contributions import NOTE_LENGTH

from ..saved_lists.models import Legion

SESSION_KEY = "note_of_offer"


def store_note(request: HttpRequest, legion: Legion, card: str, note: str) -> None:
    """Keep a note for the form that it was written in, in place of the one kept before."""
    request.session[SESSION_KEY] = {"legion": str(legion.pk), "card": card[:100], "note": note[:NOTE_LENGTH]}


def pending_note(request: HttpRequest, legion: Legion, card: str) -> str:
    """Return the note that was written beside the offer of a card, empty where none was."""
    note = request.session.get(SESSION_KEY, {})
    return note["note"] if (note.get("legion"), note.get("card")) == (str(legion.pk), card) else ""


def discard_note(request: HttpRequest) -> None:
    """Forget the note: the offer is made."""
    request.session.pop(SESSION_KEY, None)

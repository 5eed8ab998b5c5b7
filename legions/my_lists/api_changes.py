"""What a program makes of a legion, as one change among those of the builder."""

from dataclasses import dataclass

from django.utils.translation import gettext

from catalog.documents.errors import Fault, InvalidInput
from legions.changes.basic import Change, Document, Titles


@dataclass(frozen=True, slots=True)
class ReplaceDocument(Change):
    """The whole document, as the program `by` sent it. Where it names no release the legion keeps its own."""

    document: Document
    by: str

    def apply(self, document: Document) -> Document:
        """Raises InvalidInput for a document of another game."""
        if not isinstance(self.document, dict):
            return self.document  # which the schema refuses
        if self.document.get("game", document["game"]) != document["game"]:
            raise InvalidInput("invalid-legion", [Fault("/game", "not-allowed", "It stays one of its game.")])
        return {"release": document["release"], **self.document}

    def words(self, document: Document, title: Titles) -> str:
        return gettext("Changed by {name}.").format(name=self.by)

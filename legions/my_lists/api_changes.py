"""The change of a list by an API client, in addition to the changes of the builder."""

from dataclasses import dataclass

from django.utils.translation import gettext

from catalog.documents.errors import Fault, InvalidInput
from legions.changes.basic import Change, Document, Titles


@dataclass(frozen=True, slots=True)
class ReplaceDocument(Change):
    """The replacement of the whole document, sent by the client named `by`. Without a release, the list keeps its
    own.
    """

    document: Document
    by: str

    def apply(self, document: Document) -> Document:
        """Return the new document. Raises InvalidInput for a document of another game."""
        if not isinstance(self.document, dict):
            return self.document  # the schema refuses it
        if self.document.get("game", document["game"]) != document["game"]:
            raise InvalidInput("invalid-legion", [Fault("/game", "not-allowed", "It stays one of its game.")])
        return {"release": document["release"], **self.document}

    def words(self, document: Document, title: Titles) -> str:
        return gettext("Changed by {name}.").format(name=self.by)

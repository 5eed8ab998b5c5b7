"""The form of one document: all facts of its schema, each with its source."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from catalog import documents
from catalog.documents import json_input, names
from catalog.documents.errors import Fault, InvalidInput, json_pointer
from catalog.documents.forms.fields import PlainText
from catalog.documents.forms.objects.members import ObjectForm
from catalog.documents.forms.objects.parts import UNKNOWN, ErrorEntry, Pointer, PropertyField
from catalog.documents.forms.sources import SourcesForm
from catalog.documents.schema_properties import Construct, Property, document_properties

# Keys of identity, retirement and sources. They are not facts of the form.
NON_FORM_KEYS = frozenset({"kind", "game", "slug", "retired", "sources"})
# Keys about the record rather than the card, at the end of the form.
SHOWN_LAST = frozenset({"formerly"})
MAX_FAULTS = 1_000


@dataclass(frozen=True, slots=True)
class FactField:
    """A fact on the page, with the form of its own source if facts of this kind need one."""

    part: PropertyField
    source: ObjectForm | None
    holds: forms.BoundField | None = None
    """The checkbox that confirms the current source for the new value, if it is needed."""


class SlugForm(forms.Form):
    """The slug of a new document. An empty one is derived from the name."""

    slug = PlainText(required=False, label=_("Slug"), widget=forms.TextInput(attrs={"autocomplete": "off"}))


class HoldsForm(forms.Form):
    """Checkboxes that confirm the sources of facts for their new values."""

    def __init__(self, facts: Sequence[str], data: Any) -> None:
        super().__init__(data, prefix="holds")
        for fact in facts:
            self.fields[fact] = forms.BooleanField(
                required=False,
                label=_("The source that it had holds for the new value, too"),
                help_text=_("If it counted as checked, it does so no more."),
            )


class DocumentForm:
    """A document as a form.

    `base` is the edited document, or only the `kind` and `game` of a new one. `kind` changes the kind of the document
    and keeps the facts that both kinds have. `data` is the posted data, None for an unbound form. `suggest` returns the
    slug of a new document.
    """

    def __init__(
        self,
        base: dict[str, Any],
        *,
        kind: str | None = None,
        data: Any = None,
        nothing: str = UNKNOWN,
        judged: bool = True,
        suggest: Callable[[dict[str, Any]], str] = lambda document: documents.slugify(document.get("name") or ""),
    ) -> None:
        self.base = base
        self.kind = kind or base["kind"]
        self.suggest = suggest
        self.judged = judged
        self.is_bound = data is not None
        path = documents.schema_path({**base, "kind": self.kind})
        self.schema = documents.load_schemas()[path]
        known = document_properties(path)
        shown = [one for one in known if one.key not in NON_FORM_KEYS]
        shown.sort(key=lambda property_: property_.key in SHOWN_LAST)
        self.facts = ObjectForm(data, initial=base, properties=shown, nothing=nothing, optional=False, judged=judged)
        self.sources = SourcesForm(
            next(one for one in known if one.construct is Construct.SOURCES),
            [one.key for one in shown if one.key not in documents.NON_FACT_KEYS],
            self._sources_of_known({one.key for one in known}),
            data=data,
            judged=judged,
        )
        self.holds = HoldsForm(list(self.sources.own), data)
        self.stale: set[str] = set()
        self.slug = SlugForm(data) if self.is_new and self.kind not in documents.ONE_A_GAME else None
        if self.slug:
            self.slug.fields["slug"].help_text = self._slug_help(known)
        self.loose: list[Fault] = []
        self._document: dict[str, Any] | None = None

    @property
    def is_new(self) -> bool:
        """True if the document has no slug yet."""
        return "slug" not in self.base

    @property
    def lost(self) -> list[str]:
        """The facts of `base` that a document of this kind cannot have."""
        known = {one.key for one in self.facts.properties} | NON_FORM_KEYS
        return [key for key in self.base if key not in known]

    @property
    def rows(self) -> Iterator[FactField]:
        """The facts as shown on the page, in order."""
        for part in self.facts.parts:
            key = part.property.key
            asked = key in self.stale or json_pointer(key) in self.held
            yield FactField(part, self.sources.own.get(key), self.holds[key] if asked else None)

    @property
    def held(self) -> list[str]:
        """The pointers of facts whose sources are confirmed for their new values."""
        if not self.is_bound or not self.holds.is_valid():
            return []
        return [json_pointer(fact) for fact, holds in self.holds.cleaned_data.items() if holds]

    @property
    def document(self) -> dict[str, Any]:
        """The document of the posted data, without unreadable values."""
        if self._document is None:
            self._document = self._assemble()
        return self._document

    def is_valid(self) -> bool:
        """Return whether the document has no faults. Each fault is added to its field."""
        document = self.document
        read = self.facts.is_valid()
        read = self.sources.is_valid() and read
        read = (self.slug is None or self.slug.is_valid()) and read
        for fault in self._faults(document):
            # Missing and unreadable values have a better message at their field already.
            if read or (fault.code != "missing" and (fault.pointer != "/slug" or document["slug"])):
                self.place(fault)
                read = False
        return read

    def place(self, fault: Fault) -> None:
        """Add a fault to its field, or to the top of the form if there is no field."""
        pointer = [part.replace("~1", "/").replace("~0", "~") for part in fault.pointer.split("/")[1:]]
        if fault.code == "stale-source":
            self.stale.add(pointer[0])
        if not self._place(pointer, fault.message):
            self.loose.append(fault)

    def error_entries(self) -> list[ErrorEntry]:
        """Return the id and label of the field and the message, for every fault."""
        found = [("", fault.pointer, fault.message) for fault in self.loose]
        found += [*self.sources.whole.error_entries(), *self.facts.error_entries()]
        for fact, source in self.sources.own.items():
            found += [
                (where, gettext("Source of {fact}: {label}").format(fact=fact, label=label), message)
                for where, label, message in source.error_entries()
            ]
        found += self.sources.others.error_entries()
        if self.slug and self.judged:
            found += [
                (self.slug["slug"].auto_id, gettext("Slug"), str(message)) for message in self.slug["slug"].errors
            ]
        return found

    def _place(self, pointer: Pointer, message: str) -> bool:
        key = pointer[0] if pointer else ""
        if key == "sources":
            return self.sources.place(pointer[1:], message)
        if key == "slug" and self.slug:
            self.slug.add_error("slug", message)
            return True
        if self.facts.knows(key):
            self.facts.place(pointer, message)
            return True
        return False

    def _assemble(self) -> dict[str, Any]:
        # Facts are read before sources: a source may refer to a fact only if that fact exists.
        document = {"kind": self.kind, "game": self.base["game"], **self.facts.value()}
        document["sources"] = self.sources.value()
        if "retired" in self.base:
            document["retired"] = self.base["retired"]
        document["slug"] = self._slug(document)
        return document

    def _slug(self, document: dict[str, Any]) -> str:
        """Return the slug: the current one, the game's for a new game, otherwise the entered or suggested one."""
        if self.slug is None:
            return self.base.get("slug") or self.base["game"]
        slug = self.slug.cleaned_data.get("slug") if self.slug.is_valid() else ""
        slug = slug or self.suggest(document)
        if not slug and self.slug.is_valid():
            self.slug.add_error("slug", gettext("The document has no name. Enter one, or write a slug here."))
        return slug

    def _faults(self, document: dict[str, Any]) -> list[Fault]:
        try:
            json_input.check(document)
        except InvalidInput as error:
            return list(error.faults)
        self._document = json_input.tidy(document)
        return [*names.faults(document), *documents.faults_in(self._document, most=MAX_FAULTS)]

    def _sources_of_known(self, keys: set[str]) -> dict[str, Any]:
        """Return the sources of `base` for facts that this kind has."""
        sources = self.base.get("sources", {})
        return {
            pointer: source for pointer, source in sources.items() if pointer == "" or pointer.split("/")[1] in keys
        }

    @staticmethod
    def _slug_help(properties: tuple[Property, ...]) -> str:
        about = next(one for one in properties if one.key == "slug").description
        return f"{gettext('Left empty, it is made from the name.')} {gettext(about)}"

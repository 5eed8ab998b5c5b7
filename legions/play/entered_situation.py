"""Forms of declared questions, with the situation that is entered, in a document and in words."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from legions.game_words import vocabulary
from legions.play.declared_fields import BY_HAND, DRAWN, NONE, NULL
from legions.play.event_log import LOG
from legions.play.form_parts import FormPart, is_main, joined
from legions.play.forms import TypedFact, labelled_words, value_words
from legions.play.situation_fields import SituationFieldsForm
from rulesapi.engine.resolutions.input_kinds import Deal
from rulesapi.engine.resolutions.inputs import Input, OnePart, SeveralParts, Situation
from rulesapi.engine.resolutions.model import TableFacts
from rulesapi.engine.values.messages import phrase
from rulesapi.translation import translated


class EnteredSituationForm(SituationFieldsForm):
    """A form with the situation that is entered in it, in words, and with the facts of cards in it."""

    # Situation --------------------------------------------------------------------------------------------------------

    def situation(self) -> dict[str, Any] | None:
        """Return the situation; None while nothing is entered about one of the cards that the question is about."""
        return None if self.lacking() else self._said()

    def lacking(self) -> list[str]:
        """Return the labels of the cards about which nothing is entered."""
        said, inputs = self._said(), self.question.situation.inputs
        return [_(one.label) for name, one in inputs.items() if is_main(one) and not one.omitted and name not in said]

    def _said(self) -> dict[str, Any]:
        return self._of_values(self._whole)

    def _whole(self) -> dict[str, Any]:
        """Return all that is entered."""
        return self._of_part(self._parts[""])

    def _situation_as_read(self) -> Situation:
        """Return the inputs of the question as a course reads them."""
        return self.question.situation(self._said(), "", TableFacts(self.table.cards, {}), phrase(""))

    def _of_part(self, part: FormPart) -> dict[str, Any]:
        values = {one.name: self._of_input(one, part.path_of(one)) for one in part.inputs.values()}
        return self._named(part) | {
            name: None if value is NULL else value for name, value in values.items() if value is not None
        }

    def _of_input(self, declared: Input[Any], path: str) -> Any:
        """Return what is entered for an input, in the form or once for the table; None if it is nothing."""
        if declared.kept:
            return dict(self.table.memory.get(declared.name, {})) or None
        if self.log is not None and path == self.log.name:
            return self.log.events(self.value(LOG, "")) or None
        match declared.kind:
            case Deal(of):
                by_hand = self._json(of) is None or self.value(DRAWN) == BY_HAND
                return None if by_hand else self.value(path)
            case OnePart():
                return (self._of_part(self._parts[path]) if path in self._parts else None) or None
            case SeveralParts():
                entries = [self._of_part(self._parts[one]) for one in self._entries(path)]
                return entries or ([] if self.value(joined(path, NONE)) else None)
        return self._json(path)

    def names_of(self, pointer: str, fact: str) -> Iterator[str]:
        """Yield the names of the fields for a fact at a place; those of the first entry for a list."""
        of_facts = {f"/{one.fact}": one.name for one, _made in self._inputs.values() if one.fact}
        place = "" if pointer == fact else self._path_at(pointer)
        name = joined(place, *of_facts.get(fact, fact).split("/"))
        if (whole := self._parts.get(name)) is not None:
            yield from [name] if whole.declared.named else [whole.path_of(one) for one in whole.inputs.values()]
            return
        first = self._parts.get(f"{name}_0")
        if first is None:
            yield name
            return
        yield from [first.path] if first.declared.named else [first.path_of(one) for one in first.inputs.values()]
        yield joined(name, NONE)

    def pointer_of(self, name: str) -> str:
        """Return the pointer of the value of the situation that is entered in a field; empty if it is not known."""
        return self._of_values(self._pointers).get(name, "")

    def _pointers(self) -> dict[str, str]:
        """Return the pointer of the value of each field of an input, by its name."""
        return dict(self._pointers_in(self._parts[""], ""))

    def _pointers_in(self, part: FormPart, pointer: str) -> Iterator[tuple[str, str]]:
        for one in part.inputs.values():
            path, place = part.path_of(one), f"{pointer}/{one.name}"
            if path in self._inputs:
                yield path, place
            elif path in self._parts:
                yield from self._pointers_in(self._parts[path], place)
            else:
                for number, entry in enumerate(self._entries(path)):
                    yield from self._pointers_in(self._parts[entry], f"{place}/{number}")

    def _path_at(self, pointer: str) -> str:
        """Return the start of the names of the fields for a place of the situation, which has no empty entries."""
        path = ""
        for step in pointer.split("/")[1:]:
            entries = {str(number): entry for number, entry in enumerate(self._entries(path))}
            path = entries.get(step) or joined(path, step)
        return path

    # What is entered, in words ----------------------------------------------------------------------------------------

    def _name_of(self, part: FormPart) -> str:
        """Return the name of a part as it is entered, that of its card if there is one."""
        entered = str(self.value(part.path, "")) if part.declared.named and self._is_read else ""
        return (entered and part.declared.kinds and self.table.match(entered, part.declared.kinds).title) or entered

    def _named(self, part: FormPart) -> dict[str, Any]:
        """Return the card or the name of a part, if it has any, in the format of a situation."""
        text = self.value(part.path, "").strip() if part.declared.named else ""
        if not text or part.declared.kinds:
            return self.card_or_name(text, part.declared.kinds) if text else {}
        return {"name": self.table.match(text, part.declared.offers).title or text}

    def _words_of(self, part: FormPart) -> str:
        """Return what is entered about a part, without its name, in a few words."""
        return "; ".join(self._words_within(part)) if self._is_read else ""

    def _words_within(self, part: FormPart) -> Iterator[str]:
        for one in part.inputs.values():
            path, label = part.path_of(one), self._label_of(part, one)
            if isinstance(one.kind, SeveralParts):
                label, entered = translated(one.plural), self._words_of_list(path)
            elif isinstance(one.kind, OnePart):
                entered = self._words_of(self._parts[path]) if path in self._parts else ""
            else:
                entered = value_words(self.fields[path], self.value(path)) if path in self._inputs else ""
            if entered or (path in self._inputs and self.value(path) is True):
                yield labelled_words(label, entered)

    def _words_of_list(self, path: str) -> str:
        """Return the entries of a list in a few words: their names, or what is entered about them."""
        parts = [self._parts[one] for one in self._entries(path)]
        return " · ".join(self._name_of(part) or self._words_of(part) for part in parts)

    def _title_of(self, slug: str) -> str:
        return str(self.table.cards.get(slug, {}).get("name") or slug)

    def _name_at(self, pointer: str) -> str:
        """Return the name of the part at a place of the situation, as it is entered."""
        part = self._parts.get(self._path_at(pointer))
        if part is None:
            return pointer
        return self._name_of(part) or part.label

    def label_at(self, pointer: str, fact: str) -> str:
        """Return the label of a fact of an event in the log, with the number of the event; empty for another fact."""
        _root, name, *rest = (*pointer.split("/"), "")
        if self.log is None or name != self.log.name or not rest[0].isdecimal():
            return ""
        of_log = self.question.situation.inputs[name]
        event = f"{translated(of_log.label)} {int(rest[0]) + 1}"
        return _("%(part)s: %(fact)s") % {
            "part": event,
            "fact": translated(self.log.part.inputs[fact.removeprefix("/")].label),
        }

    # Facts of cards ---------------------------------------------------------------------------------------------------

    def typed_facts(self) -> list[TypedFact]:
        """Return the entered facts of cards that the cards lack."""
        return [fact for part in self._parts.values() if part.declared.kinds for fact in self._typed_in(part)]

    def _typed_in(self, part: FormPart) -> Iterator[TypedFact]:
        """Yield the entered facts of the card of a part, as its schema has them."""
        entered = [one for one in part.inputs.values() if one.of_card and self._has_values(part.path_of(one))]
        slug = self._named(part).get("card") if entered else None
        card = self.table.cards[slug] if slug else {}
        for one in entered:
            if slug and one.name in card and card[one.name] is None:
                value = self._of_input(one, part.path_of(one))
                if isinstance(one.kind, SeveralParts) and value:
                    value = self._rows_of_card(card["kind"], one, value)
                if value is not None:
                    yield TypedFact(slug, one.name, value, part.path_of(one))

    def _rows_of_card(self, kind: str, declared: Input[Any], entered: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Return entered rows of a fact with every member that its schema requires; what is not entered is unknown."""
        needed = vocabulary.fact_schemas(self.game, kind)[declared.name]["items"]["required"]
        unnamed = [f"{translated(declared.label)} {number}" for number, _row in enumerate(entered, 1)]
        names = [{"name": name} if "name" in needed else {} for name in unnamed]
        return [dict.fromkeys(needed) | name | row for name, row in zip(names, entered, strict=True)]

"""What publishing some documents would do: what would be added, changed or renamed, and every fault that forbids it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from catalog import canonical, documents, guard
from catalog.differences import Difference, differences
from catalog.faults import Fault
from catalog.models import Revision

Identity = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Change:
    """One document of a publication and the revision in force that it replaces, if there is one."""

    document: dict[str, Any]
    text: str
    before: Revision | None

    @property
    def differences(self) -> list[Difference]:
        """What differs from the revision in force, fact by fact."""
        return list(differences(self.before.document if self.before else {}, self.document))

    @property
    def retires(self) -> bool:
        """Whether the card was in use and no longer is."""
        return "retired" in self.document and self.before is not None and "retired" not in self.before.document


@dataclass(slots=True)
class Plan:
    """What publishing some documents would do, and what forbids it.

    `faults` pairs the index of a document with one of its faults. `moved` are revisions in force under a former slug.
    """

    added: list[Change] = field(default_factory=list)
    changed: list[Change] = field(default_factory=list)
    unchanged: int = 0
    moved: list[Revision] = field(default_factory=list)
    faults: list[tuple[int, Fault]] = field(default_factory=list)

    @property
    def changes(self) -> list[Change]:
        """Everything that gets a new revision."""
        return [*self.added, *self.changed]


def identity(document: dict[str, Any]) -> Identity:
    """Return game, shelf and slug of a valid document."""
    return document["game"], documents.shelf(document), document["slug"]


def plan(
    incoming: Sequence[dict[str, Any]],
    *,
    retire_missing: str | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Plan:
    """Return what publishing `incoming` would do.

    With `retire_missing` (the reason), cards in force of the same games that are not among `incoming` are planned to
    be retired for that reason. `progress` is told how many documents have been looked at.
    """
    result = Plan()
    seen: dict[Identity, int] = {}
    valid: list[tuple[int, dict[str, Any]]] = []
    for index, untidy in enumerate(incoming):
        document = guard.tidy(untidy)
        faults = documents.explain(document, most=1_000)
        result.faults += [(index, fault) for fault in faults]
        if not faults:
            key = identity(document)
            if key in seen:
                message = f"“{document['slug']}” is already given by another document of this publication."
                result.faults.append((index, Fault("/slug", "twice", message)))
            seen.setdefault(key, index)
            valid.append((index, document))
        progress(index + 1)
    in_force = _in_force({key[0] for key in seen})
    result.faults += _reference_faults(valid, seen, in_force)
    for _, document in valid:
        _sort(document, in_force.get(identity(document)), result)
        for slug in document.get("formerly", ()):
            former = in_force.get((document["game"], documents.shelf(document), slug))
            if former is not None:
                result.moved.append(former)
    if retire_missing is not None:
        for before in _missing(result, seen, in_force):
            _sort({**before.document, "retired": retire_missing}, before, result)
    return result


def _sort(document: dict[str, Any], before: Revision | None, result: Plan) -> None:
    text = canonical.wire(document)
    if before is None:
        result.added.append(Change(document, text, None))
    elif before.text != text:
        result.changed.append(Change(document, text, before))
    else:
        result.unchanged += 1


def _missing(result: Plan, seen: dict[Identity, int], in_force: dict[Identity, Revision]) -> list[Revision]:
    """Return the cards in use that a publication neither gives nor renames."""
    moved = {revision.pk for revision in result.moved}
    return [
        revision
        for key, revision in in_force.items()
        if key[1] == "card" and key not in seen and revision.pk not in moved and "retired" not in revision.document
    ]


def _in_force(games: set[str]) -> dict[Identity, Revision]:
    revisions = Revision.objects.newest().filter(game__in=games).only("document", "text", "since_id")
    return {identity(revision.document): revision for revision in revisions}


def _reference_faults(
    valid: list[tuple[int, dict[str, Any]]], seen: dict[Identity, int], in_force: dict[Identity, Revision]
) -> list[tuple[int, Fault]]:
    """Return what is wrong between documents: sets that are nowhere, slugs that were another document's."""
    former = {
        (key[0], key[1], slug): key
        for key, document in [
            *((key, revision.document) for key, revision in in_force.items() if key not in seen),
            *((identity(document), document) for _, document in valid),
        ]
        for slug in document.get("formerly", ())
    }
    faults = []
    for index, document in valid:
        key = identity(document)
        set_slug = document.get("set")
        set_key = (document["game"], "set", set_slug)
        if set_slug is not None and set_key not in seen and set_key not in in_force:
            message = f"The catalog has no set “{set_slug}”. Publish the set first, or along with the card."
            faults.append((index, Fault("/set", "unknown-set", message)))
        if key in former and former[key] != key:
            message = f"“{document['slug']}” was the slug of “{former[key][2]}” before; a slug is never used again."
            faults.append((index, Fault("/slug", "slug-used", message)))
    return faults

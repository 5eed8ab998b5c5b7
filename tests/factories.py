"""Documents and users for tests: small, valid, and different at each call."""

import itertools
from collections.abc import Iterable
from typing import Any

import factory
from django.contrib.auth import get_user_model

from catalog import permissions, publishing
from catalog.models import Release, Revision
from legions.accounts.holders import Holder
from legions.saved_lists import services
from legions.saved_lists.models import Legion
from tests.engine.made_up_adventures import SOURCES as SOURCES
from tests.engine.made_up_adventures import adventure as adventure

_numbers = itertools.count(1)


def creature(**facts: Any) -> dict[str, Any]:
    """Return a complete creature document; `facts` replace or add facts."""
    number = next(_numbers)
    return {
        "kind": "creature",
        "game": "attack-wing",
        "slug": f"creature-{number}",
        "name": f"Creature {number}",
        "class": "Hill Giant",
        "keywords": ["giant"],
        "set": None,
        "unique": False,
        "cost": 20,
        "level": 5,
        "attack": 3,
        "agility": 1,
        "health": 4,
        "armor": 1,
        "alignment": "neutral",
        "energy": [],
        "slots": ["heroic", "arcane"],
        "actions": ["dodge", "charge"],
        "weapons": [{"name": "Club", "melee": True, "arc": "forward", "range": 1}],
        "movement": "ground",
        "base": "large",
        "troop": False,
        "text": "Stands where it stands.",
        "sources": SOURCES,
        **facts,
    }


def upgrade(**facts: Any) -> dict[str, Any]:
    """Return a complete upgrade document without restrictions; `facts` replace or add facts."""
    number = next(_numbers)
    return {
        "kind": "upgrade",
        "game": "attack-wing",
        "slug": f"upgrade-{number}",
        "name": f"Upgrade {number}",
        "class": "Talent",
        "keywords": [],
        "set": None,
        "unique": False,
        "cost": 3,
        "slot": "heroic",
        "energy": [],
        "range": "none",
        "arc": "none",
        "requires": [],
        "excludes": [],
        "penalties": [],
        "grants": [],
        "limits": [],
        "exempt": [],
        "text": "Steadies the hand.",
        "sources": SOURCES,
        **facts,
    }


def spell(**facts: Any) -> dict[str, Any]:
    """Return a complete spell document."""
    return upgrade(**{"kind": "spell", "slot": "arcane", "class": "Spell", "minimum_level": 3, **facts})


def game(**facts: Any) -> dict[str, Any]:
    """Return the game document required for verdicts."""
    return {
        "kind": "game",
        "game": "attack-wing",
        "slug": "attack-wing",
        "name": "Attack Wing",
        "publisher": None,
        "released": "2014",
        "ruleset": "attack-wing/1",
        "default_format": "standard",
        "legion_word": "legion",
        "text": None,
        "notice": "Names are their owners' marks.",
        "sources": SOURCES,
        **facts,
    }


def standard(**facts: Any) -> dict[str, Any]:
    """Return the default format."""
    return {
        "kind": "format",
        "game": "attack-wing",
        "slug": "standard",
        "name": "Standard",
        "text": None,
        "points": 120,
        "recommended_points": [120, 200],
        "levels": [],
        "sources": SOURCES,
        **facts,
    }


def house_rule(**facts: Any) -> dict[str, Any]:
    """Return a house rule that only adds the given facts."""
    return {
        "kind": "house-rule",
        "game": "attack-wing",
        "slug": "open-gate",
        "name": "Open Gate",
        "text": "What our group plays by.",
        "official": False,
        "sources": SOURCES,
        **facts,
    }


def ruling(**facts: Any) -> dict[str, Any]:
    """Return a ruling about a rule. The ruling settles no question."""
    return {
        "kind": "ruling",
        "game": "attack-wing",
        "slug": "two-of-a-name",
        "name": "Two of a name",
        "question": "May two creatures of one unique name stand in a legion?",
        "answer": "No, whatever else differs between their cards.",
        "rules": ["attack-wing/unique-name"],
        "said_by": "curators",
        "date": None,
        "sources": SOURCES,
        **facts,
    }


def maneuver_card(**facts: Any) -> dict[str, Any]:
    """Return a maneuver card without known maneuvers."""
    return {
        "kind": "maneuver-card",
        "game": "attack-wing",
        "slug": "wraith-maneuvers",
        "name": "Wraith Maneuvers",
        "class": "Wraith",
        "set": None,
        "dials": None,
        "maneuvers": None,
        "sources": {},
        **facts,
    }


def damage_card(**facts: Any) -> dict[str, Any]:
    """Return a card of a damage deck, which contains it once."""
    number = next(_numbers)
    return {
        "kind": "damage-card",
        "game": "attack-wing",
        "slug": f"damage-{number}",
        "name": f"Damage {number}",
        "set": None,
        "copies": 1,
        "flips": False,
        "text": "It hurts.",
        "sources": SOURCES,
        **facts,
    }


def reference(**facts: Any) -> dict[str, Any]:
    """Return the reference document of one action."""
    return {
        "kind": "reference",
        "game": "attack-wing",
        "slug": "dodge",
        "name": "Dodge",
        "topic": "action",
        "text": "The creature takes a token that adds a dodge later on.",
        "sources": {"": {"source": "Attack Wing rulebook", "page": 13, "checked": True}},
        **facts,
    }


def rulebook(**facts: Any) -> dict[str, Any]:
    """Return the document of a game's rulebook."""
    return {
        "kind": "rulebook",
        "game": "attack-wing",
        "slug": "attack-wing",
        "name": "Rules of Play",
        "edition": "First print",
        "cited_as": "Attack Wing rulebook",
        "text": "An address is a page and a heading.",
        "sources": SOURCES,
        **facts,
    }


def section(**facts: Any) -> dict[str, Any]:
    """Return the document of one section of a rulebook."""
    return {
        "kind": "section",
        "game": "attack-wing",
        "slug": "actions-dodge",
        "at": "actions/dodge",
        "position": 10,
        "name": "Dodge",
        "text": "The creature takes a token that adds a dodge later on.",
        "sources": {"": {"source": "Attack Wing rulebook", "page": 13, "checked": True}},
        **facts,
    }


def card_set(**facts: Any) -> dict[str, Any]:
    """Return a set document."""
    number = next(_numbers)
    return {
        "kind": "set",
        "game": "attack-wing",
        "slug": f"set-{number}",
        "name": f"Set {number}",
        "official": True,
        "wave": None,
        "released": None,
        "text": None,
        "sources": SOURCES,
        **facts,
    }


def publish(*documents: dict[str, Any], why: str = "For a test") -> Release:
    """Publish documents as one release, regardless of their sources."""
    release = publish_documents(documents, by=None, why=why)
    assert release is not None
    return release


def publish_documents(documents: Iterable[dict[str, Any]], *, by: Any, why: str) -> Release | None:
    """Publish documents as a user, regardless of their sources."""
    return publishing.publish(documents, by=by, why=why, held=publishing.not_asked, unsourced_reason="For a test")


def import_documents(*documents: dict[str, Any], **options: Any) -> Release | None:
    """Import documents as `import_cards` imports files, regardless of their sources."""
    how = publishing.ImportOptions(
        why="Imported from files", held=publishing.all_held, unsourced_reason="For a test", **options
    )
    plan, release, _left = publishing.import_documents(documents, how)
    assert not plan.publication.faults
    return release


def save_draft(document: dict[str, Any], **fields: Any) -> Revision:
    """Save a document as a draft, regardless of its sources."""
    return publishing.save_draft(document, **{"sources_hold": None, **fields})


def publish_frame(*documents: dict[str, Any]) -> Release:
    """Publish the game and its default format along with `documents`: the minimum for a verdict."""
    return publish(game(), standard(), *documents)


class UserFactory(factory.django.DjangoModelFactory):
    """A user without a role."""

    class Meta:
        model = get_user_model()
        skip_postgeneration_save = True

    username = factory.Sequence(lambda number: f"player{number}")
    email = factory.LazyAttribute(lambda user: f"{user.username}@example.org")
    password = factory.django.Password("a long enough secret")


def user_with(*roles: str, **facts: Any) -> Any:
    """Return a new user with roles."""
    user = UserFactory(**facts)
    for role in roles:
        permissions.grant(user, role)
    return user


def legion_document(*picks: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """Return the document of a legion with these picks."""
    return {"game": "attack-wing", "picks": list(picks), **fields}


def legion(*picks: dict[str, Any], owner: Any = None, guest_key: str = "a guest", **fields: Any) -> Legion:
    """Save a legion for an account, or for a guest without one. The game and its cards must be published."""
    holder = Holder(user=owner) if owner else Holder(guest_key=guest_key)
    return services.create_legion(holder=holder, document=legion_document(*picks, **fields))

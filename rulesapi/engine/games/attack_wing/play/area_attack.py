"""Area attacks: one attack on each creature in the area, in the order that the attacker chooses (p. 18-19).

Each attack has its own dice on both sides. The soldiers of a troop in the area count as one creature (p. 31-32).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from rulesapi.engine.games.attack_wing.play.attack import (
    UNAFFECTED,
    attacker_breaches,
    before_declared,
    caught_breaches,
    charge_breaches,
    in_arc,
    in_burst,
    measure_first,
    reaches_play_level,
    roll,
    token_breaches,
    unknown_level,
    upgrade_breaches,
    upgrade_form,
)
from rulesapi.engine.games.attack_wing.play.attack_parts import (
    BOTH,
    LEVELS,
    LONGEST_RANGE,
    AttackForm,
    Situation,
    play_level,
)
from rulesapi.engine.games.attack_wing.play.damage import creature_breaches, is_troop
from rulesapi.engine.games.attack_wing.play.parts import Creature, Upgrade
from rulesapi.engine.resolutions.model import Answer, Breach, Course, Missing, Step, TableFacts, without_asking
from rulesapi.engine.resolutions.reading import Layered
from rulesapi.engine.values.messages import phrase
from rulesapi.engine.values.model import Document

AREA_LEVELS = {**LEVELS, BOTH: phrase("on the ground and in the air")}
OUTSIDE, OVERLAPPING = "outside", "overlapping"
"""Positions of the Burst Token other than within range and arc."""
FAILED = "failed"
"""The stage of an attack that attacks no creature: no dice are rolled."""
OF_TARGET = ("measured", "spend", "rolled", "caught", "changes", "friend", "pivot_of_friend")
"""Fields of one target, which the question of an attack has too."""


def area_attack(document: Document, table: TableFacts) -> Course[Answer]:
    """Answer whether an area attack can be made, and its result for each creature in the area."""
    attacker = Creature(document["attacker"], "/attacker", table, phrase("The attacker"))
    declared = Situation(_declaration(document), table, attacker, _creature(document, table, 0))
    asked: list[Missing] = []
    form, stage = yield from without_asking(_until_targets(declared), asked)
    if form is None or stage is not None:
        yield from asked if stage != FAILED else ()
        return Answer({"stage": stage, "targets": []})
    asked_of_targets: list[Missing] = []
    answers = yield from without_asking(_answers(declared, table, form), asked_of_targets)
    results = [one.result for one in answers]
    if any(one["stage"] != UNAFFECTED for one in results):
        yield from (*asked, *asked_of_targets)
    done = all(one["stage"] in ("done", UNAFFECTED) for one in results)
    odds = {"targets": [one.odds for one in answers]} if any(one.odds for one in answers) else None
    return Answer({"stage": "done" if done else "dice", "targets": results}, odds)


def _until_targets(declared: Situation) -> Course[tuple[AttackForm | None, str | None]]:
    """Return the form of the attack, and the stage at which it ends if no creature is attacked."""
    form = yield from _form(declared)
    if form is None or not (yield from _may_be_declared(declared, form)):
        return form, "declare"
    return form, (yield from _place_burst(declared, form))


def _answers(declared: Situation, table: TableFacts, form: AttackForm) -> Course[list[Answer]]:
    """Return the answer for each creature in turn. Tokens that are spent are gone for the next creature."""
    found = []
    held = Counter(declared.attacker.tokens)
    held.subtract([*form.costs, *declared.document.get("spend", {}).get("attacker", ())])
    for number in range(len(declared.document["targets"])):
        situation = _situation(declared, table, number, held)
        course = _attack_on(situation, replace(form, costs=()), number)
        found.append((yield from _relocated(course, f"/targets/{number}")))
        held.subtract(situation.document.get("spend", {}).get("attacker", ()))
    return found


def _declaration(document: Document) -> Document:
    """Return the situation as declared. A charge is spent once, before the first creature is attacked."""
    return Layered({"spend": {"attacker": ["charge"]} if document.get("charge", False) else {}}, document)


def _creature(document: Document, table: TableFacts, number: int) -> Creature:
    said = document["targets"][number]["creature"]
    name = phrase("Creature {number}", number=str(number + 1))
    return Creature(said, f"/targets/{number}/creature", table, name)


def _situation(declared: Situation, table: TableFacts, number: int, held: Counter[str]) -> Situation:
    """Return the situation for one of the attacks, with the attacker's remaining tokens."""
    whole = declared.document
    target = whole["targets"][number]
    document = Layered({"spend": target.get("spend", {})}, target, whole)
    charged = bool(whole["spend"]) or declared.attacker.charged
    said = Layered({"tokens": sorted(held.elements()), "charged": charged}, declared.attacker.said)
    attacker = Creature(said, declared.attacker.at, table, phrase("The attacker"))
    return Situation(document, table, attacker, _creature(whole, table, number))


def _form(declared: Situation) -> Course[AttackForm | None]:
    """Return the form of the attack, or None if the upgrade attacks only one creature."""
    one = Upgrade(declared.document["upgrade"], "/upgrade", declared.table, phrase("the upgrade"))
    form = yield from upgrade_form(declared)
    if form is None or form.area:
        return form
    if (yield from one.need_or(Upgrade.area, True, "area-attack")) is False:
        yield Breach("no-area-attack", ("/upgrade",), {"upgrade": form.name})
        return None
    return replace(form, area=True)


def _may_be_declared(declared: Situation, form: AttackForm) -> Course[bool]:
    document, attacker = declared.document, declared.attacker
    breaches = [
        *creature_breaches(attacker),
        *attacker_breaches(declared),
        *upgrade_breaches(declared, form),
        *(replace(one, at=("/charge",)) for one in (*token_breaches(declared, form), *charge_breaches(declared, form))),
    ]
    yield from breaches
    level = document.get("level")
    if level is None:
        yield Missing("", "/level", "", "area-level")
    if breaches or level is None:
        return False
    yield from before_declared(declared)
    facts = {"attacker": attacker.name, "weapon": form.name, "level": AREA_LEVELS[level]}
    yield Step("area-level", facts, sets=attacker.sets(Creature.attacked, True))
    return True


def _place_burst(declared: Situation, form: AttackForm) -> Course[str | None]:
    """Return None if the position of the Burst Token is valid, or the stage at which the attack ends."""
    if not form.burst:
        return None
    placed = declared.document.get("burst_token")
    if placed is None:
        yield Missing("", "/burst_token", "", "burst-token")
        return "place"
    if placed == OVERLAPPING:
        yield Breach("burst-overlaps", ("/burst_token",), {})
        return "place"
    if placed == OUTSIDE:
        yield Step("burst-fails", {"weapon": form.name})
        return FAILED
    yield Step("burst-token", {})
    return None


def _attack_on(situation: Situation, form: AttackForm, number: int) -> Course[Answer]:
    defender = situation.defender
    facts = {"number": number + 1, "of": len(situation.document["targets"]), "defender": defender.name}
    yield Step("area-target", facts)
    breaches = [*creature_breaches(defender), *caught_breaches(situation, form), *token_breaches(situation, form)]
    yield from breaches
    named = {"name": defender.name}
    asked: list[Missing] = []
    stage = "declare" if breaches else (yield from without_asking(_caught(situation, form), asked))
    if stage != UNAFFECTED:
        yield from asked
    if stage != "hit":
        return Answer(named | {"stage": stage})
    if is_troop(defender):
        yield Step("troop-in-area", {"caught": situation.document.get("caught")})
    answer = yield from roll(situation, form)
    return Answer(named | answer.result, answer.odds)


def _caught(situation: Situation, form: AttackForm) -> Course[str]:
    """Return `hit` for a creature in the area and on its play level, or the stage at which its attack ends."""
    level, defender = situation.document["level"], situation.defender
    if level != BOTH:
        stands = play_level(defender)
        if stands is None:
            yield unknown_level(defender, "area-other-level")
            return "declare"
        if stands != level:
            yield Step("area-other-level", {"defender": defender.name, "level": LEVELS[stands]})
            return UNAFFECTED
    if not (yield from reaches_play_level(situation, form)):
        return "declare"
    return (yield from _in_area(situation, form))


def _in_area(situation: Situation, form: AttackForm) -> Course[str]:
    measured, defender = situation.document.get("measured"), situation.defender.name
    if measured is None:
        yield from measure_first(situation)
        return "measure"
    if form.burst:
        return (yield from in_burst(situation, form))
    distance = measured["range"]
    if distance is not None and not 1 <= distance <= LONGEST_RANGE:
        yield Breach("no-such-range", ("/measured/range",), {"range": distance})
        return "measure"
    reach = form.reach or (1, LONGEST_RANGE)
    inside = yield from in_arc(situation, form)
    if form.burst is None and not inside:  # a burst would strike in any arc
        yield Missing(form.card, "/range", "/upgrade", "not-caught")
        return "measure"
    if not inside or distance is None or not reach[0] <= distance <= reach[1]:
        yield Step("not-caught", {"defender": defender, "weapon": form.name})
        return UNAFFECTED
    if form.reach is None:
        yield Missing(form.card, "/range", "/upgrade", "not-caught")
    yield Step("measure", {"defender": defender, "range": distance})
    return "hit"


def _relocated(course: Course[Answer], target_pointer: str) -> Course[Answer]:
    """Return the answer for one attack, run with pointers into the whole situation."""
    while True:
        try:
            one = next(course)
        except StopIteration as ended:
            answer: Answer = ended.value
            return answer
        if isinstance(one, Breach):
            yield replace(one, at=tuple(_places(one.at, target_pointer)))
        elif isinstance(one, Missing):
            yield replace(one, at=next(_places((one.at,), target_pointer)))
        else:
            yield one


def _places(places: Iterable[str], target_pointer: str) -> Iterator[str]:
    for place in places:
        part = place.split("/")[1] if place else ""
        if part == "defender":
            yield f"{target_pointer}/creature{place.removeprefix('/defender')}"
        else:
            yield f"{target_pointer}{place}" if not part or part in OF_TARGET else place

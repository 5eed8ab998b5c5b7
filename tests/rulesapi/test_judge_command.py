"""`manage.py judge`: verdicts on a terminal, for people and for programs."""

import io
import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from django.core.management import call_command

from catalog.documents import canonical
from rulesapi.engine.core import evaluation
from rulesapi.judging import verdict_text, verdicts
from rulesapi.share_links import link_service
from tests import factories
from tests.engine import conformance_cases
from tests.engine.generators import validator

pytestmark = pytest.mark.django_db

LEGAL = "# Quiet ones (standard, 120 points)\nStone Giant\n  + Firebolt\n"
ILLEGAL = "# Loud ones (40 points)\n2x Stone Giant\n  + Firebolt\n"


class Answer(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture(autouse=True)
def published() -> None:
    factories.publish_frame(
        factories.creature(slug="stone-giant", name="Stone Giant"),
        factories.creature(slug="cheap-one", name="Cheap One", cost=None),
        factories.upgrade(slug="firebolt", name="Firebolt", slot="heroic"),
    )


@pytest.fixture
def judge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a function that judges contents in files named `1`, `2` and so on, with options."""

    def run(*contents: str | bytes | dict[str, Any], options: tuple[str, ...] = ()) -> Answer:
        monkeypatch.chdir(tmp_path)
        for number, content in enumerate(contents, start=1):
            text = json.dumps(content) if isinstance(content, dict) else content
            Path(str(number)).write_bytes(text if isinstance(text, bytes) else text.encode())
        return called(*(str(number) for number in range(1, len(contents) + 1)), *options)

    return run


def called(*arguments: str) -> Answer:
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command("judge", *arguments, stdout=out, stderr=err)
    except SystemExit as ended:
        return Answer(int(str(ended.code)), out.getvalue(), err.getvalue())
    return Answer(0, out.getvalue(), err.getvalue())


def test_a_legal_legion_ends_with_0_and_shows_its_points(judge: Any) -> None:
    answer = judge(LEGAL)
    assert answer.code == 0
    assert answer.out.splitlines() == [
        "1: LEGAL: Quiet ones",
        "  23 of 120 points  (release 1, standard)",
        "  [#######.................................]",
    ]


def test_an_illegal_legion_exits_with_1_and_findings_with_places_and_pages(judge: Any) -> None:
    answer = judge(ILLEGAL, options=("--ledger",))
    assert answer.code == 1
    assert answer.out.splitlines() == [
        "1: ILLEGAL: Loud ones",
        "  line 3: mapped: Firebolt: Each of the 2 carries it.",
        "  46 of 40 points, 6 over  (release 1, standard)",
        "  [##################################!!!!!!]",
        "  error: The legion costs 46 points. The limit is 40.",
        "      Attack Wing rulebook, p. 28, Legion Building [attack-wing/point-limit]",
        "      at the points limit",
        "      20  printed                   Stone Giant",
        "       3  printed                     + Firebolt",
        "      20  printed                   Stone Giant",
        "       3  printed                     + Firebolt",
        "      46  altogether",
    ]


def test_places_are_printed_in_words(judge: Any) -> None:
    legion = factories.legion_document(
        {"card": "stone-giant", "soldiers": 2, "upgrades": ["firebolt", "firebolt"]}, {"card": "cheap-one"}, points=30
    )
    out = judge(legion).out
    assert "at Firebolt on Stone Giant (pick 1)\n" in out
    assert "at the soldiers of Stone Giant (pick 1)\n" in out
    assert "at least 26 of 30 points" in out


def test_an_open_question_is_no_failure(judge: Any) -> None:
    answer = judge("# x\nCheap One")
    assert answer.code == 0
    assert "open: Not known of Cheap One: cost." in answer.out
    assert "at Cheap One (pick 1)" in answer.out


def test_an_open_question_is_printed_with_each_reading() -> None:
    game = "dnd-miniatures-2008"
    picks = [{"card": "arin-the-young"}, {"card": "arin-the-old"}]
    legion = {"game": game, "faction": "wild", "map": "wide-plain", "picks": picks}
    library = conformance_cases.library(game)
    verdict = evaluation.judge(library, legion).as_document()
    (question,) = verdict["open"]
    lines = list(verdict_text.verdict_lines({**verdict, "release": 1}, legion, library))
    first, second = question["readings"]
    assert lines[lines.index(f"open: {question['title']}") :] == [
        f"open: {question['title']}",
        f"    either: {first['text']} ({first['cite']['source']}, {first['cite']['section']})",
        f"    either: {second['text']} ({second['cite']['source']}, {second['cite']['section']})",
        "    needed by dnd-miniatures-2008/unique",
        "    at Arin, the Young (pick 1) and Arin, the Old (pick 2)",
    ]


def test_the_likely_outcome_is_printed_first_with_its_errors() -> None:
    raiders = [{"card": "unseen-raider", "count": 7}]
    legion = {
        "game": "dnd-miniatures-2008",
        "faction": "wild",
        "map": "small-yard",
        "points": 100,
        "picks": [*raiders, {"card": "wolf", "count": 2}],
    }
    library = conformance_cases.library(legion["game"])
    verdict = evaluation.judge(library, legion).as_document()
    lines = list(verdict_text.verdict_lines({**verdict, "release": 1}, legion, library))
    assert lines[0] == "known so far: 76 of 100 points  (release 1, assault)"
    assert lines[2:6] == [
        "likely: Illegal, unless the card of Unseen Raider says otherwise.",
        "    then: The warband has 9 creatures. In a game of 100 points it has at most 8.",
        "    D&D Miniatures Comprehensive Rules Guide, 101.2-101.6 Warband Construction "
        "[dnd-miniatures-2008/creature-count]",
        "    at the whole list",
    ]
    assert verdict_text.outcome_line(verdict) == "UNDETERMINED"


def test_own_numbers_are_read_and_marked_in_the_output(judge: Any) -> None:
    own = '= Cheap One: cost 12\n= Stone Giant: cost 9\n= Firebolt: name "Bolt"\n'
    answer = judge(f"# x (60 points)\nCheap One\nStone Giant\n{own}", options=("--ledger",))
    assert answer.code == 0
    assert answer.out.splitlines() == [
        "1: LEGAL with your numbers: x",
        "  32 of 60 points  (release 1, standard)",
        "  [#####################...................]",
        "  entered by you: Cheap One, cost: 12",
        '  not used: Firebolt, name: "Bolt". The catalog says "Firebolt".',
        "  not used: Stone Giant, cost: 9. The catalog says 20.",
        "      12  printed, entered by you   Cheap One",
        "      20  printed                   Stone Giant",
        "      32  altogether",
    ]


def test_an_impossible_own_number_is_reported_and_exits_with_2(judge: Any) -> None:
    answer = judge("# x\nCheap One\n= Cheap One: cost -4\n= Nobody: cost 3\n")
    assert answer.code == 2
    assert "line 3: dropped: = Cheap One: cost -4: cost: Write a number that is at least 0." in answer.out
    assert "line 4: dropped: = Nobody: cost 3: No card has this name." in answer.out


def test_json_is_one_verdict_a_line_and_the_very_verdict_of_the_api(judge: Any) -> None:
    legion = factories.legion_document({"card": "stone-giant"})
    answer = judge(LEGAL, legion, "{", options=("--json",))
    first, second, third = map(json.loads, answer.out.splitlines())
    assert answer.code == 2
    assert answer.out.splitlines()[1] == canonical.compact(verdicts.judge(legion)) == canonical.compact(second)
    validator("verdict.schema.json").validate(first)
    assert third["code"] == "malformed-json"
    assert "[not-json]" in answer.err


@pytest.mark.one_variant
@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "The file is empty. Give a list as text or JSON."),
        (b"\xff\xfe", "The file is empty. Give a list as text or JSON."),
        (b"\x81\x8d", "The file is not text"),
        (b"%PDF-1.4", "The file is a PDF"),
        ("https://muster.example/l/#1AAAAAAAAAA", "lost or changed"),
        ("https://elsewhere.example/", "No list is in the address"),
        ("{}", "[missing]"),
        ('{"game": "chess", "picks": []}', "[unknown-game]"),
        ("x" * 300_000, "[too-large]"),
        ("{" + "x" * 300_000, "[too-large]"),
        ('[{"game": "attack-wing", "picks": []}]', "The file is a JSON list. Give one legion a file"),
        (' [\n "Stone Giant"]', "[wrong-type]"),
        ("[]", "[wrong-type]"),
    ],
)
def test_unreadable_input_exits_with_2_and_a_reason(judge: Any, content: str | bytes, message: str) -> None:
    answer = judge(LEGAL, content, ILLEGAL)
    assert answer.code == 2
    assert message in answer.err
    assert "1: LEGAL" in answer.out
    assert "3: ILLEGAL" in answer.out


def test_a_missing_file_and_a_folder_cannot_be_read(judge: Any, tmp_path: Path) -> None:
    assert "No such file" in called(str(tmp_path / "nowhere")).err
    assert called(str(tmp_path)).code == 2


def test_a_dropped_line_is_reported_and_exits_with_2(judge: Any) -> None:
    answer = judge("# x\n+ Firebolt\nStone Giant")
    assert answer.code == 2
    assert "line 2: dropped: Firebolt: There is no creature above that could carry it." in answer.out


def test_an_unknown_name_is_illegal_and_a_misspelled_one_is_reported(judge: Any) -> None:
    assert judge("# x\nQuagmire").code == 1
    answer = judge("# x\nStone Gaint")
    assert (answer.code, "guessed, 91 % alike: Stone Gaint: Read as Stone Giant." in answer.out) == (0, True)


def test_a_hyphen_reads_the_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(LEGAL.encode())))
    assert "standard input: LEGAL: Quiet ones" in called("-").out


def test_a_terminal_is_sent_nothing_that_it_would_obey(judge: Any) -> None:
    answer = judge(factories.legion_document(name="\x1b[2J\u202eevil"), "# \x1b[2Jx\n\x1b]0;Y\x07")
    assert "\x1b" not in answer.out + answer.err
    assert "\\x1b[2J" in answer.out


def test_another_release_can_be_asked_for(judge: Any) -> None:
    factories.publish(factories.creature(slug="late-comer", name="Late Comer"))
    assert judge("# x\nLate Comer").code == 0
    assert judge("# x\nLate Comer", options=("--release", "1")).code == 1
    assert judge("# x\nLate Comer", options=("--release", "7")).code == 2


def test_a_place_of_a_team_names_the_player() -> None:
    team = {"team": [{"picks": []}, {"picks": [{"card": "stone-giant"}]}]}
    words = verdict_text.place_words("/team/1/picks/0", team, verdicts.library("attack-wing"))
    assert words == "Stone Giant (pick 1) of player 2"


def test_a_team_is_printed_with_the_part_of_each_player(judge: Any) -> None:
    parts = [{"name": "Anna", "picks": [{"card": "stone-giant"}]}, {"picks": [{"card": "cheap-one"}]}]
    answer = judge({"game": "attack-wing", "on": "2026-11-21", "team": parts})
    assert answer.code == 0
    lines = [line.strip() for line in answer.out.splitlines()]
    assert lines[3:5] == ["player 1, Anna: 20 points", "player 2: at least 0 points"]
    assert lines[-1] == "at Cheap One (pick 1) of player 2"


@pytest.mark.parametrize(
    ("total", "limit", "bar"),
    [(0, 10, "." * 40), (10, 10, "#" * 40), (1001, 1000, "#" * 39 + "!"), (5, None, None)],
)
def test_the_bar_is_full_only_at_the_limit(total: int, limit: int | None, bar: str | None) -> None:
    points = {"total": total, "known": total, "limit": limit}
    assert verdict_text.points_bar(points) == (f"[{bar}]" if bar else "")


def test_a_game_that_is_not_there_cannot_be_read(judge: Any) -> None:
    assert judge("Stone Giant", options=("--game", "chess")).code == 2


def test_house_rules_are_printed_with_waived_rules_and_the_outcome_without_them(judge: Any) -> None:
    factories.publish(
        factories.house_rule(slug="open-gate", name="Open Gate", waives=["attack-wing/upgrade-slot"]),
    )
    gate = "# Loud ones (house rule open-gate)\nStone Giant\n  + Firebolt\n  + Firebolt\n"
    answer = judge(gate.replace("  + Firebolt\n  + Firebolt", "  + Firebolt"))
    assert answer.out.startswith("1: LEGAL under Open Gate: Loud ones\n")
    factories.publish(factories.upgrade(slug="anthem", name="Anthem", slot="divine"))
    answer = judge(gate.replace("  + Firebolt\n  + Firebolt", "  + Anthem"))
    assert answer.code == 0
    assert answer.out.startswith("1: LEGAL under Open Gate; waived: upgrade-slot: Loud ones\n")
    assert "  waived by Open Gate: Stone Giant has no divine slot for Anthem.\n" in answer.out
    assert "  without house rules: illegal, " in answer.out
    assert "      error: Stone Giant has no divine slot for Anthem.\n" in answer.out


def test_the_record_of_a_campaign_is_judged_like_a_legion(judge: Any) -> None:
    factories.publish(factories.adventure())
    seats = [{"player": "ann", "side": "upper", "points_bought": 1}, {"player": "bo", "side": "lower"}]
    report = {"sides": {"upper": {"end": "won"}, "lower": {"end": "lost"}}}
    played = {"type": "played", "id": "e3", "adventure": "over-the-hill", "seats": seats, "report": report}
    joined = [{"type": "joined", "id": f"e{n}", "player": name} for n, name in enumerate(("ann", "bo"), 1)]
    record = {"game": "attack-wing", "name": "Winter", "entries": [*joined, played, {"type": "ended", "id": "e4"}]}
    answer = judge(record)
    assert answer.code == 1
    assert answer.out.splitlines()[0] == "1: ILLEGAL: Winter"
    assert "  1. ann: 1 XP (from e3)" in answer.out.splitlines()
    assert "  won by ann" in answer.out.splitlines()
    assert "[attack-wing/xp-budget]" in answer.out
    assert json.loads(judge(record, options=("--json",)).out)["winner"]["players"] == ["ann"]
    assert judge({"game": "attack-wing", "entries": [{}]}).code == 2


@pytest.fixture
def code() -> str:
    legion = {"game": "attack-wing", "picks": [{"card": "stone-giant", "upgrades": ["firebolt"]}]}
    return link_service.encode_legion(legion)


@pytest.mark.parametrize("text", ["https://muster.example/l/#{}", "<https://muster.example/l/%23{}>.", "{}"])
def test_a_link_is_judged_by_the_list_in_it(judge: Any, code: str, text: str) -> None:
    answer = judge(text.format(code))
    assert (answer.code, answer.out.splitlines()[0]) == (0, "1: LEGAL")


def test_words_around_a_link_are_reported(judge: Any, code: str) -> None:
    answer = judge(f"My list is https://muster.example/l/#{code}, see you")
    assert answer.code == 2
    assert "My list is see you: These words around the link were not read." in answer.out


def test_a_list_in_another_encoding_is_read_and_the_encoding_reported(judge: Any) -> None:
    answer = judge("# Les géants “d’hiver”\nStone Giant\n".encode("cp1252"))
    assert (answer.code, answer.out.splitlines()[0]) == (0, "1: LEGAL: Les géants “d’hiver”")
    assert "Windows-1252, which is assumed" in answer.err
    assert judge(LEGAL.encode("utf-16")).err.splitlines() == ["1: Read as UTF-16."]


@pytest.mark.sampled
def test_json_is_judged_in_a_fence_and_text_that_begins_with_a_bracket_is_text(judge: Any) -> None:
    legion = json.dumps({"game": "attack-wing", "picks": [{"card": "stone-giant"}]})
    assert judge(f"```json\n{legion}\n```\n").out.splitlines()[0] == "1: LEGAL"
    assert judge("- [x] Stone Giant\n- [ ] Cheap One").out.startswith("1: ")


@pytest.mark.parametrize("text", ["https://muster.example/s/AbCdEfGhIjKlMnOp/", "See /s/AbCdEfGhIjKlMnOp/ please"])
def test_the_address_of_a_shared_list_is_refused_with_the_way_to_read_it(judge: Any, text: str) -> None:
    answer = judge(text)
    assert answer.code == 2
    assert "/api/v1/legions/shared/AbCdEfGhIjKlMnOp/" in answer.err


@pytest.mark.parametrize("game", ["nowhere", "dungeon-command"])
@pytest.mark.parametrize(
    "content",
    [
        {"game": "attack-wing", "picks": [{"card": "stone-giant"}]},
        {"game": "attack-wing", "id": "c", "name": "C", "entries": []},
    ],
)
def test_a_file_of_another_game_than_the_chosen_one_is_refused(judge: Any, content: dict[str, Any], game: str) -> None:
    answer = judge(content, options=("--game", game))
    assert answer.code == 2
    assert answer.err == (
        f"1: /game: The file names the game “attack-wing”, but --game names “{game}”. Leave out --game. [other-game]\n"
    )
    assert judge(content, options=("--game", "attack-wing")).out == judge(content).out

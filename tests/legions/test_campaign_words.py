"""Texts of adventures on pages: in German if the document has it, else in English with a language mark."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from catalog import documents
from legions.accounts.holders import Holder
from legions.campaigns import services
from legions.campaigns.adventure_translations import AdventureTexts, in_one_language
from legions.campaigns.game_results import outcome_title
from legions.campaigns.models import Campaign
from tests import factories
from tests.clients import logged_in
from tests.legions.campaign_helpers import address, game_won, new_campaign
from tests.nonempty import nonempty

GERMAN = {
    "language": "de",
    "text": "Zwei Scharen treffen sich.",
    "sides": [{"side": "upper", "objective": "Bleib oben."}],
    "pieces": [{"number": 7, "what": "Eine Glocke"}],
    "special_rules": ["Der Hügel liegt in der Mitte."],
    "questions": [{"question": "rain", "text": "Regnet es?", "readings": [{"reading": "yes", "text": "Ja."}]}],
    "outcomes": [{"paragraph": "1", "text": "Oben wurde gesiegt."}],
}
RAIN = {
    "question": "rain",
    "text": "Does it rain?",
    "readings": [{"reading": "yes", "text": "Yes."}, {"reading": "no", "text": "No."}],
}


def hill(**more: Any) -> dict[str, Any]:
    """Return an adventure whose texts are mostly in German, too."""
    document = factories.adventure(**more)
    document["sides"][0]["objective"] = "Stay up."
    pieces = [{"number": 7, "what": "A bell"}]
    return {**document, "pieces": pieces, "questions": [RAIN], "translations": [GERMAN]}


def german(client: Client, path: str) -> str:
    return client.get(path, headers={"Accept-Language": "de"}).content.decode()


@pytest.mark.django_db
def test_sides_have_their_german_names_where_the_adventure_has_them() -> None:
    translated = {**GERMAN, "sides": [{"side": "upper", "name": "Die Oberen", "objective": "Bleib oben."}]}
    factories.publish_frame({**hill(), "translations": [translated]})
    ann = factories.UserFactory()
    campaign = new_campaign(Holder(user=ann))
    leader = logged_in(ann)
    text = german(leader, address(campaign))
    assert re.search(r'<option value="over-the-hill/upper"\s+lang="de"\s*>Die Oberen<', text)
    assert re.search(r'<option value="over-the-hill/lower"\s*>The lower side<', text)
    text = german(leader, address(campaign, "games", "over-the-hill"))
    assert "Die Oberen …" in text
    assert '<span lang="en">The lower side</span> …' in text
    text = german(Client(), "/adventures/attack-wing/over-the-hill/")
    assert "Die Oberen" in text and "The upper side<" not in text


@pytest.mark.django_db
def test_the_page_of_an_adventure_is_german_and_marks_what_is_english() -> None:
    factories.publish_frame(hill())
    text = german(Client(), "/adventures/attack-wing/over-the-hill/")
    for said in ("Zwei Scharen", "Bleib oben.", "Eine Glocke", "Der Hügel liegt", "Regnet es?", "Ja.", "Oben wurde"):
        assert said in text, said
    for said in ("Over the Hill", "The lower side has won.", "No.", "The upper side"):
        assert f'<span lang="en">{said}</span>' in text, said
    for said in ("Two bands meet", "Stay up.", "Does it rain?", "The upper side has won."):
        assert said not in text, said
    assert 'content="Zwei Scharen treffen sich."' in text
    assert 'lang="en">Two' not in Client().get("/adventures/attack-wing/over-the-hill/").content.decode()


@pytest.mark.sampled
@pytest.mark.django_db
def test_a_campaign_speaks_german_of_its_games_and_questions(ann: Any, campaign: Campaign) -> None:
    factories.publish(hill())
    Campaign.objects.update(head={"release": 2})
    campaign.refresh_from_db()
    services.enter(campaign=campaign, document=game_won(), by="player-1")
    leader = logged_in(ann)
    assert "Oben wurde gesiegt." in german(leader, address(campaign))
    assert "Regnet es?" in german(leader, "/campaigns/attack-wing/new/")


@pytest.mark.django_db
def test_an_adventure_of_a_campaigns_own_is_in_nobody_knows_which_language(ann: Any, campaign: Campaign) -> None:
    services.set_adventure(campaign=campaign, adventure=factories.adventure(slug="ours", name="Unser Berg"))
    leader = logged_in(ann)
    for path in (address(campaign, "adventures", "ours"), address(campaign), address(campaign, "games", "ours")):
        text = german(leader, path)
        assert "Unser Berg" in text
        assert '<span lang="en">Unser Berg' not in text


def test_a_copy_is_in_the_language_of_who_makes_it() -> None:
    with translation.override("de"):
        copied = in_one_language(hill())
    assert "translations" not in copied
    assert copied["outcomes"][0]["text"] == "Oben wurde gesiegt."
    assert copied["outcomes"][1]["text"] == "The lower side has won."
    assert copied["questions"][0]["readings"][0]["text"] == "Ja."
    assert not documents.faults_in(copied)
    assert in_one_language(hill())["text"] == "Two bands meet on a hill."


@pytest.mark.parametrize(
    ("more", "pointer"),
    [
        ({"sides": [{"side": "middle", "objective": "x"}]}, "/translations/0/sides/0/side"),
        ({"pieces": [{"number": 8, "what": "x"}]}, "/translations/0/pieces/0/number"),
        ({"outcomes": [{"paragraph": "9", "text": "x"}]}, "/translations/0/outcomes/0/paragraph"),
        ({"questions": [{"question": "x", "text": "x", "readings": [{"reading": "x", "text": "x"}]}]}, "/questions/0"),
        ({"special_rules": ["a", "b"]}, "/translations/0/special_rules"),
        ({"special_rules": []}, "/translations/0/special_rules"),
        ({"name": "Hügel"}, "/translations/0/name"),
    ],
)
def test_a_translation_of_what_is_not_there_is_refused(more: dict[str, Any], pointer: str) -> None:
    document = {**hill(), "translations": [{**GERMAN, **more}]}
    assert any(pointer in fault.pointer for fault in documents.faults_in(document))


def test_of_the_rulebook_and_of_the_open_set_nothing_is_left_in_english() -> None:
    for file in nonempty(sorted(Path("fixtures/attack-wing/adventures").glob("*.json"))):
        document = json.loads(file.read_text())
        if not document["outcomes"]:
            continue
        with translation.override("de"):
            said = AdventureTexts(document["translations"])
            shown = in_one_language(document)
        assert said.outcome("1", "").html == shown["outcomes"][0]["text"]
        for field in ("special_rules", "outcomes"):
            assert not {str(one) for one in shown[field]} & {str(one) for one in document[field]}, (file, field)
        objectives = {side["objective"] for side in document["sides"]} - {None}
        assert not objectives & {side["objective"] for side in shown["sides"]}, file


def test_an_outcome_is_called_by_its_paragraph_in_words() -> None:
    titles = [outcome_title("partial", one) for one in ("2", "2-alone", "draw")]
    assert titles == ["Partial victory, paragraph 2", "Partial victory, a case of paragraph 2", "Partial victory"]

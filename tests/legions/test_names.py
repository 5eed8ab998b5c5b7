"""Imitated names: similar usernames and display names are refused, honest ones accepted."""

import random
from io import StringIO

import pytest
from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.test import Client

from catalog import permissions
from legions.accounts import account_names, name_skeletons, profile_names, reserved_names, usernames
from legions.accounts.models import AccountName, Profile
from tests import factories
from tests.clients import logged_in
from tests.contention import at_once
from tests.legions import real_names
from tests.legions.page_parser import Page
from tests.nonempty import nonempty
from tests.sampling import HONEST_NAMES

PASSWORD = "correct horse battery staple"

pytestmark = [pytest.mark.django_db, pytest.mark.guard]


@pytest.fixture
def alice():
    return factories.UserFactory(username="alice")


def sign_up(username, client=None):
    form = {"username": username, "password1": PASSWORD, "password2": PASSWORD, "email": ""}
    return (client or Client()).post("/account/signup/", form)


def refused(name, user=None):
    """Return whether the username `name` is refused."""
    try:
        account_names.validate_new_name(name, user)
    except ValidationError:
        return True
    return False


# -- look-alikes -------------------------------------------------------------------------------------------------------

PLAIN = (
    "alice bob carol dave erin frank grace heidi ivan judy kevin laura mallory niaj olivia peggy quentin rupert sybil",
    "trent ursula victor wendy xavier yvonne zoe admiral modest curio lillian milo arnie carmen bill noah liam emma",
    "oscar sophie lucas anna paul clara peter julia simon maria thomas helen martin",
)


def look_alikes(name, chance):
    """Yield ten names that look like `name`, each by another trick."""
    by_looks = {}
    for source, looks in name_skeletons._prototypes().items():
        if len(looks) == 1 and looks.isascii() and chr(source).isalnum():
            by_looks.setdefault(looks, []).append(chr(source))
    swaps = [place for place, letter in enumerate(name) if letter in by_looks]
    for _ in range(3):
        place = chance.choice(swaps)
        yield name[:place] + chance.choice(by_looks[name[place]]) + name[place + 1 :]
    yield "".join(chance.choice(by_looks.get(letter, [letter])) for letter in name)
    yield "".join(chr(ord(letter) + 0xFEE0) for letter in name)
    yield "".join(chr(ord(letter) - ord("a") + 0x1D41A) for letter in name)
    place = chance.randrange(1, len(name))
    yield name[:place] + chance.choice("\u3164\u115f\uffa0\u200b\u200d\u2060\ufe0f\u034f\U000e0061") + name[place:]
    yield name.upper()
    yield name.replace("m", "rn").replace("l", "1").replace("o", "0") if set(name) & set("mlo") else name.title()
    yield name.replace("l", "I") if "l" in name else name[0].upper() + name[1:]


def test_of_five_hundred_pairs_that_look_alike_none_gets_both_names() -> None:
    chance = random.Random(4)
    names = " ".join(PLAIN).split()
    pairs = [(name, other) for name in names for other in look_alikes(name, chance)]
    assert len(pairs) >= 500
    get_user_model().objects.bulk_create([get_user_model()(username=name) for name in names])
    account_names.rebuild_skeletons()
    let_through = [(name, other) for name, other in pairs if not refused(other)]
    assert let_through == []


@pytest.mark.sampled
def test_no_honest_name_of_two_thousand_in_twelve_languages_is_refused() -> None:
    names = real_names.usernames()
    assert len(names) >= 2_000
    assert len(real_names.REAL_NAMES) >= 10
    users = get_user_model().objects.bulk_create([get_user_model()(username=name) for name in names])
    account_names.rebuild_skeletons()
    assert not AccountName.objects.filter(skeleton=None).exists()
    assert [user.username for user in users[::HONEST_NAMES] if refused(user.username, user)] == []


def test_nor_does_one_look_like_another_where_people_are_shown() -> None:
    for read in (name_skeletons.skeleton, name_skeletons.typed_skeleton):
        seen = {}
        for name in nonempty(real_names.display_names()):
            assert seen.setdefault(read(name), name) == name
            assert not reserved_names.is_reserved(name)
            assert not any(usernames.mixes_scripts(word) for word in name.split())


@pytest.mark.db_facing
@pytest.mark.parametrize(
    "name",
    [
        "ａlice",
        "aliceㅤ",
        "𝐚lice",
        "аlice",
        "ALICE",
        "a\u200blice",
        "αlice",
        "alıce",
        "a1ice",
        "ali\u0307ce",
        "alı\u0307ce",
    ],
)
def test_nobody_signs_up_under_a_name_that_looks_like_somebodys(alice, name) -> None:
    response = sign_up(name)
    assert response.status_code == 200
    assert "field__error" in response.content.decode()
    assert get_user_model().objects.count() == 1


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("a1ice", "looks like one that is taken"),
        ("Alice", "This name is taken"),
        ("ａda", "“ada”"),
        ("adaㅤ", "cannot be seen"),
        ("adа", "letters of one script"),
        ("adm1n", "is reserved"),
    ],
)
def test_a_refused_name_has_a_reason(alice, name, message) -> None:
    assert message in Page(sign_up(name)).words


@pytest.mark.parametrize("typed", ["ann\u200ba", "\u2066anna\u2069"])
def test_invisible_characters_are_removed_from_names_at_signup_and_login(typed) -> None:
    assert sign_up("ann\u200ba").status_code == 302
    assert get_user_model().objects.get().username == "anna"
    client = Client()
    client.post("/account/login/", {"login": typed, "password": PASSWORD})
    assert "_auth_user_id" in client.session


@pytest.mark.parametrize("name", ["e\u0301mile", "अमित", "อำนาจ", "Ελένη", "田中", "Łukasz", "o_o", "a-b.c"])
def test_names_in_letters_with_marks_are_names(name) -> None:
    assert sign_up(name).status_code == 302


@pytest.mark.parametrize(
    "name", ["\u0301a", "a" + "\u0301\u0302\u0303\u0304", "अा" + "\u093e" * 2, "1\u0301", "a..b", ".a"]
)
def test_heaps_of_marks_are_none(name) -> None:
    assert refused(name)


# -- names of the site -------------------------------------------------------------------------------------------------

OFFICIAL = [
    *("admin", "ADMIN", "𝐚𝐝𝐦𝐢𝐧", "аdmin", "аԁmіn", "adm1n", "4dm1n", "ADMlN", "admin123", "Adm.in", "ᴀᴅᴍɪɴ", "🅰🅳🅼🅸🅽"),
    *(
        "Curator",
        "curator",
        "cürator",
        "сurator",
        "C u r a t o r",
        "ⓒⓤⓡⓐⓣⓞⓡ",
        "c\u200burator",
        "Ada (Curator)",
        "AdaCurator",
    ),
    *("Moderat0r", "Ada, moderator", "moderator_anna", "Kuratorin", "Ada 🛡 Moderatorin", "Ada [ADMIN]"),
    *("Muster", "Muster team", "MusterTeam", "The Muster Team", "m u s t e r", "Müster", "rnuster", "Official Muster"),
    *("Muster Support", "Muster-Team", "staff", "root", "Curators of Muster"),
    *(
        "admın",
        "@dmin",
        "adm!n",
        "adm|n",
        "adm¡n",
        "Ada @dm1n",
        "admini$tra†or",
        "aðmin",
        "ad₥in",
        "moderɐtor",
        "modɛrator",
    ),
    *("admi\u0307n", "must℮r", "Ada [staff]", "Ada (Muster Team)", "Ada <support>"),
]
HONEST = [
    *("Thomas Muster", "Max Mustermann", "Marina Radmin", "Adminah", "Toda Mina", "Root Beer Joe", "Supporter"),
    *(
        "Die Drei",
        "The Team",
        "Dada Min",
        "Curated",
        "Miss Terious",
        "Anna von der Heide",
        "Team Rocket",
        "Mods Hansen",
    ),
    *("Anna @ home", "Jo!", "Ada (Staffordshire)", "Max [Team Rocket]", "P!nk", "Ke$ha", "Þóra Ægisdóttir", "Kwabɛna"),
]


@pytest.mark.parametrize("name", OFFICIAL)
def test_names_that_would_speak_for_the_site_are_nobodys(alice, name) -> None:
    assert reserved_names.is_reserved(name)
    for address in ("/legions/name/", "/account/page/"):
        assert logged_in(alice).post(address, {"name": name}).status_code == 400, address
    assert refused(name)
    assert not Profile.objects.exists()


@pytest.mark.parametrize("name", HONEST)
def test_names_that_only_have_such_letters_in_them_are_honest(alice, name) -> None:
    assert logged_in(alice).post("/account/page/", {"name": name}).status_code == 302
    assert Profile.objects.get(user=alice).name == name


@pytest.mark.parametrize("handle", ["muster-team", "adm1n", "the-moderators", "curator-ada"])
def test_nor_is_the_address_of_a_page_one(alice, handle) -> None:
    response = logged_in(alice).post("/account/page/", {"name": "Ada", "handle": handle, "shown": "on"})
    assert "is reserved" in Page(response).words


# -- display names -----------------------------------------------------------------------------------------------------


def call(user, name, address="/account/page/"):
    return logged_in(user).post(address, {"name": name}).status_code


@pytest.mark.parametrize("address", ["/account/page/", "/legions/name/"])
def test_a_shown_name_imitates_neither_what_others_are_shown_as_nor_their_accounts(alice, address) -> None:
    profile_names.set_display_name(user=alice, name="Lady Alina")
    bob = factories.UserFactory(username="bob")
    for name in ("Lady A1ina", "Ｌady Alina", "Lady AIina", "𝐚lice", "a1ice", "alіce"):
        assert call(bob, name, address) == 400, name
    assert call(bob, "Lady Bobbina", address) == 302


def test_several_may_be_called_the_same_in_the_same_letters(alice) -> None:
    profile_names.set_display_name(user=alice, name="Thomas")
    for name in ("Thomas", "thomas", "alice"):
        assert call(factories.UserFactory(), name) == 302


def test_but_nobody_is_called_what_somebody_with_a_role_is_called(alice) -> None:
    profile_names.set_display_name(user=alice, name="Lady Alina")
    permissions.grant(alice, permissions.MODERATOR)
    for name in ("Lady Alina", "lady alina", "Alice"):
        assert call(factories.UserFactory(), name) == 400, name
    assert call(alice, "Lady  Alina") == 302  # the owner may


def test_nor_does_anybody_sign_up_under_a_name_that_imitates_what_others_are_shown_as(alice) -> None:
    profile_names.set_display_name(user=alice, name="Alina")
    assert sign_up("A1ina").status_code == 200
    assert sign_up("alina").status_code == 302
    profile_names.set_display_name(user=alice, name="Marta")
    permissions.grant(alice, permissions.MODERATOR)
    assert "looks like one that is taken" in Page(sign_up("marta")).words
    alice.username = "marta"  # the owner may
    alice.save()


def test_existing_names_are_kept(alice) -> None:
    profile_names.set_display_name(user=alice, name="Curator of old dragons")
    response = logged_in(alice).post("/account/page/", {"name": "Curator of old dragons"})
    assert response.status_code == 302


@pytest.mark.parametrize("name", ["\u3164", "\u2800\u2800", "\u115f \ufe0f"])
def test_a_shown_name_can_be_seen(alice, name) -> None:
    assert call(alice, name) == 400
    assert call(alice, f"Ada{name}") == 302
    assert Profile.objects.get(user=alice).name == "Ada"


# -- races, and other ways to create an account ------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_of_many_who_sign_up_under_names_that_look_alike_at_once_one_does(shared) -> None:
    names = ["miIa", "mila", "mi1a", "rnila", "MILA", "Mila"]
    statuses = at_once(*[lambda name=name: sign_up(name).status_code for name in names])
    assert statuses.count(302) == 1, statuses
    assert {status for status in statuses if status != 302} <= {200, 409}
    assert get_user_model().objects.count() == AccountName.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_an_account_is_not_created_if_its_name_was_taken_meanwhile(monkeypatch, shared) -> None:
    factories.UserFactory(username="mila")
    monkeypatch.setattr(
        account_names, "validate_unused", lambda *_: None
    )  # as if saved between the check and the write
    with pytest.raises(account_names.NameTaken):
        get_user_model().objects.create_user("mi1a")
    assert get_user_model().objects.count() == 1
    other = factories.UserFactory(username="other")
    other.username = "miIa"
    with pytest.raises(account_names.NameTaken):
        other.save()
    other.refresh_from_db()
    assert other.username == "other"
    response = sign_up("mi1a")
    assert response.status_code == 409
    assert "This name is taken" in Page(response).words
    assert get_user_model().objects.count() == 2


def test_an_account_is_made_or_renamed_by_no_code_so_that_it_looks_like_another(alice) -> None:
    with pytest.raises(account_names.NameTaken):
        get_user_model().objects.create_user("a1ice")
    bob = factories.UserFactory(username="bob")
    bob.username = "аlice"
    with pytest.raises(account_names.NameTaken):
        bob.save()
    alice.username = "ALICE"  # her own name in other letters is hers
    alice.save()
    assert AccountName.objects.get(user=alice).name == "ALICE"


def test_admins_give_no_such_name_either_and_other_changes_go_on(alice) -> None:
    desk = logged_in(factories.UserFactory(username="lookafter", is_staff=True, is_superuser=True))
    new = {"username": "a1ice", "usable_password": "true", "password1": PASSWORD, "password2": PASSWORD}
    assert "looks like one that is taken" in desk.post("/admin/auth/user/add/", new).content.decode()
    assert "is reserved" in desk.post("/admin/auth/user/add/", {**new, "username": "curator"}).content.decode()
    assert desk.post("/admin/auth/user/add/", {**new, "username": "bob"}).status_code == 302
    bob = get_user_model().objects.get(username="bob")
    page = f"/admin/auth/user/{bob.pk}/change/"
    for name, status in (("alісe", 200), ("moderator", 200), ("bobby", 302)):
        assert desk.post(page, {"username": name, "email": "", "is_active": "on"}).status_code == status, name
    get_user_model().objects.filter(pk=bob.pk).update(username="curator")  # from before such names were refused
    AccountName.objects.filter(user=bob).update(name="curator", skeleton="curator", typed_skeleton="curator")
    assert desk.post(page, {"username": "curator", "email": "bob@example.org", "is_active": "on"}).status_code == 302
    bob.refresh_from_db()
    assert bob.email == "bob@example.org"


# -- existing accounts -------------------------------------------------------------------------------------------------


def test_names_from_before_that_look_alike_stay_and_the_oldest_has_the_look() -> None:
    people = get_user_model().objects.bulk_create(
        [get_user_model()(username=name) for name in ("mila", "m1la", "rnila")]
    )
    profile = Profile.objects.create(user=people[0], name="Mila")
    assert account_names.rebuild_skeletons() == 4
    stored = list(AccountName.objects.order_by("pk").values_list("name", "skeleton"))
    assert stored == [("mila", "rnila"), ("m1la", "rnlla"), ("rnila", None)]
    profile.refresh_from_db()
    assert profile.skeleton == "rnila"
    for one in people:  # each can still save
        one.first_name = "M"
        one.save()
    assert account_names.rebuild_skeletons() == 0
    people[0].delete()
    assert account_names.rebuild_skeletons() == 1
    assert AccountName.objects.get(name="rnila").skeleton == "rnila"
    Profile.objects.create(user=people[1], name="M1la", skeleton="as it was read before")
    assert account_names.rebuild_skeletons() == 1
    assert Profile.objects.get().skeleton == "rnlla"


# -- the table ---------------------------------------------------------------------------------------------------------


def test_the_table_is_made_of_unicodes_file_again(tmp_path, monkeypatch) -> None:
    made = tmp_path / "made.txt"
    monkeypatch.setattr("legions.management.commands.build_confusables.TABLE", made)
    source = tmp_path / "confusables.txt"
    source.write_text(
        "\ufeff# confusables.txt\n# Version: 17.0.0\n\n0430 ;\t0061 ;\tMA\t# ( а → a ) CYRILLIC\n"
        "006D ;\t0072 006E ;\tMA\t# ( m → rn )\n",
        "utf-8",
    )
    output = StringIO()
    call_command("build_confusables", str(source), stdout=output)
    assert "2 characters, Version: 17.0.0" in output.getvalue()
    assert made.read_text("ascii").splitlines()[-2:] == ["006D 0072 006E", "0430 0061"]
    source.write_text("nothing\n", "utf-8")
    with pytest.raises(CommandError, match=r"is not Unicode's confusables\.txt"):
        call_command("build_confusables", str(source))

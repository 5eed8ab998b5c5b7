"""The demo account: created once if the environment requests it, with its password in a file that only its owner can
read.
"""

import re
import stat

import pytest
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command

from catalog import permissions
from tests import factories


@pytest.fixture
def run(db, settings, tmp_path, capsys):
    settings.DEMO = True
    settings.VAR_DIR = tmp_path / "var"

    def run() -> str:
        call_command("demo_account")
        return capsys.readouterr().out

    return run


def password_in(output):
    return re.search(r"with the password (\S+)", output)[1]


def test_elsewhere_than_on_a_demonstration_nothing_is_made(run, settings):
    settings.DEMO = False
    with pytest.raises(CommandError, match="DEMO=1"):
        run()
    assert not get_user_model().objects.exists()


def test_elsewhere_than_on_a_demonstration_nothing_is_set_up(run, settings):
    settings.DEMO = False
    with pytest.raises(CommandError, match="DEMO=1"):
        call_command("set_up_demo")
    assert not settings.VAR_DIR.exists()


def test_the_first_run_makes_a_curator_and_prints_the_password(run):
    output = run()
    user = get_user_model().objects.get(username="demo")
    assert user.check_password(password_in(output))
    assert len(password_in(output)) >= 16
    assert permissions.CURATOR in permissions.roles_of(user)
    assert user.is_staff
    assert not user.is_superuser


def test_the_password_is_in_a_file_readable_only_by_its_owner(run, settings):
    password = password_in(run())
    file = settings.VAR_DIR / "demo-account"
    assert file.read_text().strip() == password
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_second_run_keeps_everything_and_says_so(run):
    first = run()
    second = run()
    assert "Already set up" in second
    assert password_in(first) == password_in(second)
    assert get_user_model().objects.count() == 1


def test_a_changed_password_is_not_reset(run):
    run()
    user = get_user_model().objects.get()
    user.set_password("a password of my own")
    user.save()
    output = run()
    assert "was changed" in output
    user.refresh_from_db()
    assert user.check_password("a password of my own")


def test_a_file_that_is_gone_makes_no_new_password(run, settings):
    run()
    (settings.VAR_DIR / "demo-account").unlink()
    assert "changepassword demo" in run()
    assert not (settings.VAR_DIR / "demo-account").exists()


@pytest.mark.django_db
def test_ready_lists_that_cannot_be_added_are_named_with_the_cards_they_lack(capsys):
    factories.publish_frame()
    call_command("seed_public_lists")
    output = capsys.readouterr().out
    assert "“Two Wraiths” (attack-wing) was not added: the catalog has no wraith" in output
    assert "0 ready lists added, 0 left unchanged" in output
    assert "could not be added" in output

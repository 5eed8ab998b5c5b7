"""The error watch itself: it has to report errors, or its silence means nothing."""

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WRONGS = {
    "console": "console.error('something broke')",
    "script": "setTimeout(() => { throw new Error('uncaught') })",
    "policy": "document.body.setAttribute('style', 'color: red')",
    "dialog": "setTimeout(() => alert('unasked'))",
}


def test_the_watch_notices(page, watch):
    page.goto("/marks/")
    for wrong, script in WRONGS.items():
        page.evaluate(script)
        page.wait_for_function("() => new Promise((done) => setTimeout(() => requestAnimationFrame(() => done(true))))")
        assert any(wrong in complaint for complaint in watch.take()), wrong


def test_the_watch_notices_a_redirect(page, watch):
    page.goto("/marks/")
    other = "http://elsewhere.example/"
    page.route(other, lambda route: route.fulfill(body="Welcome"))
    page.evaluate(f"setTimeout(() => {{ location = '{other}' }})")
    page.wait_for_url(other)
    assert watch.take() == [f"elsewhere: {other}"]


def test_the_watch_notices_a_page_wider_than_its_window(page, watch):
    page.goto("/marks/")
    page.evaluate("document.querySelector('h1').textContent = 'w'.repeat(2000)")
    page.evaluate("document.querySelector('h1').style.overflowWrap = 'normal'")
    page.evaluate("document.querySelector('h1').style.whiteSpace = 'nowrap'")
    watch.look_around()
    assert ["sideways" in complaint for complaint in watch.take()] == [True]
    page.goto("about:blank")
